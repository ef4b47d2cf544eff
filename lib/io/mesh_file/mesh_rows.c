/* Order of the cells along a Hilbert curve, and of the vertices by their first use. Interior faces with a
 * marker are found with a hash index of the face entries of the mesh. The hash of a triangle is computed from
 * the sum of the three vertex hashes, so it does not depend on the order of the vertices. */
#include "io/mesh_file/mesh_rows.h"

#include "base/containers/hash_index.h"
#include "base/numeric/hash.h"
#include "mesh/tetrahedron.h"
#include "solve/space/cell_curve.h"

/* ---- cells ---- */

static tc_status order_cells(const tc_mesh *mesh, tc_mesh_rows *rows) {
  TC_TRY(TC_POOL_ARRAY(&rows->memory, rows->cell, mesh->cells));
  TC_TRY(TC_POOL_ARRAY(&rows->memory, rows->row, mesh->cells));
  TC_TRY(tc_cell_curve_fill(mesh, rows->cell));
  for (int32_t r = 0; r < mesh->cells; r++) rows->row[rows->cell[r]] = r;
  return TC_OK;
}

/* ---- vertices ---- */

static void add_vertex(tc_mesh_rows *rows, int32_t vertex, int32_t *count) {
  if (rows->vertex_row[vertex] >= 0) return;
  rows->vertex_row[vertex] = *count;
  rows->vertex[(*count)++] = vertex;
}

/* Numbers the vertices in the order in which the rows first use them. Vertices that no cell uses are numbered
 * last. */
static tc_status order_vertices(const tc_mesh *mesh, tc_mesh_rows *rows) {
  int32_t count = 0;
  TC_TRY(TC_POOL_ARRAY(&rows->memory, rows->vertex, mesh->nodes));
  TC_TRY(TC_POOL_ARRAY(&rows->memory, rows->vertex_row, mesh->nodes));
  for (int32_t v = 0; v < mesh->nodes; v++) rows->vertex_row[v] = -1;
  for (int32_t r = 0; r < mesh->cells; r++)
    for (int k = 0; k < 4; k++)
      add_vertex(rows, mesh->vertices[4 * (size_t)rows->cell[r] + (size_t)k], &count);
  for (int32_t v = 0; v < mesh->nodes; v++) add_vertex(rows, v, &count);
  return TC_OK;
}

/* ---- interior faces ---- */

static uint64_t hash_triangle(const int32_t node[3]) {
  uint64_t sum = 0;
  for (int i = 0; i < 3; i++) sum += tc_hash_mix((uint64_t)node[i]);
  return tc_hash_mix(sum);
}

/* True if two triangles have the same three vertices. The vertices of each triangle must differ from each
 * other. */
static bool is_same_triangle(const int32_t a[3], const int32_t b[3]) {
  for (int i = 0; i < 3; i++)
    if (a[i] != b[0] && a[i] != b[1] && a[i] != b[2]) return false;
  return true;
}

/* Adds the hashes of all face entries of the mesh to the index in ascending order, so that item i of the
 * index is face entry i. */
static tc_status index_entries(const tc_mesh *mesh, tc_hash_index *index) {
  for (int32_t e = 0; e < mesh->faces; e++)
    TC_TRY(tc_hash_index_add(index, hash_triangle(mesh->face_nodes + 3 * (size_t)e)));
  return TC_OK;
}

/* Returns the marker of the face entry with these vertices, or 0 if there is none. */
static int32_t find_marker(const tc_mesh *mesh, const tc_hash_index *index, const int32_t node[3]) {
  const uint64_t hash = hash_triangle(node);
  int at = 0, entry = 0;
  while ((entry = tc_hash_index_next(index, hash, &at)) >= 0)
    if (is_same_triangle(mesh->face_nodes + 3 * (size_t)entry, node)) return mesh->face_marker[entry];
  return 0;
}

/* Adds face k of the cell in row `row` if the face is interior and has a marker. Does nothing if the
 * neighbour has a lower row, because the face belongs to the list of that row. */
static void add_inside_face(const tc_mesh *mesh, const tc_dual *dual, const tc_hash_index *index, int32_t row,
                            int k, tc_mesh_rows *rows) {
  const int32_t cell = rows->cell[row], neighbour = dual->neighbour[4 * (size_t)cell + (size_t)k];
  if (neighbour < 0 || rows->row[neighbour] < row) return;
  int32_t node[3];
  for (int i = 0; i < 3; i++)
    node[i] = mesh->vertices[4 * (size_t)cell + (size_t)tc_cell_face_vertices[k][i]];
  const int32_t marker = find_marker(mesh, index, node);
  if (marker == 0 || rows->inside == dual->marked_interior) return;
  rows->inside_face[rows->inside] = 4 * row + k;
  rows->inside_marker[rows->inside++] = marker;
}

static tc_status find_inside_faces(const tc_mesh *mesh, const tc_dual *dual, tc_mesh_rows *rows) {
  tc_hash_index index = {0};
  TC_TRY(TC_POOL_ARRAY(&rows->memory, rows->inside_face, dual->marked_interior));
  TC_TRY(TC_POOL_ARRAY(&rows->memory, rows->inside_marker, dual->marked_interior));
  if (dual->marked_interior == 0) return TC_OK;
  const tc_status status = index_entries(mesh, &index);
  for (int32_t r = 0; !status && r < mesh->cells; r++)
    for (int k = 0; k < 4; k++) add_inside_face(mesh, dual, &index, r, k, rows);
  tc_hash_index_free(&index);
  if (status || rows->inside == dual->marked_interior) return status;
  return tc_status_create(TC_INTERNAL,
                          "%s: found %d of %d interior faces with a marker: please report this as a bug",
                          mesh->name, (int)rows->inside, (int)dual->marked_interior);
}

tc_status tc_mesh_rows_create(const tc_mesh *mesh, const tc_dual *dual, tc_mesh_rows *out) {
  tc_mesh_bounds(mesh, out->low, out->high);
  TC_TRY(order_cells(mesh, out));
  TC_TRY(order_vertices(mesh, out));
  return find_inside_faces(mesh, dual, out);
}

void tc_mesh_rows_free(tc_mesh_rows *rows) { tc_pool_free(&rows->memory); }
