/* Search for a stable step (see stable_step.h). For one value of the stabilisation, analyse_stabilisation
 * assembles the problem, computes certificate and spectrum, and chooses the step size. check_stabilisation
 * then adds the growth estimate and the test of the response to noise. raise_stabilisation repeats this for
 * the values in `stabilisation_levels` until one of them is usable. A trial returns the error TC_NUMERICAL if
 * its value is unusable. The search then continues with the next value. If all values are unusable, it
 * returns the error of the last trial. */
#include "solve/stability/stable_step.h"

#include <math.h>
#include <stdio.h>

#include "base/core/memory.h"
#include "base/core/print.h"
#include "base/text/line.h"

static const double stabilisation_levels[] = {0.0, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0};
enum { level_count = sizeof stabilisation_levels / sizeof *stabilisation_levels };

double tc_stable_step_first_stabilisation(double stabilisation) {
  return stabilisation < 0.0 ? stabilisation_levels[0] : stabilisation;
}

enum { first_products = 480 }; /* Maximum number of products of the first growth estimate. */

static int limit_products(int64_t steps) {
  enum { upper_limit = 20000 };
  const int64_t tenth = steps / 10, lower_limit = 2 * steps < first_products ? 2 * steps : first_products;
  return (int)(tenth > upper_limit ? upper_limit : tenth > lower_limit ? tenth : lower_limit);
}

/* Arguments and scratch of a search for a stable step. `result` contains the results so far. */
typedef struct search {
  tc_problem *problem;
  const tc_stable_step_options *options;
  const tc_log *log;
  /* [owned] first the stability margin of each cell, then its weight in the growth estimate */
  double *margin;
  tc_stable_step *result;
  bool is_anisotropic; /* true if the tensor of some cell of the mesh is anisotropic */
} search;

/* True if the mode grows with the tested step size but decays with shorter steps. */
static bool is_step_instability(const tc_growth *g) { return g->settled && g->energy < 0.0; }

static bool is_implicit(const search *s) { return s->options->multiple > 0.0; }

/* True if the run solves linear systems. */
static bool solves_systems(const search *s) { return is_implicit(s) || s->options->steady; }

/* True if the growing mode makes the stabilisation unusable. A mode that decays with shorter explicit steps
 * is harmless if the run solves linear systems, because implicit steps damp it and a steady state has no
 * steps. */
static bool has_growing_mode(const search *s) {
  return s->result->growth.grows && !(solves_systems(s) && is_step_instability(&s->result->growth));
}

static bool is_isotropic(const double tensor[6]) {
  const double off_diagonal = fabs(tensor[3]) + fabs(tensor[4]) + fabs(tensor[5]);
  return tensor[0] == tensor[1] && tensor[0] == tensor[2] && off_diagonal == 0.0;
}

/* Collective. Sets s->is_anisotropic. */
static tc_status find_anisotropy(search *s) {
  const tc_physics *physics = s->problem->physics;
  int64_t cells = 0;
  for (int32_t i = 0; i < s->problem->space->owned; i++)
    cells += !is_isotropic(tc_physics_tensor(physics, i));
  TC_TRY(tc_world_sum_int64(s->problem->space->world, &cells, 1));
  s->is_anisotropic = cells > 0;
  return TC_OK;
}

/* Writes what a user can change if the stabilisation is unusable. Returns the text of the line. */
static const char *format_remedy(const search *s, tc_line *line) {
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
static tc_status growth_error(const search *s) {
  const tc_growth *g = &s->result->growth;
  char place[160];
  tc_snprintf(place, sizeof place, "near cell %lld at (%.4g, %.4g, %.4g) a mode grows by %.2g a step",
              (long long)g->place.cell, g->place.position[0], g->place.position[1], g->place.position[2],
              expm1(g->rate));
  if (is_step_instability(g))
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

/* Appends to the line the cells with the largest response to noise. */
static void append_cells(const tc_response *r, tc_line *line) {
  for (int k = 0; k < TC_RESPONSE_CELLS && r->worst[k].value > 0.0; k++)
    tc_line_add(line, "%s %lld at (%.4g, %.4g, %.4g)", k == 0 ? " near cell" : ",",
                (long long)r->worst[k].cell, r->worst[k].position[0], r->worst[k].position[1],
                r->worst[k].position[2]);
}

/* Returns an error that describes a localised mode that decays too slowly. */
static tc_status slow_mode_error(const search *s) {
  const tc_response *r = &s->result->response;
  tc_line line = {0};
  tc_line_add(&line, "%s: with diffusion.stabilisation %g localised errors decay too slowly",
              s->options->where_stabilisation, s->result->stabilisation);
  append_cells(r, &line);
  if (r->solved)
    tc_line_add(&line,
                " (the response to random noise is %.3g times the mean there, at most %g is allowed, %lld "
                "cell%s above)",
                r->largest, TC_RESPONSE_LIMIT, (long long)r->cells, r->cells == 1 ? "" : "s");
  else
    tc_line_add(&line, " (the response to random noise was not found within %d products)", r->products);
  tc_line remedy = {0};
  tc_line_add(&line, ", so that errors accumulate there: %s", format_remedy(s, &remedy));
  return tc_status_create(TC_NUMERICAL, "%s", line.text);
}

/* Replaces the stability margins in s->margin by weights for the start vector of the growth estimate. Only
 * cells with a negative margin, in which the energy may grow, can drive a growing mode. Cells that exchange
 * faster with their neighbours drive it more. The weight is the geometric mean of the absolute margin and the
 * rate of exchange. In a test of eight unstable cases no other tested weight detected all of them. */
static void compute_weights(const search *s) {
  const tc_ell *R = s->problem->system->rates;
  for (int32_t i = 0; i < R->rows; i++) {
    const double diagonal = tc_ell_combined(1.0, s->result->looked.dt, R->diagonal[i]);
    s->margin[i] = sqrt(fmax(-s->margin[i], 0.0) * fabs(1.0 - diagonal));
  }
}

static tc_status estimate_growth(const search *s, int products) {
  tc_stable_step *result = s->result;
  TC_TRY(tc_growth_estimate(s->problem, result->looked.dt, products, s->margin, s->log, &result->growth));
  result->products += result->growth.products;
  return TC_OK;
}

/* Collective. Returns an error if a mode grows. A short estimate is made first, because it suffices to detect
 * fast growth. */
static tc_status check_growth(const search *s) {
  tc_stable_step *result = s->result;
  if (result->proved || result->looked.steps == 0) return TC_OK;
  const int products = limit_products(result->looked.steps);
  compute_weights(s);
  TC_TRY(estimate_growth(s, products < first_products ? products : first_products));
  if (has_growing_mode(s) && result->growth.settled) return growth_error(s);
  if (products > first_products) TC_TRY(estimate_growth(s, products));
  return has_growing_mode(s) ? growth_error(s) : TC_OK;
}

/* Collective. Returns an error if a localised mode does not grow but decays too slowly. */
static tc_status check_slow_modes(const search *s) {
  tc_stable_step *result = s->result;
  if (result->proved || result->looked.steps == 0) return TC_OK;
  TC_TRY(tc_response_find(s->problem, &result->response));
  result->products += result->response.products;
  return tc_response_is_even(&result->response) ? TC_OK : slow_mode_error(s);
}

/* Chooses the step size of explicit Euler and computes the factor by which the source shortens it. */
static tc_status choose_explicit(const search *s) {
  const tc_stable_step_options *options = s->options;
  tc_stable_step *result = s->result;
  const double diffusion_bound = tc_spectrum_step_bound(&result->spectrum);
  result->bound = tc_stiffness_bound(&options->stiffness, result->spectrum.largest);
  const tc_stiffness with_margin = tc_stiffness_with_margin(&options->stiffness);
  const double margin_bound = options->safety * tc_stiffness_bound(&with_margin, result->spectrum.largest);
  const double automatic = fmin(margin_bound, tc_stiffness_accuracy_bound(&options->stiffness));
  result->slowed =
      options->dt > 0.0 ? diffusion_bound / result->bound : options->safety * diffusion_bound / automatic;
  TC_TRY(tc_step_size_compute(options->where_dt, result->bound, options->dt, automatic, options->steps,
                              options->end, &result->step));
  result->looked = result->step;
  return TC_OK;
}

/* Returns number and size of stable explicit steps that reach the end time of the implicit steps `step`.
 * `diffusion_bound` is the largest stable explicit step. */
static tc_step_size explicit_steps(const tc_step_size *step, double diffusion_bound) {
  const double stable_share = 0.9, upper_limit = 1e15,
               dt = isfinite(diffusion_bound) ? stable_share * diffusion_bound : step->dt;
  return (tc_step_size){(int64_t)ceil(fmin((double)step->steps * step->dt / dt, upper_limit)), dt};
}

/* Upper limit of the size of implicit steps, as a multiple of the largest stable explicit step. */
static const double max_multiple = 1e15;

/* Chooses the step size of implicit steps. Only the source limits it, because implicit steps evaluate the
 * source explicitly, at the beginning of the step. */
static tc_status choose_implicit(const search *s) {
  const tc_stable_step_options *options = s->options;
  tc_stable_step *result = s->result;
  const double diffusion_bound = tc_spectrum_step_bound(&result->spectrum),
               requested = options->multiple * diffusion_bound;
  const tc_stiffness with_margin = tc_stiffness_with_margin(&options->stiffness);
  const double margin_bound =
      fmin(tc_stiffness_bound(&with_margin, 0.0), tc_stiffness_accuracy_bound(&options->stiffness));
  const double automatic = fmin(requested, margin_bound);
  result->bound = tc_stiffness_bound(&options->stiffness, 0.0);
  result->slowed = options->dt > 0.0 || isinf(requested) ? 1.0 : requested / automatic;
  if (options->dt > result->bound)
    return tc_status_create(TC_NUMERICAL,
                            "%s: a step of %.6g is unstable, because implicit steps treat the source "
                            "explicitly, which limits them to %.6g: set the key to auto (%.6g) or below the "
                            "limit",
                            options->where_dt, options->dt, result->bound, automatic);
  if (options->dt > max_multiple * diffusion_bound)
    return tc_status_create(TC_USAGE,
                            "%s: %g is %.3g times the largest stable explicit step: use at most %g times "
                            "that step, or time.method steady",
                            options->where_dt, options->dt, options->dt / diffusion_bound, max_multiple);
  TC_TRY(tc_step_size_compute(options->where_dt, result->bound, options->dt, automatic, options->steps,
                              options->end, &result->step));
  result->looked = explicit_steps(&result->step, diffusion_bound);
  return TC_OK;
}

/* Collective. Assembles the problem with one value of the stabilisation, computes certificate and spectrum,
 * and chooses the step size. Returns TC_NUMERICAL if the stabilisation is unusable. */
static tc_status analyse_stabilisation(const search *s, double stabilisation, bool limited) {
  tc_problem *problem = s->problem;
  tc_stable_step *result = s->result;
  *result = (tc_stable_step){.stabilisation = stabilisation,
                             .limited = limited,
                             .products = result->products,
                             .bound_without = result->bound_without};
  if (problem->system->stabilisation != stabilisation || problem->system->limited != limited)
    TC_TRY(tc_problem_assemble(problem, stabilisation, limited));
  if (problem->scheme->certify) TC_TRY(tc_tensor_jump_gain(problem, &result->jump_gain));
  result->distant = problem->system->distant;
  TC_TRY(tc_world_sum_int64(problem->space->world, &result->distant, 1));
  result->distant /= 2; /* The sum counts each face twice, once for each of its cells. */
  TC_TRY(tc_certificate_compute(problem, s->margin, &result->certificate));
  result->proved = result->certificate.cells == problem->space->cells;
  TC_TRY(tc_spectrum_estimate(problem, &result->spectrum));
  result->products += result->spectrum.products;
  TC_TRY(is_implicit(s) ? choose_implicit(s) : choose_explicit(s));
  if (stabilisation == 0.0) result->bound_without = result->bound;
  return TC_OK;
}

static tc_status check_stabilisation(const search *s, double stabilisation, bool limited) {
  TC_TRY(analyse_stabilisation(s, stabilisation, limited));
  TC_TRY(check_growth(s));
  return check_slow_modes(s);
}

/* True if the user's dt exceeds the stability bound. A larger stabilisation does not help, because it reduces
 * the bound further. */
static bool exceeds_bound(const search *s) {
  return s->result->bound > 0.0 && s->options->dt > s->result->bound;
}

/* Returns true if, after this error, the next value of the stabilisation may be tried. Frees the error in
 * that case. */
static bool can_continue(const search *s, tc_status *status) {
  if (!*status || tc_status_code(*status) != TC_NUMERICAL || exceeds_bound(s)) return false;
  tc_status_free(status);
  return true;
}

/* True if `status`, the result of the trial without stabilisation, ends the search. A dt of the user that is
 * too large ends the search if stability is proved. If stability is not proved, the search continues with a
 * positive stabilisation. Its error message then contains the smaller bound that dt must satisfy. */
static bool is_final(const search *s, tc_status status) {
  return status && (tc_status_code(status) != TC_NUMERICAL || (exceeds_bound(s) && s->result->proved));
}

/* Tries a stabilisation with unlimited displacement of harmonic points. If the trial fails and some points
 * are distant from their faces, tries it again with limited displacement. */
static tc_status check_with_limiting(const search *s, double stabilisation) {
  tc_status status = check_stabilisation(s, stabilisation, false);
  if (s->result->distant > 0 && can_continue(s, &status))
    status = check_stabilisation(s, stabilisation, true);
  return status;
}

/* Chooses the stabilisation if the user set auto. Chooses 0 if stability is proved without stabilisation,
 * because this allows longer steps. Otherwise chooses a positive value, which also reduces discretisation
 * errors. After a failed trial with unlimited harmonic points, all later trials limit them. */
static tc_status raise_stabilisation(const search *s) {
  tc_status status = analyse_stabilisation(s, stabilisation_levels[0], false);
  if (!status && s->result->proved) return TC_OK;
  if (is_final(s, status)) return status;
  tc_status_free(&status);
  status = check_with_limiting(s, stabilisation_levels[1]);
  for (int level = 2; level < level_count && can_continue(s, &status); level++)
    status = check_stabilisation(s, stabilisation_levels[level], s->result->distant > 0);
  return status;
}

static tc_status choose_step(const search *s) {
  if (!s->problem->scheme->certify) return analyse_stabilisation(s, 0.0, false);
  if (s->options->stabilisation < 0.0) return raise_stabilisation(s);
  return check_with_limiting(s, s->options->stabilisation);
}

tc_status tc_stable_step_find(tc_problem *problem, const tc_stable_step_options *options, const tc_log *log,
                              tc_stable_step *out) {
  search s = {.problem = problem, .options = options, .log = log, .result = out};
  *out = (tc_stable_step){0};
  if (!problem->scheme->certify && options->stabilisation >= 0.0)
    return tc_status_create(TC_USAGE, "%s: scheme %s has no stabilisation: remove the key or set it to auto",
                            options->where_stabilisation, problem->scheme->name);
  const tc_log_phase phase = tc_log_begin_phase(log, TC_JOB_PHASE_search, "finding a stable step");
  tc_status status = tc_world_agree(problem->space->world, TC_ALLOC(s.margin, problem->space->owned));
  if (!status) status = find_anisotropy(&s);
  if (!status) status = choose_step(&s);
  tc_free(s.margin);
  if (!status) tc_log_end_phase(&phase);
  out->takes_one = problem->scheme->certify;
  return status;
}

/* Adds the stabilisation and what it costs. */
static void add_stabilisation(const tc_stable_step *s, tc_line *line) {
  if (s->takes_one) tc_line_add(line, "stabilisation %g", s->stabilisation);
  if (s->bound_without > s->bound && s->bound > 0.0)
    tc_line_add(line, " (steps %.3g times shorter than with 0)", s->bound_without / s->bound);
  if (s->limited) tc_line_add(line, ", harmonic points limited at %lld faces", (long long)s->distant);
  if (isinf(s->slowed)) tc_line_add(line, " (the source alone bounds the step)");
  if (s->slowed > 1.01 && isfinite(s->slowed))
    tc_line_add(line, " (steps %.3g times shorter for the source)", s->slowed);
  if (s->takes_one) tc_line_add(line, ": ");
}

static void add_certificate(const tc_stable_step *s, tc_gid cells, tc_line *line) {
  if (s->proved)
    tc_line_add(line, "proved stable, the energy of no cell can grow");
  else
    tc_line_add(line, "proved stable in %.3g %% of the cells",
                100.0 * (double)s->certificate.cells / (double)cells);
}

static void add_growth(const tc_stable_step *s, tc_line *line) {
  const tc_growth *g = &s->growth;
  if (g->products > 0 && !isfinite(g->rate))
    tc_line_add(line, "; the step is too short to change anything");
  else if (g->grows)
    tc_line_add(line, "; a mode grows by %.2g per explicit step of %.3g and decays with shorter steps",
                g->rate, s->looked.dt);
  else if (g->products > 0)
    tc_line_add(line, "; no mode grows: the slowest found decays by %.2g %s, %s", -g->rate,
                s->looked.dt < s->step.dt ? "an explicit step" : "a step",
                g->settled ? "converged" : "not converged");
}

/* Adds the results that concern the accuracy, and the work of the search. */
static void add_response(const tc_stable_step *s, tc_line *line) {
  const tc_response *r = &s->response;
  if (r->products > 0)
    tc_line_add(line,
                "; localised errors decay fast enough: response to random noise %.3g times the mean, at most "
                "%g allowed",
                r->largest, TC_RESPONSE_LIMIT);
  if (s->jump_gain.value > 0.0)
    tc_line_add(line, "; errors across jumps of the tensor are multiplied by up to %.3g", s->jump_gain.value);
  tc_line_add(line, "; %d products", s->products);
}

void tc_stable_step_format(const tc_stable_step *s, tc_gid cells, char *out, size_t size) {
  tc_line line = {0};
  add_stabilisation(s, &line);
  add_certificate(s, cells, &line);
  add_growth(s, &line);
  add_response(s, &line);
  snprintf(out, size, "%s", line.text);
}
