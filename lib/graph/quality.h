/* Quality measures of a partition (cut, volume, imbalance) and of an ordering (bandwidth). Called by
 * `tetracast mesh` for its summaries, after a partition or an ordering was computed. All results are exact
 * counts of the graph. Not collective. */
#ifndef TC_GRAPH_QUALITY_H
#define TC_GRAPH_QUALITY_H

#include "graph/graph.h"

/* Returns the number of edges between different parts. */
int64_t tc_quality_cut(const tc_graph *graph, const int32_t *part);

/* Counts the values that parts need of each other: a vertex counts once for each other part that it touches.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_quality_volume(const tc_graph *graph, const int32_t *part, int32_t parts, int64_t *out);

/* Computes the largest part size divided by the mean (1 is the minimum; 0 for an empty graph). Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_quality_imbalance(int32_t n, const int32_t *part, int32_t parts, double *out);

/* Bandwidth: the largest |position[u]-position[v]| over all edges, and the mean. `order` may be NULL for the
 * numbering of the graph. Errors: TC_INTERNAL if memory is exhausted. */
typedef struct tc_bandwidth {
  int32_t largest;
  double mean;
} tc_bandwidth;
tc_status tc_quality_bandwidth(const tc_graph *graph, const int32_t *order, tc_bandwidth *out);

#endif
