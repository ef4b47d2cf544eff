/* Partitions of a mesh along a Hilbert curve. In a partition by chunks, runs of consecutive cells of the
 * curve (chunks) are the vertices of a small weighted graph, which METIS divides. Rounds of refinement then
 * move single cells between subdomains (chunk_refinement.h). In a partition by curve, subdomains are runs of
 * equal length. Both are functions of the graph, the curve and the number of parts. They do not depend on
 * threads or on the process that computes them. Called by count/layout.c. Not collective, and only one thread
 * at a time may call tc_chunk_partition, which calls METIS. */
#ifndef TC_GRAPH_CHUNK_PARTITION_H
#define TC_GRAPH_CHUNK_PARTITION_H

#include "graph/partition/partition.h"

/* Returns the number of cells of a chunk for `cells` cells and `parts` parts: 16 2^k with the smallest k for
 * which there are at most 4 million chunks. With few cells per part it is 8, 4, 2 or 1, because a chunk must
 * be small in comparison with a part. */
int32_t tc_chunk_size(int32_t cells, int32_t parts);

/* Divides the graph into `parts` parts by chunks and sets part[v], in [0, parts), to the part of vertex v.
 * curve[graph->vertices] contains the vertices in the order of the curve. METIS and the refinement minimise
 * the cut. Parts have at most 1.03 times the mean number of vertices if METIS achieves this for the chunks,
 * and may be empty if there are few vertices. Errors: those of tc_partition_metis; TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_chunk_partition(const tc_graph *graph, const int32_t *curve, int32_t parts, int32_t *part);

/* Divides n vertices into runs along the curve whose lengths differ by at most one, and sets part[v], in [0,
 * parts), to the part of vertex v. curve[n] contains the vertices in the order of the curve. */
void tc_curve_partition(int32_t n, const int32_t *curve, int32_t parts, int32_t *part);

#endif
