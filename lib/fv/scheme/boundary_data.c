/* Creates the lists of the boundary faces with a datum and of the owned rows that read these data, and
 * computes the product b = B g. tc_system_begin_assembly creates the lists before each assembly. Sums are
 * computed in the order of the stored entries, so the bits of b do not depend on the number of threads or
 * ranks. */
#include "fv/scheme/boundary_data.h"

#include "base/core/memory.h"
#include "fv/scheme/face.h"
#include "mesh/tetrahedron.h"

/* Arguments of the functions that visit the boundary faces with a datum. */
typedef struct face_view {
  const tc_geometry *geometry;
  const tc_physics *physics;
  int rings;
} face_view;

static int32_t boundary_face(const face_view *v, int32_t cell, int k) {
  const int32_t other = v->geometry->submesh->neighbour[4 * (size_t)cell + (size_t)k];
  return other < 0 && v->physics->boundary[v->physics->boundary_index[-1 - other]].has_data ? -1 - other : -1;
}

/* Returns the number of boundary data that the row of an owned cell reads: the data at the faces of the cell
 * and, for a scheme with two rings, at the faces of the cell's neighbours. */
static int count_row_data(const face_view *v, int32_t cell) {
  int count = 0;
  for (int k = 0; k < 4; k++) {
    const int32_t neighbour = v->geometry->submesh->neighbour[4 * (size_t)cell + (size_t)k];
    count += boundary_face(v, cell, k) >= 0;
    for (int l = 0; neighbour >= 0 && v->rings > 1 && l < 4; l++)
      count += boundary_face(v, neighbour, l) >= 0;
  }
  return count;
}

static int32_t count_faces(const face_view *v, int32_t cells) {
  int32_t count = 0;
  for (int32_t cell = 0; cell < cells; cell++)
    for (int k = 0; k < 4; k++) count += boundary_face(v, cell, k) >= 0;
  return count;
}

static tc_status list_faces(const face_view *v, int32_t cells, tc_boundary_data *data) {
  const int32_t faces = count_faces(v, cells), owned = v->geometry->submesh->owned;
  TC_TRY(TC_POOL_ARRAY(&data->memory, data->cell, faces));
  TC_TRY(TC_POOL_ARRAY(&data->memory, data->boundary, faces));
  TC_TRY(TC_POOL_ARRAY(&data->memory, data->point, 3 * (size_t)faces));
  TC_TRY(TC_POOL_ARRAY(&data->memory, data->area, faces));
  TC_TRY(TC_POOL_ARRAY(&data->memory, data->is_owned, faces));
  TC_TRY(TC_POOL_ARRAY(&data->memory, data->is_level, faces));
  TC_TRY(TC_POOL_ARRAY_ZERO(&data->memory, data->datum, faces));
  TC_TRY(TC_POOL_ARRAY(&data->memory, data->number, v->physics->faces));
  for (int32_t b = 0; b < v->physics->faces; b++) data->number[b] = -1;
  for (int32_t cell = 0; cell < cells; cell++)
    for (int k = 0; k < 4; k++) {
      tc_face face;
      const int32_t b = boundary_face(v, cell, k), f = data->faces;
      if (b < 0) continue;
      tc_face_get(v->geometry, cell, k, &face);
      data->number[b] = f;
      data->cell[f] = cell;
      data->boundary[f] = v->physics->boundary_index[b];
      for (int i = 0; i < 3; i++) data->point[3 * (size_t)f + (size_t)i] = face.centroid[i];
      data->area[f] = tc_norm(face.area);
      data->is_owned[f] = cell < owned;
      data->is_level[f] = v->physics->boundary[data->boundary[f]].kind != TC_BOUNDARY_FLUX;
      data->faces++;
    }
  return TC_OK;
}

static tc_status list_rows(const face_view *v, tc_boundary_data *data) {
  const int32_t owned = data->faces ? v->geometry->submesh->owned : 0;
  int32_t rows = 0, entries = 0;
  for (int32_t cell = 0; cell < owned; cell++) rows += count_row_data(v, cell) > 0;
  TC_TRY(TC_POOL_ARRAY(&data->memory, data->row, rows));
  TC_TRY(TC_POOL_ARRAY_ZERO(&data->memory, data->begin, (size_t)rows + 1));
  for (int32_t cell = 0; cell < owned; cell++) {
    const int count = count_row_data(v, cell);
    if (count == 0) continue;
    data->row[data->rows++] = cell;
    data->begin[data->rows] = entries += count;
  }
  TC_TRY(TC_POOL_ARRAY(&data->memory, data->face, entries));
  return TC_POOL_ARRAY(&data->memory, data->factor, entries);
}

tc_status tc_boundary_data_create(const tc_geometry *geometry, const tc_physics *physics, int rings,
                                  tc_boundary_data **out) {
  const face_view v = {geometry, physics, rings};
  tc_boundary_data *data = NULL;
  TC_TRY(TC_ALLOC_ZERO(data, 1));
  tc_status status = list_faces(&v, geometry->submesh->ring_begin[rings], data);
  if (!status) status = list_rows(&v, data);
  TC_RETURN_CREATED(status, data, tc_boundary_data_destroy(&data), out);
}

void tc_boundary_data_destroy(tc_boundary_data **data) { TC_POOL_DESTROY_OWNER(data); }

void tc_boundary_data_apply(const tc_boundary_data *data, double scale, double *v) {
#pragma omp parallel for schedule(static)
  for (int32_t r = 0; r < data->rows; r++) {
    double b = 0.0;
    for (int32_t k = data->begin[r]; k < data->begin[r + 1]; k++)
      b += data->factor[k] * data->datum[data->face[k]];
    v[data->row[r]] += scale * b;
  }
}

void tc_boundary_data_apply_change(const tc_boundary_data *data, double scale, const double *from,
                                   double *v) {
#pragma omp parallel for schedule(static)
  for (int32_t r = 0; r < data->rows; r++) {
    double b = 0.0;
    for (int32_t k = data->begin[r]; k < data->begin[r + 1]; k++)
      b += data->factor[k] * (data->datum[data->face[k]] - from[data->face[k]]);
    v[data->row[r]] += scale * b;
  }
}

void tc_boundary_data_add_distance(const tc_boundary_data *data, double scale, double level, double *v) {
#pragma omp parallel for schedule(static)
  for (int32_t r = 0; r < data->rows; r++) {
    double b = 0.0;
    for (int32_t k = data->begin[r]; k < data->begin[r + 1]; k++)
      b += data->factor[k] * tc_inflow_distance(data, data->face[k], level);
    v[data->row[r]] += scale * b;
  }
}
