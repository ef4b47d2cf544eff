/* Fifth step of a conversion (build_mesh.h). The numbers of cells and faces are counted first, so the arrays
 * have their final size. Points retain the order of the source file. Points that only faces use are copied
 * too, because the later check of the faces must report these faces. */
#include "convert/build_mesh.h"

#include <string.h>

#include "base/core/memory.h"
#include "convert/divide.h"
#include "convert/group_conflicts.h"
#include "mesh/tetrahedron.h"

enum { cells_max = 1 << 29 };

/* State of the copying of elements from the raw mesh to the mesh. */
typedef struct builder {
  tc_conversion *conversion;
  tc_group_labels labels;
  int32_t *node;        /* [points] node of each point; -1 if the mesh does not contain the point; owned */
  tc_mesh *mesh;        /* borrowed from the conversion */
  int32_t cells, faces; /* numbers of cells and faces that were copied so far */
} builder;

/* ---- sizes ---- */

static void count_pieces(tc_conversion *c, int64_t *cells, int64_t *faces) {
  const tc_raw_mesh *raw = c->raw;
  const int32_t *corner = raw->corner;
  int32_t cell[TC_DIVIDED_MAX][4];
  *cells = *faces = 0;
  for (int32_t e = 0; e < raw->elements; e++) {
    const tc_element_shape *shape = tc_raw_element_shape(raw, e);
    if (shape->dimension == 2) *faces += shape->corners - 2;
    if (shape->dimension == 3) *cells += tc_element_divide((tc_element_type)raw->type[e], corner, cell);
    c->out->counts.divided += shape->dimension == 3 && shape->corners > 4;
    corner += shape->corners;
  }
}

/* Numbers the points that are corners of an element. Counts the other points as unused. Returns the number of
 * nodes. */
static int32_t number_points(tc_conversion *c, int32_t *node) {
  tc_convert_counts *counts = &c->out->counts;
  int64_t unused = -counts->merged_points;
  int32_t nodes = 0;
  for (int32_t p = 0; p < c->raw->points; p++) {
    node[p] = c->is_corner[p] ? nodes++ : -1;
    if (c->is_corner[p]) continue;
    ++*(c->is_middle[p] ? &counts->middle_points : &unused);
  }
  counts->unused_points = unused;
  return nodes;
}

/* ---- copies ---- */

static tc_status copy_points(builder *b) {
  tc_conversion *c = b->conversion;
  TC_TRY(TC_POOL_ARRAY(&c->memory, c->node_number, b->mesh->nodes));
  for (int32_t p = 0; p < c->raw->points; p++) {
    if (b->node[p] < 0) continue;
    memcpy(b->mesh->points + 3 * (size_t)b->node[p], tc_raw_mesh_point(c->raw, p), 3 * sizeof(double));
    c->node_number[b->node[p]] = tc_raw_mesh_point_number(c->raw, p);
  }
  return TC_OK;
}

/* Returns an error if an element that must be divided has the same point at two corners. */
static tc_status check_corners(const tc_conversion *c, int32_t element, const int32_t *corner) {
  const tc_element_shape *shape = tc_raw_element_shape(c->raw, element);
  for (int i = 1; i < shape->corners; i++)
    for (int j = 0; j < i; j++)
      if (corner[i] == corner[j])
        /* Example: heart.msh: hexahedron 5 has vertex 3 twice: use 8 different vertices */
        return tc_status_create(TC_INPUT, "%s: %s %lld has vertex %lld twice: use %d different vertices",
                                c->path, shape->name, (long long)c->raw->element_number[element],
                                (long long)tc_raw_mesh_point_number(c->raw, corner[i]), shape->corners);
  return TC_OK;
}

/* Returns an error if a divided element is twisted, so that some tetrahedra are right-handed and
 * others left-handed. */
static tc_status check_division(const tc_conversion *c, int32_t element, int cells,
                                int32_t cell[TC_DIVIDED_MAX][4]) {
  bool is_right_handed = false, is_left_handed = false;
  for (int i = 0; i < cells; i++) {
    const double *p[4];
    for (int k = 0; k < 4; k++) p[k] = tc_raw_mesh_point(c->raw, cell[i][k]);
    const double volume = tc_volume6(p[0], p[1], p[2], p[3]);
    is_right_handed |= volume > 0.0;
    is_left_handed |= volume < 0.0;
  }
  if (!is_right_handed || !is_left_handed) return TC_OK;
  return tc_status_create(TC_INPUT,
                          "%s: %s %lld is not convex, so its division gives inverted tetrahedra: correct the "
                          "element, or generate a mesh of tetrahedra",
                          c->path, tc_raw_element_shape(c->raw, element)->name,
                          (long long)c->raw->element_number[element]);
}

static void copy_vector(builder *b, int32_t element) {
  const tc_raw_mesh *raw = b->conversion->raw;
  const size_t width = (size_t)raw->width;
  if (width > 0)
    memcpy(b->conversion->out->fibre + width * (size_t)b->cells, raw->vector + width * (size_t)element,
           width * sizeof(double));
}

static tc_status copy_cells(builder *b, int32_t element, const int32_t *corner) {
  tc_conversion *c = b->conversion;
  int32_t cell[TC_DIVIDED_MAX][4], region;
  const int cells = tc_element_divide((tc_element_type)c->raw->type[element], corner, cell);
  TC_TRY(tc_group_labels_get(c, &b->labels, element, corner, &region));
  if (tc_raw_element_shape(c->raw, element)->corners > 4) {
    TC_TRY(check_corners(c, element, corner));
    TC_TRY(check_division(c, element, cells, cell));
  }
  for (int i = 0; i < cells; i++, b->cells++) {
    for (int k = 0; k < 4; k++) b->mesh->vertices[4 * (size_t)b->cells + (size_t)k] = b->node[cell[i][k]];
    b->mesh->region[b->cells] = region;
    c->out->source[b->cells] = c->raw->element_number[element];
    copy_vector(b, element);
  }
  if (b->labels.set[1][c->raw->set[element]].is_empty) c->out->counts.ungrouped_cells += cells;
  return TC_OK;
}

static tc_status copy_faces(builder *b, int32_t element, const int32_t *corner) {
  tc_conversion *c = b->conversion;
  int32_t triangle[2][3], marker;
  const int triangles = tc_face_divide(tc_raw_element_shape(c->raw, element)->corners, corner, triangle);
  TC_TRY(tc_group_labels_get(c, &b->labels, element, corner, &marker));
  for (int i = 0; i < triangles; i++, b->faces++) {
    for (int k = 0; k < 3; k++)
      b->mesh->face_nodes[3 * (size_t)b->faces + (size_t)k] = b->node[triangle[i][k]];
    b->mesh->face_marker[b->faces] = marker;
    c->face_number[b->faces] = c->raw->element_number[element];
  }
  if (b->labels.set[0][c->raw->set[element]].is_empty) c->out->counts.ungrouped_faces++;
  return TC_OK;
}

static tc_status copy_elements(builder *b) {
  const tc_raw_mesh *raw = b->conversion->raw;
  const int32_t *corner = raw->corner;
  for (int32_t e = 0; e < raw->elements; e++) {
    const tc_element_shape *shape = tc_raw_element_shape(raw, e);
    TC_TRY(shape->dimension == 3 ? copy_cells(b, e, corner) : copy_faces(b, e, corner));
    corner += shape->corners;
  }
  return TC_OK;
}

/* ---- creation ---- */

static tc_status create_mesh(builder *b, const char *name) {
  tc_conversion *c = b->conversion;
  int64_t cells, faces;
  count_pieces(c, &cells, &faces);
  if (cells > cells_max || faces > INT32_MAX)
    return tc_status_create(TC_INPUT,
                            "%s: the mesh has %lld cells, but at most %d are supported: use a coarser mesh",
                            c->path, (long long)cells, (int)cells_max);
  TC_TRY(TC_ALLOC(b->node, c->raw->points));
  const int32_t nodes = number_points(c, b->node);
  TC_TRY(tc_mesh_create(name, nodes, (int32_t)cells, (int32_t)faces, &c->out->mesh));
  b->mesh = c->out->mesh;
  b->mesh->is_imported = true;
  b->mesh->base = c->raw->point_number || c->raw->base < 0 || c->raw->base > 1 ? 1 : c->raw->base;
  TC_TRY(TC_ALLOC(c->out->source, cells));
  TC_TRY(TC_POOL_ARRAY(&c->memory, c->face_number, faces));
  c->out->width = c->raw->width;
  return c->raw->width > 0 ? TC_ALLOC(c->out->fibre, (size_t)c->raw->width * (size_t)cells) : TC_OK;
}

static tc_status build(builder *b, const char *name) {
  tc_conversion *c = b->conversion;
  TC_TRY(tc_group_labels_create(c, &b->labels));
  TC_TRY(create_mesh(b, name));
  TC_TRY(copy_points(b));
  TC_TRY(copy_elements(b));
  TC_TRY(tc_group_losses_record(c, &b->labels));
  return tc_group_labels_set_names(c->raw, &b->labels, b->mesh);
}

tc_status tc_conversion_build_mesh(tc_conversion *c, const char *name) {
  builder b = {.conversion = c};
  const tc_status status = build(&b, name);
  tc_pool_free(&b.labels.memory);
  tc_free(b.node);
  tc_raw_mesh_destroy(&c->raw);
  return status;
}
