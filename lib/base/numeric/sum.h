/* Sums of doubles that do not depend on the order of summation. Terms are added in fixed point relative to a
 * common scale. Threads and ranks may add any parts of a sum in any order, and the result always has the same
 * bits. Usage: tc_sum_init with the largest term of all parts, tc_sum_add, tc_sum_merge or tc_sum_carry and
 * an integer reduction, tc_sum_value. The resolution is 2^-93 of the largest term, or of 2^-900 if that is
 * larger. At most 2^31 terms may be added before tc_sum_carry, and at most 2^62 in all. Source: Demmel and
 * Nguyen, "Fast reproducible floating-point summation", 2013, here with integer limbs. */
#ifndef TC_BASE_NUMERIC_SUM_H
#define TC_BASE_NUMERIC_SUM_H

#include <stdint.h>

enum { TC_SUM_LIMBS = 4 };
typedef struct tc_sum {
  int exponent; /* every term is below 2^exponent in magnitude */
  double scale; /* 2^(31 - exponent), the factor by which each term is multiplied before it is divided into
                   limbs */
  /* Limb k counts units of 2^(exponent - 31 k). tc_sum_carry moves the part of a limb that exceeds 31 bits to
   * the limb before it. */
  int64_t limb[TC_SUM_LIMBS];
} tc_sum;

/* Initialises an empty sum for terms of magnitude at most `largest` (finite, may be 0). All parts of one sum
 * must have the same `largest`. */
tc_sum tc_sum_init(double largest);

/* Adds a term. |term| must not exceed `largest` (not checked). */
void tc_sum_add(tc_sum *sum, double term);

/* Adds the limbs of another part of the same sum. */
void tc_sum_merge(tc_sum *sum, const tc_sum *other);

/* Normalises every limb but the first to 0 .. 2^31-1 without changing the value. The limbs of up to 2^31
 * ranks can then be added as plain integers. */
void tc_sum_carry(tc_sum *sum);

/* Returns the value of the sum, rounded once. */
double tc_sum_value(const tc_sum *sum);

#endif
