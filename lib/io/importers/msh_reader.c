#include "io/importers/msh_reader.h"

#include <stdlib.h>

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

/* ---- elements ---- */

tc_status tc_msh_begin_elements(tc_msh_reader *r, int64_t count, int64_t bytes_min) {
  if (!r->has_nodes)
    return tc_msh_error(&r->tokens, "$Elements precedes $Nodes: write $Nodes before $Elements");
  r->has_elements = true;
  TC_TRY(tc_msh_check_count(&r->tokens, "elements", count, bytes_min));
  return tc_raw_mesh_reserve(r->raw, count, 0);
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
