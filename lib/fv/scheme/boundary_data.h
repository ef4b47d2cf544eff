/* Boundary data g of a rank (one number per boundary face) and the vector b = B g in the equation dv/dt = R v
 * + b. tc_system_begin_assembly creates the lists, schemes write the factors B, and solve/problem/forcing.c
 * writes the data g after assembly and whenever they change. The order of the sums does not depend on the
 * distribution, so b has the same bits on any number of ranks. Not collective. */
#ifndef TC_FV_SCHEME_BOUNDARY_DATA_H
#define TC_FV_SCHEME_BOUNDARY_DATA_H

#include "base/core/pool.h"
#include "fv/physics/geometry.h"
#include "fv/physics/physics.h"

typedef struct tc_boundary_data {
  int32_t faces; /* number of boundary faces whose datum an owned row reads. These are faces of owned cells
                  * and, for a scheme with two rings, of cells of ring 1. All arrays with length `faces` are
                  * ordered by cell, then by face of the cell */
  int32_t *cell; /* [faces] local number of the face's cell */
  int32_t *boundary; /* [faces] index of the boundary condition in physics->boundary */
  double *point;     /* [faces][3] centroid of the face, where the datum is evaluated */
  double *area;      /* [faces] */
  bool *is_owned;    /* [faces] true if this rank owns the cell of the face. It is true on exactly one rank */
  bool *is_level;    /* [faces] true for kinds value and exchange. Their datum g is a value of the field: if a
                        constant is added to the field, it must be added to g too */
  double *datum;   /* [faces] datum g, which is an inward flux, a value or an outside value, depending on the
                      kind of the boundary condition (fv/physics/physics.h); initially 0 */
  int32_t *number; /* [boundary faces of the submesh] index of the face in the arrays [faces]; -1 for a face
                      without a datum */
  int32_t rows, *row; /* rows: number of owned rows that read boundary data; row: [rows] local numbers of
                         these rows, ascending */
  int32_t *begin;     /* [rows+1] index of the first entry of each row in `face` and `factor` */
  int32_t *face;      /* [begin[rows]] faces whose data each row reads, as indices in the arrays [faces] */
  double *factor; /* [begin[rows]] entries of the matrix B. The entry of b in row[r] is the sum of factor[k] *
                     datum[face[k]] over k = begin[r] .. begin[r+1]-1, added in this order */
  tc_pool memory; /* owns the arrays of this struct */
} tc_boundary_data;

/* Creates the lists of the faces that have a datum according to `physics`, and of the rows that read these
 * data. Sets all data to 0. The scheme must write the factors afterwards. `rings` is the number of rings that
 * the scheme reads. The caller frees `*out`. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_boundary_data_create(const tc_geometry *geometry, const tc_physics *physics, int rings,
                                  tc_boundary_data **out);
void tc_boundary_data_destroy(tc_boundary_data **data);

/* Adds scale * b to v[owned], where b = B g is computed from the factors B and the current data g. Uses
 * OpenMP threads. */
void tc_boundary_data_apply(const tc_boundary_data *data, double scale, double *v);

/* Adds scale * B (g - from) to v[owned], where from[faces] contains earlier data. Uses OpenMP threads. */
void tc_boundary_data_apply_change(const tc_boundary_data *data, double scale, const double *from, double *v);

/* Adds scale * (b + R c) to v[owned], where c is the constant field with the value `level`. If a field is
 * stored as the difference w = v - c, its rate is R w + (b + R c). The function computes this vector without
 * cancellation errors, as B times the data, from which `level` is subtracted for the kinds value and
 * exchange. Uses OpenMP threads. */
void tc_boundary_data_add_distance(const tc_boundary_data *data, double scale, double level, double *v);

/* Returns the datum of a face, minus `level` if its kind is value or exchange. `face` is an index in the
 * arrays [faces]. */
static inline double tc_inflow_distance(const tc_boundary_data *data, int32_t face, double level) {
  return data->is_level[face] ? data->datum[face] - level : data->datum[face];
}

#endif
