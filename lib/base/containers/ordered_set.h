/* Set of numbers from 0 to a limit, which finds the largest member at or below a given number. The set is
 * stored as levels of bits. A number is a member if its bit of level 0 is set. Bit k of a higher level is
 * set if one of the bits 64 k .. 64 k + 63 of the level below is set. All operations take time proportional
 * to the number of levels. No function calls MPI, does I/O or uses global state. */
#ifndef TC_BASE_CONTAINERS_ORDERED_SET_H
#define TC_BASE_CONTAINERS_ORDERED_SET_H

#include <stdint.h>

#include "base/core/pool.h"

enum { TC_ORDERED_SET_LEVELS = 6 }; /* suffices for every int, because 64^6 is larger */

typedef struct tc_ordered_set {
  int levels;
  uint64_t *bits[TC_ORDERED_SET_LEVELS];
} tc_ordered_set;

/* Initialises an empty set for the numbers 0 .. limit-1. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_ordered_set_init(tc_pool *pool, int limit, tc_ordered_set *out);
void tc_ordered_set_add(tc_ordered_set *set, int number);
void tc_ordered_set_remove(tc_ordered_set *set, int number);
/* Returns the largest member that is at most `number`, which is below the limit; -1 if there is none.
 * `number` may be -1. */
int tc_ordered_set_find_at_or_below(const tc_ordered_set *set, int number);

#endif
