/* Hash sets of global numbers. Used by counts (lib/count) for the distinct positions that a rank needs. Open
 * addressing with linear probing; the capacity doubles when half of the slots are used. Members cannot be
 * removed. Not collective. */
#ifndef TC_BASE_CONTAINERS_GID_SET_H
#define TC_BASE_CONTAINERS_GID_SET_H

#include <stdbool.h>

#include "base/core/gid.h"
#include "base/core/status.h"

/* Zero-initialise before use. */
typedef struct tc_gid_set {
  tc_gid *slot;            /* [capacity] members; -1 in free slots */
  int64_t count, capacity; /* capacity: 0, or a power of 2 that is at least twice the count */
} tc_gid_set;

/* Adds a number >= 0, in constant time on average. *added is true if it was not a member. Errors: TC_INTERNAL
 * if memory is exhausted; the set is then unchanged. */
tc_status tc_gid_set_add(tc_gid_set *set, tc_gid number, bool *added);
/* Returns the slot (0 .. capacity-1) of a member. It is valid until another number is added. */
int64_t tc_gid_set_slot(const tc_gid_set *set, tc_gid number);
void tc_gid_set_free(tc_gid_set *set);

#endif
