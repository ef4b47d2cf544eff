/* Computes the blame sets of one function: for each access path, the statements that may have influenced its
 * value. closure.c calls it as the last phase for each function whose blame sets are requested. */
#ifndef TC_BLAME_CLOSURE_BLAME_SETS_H
#define TC_BLAME_CLOSURE_BLAME_SETS_H

#include "blame/closure/dependence_graph.h"

/* Stores the access paths, call effects and blame sets in the function (tb_function). The pool of the facts
 * owns them. `s` is the dependence graph of the function. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_function_closure_compute_blame(tb_function_closure *c, const tb_dependence_graph *s);

#endif
