#include "run/dry_run/dry_run_forcing.h"

#include <string.h>

#include "mesh/generate.h"
#include "run/run_case.h"

/* The mesh of the scene and its config. The sides x = 0, x = 1, y = 0, .. have the markers 1 to 6. */
typedef struct bench {
  scene s;
  tc_config *config;
  tc_mesh *mesh;
  tc_dual *dual;
} bench;

static void bench_make(tc_world *world, bench *b, int settings, const char *const *setting) {
  scene_make(world, &b->s);
  for (int i = 0; i < settings; i++) scene_set(&b->s, setting[i]);
  b->config = NULL;
  expect_ok(tc_run_options_read_config(&b->s.choice, world, &b->config));
  b->mesh = mesh_box(4, 3, 3, 0.1);
  expect_ok(tc_dual_create(b->mesh, &b->dual));
}

static void bench_free(bench *b) {
  tc_config_destroy(&b->config);
  tc_dual_destroy(&b->dual);
  tc_mesh_destroy(&b->mesh);
  scene_free(&b->s);
}

ParallelTest(imagined_input, nothing_is_prescribed) {
  bench b;
  tc_dry_run_formula_costs f;
  bench_make(world, &b, 0, NULL);
  expect_ok(tc_dry_run_formula_costs_measure(b.config, b.mesh, b.dual, NULL, &f));
  cr_assert(!f.where.data_faces && !f.where.time_dependent_faces && !f.where.source);
  cr_assert(f.datum_s == 0.0 && f.row_s == 0.0 && f.cell_s == 0.0);
  tc_dry_run_formula_costs_free(&f);
  bench_free(&b);
}

static int sum_of(const uint8_t *numbers, int32_t cells) {
  int sum = 0;
  for (int32_t c = 0; c < cells; c++) sum += numbers[c];
  return sum;
}

/* The prescribed value at x = 1 depends on time, and the outside value at z = 0 does not. The other sides
 * have no data. */
ParallelTest(imagined_input, data_and_sources) {
  static const char *const settings[] =
      {"boundary.markers=[{marker: 2, kind: value, value: \"x+t\"}, {marker: 3, kind: flux, value: 0}, "
       "{marker: 5, kind: exchange, h: 2, outside: \"y\"}]",
       "source=v*(1-v)"};
  bench b;
  tc_dry_run_formula_costs f;
  bench_make(world, &b, 2, settings);
  expect_ok(tc_dry_run_formula_costs_measure(b.config, b.mesh, b.dual, NULL, &f));
  cr_assert_eq(sum_of(f.where.data_faces, b.mesh->cells), 2 * 3 * 3 + 2 * 4 * 3);
  cr_assert_eq(sum_of(f.where.time_dependent_faces, b.mesh->cells), 2 * 3 * 3);
  for (int32_t face = 0; face < b.dual->boundary; face++) {
    const int32_t cell = b.dual->face[face] / 4;
    if (b.dual->marker[face] == 2)
      cr_assert(f.where.time_dependent_faces[cell] > 0 && f.where.data_faces[cell] > 0);
    if (b.dual->marker[face] == 5) cr_assert(f.where.data_faces[cell] > f.where.time_dependent_faces[cell]);
  }
  cr_assert(f.where.source && f.cell_s > 0.0 && f.row_s > 0.0 && f.datum_s >= 0.0);
  tc_dry_run_formula_costs_free(&f);
  bench_free(&b);
}

/* Collective. Expects an error whose message contains `part`. The config has a boundary condition at marker
 * 9. */
static void expect_no_marker(bench *b, const char *part) {
  tc_dry_run_formula_costs f;
  expect_error(tc_dry_run_formula_costs_measure(b->config, b->mesh, b->dual, NULL, &f), TC_USAGE, part);
  tc_dry_run_formula_costs_free(&f);
}

/* Sets the marker of an interior face to 9. */
static void mark_inside(bench *b) {
  const int32_t inner[3] = {b->mesh->vertices[0], b->mesh->vertices[1], b->mesh->vertices[3]};
  memcpy(b->mesh->face_nodes, inner, sizeof inner);
  b->mesh->face_marker[0] = 9;
  tc_dual_destroy(&b->dual);
  expect_ok(tc_dual_create(b->mesh, &b->dual));
}

/* A dry run must report a missing marker in the same words as a run. */
ParallelTest(imagined_input, a_marker_that_the_mesh_lacks) {
  static const char *const settings[] = {"boundary.markers=[{marker: 9, kind: value, value: 1+t}]"};
  bench b;
  bench_make(world, &b, 1, settings);
  const int32_t faces = b.mesh->faces;
  expect_no_marker(&b, "no boundary face of the mesh has the marker 9 (its markers: 1, 2, 3, 4, 5, 6)");
  b.mesh->faces = 0;
  expect_no_marker(&b, ".face does not exist or has no faces");
  b.mesh->faces = faces;
  mark_inside(&b);
  expect_no_marker(&b, "marker 9 is on interior faces only (1)");
  bench_free(&b);
}

ParallelTest(imagined_input, costs_are_those_of_the_counts) {
  (void)world;
  const tc_dry_run_formula_costs f = {.datum_s = 3.0, .row_s = 50.0, .cell_s = 0.25};
  const tc_counts count = {.boundary_data = 2, .boundary_rows = 7, .source_cells = 100, .local_values = 9};
  const tc_seconds s = tc_dry_run_formula_costs_step(&f, &count);
  cr_assert(s.boundary == 6.0 + 350.0 && s.source == 25.0 && tc_seconds_total(&s) == 381.0);
}
