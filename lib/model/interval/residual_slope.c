#include "model/interval/residual_slope.h"

#include <math.h>

enum { ITERATIONS_MIN = 20 };

/* Before there is an estimate, the logarithm of the residual must have decreased by at least this share of
 * its distance to the target. */
static const double won_min = 0.1;

/* Removes every second sample to make room for later ones. */
static void halve_series(tc_residual_series *series) {
  for (int i = 0; 2 * i < series->count; i++) {
    series->iteration[i] = series->iteration[2 * i];
    series->log_norm[i] = series->log_norm[2 * i];
  }
  series->count = (series->count + 1) / 2;
  series->stride *= 2;
}

void tc_residual_series_add(tc_residual_series *series, int64_t iteration, double log_norm) {
  if (!isfinite(log_norm)) return;
  if (series->count == 0) series->stride = 1;
  series->last = iteration;
  series->last_log = log_norm;
  if (series->count == TC_RESIDUAL_SAMPLES_MAX) halve_series(series);
  if (series->count > 0 && iteration < series->iteration[series->count - 1] + series->stride) return;
  series->iteration[series->count] = iteration;
  series->log_norm[series->count++] = log_norm;
}

/* Returns the least-squares slope of the samples in the last half of the iterations; 0 with fewer than two
 * samples. */
static double last_slope(const tc_residual_series *s) {
  const int64_t middle = s->iteration[0] + (s->last - s->iteration[0]) / 2;
  double n = 0.0, sum_x = 0.0, sum_y = 0.0, sum_xx = 0.0, sum_xy = 0.0;
  for (int i = s->count - 1; i >= 0 && s->iteration[i] >= middle; i--) {
    const double x = (double)(s->iteration[i] - middle), y = s->log_norm[i];
    n += 1.0;
    sum_x += x;
    sum_y += y;
    sum_xx += x * x;
    sum_xy += x * y;
  }
  const double variation = n * sum_xx - sum_x * sum_x;
  return variation > 0.0 ? (n * sum_xy - sum_x * sum_y) / variation : 0.0;
}

double tc_remaining_iterations(const tc_residual_series *s, double log_target, double forecast) {
  if (s->count == 0) return NAN;
  const double done = (double)(s->last - s->iteration[0]), won = s->log_norm[0] - s->last_log,
               needed = s->log_norm[0] - log_target;
  if (s->last_log <= log_target) return 0.0;
  if (done < ITERATIONS_MIN || won < won_min * needed) return NAN;
  const double slope = last_slope(s);
  if (!(slope < 0.0)) return NAN;
  const double extrapolated = fmax((log_target - s->last_log) / slope, 1.0);
  if (!(forecast > 0.0)) return extrapolated;
  const double share = won / needed;
  return share * extrapolated + (1.0 - share) * fmax(forecast - done, 1.0);
}
