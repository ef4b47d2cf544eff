#include "convert/group_labels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "convert/raw_meshes.h"

static const char command[] = "tetracast mesh import heart.msh -o heart";

/* A tetrahedron of region muscle (1). Its first face belongs to wall (7) and inlet (18). The other faces
 * belong to wall, to no group, and to group 1. */
static tc_raw_mesh *raw_groups(void) {
  static const double point[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  tc_raw_mesh *raw = raw_create(4, point);
  int32_t group[2], both;
  RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, raw_set(raw, 3, 1, "muscle"), 0, 1, 2, 3);
  const int32_t wall = raw_set(raw, 2, 7, "wall");
  expect_ok(tc_raw_mesh_add_group(raw, 2, 7, NULL, &group[0]));
  expect_ok(tc_raw_mesh_add_group(raw, 2, 18, "inlet", &group[1]));
  expect_ok(tc_raw_mesh_add_set(raw, 2, group, &both));
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE, both, 0, 2, 1);
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE, wall, 0, 1, 3);
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE, 0, 0, 3, 2);
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE, raw_set(raw, 2, 1, NULL), 1, 2, 3);
  return raw;
}

static void expect_markers(const tc_convert_options *options, const int32_t expected[4]) {
  tc_converted out = convert_ok(raw_groups(), options);
  cr_assert_arr_eq(out.mesh->face_marker, expected, 4 * sizeof *expected);
  tc_converted_free(&out);
}

Test(group_labels, several_groups_need_a_decision) {
  tc_convert_options options = tc_convert_defaults;
  expect_message(raw_groups(), &options, TC_INPUT,
                 "heart.msh: face 102 (vertices 1, 3, 2) belongs to the groups wall (7) and inlet (18): set "
                 "which "
                 "group has priority, e.g. --groups inlet,wall");
  options.command = command;
  expect_message(raw_groups(), &options, TC_INPUT,
                 "heart.msh: face 102 (vertices 1, 3, 2) belongs to the groups wall (7) and inlet (18): run "
                 "tetracast mesh import heart.msh -o heart --groups inlet,wall");
}

Test(group_labels, the_first_priority_wins) {
  static const char *const inlet[] = {"inlet", "wall"}, *const number[] = {"7"}, *const other[] = {"1", "18"};
  tc_convert_options options = tc_convert_defaults;
  options.priority = inlet, options.priorities = 2;
  expect_markers(&options, (int32_t[]){18, 7, 0, 1});
  options.priority = number, options.priorities = 1;
  expect_markers(&options, (int32_t[]){7, 7, 0, 1});
  options.priority = other, options.priorities = 2;
  expect_markers(&options, (int32_t[]){18, 7, 0, 1});
}

Test(group_labels, a_decision_adds_to_the_present_priorities) {
  static const char *const muscle[] = {"muscle"};
  tc_convert_options options = tc_convert_defaults;
  options.priority = muscle, options.priorities = 1;
  expect_message(raw_groups(), &options, TC_INPUT,
                 "heart.msh: face 102 (vertices 1, 3, 2) belongs to the groups wall (7) and inlet (18): set "
                 "which "
                 "group has priority, e.g. --groups muscle,inlet,wall");
}

Test(group_labels, the_groups_of_a_repeated_cell_are_limited) {
  static const double point[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  tc_raw_mesh *raw = raw_create(4, point);
  for (int g = 1; g <= 300; g++) RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, raw_set(raw, 3, g, NULL), 0, 1, 2, 3);
  expect_message(raw, &tc_convert_defaults, TC_INPUT,
                 "heart.msh: tetrahedron 101 occurs in more than 256 groups: save fewer groups");
}

/* A tetrahedron that belongs to `groups` groups of cells, whose names begin with `name`. If `is_equal` is
 * true, all names are equal. */
static tc_raw_mesh *raw_cell_groups(int groups, const char *name, bool is_equal) {
  static const double point[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  tc_raw_mesh *raw = raw_create(4, point);
  int32_t group[100], set;
  char text[64];
  for (int g = 0; g < groups; g++) {
    snprintf(text, sizeof text, is_equal ? "%s" : "%s%d", name, g + 1);
    expect_ok(tc_raw_mesh_add_group(raw, 3, g + 1, text, &group[g]));
  }
  expect_ok(tc_raw_mesh_add_set(raw, groups, group, &set));
  RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, set, 0, 1, 2, 3);
  return raw;
}

Test(group_labels, remedies_name_groups_uniquely) {
  tc_convert_options options = tc_convert_defaults;
  expect_message(raw_cell_groups(2, "scar", true), &options, TC_INPUT,
                 "heart.msh: cell 101 (vertices 1, 2, 3, 4) belongs to the groups scar (1) and scar (2): set "
                 "which group has priority, e.g. --groups 2,1");
  expect_message(raw_cell_groups(2, "-scar", false), &options, TC_INPUT,
                 "heart.msh: cell 101 (vertices 1, 2, 3, 4) belongs to the groups -scar1 (1) and -scar2 (2): "
                 "set which group has priority, e.g. --groups 2,1");
}

Test(group_labels, remedies_quote_the_present_priorities) {
  static const char *const present[] = {"left atrium"};
  tc_convert_options options = tc_convert_defaults;
  tc_raw_mesh *raw = raw_cell_groups(2, "scar", false);
  raw_set(raw, 3, 9, "left atrium");
  options.priority = present, options.priorities = 1;
  expect_message(raw, &options, TC_INPUT,
                 "heart.msh: cell 101 (vertices 1, 2, 3, 4) belongs to the groups scar1 (1) and scar2 (2): "
                 "set which group has priority, e.g. --groups 'left atrium,scar2,scar1'");
}

Test(group_labels, remedies_quote_names) {
  tc_convert_options options = tc_convert_defaults;
  expect_message(raw_cell_groups(2, "it's $", false), &options, TC_INPUT,
                 "heart.msh: cell 101 (vertices 1, 2, 3, 4) belongs to the groups it's $1 (1) and it's $2 "
                 "(2): set which group has priority, e.g. --groups 'it'\\''s $2,it'\\''s $1'");
  expect_message(raw_cell_groups(2, "a,b", false), &options, TC_INPUT,
                 "heart.msh: cell 101 (vertices 1, 2, 3, 4) belongs to the groups a,b1 (1) and a,b2 (2): set "
                 "which group has priority, e.g. --groups 2,1");
}

Test(group_labels, remedies_fit_in_a_message) {
  tc_raw_mesh *raw = raw_cell_groups(100, "a group with a rather long name ", false);
  tc_converted out = {NULL};
  tc_status status = tc_raw_mesh_convert(&raw, "heart", &tc_convert_defaults, NULL, &out);
  cr_assert_not_null(strstr(tc_status_text(status), " others: set which group has priority"));
  cr_assert_not_null(strstr(tc_status_text(status), "--groups 'a group with a rather long name 100,"));
  cr_assert_null(strstr(tc_status_text(status), ".."));
  tc_status_free(&status);
  tc_converted_free(&out);
}

/* Three tetrahedra in a row. Their lower faces belong to the group `bottom`, the first two of them also to
 * `left`, and the first one also to a group without a name. Two of the cells belong to two regions. */
static tc_raw_mesh *raw_overlaps(void) {
  static const double point[] = {0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0, 1, 0, 0, 2, 0, 1};
  static const int32_t cell[3][4] = {{0, 1, 2, 3}, {0, 3, 2, 4}, {3, 4, 2, 5}};
  tc_raw_mesh *raw = raw_create(6, point);
  const int32_t bottom = raw_set(raw, 2, 1, "bottom"), left = raw_set(raw, 2, 2, "left"),
                number = raw_set(raw, 2, 3, NULL), all = raw_set(raw, 3, 1, "all"),
                part = raw_set(raw, 3, 2, "part");
  for (int i = 0; i < 3; i++) {
    raw_add(raw, TC_ELEMENT_TETRAHEDRON, all, cell[i]);
    if (i < 2) raw_add(raw, TC_ELEMENT_TETRAHEDRON, part, cell[i]);
    const int32_t face[3] = {cell[i][0], cell[i][1], cell[i][3]};
    raw_add(raw, TC_ELEMENT_TRIANGLE, bottom, face);
    if (i < 2) raw_add(raw, TC_ELEMENT_TRIANGLE, left, face);
    if (i < 1) raw_add(raw, TC_ELEMENT_TRIANGLE, number, face);
  }
  return raw;
}

Test(group_labels, one_list_decides_all_conflicts) {
  static const char *const list[] = {"3", "left", "bottom", "part", "all"}, *const last[] = {"bottom", "all"};
  tc_convert_options options = tc_convert_defaults;
  expect_message(raw_overlaps(), &options, TC_INPUT,
                 "heart.msh: cell 101 (vertices 1, 2, 3, 4) belongs to the groups all (1) and part (2) (3 "
                 "more "
                 "elements in several groups): set which group has priority, e.g. --groups "
                 "3,left,bottom,part,all");
  options.priority = list, options.priorities = 5;
  tc_converted out = convert_ok(raw_overlaps(), &options);
  cr_assert_arr_eq(out.mesh->face_marker, ((int32_t[]){3, 2, 1}), 3 * sizeof(int32_t));
  cr_assert_arr_eq(out.mesh->region, ((int32_t[]){2, 2, 1}), 3 * sizeof(int32_t));
  tc_converted_free(&out);
  options.priority = last, options.priorities = 2;
  out = convert_ok(raw_overlaps(), &options);
  cr_assert_eq(out.losses, 3);
  cr_assert_str_eq(out.loss[0].group, "left (2)");
  cr_assert_str_eq(out.loss[0].winners, "bottom (1)");
  cr_assert_eq(out.loss[0].elements, 2);
  cr_assert_eq(out.loss[0].retained, 0);
  cr_assert_eq(out.loss[2].dimension, 3);
  tc_converted_free(&out);
}

/* A list of all groups would fill the screen, so the message must list only some of them. */
Test(group_labels, a_long_list_is_cut) {
  tc_convert_options options = tc_convert_defaults;
  tc_raw_mesh *raw = raw_groups();
  static const int32_t face[3] = {0, 1, 3};
  for (int32_t g = 0; g < 20; g++) raw_add(raw, TC_ELEMENT_TRIANGLE, raw_set(raw, 2, 100 + g, NULL), face);
  options.command = command;
  tc_converted out = {0};
  tc_status status = tc_raw_mesh_convert(&raw, "heart", &options, NULL, &out);
  cr_assert(strstr(tc_status_text(status),
                   "-o heart --groups 119,118,117,116,115,114,113,112,111,110,109,108,107,106,105 and "
                   "append "
                   "the other 7 groups "
                   "that overlap, smaller ones first"),
            "%s", tc_status_text(status));
  tc_status_free(&status);
  tc_converted_free(&out);
}

/* The number 1 is both a region and a marker. A map of markers must not change regions, and vice versa.
 * Names must be moved to the new numbers. */
Test(group_labels, maps_by_name_and_number) {
  static const tc_label_map markers[] = {{"wall", 3}, {"18", 3}, {"0", 9}}, regions[] = {{"1", -5}};
  tc_convert_options options = tc_convert_defaults;
  options.marker_map = markers, options.marker_maps = 3;
  options.region_map = regions, options.region_maps = 1;
  expect_markers(&options, (int32_t[]){3, 3, 9, 1});
  tc_converted out = convert_ok(raw_groups(), &options);
  const tc_mesh *mesh = out.mesh;
  cr_assert_eq(mesh->region[0], -5);
  cr_assert_eq(mesh->names, 3);
  cr_assert_str_eq(mesh->name_list[tc_mesh_find_name(3, mesh->name_list, 3, -5)].text, "muscle");
  cr_assert_str_eq(mesh->name_list[tc_mesh_find_name(3, mesh->name_list, 2, 3)].text, "wall");
  cr_assert_eq(tc_mesh_find_name(3, mesh->name_list, 2, 7), -1);
  tc_converted_free(&out);
}

Test(group_labels, entries_that_match_nothing) {
  static const tc_label_map marker[] = {{"muscle", 3}}, region[] = {{"7", 3}};
  static const char *const priority[] = {"wal"};
  tc_convert_options options = tc_convert_defaults;
  options.marker_map = marker, options.marker_maps = 1;
  expect_message(raw_groups(), &options, TC_USAGE,
                 "--marker-map muscle: heart.msh has no such group of faces: use one of wall (7), inlet "
                 "(18), 1");
  options = tc_convert_defaults;
  options.region_map = region, options.region_maps = 1;
  expect_message(raw_groups(), &options, TC_USAGE,
                 "--region-map 7: heart.msh has no such group of cells: use one of muscle (1)");
  options = tc_convert_defaults;
  options.priority = priority, options.priorities = 1;
  expect_message(raw_groups(), &options, TC_USAGE,
                 "--groups wal: heart.msh has no such group of faces or cells: use one of muscle (1), wall "
                 "(7), "
                 "inlet (18), 1");
  options = tc_convert_defaults;
  options.marker_map = marker, options.marker_maps = 1;
  expect_message(raw_pair(), &options, TC_USAGE,
                 "--marker-map muscle: heart.msh has no groups of faces: remove the option");
}

Test(group_labels, entries_that_contradict_each_other) {
  static const tc_label_map map[] = {{"wall", 3}, {"7", 4}};
  tc_convert_options options = tc_convert_defaults;
  options.marker_map = map, options.marker_maps = 2;
  expect_message(raw_groups(), &options, TC_USAGE,
                 "--marker-map: the entries wall:3 and 7:4 concern the same group: remove one");
}

Test(group_labels, numbers_of_more_than_32_bits) {
  static const tc_label_map map[] = {{"5000000000", 5}};
  static const double point[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  tc_convert_options options = tc_convert_defaults;
  for (int i = 0; i < 2; i++) {
    tc_raw_mesh *raw = raw_create(4, point);
    RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, raw_set(raw, 3, 5000000000, "far"), 0, 1, 2, 3);
    options.region_map = map, options.region_maps = i;
    if (i == 0) {
      expect_message(raw, &options, TC_INPUT,
                     "heart.msh: the number of the group far (5000000000) does not fit in 32 bits: use "
                     "--region-map 5000000000:N with a smaller number N");
      continue;
    }
    tc_converted out = convert_ok(raw, &options);
    cr_assert_eq(out.mesh->region[0], 5);
    tc_converted_free(&out);
  }
}

/* ---- groups with the number 0 ---- */

/* The mesh of raw_pair with three faces. One cell and one face belong to a named group of number 0. The
 * other cell and one face have no group. */
static tc_raw_mesh *raw_zero(void) {
  tc_raw_mesh *raw = raw_pair();
  int32_t group[2], set[2];
  for (int i = 0; i < 2; i++) {
    expect_ok(tc_raw_mesh_add_group(raw, 2 + i, 0, i ? "core" : "back", &group[i]));
    expect_ok(tc_raw_mesh_add_set(raw, 1, &group[i], &set[i]));
  }
  raw->set[0] = set[1];
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE, raw_set(raw, 2, 7, "wall"), 0, 1, 2);
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE, set[0], 0, 1, 3);
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE, 0, 0, 2, 3);
  return raw;
}

static void expect_zero(const tc_convert_options *options, tc_raw_mesh *raw, const int32_t marker[3],
                        const int32_t region[2], int names) {
  tc_converted out = convert_ok(raw, options);
  cr_assert_arr_eq(out.mesh->face_marker, marker, 3 * sizeof *marker);
  cr_assert_arr_eq(out.mesh->region, region, 2 * sizeof *region);
  cr_assert_eq(out.mesh->names, names, "%d names", (int)out.mesh->names);
  cr_assert_eq(out.counts.ungrouped_faces, 1);
  tc_converted_free(&out);
}

Test(group_labels, named_groups_of_the_number_0_are_not_mixed_with_ungrouped_elements) {
  static const tc_label_map nine[] = {{"back", 9}}, zero[] = {{"0", 5}}, none[] = {{"back", 0}};
  static tc_log_record record;
  const tc_log log = {NULL, TC_LOG_QUIET, &record, NULL};
  tc_convert_options options = tc_convert_defaults;
  tc_converted out = {0};
  tc_raw_mesh *raw = raw_zero();
  expect_ok(tc_raw_mesh_convert(&raw, "heart", &options, &log, &out));
  cr_assert_str_eq(record.warning[0],
                   "heart.msh: the number of the group back is 0, which means no group: the group gets "
                   "marker 8 instead");
  tc_converted_free(&out);
  expect_zero(&options, raw_zero(), (int32_t[]){7, 8, 0}, (int32_t[]){2, 0}, 4);
  options.marker_maps = 1, options.marker_map = nine;
  expect_zero(&options, raw_zero(), (int32_t[]){7, 9, 0}, (int32_t[]){2, 0}, 4);
  options.marker_map = zero;
  expect_zero(&options, raw_zero(), (int32_t[]){7, 8, 5}, (int32_t[]){2, 0}, 4);
  options.marker_map = none;
  expect_zero(&options, raw_zero(), (int32_t[]){7, 0, 0}, (int32_t[]){2, 0}, 3);
}

/* In files with labels, such as those of TetGen, 0 is an ordinary number. It must not be replaced by
 * another number. */
Test(group_labels, the_number_0_of_labels) {
  tc_raw_mesh *raw = raw_zero();
  raw->set[1] = raw->set[0];
  raw->facts.has_labels = true;
  expect_zero(&tc_convert_defaults, raw, (int32_t[]){7, 0, 0}, (int32_t[]){0, 0}, 4);
}

/* ---- elements that occur several times ---- */

/* MSH 2 stores an element once for each of its groups. The conversion must treat the copies as one element
 * of several groups. */
static tc_raw_mesh *raw_repeated(void) {
  tc_raw_mesh *raw = raw_pair();
  RAW_ADD(raw, TC_ELEMENT_TETRAHEDRON, raw_set(raw, 3, 4, "scar"), 3, 2, 0, 1);
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE, raw_set(raw, 2, 7, "wall"), 0, 1, 2);
  RAW_ADD(raw, TC_ELEMENT_TRIANGLE, raw_set(raw, 2, 7, "wall"), 2, 1, 0);
  return raw;
}

Test(group_labels, repeated_cells_belong_to_the_groups_of_all) {
  static const char *const scar[] = {"scar"};
  static const tc_label_map map[] = {{"muscle", 4}};
  tc_convert_options options = tc_convert_defaults;
  expect_message(raw_repeated(), &options, TC_INPUT,
                 "heart.msh: cell 101 (vertices 1, 2, 3, 4) belongs to the groups muscle (1) and scar (4): "
                 "set "
                 "which group has priority, e.g. --groups scar,muscle");
  for (int i = 0; i < 2; i++) {
    options = tc_convert_defaults;
    if (i == 0) options.priority = scar, options.priorities = 1;
    if (i == 1) options.region_map = map, options.region_maps = 1;
    tc_converted out = convert_ok(raw_repeated(), &options);
    cr_assert_eq(out.mesh->cells, 2);
    cr_assert_eq(out.mesh->faces, 1);
    cr_assert_eq(out.mesh->region[0], 4);
    cr_assert_eq(out.mesh->face_marker[0], 7);
    cr_assert_eq(out.counts.repeated_cells, 1);
    cr_assert_eq(out.counts.repeated_faces, 1);
    cr_assert_eq(out.counts.ungrouped_cells, 1);
    tc_converted_free(&out);
  }
}

/* Each element of a larger mesh occurs three times, with its corners in different orders. The result must
 * be that of the mesh in which each element occurs once. */
Test(group_labels, all_elements_repeated) {
  tc_raw_mesh *raw = raw_box(3, false), *once = raw_box(3, false);
  const int32_t elements = once->elements;
  const int32_t *corner = once->corner;
  for (int copy = 0; copy < 2; copy++, corner = once->corner)
    for (int32_t e = 0; e < elements; e++) {
      const tc_element_type type = (tc_element_type)once->type[e];
      const int corners = tc_element_shape_of(type)->corners;
      int32_t rotated[4];
      for (int i = 0; i < corners; i++) rotated[i] = corner[(i + copy + 1) % corners];
      raw_add(raw, type, once->set[e], rotated);
      corner += corners;
    }
  tc_converted a = convert_ok(raw, &tc_convert_defaults), b = convert_ok(once, &tc_convert_defaults);
  cr_assert_eq(a.mesh->hash, b.mesh->hash);
  cr_assert_eq(a.counts.repeated_cells, 2 * a.mesh->cells);
  cr_assert_eq(a.counts.repeated_faces, 2 * a.mesh->faces);
  tc_converted_free(&a);
  tc_converted_free(&b);
}
