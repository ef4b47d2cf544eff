/* Splitting the vertices of a graph into parts. */
#ifndef TC_GRAPH_PARTITION_H
#define TC_GRAPH_PARTITION_H

#include "base/text/registry.h"
#include "graph/graph.h"

/* What METIS keeps small: edges between parts, or values that parts need of each other (a vertex counts once
 * for each other part that it touches: the connectivity metric of hypergraphs less one, as PaToH has it). */
typedef enum tc_objective { TC_OBJECTIVE_CUT, TC_OBJECTIVE_VOLUME } tc_objective;

extern const tc_registry tc_objectives; /* the index is a tc_objective */

/* METIS partition, fixed seed: part[v] in [0, parts). Parts may be empty when there are few vertices.
 * Errors: TC_INTERNAL when METIS fails. */
tc_status tc_partition_metis(const tc_graph *graph, int32_t parts, tc_objective objective, int32_t *part);

#endif
