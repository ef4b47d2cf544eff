/* Sets of numbers that grow. Not collective. */
#ifndef TC_BASE_CONTAINERS_GID_SET_H
#define TC_BASE_CONTAINERS_GID_SET_H

#include <stdbool.h>

#include "base/core/gid.h"
#include "base/core/status.h"

/* {0} is the empty set. */
typedef struct tc_gid_set {
  tc_gid *slot;            /* [capacity] numbers, -1 where there is none; open addressing */
  int64_t count, capacity; /* capacity: 0 or a power of 2 of at least twice the count */
} tc_gid_set;

/* Adds a number >= 0, in constant time on average; *added: it was not in yet. Errors: TC_INTERNAL out of
 * memory; the set is then as it was. */
tc_status tc_gid_set_add(tc_gid_set *set, tc_gid number, bool *added);
/* Where a number that is in the set stands: slot[0 .. capacity-1], until another one is added. */
int64_t tc_gid_set_slot(const tc_gid_set *set, tc_gid number);
void tc_gid_set_free(tc_gid_set *set);

#endif
