/* Finds the nested cycles of a flow graph. Called by flow_graph.c after the blocks are ordered. The outermost
 * cycles are the strongly connected components that have more than one block or an edge to themselves. The
 * cycles within a cycle are found in the same way after its entry block is removed, and so on. Source:
 * Tarjan, Depth-first search and linear graph algorithms, 1972. */
#include "blame/flow/cycles.h"

/* State of a search for strongly connected components within one cycle. The entries of that cycle and of all
 * enclosing ones are excluded. */
typedef struct tb_cycle_parts {
  tb_flow_graph *flow;
  int *number, *low; /* [blocks] Tarjan's numbers; `number` is 0 for a block that was not visited */
  int *stack, depth; /* blocks that belong to no component yet */
  int *path, *next;  /* current path of the search; next edge of each block */
  bool *waits;       /* [blocks] true if the block is on `stack` */
  bool *entry;       /* [blocks] true for the entry of a cycle, which is in no inner cycle */
  int visited, capacity;
} tb_cycle_parts;

static tc_status init_parts(tb_flow_graph *flow, tc_pool *pool, tb_cycle_parts *out) {
  const size_t bytes = ((size_t)flow->blocks + 1) * sizeof(int);
  *out = (tb_cycle_parts){.flow = flow};
  TC_TRY(tc_pool_alloc(pool, bytes, &flow->cycle));
  /* One entry per block suffices for all cycles, because each has a different entry block. */
  TC_TRY(tc_pool_alloc(pool, bytes, &flow->outer));
  TC_TRY(tc_pool_alloc(pool, bytes, &out->number));
  TC_TRY(tc_pool_alloc(pool, bytes, &out->low));
  TC_TRY(tc_pool_alloc(pool, bytes, &out->stack));
  TC_TRY(tc_pool_alloc(pool, bytes, &out->path));
  TC_TRY(tc_pool_alloc(pool, bytes, &out->next));
  TC_TRY(tc_pool_alloc(pool, bytes, &out->waits));
  TC_TRY(tc_pool_alloc(pool, bytes, &out->entry));
  for (int b = 0; b < flow->blocks; b++) flow->cycle[b] = -1;
  return TC_OK;
}

static void visit_block(tb_cycle_parts *p, int block) {
  p->number[block] = p->low[block] = ++p->visited;
  p->next[block] = p->flow->forth.first[block];
  p->stack[p->depth++] = block;
  p->waits[block] = true;
}

static bool leads_to_itself(const tb_flow_graph *flow, int block) {
  for (int i = flow->forth.first[block]; i < flow->forth.first[block + 1]; i++)
    if (flow->forth.to[i] == block) return true;
  return false;
}

/* Removes the component that ends with `block` from the stack. It is a cycle if it has more than one
 * block or an edge to itself. */
static void close_part(tb_cycle_parts *p, int block, int around) {
  tb_flow_graph *flow = p->flow;
  int begin = p->depth;
  while (p->stack[--begin] != block) {}
  const bool cyclic = p->depth - begin > 1 || leads_to_itself(flow, block);
  if (cyclic) flow->outer[flow->cycles] = around;
  while (p->depth > begin) {
    const int member = p->stack[--p->depth];
    p->waits[member] = false;
    if (cyclic) flow->cycle[member] = flow->cycles;
  }
  /* The search reaches a cycle first at its entry block. */
  if (cyclic) p->entry[block] = true;
  if (cyclic) flow->cycles++;
}

static bool belongs_to_cycle(const tb_cycle_parts *p, int block, int around) {
  return !p->entry[block] && p->flow->cycle[block] == around;
}

/* Extends the path by one block. Returns false if there is no further edge. */
static bool extend_path(tb_cycle_parts *p, int at, int around, int *length) {
  const tb_flow_graph *flow = p->flow;
  while (p->next[at] < flow->forth.first[at + 1]) {
    const int to = flow->forth.to[p->next[at]++];
    if (p->waits[to] && p->number[to] < p->low[at]) p->low[at] = p->number[to];
    if (p->number[to] || !belongs_to_cycle(p, to, around)) continue;
    visit_block(p, to);
    p->path[(*length)++] = to;
    return true;
  }
  return false;
}

static void walk_blocks(tb_cycle_parts *p, int root, int around) {
  int length = 0;
  visit_block(p, root);
  p->path[length++] = root;
  while (length > 0) {
    const int at = p->path[length - 1];
    if (extend_path(p, at, around, &length)) continue;
    length--;
    if (length > 0 && p->low[at] < p->low[p->path[length - 1]]) p->low[p->path[length - 1]] = p->low[at];
    if (p->low[at] == p->number[at]) close_part(p, at, around);
  }
}

/* Finds the cycles directly within the cycle `around`. The blocks are visited in the order of the flow, so
 * that each cycle is reached at its entry block first. */
static void find_inside(tb_cycle_parts *p, int around) {
  const tb_flow_graph *flow = p->flow;
  for (int i = 0; i < flow->reached; i++)
    if (belongs_to_cycle(p, flow->order[i], around)) p->number[flow->order[i]] = 0;
  for (int i = 0; i < flow->reached; i++) {
    const int block = flow->order[i];
    if (belongs_to_cycle(p, block, around) && !p->number[block]) walk_blocks(p, block, around);
  }
}

tc_status tb_flow_graph_find_cycles(tb_flow_graph *flow, tc_pool *pool) {
  tb_cycle_parts parts;
  TC_TRY(init_parts(flow, pool, &parts));
  for (int around = -1; around < flow->cycles; around++) find_inside(&parts, around);
  return TC_OK;
}
