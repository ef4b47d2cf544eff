/* Properties of a face that schemes need: geometry, orientation, boundary condition and harmonic averaging
 * point. Schemes call these functions for each face of a cell during assembly. The results for a face have
 * the same bits from both cells and on any rank, because the orientation of the face depends only on
 * cell numbers. Internal to fv/scheme. Not collective. */
#ifndef TC_FV_SCHEME_FACE_H
#define TC_FV_SCHEME_FACE_H

#include "fv/physics/geometry.h"
#include "fv/physics/physics.h"

/* A face between two cells. It is oriented from the cell with the lower cell number (side 0) to the other
 * cell (side 1), so that both cells compute the same bits on any rank. */
typedef struct tc_face {
  int32_t cell[2]; /* local numbers of the two cells, by side */
  double area[3];  /* area vector S: normal to the face, pointing from side 0 to side 1, with the face's area
                      as its length */
  double centroid[3]; /* position of the centroid of the face */
} tc_face;

/* Computes face k of a cell. The cell must not be in the last ring of the submesh, because cells of this ring
 * have no neighbour lists. Returns true for an interior face and false for a boundary face. For a boundary
 * face only `area` and `centroid` are set, and `area` points outwards. */
bool tc_face_get(const tc_geometry *geometry, int32_t cell, int k, tc_face *out);

/* Returns the index of face k of a cell among the boundary faces of the submesh. The face must be a boundary
 * face, and the cell must not be in the last ring. */
static inline int32_t tc_face_boundary(const tc_submesh *submesh, int32_t cell, int k) {
  return -1 - submesh->neighbour[4 * (size_t)cell + (size_t)k];
}

/* Returns the boundary condition of a boundary face of the submesh. */
static inline const tc_boundary *tc_face_boundary_condition(const tc_physics *physics, int32_t boundary) {
  return &physics->boundary[physics->boundary_index[boundary]];
}

/* Returns the exchange coefficient h of a boundary face times the area of the face; 0 if its kind is not
 * exchange. */
double tc_face_exchange(const tc_physics *physics, int32_t boundary, const tc_face *face);

/* Arguments that the functions of the gradient scheme share; both pointers are borrowed. */
typedef struct tc_gradient_setup {
  const tc_geometry *geometry;
  const tc_physics *physics;
  bool limited; /* true to limit the displacement of harmonic points in the plane of a face whose two cells
                 * are in the same region (tc_harmonic) */
} tc_gradient_setup;

/* Harmonic averaging point of a face (Agelas, Eymard, Herbin 2009):
 *   y = (l_0 h_1 p_0 + l_1 h_0 p_1 + h_0 h_1 (t_0 - t_1)) / (l_0 h_1 + l_1 h_0),
 * with the unit normal n = S/|S| and, for side i, the tensor K_i, l_i = n . K_i n, t_i = K_i n - l_i n, the
 * distance h_i of the cell's centroid from the face's plane, and the projection p_i of the centroid onto this
 * plane. The value at y is weight[0] v_0 + weight[1] v_1, with the values v_i of the two cells. This value is
 * exact for a continuous field that is linear on either side and has a continuous flux. If neighbouring
 * tensors have different axes, the last term moves y along the face's plane. In the worst case y is far
 * outside the face, which makes schemes unstable. Between cells of one region, tc_gradient_setup.limited
 * therefore limits the length of that term to TC_HARMONIC_REACH sqrt(|S|). Where a tensor turns smoothly, the
 * term decreases with the square of the cell size and falls below the limit on fine meshes. Between regions
 * tensors may jump, and the term is not limited. */
#define TC_HARMONIC_REACH 0.1

typedef struct tc_harmonic {
  double point[3];
  double weight[2];
  bool is_distant; /* true if the last term of y, before any limit, is longer than TC_HARMONIC_REACH
                    * sqrt(|S|) */
} tc_harmonic;
void tc_face_harmonic(const tc_gradient_setup *setup, const tc_face *face, tc_harmonic *out);

#endif
