/* Size of the steps and number of stages in the search for a stable step (see stable_step_internal.h). The
 * user sets the size of stabilised steps. tc_stable_step_find_stages finds the ellipse of the eigenvalues and
 * the smallest number of stages with which a step of this length is stable. The ellipse is widened by the
 * uncertainty of the search if the polynomials of the method do not cover this uncertainty themselves. */
#include <math.h>

#include "base/text/line.h"
#include "solve/stability/stable_step_internal.h"

/* Returns the stiffness of the source, which limits the stability of steps that include the source. Returns
 * zeros if operator splitting advances the source separately. */
static tc_stiffness limiting_stiffness(const tc_stable_step_options *options) {
  return options->splits ? (tc_stiffness){.circle = 0.0} : options->stiffness;
}

/* Chooses the step size of explicit Euler and computes the factor by which the source shortens it. */
static tc_status choose_explicit(const tc_stable_step_search *s) {
  const tc_stable_step_options *options = s->options;
  tc_stable_step *result = s->result;
  const double diffusion_bound = tc_spectrum_step_bound(&result->spectrum);
  const tc_stiffness limiting = limiting_stiffness(options),
                     with_margin = tc_stiffness_with_margin(&limiting);
  result->bound = tc_stiffness_bound(&limiting, result->spectrum.largest);
  const double margin_bound = options->safety * tc_stiffness_bound(&with_margin, result->spectrum.largest);
  const double automatic = fmin(margin_bound, tc_stiffness_accuracy_bound(&options->stiffness));
  result->slowed =
      options->dt > 0.0 ? diffusion_bound / result->bound : options->safety * diffusion_bound / automatic;
  TC_TRY(tc_step_size_compute(options->where_dt, result->bound, options->dt, automatic, options->steps,
                              options->end, &result->step));
  result->tested = result->step;
  return TC_OK;
}

/* Returns number and size of stable steps of explicit Euler that reach the same end time as the steps `step`.
 * `diffusion_bound` is the largest stable step of explicit Euler. */
static tc_step_size explicit_steps(const tc_step_size *step, double diffusion_bound) {
  const double stable_share = 0.9, upper_limit = 1e15,
               dt = isfinite(diffusion_bound) ? stable_share * diffusion_bound : step->dt;
  return (tc_step_size){(int64_t)ceil(fmin((double)step->steps * step->dt / dt, upper_limit)), dt};
}

/* Upper limit of the ratio of an implicit step to the largest stable explicit step. */
static const double max_multiple = 1e15;

/* For steps with error control. Sets result->step.dt to the unit of their lengths, which is the largest
 * stable step of explicit Euler, and result->tested to steps of explicit Euler up to the end time. The bound
 * of implicit steps depends only on the source. */
static tc_status choose_controlled(const tc_stable_step_search *s) {
  const tc_stable_step_options *options = s->options;
  tc_stable_step *result = s->result;
  const double bound = tc_stiffness_bound(&options->stiffness, result->spectrum.largest);
  result->bound = options->stabilised ? INFINITY : tc_stiffness_bound(&options->stiffness, 0.0);
  result->slowed = 1.0;
  result->step = (tc_step_size){0, isfinite(bound) ? bound : options->end};
  result->tested =
      explicit_steps(&(tc_step_size){1, options->end}, tc_spectrum_step_bound(&result->spectrum));
  return TC_OK;
}

/* Chooses the step size of implicit steps. Only the source limits it, because implicit steps evaluate the
 * source explicitly, at the beginning of the step. */
static tc_status choose_implicit(const tc_stable_step_search *s) {
  const tc_stable_step_options *options = s->options;
  tc_stable_step *result = s->result;
  const double diffusion_bound = tc_spectrum_step_bound(&result->spectrum),
               requested = options->multiple * diffusion_bound;
  const tc_stiffness limiting = limiting_stiffness(options),
                     with_margin = tc_stiffness_with_margin(&limiting);
  const double margin_bound =
      fmin(tc_stiffness_bound(&with_margin, 0.0), tc_stiffness_accuracy_bound(&options->stiffness));
  const double automatic = fmin(requested, margin_bound);
  result->bound = tc_stiffness_bound(&limiting, 0.0);
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
  result->tested = explicit_steps(&result->step, diffusion_bound);
  return TC_OK;
}

/* Chooses the size of stabilised steps, which the user has set. The stages limit it later. */
static tc_status choose_stabilised(const tc_stable_step_search *s) {
  const tc_stable_step_options *options = s->options;
  tc_stable_step *result = s->result;
  result->bound = INFINITY;
  result->slowed = 1.0;
  TC_TRY(tc_step_size_compute(options->where_dt, INFINITY, options->dt, options->dt, options->steps,
                              options->end, &result->step));
  result->tested = explicit_steps(&result->step, tc_spectrum_step_bound(&result->spectrum));
  return TC_OK;
}

tc_status tc_stable_step_choose_size(const tc_stable_step_search *s) {
  if (s->options->controls_error) return choose_controlled(s);
  if (s->options->stabilised) return choose_stabilised(s);
  return s->options->multiple > 0.0 ? choose_implicit(s) : choose_explicit(s);
}

tc_status tc_stable_step_set_steps(const tc_stable_step_options *o, tc_stable_step *step, bool *is_equal) {
  const int64_t before = step->tested.steps;
  tc_step_size all = {1, o->end};
  if (!o->controls_error) {
    TC_TRY(tc_step_size_compute(o->where_dt, INFINITY, o->dt, o->dt, o->steps, o->end, &step->step));
    all = step->step;
  }
  step->tested = explicit_steps(&all, tc_spectrum_step_bound(&step->spectrum));
  *is_equal = !step->depends_on_steps || step->tested.steps == before;
  return TC_OK;
}

/* ---- stages ---- */

/* A trial of the stabilisation replaces the best one so far if the latter needs more than 11/10 times as many
 * stages. */
enum { gain_numerator = 11, gain_denominator = 10 };

/* Returns the largest |eigenvalue| for which the stages must be stable: that of R plus the slope of the
 * source, which may grow during the run. */
static double fastest_rate(const tc_stable_step_search *s) {
  const tc_stiffness limiting = limiting_stiffness(s->options),
                     with_margin = tc_stiffness_with_margin(&limiting);
  const double largest = fmax(s->result->spectrum.largest, s->result->ellipse.largest),
               bound = tc_stiffness_bound(&with_margin, largest);
  return isfinite(bound) ? 2.0 / bound : 0.0;
}

/* Returns the number of stages that the chosen step needs if all eigenvalues are in an ellipse of this axis
 * ratio; 0 if this number exceeds `most`. */
static int count_stages(const tc_stable_step_search *s, double axis_ratio, int most) {
  return tc_stabilised_count_stages(s->options->stabilised, axis_ratio, s->result->step.dt * fastest_rate(s),
                                    most);
}

/* Numbers of stages of steps with error control: the number for which the stabilisation is chosen, and the
 * number for which the ellipse is searched. Most steps of a run have fewer stages than the second number. */
enum { usual_stages = 40, searched_stages = 100 };

static int limit_stages(const tc_stable_step_search *s, int stages) {
  return stages < s->options->most_stages ? stages : s->options->most_stages;
}

/* Collective. Finds the ellipse of the eigenvalues. The number of products of the search follows from the
 * number of stages that a step needs if all eigenvalues are real. */
static tc_status find_ellipse(const tc_stable_step_search *s) {
  tc_stable_step *result = s->result;
  const int least = s->options->controls_error ? limit_stages(s, searched_stages)
                                               : count_stages(s, 0.0, TC_STABILISED_STAGES_MAX),
            stages = least > 0 ? least : TC_STABILISED_STAGES_MAX;
  TC_TRY(tc_ellipse_find(s->problem, result->spectrum.largest, tc_ellipse_trial(stages), s->log,
                         &result->ellipse));
  result->products += result->ellipse.products;
  return TC_OK;
}

/* Returns the largest step that is stable with `stages` stages in the ellipse; 0 without an ellipse. */
static double largest_step(const tc_stable_step_search *s, const tc_ellipse *ellipse, int stages) {
  const double rate = fastest_rate(s);
  if (!ellipse->found || stages < TC_STABILISED_STAGES_MIN) return 0.0;
  return rate > 0.0 ? tc_stabilised_beta(s->options->stabilised, stages, ellipse->axis_ratio) / rate
                    : INFINITY;
}

/* Returns the largest number of stages for which the ellipse found by the search need not be widened by the
 * search's uncertainty. Chebyshev polynomials (rkc2) are as large on the whole ellipse as at its vertices, so
 * a mode just outside the ellipse grows. For rkc2 the result is therefore 0 if there was a search. */
static int certain_stages(const tc_stable_step_search *s) {
  const int certain = tc_ellipse_certain_stages(&s->result->ellipse, s->problem->space->cells),
            most = s->options->most_stages;
  if (s->result->ellipse.trial > 0 && s->options->stabilised->alpha == 0.0) return 0;
  return certain < most ? certain : most;
}

/* Sets stages, most_stages and the values that depend on them for steps with error control. `wide` is the
 * ellipse that includes the uncertainty of the search. The numbers of stages are 0 if an ellipse is needed
 * that the table does not contain. */
static void set_controlled_stages(const tc_stable_step_search *s, const tc_ellipse *wide) {
  tc_stable_step *result = s->result;
  const int certain = certain_stages(s);
  if (certain < TC_STABILISED_STAGES_MIN) result->ellipse = *wide;
  result->most_stages = certain >= TC_STABILISED_STAGES_MIN ? certain
                        : wide->found                       ? s->options->most_stages
                                                            : 0;
  result->stages = result->most_stages < usual_stages ? result->most_stages : usual_stages;
  result->rate = fastest_rate(s);
  if (result->rate > 0.0) result->step.dt = 2.0 / result->rate;
  result->bound = largest_step(s, &result->ellipse, result->most_stages);
  result->covered =
      result->stages > 0 ? largest_step(s, &result->ellipse, result->stages) / (double)result->stages : 0.0;
}

tc_status tc_stable_step_find_stages(const tc_stable_step_search *s) {
  tc_stable_step *result = s->result;
  if (!s->options->stabilised) return TC_OK;
  TC_TRY(find_ellipse(s));
  if (!result->ellipse.found) return TC_OK;
  const tc_ellipse wide = tc_ellipse_widen(&result->ellipse, s->problem->space->cells);
  const int most = s->options->most_stages, certain = certain_stages(s);
  result->proved = result->proved && result->ellipse.trial == 0;
  if (s->options->controls_error) {
    set_controlled_stages(s, &wide);
    return TC_OK;
  }
  result->bound = fmax(largest_step(s, &result->ellipse, certain), largest_step(s, &wide, most));
  result->stages =
      certain >= TC_STABILISED_STAGES_MIN ? count_stages(s, result->ellipse.axis_ratio, certain) : 0;
  if (result->stages > 0) return TC_OK;
  result->ellipse = wide;
  if (wide.found) result->stages = count_stages(s, wide.axis_ratio, most);
  return TC_OK;
}

/* Returns the largest number with three significant digits that is at most `value`. */
static double round_down(double value) {
  if (!(value > 0.0) || isinf(value)) return value;
  const double unit = pow(10.0, floor(log10(value)) - 2.0);
  return floor(value / unit) * unit;
}

/* Returns an error that describes a step with too many stages. `stages` is their number, or 0 if no number of
 * stages suffices. */
static tc_status stages_error(const tc_stable_step_search *s, int stages) {
  const tc_stable_step *r = s->result;
  const double dt = s->options->dt, largest = round_down(r->bound);
  if (stages > 0)
    return tc_status_create(TC_NUMERICAL,
                            "%s: %g needs %d stages, but %s allows %d: set time.dt to at most %.3g or "
                            "time.stages to at least %d",
                            s->options->where_dt, dt, stages, s->options->where_stages,
                            s->options->most_stages, largest, stages);
  tc_line reason = {0};
  if (r->ellipse.axis_ratio > 0.0)
    tc_line_add(&reason, " with eigenvalues in an ellipse of axis ratio %.3g", r->ellipse.axis_ratio);
  return tc_status_create(TC_NUMERICAL,
                          "%s: %g needs more than %d stages%s: set time.dt to at most %.3g, the largest step "
                          "of %d stages (%s)",
                          s->options->where_dt, dt, TC_STABILISED_STAGES_MAX, reason.text, largest,
                          s->options->most_stages, s->options->where_stages);
}

/* Returns an error for an ellipse that cannot be widened by the uncertainty of the search. */
static tc_status uncertain_error(const tc_stable_step_search *s) {
  return tc_status_create(TC_NUMERICAL,
                          "%s: stability cannot be guaranteed for any number of stages with "
                          "diffusion.stabilisation %g, because eigenvalues are too close to the boundary of "
                          "the stability region of the method: set it to a larger number, or time.method to "
                          "rkl2",
                          s->options->where_stabilisation, s->result->stabilisation);
}

tc_status tc_stable_step_check_stages(const tc_stable_step_search *s) {
  if (!s->options->stabilised || s->result->stages > 0) return TC_OK;
  if (s->options->controls_error) return uncertain_error(s);
  return stages_error(s, count_stages(s, s->result->ellipse.axis_ratio, TC_STABILISED_STAGES_MAX));
}

static bool saves_stages(int stages, int best) {
  return stages > 0 && (best == 0 || gain_numerator * stages < gain_denominator * best);
}

static bool covers_more(double covered, double best) {
  return gain_denominator * covered > gain_numerator * best;
}

bool tc_stable_step_needs_fewer_stages(const tc_stable_step *result, const tc_stable_step *best) {
  if (result->covered > 0.0 || best->covered > 0.0) return covers_more(result->covered, best->covered);
  const bool both_fail = result->stages == 0 && best->stages == 0;
  return both_fail ? result->bound > best->bound : saves_stages(result->stages, best->stages);
}

/* Returns the simulated time per product that a step with error control would cover if all eigenvalues were
 * real. */
static double highest_cover(const tc_stable_step_search *s) {
  const int stages = limit_stages(s, usual_stages);
  const tc_ellipse real = {.found = true};
  return largest_step(s, &real, stages) / (double)stages;
}

bool tc_stable_step_can_save_stages(const tc_stable_step_search *s, const tc_stable_step *best) {
  if (s->options->controls_error) return covers_more(highest_cover(s), best->covered);
  return saves_stages(count_stages(s, 0.0, s->options->most_stages), best->stages);
}
