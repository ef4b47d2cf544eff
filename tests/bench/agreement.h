/* Checks that all contenders of a benchmark have computed the same field. */
#ifndef TC_BENCH_AGREEMENT_H
#define TC_BENCH_AGREEMENT_H

#include "contender.h"

/* Collective. Sets far[count] to the difference of each contender's field from that of the first valid
 * contender. The difference is the largest absolute difference divided by the largest absolute value. It
 * is NaN for a contender that is not valid. Errors on all ranks: TC_NUMERICAL if a difference exceeds the
 * limit. */
tc_status agreement_check(const tc_space *space, const contender *c, int count, double limit, double *far);

#endif
