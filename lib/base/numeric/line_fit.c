#include "base/numeric/line_fit.h"

#include "base/numeric/stats.h"

/* Fits a line by least squares, without constraints on its coefficients. */
static tc_line_fit fit_line(int count, const double *x, const double *y) {
  const double x0 = tc_mean(x, (size_t)count), y0 = tc_mean(y, (size_t)count);
  double xx = 0.0, xy = 0.0;
  for (int i = 0; i < count; i++) {
    xx += (x[i] - x0) * (x[i] - x0);
    xy += (x[i] - x0) * (y[i] - y0);
  }
  return (tc_line_fit){.slope = xy / xx, .intercept = y0 - xy / xx * x0};
}

/* Fits a line through the origin by least squares. */
static tc_line_fit fit_through_origin(int count, const double *x, const double *y) {
  double xx = 0.0, xy = 0.0;
  for (int i = 0; i < count; i++) {
    xx += x[i] * x[i];
    xy += x[i] * y[i];
  }
  return (tc_line_fit){.slope = xy / xx};
}

static double compute_r2(int count, const double *x, const double *y, tc_line_fit fit) {
  const double y0 = tc_mean(y, (size_t)count);
  double yy = 0.0, residual_sum = 0.0;
  for (int i = 0; i < count; i++) {
    const double residual = y[i] - fit.slope * x[i] - fit.intercept;
    yy += (y[i] - y0) * (y[i] - y0);
    residual_sum += residual * residual;
  }
  return yy > 0.0 ? 1.0 - residual_sum / yy : 1.0;
}

tc_line_fit tc_line_fit_compute(int count, const double *x, const double *y) {
  tc_line_fit fit = fit_line(count, x, y);
  if (fit.slope < 0.0) fit = (tc_line_fit){.intercept = tc_mean(y, (size_t)count)};
  if (fit.intercept < 0.0) fit = fit_through_origin(count, x, y);
  fit.r2 = compute_r2(count, x, y, fit);
  return fit;
}
