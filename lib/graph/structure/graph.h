/* Undirected graphs in compressed adjacency form (CSR), the form that METIS reads. Built from the dual of a
 * mesh, from a matrix pattern (count/pattern.h) or from a matrix in compressed rows, then passed to
 * partitioning, ordering and quality measures. Creation returns a graph that the caller frees with
 * tc_graph_destroy. No function of lib/graph is collective. */
#ifndef TC_GRAPH_GRAPH_H
#define TC_GRAPH_GRAPH_H

#include <stdint.h>

#include "base/core/pool.h"

/* Vertex v has the neighbours adjacent[start[v]] .. adjacent[start[v+1]-1]. Every edge is stored for both of
 * the two vertices that it connects, and no vertex is its own neighbour. Indices have 32 bits because the
 * METIS of Debian is built with 32-bit indices, which limits the array `adjacent` to 2^31-1 elements. */
typedef struct tc_graph {
  int32_t vertices;
  int32_t *start;    /* [vertices+1] index in `adjacent` of the first neighbour of each vertex */
  int32_t *adjacent; /* [start[vertices]] neighbours of vertex 0, then those of vertex 1, and so on */
  tc_pool memory;    /* owns the arrays of this struct */
} tc_graph;

/* Creates a graph from the array neighbour[vertices][degree], which has up to `degree` neighbours of each
 * vertex; negative elements are skipped. Errors: TC_INPUT if there are too many edges for 32-bit indices;
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_graph_create(int32_t vertices, int degree, const int32_t *neighbour, tc_graph **out);

/* Creates the graph of a matrix in compressed rows. Row v has the columns column[begin[v]] ..
 * column[begin[v+1]-1], which are distinct. The pattern must be symmetric, and the diagonal is skipped.
 * Errors: those of tc_graph_create. */
tc_status tc_graph_create_from_rows(int32_t vertices, const int64_t *begin, const int32_t *column,
                                    tc_graph **out);
void tc_graph_destroy(tc_graph **graph);

/* Creates the subgraph that consists of the distinct vertices member[0 .. members-1] and all edges between
 * them. Vertex i of the result is vertex member[i] of `graph`. `local` is scratch memory with graph->vertices
 * elements. All elements must be -1 before the call and are -1 after the call. Errors: TC_INTERNAL if memory
 * is exhausted. */
tc_status tc_graph_induce(const tc_graph *graph, int32_t members, const int32_t *member, int32_t *local,
                          tc_graph **out);

/* Creates the quotient graph of a partition, where part[v], in [0, parts), is the part of vertex v. The
 * result has one vertex per part, and an edge between two parts if an edge of `graph` connects a vertex of
 * one with a vertex of the other. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_graph_quotient(const tc_graph *graph, const int32_t *part, int32_t parts, tc_graph **out);

/* Sorts the vertices 0 .. n-1 by part, where part[v] is the part of vertex v. The vertices of part p become
 * group[begin[p]] .. group[begin[p+1]-1], in ascending order. The caller provides the arrays begin[parts+1]
 * and group[n]. */
void tc_graph_group(int32_t n, const int32_t *part, int32_t parts, int32_t *begin, int32_t *group);

#endif
