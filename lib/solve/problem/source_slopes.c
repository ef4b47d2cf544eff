/* Slopes of a source and of the rates of local states, estimated by secants. For slopes in v, formulas are
 * evaluated with the same value of v in all cells. For slopes in a state, that state is changed by a small
 * amount. The slopes determine the largest stable step of explicit Euler (solve/local/stiffness.h). */
#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "solve/problem/source_internal.h"

#define TC_PHASE "estimating slopes of the source"

enum { intervals = 16 };

typedef struct scan {
  double v;               /* Value of v with which the formulas are evaluated in all cells. */
  double *shifted;        /* [cells] Values of a local state plus a small change. */
  double *before, *after; /* [cells] Values of a formula at the two ends of a secant. */
  double *slope;          /* [cells] Slope of the source with respect to one local state. */
  double *size;           /* [states] Largest magnitude of each state in the whole mesh. */
  double *rise;           /* [cells] Receives the largest slope of the source in v; borrowed; may be NULL. */
  tc_pool memory;         /* Owns the arrays of this struct. */
} scan;

static tc_status alloc_scan(const tc_source *s, scan *a) {
  TC_TRY(TC_POOL_ARRAY(&a->memory, a->shifted, s->cells));
  TC_TRY(TC_POOL_ARRAY(&a->memory, a->before, s->cells));
  TC_TRY(TC_POOL_ARRAY(&a->memory, a->after, s->cells));
  TC_TRY(TC_POOL_ARRAY(&a->memory, a->slope, s->cells));
  return TC_POOL_ARRAY_ZERO(&a->memory, a->size, s->options.states);
}

static tc_status init_scan(const tc_source *s, scan *a) {
  const tc_world *world = s->space->world;
  TC_TRY(tc_world_agree(world, alloc_scan(s, a)));
  for (int k = 0; k < s->options.states; k++)
    for (int32_t i = 0; i < s->cells; i++)
      a->size[k] = fmax(a->size[k], fabs(tc_source_state_values(s->state, s, k)[i]));
  return tc_world_max(world, a->size, s->options.states);
}

/* Raises the slopes in *largest to the slopes (a->after - a->before) / distance of all cells, if these are
 * larger. A slope that is not finite is skipped. */
static void update_slopes(const tc_source *s, const scan *a, double distance, tc_slope *largest) {
  for (int32_t i = 0; i < s->cells; i++) {
    const double slope = (a->after[i] - a->before[i]) / distance;
    if (!isfinite(slope)) continue;
    largest->growth = fmax(largest->growth, slope);
    largest->decay = fmax(largest->decay, -slope);
  }
}

/* Raises a->rise, the largest slope of each cell, to the slope (a->after - a->before) / distance if this is
 * larger. A slope that is not finite is skipped. */
static void record_rise(const tc_source *s, const scan *a, double distance) {
  for (int32_t i = 0; a->rise && i < s->cells; i++) {
    const double slope = (a->after[i] - a->before[i]) / distance;
    if (isfinite(slope)) a->rise[i] = fmax(a->rise[i], slope);
  }
}

/* Adds the values of the program's function for v = a->v in all cells to out[cells]. Does nothing without a
 * function. */
static tc_status add_function(const tc_source *s, const scan *a, double *out) {
  if (!s->options.function) return TC_OK;
  for (int32_t i = 0; i < s->cells; i++) a->shifted[i] = a->v;
  const tc_status status = tc_source_call(s, s->time, a->shifted, s->late_part);
  for (int32_t i = 0; i < s->cells; i++) out[i] += s->late_part[i];
  return status;
}

/* Sets out[cells] to the source for v = a->v in all cells. */
static tc_status evaluate_source(const tc_source *s, const scan *a, double *out) {
  tc_status status = TC_OK;
  if (s->options.source)
    status = tc_expression_evaluate(s->options.source, s->cells, s->column, out);
  else
    memset(out, 0, (size_t)s->cells * sizeof *out);
  return tc_status_first(status, add_function(s, a, out));
}

/* Computes the secants of the source over 16 parts of the range of v, which starts at `low`. `step` is the
 * length of a part. After an error on this rank the loop continues to its end, because the function of the
 * program may use MPI and all ranks must call it equally often. Returns the first error. */
static tc_status scan_v(const tc_source *s, double low, double step, scan *a, tc_slope *part) {
  tc_status status = TC_OK;
  for (int j = 0; j <= intervals; j++) {
    double *swapped = a->after;
    a->after = a->before;
    a->before = swapped;
    a->v = low + j * step;
    status = tc_status_first(status, evaluate_source(s, a, a->after));
    if (j == 0) continue;
    update_slopes(s, a, step, &part[j - 1]);
    record_rise(s, a, step);
  }
  return status;
}

/* Collective. Computes the secants over equal parts of the range low .. high of v. Sets *out to the number of
 * the part with the steepest secant on any rank. */
static tc_status find_steepest(const tc_source *s, double low, double high, scan *a, int *out,
                               tc_slope *largest) {
  const tc_world *world = s->space->world;
  tc_slope part[intervals] = {{0.0, 0.0}};
  TC_TRY(tc_world_agree(world, scan_v(s, low, (high - low) / intervals, a, part)));
  TC_TRY(tc_world_max(world, &part[0].growth, 2 * intervals));
  *out = 0;
  for (int j = 0; j < intervals; j++) {
    if (tc_slope_size(&part[j]) > tc_slope_size(&part[*out])) *out = j;
    largest->growth = fmax(largest->growth, part[j].growth);
    largest->decay = fmax(largest->decay, part[j].decay);
  }
  return TC_OK;
}

static bool depends_on_v(const tc_source_options *options) {
  return (options->source && tc_expression_uses(options->source, TC_SOURCE_V)) ||
         (options->function && options->function->uses_field);
}

/* Computes secants over 16 parts of the range low .. high, then over 16 smaller parts around the steepest
 * secant, because a secant is less steep than the steepest slope within its part. */
static tc_status scan_v_refined(const tc_source *s, double low, double high, scan *a, tc_slope *largest) {
  const double step = (high - low) / intervals;
  int steepest;
  if (!depends_on_v(&s->options)) return TC_OK;
  TC_TRY(find_steepest(s, low, high, a, &steepest, largest));
  return find_steepest(s, fmax(low, low + (steepest - 1) * step), fmin(high, low + (steepest + 2) * step), a,
                       &steepest, largest);
}

/* Returns the amount by which state k is changed to estimate slopes. */
static double difference_step(const scan *a, int k) { return a->size[k] > 0.0 ? 1e-3 * a->size[k] : 1e-3; }

static tc_status scan_state(tc_source *s, int k, scan *a, tc_slope *largest) {
  const double distance = difference_step(a, k), *state = tc_source_state_values(s->state, s, k);
  tc_strided_values *column = &s->column[TC_SOURCE_VARIABLES + k];
  tc_expression *rate = s->options.state[k].rate;
  if (!tc_expression_uses(rate, TC_SOURCE_VARIABLES + k)) return TC_OK;
  for (int32_t i = 0; i < s->cells; i++) a->shifted[i] = state[i] + distance;
  TC_TRY(tc_expression_evaluate(rate, s->cells, s->column, a->before));
  column->value = a->shifted;
  const tc_status status = tc_expression_evaluate(rate, s->cells, s->column, a->after);
  column->value = state;
  if (!status) update_slopes(s, a, distance, largest);
  return status;
}

/* Sets a->slope to the slope of the source with respect to state k at v = a->v. */
static tc_status compute_source_slope(tc_source *s, int k, scan *a) {
  const double distance = difference_step(a, k), *state = tc_source_state_values(s->state, s, k);
  tc_strided_values *column = &s->column[TC_SOURCE_VARIABLES + k];
  for (int32_t i = 0; i < s->cells; i++) a->shifted[i] = state[i] + distance;
  TC_TRY(tc_expression_evaluate(s->options.source, s->cells, s->column, a->before));
  column->value = a->shifted;
  const tc_status status = tc_expression_evaluate(s->options.source, s->cells, s->column, a->after);
  column->value = state;
  for (int32_t i = 0; i < s->cells; i++) a->slope[i] = (a->after[i] - a->before[i]) / distance;
  return status;
}

/* Raises *largest to the squared angular frequency of the oscillation of v and state k, if that is larger.
 * This square is |ds/dw * dr/dv|, where s is the source, w the state and r its rate. */
static tc_status measure_cycle(tc_source *s, int k, double step, scan *a, double *largest) {
  const double v = a->v;
  tc_expression *rate = s->options.state[k].rate;
  if (!s->options.source || !tc_expression_uses(s->options.source, TC_SOURCE_VARIABLES + k)) return TC_OK;
  if (!tc_expression_uses(rate, TC_SOURCE_V)) return TC_OK;
  TC_TRY(compute_source_slope(s, k, a));
  TC_TRY(tc_expression_evaluate(rate, s->cells, s->column, a->before));
  a->v = v + step;
  const tc_status status = tc_expression_evaluate(rate, s->cells, s->column, a->after);
  a->v = v;
  for (int32_t i = 0; i < s->cells && !status; i++) {
    const double square = fabs(a->slope[i] * (a->after[i] - a->before[i]) / step);
    if (isfinite(square)) *largest = fmax(*largest, square);
  }
  return status;
}

static tc_status scan_states(tc_source *s, double low, double step, scan *a, tc_stiffness *out) {
  double circle = 0.0;
  for (int j = 0; j < intervals; j++) {
    a->v = low + j * step;
    for (int k = 0; k < s->options.states; k++) {
      TC_TRY(scan_state(s, k, a, &out->states));
      TC_TRY(measure_cycle(s, k, step, a, &circle));
    }
  }
  out->circle = sqrt(circle);
  return TC_OK;
}

tc_status tc_source_stiffness(tc_source *s, double t, const double range[2], tc_stiffness *out,
                              double *rise) {
  const tc_world *world = s->space->world;
  const double low = range[0], high = range[1];
  const double width = high > low ? high - low : fabs(low) > 0.0 ? fabs(low) : 1.0;
  scan a = {.rise = rise};
  tc_status status = TC_OK;
  *out = (tc_stiffness){0};
  for (int32_t i = 0; rise && i < s->cells; i++) rise[i] = 0.0;
  s->time = t;
  s->column[TC_SOURCE_V] = (tc_strided_values){&a.v, 0};
  TC_GUARD(status, init_scan(s, &a));
  TC_GUARD(status, scan_v_refined(s, low, low + width, &a, &out->v));
  TC_GUARD(status, tc_world_agree(world, scan_states(s, low, width / intervals, &a, out)));
  double largest[3] = {out->states.growth, out->states.decay, out->circle};
  TC_GUARD(status, tc_world_max(world, largest, 3));
  out->states = (tc_slope){largest[0], largest[1]};
  out->circle = largest[2];
cleanup:
  s->column[TC_SOURCE_V] =
      (tc_strided_values){NULL, 0}; /* Removes the pointer to a.v, which becomes invalid on return. The next
                                       evaluation sets its own array of v. */
  tc_pool_free(&a.memory);
  return status;
}

/* Returns true if a step of length dt is stable with the slopes `now`. `covered` is as in
 * tc_source_check_slopes. Sets *largest to the largest stable step, or for stabilised steps to the largest
 * stable step of explicit Euler. */
static bool is_stable(const tc_stiffness *now, double dt, const tc_local_steps *local, double covered,
                      double diffusion, double *largest) {
  const int steps = tc_local_steps_count(local);
  /* Step of explicit Euler with the same stability bound. For a stabilised step it follows from the largest
   * |eigenvalue| `covered`. */
  const double euler_dt = covered > 0.0 ? 2.0 / covered : dt;
  *largest =
      steps > 0 ? steps * local->parts * tc_stiffness_bound(now, 0.0) : tc_stiffness_bound(now, diffusion);
  return euler_dt <= *largest;
}

tc_status tc_source_check_slopes(tc_source *s, double t, double dt, const tc_local_steps *local,
                                 double covered, double diffusion, const double range[2]) {
  tc_stiffness now;
  double bound, bound_of_v;
  TC_TRY(tc_source_stiffness(s, t, range, &now, NULL));
  if (is_stable(&now, dt, local, covered, diffusion, &bound)) return TC_OK;
  const tc_stiffness of_v = {.v = now.v, .circle = now.circle};
  const bool is_from_v =
      tc_slope_size(&now.v) > 0.0 && !is_stable(&of_v, dt, local, covered, diffusion, &bound_of_v);
  return tc_status_create(TC_NUMERICAL,
                          "%s: unstable: at t = %.6g the %s too large for steps of %.6g: set %s below "
                          "%.6g",
                          is_from_v ? tc_source_where(s) : tc_expression_where(s->options.state[0].rate), t,
                          is_from_v ? "slope ds/dv of the source is"
                                    : "derivatives of the rates of states are",
                          dt, covered > 0.0 ? "time.method to euler and time.dt" : "time.dt", bound);
}
