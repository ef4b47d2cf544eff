/* Tests of names for regions and markers in runs and forecasts, and of mesh.scale, the factor of the
 * coordinates. */
#include "io/config/config_labels.h"
#include "run/dry_run/dry_run.h"
#include "run/run_case.h"

static const tc_mesh_name names[] = {{2, 1, "inlet"}, {2, 3, "side"}, {2, 4, "side"}, {3, 2, "scar"}};
enum { name_count = sizeof names / sizeof *names };

static const char *const by_name[] =
    {"boundary.markers=[{marker: side, kind: value, value: t}, {marker: inlet, kind: flux, value: y}]",
     "diffusion.regions=[{region: scar, tensor: 3}]"};
static const char *const by_number[] =
    {"boundary.markers=[{marker: 3, kind: value, value: t}, {marker: 4, kind: value, value: t}, {marker: 1, "
     "kind: flux, value: y}]",
     "diffusion.regions=[{region: 2, tensor: 3}]"};

/* Returns on the root a mesh with two regions and with names, and NULL on other ranks. */
static tc_mesh *named_mesh(const tc_world *world) {
  if (world->rank > 0) return NULL;
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  for (int32_t c = 0; c < mesh->cells; c++) mesh->region[c] = c % 5 ? 1 : 2;
  expect_ok(tc_mesh_set_names(mesh, name_count, names));
  return mesh;
}

/* Collective. Creates a plan for a mesh that the calling program passes to the library. */
static tc_status open_named(scene *s, const char *const override[2], tc_mesh *mesh, tc_session *session) {
  const tc_plan_host host = {.threads = 1, .has_mesh = true, .mesh = mesh};
  for (int k = 0; k < 2; k++) scene_set(s, override[k]);
  return tc_plan_create_for_host(&s->choice, &s->environment, s->world, &s->log, &host, &session->plan);
}

static uint64_t run_hash(tc_session *session) {
  expect_ok(tc_session_set_up(session, 65536));
  expect_ok(tc_session_run(session, tc_strategy_find("condensed"), 65536, NULL));
  return session->results.result[0].field.hash;
}

ParallelTest(names, have_the_bits_of_numbers) {
  const char *const *const overrides[] = {by_number, by_name};
  uint64_t hash[2];
  for (int k = 0; k < 2; k++) {
    scene s;
    tc_session session = {0};
    tc_mesh *mesh = named_mesh(world);
    scene_make(world, &s);
    expect_ok(open_named(&s, overrides[k], mesh, &session));
    hash[k] = run_hash(&session);
    const tc_space *space = session.prepared.problem->space;
    cr_assert_str_eq(space->markers->name[3], "side", "all ranks know the names");
    cr_assert_str_eq(space->regions->name[1], "scar");
    cr_assert(!space->markers->name[1] && !space->regions->name[0]);
    cr_assert(scene_said(&s, "marker 1 'inlet' (18 faces, area 1): flux"));
    cr_assert(scene_said(&s, "region 2 'scar' ("));
    tc_session_close(&session);
    tc_mesh_destroy(&mesh);
    scene_free(&s);
  }
  cr_assert_eq(hash[0], hash[1]);
}

ParallelTest(names, errors_are_everybodys) {
  static const struct {
    const char *override[2], *part;
    bool opens;
  } cases[] = {
      {{"boundary.markers=[{marker: inlt, kind: flux}]", "threads=1"},
       "item 1: marker 'inlt': the mesh mesh has no marker of this name (did you mean 'inlet'?); it has "
       "'inlet' (1), 'side' (3), 'side' (4): use one of these",
       false},
      {{"diffusion.regions=[{region: inlet, tensor: 1}]", "threads=1"}, "it has 'scar' (2)", false},
      {{"mesh.scale=2", "threads=1"},
       "mesh.scale=2: the key does not change a mesh that the calling program passes",
       false},
      {{"boundary.markers=[{marker: 3, kind: flux}, {marker: side, kind: flux}]", "threads=1"},
       "item 2: marker 3 already has a condition",
       true},
      {{"boundary.markers=[{marker: 7, kind: flux}]", "threads=1"},
       "has the marker 7 (its markers: 1 'inlet', 2, 3 'side', 4 'side', 5, 6)",
       true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    scene s;
    tc_session session = {0};
    tc_mesh *mesh = named_mesh(world);
    if (mesh) mesh->name = "mesh";
    scene_make(world, &s);
    const tc_status status = open_named(&s, cases[i].override, mesh, &session);
    if (cases[i].opens) expect_ok(status);
    expect_error(cases[i].opens ? tc_session_set_up(&session, 65536) : status, TC_USAGE, cases[i].part);
    tc_session_close(&session);
    tc_mesh_destroy(&mesh);
    scene_free(&s);
  }
}

/* A dry run must replace names by numbers as a run does. */
ParallelTest(names, are_known_to_forecasts) {
  for (int k = 0; k < 2; k++) {
    scene s;
    tc_config *config = NULL;
    tc_dry_run runs = {0};
    tc_mesh *mesh = named_mesh(world);
    scene_make(world, &s);
    scene_set(&s, k ? "boundary.markers=[{marker: outlet, kind: flux}]" : by_name[0]);
    expect_ok(tc_run_options_read_config(&s.choice, world, &config));
    if (mesh && k) {
      expect_error(tc_dry_run_init_with_mesh(config, mesh, &s.log, &runs), TC_USAGE, "marker 'outlet'");
    } else if (mesh) {
      int64_t data = 0;
      expect_ok(tc_dry_run_init_with_mesh(config, mesh, &s.log, &runs));
      for (int32_t c = 0; c < mesh->cells; c++) data += runs.formulas.where.data_faces[c];
      cr_assert_eq(data, 3 * 18, "the faces of inlet and both sides");
    }
    tc_dry_run_free(&runs);
    tc_config_destroy(&config);
    tc_mesh_destroy(&mesh);
    scene_free(&s);
  }
}

/* ---- mesh.scale ---- */

/* A mesh scaled by 2, with four times the conductivity, has the same matrix. The field must have the same
 * bits. */
ParallelTest(scale, has_the_bits_of_the_scaled_problem) {
  static const char *const cases[2][4] =
      {{"mesh.scale=1", "diffusion.tensor=1", "initial=\"1+x+0.5*y*z\"",
        "boundary.markers=[{marker: 2, kind: exchange, h: 3, outside: t}]"},
       {"mesh.scale=2", "diffusion.tensor=4", "initial=\"1+x/2+0.125*y*z\"",
        "boundary.markers=[{marker: 2, kind: exchange, h: 6, outside: t}]"}};
  uint64_t hash[2], matrix[2];
  for (int k = 0; k < 2; k++) {
    scene s;
    tc_session session = {0};
    tc_report report;
    scene_make(world, &s);
    for (int i = 0; i < 4; i++) scene_set(&s, cases[k][i]);
    scene_set(&s, k ? "probes=[[2, 2, 2]]" : "probes=[[1, 1, 1]]");
    expect_ok(scene_open(&s, &session));
    hash[k] = run_hash(&session);
    expect_ok(tc_problem_hash(session.prepared.problem, &matrix[k]));
    if (world->rank == 0) {
      tc_session_report(&session, &report);
      cr_assert_eq(report.mesh_scale, k ? 2.0 : 1.0);
      cr_assert_eq(scene_said(&s, "coordinates multiplied by 2 (mesh.scale)"), k == 1);
    }
    tc_session_close(&session);
    scene_free(&s);
  }
  cr_assert(hash[0] == hash[1] && matrix[0] == matrix[1]);
}

ParallelTest(scale, limits) {
  static const char *const cases[][2] = {{"mesh.scale=1e-30", "cell 1 is too small to compute with"},
                                         {"mesh.scale=1e30", "cell 1 is too large to compute with"}};
  for (int k = 0; k < 2; k++) {
    scene s;
    tc_session session = {0};
    scene_make(world, &s);
    scene_set(&s, cases[k][0]);
    expect_ok(scene_open(&s, &session));
    expect_error(tc_session_set_up(&session, 65536), TC_INPUT, cases[k][1]);
    tc_session_close(&session);
    scene_free(&s);
  }
}
