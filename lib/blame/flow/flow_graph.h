/* Flow graph of a function: order of its blocks, postdominators and nested cycles. Built by
 * extract/translation_unit.c as the first step of the analysis of a function. Read by control dependence,
 * reaching stores and the points-to analysis. Sources: postdominators by iteration after Cooper, Harvey,
 * Kennedy, A simple, fast dominance algorithm, 2001; cycles in cycles.c. */
#ifndef TC_BLAME_FLOW_FLOW_GRAPH_H
#define TC_BLAME_FLOW_FLOW_GRAPH_H

#include "blame/flow/digraph.h"

typedef struct tb_flow_graph {
  int blocks, reached;
  tb_digraph forth, back;
  int *order; /* [reached] blocks in reverse postorder from the entry; unreachable blocks are omitted */
  bool *live; /* [blocks] true if the block is reachable from the entry */
  int *after; /* [blocks] immediate postdominator: the nearest other block that is on every path from the
                 block to the end. The number `blocks` stands for the end. An endless cycle ends at the block
                 where it is entered. */
  int *cycle; /* [blocks] innermost enclosing cycle; -1 if there is none */
  int cycles;
  int *outer; /* [cycles] enclosing cycle; -1 if there is none */
} tb_flow_graph;

/* Builds the flow graph. The pool owns all arrays. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tb_flow_graph_build(const tb_ir_block *block, int blocks, tc_pool *pool, tb_flow_graph *out);

/* True if `cycle` is `outer` or is nested in it. -1 stands for no cycle: every cycle is nested in -1, but -1
 * only in itself. */
bool tb_flow_graph_is_nested(const tb_flow_graph *flow, int cycle, int outer);

#endif
