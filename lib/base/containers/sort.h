/* Sorting in linear time. Not collective. */
#ifndef TC_BASE_CONTAINERS_SORT_H
#define TC_BASE_CONTAINERS_SORT_H

#include <stdint.h>

#include "base/core/status.h"

/* order[n] becomes 0 .. n-1 sorted by key[0 .. n-1], those of one key in their order. 0 <= key <= largest.
 * Time: n for every ten bits of `largest`. Errors: TC_INTERNAL out of memory. */
tc_status tc_sort_by_key(int32_t n, const int32_t *key, int32_t largest, int32_t *order);

#endif
