/* A straight line through measurements, by least squares. Not collective. */
#ifndef TC_BASE_NUMERIC_LINE_FIT_H
#define TC_BASE_NUMERIC_LINE_FIT_H

typedef struct tc_line_fit {
  double slope, level; /* y = slope x + level */
  double r2; /* coefficient of determination: the share of the variation of y that the line explains; below 0:
                a constant would be better */
} tc_line_fit;

/* The best line of those with a slope and a level of at least 0. count > 1 points, two of them with different
 * x. Of equal y all is explained: r2 = 1. */
tc_line_fit tc_line_fit_compute(int count, const double *x, const double *y);

#endif
