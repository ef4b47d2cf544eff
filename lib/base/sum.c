#include "base/sum.h"

#include <math.h>

enum { limb_bits = 31, smallest_exponent = -900 };

tc_sum tc_sum_start(double largest) {
  tc_sum sum = {.exponent = 0};
  if (largest > 0.0) frexp(largest, &sum.exponent);
  if (sum.exponent < smallest_exponent) sum.exponent = smallest_exponent;
  sum.scale = ldexp(1.0, limb_bits - sum.exponent);
  return sum;
}

/* The scale is a power of two and every difference below is exact, so limbs depend on the term alone. */
void tc_sum_add(tc_sum *sum, double term) {
  double scaled = term * sum->scale;
  for (int k = 0; k < TC_SUM_LIMBS; k++) {
    int64_t whole = (int64_t)scaled;
    sum->limb[k] += whole;
    scaled = (scaled - (double)whole) * 2147483648.0;
  }
}

void tc_sum_merge(tc_sum *sum, const tc_sum *part) {
  for (int k = 0; k < TC_SUM_LIMBS; k++) sum->limb[k] += part->limb[k];
}

/* The limbs as one integer, so that the result is rounded only once, whatever signs the limbs have. */
double tc_sum_value(const tc_sum *sum) {
  __extension__ typedef __int128 wide;
  const wide base = (wide)1 << limb_bits;
  wide units = 0;
  for (int k = 0; k < TC_SUM_LIMBS; k++) units = units * base + sum->limb[k];
  return ldexp((double)units, sum->exponent - TC_SUM_LIMBS * limb_bits);
}
