#include "mesh/topology.h"

#include <stdlib.h>

#include "mesh/box_tree.h"
#include "mesh/merge.h"
#include "support/bodies.h"

static tc_topology compute_topology(const tc_mesh *mesh) {
  tc_dual *dual = NULL;
  tc_topology t;
  expect_ok(tc_dual_create(mesh, &dual));
  expect_ok(tc_topology_find(mesh, dual, &t));
  tc_dual_destroy(&dual);
  return t;
}

/* Merges the vertices of `mesh` and destroys it. */
static tc_mesh *merge_and_destroy(tc_mesh *mesh, double tolerance, tc_merged *count) {
  tc_dual *dual = NULL;
  tc_mesh *out = NULL;
  expect_ok(tc_dual_create(mesh, &dual));
  expect_ok(tc_mesh_merge(mesh, dual, tolerance, &out, count));
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
  return out;
}

static void expect_refused(tc_mesh *mesh, double tolerance, const char *part) {
  tc_dual *dual = NULL;
  tc_mesh *out = NULL;
  tc_merged count;
  expect_ok(tc_dual_create(mesh, &dual));
  expect_error(tc_mesh_merge(mesh, dual, tolerance, &out, &count), TC_INPUT, part);
  cr_assert_null(out);
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
}

static void expect_described(const tc_topology *t, const char *text) {
  tc_line line = {0};
  tc_topology_describe(t, &line);
  cr_assert_str_eq(line.text, text);
}

Test(topology, one_body) {
  tc_mesh *mesh = mesh_box(3, 4, 5, 0.1);
  const tc_topology t = compute_topology(mesh);
  cr_assert_eq(t.components, 1);
  cr_assert_eq(t.largest, mesh->cells);
  cr_assert_eq(t.coincident + t.coincident_within + t.shared + t.interfaces + t.marked + t.unused, 0);
  cr_assert(!tc_topology_touches(&t));
  cr_assert_float_eq(t.tolerance, 1e-7 * sqrt(3.0), 1e-12);
  expect_described(&t, "1 component");
  tc_mesh_destroy(&mesh);
}

/* Two bodies were meshed separately, so all vertices of the interface exist twice. In some cases they are
 * displaced by rounding. The topology must find two components, and vertices that coincide. */
Test(topology, bodies_that_were_meshed_separately) {
  static const double gap[] = {0.0, 1e-13, 1e-8, -1e-13};
  for (int i = 0; i < 4; i++) {
    tc_mesh *mesh = mesh_bodies(1, 1, gap[i]);
    const tc_topology t = compute_topology(mesh);
    cr_assert_eq(t.components, 2);
    cr_assert_eq(t.smallest + t.largest, 12);
    cr_assert_eq(t.coincident, 4);
    cr_assert_float_eq(t.distance, fabs(gap[i]), 1e-15);
    cr_assert_eq(t.interfaces, 4);
    cr_assert_eq(t.interfaces_across, 4);
    cr_assert_eq(t.overlapping, 0);
    cr_assert_eq(t.shared, 0);
    cr_assert_eq(t.coincident_within, 0);
    cr_assert_float_eq(t.interface_at[0], 1.0, 1e-7);
    cr_assert(tc_topology_touches(&t));
    tc_mesh_destroy(&mesh);
  }
}

/* If the faces of two touching bodies do not match, the bodies have few or no common vertices. The boundary
 * faces inside the mesh must be found on both sides. */
Test(topology, faces_that_do_not_match) {
  tc_mesh *mesh = mesh_bodies(1, 2, 0.0);
  tc_topology t = compute_topology(mesh);
  cr_assert_eq(t.coincident, 4);
  cr_assert_eq(t.interfaces, 2 + 8);
  tc_merged count;
  mesh = merge_and_destroy(mesh, 0.0, &count);
  cr_assert_eq(count.nodes, 4);
  cr_assert_eq(count.faces, 0);
  t = compute_topology(mesh);
  cr_assert_eq(t.components, 2);
  cr_assert_eq(t.coincident, 0);
  cr_assert_eq(t.shared, 4);
  cr_assert_eq(t.interfaces, 2 + 8);
  expect_described(&t, "2 components that touch without sharing a face (6 to 48 cells), 4 shared nodes, 10 "
                       "boundary faces inside the mesh (the first of cell 1 at (1, 0.6817, 0.3245))");
  tc_mesh_destroy(&mesh);
  /* The larger body is shifted, so that no two vertices coincide. */
  mesh = mesh_bodies(1, 2, 0.0);
  for (int32_t n = 8; n < mesh->nodes; n++) mesh->points[3 * n + 1] += 0.1;
  t = compute_topology(mesh);
  cr_assert_eq(t.coincident + t.shared, 0);
  cr_assert_geq(t.interfaces_across, 2 + 6);
  cr_assert_eq(t.overlapping, 0);
  cr_assert(tc_topology_touches(&t));
  tc_mesh_destroy(&mesh);
}

/* The second body begins inside the first one. In the three cases some, none or all vertices of the bodies
 * coincide. */
Test(topology, bodies_that_overlap) {
  static const double gap[] = {-0.5, -0.3, -1.0};
  for (int i = 0; i < 3; i++) {
    static tc_log_record record;
    const tc_log log = {NULL, TC_LOG_QUIET, &record, NULL};
    tc_mesh *mesh = mesh_bodies(2, 2, gap[i]);
    const tc_topology t = compute_topology(mesh);
    cr_assert_eq(t.components, 2);
    cr_assert_eq(t.coincident > 0, i != 1);
    cr_assert_eq(t.interfaces_across > 0, i != 2);
    cr_assert_gt(t.overlapping, 0);
    cr_assert(tc_topology_touches(&t));
    cr_assert_str_eq(tc_topology_relation(&t), "overlap");
    expect_ok(tc_topology_check(&t, "two", TC_COMPONENTS_WARN, &log));
    cr_assert_eq(record.warnings, i + 1);
    cr_assert_not_null(strstr(record.warning[i], "two: 2 components that overlap (48 to 48 cells)"), "%s",
                       record.warning[i]);
    cr_assert_not_null(strstr(record.warning[i],
                              "no flux passes between them and the volume that they share is counted twice: "
                              "remove the shared volume from one of the bodies"));
    tc_mesh_destroy(&mesh);
  }
}

Test(topology, separate_bodies) {
  tc_mesh *mesh = mesh_bodies(2, 1, 0.01);
  const tc_topology t = compute_topology(mesh);
  cr_assert_eq(t.components, 2);
  cr_assert_eq(t.coincident + t.interfaces, 0);
  cr_assert(!tc_topology_touches(&t));
  expect_described(&t, "2 components that have no faces in contact (6 to 48 cells)");
  tc_mesh_destroy(&mesh);
}

/* The two sides of the crack belong to one component. Their vertices must be counted as coincident within a
 * component. */
Test(topology, a_crack) {
  tc_mesh *mesh = mesh_crack();
  const tc_topology t = compute_topology(mesh);
  cr_assert_eq(t.components, 1);
  cr_assert_eq(t.coincident, 0);
  cr_assert_eq(t.coincident_within, 3);
  cr_assert_eq(t.interfaces, 8);
  cr_assert_eq(t.interfaces_across, 0);
  cr_assert(!tc_topology_touches(&t));
  tc_merged count;
  mesh = merge_and_destroy(mesh, 0.0, &count);
  cr_assert_eq(count.nodes, 3);
  cr_assert_eq(count.faces, 4);
  cr_assert_eq(compute_topology(mesh).interfaces, 0);
  tc_mesh_destroy(&mesh);
}

Test(topology, unused_nodes_and_marked_interior_faces) {
  tc_mesh *box = mesh_box(1, 1, 1, 0.0), *mesh = NULL;
  expect_ok(tc_mesh_create("odd", box->nodes + 2, box->cells, 1, &mesh));
  memcpy(mesh->points, box->points, 24 * (size_t)box->nodes);
  /* The first unused vertex coincides with another vertex. The second one is far away. */
  memcpy(mesh->points + 24, (double[]){0, 0, 0, 1e6, 0, 0}, 48);
  memcpy(mesh->vertices, box->vertices, 16 * (size_t)box->cells);
  memset(mesh->region, 0, 4 * (size_t)box->cells);
  /* This face is interior, at the diagonal of the brick. */
  memcpy(mesh->face_nodes, (int32_t[]){0, 1, 7}, 12);
  mesh->face_marker[0] = 9;
  const tc_topology t = compute_topology(mesh);
  cr_assert_eq(t.unused, 2);
  cr_assert_eq(t.marked, 1);
  cr_assert_eq(t.components, 1);
  cr_assert_eq(t.coincident_within, 0);
  cr_assert_float_eq(t.tolerance, 1e-7 * sqrt(3.0), 1e-12);
  tc_merged count;
  tc_mesh_destroy(&box);
  mesh = merge_and_destroy(mesh, 0.0, &count);
  cr_assert_eq(count.nodes, 0);
  cr_assert_eq(mesh->nodes, 10);
  cr_assert_eq(mesh->faces, 1);
  tc_mesh_destroy(&mesh);
}

/* Markers of faces that become interior must be removed. All other markers must remain. */
Test(merge, joins_bodies) {
  static const double gap[] = {0.0, 1e-13};
  for (int i = 0; i < 2; i++) {
    tc_merged count;
    tc_mesh *mesh = merge_and_destroy(mesh_bodies(2, 2, gap[i]), i * 1e-9, &count);
    cr_assert_eq(count.nodes, 9);
    cr_assert_eq(count.faces, 8);
    cr_assert_eq(count.face_entries, 16);
    cr_assert_eq(mesh->nodes, 2 * 27 - 9);
    cr_assert_eq(mesh->faces, 2 * 48 - 16);
    cr_assert_eq(mesh->region[0], 1);
    cr_assert_eq(mesh->region[95], 2);
    const tc_topology t = compute_topology(mesh);
    cr_assert_eq(t.components, 1);
    cr_assert_eq(t.interfaces + t.marked + t.unused, 0);
    tc_mesh_destroy(&mesh);
  }
  tc_merged count;
  tc_mesh *mesh = merge_and_destroy(mesh_bodies(2, 2, 1e-13), 0.0, &count);
  cr_assert_eq(count.nodes, 0, "only exactly equal vertices are merged");
  tc_mesh_destroy(&mesh);
}

Test(merge, retains_names) {
  tc_merged count;
  tc_mesh *mesh = mesh_bodies(2, 2, 0);
  expect_ok(tc_mesh_set_names(mesh, 1, &(tc_mesh_name){3, 2, "scar"}));
  mesh = merge_and_destroy(mesh, 0, &count);
  cr_assert_eq(mesh->names, 1);
  cr_assert_eq(mesh->name_list[0].number, 2);
  cr_assert_str_eq(mesh->name_list[0].text, "scar");
  tc_mesh_destroy(&mesh);
}

Test(merge, refuses_what_gives_no_mesh) {
  expect_refused(mesh_bodies(4, 4, 0.0), 0.26, "bodies: cell 1 would become flat, because its nodes ");
  expect_refused(mesh_bodies(1, 1, -1.0), 0.0,
                 "invalid mesh (bodies.ele: cells 1 and 7 have the same four nodes");
}

/* Merging would move the fourth vertex of the second cell through the base of this cell and invert the cell.
 * This must be an error. */
Test(merge, refuses_cells_that_turn_inside_out) {
  static const double points[] = {0.3, 0.3, 0.01, 0.3, 0.3, 1, 1.3, 0.3, 1, 0.3, 1.3, 1,
                                  0,   0,   0,    1,   0,   0, 0,   1,   0, 0.3, 0.3, -0.01};
  tc_mesh *mesh = NULL;
  expect_ok(tc_mesh_create("two", 8, 2, 0, &mesh));
  memcpy(mesh->points, points, sizeof points);
  for (int i = 0; i < 8; i++) mesh->vertices[i] = i;
  mesh->region[0] = mesh->region[1] = 0;
  expect_ok(tc_mesh_orient(mesh));
  expect_refused(mesh, 0.025, "invalid mesh (cell ");
}

/* The sides of this crack do not coincide exactly, so --merge exact would not merge them. The warning must
 * recommend a sufficient tolerance. */
Test(topology, the_remedy_for_a_crack_reaches_its_width) {
  tc_mesh *mesh = mesh_crack();
  static tc_log_record record;
  const tc_log log = {NULL, TC_LOG_QUIET, &record, NULL};
  mesh->points[3 * (mesh->nodes - 1) + 2] += 5e-8;
  const tc_topology t = compute_topology(mesh);
  expect_ok(tc_topology_check(&t, "crack", TC_COMPONENTS_WARN, &log));
  cr_assert_eq(record.warnings, 1);
  cr_expect_not_null(strstr(record.warning[0], "-o OUT --merge 1e-07"), "%s", record.warning[0]);
  tc_mesh_destroy(&mesh);
}

/* ---- box tree ---- */

typedef struct visited {
  const tc_box *box;
  const double *at;
  int count;
} visited;

static int is_in_box(const tc_box *box, const double at[3]) {
  int in = 1;
  for (int i = 0; i < 3; i++) in &= box->low[i] <= at[i] && at[i] <= box->high[i];
  return in;
}

static void visit_index(void *context, int32_t i) {
  visited *s = context;
  cr_assert(is_in_box(&s->box[i], s->at));
  s->count++;
}

Test(box_tree, finds_all_boxes_around_a_point) {
  for (int32_t count = 0; count <= 300; count = 3 * count + 1) {
    tc_box box[400];
    tc_box_tree *tree = NULL;
    for (int32_t i = 0; i < count; i++) {
      box[i] = tc_box_empty();
      for (int p = 0; p < 2; p++) {
        double at[3];
        for (int k = 0; k < 3; k++)
          at[k] = noise((uint64_t)(3 * i + k)) + 0.4 * p * noise((uint64_t)(3 * i + k + 7777));
        tc_box_add_point(&box[i], at);
      }
    }
    expect_ok(tc_box_tree_create(count, box, &tree));
    for (uint64_t q = 0; q < 200; q++) {
      const double at[3] = {noise(9 * q + 1), noise(9 * q + 2), noise(9 * q + 3)};
      int wanted = 0;
      visited s = {box, at, 0};
      for (int32_t i = 0; i < count; i++) wanted += is_in_box(&box[i], at);
      tc_box_tree_visit(tree, at, visit_index, &s);
      cr_assert_eq(s.count, wanted);
    }
    tc_box_tree_destroy(&tree);
  }
}
