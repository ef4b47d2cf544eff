/* Boundary data of a rank and their effect on its rows: b = B g in dv/dt = R v + b.
 * tc_system_begin_assembly creates the lists, schemes write the factors B, and solve/problem/forcing.c
 * writes the data g after assembly and whenever they change. The order of the sums does not depend on the
 * distribution, so b has the same bits on any number of ranks. Not collective. */
#ifndef TC_FV_SCHEME_BOUNDARY_DATA_H
#define TC_FV_SCHEME_BOUNDARY_DATA_H

#include "fv/physics/geometry.h"
#include "fv/physics/physics.h"

typedef struct tc_boundary_data {
  int32_t faces; /* number of boundary faces with a datum that owned rows read: faces of owned cells, and of
                    ring 1 for a scheme with two rings; ordered by cell, then face */
  int32_t *cell; /* [faces] local number of the face's cell */
  int32_t *boundary; /* [faces] index in physics->boundary */
  double *point;     /* [faces][3] centroid of the face, where the datum is evaluated */
  double *area;      /* [faces] */
  bool *own; /* [faces] true if this rank owns the cell of the face; each face of the mesh is `own` on exactly
                one rank */
  bool *is_level;  /* [faces] true for kinds value and exchange. If a constant is added to the field, the data
                      of these faces change by the same constant */
  double *datum;   /* [faces] g: inward flux, value, or outside value (fv/physics/physics.h); initially 0 */
  int32_t *number; /* [boundary faces of the submesh] index among `faces`; -1 for a face without a datum */
  int32_t rows, *row; /* number of owned rows with boundary data, and these rows [rows], ascending */
  int32_t *begin;     /* [rows+1] first entry of each row in `face` and `factor` */
  int32_t *face;      /* [begin[rows]] indices among `faces` */
  double *factor; /* [begin[rows]] b of row[r] = sum of factor[k] datum[face[k]], begin[r] <= k < begin[r+1],
                     added in the order of k; its bits do not depend on the distribution */
} tc_boundary_data;

/* Lists the faces and rows that read the data of `physics`. The scheme writes the factors. `rings` is the
 * number of rings that the scheme reads. The caller frees `*out`. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_boundary_data_create(const tc_geometry *geometry, const tc_physics *physics, int rings,
                                  tc_boundary_data **out);
void tc_boundary_data_destroy(tc_boundary_data **inflow);

/* Adds scale * b to v [owned] with OpenMP threads. */
void tc_boundary_data_apply(const tc_boundary_data *inflow, double scale, double *v);

/* Adds scale * b to v [owned] for a field that is stored as the difference from `level`. It subtracts `level`
 * from the data of kinds value and exchange too. A constant field with equal boundary data is stationary, so
 * the result equals b + R level, but without cancellation errors. Uses OpenMP threads. */
void tc_boundary_data_add_distance(const tc_boundary_data *inflow, double scale, double level, double *v);

/* Returns the datum of a face, minus `level` for kinds value and exchange. */
static inline double tc_inflow_distance(const tc_boundary_data *inflow, int32_t face, double level) {
  return inflow->is_level[face] ? inflow->datum[face] - level : inflow->datum[face];
}

#endif
