/* Test that the basis of gmres remains orthogonal over many iterations. */
#include "linear/systems.h"

/* With the same products, no method has a smaller residual than gmres without restarts. It must therefore
 * need no more iterations than cg. Its recursive residual must be accurate, so a single verification must
 * suffice. */
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
