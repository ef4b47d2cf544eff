/* Control dependence: finds for each block of a function the branches that decide whether the block runs.
 * extract/translation_unit.c builds it after the flow graph of a function. Expression trees and definitions
 * use the result. The module also marks the blocks that may be skipped in a call of their function, because
 * the blame rule `certain` (closure/closure.h) excludes them. Source: Ferrante, Ottenstein, Warren, The
 * program dependence graph and its use in optimization, 1987. */
#ifndef TC_BLAME_FLOW_CONTROL_DEPENDENCE_H
#define TC_BLAME_FLOW_CONTROL_DEPENDENCE_H

#include "base/containers/int_list.h"
#include "blame/flow/flow_graph.h"

typedef struct tb_control_dependence {
  /* [blocks] for each block, sorted list of those blocks whose final branch directly decides whether this
   * block runs */
  tc_int_list *controlling_branches;
  /* [blocks] true if the block may be skipped in a call of the function. Loops are assumed to run. A
   * controlling branch that may leave the innermost loop around it therefore does not count. */
  bool *is_conditional;
} tb_control_dependence;

/* Computes the control dependence of a function. `pool` owns all memory of the result. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tb_control_dependence_build(const tb_flow_graph *flow, tc_pool *pool, tb_control_dependence *out);

/* Finds the branches that decide through which of its predecessors the block `join` is reached. Branches that
 * decide whether `join` runs at all are not included. `from` contains the `count` predecessors. The blocks
 * that end in these branches are added to `out`. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_control_dependence_find_join_branches(const tb_control_dependence *control, int join, int count,
                                                   const int *from, tc_int_list *out);

#endif
