/* Hilbert curve through a cube, which orders points such that consecutive points are close to each other.
 * Mesh files store cells in this order (io/mesh_file). Each direction has 2^21 intervals, so a key has 63
 * bits. Keys and order are functions of the points and of the bounding box alone. Source: Skilling,
 * "Programming the Hilbert curve", AIP Conference Proceedings 707, 2004. Not collective. */
#ifndef TC_GRAPH_HILBERT_CURVE_H
#define TC_GRAPH_HILBERT_CURVE_H

#include <stdint.h>

#include "base/core/status.h"

enum { TC_HILBERT_BITS = 21 }; /* bits of a key per direction */

/* Cube that the curve fills. Its lowest corner is that of the bounding box of a mesh. */
typedef struct tc_hilbert_cube {
  double low[3];
  double edge; /* largest extent of the bounding box */
} tc_hilbert_cube;

/* Returns the cube of the bounding box with the lowest corner `low` and the highest corner `high`. */
tc_hilbert_cube tc_hilbert_cube_create(const double low[3], const double high[3]);

/* Computes the key of each of the n points, whose coordinates are point[n][3]. Points outside the cube get
 * the key of a point on its surface. A coordinate that is not a number is treated as the lowest
 * coordinate. */
void tc_hilbert_keys(const tc_hilbert_cube *cube, int32_t n, const double *point, uint64_t *key);

/* Returns the key of the box with the given numbers in the three directions, from 0 to 2^21 - 1. */
uint64_t tc_hilbert_key(const uint32_t box[3]);

#endif
