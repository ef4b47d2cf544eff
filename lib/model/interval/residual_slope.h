/* Remaining iterations of a solve, from the norms of the residuals. The logarithm of the norm falls about
 * linearly, but not at a constant rate, so the estimate uses its least-squares slope over the last half of
 * the iterations. If there is a forecast of the number of iterations, its weight decreases as the norm
 * approaches the target. The progress monitor adds the norm of each iteration and requests an estimate for
 * each line. The memory is bounded: a full series drops every second sample. Derived here. Pure. */
#ifndef TC_MODEL_INTERVAL_RESIDUAL_SLOPE_H
#define TC_MODEL_INTERVAL_RESIDUAL_SLOPE_H

#include <stdint.h>

enum { TC_RESIDUAL_SAMPLES_MAX = 128 };

/* Norms of the residuals of a solve at evenly spaced iterations and at the last iteration. Zero-initialise
 * before each solve. */
typedef struct tc_residual_series {
  int count;
  int64_t stride;  /* iterations between samples; 0 before the first one */
  int64_t last;    /* number of the last iteration */
  double last_log; /* natural logarithm of the last norm */
  int64_t iteration[TC_RESIDUAL_SAMPLES_MAX];
  double log_norm[TC_RESIDUAL_SAMPLES_MAX];
} tc_residual_series;

/* Adds ln of the norm of the residual after `iteration` iterations, which must increase from call to call.
 * Values that are not finite are ignored. The time of a call is constant on average. */
void tc_residual_series_add(tc_residual_series *series, int64_t iteration, double log_norm);

/* Returns the expected number of iterations until the logarithm of the norm is `log_target`; 0 if it is
 * reached, else at least 1. `forecast` is the forecast of all iterations of the solve; 0 if unknown. Returns
 * NaN during the first 20 iterations, until the logarithm of the norm has covered 10 % of the distance to the
 * target, and if the norm does not decrease. */
double tc_remaining_iterations(const tc_residual_series *series, double log_target, double forecast);

#endif
