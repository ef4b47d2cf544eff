/* Field statistics by exact sums. The largest term of all ranks fixes the scale of a sum before the sum is
 * formed, which makes the result independent of the order of its terms. Extremes and cell numbers are reduced
 * with MPI minimum and maximum. */
#include "solve/space/field.h"

#include <math.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "computing field statistics"

static double weigh_product(const tc_space *space, const double *a, const double *b, int32_t i) {
  return space->volume[i] * (a ? a[i] : 1.0) * (b ? b[i] : 1.0);
}

/* Collective. Sums volume * a * b over the cells of all ranks; NULL stands for a vector of ones. */
static tc_status compute_weighted_sum(const tc_space *space, const double *a, const double *b, double *out) {
  double largest = 0.0;
  bool finite = true;
#pragma omp parallel for schedule(static) reduction(max : largest) reduction(&& : finite)
  for (int32_t i = 0; i < space->owned; i++) {
    double term = fabs(weigh_product(space, a, b, i));
    finite = finite && isfinite(term);
    if (term > largest) largest = term;
  }
  if (!finite) largest = INFINITY;
  TC_TRY(tc_world_max(space->world, &largest, 1));
  if (!isfinite(largest)) {
    *out = NAN;
    return TC_OK;
  }
  tc_sum sum = tc_sum_init(largest);
#pragma omp parallel
  {
    tc_sum part = tc_sum_init(largest);
#pragma omp for schedule(static)
    for (int32_t i = 0; i < space->owned; i++) tc_sum_add(&part, weigh_product(space, a, b, i));
#pragma omp critical(tc_weighted_sum)
    tc_sum_merge(&sum, &part);
  }
  return tc_world_sum(space->world, &sum, out);
}

tc_status tc_field_dot(const tc_space *space, const double *a, const double *b, double *out) {
  return compute_weighted_sum(space, a, b, out);
}

tc_status tc_field_difference_norm(const tc_space *space, const double *value, const double *before,
                                   double *out) {
  double *change = NULL, square = 0.0;
  TC_TRY(TC_WORLD_ALLOC(space->world, change, space->owned));
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < space->owned; i++) change[i] = value[i] - before[i];
  const tc_status status = tc_field_dot(space, change, change, &square);
  *out = sqrt(square);
  tc_free(change);
  return status;
}

tc_status tc_field_find_outside_range(const tc_space *space, const double *value, double low, double high,
                                      tc_extreme_cell *out) {
  double *excess = NULL;
  TC_TRY(TC_WORLD_ALLOC(space->world, excess, space->owned));
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < space->owned; i++) excess[i] = fmax(value[i] - high, low - value[i]);
  const tc_status status = tc_field_find_max(space, excess, out);
  tc_free(excess);
  return status;
}

tc_status tc_field_integral(const tc_space *space, const double *a, double *out) {
  return compute_weighted_sum(space, a, NULL, out);
}

tc_status tc_field_volume(const tc_space *space, double *out) {
  return compute_weighted_sum(space, NULL, NULL, out);
}

/* Collective. Computes the mean of a field. The mean is computed as the midpoint of the range plus the mean
 * of the differences from the midpoint. For a uniform field the result is exact. */
static tc_status compute_mean(const tc_space *space, const double *value, double *scratch, double *mean) {
  double extremes[2] = {-INFINITY, -INFINITY}, volume, correction;
  for (int32_t i = 0; i < space->owned; i++) {
    extremes[0] = fmax(extremes[0], -value[i]);
    extremes[1] = fmax(extremes[1], value[i]);
  }
  TC_TRY(tc_world_max(space->world, extremes, 2));
  TC_TRY(tc_field_volume(space, &volume));
  *mean = 0.5 * (extremes[1] - extremes[0]);
  for (int32_t i = 0; i < space->owned; i++) scratch[i] = value[i] - *mean;
  TC_TRY(tc_field_integral(space, scratch, &correction));
  *mean += correction / volume;
  return TC_OK;
}

tc_status tc_field_spread(const tc_space *space, const double *value, double *out) {
  double *deviation = NULL, mean;
  TC_TRY(TC_WORLD_ALLOC(space->world, deviation, space->owned));
  tc_status status = compute_mean(space, value, deviation, &mean);
  for (int32_t i = 0; !status && i < space->owned; i++) deviation[i] = fabs(value[i] - mean);
  if (!status) status = tc_field_integral(space, deviation, out);
  tc_free(deviation);
  return status;
}

tc_status tc_field_find_max(const tc_space *space, const double *value, tc_extreme_cell *out) {
  int32_t row = -1;
  tc_gid cell = TC_GID_NONE;
  for (int32_t i = 0; i < space->owned; i++)
    if (row < 0 || value[i] > value[row] || (value[i] == value[row] && space->id[i] < space->id[row]))
      row = i;
  out->value = row < 0 ? -INFINITY : value[row];
  TC_TRY(tc_world_max(space->world, &out->value, 1));
  if (row >= 0 && value[row] == out->value) cell = space->id[row];
  TC_TRY(TC_MPI(space->world,
                MPI_Allreduce(MPI_IN_PLACE, &cell, 1, TC_MPI_GID, MPI_MIN, tc_world_comm(space->world))));
  for (int i = 0; i < 3; i++)
    out->position[i] =
        row >= 0 && space->id[row] == cell ? space->centroid[3 * (size_t)row + (size_t)i] : -INFINITY;
  out->cell = cell + space->base;
  return tc_world_max(space->world, out->position, 3);
}

tc_status tc_field_stats_compute(const tc_space *space, const double *value, tc_field_stats *out) {
  uint64_t hash = 0;
  double low = INFINITY, high = -INFINITY;
  bool finite = true;
#pragma omp parallel for schedule(static) reduction(+ : hash) reduction(min : low) reduction(max : high)           \
    reduction(&& : finite)
  for (int32_t i = 0; i < space->owned; i++) {
    hash += tc_hash_element((uint64_t)space->id[i], value[i]);
    low = fmin(low, value[i]);
    high = fmax(high, value[i]);
    finite = finite && isfinite(value[i]);
  }
  double extremes[3] = {-low, high, finite ? 0.0 : 1.0};
  TC_TRY(tc_world_max(space->world, extremes, 3));
  TC_TRY(TC_MPI(space->world,
                MPI_Allreduce(MPI_IN_PLACE, &hash, 1, MPI_UINT64_T, MPI_SUM, tc_world_comm(space->world))));
  *out =
      (tc_field_stats){.hash = hash, .min = -extremes[0], .max = extremes[1], .finite = extremes[2] == 0.0};
  return compute_weighted_sum(space, value, NULL, &out->integral);
}

/* Invalid cells of a field, and `largest`, the largest absolute value among its valid values. */
typedef struct outliers {
  tc_gid cell[2]; /* Lowest cell whose value is not finite, and lowest cell whose value is too large.
                     TC_GID_NONE if there is none. */
  double largest;
} outliers;

/* Not collective. Finds the invalid cells and the largest valid value among the owned cells. */
static outliers find_outliers(const tc_space *space, const double *value) {
  tc_gid not_finite = TC_GID_NONE, large = TC_GID_NONE;
  double largest = 0.0;
#pragma omp parallel for schedule(static) reduction(min : not_finite, large) reduction(max : largest)
  for (int32_t i = 0; i < space->owned; i++) {
    if (!isfinite(value[i]))
      not_finite = space->id[i] < not_finite ? space->id[i] : not_finite;
    else if (fabs(value[i]) > TC_FIELD_MAX)
      large = space->id[i] < large ? space->id[i] : large;
    else
      largest = fmax(largest, fabs(value[i]));
  }
  return (outliers){{not_finite, large}, largest};
}

/* Returns an error whose message begins with `where` if a value is invalid. `m` must have been reduced over
 * all ranks. */
static tc_status check_outliers(const char *where, const tc_space *space, const outliers *m) {
  if (m->cell[0] < TC_GID_NONE)
    return tc_status_create(TC_USAGE,
                            "%s: the formula is not finite (NaN or infinite) at the centroid of cell %lld: "
                            "use one that is finite in all cells",
                            where, (long long)m->cell[0] + space->base);
  if (m->cell[1] < TC_GID_NONE)
    return tc_status_create(TC_USAGE,
                            "%s: the value of the formula at the centroid of cell %lld is too large to "
                            "compute with (more than %g): use a larger unit",
                            where, (long long)m->cell[1] + space->base, TC_FIELD_MAX);
  if (m->largest > 0.0 && m->largest < TC_FIELD_MIN)
    return tc_status_create(TC_USAGE,
                            "%s: the values of the formula are too small to compute with (%g at most): use a "
                            "smaller unit",
                            where, m->largest);
  return TC_OK;
}

tc_status tc_field_evaluate(const tc_space *space, const char *where, tc_expression *formula, double time,
                            double *value) {
  const double *c = space->centroid;
  const tc_strided_values columns[4] = {{c, 3}, {c + 1, 3}, {c + 2, 3}, {&time, 0}};
  TC_TRY(tc_world_agree(space->world, tc_expression_evaluate(formula, space->owned, columns, value)));
  outliers m = find_outliers(space, value);
  TC_TRY(tc_world_max(space->world, &m.largest, 1));
  TC_TRY(TC_MPI(space->world,
                MPI_Allreduce(MPI_IN_PLACE, m.cell, 2, TC_MPI_GID, MPI_MIN, tc_world_comm(space->world))));
  return check_outliers(where, space, &m);
}

tc_status tc_field_compare(const tc_space *space, const double *value, const double *exact, double *l2,
                           double *largest) {
  double *error = NULL, max_error = 0.0, square = 0.0, volume = 0.0;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(space->world, error, space->owned));
  for (int32_t i = 0; i < space->owned; i++) {
    error[i] = value[i] - exact[i];
    max_error = fmax(max_error, fabs(error[i]));
  }
  TC_GUARD(status, tc_world_max(space->world, &max_error, 1));
  TC_GUARD(status, tc_field_dot(space, error, error, &square));
  for (int32_t i = 0; i < space->owned; i++) error[i] = 1.0;
  TC_GUARD(status, tc_field_dot(space, error, error, &volume));
  *l2 = sqrt(square / volume);
  *largest = max_error;
cleanup:
  tc_free(error);
  return status;
}
