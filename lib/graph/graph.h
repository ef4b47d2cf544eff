/* Undirected graphs in compressed adjacency form (CSR), the form that METIS reads. Built from the dual of a
 * mesh or from a matrix pattern (count/pattern.h), then passed to partitioning, ordering and quality
 * measures. Creation returns a graph that the caller frees with tc_graph_destroy. No function of lib/graph is
 * collective. */
#ifndef TC_GRAPH_GRAPH_H
#define TC_GRAPH_GRAPH_H

#include <stdint.h>

#include "base/core/status.h"

/* Vertex v has the neighbours adjacent[start[v]] .. adjacent[start[v+1]-1]. Every edge is stored at both
 * ends, and there are no loops. Indices have 32 bits because Debian builds METIS so, which limits a graph to
 * 2^31-1 edge ends. */
typedef struct tc_graph {
  int32_t vertices;
  int32_t *start;    /* [vertices+1] */
  int32_t *adjacent; /* [start[vertices]] */
} tc_graph;

/* Creates a graph from a table of up to `degree` neighbours per vertex ([vertices][degree]); negative entries
 * are skipped. Errors: TC_INPUT if there are too many edges for 32-bit indices; TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_graph_create(int32_t vertices, int degree, const int32_t *neighbour, tc_graph **out);
void tc_graph_destroy(tc_graph **graph);

/* Creates the subgraph induced by member[0..members-1] (distinct vertices). Vertex i of the result is
 * member[i]. `local` is scratch with graph->vertices entries, all -1 before and after the call. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_graph_induce(const tc_graph *graph, int32_t members, const int32_t *member, int32_t *local,
                          tc_graph **out);

/* Creates the quotient graph of a partition: one vertex per part, and an edge between parts that an edge
 * connects. part[v] is in [0, parts). Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_graph_quotient(const tc_graph *graph, const int32_t *part, int32_t parts, tc_graph **out);

/* Groups vertices by part: group[begin[p]] .. group[begin[p+1]-1] are the vertices of part p in ascending
 * order. The caller provides begin[parts+1] and group[n]. */
void tc_graph_group(int32_t n, const int32_t *part, int32_t parts, int32_t *begin, int32_t *group);

#endif
