#include "solve/spectrum.h"

#include <math.h>

#include "base/hash.h"
#include "base/memory.h"
#include "comm/strategy.h"
#include "fv/stability.h"
#include "solve/field.h"

enum { degree = 10, warm_up = 6, most_rounds = 8 };
static const double damped = 0.85;  /* part of the spectrum that the polynomial damps */
static const double settled = 2e-3; /* relative change of the estimate that ends the search */
static const double margin = 1.01;  /* the estimate converges from below */

/* Whatever strategy the run will use, the estimate uses this one: the step must not depend on it. */
typedef struct power {
  const tc_problem *problem;
  const tc_strategy *strategy;
  void *ctx;
  tc_vector v[3]; /* two iterates and a product */
  int vectors;
  int products;
} power;

static tc_status open_power(const tc_problem *problem, power *op) {
  *op = (power){.problem = problem, .strategy = tc_strategy_find("condensed")};
  TC_TRY(op->strategy->setup(problem->plan, problem->matrix, problem->world, &op->ctx));
  for (int i = 0; i < 3; i++) {
    op->vectors++; /* counted before it is made: another rank's failure must not leak this one's */
    TC_TRY(tc_world_agree(problem->world, op->strategy->vector_create(op->ctx, &op->v[i])));
  }
  return TC_OK;
}

static void close_power(power *op) {
  for (int i = 0; i < op->vectors; i++) op->strategy->vector_destroy(op->ctx, &op->v[i]);
  if (op->ctx) op->strategy->teardown(op->ctx);
}

/* v[2] = -R v[from]: the spectrum of -R lies on the positive side. */
static tc_status apply(power *op, int from) {
  tc_parts parts = {0};
  tc_traffic traffic = {0};
  TC_TRY(op->strategy->multiply(op->ctx, &op->v[from], &op->v[2], &parts, &traffic));
  double *y = op->v[2].value;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < op->problem->owned; i++) y[i] = -y[i];
  op->products++;
  return TC_OK;
}

static tc_status unbounded(void) {
  return tc_status_make(TC_NUMERICAL, "the discretisation is unstable: its spectrum could not be bounded; "
                                      "improve the mesh (tetgen -q) or take diffusion.scheme two-point");
}

/* Scales v[0] to a largest magnitude of 1: a maximum has the same bits in any order. A vector that is zero
 * stays so; one that is not finite is an error. */
static tc_status normalise(power *op, bool *zero) {
  double *v = op->v[0].value, largest = 0.0;
  bool finite = true;
#pragma omp parallel for schedule(static) reduction(max : largest) reduction(&& : finite)
  for (int32_t i = 0; i < op->problem->owned; i++) {
    finite = finite && isfinite(v[i]); /* fmax would lose a NaN */
    largest = fmax(largest, fabs(v[i]));
  }
  if (!finite) largest = INFINITY;
  TC_TRY(tc_world_max(op->problem->world, &largest, 1));
  if (!isfinite(largest)) return unbounded();
  *zero = largest == 0.0;
  if (*zero) return TC_OK;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < op->problem->owned; i++) v[i] /= largest;
  return TC_OK;
}

static void swap(power *op, int a, int b) {
  tc_vector v = op->v[a];
  op->v[a] = op->v[b];
  op->v[b] = v;
}

/* The Rayleigh quotient of v[0]; leaves -R v[0] in v[2]. */
static tc_status rayleigh(power *op, double *estimate) {
  double above, below;
  TC_TRY(apply(op, 0));
  TC_TRY(tc_field_dot(op->problem, op->v[0].value, op->v[2].value, &above));
  TC_TRY(tc_field_dot(op->problem, op->v[0].value, op->v[0].value, &below));
  *estimate = below == 0.0 ? 0.0 : above / below;
  return TC_OK;
}

/* v[0] becomes T_degree(2 A / bound - I) v[0], A = -R, by the three-term recurrence. */
static tc_status amplify(power *op, double bound) {
  for (int k = 0; k < degree; k++) {
    TC_TRY(apply(op, 0));
    double *now = op->v[0].value, *before = op->v[1].value, *product = op->v[2].value;
    double scale = (k == 0 ? 2.0 : 4.0) / bound, own = k == 0 ? 1.0 : 2.0, old = k == 0 ? 0.0 : 1.0;
#pragma omp parallel for schedule(static)
    for (int32_t i = 0; i < op->problem->owned; i++)
      product[i] = scale * product[i] - own * now[i] - old * before[i];
    swap(op, 0, 1);
    swap(op, 0, 2);
  }
  return TC_OK;
}

static tc_status iterate(power *op, double *estimate) {
  bool zero = false;
  for (int32_t i = 0; i < op->problem->owned; i++)
    op->v[0].value[i] = (double)tc_hash_mix((uint64_t)op->problem->id[i]) * 0x1p-63 - 1.0;
  for (int k = 0; k < warm_up && !zero; k++) {
    TC_TRY(apply(op, 0));
    swap(op, 0, 2);
    TC_TRY(normalise(op, &zero));
  }
  *estimate = 0.0;
  if (!zero) TC_TRY(rayleigh(op, estimate));
  for (int round = 0; round < most_rounds && !zero && *estimate > 0.0; round++) {
    double before = *estimate;
    TC_TRY(amplify(op, damped * before));
    TC_TRY(normalise(op, &zero));
    if (!zero) TC_TRY(rayleigh(op, estimate));
    if (fabs(*estimate - before) <= settled * before) break;
  }
  return TC_OK;
}

tc_status tc_spectrum_estimate(const tc_problem *problem, tc_spectrum *out) {
  power op = {0};
  double gershgorin = tc_stability_gershgorin(problem->matrix), estimate = 0.0;
  tc_status status = TC_OK;
  TC_TRY(tc_world_max(problem->world, &gershgorin, 1));
  TC_GUARD(status, open_power(problem, &op));
  TC_GUARD(status, iterate(&op, &estimate));
  if (!isfinite(estimate) || estimate < 0.0) TC_GUARD(status, unbounded());
  *out = (tc_spectrum){fmin(margin * estimate, gershgorin), gershgorin, op.products};
cleanup:
  close_power(&op);
  return status;
}

double tc_spectrum_step_bound(const tc_spectrum *spectrum) {
  return spectrum->largest > 0.0 ? 2.0 / spectrum->largest : INFINITY;
}
