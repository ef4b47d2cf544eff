/* Order statistics of timings, used by benchmarks and by the step times of runs. The median is robust against
 * single slow samples. Not collective. */
#ifndef TC_BASE_NUMERIC_STATS_H
#define TC_BASE_NUMERIC_STATS_H

#include <stddef.h>

/* Sorts n values in ascending order. None may be NaN. */
void tc_values_sort(double *values, size_t n);

/* Returns the median of n values (the mean of the middle two values if n is even), or 0 if n is 0. Reorders
 * the values. */
double tc_median(double *values, size_t n);

/* Returns the mean of n values; 0 if n is 0. */
double tc_mean(const double *values, size_t n);

/* Returns the sample variance of n values; 0 if n is less than 2. */
double tc_variance(const double *values, size_t n);

/* Evenly spaced samples of a long series in bounded memory. If the array is full, every second sample is
 * dropped and the stride doubles. Zero-initialise before use. */
enum { TC_TIMING_SERIES_MAX = 4096 };
typedef struct tc_timing_series {
  size_t stored; /* number of samples in `value` */
  size_t added;  /* number of values that tc_timing_series_add has received */
  size_t stride; /* every stride-th value is stored; 0 before the first value is added */
  double sum;    /* sum of all values added to the series */
  double value[TC_TIMING_SERIES_MAX];
} tc_timing_series;

/* Adds the next value of the series. */
void tc_timing_series_add(tc_timing_series *series, double value);

/* Returns the median of the stored samples; 0 if there are none. */
double tc_timing_series_median(const tc_timing_series *series);

/* Returns the fraction of stored samples above `limit`; 0 if there are none. */
double tc_timing_series_share_above(const tc_timing_series *series, double limit);

#endif
