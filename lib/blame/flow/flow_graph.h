/* Control-flow graph of a function, with the order of its basic blocks, their postdominators and the nested
 * cycles. extract/translation_unit.c builds it as the first step of the analysis of a function. Control
 * dependence, reaching stores and the points-to analysis use it. Source of the iteration for postdominators:
 * Cooper, Harvey, Kennedy, A simple, fast dominance algorithm, 2001. Cycles: see cycles.c. */
#ifndef TC_BLAME_FLOW_FLOW_GRAPH_H
#define TC_BLAME_FLOW_FLOW_GRAPH_H

#include "blame/flow/digraph.h"

typedef struct tb_flow_graph {
  int blocks, reachable_blocks;
  tb_digraph successors, predecessors;
  int *order;         /* [reachable_blocks] in reverse postorder, starting with the entry block */
  bool *is_reachable; /* [blocks] true if the block is reachable from the entry */
  /* [blocks + 1] immediate postdominator of each block: the nearest other block on every path from the block
   * to the end of the function. The index `blocks` denotes the end. An endless loop is treated as if the
   * function ended at the block where control first reaches the loop. */
  int *postdominator;
  int *
      cycle_of_block; /* [blocks] index of the innermost cycle that contains the block; -1 if there is none */
  int cycles;
  int *outer_cycle; /* [cycles] index of the enclosing cycle; -1 if there is none */
} tb_flow_graph;

/* Builds the flow graph of a function from the blocks and their successors. `pool` owns all arrays. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tb_flow_graph_build(const tb_ir_block *block, int blocks, tc_pool *pool, tb_flow_graph *out);

/* True if `cycle` equals `outer` or is nested in it. The index -1 denotes the code outside all
 * cycles, so every cycle is nested in -1. */
bool tb_flow_graph_is_nested(const tb_flow_graph *flow, int cycle, int outer);

/* Finds the loops of a function as nested cycles of its flow graph, and sets the members `cycle_of_block`,
 * `cycles` and `outer_cycle`. tb_flow_graph_build calls this function last, because it reads the members
 * `successors`, `order` and `reachable_blocks`. If each loop has a single entry block (a reducible graph),
 * the cycles are exactly the loops of the source. `pool` owns the memory. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tb_flow_graph_find_cycles(tb_flow_graph *flow, tc_pool *pool);

#endif
