/* What decides whether a block runs. */
#ifndef TC_BLAME_FLOW_CONTROL_DEPENDENCE_H
#define TC_BLAME_FLOW_CONTROL_DEPENDENCE_H

#include "base/containers/int_list.h"
#include "blame/flow/flow_graph.h"

typedef struct tb_control_dependence {
  int blocks;
  tc_int_list
      *controlling_branches; /* [blocks] sorted: blocks whose branch decides directly whether it runs */
  bool *conditional; /* [blocks] decided, directly or by way of others, by a branch none of whose edges leaves
                        the innermost cycle around it */
} tb_control_dependence;

/* Control dependence after Ferrante, Ottenstein and Warren, "The program dependence graph and its use in
 * optimization" (1987). Errors: TC_INTERNAL out of memory. */
tc_status tb_control_dependence_build(const tb_flow_graph *flow, tc_pool *pool, tb_control_dependence *out);
void tb_control_dependence_free(tb_control_dependence *control); /* the lists; the rest is the pool's */

/* What decides which way a join is come to: into `out`, the blocks whose branches decide whether the blocks
 * `from` run, but not whether the join does. */
tc_status tb_control_dependence_of_join(const tb_control_dependence *control, int join, int count,
                                        const int *from, tc_int_list *out);

#endif
