/* Sum of couplings that has the same bits in any order of the terms. Contraction adds the couplings between
 * two aggregates, which arrive in an order that depends on the distribution. Usage: add the terms to a
 * tc_exact_terms one after another, which adds them in double precision. If tc_exact_terms_are_exact then
 * returns false, compute the sum with tc_exact_sum, which needs all terms at once. Both results have the same
 * bits if both exist. Pure. */
#ifndef TC_LINEAR_ROWS_EXACT_SUM_H
#define TC_LINEAR_ROWS_EXACT_SUM_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Terms that have been added. Zero-initialise before use. */
typedef struct tc_exact_terms {
  double sum;
  int32_t count;
  /* Largest biased binary exponent of the terms, and 0x7ff minus the smallest one. Terms of 0 are not
   * counted. */
  int16_t largest, smallest_complement;
} tc_exact_terms;

/* Adds a finite term. The exponent is exact for subnormal numbers too, because they are normal numbers in
 * double precision. Adding 0.0 first turns a sum of -0.0 into 0.0, so only a sum of one term can be -0.0. */
static inline void tc_exact_terms_add(tc_exact_terms *terms, float term) {
  const double wide = (double)term;
  uint64_t bits;
  memcpy(&bits, &wide, sizeof bits);
  const int16_t exponent = (int16_t)(bits >> 52 & 0x7ff), complement = (int16_t)(0x7ff - exponent);
  terms->sum = terms->count == 0 ? wide : (0.0 + terms->sum) + wide;
  terms->count++;
  if (exponent > terms->largest) terms->largest = exponent;
  if (exponent > 0 && complement > terms->smallest_complement) terms->smallest_complement = complement;
}

/* Number of bits of a double that a sum may need in addition to the 24 bits of numbers in single
 * precision. */
enum { TC_EXACT_SPARE_BITS = 29 };

/* True if every partial sum is exact in any order, so that terms->sum does not depend on the order. Let p and
 * q be the largest and the smallest exponent of m terms. Partial sums are multiples of 2^(q - 23) and smaller
 * than m 2^(p + 1), so they have at most p - q + log2 m + 24 bits. */
static inline bool tc_exact_terms_are_exact(const tc_exact_terms *terms) {
  const int smallest = 0x7ff - terms->smallest_complement,
            log2_count = terms->count > 1 ? 32 - __builtin_clz((unsigned)terms->count - 1) : 0;
  return terms->largest - smallest + log2_count <= TC_EXACT_SPARE_BITS;
}

/* Returns the sum of term[count], added in double precision and rounded to single precision. Terms must be
 * finite. May sort the terms. If the exponents of the terms are close enough, every partial sum is exact;
 * otherwise the terms are added by descending magnitude. Both cases depend on the terms alone, not on their
 * order. */
float tc_exact_sum(int32_t count, float *term);

#endif
