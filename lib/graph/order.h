/* Orderings of the vertices of a graph. An order lists vertices in their new sequence: order[new] = old. */
#ifndef TC_GRAPH_ORDER_H
#define TC_GRAPH_ORDER_H

#include "base/text/line.h"
#include "base/text/registry.h"
#include "graph/partition.h"

/* The METIS blocks that some orders are made of. */
typedef struct tc_block_ordering_options {
  int32_t block; /* wished vertices per block, 0: one block */
  tc_objective objective;
} tc_block_ordering_options;

typedef struct tc_order {
  const char *name;    /* as written in a config */
  const char *summary; /* one line for `tetracast list` */
  bool in_blocks;      /* made of METIS blocks; others ignore `blocking` */
  bool by_levels;      /* neighbours follow each other, all over a rank or inside of its blocks */
  /* Fills order[graph->vertices]. */
  tc_status (*compute)(const tc_graph *graph, tc_block_ordering_options blocking, int32_t *order);
} tc_order;

TC_REGISTRY(tc_order); /* orders.def */

/* Adds "rcm", "metis, 64 cells a block" or, for 0, "metis, one block per rank". Without the block where it is
 * below 0, not said. */
void tc_order_describe(const tc_order *order, int32_t block, tc_line *line);

/* Orders each part by `method` and lays the parts one after the other in rising part number. */
tc_status tc_order_within_parts(const tc_graph *graph, const int32_t *part, int32_t parts,
                                const tc_order *method, tc_block_ordering_options blocking, int32_t *order);

#endif
