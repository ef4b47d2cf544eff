/* Volumes and centroids of a rank's cells. Schemes read them during assembly, and formulas are evaluated at
 * the centroids. A run creates them once, after the submesh (the part of the mesh that the rank stores). Not
 * collective. */
#ifndef TC_FV_PHYSICS_GEOMETRY_H
#define TC_FV_PHYSICS_GEOMETRY_H

#include "base/core/pool.h"
#include "mesh/submesh.h"

typedef struct tc_geometry {
  const tc_submesh *submesh; /* local part of the mesh; borrowed */
  double *volume;            /* [owned] volume of each owned cell, > 0, length^3 */
  double *centroid;          /* [cells][3] centroids of all cells of the submesh: owned cells, and rings of
                                neighbouring cells around them */
  tc_pool memory;            /* owns the arrays of this struct */
} tc_geometry;

/* Computes volumes and centroids with OpenMP threads. Borrows the submesh, which must outlive the result.
 * The caller frees `*out`. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_geometry_create(const tc_submesh *submesh, tc_geometry **out);
void tc_geometry_destroy(tc_geometry **geometry);

/* Returns the three coordinates of vertex number `vertex` (0 .. 3) of the local cell `cell`. */
static inline const double *tc_geometry_point(const tc_geometry *geometry, int32_t cell, int vertex) {
  const tc_submesh *s = geometry->submesh;
  return s->points + 3 * (size_t)s->vertices[4 * (size_t)cell + (size_t)vertex];
}

static inline const double *tc_geometry_centroid(const tc_geometry *geometry, int32_t cell) {
  return geometry->centroid + 3 * (size_t)cell;
}

#endif
