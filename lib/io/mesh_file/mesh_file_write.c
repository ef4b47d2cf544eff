/* Writes a mesh file. The order of cells and vertices is computed first. Then the datasets are computed and
 * written one at a time. The writer therefore needs the memory of only one dataset in addition to the mesh.
 * The datasets and attributes are described in mesh_file_layout.h. */
#include <string.h>

#include "base/core/memory.h"
#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/program/provenance.h"
#include "io/mesh_file/mesh_dataset.h"
#include "io/mesh_file/mesh_file_attributes.h"
#include "io/mesh_file/mesh_rows.h"
#include "mesh/labels.h"

/* Upper limit of the bytes that the file needs in addition to the values of the datasets. */
enum { metadata_bytes = 1 << 18 };

typedef struct writer {
  const char *path; /* for messages */
  hid_t file;
  const tc_mesh_content *content;
  tc_mesh_rows rows;
  tc_labels *regions, *markers;
  tc_pool memory; /* owns the arrays of write_names */
} writer;

static tc_status write_dataset(writer *w, tc_mesh_dataset_id id, int64_t rows, int width,
                               const void *values) {
  return tc_mesh_dataset_write(w->file, w->path, id, rows, width, values);
}

/* ---- cells ---- */

static void fill_region(const writer *w, int32_t *out) {
  const tc_mesh *mesh = w->content->mesh;
  for (int32_t r = 0; r < mesh->cells; r++) out[r] = mesh->region[w->rows.cell[r]];
}

static void fill_corner(const writer *w, int32_t *out) {
  const tc_mesh *mesh = w->content->mesh;
  for (int32_t r = 0; r < mesh->cells; r++)
    for (size_t k = 0; k < 4; k++)
      *out++ = w->rows.vertex_row[mesh->vertices[4 * (size_t)w->rows.cell[r] + k]];
}

/* Computes the neighbours of each row. Boundary faces are numbered in the order of (row, k) for face k of a
 * row, and boundary face b is stored as -1 - b. */
static void fill_neighbour(const writer *w, int32_t *out) {
  const tc_dual *dual = w->content->dual;
  int32_t boundary = 0;
  for (int32_t r = 0; r < dual->cells; r++)
    for (size_t k = 0; k < 4; k++) {
      const int32_t neighbour = dual->neighbour[4 * (size_t)w->rows.cell[r] + k];
      *out++ = neighbour < 0 ? -1 - boundary++ : w->rows.row[neighbour];
    }
}

static tc_status write_cells(writer *w) {
  const int32_t cells = w->content->mesh->cells;
  int32_t *out = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC(out, 4 * (size_t)cells));
  TC_GUARD(status, write_dataset(w, TC_MESH_CELL_NUMBER, cells, 1, w->rows.cell));
  fill_region(w, out);
  TC_GUARD(status, write_dataset(w, TC_MESH_CELL_REGION, cells, 1, out));
  fill_corner(w, out);
  TC_GUARD(status, write_dataset(w, TC_MESH_CELL_CORNER, cells, 4, out));
  fill_neighbour(w, out);
  status = write_dataset(w, TC_MESH_CELL_NEIGHBOUR, cells, 4, out);
cleanup:
  tc_free(out);
  return status;
}

/* ---- vertices and faces ---- */

static tc_status write_nodes(writer *w) {
  const tc_mesh *mesh = w->content->mesh;
  double *point = NULL;
  TC_TRY(write_dataset(w, TC_MESH_NODE_NUMBER, mesh->nodes, 1, w->rows.vertex));
  TC_TRY(TC_ALLOC(point, 3 * (size_t)mesh->nodes));
  for (int32_t v = 0; v < mesh->nodes; v++)
    memcpy(point + 3 * (size_t)v, mesh->points + 3 * (size_t)w->rows.vertex[v], 3 * sizeof *point);
  const tc_status status = write_dataset(w, TC_MESH_NODE_POINT, mesh->nodes, 3, point);
  tc_free(point);
  return status;
}

static tc_status write_boundary(writer *w) {
  const tc_dual *dual = w->content->dual;
  int32_t *marker = NULL, *at = NULL;
  TC_TRY(TC_ALLOC(marker, dual->boundary));
  at = marker;
  for (int32_t r = 0; r < dual->cells; r++)
    for (size_t k = 0; k < 4; k++) {
      const int32_t neighbour = dual->neighbour[4 * (size_t)w->rows.cell[r] + k];
      if (neighbour < 0) *at++ = dual->marker[-1 - neighbour];
    }
  const tc_status status = write_dataset(w, TC_MESH_BOUNDARY_MARKER, dual->boundary, 1, marker);
  tc_free(marker);
  return status;
}

static tc_status write_inside(writer *w) {
  TC_TRY(write_dataset(w, TC_MESH_INSIDE_FACE, w->rows.inside, 1, w->rows.inside_face));
  return write_dataset(w, TC_MESH_INSIDE_MARKER, w->rows.inside, 1, w->rows.inside_marker);
}

/* ---- regions, markers and names ---- */

/* Writes the three datasets of the regions or of the markers: `first` with their numbers, and the next two
 * with their counts and sizes. */
static tc_status write_labels(writer *w, tc_mesh_dataset_id first, const tc_labels *labels) {
  TC_TRY(write_dataset(w, first, labels->count, 1, labels->label));
  TC_TRY(write_dataset(w, first + 1, labels->count, 1, labels->items));
  return write_dataset(w, first + 2, labels->count, 1, labels->size);
}

static size_t count_text_bytes(const tc_mesh *mesh) {
  size_t bytes = 0;
  for (int32_t i = 0; i < mesh->names; i++) bytes += strlen(mesh->name_list[i].text) + 1;
  return bytes;
}

static tc_status write_names(writer *w) {
  const tc_mesh *mesh = w->content->mesh;
  const size_t bytes = count_text_bytes(mesh);
  int32_t *dimension = NULL, *number = NULL;
  char *text = NULL;
  TC_TRY(TC_POOL_ARRAY(&w->memory, dimension, mesh->names));
  TC_TRY(TC_POOL_ARRAY(&w->memory, number, mesh->names));
  TC_TRY(TC_POOL_ARRAY(&w->memory, text, bytes));
  for (int32_t i = 0; i < mesh->names; i++) {
    const tc_mesh_name *name = &mesh->name_list[i];
    const size_t length = strlen(name->text) + 1;
    dimension[i] = name->dimension;
    number[i] = name->number;
    memcpy(text, name->text, length);
    text += length;
  }
  TC_TRY(write_dataset(w, TC_MESH_NAME_DIMENSION, mesh->names, 1, dimension));
  TC_TRY(write_dataset(w, TC_MESH_NAME_NUMBER, mesh->names, 1, number));
  return write_dataset(w, TC_MESH_NAME_TEXT, (int64_t)bytes, 1, text - bytes);
}

/* ---- the file ---- */

static tc_status write_attributes(const writer *w) {
  const tc_mesh *mesh = w->content->mesh;
  tc_mesh_attributes a = {.program_version = tc_provenance_version(),
                          .program_commit = tc_provenance_commit(),
                          .cells = mesh->cells,
                          .vertices = mesh->nodes,
                          .faces = w->rows.inside,
                          .base = mesh->base,
                          .reoriented = mesh->reoriented,
                          .mesh_hash = mesh->hash,
                          .hash_version = 1};
  for (int32_t b = 0; b < w->content->dual->boundary; b++) a.faces += w->content->dual->marker[b] != 0;
  memcpy(a.box, w->rows.low, sizeof w->rows.low);
  memcpy(a.box + 3, w->rows.high, sizeof w->rows.high);
  tc_mesh_attributes_set_origin(&a, &w->content->origin);
  return tc_mesh_attributes_write(w->file, w->path, &a);
}

static tc_status write_optional(writer *w) {
  const tc_mesh_content *content = w->content;
  const int32_t cells = content->mesh->cells;
  if (content->width) TC_TRY(write_dataset(w, TC_MESH_FIBRES, cells, content->width, content->fibre));
  return content->source ? write_dataset(w, TC_MESH_SOURCE_CELL, cells, 1, content->source) : TC_OK;
}

static tc_status write_content(writer *w) {
  TC_TRY(write_attributes(w));
  TC_TRY(write_cells(w));
  TC_TRY(write_nodes(w));
  TC_TRY(write_boundary(w));
  TC_TRY(write_inside(w));
  TC_TRY(write_labels(w, TC_MESH_REGION_NUMBER, w->regions));
  TC_TRY(write_labels(w, TC_MESH_MARKER_NUMBER, w->markers));
  TC_TRY(write_names(w));
  TC_TRY(write_optional(w));
  return tc_mesh_attributes_complete(w->file, w->path);
}

/* Returns an upper limit of the size of the file. */
static int64_t estimate_bytes(const writer *w) {
  const tc_mesh_content *content = w->content;
  const int64_t cells = content->mesh->cells, nodes = content->mesh->nodes;
  const int64_t cell_bytes = 40 + 8 * content->width + (content->source ? 8 : 0);
  const int64_t values = cells * cell_bytes + 28 * nodes + 4 * (int64_t)content->dual->boundary +
                         8 * (int64_t)w->rows.inside + 20 * ((int64_t)w->regions->count + w->markers->count) +
                         8 * (int64_t)content->mesh->names + (int64_t)count_text_bytes(content->mesh);
  return metadata_bytes + values + values / (TC_MESH_BLOCK_BYTES / 8);
}

static tc_status write_file(writer *w, const char *temporary) {
  const int64_t bytes = estimate_bytes(w);
  TC_TRY(tc_hdf_create(temporary, 0, &w->file));
  tc_status status = tc_hdf_reserve(temporary, bytes, bytes);
  if (!status) status = write_content(w);
  status = tc_hdf_close(w->file, w->path, status);
  if (!status) tc_file_release_space(temporary);
  return status;
}

static tc_status prepare(writer *w) {
  const tc_mesh *mesh = w->content->mesh;
  TC_TRY(tc_mesh_rows_create(mesh, w->content->dual, &w->rows));
  TC_TRY(tc_labels_create_regions(mesh, &w->regions));
  return tc_labels_create_markers(mesh, w->content->dual, &w->markers);
}

tc_status tc_mesh_file_write(const char *path, const tc_mesh_content *content) {
  writer w = {.path = path, .file = -1, .content = content};
  tc_file file = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, prepare(&w));
  TC_GUARD(status, tc_file_open(path, &file));
  TC_GUARD(status, write_file(&w, file.temporary));
  TC_GUARD(status, tc_file_commit(&file));
  status = tc_file_sync_directory(path);
cleanup:
  tc_file_discard(&file);
  tc_labels_destroy(&w.regions);
  tc_labels_destroy(&w.markers);
  tc_mesh_rows_free(&w.rows);
  tc_pool_free(&w.memory);
  return status;
}
