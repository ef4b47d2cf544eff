/* Lists of numbers that grow. */
#ifndef TC_BASE_CONTAINERS_INT_LIST_H
#define TC_BASE_CONTAINERS_INT_LIST_H

#include <stdbool.h>

#include "base/core/status.h"

typedef struct tc_ints {
  int count, room;
  int *of;
} tc_ints; /* zeros: empty */

/* Errors, of all: TC_INTERNAL out of memory. */
tc_status tc_ints_add(tc_ints *ints, int number);
/* Into a sorted list, where it stands once. *grew (may be NULL): becomes true when it came in. */
tc_status tc_ints_insert(tc_ints *ints, int number, bool *grew);
tc_status tc_ints_insert_all(tc_ints *ints, const tc_ints *from, bool *grew);
bool tc_ints_have(const tc_ints *ints, int number); /* of a sorted list */
void tc_ints_clear(tc_ints *ints);                  /* frees */

#endif
