/* Division of the vertices of a graph into parts by METIS. Called by count/layout.c for subdomains, by
 * chunk_partition.c for chunks and by block_ordering.c for blocks. The seed of METIS is fixed, so one version
 * of METIS gives the same parts in every run. METIS 5.1 replaces the handlers of SIGTERM and SIGABRT during
 * the call and may print a remark. A program may guard both (metis_guard.h). Not collective, and only one
 * thread at a time may call it. */
#ifndef TC_GRAPH_PARTITION_H
#define TC_GRAPH_PARTITION_H

#include "base/text/registry.h"
#include "graph/structure/graph.h"

/* Quantity that METIS minimises: the number of edges between parts (cut) or the communication volume. The
 * volume counts each vertex once for every other part that contains a neighbour of the vertex. (For
 * hypergraphs, as in PaToH, this is the connectivity metric minus one.) */
typedef enum tc_objective { TC_OBJECTIVE_CUT, TC_OBJECTIVE_VOLUME } tc_objective;

/* Guard of the calls of METIS. `begin` and `end` are called around each call. `end` returns true if METIS has
 * raised SIGTERM, which means an internal error. `forward` is called if METIS has caught a SIGTERM from
 * outside. */
typedef struct tc_partition_guard {
  void (*begin)(void);
  bool (*end)(void);
  void (*forward)(void);
} tc_partition_guard;

/* Sets the guard of the process, borrowed. Programs alone call it. Without a guard, a SIGTERM that METIS
 * catches becomes the error TC_STOPPED. */
void tc_partition_set_guard(const tc_partition_guard *new_guard);

extern const tc_registry tc_objectives; /* names of the objectives, indexed by tc_objective */

/* Divides the graph into `parts` parts with a fixed seed and sets part[v], in [0, parts), to the part of
 * vertex v. Parts may be empty if there are few vertices. Errors: TC_INTERNAL if METIS fails;
 * TC_STOPPED (see tc_partition_set_guard). */
tc_status tc_partition_metis(const tc_graph *graph, int32_t parts, tc_objective objective, int32_t *part);

/* Weights of a graph, all positive. */
typedef struct tc_partition_weights {
  int32_t *vertex; /* [vertices]; METIS balances the sums of these weights */
  int32_t *edge; /* [start[vertices]] weight of each element of graph->adjacent; METIS minimises their sum in
                    the cut */
} tc_partition_weights;

/* Divides a weighted graph by its cut, otherwise like tc_partition_metis. */
tc_status tc_partition_metis_weighted(const tc_graph *graph, const tc_partition_weights *weights,
                                      int32_t parts, int32_t *part);

#endif
