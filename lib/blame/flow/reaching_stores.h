/* Reaching stores: for each load of a tracked scalar, the stores whose value it may return.
 * extract/translation_unit.c builds them after the points-to analysis, and the expression trees use them.
 * Only scalars whose address is not taken are tracked, so the result is exact along all paths of the flow
 * graph. */
#ifndef TC_BLAME_FLOW_REACHING_STORES_H
#define TC_BLAME_FLOW_REACHING_STORES_H

#include "base/containers/int_list.h"
#include "blame/flow/flow_graph.h"

typedef struct tb_reaching_stores {
  tc_int_list *stores; /* [codes] for each LOAD of a tracked variable, the STOREs that reach it, sorted */
} tb_reaching_stores;

/* Computes the reaching stores. `tracked` has one entry per instruction, true for allocas of scalars whose
 * address is not taken. The pool owns all memory. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_reaching_stores_build(const tb_ir_body *body, const tb_flow_graph *flow, const bool *tracked,
                                   tc_pool *pool, tb_reaching_stores *out);

#endif
