/* Directed graph of the basic blocks of a function, and depth-first search without recursion. Used by
 * flow_graph.c. The pool passed by the caller owns all arrays. */
#ifndef TC_BLAME_FLOW_DIGRAPH_H
#define TC_BLAME_FLOW_DIGRAPH_H

#include <stdbool.h>

#include "base/core/pool.h"
#include "blame/ir/ir.h"

/* Directed graph in CSR form: the edges of node n lead to edge_target[edge_begin[n]] up to, but not
 * including, edge_target[edge_begin[n + 1]]. */
typedef struct tb_digraph {
  int nodes;
  int *edge_begin, *edge_target;
} tb_digraph;

/* Builds the graph whose nodes are the blocks and whose edges lead to their successors. All functions of this
 * header that return a status return TC_INTERNAL if memory is exhausted. */
tc_status tb_digraph_build(const tb_ir_block *block, int blocks, tc_pool *pool, tb_digraph *out);
/* Builds the graph with all edges reversed. */
tc_status tb_digraph_reverse(const tb_digraph *graph, tc_pool *pool, tb_digraph *out);

/* State of a depth-first search. tb_depth_first_run appends to order[count] all nodes that are reachable from
 * `root` and were not reached by an earlier call, in postorder. `stack` and `next` are scratch arrays with
 * one number per node. */
typedef struct tb_depth_first {
  bool *is_visited;
  int *order, count, *stack, *next;
} tb_depth_first;

tc_status tb_depth_first_init(int nodes, tc_pool *pool, tb_depth_first *out);
void tb_depth_first_run(tb_depth_first *search, const tb_digraph *graph, int root);

#endif
