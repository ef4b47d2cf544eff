#include "solve/space/compensated_sums.h"

#include <string.h>

/* Number of terms that are added to a plain sum before it is added to the compensated sum. With a smaller
 * number the sums take more time, with a larger number they are less accurate. */
enum { max_terms = 16 };

tc_status tc_compensated_sums_init(int32_t count, tc_compensated_sums *out) {
  out->count = count;
  TC_TRY(TC_POOL_ARRAY_ZERO(&out->memory, out->latest, count));
  TC_TRY(TC_POOL_ARRAY_ZERO(&out->memory, out->high, count));
  return TC_POOL_ARRAY_ZERO(&out->memory, out->low, count);
}

void tc_compensated_sums_free(tc_compensated_sums *sums) {
  tc_pool_free(&sums->memory);
  *sums = (tc_compensated_sums){0};
}

void tc_compensated_sums_clear(tc_compensated_sums *sums) {
  const size_t bytes = (size_t)sums->count * sizeof(double);
  sums->terms = 0;
  if (bytes == 0) return;
  memset(sums->latest, 0, bytes);
  memset(sums->high, 0, bytes);
  memset(sums->low, 0, bytes);
}

static void fold_latest(tc_compensated_sums *sums) {
  double *latest = sums->latest, *high = sums->high, *low = sums->low;
#pragma omp parallel for schedule(static)
  for (int32_t k = 0; k < sums->count; k++) {
    const double old = high[k], sum = old + latest[k], added = sum - old;
    low[k] += (old - (sum - added)) + (latest[k] - added);
    high[k] = sum;
    latest[k] = 0.0;
  }
  sums->terms = 0;
}

void tc_compensated_sums_add(tc_compensated_sums *sums, const int32_t *place, const double *term) {
  double *latest = sums->latest;
  if (sums->terms == max_terms) fold_latest(sums);
  sums->terms++;
  if (place) {
#pragma omp parallel for schedule(static)
    for (int32_t k = 0; k < sums->count; k++) latest[k] += term[place[k]];
  } else {
#pragma omp parallel for schedule(static)
    for (int32_t k = 0; k < sums->count; k++) latest[k] += term[k];
  }
}

double tc_compensated_sums_get(const tc_compensated_sums *sums, int32_t k) {
  return sums->high[k] + (sums->low[k] + sums->latest[k]);
}

double tc_compensated_sums_beyond(const tc_compensated_sums *sums, int32_t k, double level) {
  return (sums->high[k] - level) + (sums->low[k] + sums->latest[k]);
}
