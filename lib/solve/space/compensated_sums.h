/* Compensated sums over steps: one sum per item of an array, accurate to the last few bits for any number of
 * steps. The balance (solve/observe/balance.c) adds terms in each step. Usage: tc_compensated_sums_init once,
 * tc_compensated_sums_add once per step, then tc_compensated_sums_get or tc_compensated_sums_beyond to read
 * the sums, and tc_compensated_sums_free at the end. The terms of 16 steps are added to a plain sum. The
 * plain sum is then added to a compensated sum, whose rounding error is stored in a second number. Every item
 * is summed separately, so the bits of a sum depend only on its terms and their order. Not collective.
 * Source: algorithm TwoSum, Knuth, The Art of Computer Programming, volume 2. */
#ifndef TC_SOLVE_SPACE_COMPENSATED_SUMS_H
#define TC_SOLVE_SPACE_COMPENSATED_SUMS_H

#include <stdint.h>

#include "base/core/pool.h"

/* A set of `count` compensated sums. Zero-initialise before use; release with tc_compensated_sums_free. */
typedef struct tc_compensated_sums {
  int32_t count;
  int64_t terms; /* Number of terms in each item of `latest`. */
  /* [count] Sum k is high[k] + low[k] + latest[k]. high[k] is the compensated sum, low[k] its accumulated
   * rounding error, and latest[k] the plain sum of the latest terms. */
  double *latest, *high, *low;
  tc_pool memory; /* Owns the arrays of this struct. */
} tc_compensated_sums;

/* Fills a zeroed `*out` with `count` sums that are 0. The caller frees `*out`, also after an error. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_compensated_sums_init(int32_t count, tc_compensated_sums *out);
void tc_compensated_sums_free(tc_compensated_sums *sums);
void tc_compensated_sums_clear(tc_compensated_sums *sums);

/* Adds one term to every sum: term[place[k]] to sum k, or term[k] if `place` is NULL. Uses OpenMP threads. */
void tc_compensated_sums_add(tc_compensated_sums *sums, const int32_t *place, const double *term);

double tc_compensated_sums_get(const tc_compensated_sums *sums, int32_t k);

/* Returns sum k minus `level`. The difference is accurate even if both are nearly equal. */
double tc_compensated_sums_beyond(const tc_compensated_sums *sums, int32_t k, double level);

#endif
