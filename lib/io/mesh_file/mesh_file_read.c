/* Reads a mesh file and rebuilds the mesh with the original numbers of cells and vertices. The file may be
 * damaged. Therefore the attributes and the shapes of all datasets are checked before memory is allocated.
 * Each block is compared with its hash, and each index is checked before it is used. Arrays in the order of
 * rows are freed as soon as the mesh has their values. */
#include <math.h>
#include <string.h>

#include "base/containers/sort.h"
#include "base/core/memory.h"
#include "base/file/file.h"
#include "io/mesh_file/mesh_dataset.h"
#include "io/mesh_file/mesh_file_attributes.h"

typedef struct reader {
  const char *path;
  hid_t file;
  tc_mesh_attributes attributes;
  tc_mesh_dataset_shape shape[TC_MESH_DATASETS];
  int64_t rows[TC_MESH_TABLES]; /* number of rows of each table */
  tc_mesh *mesh;
  int32_t *cell;   /* [cells] number of the cell that each row of the cell table contains; owned */
  int32_t *vertex; /* [nodes] number of the vertex that each row of /node contains; owned */
} reader;

/* ---- opening ---- */

static tc_status open_file(const char *path, hid_t *out) {
  if (!tc_file_starts_with(path, "\211HDF\r\n\032\n") && tc_file_starts_with(path, ""))
    return tc_status_create(TC_INPUT, "%s: is not an HDF5 file, as mesh files are: remove the file and rerun",
                            path);
  return tc_hdf_open(path, out);
}

tc_status tc_mesh_file_read_origin(const char *path, tc_mesh_origin *origin, tc_mesh_file_counts *counts,
                                   tc_pool *memory) {
  hid_t file = -1;
  tc_mesh_attributes attributes;
  TC_TRY(open_file(path, &file));
  const tc_status status = tc_mesh_attributes_read(file, path, memory, &attributes);
  tc_hdf_close_id(file);
  if (status) return status;
  *origin = tc_mesh_attributes_get_origin(&attributes);
  *counts = (tc_mesh_file_counts){attributes.vertices, attributes.cells, attributes.faces};
  return TC_OK;
}

/* ---- errors ---- */

/* Returns the error about row `row` of a dataset. `problem` is a clause such as "is not finite". */
static tc_status row_error(const reader *r, tc_mesh_dataset_id id, int64_t row, const char *problem) {
  /* Example: a.mesh.h5: row 5 of /cell/corner has a vertex that is out of range: remove the file and rerun */
  return tc_status_create(TC_INPUT, "%s: row %lld of %s %s: remove the file and rerun", r->path,
                          (long long)row, tc_mesh_datasets[id].name, problem);
}

static tc_status count_error(const reader *r, const char *name) {
  return tc_status_create(TC_INPUT,
                          "%s: the number of rows of %s differs from that of other data: remove the "
                          "file and rerun",
                          r->path, name);
}

/* ---- shapes ---- */

static tc_status find_shapes(reader *r) {
  for (int t = 0; t < TC_MESH_TABLES; t++) r->rows[t] = -1;
  r->rows[TC_MESH_CELLS] = r->attributes.cells;
  r->rows[TC_MESH_NODES] = r->attributes.vertices;
  for (int d = 0; d < TC_MESH_DATASETS; d++) {
    int64_t *rows = &r->rows[tc_mesh_datasets[d].table];
    TC_TRY(tc_mesh_dataset_find(r->file, r->path, (tc_mesh_dataset_id)d, &r->shape[d]));
    if (!r->shape[d].exists) continue;
    if (*rows < 0) *rows = r->shape[d].rows;
    if (r->shape[d].rows != *rows) return count_error(r, tc_mesh_datasets[d].name);
  }
  const int64_t faces = r->rows[TC_MESH_BOUNDARY] + r->rows[TC_MESH_INSIDE];
  return r->attributes.faces <= faces ? TC_OK : count_error(r, "/boundary/marker");
}

/* Allocates *out and reads a dataset. The caller frees *out with tc_free, also after an error. */
static tc_status read_dataset(const reader *r, tc_mesh_dataset_id id, void *out) {
  const tc_mesh_dataset_shape *shape = &r->shape[id];
  void *values = NULL;
  TC_TRY(tc_alloc((size_t)shape->rows * (size_t)shape->width, (size_t)tc_mesh_dataset_number_bytes(id),
                  tc_mesh_datasets[id].name, &values));
  memcpy(out, &values, sizeof values);
  return tc_mesh_dataset_read(r->file, r->path, id, shape, values);
}

/* ---- vertices and cells ---- */

/* Checks that the dataset contains each number from 0 to rows - 1 exactly once. */
static tc_status check_permutation(const reader *r, tc_mesh_dataset_id id, const int32_t *number) {
  const int64_t rows = r->shape[id].rows;
  bool *seen = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC_ZERO(seen, rows));
  for (int64_t k = 0; k < rows && !status; k++) {
    if (number[k] < 0 || number[k] >= rows)
      status = row_error(r, id, k, "has a number that is out of range");
    else if (seen[number[k]])
      status = row_error(r, id, k, "has the number of an earlier row");
    else
      seen[number[k]] = true;
  }
  tc_free(seen);
  return status;
}

static tc_status copy_points(const reader *r, const double *point) {
  for (int64_t k = 0; k < r->mesh->nodes; k++) {
    const double *p = point + 3 * k;
    if (!isfinite(p[0]) || !isfinite(p[1]) || !isfinite(p[2]))
      return row_error(r, TC_MESH_NODE_POINT, k, "is not finite");
    memcpy(r->mesh->points + 3 * (size_t)r->vertex[k], p, 3 * sizeof *p);
  }
  return TC_OK;
}

static tc_status read_nodes(reader *r) {
  double *point = NULL;
  TC_TRY(read_dataset(r, TC_MESH_NODE_NUMBER, &r->vertex));
  TC_TRY(check_permutation(r, TC_MESH_NODE_NUMBER, r->vertex));
  tc_status status = read_dataset(r, TC_MESH_NODE_POINT, &point);
  if (!status) status = copy_points(r, point);
  tc_free(point);
  return status;
}

static tc_status copy_corners(const reader *r, const int32_t *corner) {
  int32_t used = 0; /* number of rows of /node that the corners read so far refer to */
  for (int64_t k = 0; k < 4 * (int64_t)r->mesh->cells; k++) {
    if (corner[k] < 0 || corner[k] >= r->mesh->nodes)
      return row_error(r, TC_MESH_CELL_CORNER, k / 4, "has a vertex that is out of range");
    if (corner[k] > used)
      return row_error(r, TC_MESH_CELL_CORNER, k / 4, "has a vertex that is not in the order of first use");
    used += corner[k] == used;
    r->mesh->vertices[4 * (size_t)r->cell[k / 4] + (size_t)(k % 4)] = r->vertex[corner[k]];
  }
  return TC_OK;
}

static tc_status read_cells(reader *r) {
  int32_t *corner = NULL, *region = NULL;
  TC_TRY(read_dataset(r, TC_MESH_CELL_NUMBER, &r->cell));
  TC_TRY(check_permutation(r, TC_MESH_CELL_NUMBER, r->cell));
  tc_status status = read_dataset(r, TC_MESH_CELL_REGION, &region);
  for (int32_t k = 0; k < r->mesh->cells && !status; k++) r->mesh->region[r->cell[k]] = region[k];
  tc_free(region);
  if (!status) status = read_dataset(r, TC_MESH_CELL_CORNER, &corner);
  if (!status) status = copy_corners(r, corner);
  tc_free(corner);
  return status;
}

/* ---- faces ---- */

/* List of faces with a marker other than 0. The list contains face k of cell c as the number 4*c + k. */
typedef struct face_list {
  int32_t count, count_max;
  int32_t *face, *marker; /* [count_max] number and marker of each face; count_max is the capacity */
} face_list;

/* Adds face k of the cell in row `row` to the list. Returns false if the list is full. */
static bool add_face(const reader *r, int64_t row, int k, int32_t marker, face_list *list) {
  if (list->count == list->count_max) return false;
  list->face[list->count] = 4 * r->cell[row] + k;
  list->marker[list->count++] = marker;
  return true;
}

static bool is_neighbour(const int32_t *neighbour, int32_t row, int64_t of_row) {
  const int32_t *n = neighbour + 4 * (size_t)row;
  return n[0] == of_row || n[1] == of_row || n[2] == of_row || n[3] == of_row;
}

/* Checks the neighbours of all cells, and adds the boundary faces with a marker to the list. */
static tc_status check_neighbours(const reader *r, const int32_t *neighbour, const int32_t *marker,
                                  face_list *list) {
  const int32_t cells = r->mesh->cells;
  const int64_t boundary_faces = r->rows[TC_MESH_BOUNDARY];
  int64_t boundary = 0;
  for (int64_t k = 0; k < 4 * (int64_t)cells; k++) {
    const int32_t n = neighbour[k];
    if (n >= cells || n == k / 4 || (n >= 0 && !is_neighbour(neighbour, n, k / 4)))
      return row_error(r, TC_MESH_CELL_NEIGHBOUR, k / 4, "has a neighbour that does not have this cell");
    if (n >= 0) continue;
    if (-1 - (int64_t)n != boundary || boundary == boundary_faces)
      return row_error(r, TC_MESH_CELL_NEIGHBOUR, k / 4, "has a boundary face that is out of order");
    if (marker[boundary] != 0 && !add_face(r, k / 4, (int)(k % 4), marker[boundary], list))
      return count_error(r, tc_mesh_datasets[TC_MESH_BOUNDARY_MARKER].name);
    boundary++;
  }
  return boundary == boundary_faces ? TC_OK : count_error(r, tc_mesh_datasets[TC_MESH_BOUNDARY_MARKER].name);
}

/* Returns the number k of the face of row `row` whose neighbour is row `of_row`. Such a face must exist. */
static int find_face(const int32_t *neighbour, int32_t row, int64_t of_row) {
  int k = 0;
  while (k < 3 && neighbour[4 * (size_t)row + (size_t)k] != of_row) k++;
  return k;
}

/* Adds the interior faces with a marker to the list. Each one is listed as a face of the cell with the lower
 * number. */
static tc_status add_inside_faces(const reader *r, const int32_t *neighbour, const int32_t *face,
                                  const int32_t *marker, face_list *list) {
  for (int64_t i = 0; i < r->rows[TC_MESH_INSIDE]; i++) {
    if (face[i] < 0 || face[i] / 4 >= r->mesh->cells || (i > 0 && face[i] <= face[i - 1]))
      return row_error(r, TC_MESH_INSIDE_FACE, i, "is out of range or out of order");
    const int32_t row = face[i] / 4, other = neighbour[face[i]];
    if (other <= row || marker[i] == 0)
      return row_error(r, TC_MESH_INSIDE_FACE, i, "is not an interior face with a marker");
    const bool is_lower = r->cell[row] < r->cell[other];
    if (!add_face(r, is_lower ? row : other, is_lower ? face[i] % 4 : find_face(neighbour, other, row),
                  marker[i], list))
      return count_error(r, tc_mesh_datasets[TC_MESH_INSIDE_FACE].name);
  }
  return TC_OK;
}

/* Copies the faces to the mesh in ascending order of their numbers 4*c + k. */
static tc_status copy_faces(const reader *r, const face_list *list) {
  tc_mesh *mesh = r->mesh;
  int32_t *order = NULL;
  if (list->count != mesh->faces) return count_error(r, tc_mesh_datasets[TC_MESH_BOUNDARY_MARKER].name);
  TC_TRY(TC_ALLOC(order, list->count));
  const tc_status status = tc_sort_by_key(list->count, list->face, 4 * (mesh->cells - 1) + 3, order);
  for (int32_t f = 0; f < list->count && !status; f++) {
    const int32_t face = list->face[order[f]];
    for (int i = 0; i < 3; i++)
      mesh->face_nodes[3 * (size_t)f + (size_t)i] =
          mesh->vertices[(face & ~3) + tc_cell_face_vertices[face & 3][i]];
    mesh->face_marker[f] = list->marker[order[f]];
  }
  tc_free(order);
  return status;
}

static tc_status read_faces(reader *r) {
  int32_t *neighbour = NULL, *boundary = NULL, *face = NULL, *inside = NULL;
  face_list list = {.count_max = r->mesh->faces};
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(list.face, list.count_max));
  TC_GUARD(status, TC_ALLOC(list.marker, list.count_max));
  TC_GUARD(status, read_dataset(r, TC_MESH_CELL_NEIGHBOUR, &neighbour));
  TC_GUARD(status, read_dataset(r, TC_MESH_BOUNDARY_MARKER, &boundary));
  TC_GUARD(status, read_dataset(r, TC_MESH_INSIDE_FACE, &face));
  TC_GUARD(status, read_dataset(r, TC_MESH_INSIDE_MARKER, &inside));
  TC_GUARD(status, check_neighbours(r, neighbour, boundary, &list));
  TC_GUARD(status, add_inside_faces(r, neighbour, face, inside, &list));
  status = copy_faces(r, &list);
cleanup:
  tc_free(neighbour);
  tc_free(boundary);
  tc_free(face);
  tc_free(inside);
  tc_free(list.face);
  tc_free(list.marker);
  return status;
}

/* ---- regions, markers and names ---- */

/* Checks the three datasets of the regions or of the markers. The numbers in dataset `first` must be
 * ascending, the counts in the next dataset must add up to `total`, and the sizes in the last one must be
 * finite. */
static tc_status check_labels(const reader *r, tc_mesh_dataset_id first, int64_t total) {
  int32_t *number = NULL;
  int64_t *count = NULL, sum = 0;
  double *size = NULL;
  tc_status status = read_dataset(r, first, &number);
  if (!status) status = read_dataset(r, first + 1, &count);
  if (!status) status = read_dataset(r, first + 2, &size);
  for (int64_t k = 0; k < r->shape[first].rows && !status; k++) {
    if ((k > 0 && number[k] <= number[k - 1]) || count[k] < 1 || count[k] > total - sum || !isfinite(size[k]))
      status = row_error(r, first, k, "is out of order, or its count or size is out of range");
    else
      sum += count[k];
  }
  tc_free(number);
  tc_free(count);
  tc_free(size);
  return status || sum == total ? status : count_error(r, tc_mesh_datasets[first].name);
}

/* Sets name[i].text to name i in `text`, where each name ends with a zero byte. */
static tc_status split_text(const reader *r, const char *text, int64_t names, tc_mesh_name *name) {
  const char *at = text, *end = text + r->shape[TC_MESH_NAME_TEXT].rows;
  for (int64_t i = 0; i < names; i++) {
    const char *zero = at < end ? memchr(at, 0, (size_t)(end - at)) : NULL;
    if (!zero) return row_error(r, TC_MESH_NAME_NUMBER, i, "has no text");
    name[i].text = at;
    at = zero + 1;
  }
  return at == end ? TC_OK : count_error(r, tc_mesh_datasets[TC_MESH_NAME_TEXT].name);
}

static tc_status set_names(const reader *r, const int32_t *dimension, const int32_t *number,
                           const char *text) {
  const int64_t names = r->rows[TC_MESH_NAMES];
  tc_mesh_name *name = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_ALLOC(name, names));
  for (int64_t i = 0; i < names && !status; i++) {
    name[i] = (tc_mesh_name){dimension[i], number[i], NULL};
    if (dimension[i] != 2 && dimension[i] != 3)
      status = row_error(r, TC_MESH_NAME_DIMENSION, i, "is not 2 or 3");
  }
  if (!status) status = split_text(r, text, names, name);
  if (!status) status = tc_mesh_set_names(r->mesh, (int32_t)names, name);
  tc_free(name);
  return status;
}

static tc_status read_names(reader *r) {
  int32_t *dimension = NULL, *number = NULL;
  char *text = NULL;
  tc_status status = read_dataset(r, TC_MESH_NAME_DIMENSION, &dimension);
  if (!status) status = read_dataset(r, TC_MESH_NAME_NUMBER, &number);
  if (!status) status = read_dataset(r, TC_MESH_NAME_TEXT, &text);
  if (!status) status = set_names(r, dimension, number, text);
  tc_free(dimension);
  tc_free(number);
  tc_free(text);
  return status;
}

/* ---- the file ---- */

static tc_status create_mesh(reader *r, const char *name, tc_mesh **out) {
  const tc_mesh_attributes *a = &r->attributes;
  TC_TRY(tc_mesh_create(name, (int32_t)a->vertices, (int32_t)a->cells, (int32_t)a->faces, out));
  (*out)->hash = a->mesh_hash;
  (*out)->base = (int32_t)a->base;
  (*out)->is_imported = true;
  (*out)->reoriented = (int32_t)a->reoriented;
  r->mesh = *out;
  return TC_OK;
}

static tc_status read_optional(const reader *r, tc_mesh_content *out) {
  if (r->shape[TC_MESH_SOURCE_CELL].exists) TC_TRY(read_dataset(r, TC_MESH_SOURCE_CELL, &out->source));
  if (!r->shape[TC_MESH_FIBRES].exists) return TC_OK;
  TC_TRY(read_dataset(r, TC_MESH_FIBRES, &out->fibre));
  out->width = r->shape[TC_MESH_FIBRES].width;
  for (int64_t k = 0; k < r->attributes.cells * out->width; k++)
    if (!isfinite(out->fibre[k])) return row_error(r, TC_MESH_FIBRES, k / out->width, "is not finite");
  return TC_OK;
}

static tc_status read_content(reader *r, const char *name, tc_mesh_content *out) {
  TC_TRY(tc_mesh_attributes_read(r->file, r->path, &out->memory, &r->attributes));
  out->origin = tc_mesh_attributes_get_origin(&r->attributes);
  TC_TRY(find_shapes(r));
  TC_TRY(create_mesh(r, name, &out->mesh));
  TC_TRY(read_nodes(r));
  TC_TRY(read_cells(r));
  TC_TRY(read_faces(r));
  TC_TRY(check_labels(r, TC_MESH_REGION_NUMBER, r->attributes.cells));
  TC_TRY(check_labels(r, TC_MESH_MARKER_NUMBER, r->rows[TC_MESH_BOUNDARY]));
  TC_TRY(read_names(r));
  return read_optional(r, out);
}

tc_status tc_mesh_file_read(const char *path, const char *name, tc_mesh_content *out) {
  reader r = {.path = path, .file = -1};
  TC_TRY(open_file(path, &r.file));
  const tc_status status = read_content(&r, name, out);
  tc_hdf_close_id(r.file);
  tc_free(r.cell);
  tc_free(r.vertex);
  return status;
}

void tc_mesh_content_free(tc_mesh_content *content) {
  tc_mesh_destroy(&content->mesh);
  tc_free(content->source);
  tc_free(content->fibre);
  tc_pool_free(&content->memory);
  *content = (tc_mesh_content){0};
}
