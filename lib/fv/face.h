/* The geometry of an interior face as both its cells see it. Internal to this floor. */
#ifndef TC_FV_FACE_H
#define TC_FV_FACE_H

#include "fv/geometry.h"
#include "fv/physics.h"

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

/* What happens at face k of a local cell, which must be a boundary face. */
tc_boundary_kind tc_face_boundary(const tc_geometry *geometry, const tc_physics *physics, int32_t cell,
                                  int k);

/* The harmonic averaging point of a face (Agelas, Eymard, Herbin 2009),
 *   y = (l_0 h_1 p_0 + l_1 h_0 p_1 + h_0 h_1 (t_0 - t_1)) / (l_0 h_1 + l_1 h_0),
 * with n = S/|S|, l_i = n . K_i n, t_i = K_i n - l_i n, h_i the distance of centroid i from the face's plane
 * and p_i its foot there: the value at y is weight[0] v_0 + weight[1] v_1, exact for a field that is linear
 * on either side, continuous, and whose flux is. */
typedef struct tc_harmonic {
  double point[3];
  double weight[2];
} tc_harmonic;
void tc_face_harmonic(const tc_geometry *geometry, const tc_physics *physics, const tc_face *face,
                      tc_harmonic *out);

#endif
