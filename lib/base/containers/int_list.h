/* Sorted sets of numbers. Used by the program analysis in lib/blame, where most sets have few members. A list
 * that is not used as a set may be filled in any order with TC_ARRAY_ADD. Errors of all functions that return
 * a status: TC_INTERNAL if memory is exhausted. No function calls MPI, does I/O or uses global state. */
#ifndef TC_BASE_CONTAINERS_INT_LIST_H
#define TC_BASE_CONTAINERS_INT_LIST_H

#include <stdbool.h>

#include "base/containers/array.h"

typedef TC_ARRAY(int) tc_int_list; /* zero-initialise before use, or set only the member `pool` */

/* Creates `count` empty lists in the pool. The pool also owns the items that are added to the lists later. */
tc_status tc_int_lists_create(tc_pool *pool, int count, tc_int_list **out);
/* These functions insert one number, or all numbers of the list `from`, into a sorted list. Numbers that the
 * list already contains are not inserted again. *grew (may be NULL) becomes true if a number was inserted and
 * is unchanged otherwise. */
tc_status tc_int_list_insert(tc_int_list *ints, int number, bool *grew);
tc_status tc_int_list_insert_list(tc_int_list *ints, const tc_int_list *from, bool *grew);
bool tc_int_list_contains(const tc_int_list *ints, int number); /* the list must be sorted */

#endif
