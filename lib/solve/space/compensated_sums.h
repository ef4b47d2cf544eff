/* Compensated sums over steps: one sum per item of an array, accurate to the last few bits for any number of
 * steps. The balance (solve/observe/balance.c) calls it in each step. Usage: tc_compensated_sums_init once,
 * _add once per step, then _beyond, and _free at the end. A few terms are added to a plain sum, which is then
 * added to a compensated sum that retains its rounding error. Every item is summed separately, so the bits of
 * a sum depend on its terms and their order alone. Not collective. Source: two-sum, Knuth, The Art of
 * Computer Programming, volume 2. */
#ifndef TC_SOLVE_SPACE_COMPENSATED_SUMS_H
#define TC_SOLVE_SPACE_COMPENSATED_SUMS_H

#include <stdint.h>

#include "base/core/status.h"

/* Zero-initialise before use; release with tc_compensated_sums_free. */
typedef struct tc_compensated_sums {
  int32_t count;
  int64_t terms;               /* Number of terms in `latest`. */
  double *latest, *high, *low; /* [count]; the sum is high + low + latest. */
} tc_compensated_sums;

/* Fills a zeroed `*out` with `count` sums that are 0. The caller frees `*out`, also after an error. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_compensated_sums_init(int32_t count, tc_compensated_sums *out);
void tc_compensated_sums_free(tc_compensated_sums *sums);
void tc_compensated_sums_clear(tc_compensated_sums *sums);

/* Adds term[place[k]] to sum k; if `place` is NULL, adds term[k]. Uses OpenMP threads. */
void tc_compensated_sums_add(tc_compensated_sums *sums, const int32_t *place, const double *term);

double tc_compensated_sums_get(const tc_compensated_sums *sums, int32_t k);

/* Returns sum k minus `level`; accurate also if both are nearly equal. */
double tc_compensated_sums_beyond(const tc_compensated_sums *sums, int32_t k, double level);

#endif
