#include "linear/rows/exact_sum.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Bits of a double that a sum of numbers of single precision may need in addition to their 24 bits. */
enum { spare_bits = 29 };

/* Returns the biased binary exponent of a number. It is exact for subnormal numbers too, because they are
 * normal numbers in double precision. */
static int biased_exponent(float value) {
  const double wide = (double)value;
  uint64_t bits;
  memcpy(&bits, &wide, sizeof bits);
  return (int)(bits >> 52 & 0x7ff);
}

static int ceil_log2(int32_t count) {
  int log2 = 0;
  while (log2 < 31 && INT64_C(1) << log2 < count) log2++;
  return log2;
}

/* True if every partial sum is exact in any order. Let p and q be the largest and the smallest exponent of m
 * terms. Partial sums are multiples of 2^(q - 23) and smaller than m 2^(p + 1), so they have at most p - q +
 * log2 m + 24 bits. Terms of 0 do not matter. */
static bool is_exact(int32_t count, const float *term) {
  int smallest = 0x7ff, largest = 0;
  for (int32_t k = 0; k < count; k++) {
    const int exponent = biased_exponent(term[k]);
    if (exponent > largest) largest = exponent;
    if (exponent > 0 && exponent < smallest) smallest = exponent;
  }
  return largest - smallest + ceil_log2(count) <= spare_bits;
}

/* Orders terms by descending magnitude, and of equal magnitudes the positive one first. */
static int compare_terms(const void *a, const void *b) {
  const float x = *(const float *)a, y = *(const float *)b, size_x = x < 0.0f ? -x : x,
              size_y = y < 0.0f ? -y : y;
  if (size_x != size_y) return size_x > size_y ? -1 : 1;
  return (x < y) - (x > y);
}

float tc_exact_sum(int32_t count, float *term) {
  if (count == 1) return term[0];
  if (!is_exact(count, term)) qsort(term, (size_t)count, sizeof *term, compare_terms);
  double sum = 0.0;
  for (int32_t k = 0; k < count; k++) sum += (double)term[k];
  return (float)sum;
}
