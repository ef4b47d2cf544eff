/* Directed graphs of a function's blocks. Pure, but for the pool that owns what is made. */
#ifndef TC_BLAME_FLOW_DIGRAPH_H
#define TC_BLAME_FLOW_DIGRAPH_H

#include <stdbool.h>

#include "base/core/pool.h"
#include "blame/ir/ir.h"

/* From node n to[first[n]] .. to[first[n + 1] - 1]. */
typedef struct tc_arrows {
  int nodes;
  int *first, *to;
} tc_arrows;

/* Errors, of all: TC_INTERNAL out of memory. */
tc_status tc_arrows_make(const tc_block *block, int blocks, tc_pool *pool, tc_arrows *out);
tc_status tc_arrows_turn(const tc_arrows *arrows, tc_pool *pool,
                         tc_arrows *out); /* all the other way round */

/* Depth first from a root: appends what it reaches, and was not `seen`, to order[*count] in postorder. stack
 * and next are room for a number a node. */
typedef struct tb_depth_first {
  bool *seen;
  int *order, count, *stack, *next;
} tb_depth_first;

tc_status tc_walk_begin(int nodes, tc_pool *pool, tb_depth_first *out);
void tc_walk_from(tb_depth_first *walk, const tc_arrows *arrows, int root);

#endif
