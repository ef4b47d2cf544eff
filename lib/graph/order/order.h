/* Orderings of the vertices of a graph: order[k] is the vertex that comes at position k. count/layout.h
 * selects a method by its name in the config and applies it to each subdomain with tc_order_within_parts.
 * Each method is one file and one line of orders.def. Results depend on the graph alone. Not collective. */
#ifndef TC_GRAPH_ORDER_H
#define TC_GRAPH_ORDER_H

#include "base/text/line.h"
#include "base/text/registry.h"
#include "graph/partition/partition.h"

/* Options of the division into METIS blocks. Only ordering methods whose `in_blocks` is true use them. */
typedef struct tc_block_ordering_options {
  int32_t block; /* requested number of vertices per block; 0 for one block */
  tc_objective objective;
} tc_block_ordering_options;

typedef struct tc_order {
  const char *name;    /* name by which a config selects the ordering */
  const char *summary; /* one-line description that `tetracast list` prints */
  bool in_blocks; /* true if the method divides the graph into METIS blocks; other methods ignore the argument
                     `blocking` */
  bool by_levels; /* true if the method orders the vertices along breadth-first levels of the whole graph or
                     of each block */
  /* Fills order[graph->vertices] with a permutation of the vertices: order[k] is the vertex at position k.
   * Errors: TC_INTERNAL if memory is exhausted or METIS fails. */
  tc_status (*compute)(const tc_graph *graph, tc_block_ordering_options blocking, int32_t *order);
} tc_order;

TC_REGISTRY(tc_order); /* registry of the methods listed in graph/order/orders.def */

/* Appends the name of the method and the size of the blocks to `line`: "rcm", "metis, 64 cells a block" or,
 * if `block` is 0, "metis, one block per rank". If `block` is negative (not specified), appends only the
 * name. */
void tc_order_describe(const tc_order *order, int32_t block, tc_line *line);

/* Orders the vertices of each part of a partition by `method`, where part[v] is the part of vertex v. Fills
 * order[graph->vertices] with the vertices of part 0, then those of part 1, and so on. Errors: those of
 * `method`; TC_INTERNAL if memory is exhausted. */
tc_status tc_order_within_parts(const tc_graph *graph, const int32_t *part, int32_t parts,
                                const tc_order *method, tc_block_ordering_options blocking, int32_t *order);

#endif
