/* Inflow through the faces of each marker, as a linear functional of the field and of the boundary data
 * (fv/scheme/boundary_data.h). tc_system_end_assembly creates it after each assembly, and the balance of a
 * run evaluates it. It has factors for owned cells only, although a rank's faces also include those of ring
 * 1. It therefore needs no ghosts, and the sum over all ranks is the flow. The column sums of V R equal its
 * factors, summed over markers. Markers without a datum have inflow 0. Not collective. */
#ifndef TC_FV_SCHEME_MARKER_FLUX_H
#define TC_FV_SCHEME_MARKER_FLUX_H

#include "fv/scheme/boundary_data.h"

/* Terms of the flow, quantity * length^3 / time. The flow of marker m of physics->boundary is the sum of two
 * parts: factor[k] v[cell[k]] for begin[m] <= k < begin[m+1], and datum_factor[k] datum[face[k]] for
 * datum_from[m] <= k < datum_from[m+1]. Exactly one rank stores each term, and the terms do not depend on the
 * distribution. If they are summed as in base/numeric/sum.h, the flow has the same bits on any number of
 * ranks. */
typedef struct tc_marker_flux {
  int markers;
  int32_t *begin; /* [markers+1] */
  int32_t *cell;  /* owned cells; a cell may occur more than once */
  double *factor;
  int32_t *datum_from; /* [markers+1] */
  int32_t *face;       /* indices among the faces of tc_boundary_data */
  double *datum_factor;
} tc_marker_flux;

/* Quantity that the difference D over a face of a cell stands for (fv/scheme/cell_gradient.h). */
typedef enum tc_face_side {
  TC_FACE_SIDE_NONE,  /* no flux: 0 */
  TC_FACE_SIDE_CELL,  /* v of the neighbour - v of the cell */
  TC_FACE_SIDE_DATUM, /* datum - v of the cell */
  TC_FACE_SIDE_FLUX   /* datum */
} tc_face_side;

/* Inflow through a face with a datum: the sum of factor[l] D_l over the four faces l of the cell. side[l]
 * states what the difference D_l is. */
typedef struct tc_face_inflow {
  tc_face_side side[4];
  int32_t other[4]; /* neighbour cell or index of the boundary datum, for each face of the cell */
  double factor[4];
} tc_face_inflow;

/* Creates the functional from the inflow inward[inflow->faces] of each face. The caller frees `*out`. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_marker_flux_create(const tc_boundary_data *inflow, const tc_face_inflow *inward, int markers,
                                int32_t owned, tc_marker_flux **out);
void tc_marker_flux_destroy(tc_marker_flux **through);

#endif
