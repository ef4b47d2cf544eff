#include "base/numeric/line_fit.h"

static double mean_value(int count, const double *value) {
  double sum = 0.0;
  for (int i = 0; i < count; i++) sum += value[i];
  return sum / count;
}

/* Fits a line by least squares, without constraints on its coefficients. */
static tc_line_fit fit_line(int count, const double *x, const double *y) {
  const double x0 = mean_value(count, x), y0 = mean_value(count, y);
  double xx = 0.0, xy = 0.0;
  for (int i = 0; i < count; i++) {
    xx += (x[i] - x0) * (x[i] - x0);
    xy += (x[i] - x0) * (y[i] - y0);
  }
  return (tc_line_fit){.slope = xy / xx, .level = y0 - xy / xx * x0};
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

static double explained_share(int count, const double *x, const double *y, tc_line_fit fit) {
  const double y0 = mean_value(count, y);
  double yy = 0.0, rest = 0.0;
  for (int i = 0; i < count; i++) {
    const double off = y[i] - fit.slope * x[i] - fit.level;
    yy += (y[i] - y0) * (y[i] - y0);
    rest += off * off;
  }
  return yy > 0.0 ? 1.0 - rest / yy : 1.0;
}

tc_line_fit tc_line_fit_compute(int count, const double *x, const double *y) {
  tc_line_fit fit = fit_line(count, x, y);
  if (fit.slope < 0.0) fit = (tc_line_fit){.level = mean_value(count, y)};
  if (fit.level < 0.0) fit = fit_through_origin(count, x, y);
  fit.r2 = explained_share(count, x, y, fit);
  return fit;
}
