#include "base/numeric/sum.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { limb_bits = 31, exponent_min = -900 };

tc_sum tc_sum_init(double largest) {
  tc_sum sum = {.exponent = 0};
  if (largest > 0.0) frexp(largest, &sum.exponent);
  if (sum.exponent < exponent_min) sum.exponent = exponent_min;
  sum.scale = ldexp(1.0, limb_bits - sum.exponent);
  return sum;
}

/* Divides the term into limbs. The scale is a power of two and every difference below is exact, so the limbs
 * depend on the term alone. */
void tc_sum_add(tc_sum *sum, double term) {
  double scaled = term * sum->scale;
  for (int k = 1; k < TC_SUM_LIMBS; k++) {
    int64_t digit = (int64_t)scaled;
    sum->limb[k] += digit;
    scaled = (scaled - (double)digit) * 2147483648.0;
  }
}

void tc_sum_merge(tc_sum *sum, const tc_sum *other) {
  for (int k = 0; k < TC_SUM_LIMBS; k++) sum->limb[k] += other->limb[k];
}

void tc_sum_carry(tc_sum *sum) {
  const int64_t base = INT64_C(1) << limb_bits;
  for (int k = TC_SUM_LIMBS - 1; k > 0; k--) {
    const int64_t remainder = sum->limb[k] & (base - 1);
    sum->limb[k - 1] += (sum->limb[k] - remainder) / base;
    sum->limb[k] = remainder;
  }
}

/* Converts the limbs as one integer, so that the result is rounded only once. If the integer cannot hold all
 * limbs, a sticky bit (set if the last limb is not 0) replaces the last limb, which is below the rounding
 * error. */
double tc_sum_value(const tc_sum *sum) {
  __extension__ typedef __int128 wide;
  const wide base = (wide)1 << limb_bits;
  const int last = TC_SUM_LIMBS - 1;
  tc_sum s = *sum;
  tc_sum_carry(&s);
  const bool fits_all_limbs = llabs(s.limb[0]) >> limb_bits == 0;
  wide units = 0;
  for (int k = 0; k < last; k++) units = units * base + s.limb[k];
  units = fits_all_limbs ? units * base + s.limb[last] : units | (s.limb[last] != 0);
  return ldexp((double)units, s.exponent - (fits_all_limbs ? last : last - 1) * limb_bits);
}
