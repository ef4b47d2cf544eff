/* Checks whether contenders have computed the same field. */
#ifndef TC_BENCH_AGREEMENT_H
#define TC_BENCH_AGREEMENT_H

#include "contender.h"

/* Collective. Sets far[count] to the difference of each field from that of the first valid contender: largest
 * difference over largest value. It is NaN for a contender that is not valid. Errors on all ranks:
 * TC_NUMERICAL if a difference exceeds the limit. */
tc_status agreement_check(const tc_space *space, const contender *c, int count, double limit, double *far);

#endif
