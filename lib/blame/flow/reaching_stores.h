/* Which assignments a scalar variable may have when it is read. */
#ifndef TC_BLAME_FLOW_REACHING_STORES_H
#define TC_BLAME_FLOW_REACHING_STORES_H

#include "base/containers/int_list.h"
#include "blame/flow/flow_graph.h"

typedef struct tb_reaching_stores {
  int codes;
  tc_int_list *stores; /* [codes] of each LOAD of a tracked variable: the STOREs, sorted */
} tb_reaching_stores;

/* tracked: [codes] allocas of scalars whose address is not taken. Errors: TC_INTERNAL out of memory. */
tc_status tb_reaching_stores_build(const tb_ir_body *body, const tb_flow_graph *flow, const bool *tracked,
                                   tc_pool *pool, tb_reaching_stores *out);
void tb_reaching_stores_free(tb_reaching_stores *reach); /* the lists; the rest is the pool's */

#endif
