#include "base/numeric/stats.h"

#include <stdlib.h>
#include <string.h>

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

double tc_median(double *values, size_t n) {
  if (n == 0) return 0.0;
  qsort(values, n, sizeof *values, compare_doubles);
  return n % 2 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

static void halve_series(tc_timing_series *samples) {
  for (size_t i = 0; 2 * i < samples->stored; i++) samples->value[i] = samples->value[2 * i];
  samples->stored = (samples->stored + 1) / 2;
  samples->stride *= 2;
}

void tc_timing_series_add(tc_timing_series *samples, double value) {
  if (samples->stride == 0) samples->stride = 1;
  if (samples->stored == TC_TIMING_SERIES_MAX) halve_series(samples);
  samples->sum += value;
  if (samples->offered++ % samples->stride == 0) samples->value[samples->stored++] = value;
}

double tc_timing_series_median(const tc_timing_series *samples) {
  double sorted[TC_TIMING_SERIES_MAX];
  memcpy(sorted, samples->value, samples->stored * sizeof *sorted);
  return tc_median(sorted, samples->stored);
}

double tc_timing_series_share_above(const tc_timing_series *samples, double limit) {
  size_t above = 0;
  for (size_t i = 0; i < samples->stored; i++) above += samples->value[i] > limit;
  return samples->stored ? (double)above / (double)samples->stored : 0.0;
}
