/* The faces of cells as schemes see them. Internal to this floor. Not collective. */
#ifndef TC_FV_SCHEME_FACE_H
#define TC_FV_SCHEME_FACE_H

#include "fv/physics/geometry.h"
#include "fv/physics/physics.h"

/* A face between two cells, oriented from the one with the lower mesh number (side 0) to the other (side 1):
 * both cells, on whatever rank, compute the same bits. */
typedef struct tc_face {
  int32_t cell[2];    /* local numbers */
  double area[3];     /* area vector S, from side 0 to side 1 */
  double centroid[3]; /* of the face */
} tc_face;

/* Face k of an inner cell: interior (a neighbour) or not (false: boundary; only
 * area and centroid are set, the area pointing outwards). */
bool tc_face_get(const tc_geometry *geometry, int32_t cell, int k, tc_face *out);

/* Which boundary face of the submesh face k of an inner cell is; it must be one. */
static inline int32_t tc_face_boundary(const tc_submesh *submesh, int32_t cell, int k) {
  return -1 - submesh->neighbour[4 * (size_t)cell + (size_t)k];
}

/* What is prescribed at a boundary face of the submesh. */
static inline const tc_boundary *tc_face_boundary_condition(const tc_physics *physics, int32_t boundary) {
  return &physics->boundary[physics->boundary_index[boundary]];
}

/* h of a boundary face times its area; 0 where nothing is exchanged. */
double tc_face_exchange(const tc_physics *physics, int32_t boundary, const tc_face *face);

/* What a gradient scheme works with. */
typedef struct tc_gradient_setup {
  const tc_geometry *geometry;
  const tc_physics *physics;
  bool limited; /* harmonic points keep near their faces within regions */
} tc_gradient_setup;

/* The harmonic averaging point of a face (Agelas, Eymard, Herbin 2009),
 *   y = (l_0 h_1 p_0 + l_1 h_0 p_1 + h_0 h_1 (t_0 - t_1)) / (l_0 h_1 + l_1 h_0),
 * with n = S/|S|, l_i = n . K_i n, t_i = K_i n - l_i n, h_i the distance of centroid i from the face's plane
 * and p_i its foot there: the value at y is weight[0] v_0 + weight[1] v_1, exact for a field that is linear
 * on either side, continuous, and whose flux is. Where neighbouring tensors turn, the last term moves y along
 * the face's plane, far out of the face at worst, which makes schemes unstable. Between cells of one region
 * `limited` cuts that term to TC_HARMONIC_REACH sqrt(|S|): where a tensor turns smoothly it falls with the
 * square of the cells' size anyway. Between regions tensors may jump, and the point stays where it is exact.
 */
#define TC_HARMONIC_REACH 0.1

typedef struct tc_harmonic {
  double point[3];
  double weight[2];
  bool distant; /* it is, or would be, cut */
} tc_harmonic;
void tc_face_harmonic(const tc_gradient_setup *at, const tc_face *face, tc_harmonic *out);

#endif
