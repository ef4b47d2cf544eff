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

/* Carries first, so the limbs are digits of one number. */
double tc_sum_value(const tc_sum *sum) {
  int64_t limb[TC_SUM_LIMBS];
  for (int k = 0; k < TC_SUM_LIMBS; k++) limb[k] = sum->limb[k];
  const int64_t base = INT64_C(1) << limb_bits;
  for (int k = TC_SUM_LIMBS - 1; k > 0; k--) {
    int64_t carry = limb[k] / base;
    limb[k] -= carry * base;
    limb[k - 1] += carry;
  }
  double low = ldexp((double)limb[2], sum->exponent - 3 * limb_bits);
  double middle = ldexp((double)limb[1], sum->exponent - 2 * limb_bits);
  double high = ldexp((double)limb[0], sum->exponent - limb_bits);
  return high + (middle + low);
}
