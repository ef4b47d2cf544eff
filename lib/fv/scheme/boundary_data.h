/* What is prescribed at the boundary, and what it does to the rows of a rank: b = B g in dv/dt = R v + b.
 * Schemes make it; whoever evaluates the data writes them (solve/problem/forcing.h). Not collective. */
#ifndef TC_FV_SCHEME_BOUNDARY_DATA_H
#define TC_FV_SCHEME_BOUNDARY_DATA_H

#include "fv/physics/geometry.h"
#include "fv/physics/physics.h"

typedef struct tc_boundary_data {
  int32_t faces; /* boundary faces with a datum that own rows read: those of own cells, and with a scheme of
                    two rings those of ring 1; by cell, then face */
  int32_t *cell; /* [faces] local number of the face's cell */
  int32_t *boundary; /* [faces] which of physics->boundary */
  double *point;     /* [faces][3] the face's centroid, where its datum is taken */
  double *area;      /* [faces] */
  bool *own;         /* [faces] of an own cell: so is each face of the mesh on exactly one rank */
  bool *is_level;    /* [faces] true for values and values outside: a constant added to the field is added to
                        the datum; false for fluxes */
  double *datum; /* [faces] g: what flows in, a value, the value outside (fv/physics/physics.h); 0 at first */
  int32_t *number;    /* [boundary faces of the submesh] number above, -1 for a face without a datum */
  int32_t rows, *row; /* [rows] own rows that data reach, rising */
  int32_t *begin;     /* [rows+1] */
  int32_t *face;      /* [from[rows]] numbers above */
  double *factor;     /* [from[rows]] b of row[r] = sum of factor[k] datum[face[k]], from[r] <= k < from[r+1],
                         one after the other: the same bits whatever the distribution */
} tc_boundary_data;

/* Faces and rows for the data of physics; factors are the scheme's to write. rings: the scheme's. Errors:
 * TC_INTERNAL out of memory. */
tc_status tc_boundary_data_create(const tc_geometry *geometry, const tc_physics *physics, int rings,
                                  tc_boundary_data **out);
void tc_boundary_data_destroy(tc_boundary_data **inflow);

/* v[row] += scale * b. v: [owned]. OpenMP inside. */
void tc_boundary_data_apply(const tc_boundary_data *inflow, double scale, double *v);

/* Adds scale * b for a field whose values are distances from `level`: values and values outside count from it
 * too. Because constants are in the kernel of the rates, this is b + R level without its cancellation. v:
 * [owned]. OpenMP inside. */
void tc_boundary_data_add_distance(const tc_boundary_data *inflow, double scale, double level, double *v);

/* Datum of a face, counted from `level` where it is a value. */
static inline double tc_inflow_distance(const tc_boundary_data *inflow, int32_t face, double level) {
  return inflow->is_level[face] ? inflow->datum[face] - level : inflow->datum[face];
}

#endif
