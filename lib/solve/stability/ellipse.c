/* Search for the ellipse of the eigenvalues; ellipse.h defines q, lambda, w0 and the polynomials. A rung is
 * an index in a fixed table of axis ratios q. A trial iterates the polynomials that belong to one rung
 * (iterate_rung). With M = I + (2/lambda) R and g^2 = (1 - q)/(1 + q) the recurrence is
 *
 *   u_1 = M u_0 / (1 + q),   u_k = (2 M u_(k-1) - (1 - q) u_(k-2)) / (1 + q),
 *
 * because 2 g w0 = 1 + g^2 = 2/(1 + q). The growth in a trial is computed from the norms in the middle and at
 * the end of the trial. The means of components of the mesh without outflow are removed repeatedly, because
 * rounding errors create such means again. The vectors are scaled by powers of two, which does not round, so
 * that no value overflows. */
#include "solve/stability/ellipse.h"

#include <limits.h>
#include <math.h>

#include "base/numeric/hash.h"
#include "fv/scheme/gershgorin.h"
#include "solve/observe/monitor.h"
#include "solve/space/mean_removal.h"
#include "solve/stability/estimate_operator.h"

/* Number of products between two computations of the norm. A vector grows at most by the factor 5.9^20 < 1e16
 * during these products, because no |eigenvalue| exceeds lambda. */
enum { norm_interval = 20 };

/* After each of the first `single_steps` trials, the rung is raised by the smallest number that the measured
 * growth rate requires, at least 1. A mode that grows in every ellipse would then need a trial for each rung,
 * so later trials raise the rung by at least 1, 2, 4, 8, .. . */
enum { single_steps = 4 };

/* If the search finds an |eigenvalue| larger than lambda, lambda is raised to this |eigenvalue| plus this
 * relative margin. The estimate of the spectrum (spectrum.c) adds the same margin. */
static const double safety_margin = 0.01;

/* A relative growth of the square of the norm in half a trial up to this value may be due to rounding and
 * does not count. */
static const double rounding = 1e-6;

double tc_ellipse_axis_ratio(int rung) {
  static const double octave[8] = {0.01,
                                   0.010905077326652577,
                                   0.01189207115002721,
                                   0.012968395546510096,
                                   0.014142135623730952,
                                   0.015422108254079409,
                                   0.01681792830507429,
                                   0.018340080864093423};
  return rung == 0 ? 0.0 : ldexp(octave[(rung - 1) % 8], (rung - 1) / 8);
}

double tc_ellipse_ceiling(double q) { return q > 0.0 ? (1.0 + sqrt(1.0 - q * q)) / (2.0 * q) : INFINITY; }

int tc_ellipse_trial(int stages) {
  const int trial = 4 * stages;
  if (trial < TC_ELLIPSE_PRODUCTS_MIN) return TC_ELLIPSE_PRODUCTS_MIN;
  return trial > TC_ELLIPSE_PRODUCTS_MAX ? TC_ELLIPSE_PRODUCTS_MAX : trial;
}

static double raise_to_power(double base, int exponent) {
  double power = 1.0;
  for (; exponent > 0; exponent /= 2, base *= base)
    if (exponent % 2 == 1) power *= base;
  return power;
}

/* Returns exp(-2 eta) = g^2 for the axis ratio q (symbols: see ellipse.h). */
static double square_decay(double q) { return (1.0 - q) / (1.0 + q); }

/* Returns the lowest rung above `rung` that can contain a mode that grows in the ellipse of `rung`, or
 * TC_ELLIPSE_RUNGS if there is none. quotient = exp(-rate * trial) describes the growth of the mode, with its
 * growth rate per product and the number of products of the trial. With E = eta + rate, the eigenvalue of X
 * for this mode is cosh(E) cos(a) + i sinh(E) sin(a) with some angle a. The ellipse that contains it has an
 * axis ratio of at least sinh(E)/cosh(eta), the value for a = 90 degrees. Hence the condition for an axis
 * ratio q is asinh(q cosh(eta)) >= E. Its exponential form needs no logarithm. */
static int find_rung(int rung, int trial, double quotient) {
  const double q = tc_ellipse_axis_ratio(rung), w0 = 1.0 / sqrt((1.0 - q) * (1.0 + q));
  int next = rung + 1;
  for (; next < TC_ELLIPSE_RUNGS; next++) {
    const double t = tc_ellipse_axis_ratio(next) * w0, decay = sqrt(1.0 + t * t) - t;
    if (raise_to_power(decay / sqrt(square_decay(q)), trial) <= quotient) break;
  }
  return next;
}

/* Square of a norm: value * 2^exponent. */
typedef struct square {
  double value;
  int64_t exponent;
} square;

typedef struct iteration {
  tc_estimate_operator op; /* matrix M with three vectors: u_(k-1), u_(k-2) and scratch */
  tc_mean_removal removal;
  tc_monitor monitor;
  int trial;
  int64_t scaled; /* base-2 logarithm of the number by which the vectors were divided so far */
} iteration;

static void begin_iteration(iteration *it) {
  for (int32_t i = 0; i < it->op.space->owned; i++) {
    it->op.v[0].value[i] = (double)tc_hash_mix((uint64_t)it->op.space->id[i]) * 0x1p-63 - 1.0;
    it->op.v[1].value[i] = 0.0;
  }
  it->scaled = 0;
}

/* Replaces u_(k-1) and u_(k-2) by u_k and u_(k-1). */
static tc_status apply_recurrence(iteration *it, double q, bool is_first) {
  TC_TRY(tc_estimate_operator_apply(&it->op, 0, 2));
  const double product_factor = (is_first ? 1.0 : 2.0) / (1.0 + q), before_factor = (1.0 - q) / (1.0 + q);
  const double *before = it->op.v[1].value;
  double *product = it->op.v[2].value;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < it->op.space->owned; i++)
    product[i] = product_factor * product[i] - before_factor * before[i];
  tc_estimate_operator_swap(&it->op, 0, 1);
  tc_estimate_operator_swap(&it->op, 0, 2);
  return TC_OK;
}

/* Removes the means over components of the mesh without outflow, computes the square of the norm of u_k, and
 * scales the vectors such that the norm is near 1. The square is not finite if a value is not finite. */
static tc_status measure_norm(iteration *it, square *out) {
  double value;
  int exponent = 0;
  for (int k = 0; k < 2; k++) TC_TRY(tc_mean_removal_apply(&it->removal, it->op.v[k].value));
  TC_TRY(tc_field_dot(it->op.space, it->op.v[0].value, it->op.v[0].value, &value));
  *out = (square){value, 2 * it->scaled};
  if (!isfinite(value) || value == 0.0) return TC_OK;
  frexp(value, &exponent);
  const double factor = ldexp(1.0, -exponent / 2);
  for (int k = 0; k < 2; k++)
#pragma omp parallel for schedule(static)
    for (int32_t i = 0; i < it->op.space->owned; i++) it->op.v[k].value[i] *= factor;
  it->scaled += exponent / 2;
  return TC_OK;
}

/* Returns a/b; INFINITY if b is 0, and 0 if a or b is not finite. */
static double divide_squares(const square *a, const square *b) {
  const double quotient = a->value / b->value;
  if (b->value == 0.0) return INFINITY;
  if (!isfinite(quotient)) return 0.0;
  return ldexp(quotient, (int)fmax(-4096.0, fmin(4096.0, (double)(a->exponent - b->exponent))));
}

/* Iterates with the axis ratio of a rung. *quotient receives the square of the norm in the middle of the
 * trial divided by the square at the end, which is exp(-rate * trial) for a mode that grows by exp(rate) per
 * product. */
static tc_status iterate_rung(iteration *it, int rung, double *quotient) {
  const double q = tc_ellipse_axis_ratio(rung);
  square norm = {0}, middle = {0};
  begin_iteration(it);
  TC_TRY(measure_norm(it, &norm));
  for (int k = 1; k <= it->trial && isfinite(norm.value); k++) {
    TC_TRY(apply_recurrence(it, q, k == 1));
    tc_monitor_step(&it->monitor, it->op.count);
    if (k % norm_interval == 0) TC_TRY(measure_norm(it, &norm));
    if (k == it->trial / 2) middle = norm;
  }
  *quotient = divide_squares(&middle, &norm);
  return TC_OK;
}

/* Finds the cell in which u_k is largest. Overwrites the scratch vector. */
static tc_status locate_growth(iteration *it, tc_extreme_cell *out) {
  const double *u = it->op.v[0].value;
  double *size = it->op.v[2].value;
  for (int32_t i = 0; i < it->op.space->owned; i++) size[i] = isfinite(u[i]) ? fabs(u[i]) : INFINITY;
  return tc_field_find_max(it->op.space, size, out);
}

/* Computes |R u|^2 / -(u, R u) for the mode u = u_k that grows most; 0 if the denominator is not positive.
 * For a mode with a real eigenvalue the result is |eigenvalue|. A mode whose result exceeds lambda is outside
 * all ellipses. Overwrites the scratch vector. */
static tc_status measure_eigenvalue(iteration *it, double largest, double *out) {
  double numerator, denominator;
  TC_TRY(tc_estimate_operator_apply(&it->op, 0, 2));
  const double *u = it->op.v[0].value;
  double *product = it->op.v[2].value;
  for (int32_t i = 0; i < it->op.space->owned; i++) product[i] = u[i] - product[i]; /* -(2/lambda) R u */
  TC_TRY(tc_field_dot(it->op.space, product, product, &numerator));
  TC_TRY(tc_field_dot(it->op.space, u, product, &denominator));
  *out = denominator > 0.0 ? 0.5 * largest * (numerator / denominator) : 0.0;
  return TC_OK;
}

static tc_status set_largest(iteration *it, const tc_problem *problem, double largest) {
  const int count = it->op.count;
  tc_estimate_operator_free(&it->op);
  const tc_status status = tc_estimate_operator_init(problem, 1.0, 2.0 / largest, 3, &it->op);
  it->op.count = count;
  return status;
}

/* Returns the rung of the next trial after a trial in which the norm grew. `raised` is the number of times
 * that the rung has been raised before. */
static int raise_rung(const iteration *it, int rung, int raised, double quotient) {
  const int least = raised < single_steps ? 1 : 1 << (raised - single_steps);
  const int next = find_rung(rung, it->trial, quotient);
  return (int)fmin(fmax(next, rung + least), TC_ELLIPSE_RUNGS - 1);
}

/* Repeats trials until the norm does not grow. After each trial with growth the function raises lambda if the
 * growing mode has a larger |eigenvalue|, and otherwise the rung. lambda is at most `bound`, which no
 * |eigenvalue| exceeds. */
static tc_status search_rungs(iteration *it, const tc_problem *problem, double bound, tc_ellipse *out) {
  double quotient, eigenvalue;
  for (int raised = 0;;) {
    TC_TRY(iterate_rung(it, out->rung, &quotient));
    if (raised == 0) out->rate = quotient > 0.0 ? -log(quotient) / it->trial : INFINITY;
    out->found = quotient * (1.0 + rounding) >= 1.0;
    if (out->found) return TC_OK;
    TC_TRY(locate_growth(it, &out->place));
    TC_TRY(measure_eigenvalue(it, out->largest, &eigenvalue));
    if (eigenvalue > out->largest && eigenvalue <= bound) {
      out->largest = fmin((1.0 + safety_margin) * eigenvalue, bound);
      TC_TRY(set_largest(it, problem, out->largest));
      continue;
    }
    if (out->rung == TC_ELLIPSE_RUNGS - 1) return TC_OK;
    out->rung = raise_rung(it, out->rung, raised++, quotient);
  }
}

static tc_status run_search(const tc_problem *problem, iteration *it, tc_ellipse *out) {
  double bound = tc_gershgorin_bound(problem->system->rates);
  TC_TRY(tc_world_max(problem->space->world, &bound, 1));
  TC_TRY(set_largest(it, problem, out->largest));
  TC_TRY(tc_mean_removal_init(problem->space, problem->physics, problem->system->rates, it->op.v[2].value,
                              &it->removal));
  TC_TRY(search_rungs(it, problem, bound, out));
  out->axis_ratio = tc_ellipse_axis_ratio(out->rung);
  out->trial = it->trial;
  return TC_OK;
}

tc_status tc_ellipse_find(const tc_problem *problem, double largest, int trial, const tc_log *log,
                          tc_ellipse *out) {
  enum { expected_trials = 3 };
  const int unit = 2 * norm_interval;
  iteration it = {.trial = (trial + unit - 1) / unit * unit};
  *out = (tc_ellipse){.found = true, .largest = largest};
  if (problem->scheme->symmetric || !(largest > 0.0)) return TC_OK;
  tc_monitor_begin(&it.monitor, log, "product", (int64_t)expected_trials * it.trial);
  const tc_status status = run_search(problem, &it, out);
  tc_monitor_break_line(&it.monitor);
  out->products = it.op.count;
  tc_mean_removal_free(&it.removal);
  tc_estimate_operator_free(&it.op);
  return status;
}

/* ---- uncertainty of the search ---- */

/* Returns the smallest n with 2^n >= cells. */
static int count_bits(tc_gid cells) {
  int bits = 0;
  while (bits < 62 && (int64_t)1 << bits < (int64_t)cells) bits++;
  return bits;
}

tc_ellipse tc_ellipse_widen(const tc_ellipse *ellipse, tc_gid cells) {
  tc_ellipse wide = *ellipse;
  if (ellipse->trial == 0) return wide;
  const double decay = square_decay(ellipse->axis_ratio), limit = ldexp(1.0, -count_bits(cells));
  int rung = ellipse->rung;
  while (rung < TC_ELLIPSE_RUNGS &&
         raise_to_power(square_decay(tc_ellipse_axis_ratio(rung)) / decay, ellipse->trial) > limit)
    rung++;
  wide.found = ellipse->found && rung < TC_ELLIPSE_RUNGS;
  wide.rung = rung < TC_ELLIPSE_RUNGS ? rung : TC_ELLIPSE_RUNGS - 1;
  wide.axis_ratio = tc_ellipse_axis_ratio(wide.rung);
  return wide;
}

int tc_ellipse_certain_stages(const tc_ellipse *ellipse, tc_gid cells) {
  const double slack = 1.8, half_ln2 = 0.34657359027997264;
  const int bits = count_bits(cells);
  if (ellipse->trial == 0 || bits == 0) return INT_MAX;
  return (int)(slack * ellipse->trial / (half_ln2 * bits));
}
