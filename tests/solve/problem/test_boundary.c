#include "solve/problem/boundary.h"

#include <math.h>

#include "base/program/log_stream.h"
#include "mesh/tetrahedron.h"
#include "support/formulas.h"
#include "support/parallel.h"
#include "support/problems.h"

static const cutting cuttings[] = {{"gradient", "metis", TC_DISTRIBUTION_METIS, 65536},
                                   {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, 7},
                                   {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 100000}};
enum { cutting_count = sizeof cuttings / sizeof *cuttings };

static tc_status outcome(tc_world *world, const cutting *how, tc_mesh *mesh,
                         const tc_boundary_options *choice, const tc_log *log, tc_problem **out) {
  tc_problem_options problem = cutting_choice(how);
  problem.boundary = choice;
  return tc_problem_create(world, &problem, world->rank == 0 ? mesh : NULL, log, out);
}

#define expect_refused(world, mesh, choice, code, part)                                                      \
  for (int c_ = 0; c_ < cutting_count; c_++) {                                                               \
    tc_problem *p_ = NULL;                                                                                   \
    expect_error(outcome(world, &cuttings[c_], mesh, choice, NULL, &p_), code, part);                        \
    cr_assert_null(p_);                                                                                      \
  }

/* Returns h at a face of a local cell, computed from the formula of the test. */
static double expected_h(const tc_problem *p, int32_t cell, int k) {
  const int *corner = tc_cell_face_vertices[k];
  double at[3];
  tc_face_centroid(tc_geometry_point(p->space->geometry, cell, corner[0]),
                   tc_geometry_point(p->space->geometry, cell, corner[1]),
                   tc_geometry_point(p->space->geometry, cell, corner[2]), at);
  return 1 + at[0] + 10 * at[1] + 100 * at[2];
}

/* Every rank must have the boundary conditions of all markers. h must be set on all faces of marker 5, for
 * owned cells and for ring cells. It must be 0 on other faces. */
ParallelTest(boundary, kinds_and_exchange) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_expression *h = formula("1+x+10*y+100*z", 3), *outside = formula("t", 4), *zero = formula("0*1", 4),
                *one = formula("1", 4);
  const tc_boundary_rule rule[] = {{"r1", {5, NULL}, TC_BOUNDARY_EXCHANGE, NULL, h, outside, NULL},
                                   {"r2", {2, NULL}, TC_BOUNDARY_VALUE, zero, NULL, NULL, NULL},
                                   {"r3", {3, NULL}, TC_BOUNDARY_FLUX, one, NULL, NULL, NULL},
                                   {"r4", {4, NULL}, TC_BOUNDARY_FLUX, NULL, NULL, NULL, NULL}};
  const tc_boundary_options choice = {{"d", {0, NULL}, TC_BOUNDARY_FLUX, zero, NULL, NULL, NULL}, 4, rule};
  for (int c = 0; c < cutting_count; c++) {
    tc_problem *p = NULL;
    expect_ok(outcome(world, &cuttings[c], mesh, &choice, NULL, &p));
    const tc_boundary *b = p->physics->boundary;
    cr_assert_eq(p->physics->boundaries, 6);
    cr_assert(b[0].kind == TC_BOUNDARY_FLUX && !b[0].has_data, "the default condition is a flux of 0");
    cr_assert(b[1].kind == TC_BOUNDARY_VALUE && b[1].has_data, "a boundary value of 0 is a datum");
    cr_assert(b[2].kind == TC_BOUNDARY_FLUX && b[2].has_data);
    cr_assert(b[3].kind == TC_BOUNDARY_FLUX && !b[3].has_data);
    cr_assert(b[4].kind == TC_BOUNDARY_EXCHANGE && b[4].has_data);
    const tc_submesh *s = p->space->submesh;
    for (int32_t cell = 0; cell < s->inner; cell++)
      for (int k = 0; k < 4; k++) {
        const int32_t face = -1 - s->neighbour[4 * (size_t)cell + (size_t)k];
        if (face >= 0)
          cr_assert_eq(p->physics->exchange[face], s->marker[face] == 5 ? expected_h(p, cell, k) : 0.0);
      }
    tc_problem_destroy(&p);
  }
  cr_assert_eq(tc_boundary_datum(&rule[0]), outside);
  cr_assert_eq(tc_boundary_datum(&rule[1]), zero);
  cr_assert_null(tc_boundary_datum(&rule[3]));
  cr_assert_null(tc_boundary_datum(&choice.common));
  tc_expression_destroy(&h);
  tc_expression_destroy(&outside);
  tc_expression_destroy(&zero);
  tc_expression_destroy(&one);
  tc_mesh_destroy(&mesh);
}

/* Only a constant formula of value 0 is a flux without data. A formula that reads x or t has data, even if
 * its value is 0. */
ParallelTest(boundary, a_flux_of_zero) {
  static const char *const texts[] = {"0", "0.0", "1-1", "0*t", "x-x", "t", "1", "0/0"};
  (void)world;
  for (int i = 0; i < 8; i++) {
    tc_expression *e = formula(texts[i], 4);
    const tc_boundary_rule rule = {"here", {1, NULL}, TC_BOUNDARY_FLUX, e, NULL, NULL, NULL};
    cr_assert_eq(tc_boundary_datum(&rule) == NULL, i < 3, "%s", texts[i]);
    tc_expression_destroy(&e);
  }
}

ParallelTest(boundary, rules_that_do_not_fit) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  const tc_boundary_rule rule[] = {{"r1", {5, NULL}, TC_BOUNDARY_FLUX, NULL, NULL, NULL, NULL},
                                   {"r2", {7, NULL}, TC_BOUNDARY_FLUX, NULL, NULL, NULL, NULL},
                                   {"r3", {5, NULL}, TC_BOUNDARY_FLUX, NULL, NULL, NULL, NULL}};
  tc_boundary_options choice = {{"d", {0, NULL}, TC_BOUNDARY_FLUX, NULL, NULL, NULL, NULL}, 2, rule};
  expect_refused(world, mesh, &choice, TC_USAGE,
                 "r2: no boundary face of the mesh has the marker 7 (its markers: 1, 2, 3, 4, 5, 6)");
  const tc_boundary_rule twice[] = {rule[0], rule[2]};
  choice.rule = twice;
  expect_refused(world, mesh, &choice, TC_USAGE, "r3: marker 5 already has a condition");
  tc_mesh_destroy(&mesh);
}

/* The error must state why no boundary face has the marker of the rule. */
ParallelTest(boundary, markers_that_the_mesh_lacks) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  const tc_boundary_rule rule = {"r", {9, NULL}, TC_BOUNDARY_FLUX, NULL, NULL, NULL, NULL};
  const tc_boundary_options choice = {{"d", {0, NULL}, TC_BOUNDARY_FLUX, NULL, NULL, NULL, NULL}, 1, &rule};
  const int32_t faces = mesh->faces;
  char wanted[128];
  mesh->faces = 0;
  snprintf(wanted, sizeof wanted, "r: no boundary face has the marker 9, because %.60s.face does not exist",
           mesh->name);
  expect_refused(world, mesh, &choice, TC_USAGE, wanted);
  mesh->faces = faces;
  for (int32_t f = 0; f < faces; f++) mesh->face_marker[f] = 0;
  expect_refused(world, mesh, &choice, TC_USAGE, ".face has no markers: add them");
  mesh->is_imported = true;
  expect_refused(world, mesh, &choice, TC_USAGE, " have no markers: use boundary.default, or save the mesh");
  mesh->is_imported = false;
  expect_ok(tc_mesh_set_names(mesh, 1, &(tc_mesh_name){2, 9, "lid"}));
  expect_refused(world, mesh, &choice, TC_USAGE,
                 "r: no face has the marker 9 'lid'; each face has one marker only, and a group listed "
                 "earlier in --groups of tetracast mesh import may contain these faces: use one of the "
                 "markers 0");
  const int32_t inner[3] = {mesh->vertices[0], mesh->vertices[1], mesh->vertices[3]};
  memcpy(mesh->face_nodes, inner, sizeof inner);
  mesh->face_marker[0] = 9;
  expect_refused(world, mesh, &choice, TC_USAGE,
                 "r: marker 9 is on interior faces only (1), but conditions apply");
  tc_mesh_destroy(&mesh);
}

/* The error must name the lowest cell with an invalid h, also if another rank owns this cell. */
ParallelTest(boundary, h_that_is_none) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.0);
  tc_dual *dual = NULL;
  static const char *const texts[] = {"x<0.5 ? 1 : -2", "x<0.5 ? 1 : 0/0", "x<0.5 ? 1 : 1e111", "-1"};
  char cell[64];
  expect_ok(tc_dual_create(mesh, &dual));
  tc_expression *outside = formula("t", 4);
  int32_t lowest = INT32_MAX;
  for (int32_t b = 0; b < dual->boundary; b++) {
    double x = 0;
    for (int i = 0; i < 3; i++)
      x += mesh->points[3 * (size_t)mesh->vertices[dual->face[b] / 4 * 4 +
                                                   tc_cell_face_vertices[dual->face[b] % 4][i]]] /
           3;
    if (dual->marker[b] == 3 && x >= 0.5 && dual->face[b] / 4 < lowest) lowest = dual->face[b] / 4;
  }
  snprintf(cell, sizeof cell, "at the boundary face of cell %d: set it to", (int)lowest + 1);
  for (int i = 0; i < 4; i++) {
    tc_expression *h = formula(texts[i], 3);
    const tc_boundary_rule rule = {"r1", {3, NULL}, TC_BOUNDARY_EXCHANGE, NULL, h, outside, NULL};
    const tc_boundary_options choice = {{"d", {0, NULL}, TC_BOUNDARY_FLUX, NULL, NULL, NULL, NULL}, 1, &rule};
    expect_refused(world, mesh, &choice, i < 3 ? TC_INPUT : TC_USAGE, i < 3 ? cell : "here: h is -1 at");
    tc_expression_destroy(&h);
  }
  tc_expression_destroy(&outside);
  tc_dual_destroy(&dual);
  tc_mesh_destroy(&mesh);
}

ParallelTest(boundary, the_log_lists_markers) {
  tc_mesh *mesh = mesh_box(2, 2, 2, 0.0);
  const tc_boundary_rule rule = {"r1", {2, NULL}, TC_BOUNDARY_FLUX, NULL, NULL, NULL, NULL};
  for (int rules = 0; rules < 2; rules++) {
    const tc_boundary_options choice = {{"d", {0, NULL}, TC_BOUNDARY_FLUX, NULL, NULL, NULL, NULL},
                                        rules,
                                        &rule};
    char *logged = NULL;
    size_t length;
    tc_problem *p = NULL;
    tc_log_stream sink;
    tc_log log = {tc_log_stream_init(&sink, open_memstream(&logged, &length)), TC_LOG_NORMAL, NULL, NULL};
    expect_ok(outcome(world, &cuttings[0], mesh, &choice, &log, &p));
    fclose(sink.out);
    cr_assert_eq(strstr(logged, "marker 2 (8 faces, area 1): flux\n") != NULL, rules == 1, "%s", logged);
    cr_assert_eq(strstr(logged, "marker 1 (8 faces, area 1), 3 (8 faces, area 1), 4 (8") != NULL, rules == 1);
    cr_assert_eq(strstr(logged, "no flux (boundary.default)\n") != NULL, rules == 1);
    free(logged);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}
