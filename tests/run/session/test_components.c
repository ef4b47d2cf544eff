/* Tests of the warnings that runs and forecasts log if a mesh consists of several bodies, or if a probe is
 * outside the mesh. */
#include "mesh/merge.h"
#include "run/dry_run/dry_run.h"
#include "run/run_case.h"
#include "support/bodies.h"

/* Collective. Creates a scene whose mesh consists of two bodies with this gap between them. */
static void make(tc_world *world, double gap, const char *policy, scene *s) {
  char override[64];
  scene_make(world, s);
  if (world->rank == 0) {
    tc_mesh *mesh = mesh_bodies(2, 2, gap);
    expect_ok(tc_tetgen_write(s->f.base, mesh, NULL));
    tc_mesh_destroy(&mesh);
  }
  snprintf(override, sizeof override, "mesh.components=%s", policy);
  scene_set(s, override);
  scene_set(s, "distribution={kind: cyclic, block_size: 9}");
}

/* With the policy warn, only the root warns, and only once although the problem is set up twice. With allow,
 * the log contains a note without a warning. */
ParallelTest(components, touching_bodies_give_one_warning) {
  static const char *const policy[] = {"warn", "allow"};
  for (int p = 0; p < 2; p++) {
    scene s;
    tc_session session = {0};
    make(world, 0.0, policy[p], &s);
    scene_begin(&s, &session);
    expect_ok(tc_session_set_up(&session, 4));
    const int wanted = world->rank == 0 && p == 0;
    cr_assert_eq(scene_count_warnings(
                     &s, "2 components that touch without sharing a face (48 to 48 cells), 9 nodes of "
                         "one coincide with nodes of another (largest distance 0), 16 boundary faces"),
                 wanted);
    cr_assert_eq(scene_count_warnings(&s, "component"), wanted);
    cr_assert(scene_said(&s, "2 components that touch"));
    if (world->rank == 0) cr_assert_eq(session.prepared.problem->space->topology.coincident, 9);
    tc_session_close(&session);
    scene_free(&s);
  }
}

/* The probe is outside the mesh, so the setup uses the nearest cell and warns. Further setups with other
 * block sizes find the same cell and must not repeat the warning. */
ParallelTest(components, a_probe_outside_gives_one_warning) {
  scene s;
  tc_session session = {0};
  scene_make(world, &s);
  scene_set(&s, "distribution={kind: cyclic, block_size: 50}");
  scene_set(&s, "probes=[[1.02, 0.5, 0.5]]");
  scene_begin(&s, &session);
  for (int32_t block = 30; block > 0; block -= 10) expect_ok(tc_session_set_up(&session, block));
  cr_assert_eq(scene_count_warnings(&s, "is outside the mesh by"), world->rank == 0);
  tc_session_close(&session);
  scene_free(&s);
}

ParallelTest(components, separate_bodies_give_a_note) {
  scene s;
  tc_session session = {0};
  make(world, 0.5, "warn", &s);
  scene_begin(&s, &session);
  cr_assert_eq(scene_count_warnings(&s, "component"), 0);
  cr_assert(
      scene_said(&s, "2 components that have no faces in contact (48 to 48 cells), 0 marked interior faces"));
  tc_session_close(&session);
  scene_free(&s);
}

ParallelTest(components, are_refused_on_request) {
  static const double gap[] = {0.0, 0.5};
  for (int g = 0; g < 2; g++) {
    scene s;
    tc_session session = {0};
    make(world, gap[g], "refuse", &s);
    expect_ok(scene_open(&s, &session));
    expect_error(tc_session_set_up(&session, 9), TC_INPUT, "but mesh.components is refuse: ");
    tc_session_close(&session);
    scene_free(&s);
  }
}

/* The vertices of two bodies with matching faces are merged, so diffusion couples the bodies. Each body must
 * therefore reach the common mean value. */
ParallelTest(components, merged_bodies_share_their_field) {
  scene s;
  tc_session session = {0};
  make(world, 1e-13, "refuse", &s);
  if (world->rank == 0) {
    tc_mesh *mesh = mesh_bodies(2, 2, 1e-13), *joined = NULL;
    tc_dual *dual = NULL;
    tc_merged count;
    expect_ok(tc_dual_create(mesh, &dual));
    expect_ok(tc_mesh_merge(mesh, dual, 1e-12, &joined, &count));
    expect_ok(tc_tetgen_write(s.f.base, joined, NULL));
    tc_dual_destroy(&dual);
    tc_mesh_destroy(&joined);
    tc_mesh_destroy(&mesh);
  }
  scene_set(&s, "initial=\"x<1 ? 1 : 0\"");
  scene_set(&s, "time.steps=1000");
  scene_begin(&s, &session);
  expect_ok(tc_session_run(&session, tc_strategy_find("condensed"), 9, NULL));
  if (world->rank == 0)
    for (int r = 0; r < 2; r++)
      cr_assert_float_eq(tc_region_stats_mean(session.run.outcome->digest, r), 0.5, 1e-6);
  tc_session_close(&session);
  scene_free(&s);
}

/* A dry run reads the mesh with another function than a run. It must log the same warning. */
ParallelTest(components, are_reported_by_forecasts) {
  scene s;
  tc_config *config = NULL;
  tc_dry_run runs = {0};
  make(world, 0.0, "warn", &s);
  expect_ok(tc_run_options_read_config(&s.choice, world, &config));
  if (world->rank == 0) {
    expect_ok(tc_dry_run_init(config, &s.log, &runs));
    cr_assert_eq(scene_count_warnings(&s, "2 components that touch"), 1);
    tc_dry_run_free(&runs);
  }
  tc_config_destroy(&config);
  scene_free(&s);
}
