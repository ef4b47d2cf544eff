/* Splitting the vertices of a graph into parts. */
#ifndef TC_GRAPH_SPLIT_H
#define TC_GRAPH_SPLIT_H

#include "graph/graph.h"

/* METIS k-way partition, fixed seed: part[v] in [0, parts). Parts may be empty when there are few vertices.
 * Errors: TC_INTERNAL when METIS fails. */
tc_status tc_split_metis(const tc_graph *graph, int32_t parts, int32_t *part);

#endif
