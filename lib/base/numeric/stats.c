#include "base/numeric/stats.h"

#include <stdlib.h>
#include <string.h>

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

void tc_values_sort(double *values, size_t n) { qsort(values, n, sizeof *values, compare_doubles); }

double tc_median(double *values, size_t n) {
  if (n == 0) return 0.0;
  tc_values_sort(values, n);
  return n % 2 ? values[n / 2] : 0.5 * (values[n / 2 - 1] + values[n / 2]);
}

double tc_mean(const double *values, size_t n) {
  double sum = 0.0;
  for (size_t i = 0; i < n; i++) sum += values[i];
  return n > 0 ? sum / (double)n : 0.0;
}

double tc_variance(const double *values, size_t n) {
  const double mean = tc_mean(values, n);
  double squares = 0.0;
  for (size_t i = 0; i < n; i++) squares += (values[i] - mean) * (values[i] - mean);
  return n > 1 ? squares / (double)(n - 1) : 0.0;
}

static void halve_series(tc_timing_series *series) {
  for (size_t i = 0; 2 * i < series->stored; i++) series->value[i] = series->value[2 * i];
  series->stored = (series->stored + 1) / 2;
  series->stride *= 2;
}

void tc_timing_series_add(tc_timing_series *series, double value) {
  if (series->stride == 0) series->stride = 1;
  if (series->stored == TC_TIMING_SERIES_MAX) halve_series(series);
  series->sum += value;
  if (series->added++ % series->stride == 0) series->value[series->stored++] = value;
}

double tc_timing_series_median(const tc_timing_series *series) {
  double sorted[TC_TIMING_SERIES_MAX];
  memcpy(sorted, series->value, series->stored * sizeof *sorted);
  return tc_median(sorted, series->stored);
}

double tc_timing_series_share_above(const tc_timing_series *series, double limit) {
  size_t above = 0;
  for (size_t i = 0; i < series->stored; i++) above += series->value[i] > limit;
  return series->stored ? (double)above / (double)series->stored : 0.0;
}
