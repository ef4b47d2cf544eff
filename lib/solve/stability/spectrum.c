/* Spectrum estimate (see spectrum.h). The start vector consists of pseudo-random numbers and is first
 * multiplied by -R a few times. Each round of the iteration applies a Chebyshev polynomial of -R
 * (apply_chebyshev), which damps the smaller eigenvalues, and updates the estimate
 * (compute_rayleigh_quotient). The iteration ends when the relative change of the estimate is at most
 * `change_tolerance`. The operator has three vectors: v[0] is the iterate, v[1] and v[2] are scratch. */
#include "solve/stability/spectrum.h"

#include <math.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "fv/scheme/gershgorin.h"
#include "solve/space/field.h"
#include "solve/stability/estimate_operator.h"

enum { degree = 10, warm_up = 6, max_rounds = 8 };
/* The Chebyshev polynomial damps eigenvalues of -R below this fraction of the current estimate. */
static const double damped_share = 0.85;
static const double change_tolerance = 2e-3; /* Relative change of the estimate that ends the search. */
/* relative margin that is added to the estimate, because the estimate converges from below */
static const double safety_margin = 0.01;
/* If the estimate has not converged, the relative change in the last round times this number is added to the
 * margin. */
static const double unsettled_factor = 4.0;

/* Computes v[2] = -R v[from]. The eigenvalues of -R are positive for decaying modes. */
static tc_status apply_negative(tc_estimate_operator *op, int from) {
  TC_TRY(tc_estimate_operator_apply(op, from, 2));
  double *y = op->v[2].value;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < op->space->owned; i++) y[i] = -y[i];
  return TC_OK;
}

/* Returns the error that a growing mode has the largest |eigenvalue|. The message names the cell in which the
 * mode, approximated by v[0], is largest. */
static tc_status unbounded_error(const tc_estimate_operator *op) {
  tc_extreme_cell cell;
  double *v = op->v[0].value;
  for (int32_t i = 0; i < op->space->owned; i++) v[i] = isfinite(v[i]) ? fabs(v[i]) : INFINITY;
  TC_TRY(tc_field_find_max(op->space, v, &cell));
  return tc_status_create(TC_NUMERICAL,
                          "no step is stable with diffusion.stabilisation %g, because the eigenvalue of "
                          "largest magnitude belongs to a growing mode near cell %lld at (%.4g, %.4g, %.4g): "
                          "improve the mesh there (tetgen -q) or set diffusion.scheme to two-point",
                          op->problem->system->stabilisation, (long long)cell.cell, cell.position[0],
                          cell.position[1], cell.position[2]);
}

/* Divides v[0] by its largest absolute value, which has the same bits on any number of ranks. If the vector
 * is zero, does not change it and sets *zero to true. Returns an error if a value is not finite. */
static tc_status normalise_vector(tc_estimate_operator *op, bool *zero) {
  double *v = op->v[0].value, largest = 0.0;
  bool finite = true;
#pragma omp parallel for schedule(static) reduction(max : largest) reduction(&& : finite)
  for (int32_t i = 0; i < op->space->owned; i++) {
    finite = finite && isfinite(v[i]); /* fmax would ignore a NaN, so the loop tests each value. */
    largest = fmax(largest, fabs(v[i]));
  }
  if (!finite) largest = INFINITY;
  TC_TRY(tc_world_max(op->space->world, &largest, 1));
  if (!isfinite(largest)) return unbounded_error(op);
  *zero = largest == 0.0;
  if (*zero) return TC_OK;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < op->space->owned; i++) v[i] /= largest;
  return TC_OK;
}

/* Computes |R v|^2 / -(v, R v) for v = v[0], which equals |eigenvalue| if v is an eigenvector. A step of
 * explicit Euler changes |v|^2 by dt (2 (v, R v) + dt |R v|^2). It therefore does not increase |v| if dt is
 * at most 2 divided by the computed value. v[2] becomes -R v[0]. */
static tc_status compute_rayleigh_quotient(tc_estimate_operator *op, double *estimate) {
  double square, decay;
  TC_TRY(apply_negative(op, 0));
  TC_TRY(tc_field_dot(op->space, op->v[2].value, op->v[2].value, &square));
  TC_TRY(tc_field_dot(op->space, op->v[0].value, op->v[2].value, &decay));
  *estimate = square == 0.0 ? 0.0 : square / decay;
  return TC_OK;
}

/* Replaces v[0] by T_degree(2 A / bound - I) v[0] with A = -R, using the three-term recurrence of Chebyshev
 * polynomials. Overwrites v[1] and v[2]. */
static tc_status apply_chebyshev(tc_estimate_operator *op, double bound) {
  for (int k = 0; k < degree; k++) {
    TC_TRY(apply_negative(op, 0));
    double *current = op->v[0].value, *previous = op->v[1].value, *product = op->v[2].value;
    double scale = (k == 0 ? 2.0 : 4.0) / bound, current_factor = k == 0 ? 1.0 : 2.0,
           previous_factor = k == 0 ? 0.0 : 1.0;
#pragma omp parallel for schedule(static)
    for (int32_t i = 0; i < op->space->owned; i++)
      product[i] = scale * product[i] - current_factor * current[i] - previous_factor * previous[i];
    tc_estimate_operator_swap(op, 0, 1);
    tc_estimate_operator_swap(op, 0, 2);
  }
  return TC_OK;
}

static tc_status iterate_power(tc_estimate_operator *op, double *estimate, double *change) {
  bool zero = false;
  for (int32_t i = 0; i < op->space->owned; i++)
    op->v[0].value[i] = (double)tc_hash_mix((uint64_t)op->space->id[i]) * 0x1p-63 - 1.0;
  for (int k = 0; k < warm_up && !zero; k++) {
    TC_TRY(apply_negative(op, 0));
    tc_estimate_operator_swap(op, 0, 2);
    TC_TRY(normalise_vector(op, &zero));
  }
  *estimate = 0.0;
  *change = 0.0;
  if (!zero) TC_TRY(compute_rayleigh_quotient(op, estimate));
  for (int round = 0; round < max_rounds && !zero && *estimate > 0.0; round++) {
    double previous = *estimate;
    TC_TRY(apply_chebyshev(op, damped_share * previous));
    TC_TRY(normalise_vector(op, &zero));
    if (!zero) TC_TRY(compute_rayleigh_quotient(op, estimate));
    *change = fabs(*estimate - previous) / previous;
    if (*change <= change_tolerance) break;
  }
  return TC_OK;
}

tc_status tc_spectrum_estimate(const tc_problem *problem, tc_spectrum *out) {
  tc_estimate_operator op = {0};
  double gershgorin = tc_gershgorin_bound(problem->system->rates), estimate = 0.0, change = 0.0;
  tc_status status = TC_OK;
  TC_TRY(tc_world_max(problem->space->world, &gershgorin, 1));
  TC_GUARD(status, tc_estimate_operator_init(problem, 0.0, 1.0, 3, &op));
  TC_GUARD(status, iterate_power(&op, &estimate, &change));
  if (!isfinite(estimate) || estimate < 0.0) TC_GUARD(status, unbounded_error(&op));
  const bool is_settled = change <= change_tolerance;
  const double factor = 1.0 + safety_margin + (is_settled ? 0.0 : unsettled_factor * change);
  *out = (tc_spectrum){fmin(factor * estimate, gershgorin), gershgorin, is_settled, op.count};
cleanup:
  tc_estimate_operator_free(&op);
  return status;
}

double tc_spectrum_step_bound(const tc_spectrum *spectrum) {
  return spectrum->largest > 0.0 ? 2.0 / spectrum->largest : INFINITY;
}
