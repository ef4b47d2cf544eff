/* Quantiles of Student's t distribution, used by bounds that are derived from few samples. The distribution
 * function of whole degrees of freedom is a finite sum, which is inverted by bisection. Only sums, products,
 * roots and, for odd degrees, atan are needed, so the results hardly depend on the machine. Source:
 * Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4. */
#ifndef TC_BASE_NUMERIC_STUDENT_H
#define TC_BASE_NUMERIC_STUDENT_H

/* Returns the probability that a variable with `degrees` degrees of freedom is in -t .. t. Requires t >= 0
 * and degrees >= 1. Time is proportional to `degrees`. */
double tc_student_probability(double t, int degrees);

/* Returns the value that a variable with `degrees` degrees of freedom does not exceed with the probability
 * `level`, which must be at least 0.5 and below 1. Requires degrees >= 1. The relative error is about
 * 1e-14. */
double tc_student_quantile(double level, int degrees);

#endif
