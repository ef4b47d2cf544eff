/* Directed graphs of the blocks of a function, and depth-first search without recursion. Used by
 * flow_graph.c. All arrays are allocated in a pool of the caller. Pure, except for the pool. */
#ifndef TC_BLAME_FLOW_DIGRAPH_H
#define TC_BLAME_FLOW_DIGRAPH_H

#include <stdbool.h>

#include "base/core/pool.h"
#include "blame/ir/ir.h"

/* Graph in which node n has edges to to[first[n]] .. to[first[n + 1] - 1]. */
typedef struct tb_digraph {
  int nodes;
  int *first, *to;
} tb_digraph;

/* Builds the graph of the blocks and their successors. All functions below return TC_INTERNAL if memory is
 * exhausted. */
tc_status tb_digraph_build(const tb_ir_block *block, int blocks, tc_pool *pool, tb_digraph *out);
/* Builds the graph with all edges reversed. */
tc_status tb_digraph_reverse(const tb_digraph *arrows, tc_pool *pool, tb_digraph *out);

/* Depth-first search. tb_depth_first_run appends to order[count] the nodes that `root` reaches and that no
 * earlier search has reached, in postorder. `stack` and `next` are scratch arrays of one number per node. */
typedef struct tb_depth_first {
  bool *seen;
  int *order, count, *stack, *next;
} tb_depth_first;

tc_status tb_depth_first_init(int nodes, tc_pool *pool, tb_depth_first *out);
void tb_depth_first_run(tb_depth_first *walk, const tb_digraph *arrows, int root);

#endif
