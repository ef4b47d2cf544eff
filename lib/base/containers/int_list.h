/* Lists of numbers that grow. */
#ifndef TC_BASE_CONTAINERS_INT_LIST_H
#define TC_BASE_CONTAINERS_INT_LIST_H

#include <stdbool.h>

#include "base/core/status.h"

typedef struct tc_int_list {
  int count, capacity;
  int *item;
} tc_int_list; /* zeros: empty */

/* Errors, of all: TC_INTERNAL out of memory. */
tc_status tc_int_list_add(tc_int_list *ints, int number);
/* Into a sorted list, where it stands once. *grew (may be NULL): becomes true when it came in. */
tc_status tc_int_list_insert(tc_int_list *ints, int number, bool *grew);
tc_status tc_int_list_insert_list(tc_int_list *ints, const tc_int_list *from, bool *grew);
bool tc_int_list_contains(const tc_int_list *ints, int number); /* of a sorted list */
void tc_int_list_free(tc_int_list *ints);                       /* frees */

#endif
