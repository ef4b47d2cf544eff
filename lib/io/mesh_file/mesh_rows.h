/* Order of the cells and vertices in a mesh file (mesh_file_layout.h), and the interior faces with a marker.
 * Internal to mesh_file: the writer calls tc_mesh_rows_create before it writes any dataset. The result is a
 * function of the mesh alone. Not collective. */
#ifndef TC_IO_MESH_FILE_MESH_ROWS_H
#define TC_IO_MESH_FILE_MESH_ROWS_H

#include "base/core/pool.h"
#include "mesh/dual.h"

/* Order of the rows in a mesh file. Zero-initialise before use. The struct owns its arrays. */
typedef struct tc_mesh_rows {
  double low[3], high[3]; /* bounding box of all vertices */
  int32_t *cell, *row;    /* [cells] `cell`: cell in each row; `row`: row of each cell */
  /* [nodes] `vertex`: vertex in each row of /node; `vertex_row`: row of each vertex */
  int32_t *vertex, *vertex_row;
  int32_t inside; /* number of interior faces with a marker other than 0 */
  /* [inside] these interior faces in ascending order: 4*row + k for face k of the lower row */
  int32_t *inside_face;
  int32_t *inside_marker; /* [inside] their markers */
  tc_pool memory;
} tc_mesh_rows;

/* Computes the rows of a mesh. `dual` is the dual graph of the mesh. The caller frees *out with
 * tc_mesh_rows_free, also after an error. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_mesh_rows_create(const tc_mesh *mesh, const tc_dual *dual, tc_mesh_rows *out);
void tc_mesh_rows_free(tc_mesh_rows *rows);

#endif
