#include "blame/flow/flow_graph.h"

static tc_status order_blocks(tb_flow_graph *flow, tc_pool *pool) {
  tb_depth_first walk;
  TC_TRY(tb_depth_first_init(flow->blocks, pool, &walk));
  TC_TRY(tc_pool_alloc(pool, (size_t)(flow->blocks + 1) * sizeof(int), &flow->order));
  if (flow->blocks > 0) tb_depth_first_run(&walk, &flow->forth, 0);
  flow->reached = walk.count;
  flow->live = walk.seen;
  for (int i = 0; i < walk.count; i++) flow->order[walk.count - 1 - i] = walk.order[i];
  return TC_OK;
}

/* Orders the blocks in postorder of the reversed graph, starting from all blocks without a successor. An
 * endless loop has no such block, so the block where control first reaches the loop is used as a start as
 * well. `ends` marks all starts. */
static tc_status order_back(const tb_flow_graph *flow, tc_pool *pool, tb_depth_first *walk, bool *ends) {
  TC_TRY(tb_depth_first_init(flow->blocks, pool, walk));
  for (int b = 0; b < flow->blocks; b++) {
    ends[b] = flow->forth.first[b] == flow->forth.first[b + 1];
    if (ends[b]) tb_depth_first_run(walk, &flow->back, b);
  }
  for (int i = 0; i < flow->reached; i++) {
    const int b = flow->order[i];
    if (walk->seen[b]) continue;
    ends[b] = true;
    tb_depth_first_run(walk, &flow->back, b);
  }
  return TC_OK;
}

static int common_postdominator(const int *after, const int *rank, int a, int b) {
  while (a != b) {
    while (rank[a] < rank[b]) a = after[a];
    while (rank[b] < rank[a]) b = after[b];
  }
  return a;
}

/* Returns the nearest common postdominator of the successors of block b. Successors whose postdominator is
 * not yet known are ignored. Returns -1 if none is known. */
static int find_join(const tb_flow_graph *flow, const int *rank, const bool *ends, int b) {
  int joined = ends[b] ? flow->blocks : -1;
  for (int i = flow->forth.first[b]; i < flow->forth.first[b + 1]; i++) {
    const int to = flow->forth.to[i];
    if (flow->after[to] < 0) continue;
    joined = joined < 0 ? to : common_postdominator(flow->after, rank, joined, to);
  }
  return joined;
}

static tc_status find_after(tb_flow_graph *flow, tc_pool *pool) {
  const size_t room = (size_t)flow->blocks + 1;
  tb_depth_first walk;
  bool *ends;
  int *rank;
  TC_TRY(tc_pool_alloc(pool, room, &ends));
  TC_TRY(tc_pool_alloc(pool, room * sizeof(int), &rank));
  TC_TRY(tc_pool_alloc(pool, room * sizeof(int), &flow->after));
  TC_TRY(order_back(flow, pool, &walk, ends));
  for (int b = 0; b < flow->blocks; b++) flow->after[b] = -1;
  for (int i = 0; i < walk.count; i++) rank[walk.order[i]] = i;
  rank[flow->blocks] = flow->blocks;
  flow->after[flow->blocks] = flow->blocks;
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = walk.count - 1; i >= 0; i--) {
      const int b = walk.order[i], joined = find_join(flow, rank, ends, b);
      if (joined == flow->after[b]) continue;
      flow->after[b] = joined;
      changed = true;
    }
  }
  return TC_OK;
}

tc_status tb_flow_graph_build(const tb_ir_block *block, int blocks, tc_pool *pool, tb_flow_graph *out) {
  *out = (tb_flow_graph){.blocks = blocks};
  TC_TRY(tb_digraph_build(block, blocks, pool, &out->forth));
  TC_TRY(tb_digraph_reverse(&out->forth, pool, &out->back));
  TC_TRY(order_blocks(out, pool));
  TC_TRY(find_after(out, pool));
  return tb_flow_graph_find_cycles(out, pool);
}

bool tb_flow_graph_is_nested(const tb_flow_graph *flow, int cycle, int outer) {
  while (cycle >= 0 && cycle != outer) cycle = flow->outer[cycle];
  return cycle == outer;
}
