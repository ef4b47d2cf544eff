#include "base/numeric/student.h"

#include <math.h>

/* Returns the sum of the first `terms` terms of the series 1 + a_1 c2 + a_1 a_2 c2^2 + .. in formulas 26.7.3
 * and 26.7.4 (student.h). There c2 is the square of cos(theta), and a_k = (first + 2 k - 2) / (first + 2 k -
 * 1). */
static double sum_powers(double c2, int terms, int first) {
  double term = 1.0, sum = terms > 0 ? 1.0 : 0.0;
  for (int k = 1; k < terms; k++) {
    term *= c2 * (first + 2 * k - 2) / (first + 2 * k - 1);
    sum += term;
  }
  return sum;
}

double tc_student_probability(double t, int degrees) {
  const double c2 = degrees / (degrees + t * t), sine = t / sqrt(degrees + t * t);
  if (degrees % 2 == 0) return sine * sum_powers(c2, degrees / 2, 1);
  return 2.0 / acos(-1.0) * (atan(t / sqrt(degrees)) + sine * sqrt(c2) * sum_powers(c2, degrees / 2, 2));
}

double tc_student_quantile(double level, int degrees) {
  const double probability = 2.0 * level - 1.0;
  double low = 0.0, high = 1.0;
  while (tc_student_probability(high, degrees) < probability && high < 1e15) high *= 2.0;
  for (;;) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return high;
    if (tc_student_probability(middle, degrees) < probability)
      low = middle;
    else
      high = middle;
  }
}
