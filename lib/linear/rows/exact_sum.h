/* Sum of couplings that has the same bits in any order of the terms. Contraction adds the couplings between
 * two aggregates, which arrive in an order that depends on the distribution. Pure. */
#ifndef TC_LINEAR_ROWS_EXACT_SUM_H
#define TC_LINEAR_ROWS_EXACT_SUM_H

#include <stdint.h>

/* Returns the sum of term[count], added in double precision and rounded to single precision. Terms must be
 * finite. May sort the terms. If the exponents of the terms are close enough, every partial sum is exact;
 * otherwise the terms are added by descending magnitude. Both cases depend on the terms alone, not on their
 * order. */
float tc_exact_sum(int32_t count, float *term);

#endif
