#include "blame/flow/scc.h"

#include <stdbool.h>

/* State of the depth-first search. The search uses explicit stacks and no recursion, because paths may be
 * very long. */
typedef struct walk {
  const int *begin, *to;
  /* `number` is the order in which the nodes were visited, from 1; 0 before the visit. `low` is the smallest
   * number found so far among the nodes on `stack` that the node reaches. */
  int *number, *low;
  int *stack, depth; /* Visited nodes that belong to no component yet. */
  int *path, length; /* Path from the root to the current node. */
  int *next;         /* [nodes] index in `to` of the next edge to follow */
  bool *waits;       /* [nodes] true if the node is on `stack` */
  int met;
  int parts, placed;
  int *first, *order;
} walk;

static tc_status init_walk(int nodes, tc_pool *pool, walk *w) {
  int **const arrays[] = {&w->number, &w->low, &w->stack, &w->path, &w->next, &w->first, &w->order};
  for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++)
    TC_TRY(tc_pool_alloc(pool, ((size_t)nodes + 1) * sizeof(int), arrays[a]));
  return tc_pool_alloc(pool, (size_t)nodes, &w->waits);
}

static void enter_node(walk *w, int node) {
  w->number[node] = w->low[node] = ++w->met;
  w->next[node] = w->begin[node];
  w->stack[w->depth++] = node;
  w->path[w->length++] = node;
  w->waits[node] = true;
}

static void close_part(walk *w, int node) {
  int member;
  do {
    member = w->stack[--w->depth];
    w->waits[member] = false;
    w->order[w->placed++] = member;
  } while (member != node);
  w->first[++w->parts] = w->placed;
}

/* Follows the next edge of the current node. If there is none, returns to the previous node of the path. */
static void advance_walk(walk *w) {
  const int node = w->path[w->length - 1];
  if (w->next[node] < w->begin[node + 1]) {
    const int to = w->to[w->next[node]++];
    if (!w->number[to])
      enter_node(w, to);
    else if (w->waits[to] && w->number[to] < w->low[node])
      w->low[node] = w->number[to];
    return;
  }
  if (w->low[node] == w->number[node]) close_part(w, node);
  w->length--;
  if (w->length == 0) return;
  const int before = w->path[w->length - 1];
  if (w->low[node] < w->low[before]) w->low[before] = w->low[node];
}

tc_status tb_scc_find(int nodes, const int *edges, const int *to, tc_pool *pool, int *parts, int **first,
                      int **order) {
  walk w = {.begin = edges, .to = to};
  TC_TRY(init_walk(nodes, pool, &w));
  for (int n = 0; n < nodes; n++) {
    if (!w.number[n]) enter_node(&w, n);
    while (w.length > 0) advance_walk(&w);
  }
  *parts = w.parts;
  *first = w.first;
  *order = w.order;
  return TC_OK;
}
