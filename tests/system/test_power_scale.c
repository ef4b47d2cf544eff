#include "system/power_scale.h"

#include <criterion/criterion.h>
#include <math.h>

static int choose(double a, double b) { return tc_power_scale_choose(2, (const double[]){a, b}); }

Test(power_scale, usual_numbers_remain) {
  cr_expect_eq(tc_power_scale_choose(0, NULL), 0);
  cr_expect_eq(choose(0.0, 0.0), 0);
  cr_expect_eq(choose(1e-9, -3e12), 0);
  cr_expect_eq(choose(ldexp(1.0, 128), 0.0), 0);
  cr_expect_eq(choose(ldexp(1.0, -128), 1e-300), 0);
}

Test(power_scale, the_largest_number_becomes_one) {
  cr_expect_eq(choose(ldexp(-1.0, 129), 1.0), 129);
  cr_expect_eq(choose(ldexp(1.0, -700), 0.0), -700);
  cr_expect_eq(choose(ldexp(1.0, -1074), 0.0), -1074);
}

/* The scale divides by 2^500, so that 2^700 and 2^-500 become 2^200 and 2^-1000. A larger divisor would make
 * the small number underflow. */
Test(power_scale, small_numbers_do_not_underflow) {
  cr_expect_eq(choose(ldexp(1.0, 700), ldexp(1.0, -500)), 500);
  cr_expect_eq(choose(ldexp(1.0, 400), ldexp(1.0, -1050)), 0);
}

/* The scale divides 2^900 to 2^480, so that its square does not overflow, although 2^-1050 then vanishes. */
Test(power_scale, squares_of_large_numbers_do_not_overflow) {
  cr_expect_eq(choose(ldexp(1.0, 900), ldexp(1.0, -1050)), 420);
  cr_expect_eq(choose(ldexp(1.0, 1000), ldexp(1.0, -900)), 520);
}

Test(power_scale, application) {
  double value[] = {3.0, -0.1, 0.0};
  tc_power_scale_apply(-500, 3, value);
  cr_expect(value[0] == ldexp(3.0, -500) && value[2] == 0.0);
  tc_power_scale_apply(500, 3, value);
  cr_expect(value[0] == 3.0 && value[1] == -0.1);
}
