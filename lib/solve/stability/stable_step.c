/* Search for a stable step (see stable_step.h). For one value of the stabilisation, analyse_stabilisation
 * assembles the problem, computes certificate and spectrum, and chooses the step size. check_analysed then
 * adds the growth estimate, the test of the response to noise and the stages of stabilised steps.
 * raise_stabilisation repeats this for the values in `stabilisation_levels` until one of them is usable. The
 * trial of an unusable value returns the error TC_NUMERICAL. If all values are unusable, the search returns
 * the last error. For stabilised steps save_stages tries larger values, too. */
#include <math.h>
#include <stdio.h>

#include "base/core/memory.h"
#include "base/core/print.h"
#include "base/text/line.h"
#include "solve/stability/stable_step_internal.h"

static const double stabilisation_levels[] = {0.0, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0};
enum { level_count = sizeof stabilisation_levels / sizeof *stabilisation_levels };
enum { first_products = 480 /* maximum of the first growth estimate */, upper_limit = 20000 };

double tc_stable_step_first_stabilisation(double stabilisation) {
  return stabilisation < 0.0 ? stabilisation_levels[0] : stabilisation;
}

static int limit_products(int64_t steps) {
  const int64_t tenth = steps / 10, lower_limit = 2 * steps < first_products ? 2 * steps : first_products;
  return (int)(tenth > upper_limit ? upper_limit : tenth > lower_limit ? tenth : lower_limit);
}

static bool solves_systems(const tc_stable_step_search *s) {
  return s->options->multiple > 0.0 || s->options->steady;
}

/* True if the growing mode makes the stabilisation unusable. A mode that decays with shorter explicit steps
 * is harmless if the run solves linear systems, because implicit steps damp such a mode and a steady state
 * has no steps. For stabilised steps the ellipse of the eigenvalues decides about such a mode. */
static bool has_growing_mode(const tc_stable_step_search *s) {
  const bool is_explicit = !solves_systems(s) && !s->options->stabilised;
  return s->result->growth.grows && (is_explicit || !tc_growth_is_step_instability(&s->result->growth));
}

static bool is_isotropic(const double t[6]) {
  return t[0] == t[1] && t[0] == t[2] && fabs(t[3]) + fabs(t[4]) + fabs(t[5]) == 0.0;
}

/* Collective. Sets s->is_anisotropic to true if the tensor of some cell is anisotropic. */
static tc_status find_anisotropy(tc_stable_step_search *s) {
  const tc_physics *physics = s->problem->physics;
  int64_t cells = 0;
  for (int32_t i = 0; i < s->problem->space->owned; i++)
    cells += !is_isotropic(tc_physics_tensor(physics, i));
  TC_TRY(tc_world_sum_int64(s->problem->space->world, &cells, 1));
  s->is_anisotropic = cells > 0;
  return TC_OK;
}

/* Writes to `line` how the user may obtain a usable stabilisation. Returns the text of the line. */
static const char *format_remedy(const tc_stable_step_search *s, tc_line *line) {
  const char *improve = "improve the mesh there (tetgen -q)";
  if (s->options->stabilisation >= 0.0)
    tc_line_add(line, "set it to auto or a larger number, %s", improve);
  else if (s->is_anisotropic)
    tc_line_add(line, "auto has tried up to 100: use a less anisotropic tensor, %s", improve);
  else
    tc_line_add(line,
                "auto has tried up to 100, and the tensor is isotropic, so cells have a bad shape there "
                "(tetracast mesh check finds them): %s",
                improve);
  tc_line_add(line, " or set diffusion.scheme to two-point");
  return line->text;
}

/* Returns an error that describes the growing mode and its remedy. */
static tc_status growth_error(const tc_stable_step_search *s) {
  const tc_growth *g = &s->result->growth;
  char place[160];
  tc_snprintf(place, sizeof place, "near cell %lld at (%.4g, %.4g, %.4g) a mode grows by %.2g a step",
              (long long)g->place.cell, g->place.position[0], g->place.position[1], g->place.position[2],
              expm1(g->rate));
  if (tc_growth_is_step_instability(g))
    return tc_status_create(TC_NUMERICAL,
                            "%s: a step of %.6g is unstable, because %s: use a smaller time.dt or "
                            "time.safety",
                            s->options->where_dt, s->result->step.dt, place);
  tc_line remedy = {0};
  return tc_status_create(TC_NUMERICAL,
                          "%s: no step is stable with diffusion.stabilisation %g, because %s whatever its "
                          "length: %s",
                          s->options->where_stabilisation, s->result->stabilisation, place,
                          format_remedy(s, &remedy));
}

/* Appends the cells with the largest response to noise: " near cell 3 at (0, 0, 1), 8 at (0, 1, 1)". */
static void append_cells(const tc_response *r, tc_line *line) {
  for (int k = 0; k < TC_RESPONSE_CELLS && r->worst[k].value > 0.0; k++)
    tc_line_add(line, "%s %lld at (%.4g, %.4g, %.4g)", k == 0 ? " near cell" : ",",
                (long long)r->worst[k].cell, r->worst[k].position[0], r->worst[k].position[1],
                r->worst[k].position[2]);
}

/* Returns an error that describes a localised mode that decays too slowly. */
static tc_status slow_mode_error(const tc_stable_step_search *s) {
  const tc_response *r = &s->result->response;
  tc_line line = {0};
  tc_line_add(&line, "%s: with diffusion.stabilisation %g errors confined to a few cells decay too slowly",
              s->options->where_stabilisation, s->result->stabilisation);
  append_cells(r, &line);
  if (r->solved)
    tc_line_add(&line,
                " (there the response to random noise is %.3g times the mean, limit %g, in %lld cell%s)",
                r->largest, TC_RESPONSE_LIMIT, (long long)r->cells, r->cells == 1 ? "" : "s");
  else
    tc_line_add(&line, " (the response to random noise was not found within %d products)", r->products);
  tc_line remedy = {0};
  tc_line_add(&line, ", so that errors accumulate there: %s", format_remedy(s, &remedy));
  return tc_status_create(TC_NUMERICAL, "%s", line.text);
}

/* Returns an error that describes eigenvalues outside all ellipses. */
static tc_status ellipse_error(const tc_stable_step_search *s) {
  const tc_ellipse *ellipse = &s->result->ellipse;
  const tc_extreme_cell *place = &ellipse->place;
  tc_line remedy = {0};
  return tc_status_create(TC_NUMERICAL,
                          "%s: no number of stages is stable with diffusion.stabilisation %g, because a mode "
                          "near cell %lld at (%.4g, %.4g, %.4g) grows or has an eigenvalue with too large an "
                          "imaginary part (outside the ellipse of axis ratio %g): %s",
                          s->options->where_stabilisation, s->result->stabilisation, (long long)place->cell,
                          place->position[0], place->position[1], place->position[2],
                          tc_ellipse_axis_ratio(TC_ELLIPSE_RUNGS - 1), format_remedy(s, &remedy));
}

/* Replaces the stability margins in s->margin by weights for the start vector of the growth estimate. Only
 * cells with a negative margin, in which the energy may grow, can drive a growing mode. Cells that exchange
 * faster with their neighbours drive such a mode more. The weight is the geometric mean of the absolute
 * margin and the rate of exchange. Only this one of all tested weights detected all eight unstable cases. */
static void compute_weights(const tc_stable_step_search *s) {
  const tc_ell *R = s->problem->system->rates;
  for (int32_t i = 0; i < R->rows; i++) {
    const double diagonal = tc_ell_combined(1.0, s->result->tested.dt, R->diagonal[i]);
    s->margin[i] = sqrt(fmax(-s->margin[i], 0.0) * fabs(1.0 - diagonal));
  }
}

static tc_status estimate_growth(const tc_stable_step_search *s, int products) {
  tc_stable_step *result = s->result;
  TC_TRY(tc_growth_estimate(s->problem, result->tested.dt, products, s->margin, s->log, &result->growth));
  result->products += result->growth.products;
  return TC_OK;
}

/* Collective. Returns an error if a mode grows. A short first estimate suffices to detect fast growth. */
static tc_status check_growth(const tc_stable_step_search *s) {
  tc_stable_step *result = s->result;
  result->depends_on_steps = result->depends_on_steps || !result->proved;
  if (result->proved || result->tested.steps == 0) return TC_OK;
  const int products = limit_products(result->tested.steps);
  compute_weights(s);
  TC_TRY(estimate_growth(s, products < first_products ? products : first_products));
  if (has_growing_mode(s) && result->growth.settled) return growth_error(s);
  if (products > first_products) TC_TRY(estimate_growth(s, products));
  return has_growing_mode(s) ? growth_error(s) : TC_OK;
}

/* Collective. Returns an error if a localised mode does not grow but decays too slowly. */
static tc_status check_slow_modes(const tc_stable_step_search *s) {
  tc_stable_step *result = s->result;
  if (result->proved || result->tested.steps == 0) return TC_OK;
  TC_TRY(tc_response_find(s->problem, &result->response));
  result->products += result->response.products;
  return tc_response_is_even(&result->response) ? TC_OK : slow_mode_error(s);
}

/* Collective. Assembles the problem with one value of the stabilisation, computes certificate and spectrum,
 * and chooses the step size. Returns TC_NUMERICAL if the stabilisation is unusable. */
static tc_status analyse_stabilisation(const tc_stable_step_search *s, double stabilisation, bool limited) {
  tc_problem *problem = s->problem;
  tc_stable_step *result = s->result;
  *result = (tc_stable_step){.stabilisation = stabilisation,
                             .limited = limited,
                             .trials = result->trials + 1,
                             .products = result->products,
                             .bound_without = result->bound_without,
                             .depends_on_steps = result->depends_on_steps};
  const bool lacks_margins = problem->scheme->certifies && !problem->system->margin;
  if (lacks_margins || problem->system->stabilisation != stabilisation || problem->system->limited != limited)
    TC_TRY(tc_problem_assemble(problem, stabilisation, limited));
  if (problem->scheme->certifies) TC_TRY(tc_tensor_jump_gain(problem, &result->jump_gain));
  result->distant = problem->system->distant;
  TC_TRY(tc_world_sum_int64(problem->space->world, &result->distant, 1));
  result->distant /= 2; /* The sum counts each face twice, once for each of its cells. */
  TC_TRY(tc_certificate_compute(problem, s->margin, &result->certificate));
  result->proved = result->certificate.cells == problem->space->cells;
  TC_TRY(tc_spectrum_estimate(problem, &result->spectrum));
  result->products += result->spectrum.products;
  if (s->options->stabilised) result->euler_bound = tc_spectrum_step_bound(&result->spectrum);
  TC_TRY(tc_stable_step_choose_size(s));
  if (stabilisation == 0.0) result->bound_without = result->bound;
  return TC_OK;
}

/* Collective. Finds the number of stages of stabilised steps. Returns an error if no ellipse is found. */
static tc_status check_ellipse(const tc_stable_step_search *s) {
  TC_TRY(tc_stable_step_find_stages(s));
  return s->options->stabilised && !s->result->ellipse.found ? ellipse_error(s) : TC_OK;
}

/* Collective. Makes the remaining tests of a trial: growth, response to noise, and ellipse. */
static tc_status check_analysed(const tc_stable_step_search *s) {
  TC_TRY(check_growth(s));
  TC_TRY(check_slow_modes(s));
  return check_ellipse(s);
}

static tc_status check_stabilisation(const tc_stable_step_search *s, double stabilisation, bool limited) {
  TC_TRY(analyse_stabilisation(s, stabilisation, limited));
  return check_analysed(s);
}

/* True if the user's dt exceeds the stability bound. A larger stabilisation does not help, because it reduces
 * the bound further. Stabilised steps are excluded, because their bound may rise with the stabilisation. */
static bool exceeds_bound(const tc_stable_step_search *s) {
  return !s->options->stabilised && s->result->bound > 0.0 && s->options->dt > s->result->bound;
}

/* Frees the error and returns true if the next value of the stabilisation may be tried after it. */
static bool can_continue(const tc_stable_step_search *s, tc_status *status) {
  if (!*status || tc_status_code(*status) != TC_NUMERICAL || exceeds_bound(s)) return false;
  tc_status_free(status);
  return true;
}

/* True if `status`, the result of the trial without stabilisation, ends the search. A dt of the user that is
 * too large ends the search if stability is proved. If stability is not proved, the search continues with a
 * positive stabilisation. The error of that trial contains the smaller bound that dt must satisfy. */
static bool is_final(const tc_stable_step_search *s, tc_status status) {
  return status && (tc_status_code(status) != TC_NUMERICAL || (exceeds_bound(s) && s->result->proved));
}

/* Tries a stabilisation with unlimited positions of harmonic points (fv/scheme/face.h). If the trial fails
 * and some points are distant from their faces, repeats the trial with these points moved closer. */
static tc_status check_with_limiting(const tc_stable_step_search *s, double stabilisation) {
  tc_status status = check_stabilisation(s, stabilisation, false);
  if (s->result->distant > 0 && can_continue(s, &status))
    status = check_stabilisation(s, stabilisation, true);
  return status;
}

/* Chooses the stabilisation if the user set auto. Chooses 0 if stability is proved without stabilisation,
 * because this allows longer steps. Otherwise chooses a positive value, which also reduces discretisation
 * errors. After a failed trial with unlimited harmonic points, all later trials limit them. */
static tc_status raise_stabilisation(const tc_stable_step_search *s) {
  tc_status status = analyse_stabilisation(s, stabilisation_levels[0], false);
  if (!status && s->result->proved) {
    status = check_ellipse(s);
    if (!status) return TC_OK;
  }
  if (is_final(s, status)) return status;
  tc_status_free(&status);
  status = check_with_limiting(s, stabilisation_levels[1]);
  for (int level = 2; level < level_count && can_continue(s, &status); level++)
    status = check_stabilisation(s, stabilisation_levels[level], s->result->distant > 0);
  return status;
}

/* Collective. Restores problem and results of an earlier trial, but not the counts of trials and products. */
static tc_status restore_trial(const tc_stable_step_search *s, const tc_stable_step *trial) {
  const tc_system *system = s->problem->system;
  const tc_stable_step last = *s->result;
  *s->result = *trial;
  s->result->trials = last.trials;
  s->result->products = last.products;
  s->result->depends_on_steps = last.depends_on_steps;
  if (system->stabilisation == trial->stabilisation && system->limited == trial->limited) return TC_OK;
  return tc_problem_assemble(s->problem, trial->stabilisation, trial->limited);
}

/* Collective. Tries larger values of the stabilisation after a usable one and chooses the one with the fewest
 * stages. The stabilisation moves eigenvalues towards the real axis, but makes the largest one larger. Values
 * above 3 increase errors too much. The search ends when even real eigenvalues would not save stages. */
static tc_status save_stages(const tc_stable_step_search *s) {
  const double last_level = 3.0, euler_bound = s->result->euler_bound;
  tc_stable_step best = *s->result;
  for (int level = 1; level < level_count && stabilisation_levels[level] <= last_level; level++) {
    if (stabilisation_levels[level] <= best.stabilisation) continue;
    if (!tc_stable_step_can_save_stages(s, &best)) break;
    tc_status status = analyse_stabilisation(s, stabilisation_levels[level], best.limited);
    if (!status && !tc_stable_step_can_save_stages(s, &best)) break;
    if (!status) status = check_analysed(s);
    if (!status && tc_stable_step_needs_fewer_stages(s->result, &best)) best = *s->result;
    if (status && !can_continue(s, &status)) return status;
  }
  best.euler_bound = euler_bound;
  return restore_trial(s, &best);
}

static tc_status choose_stabilisation(const tc_stable_step_search *s) {
  if (!s->problem->scheme->certifies) return check_stabilisation(s, 0.0, false);
  if (s->options->stabilisation >= 0.0) return check_with_limiting(s, s->options->stabilisation);
  TC_TRY(raise_stabilisation(s));
  return s->options->stabilised ? save_stages(s) : TC_OK;
}

static tc_status choose_step(const tc_stable_step_search *s) {
  TC_TRY(choose_stabilisation(s));
  return tc_stable_step_check_stages(s);
}

tc_status tc_stable_step_find(tc_problem *problem, const tc_stable_step_options *options, const tc_log *log,
                              tc_stable_step *out) {
  tc_stable_step_search s = {.problem = problem, .options = options, .log = log, .result = out};
  *out = (tc_stable_step){0};
  if (!problem->scheme->certifies && options->stabilisation >= 0.0)
    return tc_status_create(TC_USAGE, "%s: scheme %s has no stabilisation: remove the key or set it to auto",
                            options->where_stabilisation, problem->scheme->name);
  const tc_log_phase phase = tc_log_begin_phase(log, TC_JOB_PHASE_search, "finding a stable step");
  tc_status status = tc_world_agree(problem->space->world, TC_ALLOC(s.margin, problem->space->owned));
  if (!status) status = find_anisotropy(&s);
  if (!status) status = choose_step(&s);
  tc_free(s.margin);
  if (!status) tc_log_end_phase(&phase);
  out->takes_one = problem->scheme->certifies;
  return status;
}

/* Appends the stabilisation and the factor by which it shortens the steps to the line. */
static void add_stabilisation(const tc_stable_step *s, tc_line *line) {
  if (s->takes_one) tc_line_add(line, "stabilisation %g", s->stabilisation);
  if (s->stages == 0 && s->bound_without > s->bound && s->bound > 0.0)
    tc_line_add(line, " (steps %.3g times shorter than with 0)", s->bound_without / s->bound);
  if (s->limited)
    tc_line_add(line, ", harmonic averaging points moved closer to %lld faces", (long long)s->distant);
  if (isinf(s->slowed)) tc_line_add(line, " (only the source limits the step)");
  if (s->slowed > 1.01 && isfinite(s->slowed))
    tc_line_add(line, " (steps %.3g times shorter for the source)", s->slowed);
  if (s->takes_one) tc_line_add(line, ": ");
}

static void add_certificate(const tc_stable_step *s, tc_gid cells, tc_line *line) {
  if (s->certificate.cells < cells)
    tc_line_add(line, "stability proved for %.3g %% of the cells (a proof needs all cells)",
                100.0 * (double)s->certificate.cells / (double)cells);
  else if (s->stages > 0)
    tc_line_add(line, "%sthe energy of no cell can grow in explicit steps",
                s->proved ? "stable, proved: " : "");
  else
    tc_line_add(line, "proved stable, the energy of no cell can grow");
}

static void add_stages(const tc_stable_step *s, tc_line *line) {
  if (s->stages == 0) return;
  if (s->ellipse.trial > 0) {
    tc_line_add(line,
                "; stability tested by iteration: all eigenvalues are in an ellipse of axis ratio %.3g (%d "
                "matrix-vector products)",
                s->ellipse.axis_ratio, s->ellipse.products);
    if (s->ellipse.axis_ratio > 0.0)
      tc_line_add(line, ", one product covers at most %.3g steps of explicit Euler",
                  tc_ellipse_ceiling(s->ellipse.axis_ratio));
  }
  tc_line_add(line, "; %s%d stages a step", s->most_stages > 0 ? "at most " : "",
              s->most_stages > 0 ? s->most_stages : s->stages);
}

static void add_growth(const tc_stable_step *s, tc_line *line) {
  const tc_growth *g = &s->growth;
  if (g->products > 0 && !isfinite(g->rate))
    tc_line_add(line, "; the step is too short to change anything");
  else if (g->grows)
    tc_line_add(line, "; a mode grows by %.2g per explicit step of %.3g and decays with shorter steps",
                g->rate, s->tested.dt);
  else if (g->products > 0)
    tc_line_add(line, "; no mode grows: the slowest-decaying mode found has a decay rate of %.2g per %s (%s)",
                -g->rate, s->tested.dt < s->step.dt ? "explicit step" : "step",
                g->settled ? "converged" : "not converged");
}

/* Appends to the line the response to noise, the gain at tensor jumps and the number of products. */
static void add_response(const tc_stable_step *s, tc_line *line) {
  const tc_response *r = &s->response;
  if (r->products > 0)
    tc_line_add(line,
                "; errors confined to a few cells decay fast enough: largest response of a cell to random "
                "noise %.3g times the mean (limit %g)",
                r->largest, TC_RESPONSE_LIMIT);
  if (s->jump_gain.value > 0.0)
    tc_line_add(line, "; errors across jumps of the tensor are multiplied by up to %.3g", s->jump_gain.value);
  tc_line_add(line,
              s->cached_products > 0 ? "; result read from the cache (saves %d matrix-vector products)"
                                     : "; %d matrix-vector products in all tests",
              s->products + s->cached_products);
}

void tc_stable_step_format(const tc_stable_step *s, tc_gid cells, char *out, size_t size) {
  tc_line line = {0};
  add_stabilisation(s, &line);
  add_certificate(s, cells, &line);
  add_growth(s, &line);
  add_stages(s, &line);
  add_response(s, &line);
  snprintf(out, size, "%s", line.text);
}
