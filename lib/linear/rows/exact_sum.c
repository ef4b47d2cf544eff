#include "linear/rows/exact_sum.h"

#include <stdlib.h>

/* Bits of a double that a sum of numbers of single precision may need in addition to their 24 bits. */
enum { spare_bits = 29 };

static int ceil_log2(int32_t count) {
  int log2 = 0;
  while (log2 < 31 && INT64_C(1) << log2 < count) log2++;
  return log2;
}

/* Let p and q be the largest and the smallest exponent of m terms. Partial sums are multiples of 2^(q - 23)
 * and smaller than m 2^(p + 1), so they have at most p - q + log2 m + 24 bits. */
bool tc_exact_terms_are_exact(const tc_exact_terms *terms) {
  const int smallest = 0x7ff - terms->smallest_complement;
  return terms->largest - smallest + ceil_log2(terms->count) <= spare_bits;
}

/* Orders terms by descending magnitude, and of equal magnitudes the positive one first. */
static int compare_terms(const void *a, const void *b) {
  const float x = *(const float *)a, y = *(const float *)b, size_x = x < 0.0f ? -x : x,
              size_y = y < 0.0f ? -y : y;
  if (size_x != size_y) return size_x > size_y ? -1 : 1;
  return (x < y) - (x > y);
}

float tc_exact_sum(int32_t count, float *term) {
  tc_exact_terms terms = {.count = 0};
  double sum = 0.0;
  for (int32_t k = 0; k < count; k++) tc_exact_terms_add(&terms, term[k]);
  if (tc_exact_terms_are_exact(&terms)) return (float)terms.sum;
  qsort(term, (size_t)count, sizeof *term, compare_terms);
  for (int32_t k = 0; k < count; k++) sum += (double)term[k];
  return (float)sum;
}
