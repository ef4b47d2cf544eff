#include "convert/merge_points.h"

#include "base/core/memory.h"
#include "mesh/check.h"
#include "mesh/coincident_nodes.h"
#include "mesh/tetrahedron.h"

static tc_status collapsed_error(const tc_conversion *c, int32_t element, int32_t a, int32_t b) {
  const tc_raw_mesh *raw = c->raw;
  const long long number = raw->element_number[element], first = tc_raw_mesh_point_number(raw, a),
                  second = tc_raw_mesh_point_number(raw, b);
  const char *name = tc_raw_element_shape(raw, element)->name;
  double difference[3];
  if (c->options->tolerance == 0.0)
    return tc_status_create(TC_INPUT,
                            "%s: %s %lld has no volume, because its vertices %lld and %lld have the same "
                            "coordinates: correct it or remove it",
                            c->path, name, number, first, second);
  tc_subtract(tc_raw_mesh_point(raw, a), tc_raw_mesh_point(raw, b), difference);
  return tc_status_create(TC_INPUT,
                          "%s: %s %lld would become flat, because its vertices %lld and %lld (distance %.6g) "
                          "would be merged: use a smaller tolerance than --merge %g",
                          c->path, name, number, first, second, tc_norm(difference), c->options->tolerance);
}

/* Returns an error if two corners of an element, which were different points, would be merged into one
 * point. */
static tc_status check_element(const tc_conversion *c, const int32_t *same_as, int32_t element,
                               const int32_t *corner) {
  const int corners = tc_raw_element_shape(c->raw, element)->corners;
  for (int i = 1; i < corners; i++)
    for (int j = 0; j < i; j++)
      if (same_as[corner[i]] == same_as[corner[j]] && corner[i] != corner[j])
        return collapsed_error(c, element, corner[j], corner[i]);
  return TC_OK;
}

static tc_status replace_corners(tc_conversion *c, const int32_t *same_as) {
  tc_raw_mesh *raw = c->raw;
  int32_t *corner = raw->corner;
  for (int32_t e = 0; e < raw->elements; e++) {
    const int corners = tc_raw_element_shape(raw, e)->corners;
    TC_TRY(check_element(c, same_as, e, corner));
    for (int i = 0; i < corners; i++) corner[i] = same_as[corner[i]];
    corner += corners;
  }
  return TC_OK;
}

static tc_status merge(tc_conversion *c, tc_coincidence *coincidence) {
  const tc_compared_points points = {c->raw->points, c->raw->point, c->is_corner};
  const double diagonal = tc_compared_points_diagonal(&points), diagonal_max = 1e10 * TC_LENGTH_MAX;
  if (!(diagonal <= diagonal_max))
    return tc_status_create(TC_INPUT,
                            "%s: the extent of the mesh is %g, which is too large to merge points: correct "
                            "the coordinates or use --scale",
                            c->path, diagonal);
  TC_TRY(tc_coincident_points_find(&points, c->options->tolerance * diagonal, coincidence));
  if (coincidence->nodes == 0) return TC_OK;
  TC_TRY(replace_corners(c, coincidence->same_as));
  for (int32_t p = 0; p < c->raw->points; p++)
    if (coincidence->same_as[p] != p) c->is_corner[p] = c->is_middle[p] = 0;
  c->out->counts.merged_points = coincidence->nodes;
  return TC_OK;
}

tc_status tc_conversion_merge_points(tc_conversion *c) {
  tc_coincidence coincidence = {0};
  if (c->options->merge != TC_MERGE_WITHIN) return TC_OK;
  const tc_status status = merge(c, &coincidence);
  tc_coincidence_free(&coincidence);
  return status;
}
