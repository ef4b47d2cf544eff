/* A set of numbers below a limit whose neighbours are found quickly: bits, and for each 64 of them one bit of
 * the next level. */
#ifndef TC_BASE_CONTAINERS_ORDERED_SET_H
#define TC_BASE_CONTAINERS_ORDERED_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"

enum { TC_ORDERED_SET_LEVELS = 6 }; /* 64^6 exceeds every int */

typedef struct tc_ordered_set {
  int levels;
  uint64_t *bits[TC_ORDERED_SET_LEVELS];
} tc_ordered_set;

/* Empty, for 0 .. limit-1. Errors: TC_INTERNAL out of memory. */
tc_status tc_ordered_set_init(tc_pool *pool, int limit, tc_ordered_set *out);
void tc_ordered_set_add(tc_ordered_set *live, int number);
void tc_ordered_set_remove(tc_ordered_set *live, int number);
bool tc_ordered_set_contains(const tc_ordered_set *live, int number);
/* The largest member up to a number, the smallest from it on; -1: none. The number is below the limit; -1 and
 * the limit are fine where nothing can be found. */
int tc_ordered_set_at_or_below(const tc_ordered_set *live, int number);
int tc_ordered_set_at_or_above(const tc_ordered_set *live, int number);

#endif
