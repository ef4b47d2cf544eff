/* Order statistics of timings. */
#ifndef TC_BASE_NUMERIC_STATS_H
#define TC_BASE_NUMERIC_STATS_H

#include <stddef.h>

/* Median of n values (mean of the middle two when n is even); 0 for n = 0. Reorders the values. */
double tc_median(double *values, size_t n);

/* A bounded record of a long series: when full, every second sample is dropped and from then on only every
 * 2nd, 4th, .. value is kept. So the kept samples stay evenly spread over the series. */
enum { TC_TIMING_SERIES_MAX = 4096 };
typedef struct tc_timing_series {
  size_t stored;  /* samples in value[] */
  size_t offered; /* values offered so far */
  size_t stride;  /* every stride-th value is kept; 0 before the first */
  double sum;     /* of all values offered */
  double value[TC_TIMING_SERIES_MAX];
} tc_timing_series;

/* Offers the next value of the series. A zeroed struct is an empty record. */
void tc_timing_series_add(tc_timing_series *samples, double value);

/* Median of the kept samples; 0 when empty. */
double tc_timing_series_median(const tc_timing_series *samples);

/* The share of the kept samples that are above a limit; 0 when empty. */
double tc_timing_series_share_above(const tc_timing_series *samples, double limit);

#endif
