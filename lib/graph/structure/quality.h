/* Quality measures of a partition (cut, volume, imbalance) and of an ordering (bandwidth). Called by
 * `tetracast mesh` for its summaries, after a partition or an ordering was computed. All results are exact
 * counts of the graph. Not collective. */
#ifndef TC_GRAPH_QUALITY_H
#define TC_GRAPH_QUALITY_H

#include "graph/structure/graph.h"

/* Returns the cut: the number of edges that connect vertices of different parts, where part[v] is the part of
 * vertex v. */
int64_t tc_quality_cut(const tc_graph *graph, const int32_t *part);

/* Sets *out to the communication volume, the number of values that parts need from each other. Each vertex
 * counts once for every other part that contains a neighbour of the vertex. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_quality_volume(const tc_graph *graph, const int32_t *part, int32_t parts, int64_t *out);

/* Sets *out to the number of vertices of the largest part divided by the mean number over all parts (1 is the
 * minimum; 0 for an empty graph). part[v] is the part of vertex v < n. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_quality_imbalance(int32_t n, const int32_t *part, int32_t parts, double *out);

/* Bandwidth of an ordering: the largest and the mean of |position of u - position of v| over all edges (u,
 * v), where the vertex order[k] has the position k. If `order` is NULL, the position of a vertex is its
 * number. tc_quality_bandwidth returns TC_INTERNAL if memory is exhausted. */
typedef struct tc_bandwidth {
  int32_t largest;
  double mean;
} tc_bandwidth;
tc_status tc_quality_bandwidth(const tc_graph *graph, const int32_t *order, tc_bandwidth *out);

#endif
