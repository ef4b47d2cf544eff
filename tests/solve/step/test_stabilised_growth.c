/* Tests of the norm test, which detects growth of the field in stabilised steps with error control. */
#include "support/controlled_run.h"

/* Returns a box whose height is multiplied by `height`. */
static tc_mesh *create_flat_mesh(double height) {
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.15);
  for (int32_t node = 0; node < mesh->nodes; node++) mesh->points[3 * (size_t)node + 2] *= height;
  return mesh;
}

/* On a flat mesh the field grows if the ellipse of the steps is too small. The norm test must detect the
 * growth, and the steps must be repeated with wider ellipses, also in a resumed run. A large tolerance allows
 * long steps. */
ParallelTest(stabilised_growth, growth_widens_the_ellipse) {
  tc_mesh *mesh = create_flat_mesh(0.1);
  tc_problem *p = make_isotropic(world, "gradient", mesh);
  run r = prepare(p, "rkl2", 0.25, 5.0, 0.3, set_noise);
  tc_log_record warned = {0};
  r.log = (tc_log){.record = &warned};
  compare_with_resumed(&r);
  cr_assert(record(&r)->widened >= 1 && record(&r)->rejected >= record(&r)->widened);
  cr_assert_gt(record(&r)->axis_ratio, 0.25);
  cr_assert_geq(warned.warnings, 1);
  const char *text = warned.warning[0];
  cr_assert(strstr(text, "is repeated with more damping, because the deviation of the field from its mean "
                         "has grown, most in cell"),
            "%s", text);
  cr_assert(strstr(text, "the axis ratio of the assumed ellipse of the eigenvalues rises from 0.25 to 0.269"),
            "%s", text);
  free_run(&r);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* If the ellipse is far too small, the run must end with an error after it has widened the ellipse three
 * times. */
ParallelTest(stabilised_growth, lasting_growth_ends_the_run) {
  tc_mesh *mesh = create_flat_mesh(0.1);
  tc_problem *p = make_isotropic(world, "gradient", mesh);
  run r = prepare(p, "rkl2", 0.0, 0.5, 100.0, set_noise);
  tc_status status = TC_OK;
  open_run(&r);
  while (!status && r.request.time < r.request.until) status = try_step(&r);
  cr_assert_eq(record(&r)->widened, 3);
  expect_error(status, TC_NUMERICAL,
               "although the assumed ellipse of the eigenvalues was widened 3 times (axis ratio now "
               "0.0119): use a larger diffusion.stabilisation or a better mesh (tetgen -q)");
  free_run(&r);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
