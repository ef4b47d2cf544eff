/* Finds the nested cycles of a flow graph. flow_graph.c calls it after the blocks are ordered. The outermost
 * cycles are the strongly connected components that have more than one block or an edge to themselves. To
 * find the cycles nested in a cycle, the search removes the entry block of the cycle and repeats this within
 * the remaining blocks. */
#include "blame/flow/flow_graph.h"

#include "base/containers/int_list.h"
#include "blame/flow/scc.h"

/* Graph of the blocks within one cycle. It contains neither the entry block of this cycle nor those of
 * enclosing cycles. */
typedef struct cycle_graph {
  tc_int_list block; /* block indices, in reverse postorder of the flow graph */
  tc_int_list begin, to;
} cycle_graph;

typedef struct cycle_search {
  tb_flow_graph *flow;
  tc_pool *pool;
  bool *is_entry; /* [blocks] true if the block is the entry of a cycle and therefore belongs to no inner
                     cycle */
  int *node;      /* [blocks] index of the block in the searched graph; -1 if the block is not in it */
} cycle_search;

static tc_status collect_blocks(cycle_search *s, int outer, cycle_graph *out) {
  const tb_flow_graph *flow = s->flow;
  for (int b = 0; b < flow->blocks; b++) s->node[b] = -1;
  for (int i = 0; i < flow->reachable_blocks; i++) {
    const int block = flow->order[i];
    if (s->is_entry[block] || flow->cycle_of_block[block] != outer) continue;
    s->node[block] = out->block.count;
    TC_TRY(TC_ARRAY_ADD(&out->block, &block));
  }
  for (int n = 0; n < out->block.count; n++) {
    const int block = out->block.item[n];
    TC_TRY(TC_ARRAY_ADD(&out->begin, &out->to.count));
    for (int i = flow->successors.edge_begin[block]; i < flow->successors.edge_begin[block + 1]; i++)
      if (s->node[flow->successors.edge_target[i]] >= 0)
        TC_TRY(TC_ARRAY_ADD(&out->to, &s->node[flow->successors.edge_target[i]]));
  }
  return TC_ARRAY_ADD(&out->begin, &out->to.count);
}

static bool has_edge_to_itself(const tb_flow_graph *flow, int block) {
  for (int i = flow->successors.edge_begin[block]; i < flow->successors.edge_begin[block + 1]; i++)
    if (flow->successors.edge_target[i] == block) return true;
  return false;
}

/* Finds the cycles directly within the cycle `outer` (-1: the whole function). The blocks are in reverse
 * postorder, so the search reaches each cycle first at its entry block. tb_scc_find lists this block last in
 * its component. */
static tc_status find_nested_cycles(cycle_search *s, int outer) {
  tb_flow_graph *flow = s->flow;
  const tc_int_list empty = {.pool = s->pool};
  cycle_graph graph = {empty, empty, empty};
  int components, *first, *order;
  TC_TRY(collect_blocks(s, outer, &graph));
  TC_TRY(
      tb_scc_find(graph.block.count, graph.begin.item, graph.to.item, s->pool, &components, &first, &order));
  for (int p = 0; p < components; p++) {
    const int entry = graph.block.item[order[first[p + 1] - 1]];
    if (first[p + 1] - first[p] == 1 && !has_edge_to_itself(flow, entry)) continue;
    for (int i = first[p]; i < first[p + 1]; i++)
      flow->cycle_of_block[graph.block.item[order[i]]] = flow->cycles;
    s->is_entry[entry] = true;
    flow->outer_cycle[flow->cycles++] = outer;
  }
  return TC_OK;
}

tc_status tb_flow_graph_find_cycles(tb_flow_graph *flow, tc_pool *pool) {
  const size_t blocks = (size_t)flow->blocks + 1;
  cycle_search s = {.flow = flow, .pool = pool};
  TC_TRY(tc_pool_alloc(pool, blocks * sizeof(int), &flow->cycle_of_block));
  /* The arrays have one entry for each block, which suffices because each cycle has a separate entry
   * block. */
  TC_TRY(tc_pool_alloc(pool, blocks * sizeof(int), &flow->outer_cycle));
  TC_TRY(tc_pool_alloc(pool, blocks * sizeof(int), &s.node));
  TC_TRY(tc_pool_alloc(pool, blocks, &s.is_entry));
  for (int b = 0; b < flow->blocks; b++) flow->cycle_of_block[b] = -1;
  for (int outer = -1; outer < flow->cycles; outer++) TC_TRY(find_nested_cycles(&s, outer));
  return TC_OK;
}
