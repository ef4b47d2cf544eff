/* A basis stays orthogonal however long it gets. */
#include "linear/systems.h"

/* No method can make the residual smaller with the same products, so without restarts gmres needs at most as
 * many iterations as cg; and what it says of the residual is so. */
ParallelTest(gmres, keeps_its_basis) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 64};
  scene s = scene_make(world, &how, 1.0);
  scene_set_step(&s, 1000.0);
  const tc_solver_options cg = scene_choice("cg", "none");
  tc_solver_options gmres = scene_choice("gmres", "none");
  gmres.method_options.restart = 200;
  scene_run *with_cg = scene_solve(&s, &cg), *with_gmres = scene_solve(&s, &gmres);
  cr_expect_leq(with_gmres->solution.iterations, with_cg->solution.iterations);
  cr_expect_eq(with_gmres->solution.verifications, 1);
  scene_run_free(&with_cg);
  scene_run_free(&with_gmres);
  scene_free(&s);
}
