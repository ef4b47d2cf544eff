/* The order of a function's blocks, which of them all ways out go through, and its loops. */
#ifndef TC_BLAME_FLOW_FLOW_GRAPH_H
#define TC_BLAME_FLOW_FLOW_GRAPH_H

#include "blame/flow/digraph.h"

typedef struct tb_flow_graph {
  int blocks, reached;
  tb_digraph forth, back;
  int *order; /* [reached] reverse postorder from the entry; what nothing leads to is not in it */
  bool *live; /* [blocks] whether the entry leads to it */
  int *after; /* [blocks] the nearest other block that every way from it to the end goes through; `blocks`:
                 the end itself. Cycles without a way out end where they are entered. */
  int *cycle; /* [blocks] the innermost cycle around it, -1: none */
  int cycles;
  int *outer; /* [cycles] the cycle around that, -1: none */
} tb_flow_graph;

/* The pool owns it. Postdominators by iteration after Cooper, Harvey and Kennedy, "A simple, fast dominance
 * algorithm" (2001); cycles as strongly connected parts, then those of each without its entry, and so on:
 * where the graph is reducible, the loops. Errors: TC_INTERNAL out of memory. */
tc_status tb_flow_graph_build(const tb_ir_block *block, int blocks, tc_pool *pool, tb_flow_graph *out);

/* Whether a cycle lies in another, or is it. -1, no cycle, lies in -1 alone, and everything in -1. */
bool tb_flow_graph_is_nested(const tb_flow_graph *flow, int cycle, int outer);

#endif
