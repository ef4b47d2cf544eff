/* Sums of doubles that do not depend on the order of summation: fixed-point accumulation relative to a common
 * scale (the idea of Demmel and Nguyen, "Fast reproducible floating-point summation", 2013, with integer
 * limbs). Each rank and thread may add any part in any order; limbs are added as integers, so the result has
 * the same bits for any split. Resolution: 2^-93 of the largest term (of 2^-900, when that is larger). Up to
 * 2^31 terms before limbs are carried, and 2^62 in all. */
#ifndef TC_BASE_NUMERIC_SUM_H
#define TC_BASE_NUMERIC_SUM_H

#include <stdint.h>

enum { TC_SUM_LIMBS = 4 };
typedef struct tc_sum {
  int exponent; /* every term is below 2^exponent in magnitude */
  double scale; /* 2^(31 - exponent) */
  int64_t
      limb[TC_SUM_LIMBS]; /* limb k counts units of 2^(exponent - 31 k); limb 0 is what the others carry */
} tc_sum;

/* Starts an empty sum for terms of magnitude at most `largest` (finite; 0 is fine). All parts of one sum must
 * be started with the same value. */
tc_sum tc_sum_init(double largest);

/* Adds one term; |term| must not exceed `largest` (not checked). */
void tc_sum_add(tc_sum *sum, double term);

/* Adds the limbs of another part of the same sum. */
void tc_sum_merge(tc_sum *sum, const tc_sum *part);

/* Brings every limb but the first into 0 .. 2^31-1. Then those of up to 2^31 ranks can be added, as plain
 * integers. The value does not change. */
void tc_sum_carry(tc_sum *sum);

/* The value, rounded once. */
double tc_sum_value(const tc_sum *sum);

#endif
