#include "system/power_scale.h"

#include <math.h>

/* Nothing is scaled if the exponent of the largest value is from -unscaled_exponent to unscaled_exponent.
 * Otherwise the exponents of the scaled values should be from smallest_exponent to largest_exponent. If this
 * is impossible, only the largest value must obey its limit. */
enum { unscaled_exponent = 128, smallest_exponent = -1000, largest_exponent = 480 };

int tc_power_scale_choose(int64_t count, const double *value) {
  double largest = 0.0, smallest = INFINITY;
  for (int64_t k = 0; k < count; k++) {
    const double size = fabs(value[k]);
    largest = fmax(largest, size);
    if (size > 0.0) smallest = fmin(smallest, size);
  }
  if (largest == 0.0) return 0;
  const int high = ilogb(largest);
  int most = ilogb(smallest) - smallest_exponent;
  if (high >= -unscaled_exponent && high <= unscaled_exponent) return 0;
  if (high < 0 || high <= most) return high;
  /* The square of the largest number must not overflow. Numbers that then underflow are far below the
   * rounding errors of the largest number. */
  const int least = high - largest_exponent;
  most = most > 0 ? most : 0;
  return most > least ? most : least;
}

void tc_power_scale_apply(int exponent, int64_t count, double *value) {
  for (int64_t k = 0; exponent != 0 && k < count; k++) value[k] = ldexp(value[k], exponent);
}
