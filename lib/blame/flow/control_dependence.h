/* Control dependence: the branches that decide whether a block runs. extract/translation_unit.c builds it
 * after the flow graph of a function, and the expression trees and definitions use it. A second result
 * distinguishes conditional blocks from those that run whenever their function runs, for the transfer rule
 * `certain` (closure/closure.h). Source: Ferrante, Ottenstein, Warren, The program dependence graph and its
 * use in optimization, 1987. */
#ifndef TC_BLAME_FLOW_CONTROL_DEPENDENCE_H
#define TC_BLAME_FLOW_CONTROL_DEPENDENCE_H

#include "base/containers/int_list.h"
#include "blame/flow/flow_graph.h"

typedef struct tb_control_dependence {
  /* [blocks] sorted lists of the blocks whose branch directly decides whether the block runs */
  tc_int_list *controlling_branches;
  bool *conditional; /* [blocks] true if the block is controlled, directly or indirectly, by a branch that is
                        not the exit of a loop: no edge of the branch leaves the innermost cycle that contains
                        the branch */
} tb_control_dependence;

/* Builds the control dependence of a function. The pool owns all memory. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tb_control_dependence_build(const tb_flow_graph *flow, tc_pool *pool, tb_control_dependence *out);

/* `from` contains the `count` predecessors of the block `join`. Adds to `out` the blocks whose branches
 * decide from which predecessor the program reaches `join`, but not whether `join` runs. Errors: TC_INTERNAL
 * if memory is exhausted. */
tc_status tb_control_dependence_of_join(const tb_control_dependence *control, int join, int count,
                                        const int *from, tc_int_list *out);

#endif
