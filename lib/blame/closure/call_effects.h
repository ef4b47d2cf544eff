/* Finds what each call of a function writes in the caller, using the summaries of the callees. closure.c
 * calls it as the second phase for each function, after the pointer aliases are found. */
#ifndef TC_BLAME_CLOSURE_CALL_EFFECTS_H
#define TC_BLAME_CLOSURE_CALL_EFFECTS_H

#include "blame/closure/closure_data.h"

/* Computes the effects of all calls of the function and stores them in c->pending_effects. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tb_function_closure_find_effects(tb_function_closure *c);

#endif
