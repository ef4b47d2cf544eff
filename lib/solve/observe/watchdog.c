/* Checks of the watchdog. In a closed run (no forcing and no outflow) the watchdog checks the norm of v -
 * mean of v. In any other run it checks the norm of the change per step. Both checks allow for rounding
 * errors. In a closed run the allowance grows with the number of steps. */
#include "solve/observe/watchdog.h"

#include <math.h>
#include <string.h>

#include "solve/space/field.h"
#include "solve/space/field_squares.h"

/* `rounding` is the rounding error of the checked norm at step 0, relative to the size of the values, and
 * `rounding_per_step` is its increase per step. */
static const double rounding = 1e-14, rounding_per_step = 1e-15;

/* Returns the rounding error of `steps` steps, relative to the size of the values. */
static double step_rounding(const tc_watchdog *w, double steps) {
  return rounding_per_step * steps * fmax(1.0, w->rules.stages);
}

/* Returns the remedies that a message appends for scheme `gradient`; an empty text for scheme `two-point`. */
static const char *scheme_advice(const tc_watchdog *w) {
  return strcmp(w->problem->scheme->name, "two-point")
             ? ", a larger diffusion.stabilisation, diffusion.scheme two-point"
             : "";
}

/* Example: at step 12 the value of cell 7 at (0.1, 0.2, 0.3) is outside the range of the initial field and
 * of the forcing, 0 to 1, by 30 % of the width of the range, because the mesh there is ..: use a smoother
 * initial field, a larger diffusion.stabilisation, diffusion.scheme two-point or a better mesh (tetgen -q) */
static tc_status range_error(const tc_watchdog *w, const tc_extreme_cell *worst, const double range[2],
                             int64_t step) {
  if (w->rules.steady)
    return tc_status_create(TC_NUMERICAL,
                            "the steady state in cell %lld at (%.4g, %.4g, %.4g) is outside the range of the "
                            "forcing, %.6g to %.6g, by %.6g, because solver.tolerance is too large for this "
                            "tensor, or the mesh there is too coarse or of poor quality: use a smaller "
                            "solver.tolerance%s or a better mesh (tetgen -q)",
                            (long long)worst->cell, worst->position[0], worst->position[1],
                            worst->position[2], range[0], range[1], worst->value, scheme_advice(w));
  return tc_status_create(TC_NUMERICAL,
                          "at step %lld the value of cell %lld at (%.4g, %.4g, %.4g) is outside the range of "
                          "the initial field%s, %.6g to %.6g, by %.3g %% of the width of the range, because "
                          "the mesh there is too coarse or of poor quality for this tensor: use a smoother "
                          "initial field%s or a better mesh (tetgen -q)",
                          (long long)step, (long long)worst->cell, worst->position[0], worst->position[1],
                          worst->position[2], w->input ? " and of the forcing" : "", range[0], range[1],
                          100.0 * worst->value / (range[1] - range[0]), scheme_advice(w));
}

static tc_status overshoot_error(const tc_watchdog *w, const tc_extreme_cell *worst, double width,
                                 int64_t step) {
  return tc_status_create(TC_NUMERICAL,
                          "time.overshoot: at step %lld the value of cell %lld at (%.4g, %.4g, %.4g) is "
                          "outside the range of the initial field by %.3g times the width of the range, but "
                          "at most %g is allowed: set time.dt to auto or to a smaller number, or time.method "
                          "to rkl2",
                          (long long)step, (long long)worst->cell, worst->position[0], worst->position[1],
                          worst->position[2], worst->value / width, w->rules.overshoot);
}

/* Collective. Checks that all values are in the allowed range. Exact solutions remain within the range of the
 * initial field and of the forcing. Scheme `gradient` may exceed that range near fronts, and by much in cells
 * that are too flat for the tensor. For a steady state the range does not include the initial field, because
 * the steady solution does not depend on the initial field. The limits are multiples of the width of the
 * range, so they do not change if a constant is added to all data. */
static tc_status check_range(const tc_watchdog *w, const tc_run_state *now) {
  double range[2] = {w->range[0], w->range[1]};
  if (w->input) tc_forcing_widen_range(w->input, range);
  const double largest = fmax(fabs(range[0]), fabs(range[1])), width = range[1] - range[0],
               rounding_error = 1e-9 * width + (rounding + step_rounding(w, (double)now->step)) * largest;
  /* The limit at the last step is halved, because overshoots at sharp fronts decay during the run. */
  const double usual = (now->last ? 0.5 : 1.0) * (w->rules.swings ? 2.0 : 1.0),
               accepted = (w->rules.overshoot > 0.0 ? w->rules.overshoot : usual) * width;
  tc_extreme_cell worst;
  if (!isfinite(width) || (w->rules.steady && w->input && tc_forcing_has_source(w->input))) return TC_OK;
  TC_TRY(tc_field_find_outside_range(w->problem->space, now->value, range[0], range[1], &worst));
  if (worst.value <= accepted || worst.value <= rounding_error) return TC_OK;
  return w->rules.overshoot > 0.0 ? overshoot_error(w, &worst, width, now->step)
                                  : range_error(w, &worst, range, now->step);
}

/* Returns the remedy for a growing field. A dt above the stability bound was rejected before the run. If the
 * field grows nevertheless, the slopes of the source have become too steep for dt during the run, or
 * stability was not proved. */
static const char *step_advice(const tc_watchdog *w) {
  if (w->rules.proved) return "use a smaller time.dt";
  return *scheme_advice(w) == '\0'
             ? "use a smaller time.dt or a better mesh (tetgen -q)"
             : "use a larger diffusion.stabilisation, a smaller time.dt or a better mesh (tetgen -q)";
}

static tc_status not_finite_error(const tc_watchdog *w, int64_t step) {
  return tc_status_create(TC_NUMERICAL,
                          "unstable: at step %lld some value is not finite (NaN or infinite)%s: %s",
                          (long long)step, w->input ? ", which a forcing without a bound can also cause" : "",
                          step_advice(w));
}

tc_status tc_watchdog_init(const tc_problem *problem, tc_forcing *input, const double *value,
                           tc_watchdog_rules rules, tc_watchdog *out) {
  const tc_space *space = problem->space;
  tc_field_stats initial;
  double volume;
  *out = (tc_watchdog){.problem = problem, .input = input, .rules = rules, .next_slopes = 100};
  out->closed = !input && tc_physics_is_conservative(problem->physics);
  TC_TRY(tc_field_volume(space, &volume));
  TC_TRY(tc_field_stats_compute(space, value, &initial));
  out->mean = initial.integral / volume;
  out->range[0] = rules.steady ? INFINITY : initial.min;
  out->range[1] = rules.steady ? -INFINITY : initial.max;
  TC_TRY(tc_field_deviation_norm(space, value, out->mean, &out->top, &out->first));
  if (!isfinite(out->first)) return not_finite_error(out, 0);
  out->min = out->closed ? out->first : INFINITY;
  out->floor = 1e-9 * out->first + rounding * fabs(out->mean) * sqrt(volume);
  out->floor_a_step = step_rounding(out, 1.0) * (out->first + fabs(out->mean) * sqrt(volume));
  return TC_OK;
}

/* True if the rate of change is checked, false if the change of the field in a step is checked. */
static bool checks_rate(const tc_watchdog *w) {
  return w->rules.stages > 0 && !(w->input && tc_local_steps_count(tc_forcing_split(w->input)) > 0);
}

/* Example: unstable: at step 12 the norm of the field's deviation from its mean, which diffusion can only
 * reduce, has risen from 0.5 to 0.7: use a smaller time.dt */
static tc_status growth_error(const tc_watchdog *w, int64_t step, double norm, double from) {
  return tc_status_create(TC_NUMERICAL,
                          "unstable: at step %lld the norm of the field's %s, which %s, has risen from %.6g "
                          "to %.6g: %s",
                          (long long)step,
                          w->closed        ? "deviation from its mean"
                          : checks_rate(w) ? "rate of change"
                                           : "change in a step",
                          w->closed ? "diffusion can only reduce" : "the forcing does not explain", from,
                          norm, step_advice(w));
}

static double growth_tolerance(const tc_watchdog *w) { return w->rules.proved ? 1.0 + 1e-9 : 1.01; }

/* Returns an upper bound of the norm of the error that incomplete solves have caused since the last check. */
static double new_unsolved_norm(const tc_watchdog *w, const tc_run_state *now) {
  return now->unsolved_norm - w->unsolved_norm;
}

static tc_status check_deviation(tc_watchdog *w, const tc_run_state *now) {
  const double floor = w->floor + (double)now->step * w->floor_a_step;
  double norm;
  TC_TRY(tc_field_deviation_norm(w->problem->space, now->value, w->mean, &w->top, &norm));
  if (!isfinite(norm)) return not_finite_error(w, now->step);
  w->min += new_unsolved_norm(w, now);
  if (norm > growth_tolerance(w) * w->min + floor) return growth_error(w, now->step, norm, w->min);
  if (now->last && norm > w->first + now->unsolved_norm + floor)
    return growth_error(w, now->step, norm, w->first);
  w->min = fmin(w->min, norm);
  return TC_OK;
}

/* Collective. Checks the slopes of the source. Runs only at steps 100, 200, 400 and so on and at the last
 * step, because one check takes as long as some tens of steps. */
static tc_status check_slopes(tc_watchdog *w, const tc_run_state *now) {
  tc_field_stats field;
  if (!w->input || w->rules.rejects || (now->step < w->next_slopes && !now->last)) return TC_OK;
  while (w->next_slopes <= now->step) w->next_slopes *= 2;
  TC_TRY(tc_field_stats_compute(w->problem->space, now->value, &field));
  const double range[2] = {fmin(w->range[0], field.min), fmax(w->range[1], field.max)};
  const double dt = fmax(now->dt, w->rules.dt);
  return tc_forcing_check_slopes(w->input, now->time, dt, now->covered, range);
}

/* Collective. Computes an upper bound of the effect of the forcing's change since the last check. If the
 * watchdog checks the rate of change, this is the effect on that rate, otherwise the effect on the change of
 * the field in a step of the usual length. */
static tc_status take_forcing_change(const tc_watchdog *w, const tc_run_state *now, double *change) {
  const double longest = tc_forcing_longest_step(w->input);
  TC_TRY(tc_forcing_take_change(w->input, change));
  if (!now->rate && w->rules.dt > 0.0 && longest > 0.0) *change *= w->rules.dt / longest;
  return TC_OK;
}

/* Collective. Computes the norm of the change in the last step, or of the rate of change if it is stored. */
static tc_status compute_change_norm(tc_watchdog *w, const tc_run_state *now, double *out) {
  if (!now->rate) return tc_hook_change(w->problem->space, now, out);
  return tc_field_deviation_norm(w->problem->space, now->rate, 0.0, &w->rate_top, out);
}

/* True if the change in the last step can be compared with those of other steps. Rates of change can always
 * be compared. Changes of the field can be compared only if the step has the usual length, and never in
 * implicit steps with error control. */
static bool is_comparable(const tc_watchdog *w, const tc_run_state *now) {
  if (w->rules.rejects) return false;
  return now->rate || w->rules.dt == 0.0 || now->dt == w->rules.dt;
}

static tc_status check_change(tc_watchdog *w, const tc_run_state *now) {
  const double rounding_factor = 4.0; /* The allowance for rounding is the rounding error of 4 steps. */
  double norm, size, forcing_change = 0.0;
  if (w->input) TC_TRY(take_forcing_change(w, now, &forcing_change));
  TC_TRY(compute_change_norm(w, now, &norm));
  TC_TRY(tc_field_deviation_norm(w->problem->space, now->value, w->mean, &w->top, &size));
  if (w->input) TC_TRY(tc_forcing_check_finite(w->input));
  if (!isfinite(norm)) return not_finite_error(w, now->step);
  if (w->input) TC_TRY(tc_forcing_check_states(w->input, now->time));
  TC_TRY(check_slopes(w, now));
  const double scale = now->rate ? now->covered : 1.0,
               floor = scale * (1e-13 * size + rounding_factor * w->floor_a_step);
  w->min += forcing_change + 2.0 * new_unsolved_norm(w, now);
  if (!is_comparable(w, now)) return TC_OK;
  if (norm > growth_tolerance(w) * w->min + floor) return growth_error(w, now->step, norm, w->min);
  w->min = fmin(w->min, norm);
  return TC_OK;
}

tc_status tc_watchdog_check(tc_watchdog *w, const tc_run_state *now, bool with_range) {
  TC_TRY(w->closed ? check_deviation(w, now) : check_change(w, now));
  w->unsolved_norm = now->unsolved_norm;
  /* The default limits are not checked at step 1, because fronts are steepest then. A limit that the user has
   * set (time.overshoot) is always checked. */
  const bool is_due = now->step > 1 || now->last || w->rules.overshoot > 0.0;
  return with_range && is_due ? check_range(w, now) : TC_OK;
}

tc_status tc_watchdog_list_restart(tc_watchdog *w, tc_restart_list *keep) {
  TC_TRY(tc_restart_list_add_common(keep, &w->unsolved_norm, 1, "watch.left"));
  TC_TRY(tc_restart_list_add_integer(keep, &w->next_slopes, "watch.next_slopes"));
  TC_TRY(tc_restart_list_add_common(keep, &w->mean, 1, "watch.mean"));
  TC_TRY(tc_restart_list_add_common(keep, &w->first, 1, "watch.first"));
  TC_TRY(tc_restart_list_add_common(keep, &w->min, 1, "watch.least"));
  TC_TRY(tc_restart_list_add_common(keep, &w->floor, 1, "watch.floor"));
  TC_TRY(tc_restart_list_add_common(keep, &w->floor_a_step, 1, "watch.floor_a_step"));
  return tc_restart_list_add_common(keep, w->range, 2, "watch.range");
}
