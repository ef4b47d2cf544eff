/* Second phase of a function's closure: the effects of its calls, from the summaries of the callees.
 * closure.c calls it after the aliases were found. */
#ifndef TC_BLAME_CLOSURE_CALL_EFFECTS_H
#define TC_BLAME_CLOSURE_CALL_EFFECTS_H

#include "blame/closure/closure_data.h"

/* Computes the effects of all calls of the function. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_function_closure_find_effects(tb_function_closure *c);

#endif
