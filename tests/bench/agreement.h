/* Whether contenders have computed the same. */
#ifndef TC_BENCH_AGREEMENT_H
#define TC_BENCH_AGREEMENT_H

#include "contender.h"

/* Collective. far[count]: how far the field of each is from that of the first valid one, largest difference
 * over largest value; NaN for one that is not valid. Errors on all ranks: TC_NUMERICAL for one beyond the
 * limit. */
tc_status agreement_check(const tc_space *space, const contender *c, int count, double limit, double *far);

#endif
