/* Vertices, element types, elements and subdomains of both versions of the format. The corners of all shapes
 * have the order of VTK. Source of the table of types: Gmsh reference manual, sections "Node ordering" and
 * "MSH file format". */
#include "io/importers/msh_reader.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"

/* ---- numbers of vertices ---- */

/* Determines the range of the numbers and if they are consecutive. */
static void scan_numbers(tc_msh_vertices *v) {
  v->low = v->high = v->number[0];
  v->is_consecutive = true;
  for (int32_t i = 0; i < v->count; i++) {
    if (v->number[i] < v->low) v->low = v->number[i];
    if (v->number[i] > v->high) v->high = v->number[i];
    v->is_consecutive = v->is_consecutive && v->number[i] - i == v->number[0];
  }
}

static tc_status fill_table(tc_msh_vertices *v, int32_t *repeated) {
  const int64_t length = v->high - v->low + 1;
  TC_TRY(TC_ALLOC(v->table, length));
  for (int64_t i = 0; i < length; i++) v->table[i] = -1;
  for (int32_t i = 0; i < v->count; i++) {
    int32_t *entry = &v->table[v->number[i] - v->low];
    if (*entry >= 0) *repeated = i;
    *entry = i;
  }
  return TC_OK;
}

int32_t tc_msh_vertices_search(const tc_msh_vertices *v, int64_t number) {
  const uint64_t hash = tc_hash_mix((uint64_t)number);
  int at = 0;
  for (int i; (i = tc_hash_index_next(&v->index, hash, &at)) >= 0;)
    if (v->number[i] == number) return i;
  return -1;
}

static tc_status fill_index(tc_msh_vertices *v, int32_t *repeated) {
  for (int32_t i = 0; i < v->count; i++) {
    if (tc_msh_vertices_search(v, v->number[i]) >= 0) *repeated = i;
    TC_TRY(tc_hash_index_add(&v->index, tc_hash_mix((uint64_t)v->number[i])));
  }
  return TC_OK;
}

tc_status tc_msh_vertices_init(tc_msh_vertices *v, int32_t count, const int64_t *number, int32_t *repeated) {
  *v = (tc_msh_vertices){.count = count, .number = number, .high = -1};
  *repeated = -1;
  if (count == 0) return TC_OK;
  scan_numbers(v);
  if (v->is_consecutive) return TC_OK;
  return v->high - v->low < 4 * (int64_t)count ? fill_table(v, repeated) : fill_index(v, repeated);
}

void tc_msh_vertices_free(tc_msh_vertices *v) {
  tc_free(v->table);
  v->table = NULL;
  tc_hash_index_free(&v->index);
}

/* ---- vertices ---- */

tc_status tc_msh_begin_vertices(tc_msh_reader *r, int64_t count, int64_t bytes_min) {
  TC_TRY(tc_msh_check_count(&r->tokens, "vertices", count, bytes_min));
  return tc_raw_mesh_set_points(r->raw, (int32_t)count, true);
}

tc_status tc_msh_finish_vertices(tc_msh_reader *r) {
  int32_t repeated;
  tc_msh_vertices *v = &r->vertices;
  r->has_nodes = true;
  TC_TRY(tc_msh_vertices_init(v, r->raw->points, r->raw->point_number, &repeated));
  if (repeated >= 0)
    return tc_msh_error(&r->tokens, "$Nodes has several vertices with the number %lld: number them uniquely",
                        (long long)r->raw->point_number[repeated]);
  if (!v->is_consecutive || v->low > INT32_MAX || v->low < INT32_MIN) return TC_OK;
  r->raw->base = (int32_t)v->low;
  r->raw->point_number = NULL;
  return TC_OK;
}

/* ---- element types ---- */

static const signed char tetrahedron10[] = {0, 1, 2, 3, 4, 5, 6, 7, 9, 8};
static const signed char hexahedron27[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  11, 13, 9,  16, 18,
                                           19, 17, 10, 12, 14, 15, 22, 23, 21, 24, 20, 25, 26};
static const signed char prism18[] = {0, 1, 2, 3, 4, 5, 6, 9, 7, 12, 14, 13, 8, 10, 11, 15, 17, 16};
static const signed char pyramid14[] = {0, 1, 2, 3, 4, 5, 8, 10, 6, 7, 9, 11, 12, 13};

static const tc_msh_type types[] = {
    {1, TC_ELEMENT_LINE, NULL},
    {2, TC_ELEMENT_TRIANGLE, NULL},
    {3, TC_ELEMENT_QUADRILATERAL, NULL},
    {4, TC_ELEMENT_TETRAHEDRON, NULL},
    {5, TC_ELEMENT_HEXAHEDRON, NULL},
    {6, TC_ELEMENT_PRISM, NULL},
    {7, TC_ELEMENT_PYRAMID, NULL},
    {8, TC_ELEMENT_LINE3, NULL},
    {9, TC_ELEMENT_TRIANGLE6, NULL},
    {10, TC_ELEMENT_QUADRILATERAL9, NULL},
    {11, TC_ELEMENT_TETRAHEDRON10, tetrahedron10},
    {12, TC_ELEMENT_HEXAHEDRON27, hexahedron27},
    {13, TC_ELEMENT_PRISM18, prism18},
    {14, TC_ELEMENT_PYRAMID14, pyramid14},
    {15, TC_ELEMENT_POINT, NULL},
    {16, TC_ELEMENT_QUADRILATERAL8, NULL},
    {17, TC_ELEMENT_HEXAHEDRON20, hexahedron27},
    {18, TC_ELEMENT_PRISM15, prism18},
    {19, TC_ELEMENT_PYRAMID13, pyramid14},
};

/* Gmsh's numbers of the types of order 3 and above, which cannot be imported. number[k] has order k + 3; 0
 * means that Gmsh has no such type. */
enum { higher_order_min = 3, higher_orders = 8 };
static const struct {
  tc_element_type type; /* linear type of the same shape */
  unsigned char number[higher_orders];
} higher[] = {
    {TC_ELEMENT_LINE, {26, 27, 28, 62, 63, 64, 65, 66}},
    {TC_ELEMENT_TRIANGLE, {21, 23, 25, 42, 43, 44, 45, 46}},
    {TC_ELEMENT_TRIANGLE, {20, 22, 24}},
    {TC_ELEMENT_QUADRILATERAL, {36, 37, 38, 47, 48, 49, 50, 51}},
    {TC_ELEMENT_TETRAHEDRON, {29, 30, 31, 71, 72, 73, 74, 75}},
    {TC_ELEMENT_HEXAHEDRON, {92, 93, 94, 95, 96, 97, 98}},
    {TC_ELEMENT_PRISM, {90, 91, 106, 107, 108, 109, 110}},
    {TC_ELEMENT_PYRAMID, {118, 119, 120, 121, 122, 123, 124}},
};

static const tc_msh_type *find_type(int64_t number) {
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (types[i].number == number) return &types[i];
  return NULL;
}

/* If `number` is a type of higher order, sets *shape to the linear type of the same shape and returns the
 * order. Otherwise returns 0. */
static int find_order(int64_t number, tc_element_type *shape) {
  for (size_t i = 0; i < sizeof higher / sizeof *higher; i++)
    for (int k = 0; k < higher_orders; k++)
      if (number > 0 && higher[i].number[k] == number) {
        *shape = higher[i].type;
        return k + higher_order_min;
      }
  return 0;
}

static tc_status type_error(const tc_msh_tokens *tokens, int64_t number) {
  static const char command[] = "-order 1 -save -format msh41 -o linear.msh";
  tc_element_type shape;
  const int order = find_order(number, &shape);
  if (order == 0)
    return tc_msh_error(tokens,
                        "the element type %lld is unknown: save the mesh with order 1, e.g. gmsh %s %s",
                        (long long)number, tokens->file.path, command);
  return tc_msh_error(tokens,
                      "the %s have order %d (type %lld), but only 1 and 2 are supported: save the mesh with "
                      "order 1 or 2, e.g. gmsh %s %s",
                      tc_element_shape_of(shape)->names, order, (long long)number, tokens->file.path,
                      command);
}

tc_status tc_msh_set_type(tc_msh_reader *r, int64_t number) {
  if (r->type && r->type->number == number) return TC_OK;
  r->type = find_type(number);
  return r->type ? TC_OK : type_error(&r->tokens, number);
}

/* ---- elements ---- */

tc_status tc_msh_begin_elements(tc_msh_reader *r, int64_t count, int64_t bytes_min, int corners) {
  if (!r->has_nodes)
    return tc_msh_error(&r->tokens, "$Elements precedes $Nodes: write $Nodes before $Elements");
  r->has_elements = true;
  TC_TRY(tc_msh_check_count(&r->tokens, "elements", count, bytes_min));
  return tc_raw_mesh_reserve(r->raw, count, corners * count);
}

static tc_status missing_vertex_error(const tc_msh_reader *r, int64_t number, int64_t point) {
  return tc_msh_error(&r->tokens, "element %lld has vertex %lld, which $Nodes does not contain: correct it",
                      (long long)number, (long long)point);
}

tc_status tc_msh_add_element(tc_msh_reader *r, int64_t number, int32_t set, const int64_t *point) {
  int32_t corner[TC_ELEMENT_POINTS_MAX];
  const int points = tc_msh_type_points(r->type);
  const signed char *order = r->type->point;
  for (int i = 0; i < points; i++) {
    const int64_t vertex = point[order ? order[i] : i];
    corner[i] = tc_msh_vertices_find(&r->vertices, vertex);
    if (corner[i] < 0) return missing_vertex_error(r, number, vertex);
  }
  return tc_raw_mesh_add_element(r->raw, r->type->type, number, set, corner);
}

/* ---- subdomains ---- */

tc_status tc_msh_name_subdomain(tc_msh_reader *r, int64_t number) {
  bool added;
  return number ? tc_map_add_gid(&r->subdomains, llabs(number), &added) : TC_OK;
}

tc_status tc_msh_find_subdomain(tc_msh_reader *r, int64_t number) {
  bool added;
  if (number == 0 || number == r->last_subdomain) return TC_OK;
  r->last_subdomain = number;
  TC_TRY(tc_msh_name_subdomain(r, number));
  return tc_map_add_gid(&r->found, llabs(number), &added);
}
