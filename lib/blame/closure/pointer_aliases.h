/* First phase of a function's closure: pointer aliases. closure.c calls it; all later phases request the
 * aliases of access paths. Errors of both functions: TC_INTERNAL if memory is exhausted. */
#ifndef TC_BLAME_CLOSURE_POINTER_ALIASES_H
#define TC_BLAME_CLOSURE_POINTER_ALIASES_H

#include "blame/closure/closure_data.h"

/* Finds the pointer aliases of the function, including pointers that its calls return. */
tc_status tb_function_closure_find_aliases(tb_function_closure *c);

/* Returns the access path and its aliases, that is, the memory to which pointers in its path may point. If
 * `written` is true, the result also contains the names that this memory has through pointers to it. */
tc_status tb_function_closure_aliases(tb_function_closure *c, int place, bool written, tb_index_list *out);

#endif
