/* Reaching stores: for each load of a local scalar variable, the stores whose value the load may return.
 * extract/translation_unit.c computes them after the points-to analysis, and the expression trees use them.
 * Only variables whose address is not taken are included, because no pointer can modify them. The result is
 * therefore exact along all paths of the flow graph. */
#ifndef TC_BLAME_FLOW_REACHING_STORES_H
#define TC_BLAME_FLOW_REACHING_STORES_H

#include "base/containers/int_list.h"
#include "blame/flow/flow_graph.h"

typedef struct tb_reaching_stores {
  tc_int_list *stores_of_load; /* [instructions] for each LOAD of a tracked variable, sorted indices of the
                          STOREs that reach it */
} tb_reaching_stores;

/* Computes the reaching stores of a function. `tracked` has one entry per instruction, which is true for the
 * ALLOCA of a scalar whose address is not taken. `pool` owns all memory of the result. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tb_reaching_stores_build(const tb_ir_body *body, const tb_flow_graph *flow, const bool *tracked,
                                   tc_pool *pool, tb_reaching_stores *out);

#endif
