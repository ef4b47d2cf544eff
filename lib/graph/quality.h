/* How good a partition and an ordering are. */
#ifndef TC_GRAPH_QUALITY_H
#define TC_GRAPH_QUALITY_H

#include "graph/graph.h"

/* Edges whose ends lie in different parts. */
int64_t tc_quality_cut(const tc_graph *graph, const int32_t *part);

/* Values that parts need of each other: a vertex counts once for each other part that it touches. Errors:
 * TC_INTERNAL out of memory. */
tc_status tc_quality_volume(const tc_graph *graph, const int32_t *part, int32_t parts, int64_t *out);

/* Largest part size divided by the mean (1 is perfect; 0 for an empty graph). */
tc_status tc_quality_imbalance(int32_t n, const int32_t *part, int32_t parts, double *out);

/* Bandwidth: the largest |position[u]-position[v]| over edges, and its mean. order NULL: the graph's own
 * numbering. */
typedef struct tc_bandwidth {
  int32_t largest;
  double mean;
} tc_bandwidth;
tc_status tc_quality_bandwidth(const tc_graph *graph, const int32_t *order, tc_bandwidth *out);

#endif
