#include "blame/flow/scc.h"

#include <stdbool.h>

/* State of the depth-first search. The search uses explicit stacks and no recursion, because paths may be
 * very long. */
typedef struct scc_search {
  const int *begin, *to;
  /* `number` is the order in which the nodes were visited, from 1; 0 before the visit. `low` is the smallest
   * number found so far among the nodes on `stack` that the node reaches. */
  int *number, *low;
  int *stack, depth; /* visited nodes that belong to no component yet */
  int *path, length; /* path from the root of the search to the current node */
  int *next;         /* [nodes] index in `to` of the next edge to follow */
  bool *is_on_stack; /* [nodes] true if the node is on `stack` */
  int visited;
  int components, ordered;
  int *first, *order;
} scc_search;

static tc_status init_search(int nodes, tc_pool *pool, scc_search *search) {
  int **const arrays[] = {&search->number, &search->low,   &search->stack, &search->path,
                          &search->next,   &search->first, &search->order};
  for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++)
    TC_TRY(tc_pool_alloc(pool, ((size_t)nodes + 1) * sizeof(int), arrays[a]));
  return tc_pool_alloc(pool, (size_t)nodes, &search->is_on_stack);
}

static void visit_node(scc_search *search, int node) {
  search->number[node] = search->low[node] = ++search->visited;
  search->next[node] = search->begin[node];
  search->stack[search->depth++] = node;
  search->path[search->length++] = node;
  search->is_on_stack[node] = true;
}

static void pop_component(scc_search *search, int node) {
  int member;
  do {
    member = search->stack[--search->depth];
    search->is_on_stack[member] = false;
    search->order[search->ordered++] = member;
  } while (member != node);
  search->first[++search->components] = search->ordered;
}

/* Follows the next edge of the current node. If there is none, returns to the previous node of the path. */
static void advance_search(scc_search *search) {
  const int node = search->path[search->length - 1];
  if (search->next[node] < search->begin[node + 1]) {
    const int to = search->to[search->next[node]++];
    if (!search->number[to])
      visit_node(search, to);
    else if (search->is_on_stack[to] && search->number[to] < search->low[node])
      search->low[node] = search->number[to];
    return;
  }
  if (search->low[node] == search->number[node]) pop_component(search, node);
  search->length--;
  if (search->length == 0) return;
  const int previous = search->path[search->length - 1];
  if (search->low[node] < search->low[previous]) search->low[previous] = search->low[node];
}

tc_status tb_scc_find(int nodes, const int *begin, const int *to, tc_pool *pool, int *components, int **first,
                      int **order) {
  scc_search search = {.begin = begin, .to = to};
  TC_TRY(init_search(nodes, pool, &search));
  for (int n = 0; n < nodes; n++) {
    if (!search.number[n]) visit_node(&search, n);
    while (search.length > 0) advance_search(&search);
  }
  *components = search.components;
  *first = search.first;
  *order = search.order;
  return TC_OK;
}
