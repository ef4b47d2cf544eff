/* Directed graphs of a function's blocks. Pure, but for the pool that owns what is made. */
#ifndef TC_BLAME_FLOW_DIGRAPH_H
#define TC_BLAME_FLOW_DIGRAPH_H

#include <stdbool.h>

#include "base/core/pool.h"
#include "blame/ir/ir.h"

/* From node n to[first[n]] .. to[first[n + 1] - 1]. */
typedef struct tb_digraph {
  int nodes;
  int *first, *to;
} tb_digraph;

/* Errors, of all: TC_INTERNAL out of memory. */
tc_status tb_digraph_build(const tb_ir_block *block, int blocks, tc_pool *pool, tb_digraph *out);
tc_status tb_digraph_reverse(const tb_digraph *arrows, tc_pool *pool,
                             tb_digraph *out); /* all the other way round */

/* Depth first from a root: appends what it reaches, and was not `seen`, to order[*count] in postorder. stack
 * and next are room for a number a node. */
typedef struct tb_depth_first {
  bool *seen;
  int *order, count, *stack, *next;
} tb_depth_first;

tc_status tb_depth_first_init(int nodes, tc_pool *pool, tb_depth_first *out);
void tb_depth_first_run(tb_depth_first *walk, const tb_digraph *arrows, int root);

#endif
