#include "run/plan/mesh_step.h"

#include "support/meshes.h"
#include "support/parallel.h"

/* A ten times larger diffusion tensor must reduce the stable step to a tenth. Each rank computes the step
 * separately. */
ParallelTest(mesh_step, it_follows_the_tensor) {
  const double one[6] = {1, 1, 1, 0, 0, 0}, ten[6] = {10, 10, 10, 0, 0, 0};
  (void)world;
  for (int i = 0; i < tc_scheme_count(); i++) {
    tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
    tc_stable_step slow, fast;
    tc_ellipse ellipse;
    expect_ok(tc_mesh_stable_step(mesh, tc_scheme_at(i), one, NULL, &slow, NULL));
    expect_ok(tc_mesh_stable_step(mesh, tc_scheme_at(i), ten, NULL, &fast, &ellipse));
    cr_assert(slow.bound > 0.0 && slow.step.dt <= slow.bound);
    cr_assert_float_eq(10.0 * fast.bound, slow.bound, 1e-6 * slow.bound);
    cr_assert(ellipse.found && (ellipse.products == 0) == tc_scheme_at(i)->symmetric);
    tc_mesh_destroy(&mesh);
  }
}
