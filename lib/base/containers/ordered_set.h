/* A set of numbers below a limit whose neighbours are found quickly: bits, and for each 64 of them one bit of
 * the next level. */
#ifndef TC_BASE_CONTAINERS_ORDERED_SET_H
#define TC_BASE_CONTAINERS_ORDERED_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/pool.h"

enum { TC_LIVE_LEVELS = 6 }; /* 64^6 exceeds every int */

typedef struct tc_live {
  int levels;
  uint64_t *bits[TC_LIVE_LEVELS];
} tc_live;

/* Empty, for 0 .. limit-1. Errors: TC_INTERNAL out of memory. */
tc_status tc_live_create(tc_pool *pool, int limit, tc_live *out);
void tc_live_add(tc_live *live, int number);
void tc_live_remove(tc_live *live, int number);
bool tc_live_has(const tc_live *live, int number);
/* The largest member up to a number, the smallest from it on; -1: none. The number is below the limit; -1 and
 * the limit are fine where nothing can be found. */
int tc_live_last(const tc_live *live, int number);
int tc_live_next(const tc_live *live, int number);

#endif
