/* Finds pointer aliases: different access paths of one function that name the same memory. closure.c calls it
 * as the first phase for each function, and all later phases use the aliases. Errors of both functions:
 * TC_INTERNAL if memory is exhausted. */
#ifndef TC_BLAME_CLOSURE_POINTER_ALIASES_H
#define TC_BLAME_CLOSURE_POINTER_ALIASES_H

#include "blame/closure/closure_data.h"

/* Finds the access paths to which the pointers of the function may point, including pointers that its calls
 * return. */
tc_status tb_function_closure_find_aliases(tb_function_closure *c);

/* Returns in *out the access path `place` and its aliases. These are the access paths that result if each
 * dereferenced pointer in the path is replaced by its targets. If `written` is true, they also include the
 * access paths that lead to the memory through a pointer to it. */
tc_status tb_function_closure_aliases(tb_function_closure *c, int place, bool written, tb_index_list *out);

#endif
