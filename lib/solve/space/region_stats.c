#include "solve/space/region_stats.h"

#include <math.h>
#include <omp.h>

static tc_status alloc_region_stats(tc_region_stats *d) {
  const tc_submesh *s = d->space->submesh;
  const int32_t regions = d->space->regions->count;
  TC_TRY(TC_POOL_ARRAY(&d->memory, d->region, d->space->owned));
  TC_TRY(TC_POOL_ARRAY(&d->memory, d->partial, (size_t)d->threads * (size_t)regions));
  TC_TRY(TC_POOL_ARRAY_ZERO(&d->memory, d->region_integral, regions));
  for (int32_t i = 0; i < d->space->owned; i++)
    d->region[i] = tc_labels_find(d->space->regions, s->region[i]);
  return TC_OK;
}

tc_status tc_region_stats_create(const tc_space *space, tc_region_stats **out) {
  tc_region_stats *d = NULL;
  TC_TRY(TC_WORLD_ALLOC(space->world, d, 1));
  *d = (tc_region_stats){.space = space, .threads = omp_get_max_threads()};
  TC_RETURN_CREATED(tc_world_agree(space->world, alloc_region_stats(d)), d, tc_region_stats_destroy(&d), out);
}

void tc_region_stats_destroy(tc_region_stats **digest) { TC_POOL_DESTROY_OWNER(digest); }

/* Computes the smallest and the largest value of the field over all ranks. Sets `*largest` to the largest
 * |volume * value|; infinite if a value is not finite. */
static tc_status find_extremes(tc_region_stats *d, const double *value, double *largest) {
  double low = INFINITY, high = -INFINITY, largest_term = 0.0;
  bool finite = true;
#pragma omp parallel for schedule(static) reduction(min : low) reduction(max : high, largest_term)                         \
    reduction(&& : finite)
  for (int32_t i = 0; i < d->space->owned; i++) {
    low = fmin(low, value[i]);
    high = fmax(high, value[i]);
    largest_term = fmax(largest_term, fabs(d->space->volume[i] * value[i]));
    finite = finite && isfinite(value[i]);
  }
  double maxima[3] = {-low, high, finite ? largest_term : INFINITY};
  TC_TRY(tc_world_max(d->space->world, maxima, 3));
  d->min = -maxima[0];
  d->max = maxima[1];
  *largest = maxima[2];
  return TC_OK;
}

/* Adds volume * value of each owned cell to the partial sum of its region. All sums have the scale that
 * belongs to `largest`, so the sum over the regions equals tc_field_integral bit for bit. At the end
 * d->partial[0 .. regions - 1] contains the sums of the whole rank. */
static void sum_owned(tc_region_stats *d, const double *value, double largest) {
  const int32_t regions = d->space->regions->count;
  for (int32_t k = 0; k < d->threads * regions; k++) d->partial[k] = tc_sum_init(largest);
#pragma omp parallel num_threads(d->threads)
  {
    tc_sum *part = d->partial + omp_get_thread_num() * regions;
#pragma omp for schedule(static)
    for (int32_t i = 0; i < d->space->owned; i++)
      tc_sum_add(&part[d->region[i]], d->space->volume[i] * value[i]);
  }
  for (int t = 1; t < d->threads; t++)
    for (int32_t k = 0; k < regions; k++) tc_sum_merge(&d->partial[k], &d->partial[t * regions + k]);
}

tc_status tc_region_stats_update(tc_region_stats *d, const double *value) {
  const int32_t regions = d->space->regions->count;
  double largest;
  TC_TRY(find_extremes(d, value, &largest));
  d->integral = NAN;
  for (int32_t k = 0; k < regions; k++) d->region_integral[k] = NAN;
  if (!isfinite(largest)) return TC_OK;
  sum_owned(d, value, largest);
  TC_TRY(tc_world_sums(d->space->world, regions, d->partial));
  tc_sum total = tc_sum_init(largest);
  for (int32_t k = 0; k < regions; k++) {
    d->region_integral[k] = tc_sum_value(&d->partial[k]);
    tc_sum_merge(&total, &d->partial[k]);
  }
  d->integral = tc_sum_value(&total);
  return TC_OK;
}

double tc_region_stats_mean(const tc_region_stats *d, int32_t k) {
  return d->region_integral[k] / d->space->regions->size[k];
}
