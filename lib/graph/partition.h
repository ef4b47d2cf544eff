/* Division of the vertices of a graph into parts by METIS. Called by count/layout.c for subdomains and by
 * block_ordering.c for blocks. The seed is fixed, so a METIS version gives the same parts in every run.
 * SIGTERM and standard output are guarded during the call (sigterm_guard.h, stdout_guard.h). Not collective,
 * and not for two threads at once. */
#ifndef TC_GRAPH_PARTITION_H
#define TC_GRAPH_PARTITION_H

#include "base/text/registry.h"
#include "graph/graph.h"

/* Quantity that METIS minimises: edges between parts, or communication volume. A vertex counts in the volume
 * once for each other part that it touches (the connectivity metric of hypergraphs minus one, as in
 * PaToH). */
typedef enum tc_objective { TC_OBJECTIVE_CUT, TC_OBJECTIVE_VOLUME } tc_objective;

extern const tc_registry tc_objectives; /* indexed by tc_objective */

/* Divides the graph with a fixed seed and sets part[v] in [0, parts). Parts may be empty if there are few
 * vertices. Errors: TC_INTERNAL if METIS fails. */
tc_status tc_partition_metis(const tc_graph *graph, int32_t parts, tc_objective objective, int32_t *part);

#endif
