/* Sets of small numbers (>= 0), stored as bits of an array of words. A set grows when a larger number is
 * added. Errors of all functions that return a status: TC_INTERNAL if memory is exhausted. No function calls
 * MPI, does I/O or uses global state. */
#ifndef TC_BASE_CONTAINERS_BIT_SET_H
#define TC_BASE_CONTAINERS_BIT_SET_H

#include <stdbool.h>
#include <stdint.h>

#include "base/containers/array.h"

typedef TC_ARRAY(uint64_t) tc_bit_set; /* array of words; zero-initialise it before use, or set only `pool` */

tc_status tc_bit_set_add(tc_bit_set *set, int number);
void tc_bit_set_remove(tc_bit_set *set, int number);
bool tc_bit_set_contains(const tc_bit_set *set, int number);
/* Adds all members of `from` to `into`. Sets *grew to true if `into` did not contain all of them before.
 * `grew` may be NULL. */
tc_status tc_bit_set_add_set(tc_bit_set *into, const tc_bit_set *from, bool *grew);
bool tc_bit_set_intersects(const tc_bit_set *a, const tc_bit_set *b);
/* Returns the lowest member that is at least `number`; -1 if there is none. */
int tc_bit_set_next(const tc_bit_set *set, int number);
int tc_bit_set_count(const tc_bit_set *set);
void tc_bit_set_clear(tc_bit_set *set); /* empties the set without freeing its memory */
void tc_bit_set_free(tc_bit_set *set);  /* frees the memory, unless a pool owns it, and empties the set */

#endif
