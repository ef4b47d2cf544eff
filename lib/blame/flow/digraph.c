#include "blame/flow/digraph.h"

static tc_status alloc_digraph(int nodes, int arrows, tc_pool *pool, tb_digraph *out) {
  out->nodes = nodes;
  TC_TRY(tc_pool_alloc(pool, ((size_t)nodes + 2) * sizeof(int), &out->first));
  return tc_pool_alloc(pool, ((size_t)arrows + 1) * sizeof(int), &out->to);
}

tc_status tb_digraph_build(const tb_ir_block *block, int blocks, tc_pool *pool, tb_digraph *out) {
  int count = 0;
  for (int b = 0; b < blocks; b++) count += block[b].successors;
  TC_TRY(alloc_digraph(blocks, count, pool, out));
  count = 0;
  for (int b = 0; b < blocks; b++) {
    for (int i = 0; i < block[b].successors; i++) out->to[count++] = block[b].successor[i];
    out->first[b + 1] = count;
  }
  return TC_OK;
}

tc_status tb_digraph_reverse(const tb_digraph *arrows, tc_pool *pool, tb_digraph *out) {
  const int nodes = arrows->nodes, count = arrows->first[nodes];
  TC_TRY(alloc_digraph(nodes, count, pool, out));
  /* Counting sort of the edges by their target node. At first, first[n + 2] is the number of edges into node
   * n. After the prefix sums, first[n + 1] is the position of the next edge into node n. */
  for (int i = 0; i < count; i++)
    if (arrows->to[i] + 2 <= nodes) out->first[arrows->to[i] + 2]++;
  for (int n = 2; n <= nodes; n++) out->first[n] += out->first[n - 1];
  for (int n = 0; n < nodes; n++)
    for (int i = arrows->first[n]; i < arrows->first[n + 1]; i++)
      out->to[out->first[arrows->to[i] + 1]++] = n;
  return TC_OK;
}

tc_status tb_depth_first_init(int nodes, tc_pool *pool, tb_depth_first *out) {
  const size_t bytes = ((size_t)nodes + 1) * sizeof(int);
  *out = (tb_depth_first){0};
  TC_TRY(tc_pool_alloc(pool, (size_t)nodes + 1, &out->seen));
  TC_TRY(tc_pool_alloc(pool, bytes, &out->order));
  TC_TRY(tc_pool_alloc(pool, bytes, &out->stack));
  return tc_pool_alloc(pool, bytes, &out->next);
}

void tb_depth_first_run(tb_depth_first *walk, const tb_digraph *arrows, int root) {
  int depth = 0;
  if (walk->seen[root]) return;
  walk->seen[root] = true;
  walk->next[root] = arrows->first[root];
  walk->stack[depth++] = root;
  while (depth > 0) {
    const int at = walk->stack[depth - 1];
    if (walk->next[at] == arrows->first[at + 1]) {
      walk->order[walk->count++] = at;
      depth--;
      continue;
    }
    const int to = arrows->to[walk->next[at]++];
    if (walk->seen[to]) continue;
    walk->seen[to] = true;
    walk->next[to] = arrows->first[to];
    walk->stack[depth++] = to;
  }
}
