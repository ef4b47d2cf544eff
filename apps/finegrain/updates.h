/* What updates at random take, on the very array of a program: where the system has put the pages of an array
 * makes it up to twice as slow as the next one. Neither reads nor writes by themselves tell it: an update
 * waits for its element, fewer of them are on their way at once when each goes through a pointer-to-shared,
 * and ranks take lines from each other. */
#ifndef TC_FINEGRAIN_UPDATES_H
#define TC_FINEGRAIN_UPDATES_H

#include "comm/shared_access.h"

typedef struct tc_updates {
  tc_shared_access *access; /* of an array that is dealt out to all ranks */
  int64_t elements, draws;  /* of the array; that each rank draws, over and over; at least 1 */
} tc_updates;

/* Collective, all ranks at once: seconds that adding to an element takes, of the slowest rank. The values of
 * the array are changed. In about so many seconds. Errors on all ranks. */
tc_status tc_updates_measure(const tc_world *world, const tc_updates *updates, double seconds,
                             double *update_s);

#endif
