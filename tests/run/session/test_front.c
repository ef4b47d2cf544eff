/* Tests of the warning about a wave front that is too steep for the cells of the mesh. The setup logs this
 * warning before the first step. */
#include "run/dry_run/dry_run.h"
#include "run/run_case.h"

/* Collective. Creates the scene of a wave in a bar of length 10 with this number of cubic bricks. */
static void make(tc_world *world, int32_t bricks, scene *s) {
  const double width = 10.0 / bricks;
  scene_make(world, s);
  if (world->rank == 0) {
    tc_mesh *mesh = NULL;
    expect_ok(tc_mesh_generate_box((int32_t[]){bricks, 1, 1}, (double[]){10.0, width, width}, &mesh));
    expect_ok(tc_tetgen_write(s->f.base, mesh, NULL));
    tc_mesh_destroy(&mesh);
  }
  scene_set(s, "diffusion.tensor=0.05");
  scene_set(s, "source=\"8*v*(1-v)*(v-0.25)\"");
  scene_set(s, "initial=\"x<2 ? 1 : 0\"");
  scene_set(s, "distribution={kind: cyclic, block_size: 9}");
}

/* In runs on bars of 10, 20, 40 and 80 bricks, the waves were 96, 27, 9 and 4 % too slow. The warnings must
 * state about these numbers. The finest mesh must cause no warning. */
ParallelTest(front, is_compared_with_the_cells_of_bars) {
  static const int32_t bricks[] = {10, 20, 40, 80};
  static const char *const part[] = {"fronts did not move", "were about 27 % too slow",
                                     "were about 9 % too slow", NULL};
  for (int b = 0; b < 4; b++) {
    scene s;
    tc_session session = {0};
    make(world, bricks[b], &s);
    scene_begin(&s, &session);
    expect_ok(tc_session_set_up(&session, 4)); /* a second setup must not repeat the warning */
    const int wanted = world->rank == 0 && part[b];
    cr_assert_eq(scene_count_warnings(&s, "a front is about"), wanted);
    if (wanted) {
      cr_assert_eq(scene_count_warnings(&s, "a front is about 0.22 wide"), 1);
      cr_assert_eq(scene_count_warnings(&s, part[b]), 1);
    }
    tc_session_close(&session);
    scene_free(&s);
  }
}

/* A dry run compares the front with a sample of the cells and warns for 10 bricks. With implicit steps, the
 * warning would come from the trial step, which this test does not run. */
ParallelTest(front, is_compared_by_forecasts) {
  static const char *const method[] = {"time.method=euler", "time.method=implicit"};
  for (int32_t bricks = 10; bricks <= 80; bricks *= 8)
    for (int m = 0; m < 2; m++) {
      scene s;
      tc_config *config = NULL;
      tc_dry_run runs = {0};
      make(world, bricks, &s);
      scene_set(&s, method[m]);
      expect_ok(tc_run_options_read_config(&s.choice, world, &config));
      if (world->rank == 0) {
        expect_ok(tc_dry_run_init(config, &s.log, &runs));
        cr_assert_eq(s.record.warnings, bricks == 10 && m == 0);
        tc_dry_run_free(&runs);
      }
      tc_config_destroy(&config);
      scene_free(&s);
    }
}

/* A source that drives v back to 0 creates no waves, and a source independent of v creates none either. There
 * must be no warning. */
ParallelTest(front, needs_a_source_that_drives_v_away) {
  static const char *const source[] = {"source=\"-8*v\"", "source=\"100*x\""};
  for (int k = 0; k < 2; k++) {
    scene s;
    tc_session session = {0};
    make(world, 10, &s);
    scene_set(&s, source[k]);
    scene_begin(&s, &session);
    cr_assert_eq(scene_count_warnings(&s, "a front is about"), 0);
    tc_session_close(&session);
    scene_free(&s);
  }
}
