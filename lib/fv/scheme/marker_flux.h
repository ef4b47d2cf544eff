/* Inflow through the faces of each marker, as a linear functional of the field and of the boundary data
 * (fv/scheme/boundary_data.h). A rank stores only factors of cells that it owns, even for faces of ring-1
 * cells. Therefore the evaluation needs no ghosts, and the inflow is the sum over all ranks. The sum of a
 * cell's factors over all markers equals the sum of the cell's column of V R, where V is the diagonal matrix
 * of the volumes and R the rate matrix. Markers without a datum have inflow 0. Not collective. */
#ifndef TC_FV_SCHEME_MARKER_FLUX_H
#define TC_FV_SCHEME_MARKER_FLUX_H

#include "base/core/pool.h"
#include "fv/scheme/boundary_data.h"

/* Terms of the inflow through the faces of each marker. The inflow has the unit of the field * length^3 /
 * time. The inflow of marker m, an index in physics->boundary, is the sum of two parts. The first is the sum
 * of factor[k] v[cell[k]] over k = begin[m] .. begin[m+1]-1. The second is the sum of datum_factor[k]
 * datum[face[k]] over k = datum_begin[m] .. datum_begin[m+1]-1. Exactly one rank stores each term, and the
 * terms do not depend on the distribution. If they are summed as in base/numeric/sum.h, the flow has the same
 * bits on any number of ranks. */
typedef struct tc_marker_flux {
  int markers;
  int32_t *begin; /* [markers+1] */
  int32_t *cell;  /* [begin[markers]] owned cell of each factor; a cell may occur more than once */
  double *factor;
  int32_t *datum_begin; /* [markers+1] */
  int32_t *face; /* [datum_begin[markers]] face of each datum_factor, as an index in the arrays [faces] of
                    tc_boundary_data */
  double *datum_factor;
  tc_pool memory; /* owns the arrays of this struct */
} tc_marker_flux;

/* Definition of the difference D over a face of a cell, from which gradients and flows are computed
 * (fv/scheme/cell_gradient.h). */
typedef enum tc_face_side {
  TC_FACE_SIDE_NONE,  /* D is 0: no flux through a boundary face */
  TC_FACE_SIDE_CELL,  /* D is the value of the neighbour minus the value of the cell */
  TC_FACE_SIDE_DATUM, /* D is the datum of a boundary face (kind value or exchange) minus the value of the
                         cell */
  TC_FACE_SIDE_FLUX   /* D is the datum of a boundary face of kind flux */
} tc_face_side;

/* Inflow through a boundary face with a datum: the sum of factor[l] D_l over the four faces l of the face's
 * cell. side[l] defines the difference D_l. */
typedef struct tc_face_inflow {
  tc_face_side side[4];
  int32_t other[4]; /* for each face of the cell: local number of the neighbour, or index of the datum in the
                       arrays [faces] of tc_boundary_data */
  double factor[4];
} tc_face_inflow;

/* Creates the terms from inward[data->faces], the inflow through each boundary face with a datum. The
 * caller frees `*out`. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_marker_flux_create(const tc_boundary_data *data, const tc_face_inflow *inward, int markers,
                                int32_t owned, tc_marker_flux **out);
void tc_marker_flux_destroy(tc_marker_flux **flux);

#endif
