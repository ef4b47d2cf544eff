/* Lists of numbers that grow, used plain or as sorted sets. Used by the analysis of programs (lib/blame). A
 * list is filled either with tc_int_list_add, in any order, or with tc_int_list_insert, which preserves
 * ascending order without duplicates. Pure. */
#ifndef TC_BASE_CONTAINERS_INT_LIST_H
#define TC_BASE_CONTAINERS_INT_LIST_H

#include <stdbool.h>

#include "base/core/status.h"

typedef struct tc_int_list {
  int count, capacity;
  int *item;
} tc_int_list; /* zero-initialise before use */

/* Appends a number. Errors, here and below: TC_INTERNAL if memory is exhausted. */
tc_status tc_int_list_add(tc_int_list *ints, int number);
/* Insert one number, or all numbers of the list `from`, into a sorted list, except those that it contains
 * already. *grew (may be NULL) becomes true if a number was inserted and is unchanged otherwise. */
tc_status tc_int_list_insert(tc_int_list *ints, int number, bool *grew);
tc_status tc_int_list_insert_list(tc_int_list *ints, const tc_int_list *from, bool *grew);
bool tc_int_list_contains(const tc_int_list *ints, int number); /* the list must be sorted */
void tc_int_list_free(tc_int_list *ints);                       /* frees the memory and empties the list */

#endif
