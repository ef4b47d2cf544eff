/* The geometry of an interior face as both its cells see it. Internal to this floor. */
#ifndef TC_FV_FACE_H
#define TC_FV_FACE_H

#include "fv/diffusion.h"
#include "mesh/submesh.h"

/* What assembly needs of the local cells. */
typedef struct tc_geometry {
  const tc_submesh *submesh;
  const tc_diffusion *diffusion;
  double *centroid; /* [cells][3] of owned, ring 1 and ring 2 */
} tc_geometry;

tc_status tc_geometry_create(const tc_submesh *submesh, const tc_diffusion *diffusion, tc_geometry *out);
void tc_geometry_destroy(tc_geometry *geometry);

/* Volume of a local cell. */
double tc_geometry_volume(const tc_geometry *geometry, int32_t cell);

/* A face between two cells, oriented from the one with the lower mesh number (side 0) to the other (side 1):
 * both cells, on whatever rank, compute the same bits. */
typedef struct tc_face {
  int32_t cell[2];    /* local numbers */
  double area[3];     /* area vector S, from side 0 to side 1 */
  double centroid[3]; /* of the face */
} tc_face;

/* Face k of a local cell: interior (a neighbour, owned or ring 1 on this side) or not (false: boundary; only
 * area and centroid are set, the area pointing outwards). */
bool tc_face_get(const tc_geometry *geometry, int32_t cell, int k, tc_face *out);

/* The harmonic averaging point of a face (Agelas, Eymard, Herbin 2009): the value there is
 * weight[0] v_0 + weight[1] v_1, exact for a field that is linear on both sides with continuous flux. */
typedef struct tc_harmonic {
  double point[3];
  double weight[2];
} tc_harmonic;
void tc_face_harmonic(const tc_geometry *geometry, const tc_face *face, tc_harmonic *out);

#endif
