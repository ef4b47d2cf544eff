/* Sorting by an integer key in linear time. Used during setup where rows or cells are grouped by colour,
 * owner or level, and where cells are sorted along a curve. The functions are stable radix sorts with digits
 * of ten or eleven bits. Not collective. */
#ifndef TC_BASE_CONTAINERS_SORT_H
#define TC_BASE_CONTAINERS_SORT_H

#include <stdint.h>

#include "base/core/status.h"

/* Fills in `order` with the indices 0 .. n-1 of the keys in `key`, sorted by key. Indices of equal keys are
 * in ascending order. Every key must be from 0 to `largest`. Time is proportional to n for every ten bits of
 * `largest`. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_sort_by_key(int32_t n, const int32_t *key, int32_t largest, int32_t *order);

/* Sorts 64-bit keys like tc_sort_by_key. Time is proportional to n times the number of 11-bit digits in which
 * keys differ. Needs scratch memory of 32 bytes per key. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_sort_by_long_key(int32_t n, const uint64_t *key, int32_t *order);

#endif
