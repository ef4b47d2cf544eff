/* Undirected graphs in compressed adjacency form (CSR), as METIS takes them. Nothing in this floor is
 * collective. */
#ifndef TC_GRAPH_GRAPH_H
#define TC_GRAPH_GRAPH_H

#include <stdint.h>

#include "base/core/status.h"

/* Vertex v has the neighbours adjacent[start[v]] .. adjacent[start[v+1]-1]; every edge is stored from both
 * ends, no loops. Indices are 32 bits because Debian's METIS is built so: at most 2^31-1 edge ends. */
typedef struct tc_graph {
  int32_t vertices;
  int32_t *start;    /* [vertices+1] */
  int32_t *adjacent; /* [start[vertices]] */
} tc_graph;

/* From a table of up to `degree` neighbours per vertex ([vertices][degree]; negative entries are skipped).
 * Errors: TC_INPUT when there are too many edges for 32-bit indices, TC_INTERNAL out of memory. */
tc_status tc_graph_create(int32_t vertices, int degree, const int32_t *neighbour, tc_graph **out);
void tc_graph_destroy(tc_graph **graph);

/* The subgraph on member[0..members-1] (distinct vertices): vertex i of the result is member[i]. local is
 * scratch of graph->vertices entries, all -1 before and after. */
tc_status tc_graph_induce(const tc_graph *graph, int32_t members, const int32_t *member, int32_t *local,
                          tc_graph **out);

/* The quotient graph of a partition: one vertex per part, an edge where parts touch. part[v] in [0, parts).
 */
tc_status tc_graph_quotient(const tc_graph *graph, const int32_t *part, int32_t parts, tc_graph **out);

/* Vertices grouped by part: group[begin[p]] .. group[begin[p+1]-1] are the vertices of part p in rising
 * order. begin[parts+1] and group[n] are the caller's. */
void tc_graph_group(int32_t n, const int32_t *part, int32_t parts, int32_t *begin, int32_t *group);

#endif
