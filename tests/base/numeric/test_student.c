#include "base/numeric/student.h"

#include <criterion/criterion.h>
#include <math.h>

/* Quantiles of Student's t distribution, from printed tables. */
static const struct {
  double level;
  int degrees;
  double quantile;
} tabulated[] = {{0.95, 1, 6.313752},  {0.95, 2, 2.919986},  {0.95, 4, 2.131847}, {0.95, 14, 1.761310},
                 {0.95, 23, 1.713872}, {0.99, 3, 4.540703},  {0.99, 4, 3.746947}, {0.99, 100, 2.364217},
                 {0.90, 5, 1.475884},  {0.75, 10, 0.699812}, {0.6, 7, 0.263167},  {0.995, 30, 2.749996}};

Test(student, quantiles_equal_tables) {
  for (size_t i = 0; i < sizeof tabulated / sizeof *tabulated; i++) {
    const double q = tc_student_quantile(tabulated[i].level, tabulated[i].degrees);
    cr_expect_float_eq(q, tabulated[i].quantile, 1e-6, "level %g, %d degrees: %.9g", tabulated[i].level,
                       tabulated[i].degrees, q);
  }
}

/* Student's t distribution with one and with two degrees of freedom has closed forms for its quantiles. */
Test(student, quantiles_of_one_and_two_degrees_are_exact) {
  for (double level = 0.51; level < 0.995; level += 0.04) {
    const double cauchy = tan(acos(-1.0) * (level - 0.5)), u = 2.0 * level - 1.0,
                 two = u * sqrt(2.0 / (1.0 - u * u));
    cr_expect_float_eq(tc_student_quantile(level, 1), cauchy, 1e-12 * (1.0 + cauchy));
    cr_expect_float_eq(tc_student_quantile(level, 2), two, 1e-12 * (1.0 + two));
  }
}

Test(student, quantile_inverts_the_probability) {
  for (int degrees = 1; degrees < 300; degrees += 7)
    for (double level = 0.5; level < 0.995; level += 0.07) {
      const double q = tc_student_quantile(level, degrees);
      cr_expect_float_eq(tc_student_probability(q, degrees), 2.0 * level - 1.0, 1e-13);
    }
}

Test(student, median_is_zero) {
  for (int degrees = 1; degrees < 6; degrees++)
    cr_expect_float_eq(tc_student_quantile(0.5, degrees), 0.0, 1e-300, "%d", degrees);
}
