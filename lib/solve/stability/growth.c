/* Growth estimate by Arnoldi's method (see growth.h). The start vector consists of pseudo-random numbers
 * times the caller's weights. One round of the method builds a basis with powers of M = I + dt R
 * (expand_basis), finds the dominant eigenvalue of the small Hessenberg matrix
 * (solve/stability/hessenberg.h), and combines the basis vectors to the dominant mode (combine_basis). The
 * next round starts with this mode. The mean over each component of the mesh without outflow is subtracted
 * from every vector (solve/space/mean_removal.h). After the last round, the cell in which the mode is largest
 * is found and the change of energy in one step is computed. */
#include "solve/stability/growth.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "solve/observe/monitor.h"
#include "solve/space/field.h"
#include "solve/space/mean_removal.h"
#include "solve/stability/estimate_operator.h"
#include "solve/stability/hessenberg.h"

enum { max_rounds = 3 };
static const double rounding =
    1e-8; /* An estimated growth rate per step up to this value may be a rounding error. */

typedef struct arnoldi {
  const tc_space *space;
  tc_estimate_operator op;
  double *basis[TC_HESSENBERG_MAX + 1]; /* each vector is [owned] */
  tc_hessenberg h;
  tc_mean_removal removal;
  /* Number k of matrix-vector products per basis vector. Each basis vector is computed as M^k times the
   * previous one. */
  int stride;
  bool is_finite;
  tc_monitor monitor;
} arnoldi;

static void add_scaled(int32_t n, double factor, const double *a, double *sum) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < n; i++) sum[i] += factor * a[i];
}

static void scale_vector(int32_t n, double factor, double *a) {
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < n; i++) a[i] *= factor;
}

static tc_status compute_norm(const arnoldi *a, const double *v, double *out) {
  double square;
  TC_TRY(tc_field_dot(a->space, v, v, &square));
  *out = sqrt(square);
  return TC_OK;
}

/* Computes `to` = M^stride `from`, and subtracts from it the means over the components without outflow. */
static tc_status apply_powers(arnoldi *a, const double *from, double *to) {
  const size_t bytes = (size_t)a->space->owned * sizeof *from;
  if (bytes) memcpy(a->op.v[0].value, from, bytes);
  for (int k = 0; k < a->stride; k++) {
    TC_TRY(tc_estimate_operator_apply(&a->op, 0, 1));
    tc_estimate_operator_swap(&a->op, 0, 1);
    tc_monitor_step(&a->monitor, a->op.count);
  }
  if (bytes) memcpy(to, a->op.v[0].value, bytes);
  return tc_mean_removal_apply(&a->removal, to);
}

/* Orthogonalises basis[j+1] against basis[0 .. j]. */
static tc_status orthogonalise_vector(arnoldi *a, int j) {
  double *w = a->basis[j + 1], length;
  for (int i = 0; i <= j; i++) {
    TC_TRY(tc_field_dot(a->space, a->basis[i], w, &a->h.entry[i][j]));
    add_scaled(a->space->owned, -a->h.entry[i][j], a->basis[i], w);
  }
  TC_TRY(compute_norm(a, w, &length));
  a->h.entry[j + 1][j] = length;
  a->h.size = j + 1;
  a->is_finite = a->is_finite && isfinite(length);
  if (a->is_finite && length > 0.0) scale_vector(a->space->owned, 1.0 / length, w);
  return TC_OK;
}

/* Expands the basis from basis[0] to its full size, or until it spans an invariant space of M. */
static tc_status expand_basis(arnoldi *a) {
  double length;
  memset(&a->h, 0, sizeof a->h);
  TC_TRY(compute_norm(a, a->basis[0], &length));
  if (!(length > 0.0)) return TC_OK; /* The mesh has a single cell, so there is no mode. */
  scale_vector(a->space->owned, 1.0 / length, a->basis[0]);
  for (int j = 0; j < TC_HESSENBERG_MAX && a->is_finite; j++) {
    TC_TRY(apply_powers(a, a->basis[j], a->basis[j + 1]));
    TC_TRY(orthogonalise_vector(a, j));
    if (a->h.entry[j + 1][j] < 1e-12) break;
  }
  return TC_OK;
}

/* Replaces basis[0] by the dominant mode: the sum of the basis vectors with the weights `coefficient`. */
static void combine_basis(arnoldi *a, const double *coefficient) {
  scale_vector(a->space->owned, coefficient[0], a->basis[0]);
  for (int j = 1; j < a->h.size; j++) add_scaled(a->space->owned, coefficient[j], a->basis[j], a->basis[0]);
}

static tc_status search_mode(arnoldi *a, const double *weight, tc_growth *out) {
  for (int32_t i = 0; i < a->space->owned; i++)
    a->basis[0][i] =
        ((double)tc_hash_mix((uint64_t)a->space->id[i]) * 0x1p-63 - 1.0) * (weight ? weight[i] : 1.0);
  TC_TRY(tc_mean_removal_apply(&a->removal, a->basis[0]));
  /* At least two rounds are needed, because the first may converge to a decaying mode while the growing mode
   * is still small. */
  for (int round = 0; round < max_rounds && (round < 2 || !out->settled); round++) {
    double coefficient[TC_HESSENBERG_MAX];
    TC_TRY(expand_basis(a));
    if (!a->is_finite || a->h.size == 0) break;
    tc_hessenberg_dominant(&a->h, &out->rate, coefficient);
    out->rate /= a->stride;
    out->miss = fabs(a->h.entry[a->h.size][a->h.size - 1] * coefficient[a->h.size - 1]) / a->stride;
    out->settled = out->miss <= 0.1 * fabs(out->rate);
    combine_basis(a, coefficient);
  }
  if (!a->is_finite) out->rate = INFINITY;
  out->grows = out->rate > rounding;
  out->settled = out->settled || !a->is_finite;
  return TC_OK;
}

/* Finds the cell in which the mode is largest. Overwrites basis[1]. */
static tc_status locate_mode(const arnoldi *a, tc_growth *out) {
  for (int32_t i = 0; i < a->space->owned; i++) a->basis[1][i] = fabs(a->basis[0][i]);
  return tc_field_find_max(a->space, a->basis[1], &out->place);
}

/* Computes (v, (M - I) v) / (v, v) for the mode v = basis[0]. Its sign decides if the mode grows with any
 * step size. */
static tc_status measure_energy(arnoldi *a, tc_growth *out) {
  double numerator, denominator;
  a->stride = 1;
  TC_TRY(apply_powers(a, a->basis[0], a->basis[1]));
  add_scaled(a->space->owned, -1.0, a->basis[0], a->basis[1]);
  TC_TRY(tc_field_dot(a->space, a->basis[0], a->basis[1], &numerator));
  TC_TRY(tc_field_dot(a->space, a->basis[0], a->basis[0], &denominator));
  out->energy = denominator > 0.0 ? numerator / denominator : 0.0;
  return TC_OK;
}

static tc_status alloc_arnoldi(arnoldi *a) {
  for (int j = 0; j <= TC_HESSENBERG_MAX; j++) TC_TRY(TC_ALLOC_ZERO(a->basis[j], a->space->owned));
  return TC_OK;
}

static tc_status measure_growth(arnoldi *a, const tc_problem *problem, double dt, const double *weight,
                                tc_growth *out) {
  TC_TRY(tc_world_agree(a->space->world, alloc_arnoldi(a)));
  TC_TRY(tc_estimate_operator_init(problem, 1.0, dt, 2, &a->op));
  TC_TRY(tc_mean_removal_init(a->space, problem->physics, problem->system->rates, a->basis[0], &a->removal));
  TC_TRY(search_mode(a, weight, out));
  TC_TRY(locate_mode(a, out));
  return a->is_finite ? measure_energy(a, out) : TC_OK;
}

tc_status tc_growth_estimate(const tc_problem *problem, double dt, int products, const double *weight,
                             const tc_log *log, tc_growth *out) {
  arnoldi a = {.space = problem->space, .is_finite = true};
  a.stride = products / (TC_HESSENBERG_MAX * max_rounds);
  if (a.stride < 1) a.stride = 1;
  *out = (tc_growth){.rate = -INFINITY};
  tc_monitor_begin(&a.monitor, log, "product", (int64_t)a.stride * TC_HESSENBERG_MAX * max_rounds + 1);
  const tc_status status = measure_growth(&a, problem, dt, weight, out);
  tc_monitor_break_line(&a.monitor);
  out->products = a.op.count;
  tc_estimate_operator_free(&a.op);
  tc_mean_removal_free(&a.removal);
  for (int j = 0; j <= TC_HESSENBERG_MAX; j++) tc_free(a.basis[j]);
  return status;
}

bool tc_growth_is_step_instability(const tc_growth *growth) {
  return growth->settled && growth->energy < 0.0;
}
