#include "blame/flow/digraph.h"

static tc_status alloc_digraph(int nodes, int graph, tc_pool *pool, tb_digraph *out) {
  out->nodes = nodes;
  TC_TRY(tc_pool_alloc(pool, ((size_t)nodes + 2) * sizeof(int), &out->edge_begin));
  return tc_pool_alloc(pool, ((size_t)graph + 1) * sizeof(int), &out->edge_target);
}

tc_status tb_digraph_build(const tb_ir_block *block, int blocks, tc_pool *pool, tb_digraph *out) {
  int count = 0;
  for (int b = 0; b < blocks; b++) count += block[b].successors;
  TC_TRY(alloc_digraph(blocks, count, pool, out));
  count = 0;
  for (int b = 0; b < blocks; b++) {
    for (int i = 0; i < block[b].successors; i++) out->edge_target[count++] = block[b].successor[i];
    out->edge_begin[b + 1] = count;
  }
  return TC_OK;
}

tc_status tb_digraph_reverse(const tb_digraph *graph, tc_pool *pool, tb_digraph *out) {
  const int nodes = graph->nodes, count = graph->edge_begin[nodes];
  TC_TRY(alloc_digraph(nodes, count, pool, out));
  /* Counting sort of the reversed edges by the node in which they begin, the target of the original edge. At
   * first, edge_begin[n + 2] is the number of edges into node n. After the prefix sums, edge_begin[n + 1] is
   * the position of the next edge into node n. */
  for (int i = 0; i < count; i++)
    if (graph->edge_target[i] + 2 <= nodes) out->edge_begin[graph->edge_target[i] + 2]++;
  for (int n = 2; n <= nodes; n++) out->edge_begin[n] += out->edge_begin[n - 1];
  for (int n = 0; n < nodes; n++)
    for (int i = graph->edge_begin[n]; i < graph->edge_begin[n + 1]; i++)
      out->edge_target[out->edge_begin[graph->edge_target[i] + 1]++] = n;
  return TC_OK;
}

tc_status tb_depth_first_init(int nodes, tc_pool *pool, tb_depth_first *out) {
  const size_t bytes = ((size_t)nodes + 1) * sizeof(int);
  *out = (tb_depth_first){0};
  TC_TRY(tc_pool_alloc(pool, (size_t)nodes + 1, &out->is_visited));
  TC_TRY(tc_pool_alloc(pool, bytes, &out->order));
  TC_TRY(tc_pool_alloc(pool, bytes, &out->stack));
  return tc_pool_alloc(pool, bytes, &out->next);
}

void tb_depth_first_run(tb_depth_first *search, const tb_digraph *graph, int root) {
  int depth = 0;
  if (search->is_visited[root]) return;
  search->is_visited[root] = true;
  search->next[root] = graph->edge_begin[root];
  search->stack[depth++] = root;
  while (depth > 0) {
    const int at = search->stack[depth - 1];
    if (search->next[at] == graph->edge_begin[at + 1]) {
      search->order[search->count++] = at;
      depth--;
      continue;
    }
    const int to = graph->edge_target[search->next[at]++];
    if (search->is_visited[to]) continue;
    search->is_visited[to] = true;
    search->next[to] = graph->edge_begin[to];
    search->stack[depth++] = to;
  }
}
