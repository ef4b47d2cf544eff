/* Lists of the boundary faces with a datum and of the owned rows that read these data. Also the product b = B
 * g. tc_system_begin_assembly creates the lists before each assembly. Sums are computed in the order of the
 * stored entries, so the bits of b do not depend on the number of threads or ranks. */
#include "fv/scheme/boundary_data.h"

#include "base/core/memory.h"
#include "fv/scheme/face.h"
#include "mesh/tetrahedron.h"

/* Arguments of the functions that visit the boundary faces with a datum. */
typedef struct view {
  const tc_geometry *geometry;
  const tc_physics *physics;
  int rings;
} view;

static int32_t boundary_face(const view *v, int32_t cell, int k) {
  const int32_t other = v->geometry->submesh->neighbour[4 * (size_t)cell + (size_t)k];
  return other < 0 && v->physics->boundary[v->physics->boundary_index[-1 - other]].has_data ? -1 - other : -1;
}

/* Returns the number of boundary data that the row of an owned cell reads: the data at the faces of the cell
 * and, for a scheme with two rings, at the faces of the cell's neighbours. */
static int count_row_data(const view *v, int32_t cell) {
  int count = 0;
  for (int k = 0; k < 4; k++) {
    const int32_t near = v->geometry->submesh->neighbour[4 * (size_t)cell + (size_t)k];
    count += boundary_face(v, cell, k) >= 0;
    for (int l = 0; near >= 0 && v->rings > 1 && l < 4; l++) count += boundary_face(v, near, l) >= 0;
  }
  return count;
}

static int32_t count_faces(const view *v, int32_t cells) {
  int32_t count = 0;
  for (int32_t cell = 0; cell < cells; cell++)
    for (int k = 0; k < 4; k++) count += boundary_face(v, cell, k) >= 0;
  return count;
}

static tc_status list_faces(const view *v, int32_t cells, tc_boundary_data *in) {
  const int32_t faces = count_faces(v, cells), owned = v->geometry->submesh->owned;
  TC_TRY(TC_POOL_ARRAY(&in->memory, in->cell, faces));
  TC_TRY(TC_POOL_ARRAY(&in->memory, in->boundary, faces));
  TC_TRY(TC_POOL_ARRAY(&in->memory, in->point, 3 * (size_t)faces));
  TC_TRY(TC_POOL_ARRAY(&in->memory, in->area, faces));
  TC_TRY(TC_POOL_ARRAY(&in->memory, in->own, faces));
  TC_TRY(TC_POOL_ARRAY(&in->memory, in->is_level, faces));
  TC_TRY(TC_POOL_ARRAY_ZERO(&in->memory, in->datum, faces));
  TC_TRY(TC_POOL_ARRAY(&in->memory, in->number, v->physics->faces));
  for (int32_t b = 0; b < v->physics->faces; b++) in->number[b] = -1;
  for (int32_t cell = 0; cell < cells; cell++)
    for (int k = 0; k < 4; k++) {
      tc_face face;
      const int32_t b = boundary_face(v, cell, k), f = in->faces;
      if (b < 0) continue;
      tc_face_get(v->geometry, cell, k, &face);
      in->number[b] = f;
      in->cell[f] = cell;
      in->boundary[f] = v->physics->boundary_index[b];
      for (int i = 0; i < 3; i++) in->point[3 * (size_t)f + (size_t)i] = face.centroid[i];
      in->area[f] = tc_norm(face.area);
      in->own[f] = cell < owned;
      in->is_level[f] = v->physics->boundary[in->boundary[f]].kind != TC_BOUNDARY_FLUX;
      in->faces++;
    }
  return TC_OK;
}

static tc_status list_rows(const view *v, tc_boundary_data *in) {
  const int32_t owned = in->faces ? v->geometry->submesh->owned : 0;
  int32_t rows = 0, entries = 0;
  for (int32_t cell = 0; cell < owned; cell++) rows += count_row_data(v, cell) > 0;
  TC_TRY(TC_POOL_ARRAY(&in->memory, in->row, rows));
  TC_TRY(TC_POOL_ARRAY_ZERO(&in->memory, in->begin, (size_t)rows + 1));
  for (int32_t cell = 0; cell < owned; cell++) {
    const int data = count_row_data(v, cell);
    if (data == 0) continue;
    in->row[in->rows++] = cell;
    in->begin[in->rows] = entries += data;
  }
  TC_TRY(TC_POOL_ARRAY(&in->memory, in->face, entries));
  return TC_POOL_ARRAY(&in->memory, in->factor, entries);
}

tc_status tc_boundary_data_create(const tc_geometry *geometry, const tc_physics *physics, int rings,
                                  tc_boundary_data **out) {
  const view v = {geometry, physics, rings};
  tc_boundary_data *in = NULL;
  TC_TRY(TC_ALLOC_ZERO(in, 1));
  tc_status status = list_faces(&v, geometry->submesh->ring_begin[rings], in);
  if (!status) status = list_rows(&v, in);
  TC_RETURN_CREATED(status, in, tc_boundary_data_destroy(&in), out);
}

void tc_boundary_data_destroy(tc_boundary_data **inflow) { TC_POOL_DESTROY_OWNER(inflow); }

void tc_boundary_data_apply(const tc_boundary_data *in, double scale, double *v) {
#pragma omp parallel for schedule(static)
  for (int32_t r = 0; r < in->rows; r++) {
    double b = 0.0;
    for (int32_t k = in->begin[r]; k < in->begin[r + 1]; k++) b += in->factor[k] * in->datum[in->face[k]];
    v[in->row[r]] += scale * b;
  }
}

void tc_boundary_data_add_distance(const tc_boundary_data *in, double scale, double level, double *v) {
#pragma omp parallel for schedule(static)
  for (int32_t r = 0; r < in->rows; r++) {
    double b = 0.0;
    for (int32_t k = in->begin[r]; k < in->begin[r + 1]; k++)
      b += in->factor[k] * tc_inflow_distance(in, in->face[k], level);
    v[in->row[r]] += scale * b;
  }
}
