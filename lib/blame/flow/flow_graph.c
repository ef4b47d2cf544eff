#include "blame/flow/flow_graph.h"

static tc_status order_blocks(tb_flow_graph *flow, tc_pool *pool) {
  tb_depth_first walk;
  TC_TRY(tb_depth_first_init(flow->blocks, pool, &walk));
  TC_TRY(tc_pool_alloc(pool, (size_t)(flow->blocks + 1) * sizeof(int), &flow->order));
  if (flow->blocks > 0) tb_depth_first_run(&walk, &flow->successors, 0);
  flow->reachable_blocks = walk.count;
  flow->is_reachable = walk.is_visited;
  for (int i = 0; i < walk.count; i++) flow->order[walk.count - 1 - i] = walk.order[i];
  return TC_OK;
}

/* Orders the blocks in postorder of the reversed graph. The search starts at the blocks without a successor
 * and at the first block of each endless loop, for which is_end becomes true. */
static tc_status order_backwards(const tb_flow_graph *flow, tc_pool *pool, tb_depth_first *walk,
                                 bool *is_end) {
  TC_TRY(tb_depth_first_init(flow->blocks, pool, walk));
  for (int b = 0; b < flow->blocks; b++) {
    is_end[b] = flow->successors.edge_begin[b] == flow->successors.edge_begin[b + 1];
    if (is_end[b]) tb_depth_first_run(walk, &flow->predecessors, b);
  }
  for (int i = 0; i < flow->reachable_blocks; i++) {
    const int b = flow->order[i];
    if (walk->is_visited[b]) continue;
    is_end[b] = true;
    tb_depth_first_run(walk, &flow->predecessors, b);
  }
  return TC_OK;
}

static int find_common_postdominator(const int *postdominator, const int *position, int a, int b) {
  while (a != b) {
    while (position[a] < position[b]) a = postdominator[a];
    while (position[b] < position[a]) b = postdominator[b];
  }
  return a;
}

/* Returns the nearest common postdominator of those successors of block b whose postdominators are already
 * known; -1 if there are none. */
static int find_postdominator(const tb_flow_graph *flow, const int *position, const bool *is_end, int b) {
  int common = is_end[b] ? flow->blocks : -1;
  for (int i = flow->successors.edge_begin[b]; i < flow->successors.edge_begin[b + 1]; i++) {
    const int to = flow->successors.edge_target[i];
    if (flow->postdominator[to] < 0) continue;
    common = common < 0 ? to : find_common_postdominator(flow->postdominator, position, common, to);
  }
  return common;
}

static tc_status find_postdominators(tb_flow_graph *flow, tc_pool *pool) {
  const size_t entries = (size_t)flow->blocks + 1;
  tb_depth_first walk;
  bool *is_end;
  int *position;
  TC_TRY(tc_pool_alloc(pool, entries, &is_end));
  TC_TRY(tc_pool_alloc(pool, entries * sizeof(int), &position));
  TC_TRY(tc_pool_alloc(pool, entries * sizeof(int), &flow->postdominator));
  TC_TRY(order_backwards(flow, pool, &walk, is_end));
  for (int b = 0; b < flow->blocks; b++) flow->postdominator[b] = -1;
  for (int i = 0; i < walk.count; i++) position[walk.order[i]] = i;
  position[flow->blocks] = flow->blocks;
  flow->postdominator[flow->blocks] = flow->blocks;
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = walk.count - 1; i >= 0; i--) {
      const int b = walk.order[i], common = find_postdominator(flow, position, is_end, b);
      if (common == flow->postdominator[b]) continue;
      flow->postdominator[b] = common;
      changed = true;
    }
  }
  return TC_OK;
}

tc_status tb_flow_graph_build(const tb_ir_block *block, int blocks, tc_pool *pool, tb_flow_graph *out) {
  *out = (tb_flow_graph){.blocks = blocks};
  TC_TRY(tb_digraph_build(block, blocks, pool, &out->successors));
  TC_TRY(tb_digraph_reverse(&out->successors, pool, &out->predecessors));
  TC_TRY(order_blocks(out, pool));
  TC_TRY(find_postdominators(out, pool));
  return tb_flow_graph_find_cycles(out, pool);
}

bool tb_flow_graph_is_nested(const tb_flow_graph *flow, int cycle, int outer) {
  while (cycle >= 0 && cycle != outer) cycle = flow->outer_cycle[cycle];
  return cycle == outer;
}
