/* What updates at random take beyond those of private memory, in the footprint of a program. Neither reads
 * nor writes by themselves tell it: an update waits for its element, fewer of them are on their way at once
 * when each goes through a pointer-to-shared, and ranks take lines from each other. */
#ifndef TC_FINEGRAIN_UPDATES_H
#define TC_FINEGRAIN_UPDATES_H

#include "comm/world.h"

/* Collective, all ranks at once: seconds that adding to one of so many elements, dealt out one by one to all
 * ranks, takes longer than the same in an array of the rank's own. own: a world of this rank alone. At about
 * the effort of tc_rates_measure. Errors on all ranks. */
tc_status tc_updates_measure(const tc_world *world, const tc_world *own, int64_t elements, double seconds,
                             double *beyond_s);

#endif
