/* Conversions of random raw meshes. Each conversion must give a valid mesh, or an error that begins with
 * the name of the file. */
#include <stdlib.h>

#include "convert/raw_meshes.h"

#ifndef RANDOM_MESHES
#define RANDOM_MESHES 4000
#endif

typedef struct dice {
  uint64_t state;
} dice;

/* Returns the next random number, from 0 to `sides` - 1. */
static int32_t roll(dice *d, uint64_t sides) { return (int32_t)(tc_hash_mix(d->state++) % sides); }

static void add_groups(dice *d, tc_raw_mesh *raw, int32_t set[4]) {
  static const char *const name[] = {NULL, "wall", "scar", "1"};
  for (int s = 1; s < 4; s++) {
    int32_t group[3];
    const int32_t groups = 1 + roll(d, 3);
    for (int g = 0; g < groups; g++)
      expect_ok(tc_raw_mesh_add_group(raw, roll(d, 4), roll(d, 4) - 1, name[roll(d, 4)], &group[g]));
    expect_ok(tc_raw_mesh_add_set(raw, groups, group, &set[s]));
  }
}

/* Adds an element of a random type with random points. More often, adds a tetrahedron, or a face of the
 * last tetrahedron. The tetrahedron may be a copy of the last one. */
static void add_element(dice *d, tc_raw_mesh *raw, const int32_t set[4], int32_t last[4]) {
  int32_t corner[TC_ELEMENT_POINTS_MAX];
  const int32_t first = roll(d, (uint64_t)raw->points), kind = roll(d, 8);
  for (int i = 0; i < TC_ELEMENT_POINTS_MAX; i++)
    corner[i] = roll(d, 20) ? (first + i) % raw->points : roll(d, (uint64_t)raw->points);
  if (kind == 0) {
    raw_add(raw, (tc_element_type)roll(d, TC_ELEMENT_TYPES), set[roll(d, 4)], corner);
  } else if (kind < 5) {
    if (roll(d, 3)) memcpy(last, corner, 4 * sizeof *last);
    raw_add(raw, TC_ELEMENT_TETRAHEDRON, set[roll(d, 4)], last);
  } else {
    const int *face = tc_cell_face_vertices[roll(d, 4)];
    RAW_ADD(raw, TC_ELEMENT_TRIANGLE, set[roll(d, 4)], last[face[0]], last[face[1]], last[face[2]]);
  }
}

static tc_raw_mesh *create_random(dice *d) {
  double point[30][3];
  int32_t set[4] = {0}, last[4] = {0, 1, 2, 3};
  const int32_t points = 4 + roll(d, 26), elements = roll(d, 8), grid = 2 + roll(d, 40);
  for (int32_t p = 0; p < points; p++)
    for (int axis = 0; axis < 3; axis++) point[p][axis] = roll(d, (uint64_t)grid);
  tc_raw_mesh *raw = raw_create(points, point[0]);
  add_groups(d, raw, set);
  for (int32_t e = 0; e < elements; e++) add_element(d, raw, set, last);
  if (roll(d, 2)) expect_ok(tc_raw_mesh_set_width(raw, 3));
  return raw;
}

static void expect_valid(const tc_converted *out) {
  const tc_mesh *mesh = out->mesh;
  int32_t cells = 0;
  cr_assert_gt(mesh->cells, 0);
  for (int32_t i = 0; i < 4 * mesh->cells; i++)
    cr_assert(mesh->vertices[i] >= 0 && mesh->vertices[i] < mesh->nodes);
  for (int32_t c = 0; c < mesh->cells; c++) {
    cr_assert_gt(mesh_volume(mesh, c), 0.0);
    cr_assert(out->source[c] > 100 && (c == 0 || out->source[c] >= out->source[c - 1]));
  }
  for (int32_t i = 0; i < out->topology.components; i++) cells += out->component_size[i];
  cr_assert_eq(cells, mesh->cells);
  cr_assert_eq(out->topology.unused, 0);
}

/* Converts raw mesh number `number`. Returns true if the conversion succeeds. */
static bool convert_random(uint64_t number) {
  static const char *const priority[] = {"wall", "0"};
  static const tc_label_map map[] = {{"1", 5}, {"scar", 6}};
  dice d = {number << 20};
  tc_raw_mesh *raw = create_random(&d);
  tc_converted out = {NULL};
  tc_convert_options options = tc_convert_defaults;
  options.merge = (tc_merge_policy)roll(&d, 3);
  options.tolerance = roll(&d, 2) ? 0.0 : 0.1 * roll(&d, 5);
  options.divides = roll(&d, 4) > 0;
  options.drops_curved = roll(&d, 4) > 0;
  options.priority = priority, options.priorities = roll(&d, 3);
  options.region_map = map, options.region_maps = roll(&d, 8) ? 0 : 1 + roll(&d, 2);
  options.marker_map = map, options.marker_maps = roll(&d, 8) ? 0 : 1 + roll(&d, 2);
  tc_status status = tc_raw_mesh_convert(&raw, "heart", &options, NULL, &out);
  const bool is_converted = !status;
  if (is_converted) expect_valid(&out);
  if (tc_status_code(status) == TC_INPUT)
    cr_assert_eq(strncmp(tc_status_text(status), "heart.msh: ", 11), 0, "%s", tc_status_text(status));
  else if (status)
    cr_assert_eq(tc_status_code(status), TC_USAGE, "%s", tc_status_text(status));
  tc_status_free(&status);
  tc_converted_free(&out);
  return is_converted;
}

Test(random, every_raw_mesh_is_converted_or_refused) {
  int converted = 0;
  for (uint64_t number = 0; number < RANDOM_MESHES; number++) converted += convert_random(number);
  cr_assert(converted > RANDOM_MESHES / 50 && converted < RANDOM_MESHES, "%d", converted);
}
