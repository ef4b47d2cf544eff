/* What flows into the mesh through the faces of each marker, as a functional of the field and of what is
 * prescribed (fv/scheme/boundary_data.h); 0 for markers without a datum. It takes own cells only: a rank also
 * holds what its cells say of faces next door. So no ghosts are needed, and the sum over all ranks is the
 * flow. Column by column it is what the rates do to the integral: V R = sum over markers. Not collective. */
#ifndef TC_FV_SCHEME_MARKER_FLUX_H
#define TC_FV_SCHEME_MARKER_FLUX_H

#include "fv/scheme/boundary_data.h"

/* Marker m of physics->boundary: the sum of factor[k] v[cell[k]], from[m] <= k < from[m+1], and of
 * datum_factor[k] datum[face[k]], datum_from[m] <= k < datum_from[m+1]. Each is a term of the whole mesh, the
 * same whatever the distribution, and stands on exactly one rank: summed as base/numeric/sum.h does, the flow
 * has the same bits on any number of ranks. quantity * length^3 / time. */
typedef struct tc_marker_flux {
  int markers;
  int32_t *begin; /* [markers+1] */
  int32_t *cell;  /* own cells; one may stand there more than once */
  double *factor;
  int32_t *datum_from; /* [markers+1] */
  int32_t *face;       /* numbers of inflow */
  double *datum_factor;
} tc_marker_flux;

/* What D of a face of a cell stands for (fv/scheme/cell_gradient.h). */
typedef enum tc_face_side {
  TC_FACE_SIDE_NONE,  /* no flux: 0 */
  TC_FACE_SIDE_CELL,  /* v of the cell behind it - v of the cell */
  TC_FACE_SIDE_DATUM, /* datum - v of the cell */
  TC_FACE_SIDE_FLUX   /* datum */
} tc_face_side;

/* A face with a datum as its cell sees it: what flows in is the sum of factor[l] D_l over the cell's four
 * faces. */
typedef struct tc_face_inflow {
  tc_face_side side[4];
  int32_t other[4]; /* the cell behind, or the number of the datum */
  double factor[4];
} tc_face_inflow;

/* inward: [inflow->faces]. Errors: TC_INTERNAL out of memory. */
tc_status tc_marker_flux_create(const tc_boundary_data *inflow, const tc_face_inflow *inward, int markers,
                                int32_t owned, tc_marker_flux **out);
void tc_marker_flux_destroy(tc_marker_flux **through);

#endif
