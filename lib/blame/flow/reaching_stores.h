/* Which assignments a scalar variable may have when it is read. */
#ifndef TC_BLAME_FLOW_REACHING_STORES_H
#define TC_BLAME_FLOW_REACHING_STORES_H

#include "base/containers/int_list.h"
#include "blame/flow/flow_graph.h"

typedef struct tc_reach {
  int codes;
  tc_ints *stores; /* [codes] of each LOAD of a tracked variable: the STOREs, sorted */
} tc_reach;

/* tracked: [codes] allocas of scalars whose address is not taken. Errors: TC_INTERNAL out of memory. */
tc_status tc_reach_make(const tc_body *body, const tc_flow *flow, const bool *tracked, tc_pool *pool,
                        tc_reach *out);
void tc_reach_clear(tc_reach *reach); /* the lists; the rest is the pool's */

#endif
