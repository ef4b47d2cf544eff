#include "convert/second_order.h"

#include "base/core/memory.h"
#include "base/text/number_format.h"
#include "mesh/tetrahedron.h"

/* Distance of a middle point of an element of second order from the mean of the corners of the edge, face or
 * cell. */
typedef struct deviation {
  /* `distance`: this distance; `edge`: length of the longest edge between consecutive corners of that edge,
   * face or cell */
  double distance, edge;
} deviation;

static deviation compute_deviation(const tc_raw_mesh *raw, const int32_t *corner, const signed char *list,
                                   int32_t middle) {
  double mean[3] = {0.0}, difference[3];
  deviation out = {0.0, 0.0};
  int count = 0;
  while (count < TC_ELEMENT_CORNERS_MAX && list[count] >= 0) count++;
  for (int i = 0; i < count; i++) {
    const double *p = tc_raw_mesh_point(raw, corner[list[i]]);
    for (int axis = 0; axis < 3; axis++) mean[axis] += p[axis] / count;
    tc_subtract(p, tc_raw_mesh_point(raw, corner[list[(i + 1) % count]]), difference);
    out.edge = fmax(out.edge, tc_norm(difference));
  }
  tc_subtract(tc_raw_mesh_point(raw, middle), mean, difference);
  out.distance = tc_norm(difference);
  return out;
}

/* Returns the index of the first middle point that makes the element curved; -1 if the element is
 * straight. */
static int find_curved(const tc_raw_mesh *raw, const tc_element_shape *shape, const int32_t *corner,
                       deviation *out) {
  for (int i = shape->corners; i < shape->points; i++) {
    *out = compute_deviation(raw, corner, shape->middle[i - shape->corners], corner[i]);
    if (!(out->distance <= TC_CURVED_MIN * out->edge)) return i;
  }
  return -1;
}

/* First element that is curved, for the error message. */
typedef struct curved_element {
  const tc_element_shape *shape;
  int64_t number, point; /* numbers of the element and of the middle point in the source file */
  deviation deviation;
} curved_element;

static void check_element(const tc_raw_mesh *raw, tc_element_position at, tc_convert_counts *counts,
                          curved_element *first) {
  const tc_element_shape *shape = tc_raw_element_shape(raw, at.element);
  const int32_t *corner = raw->corner + at.corner;
  deviation found;
  counts->second_order++;
  const int middle = find_curved(raw, shape, corner, &found);
  if (middle < 0 || counts->curved++ > 0) return;
  *first = (curved_element){shape, raw->element_number[at.element],
                            tc_raw_mesh_point_number(raw, corner[middle]), found};
}

static void mark_points(tc_conversion *c, const tc_element_shape *shape, const int32_t *corner) {
  for (int i = 0; i < shape->points; i++) (i < shape->corners ? c->is_corner : c->is_middle)[corner[i]] = 1;
}

/* Removes elements of dimension 0 and 1, and the middle points of all other elements. Stores the first curved
 * element in *first. */
static void reduce_elements(tc_conversion *c, curved_element *first) {
  tc_raw_mesh *raw = c->raw;
  tc_convert_counts *counts = &c->out->counts;
  tc_element_position from = {0, 0}, to = {0, 0};
  for (; from.element < raw->elements; from.element++) {
    const tc_element_shape *shape = tc_raw_element_shape(raw, from.element);
    if (shape->dimension < 2) {
      ++*(shape->dimension == 1 ? &counts->ignored_lines : &counts->ignored_points);
    } else {
      if (shape->middle) check_element(raw, from, counts, first);
      mark_points(c, shape, raw->corner + from.corner);
      tc_raw_element_move(raw, from, shape->corners, &to);
    }
    from.corner += shape->points;
  }
  tc_raw_mesh_truncate(raw, to);
}

static tc_status curved_error(const tc_conversion *c, const curved_element *first) {
  const int64_t curved = c->out->counts.curved;
  tc_line remedy = {0};
  return tc_status_create(
      TC_INPUT,
      "%s: %lld element%s of second order %s curved, the first is %s %lld (its point %lld "
      "is %.3g away from the middle of an edge or face of length %.3g): %s",
      c->path, (long long)curved, tc_plural_suffix(curved), curved == 1 ? "is" : "are", first->shape->name,
      (long long)first->number, (long long)first->point, first->deviation.distance, first->deviation.edge,
      tc_conversion_remedy(c, "--drop-curved", "to replace curved edges by straight ones", &remedy));
}

tc_status tc_conversion_remove_middles(tc_conversion *c) {
  curved_element first = {NULL};
  TC_TRY(TC_ALLOC_ZERO(c->is_corner, c->raw->points));
  TC_TRY(TC_ALLOC_ZERO(c->is_middle, c->raw->points));
  reduce_elements(c, &first);
  if (first.shape && !c->options->drops_curved) return curved_error(c, &first);
  return TC_OK;
}
