/* Last phase of a function's closure: blame sets of its access paths. closure.c calls it for a function whose
 * blame is requested. */
#ifndef TC_BLAME_CLOSURE_BLAME_SETS_H
#define TC_BLAME_CLOSURE_BLAME_SETS_H

#include "blame/closure/dependence_graph.h"

/* Fills in the access paths, effects and blame sets of the function. They belong to the pool of the facts.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_function_closure_compute_blame(tb_function_closure *c, const tb_dependence_graph *s);

#endif
