/* Least-squares fit of a straight line to measured times. The coefficients are constrained to be at least 0,
 * because they are times as well. Used by run/studies/fit_paraiso.c. Not collective. */
#ifndef TC_BASE_NUMERIC_LINE_FIT_H
#define TC_BASE_NUMERIC_LINE_FIT_H

typedef struct tc_line_fit {
  double slope, intercept; /* coefficients of the line y = slope x + intercept */
  /* Coefficient of determination: the fraction of the variation of y that the line explains. Negative if a
   * constant would fit better. */
  double r2;
} tc_line_fit;

/* Fits the line with the smallest squared error among those whose slope and intercept are at least 0.
 * Requires count > 1 points with at least two different x. r2 is 1 if all y are equal. */
tc_line_fit tc_line_fit_compute(int count, const double *x, const double *y);

#endif
