/* Tests of the rule that allows the reuse of a preconditioner after the matrix has changed. */
#include "linear/solver/solver_reuse.h"

#include "support/expect.h"

static tc_solver_reuse reuse_of(double scale, int64_t first, int64_t last) {
  return (tc_solver_reuse){.shift = 1.0, .scale = scale, .first = first, .last = last};
}

Test(solver_reuse, lengths_of_steps) {
  static const struct {
    double scale;
    bool is_allowed;
  } cases[] = {{-2.0, true},   {-5.9, true},    {-6.0, true},     {-6.1, false}, {-0.67, true},
               {-0.66, false}, {-1e300, false}, {-1e-300, false}, {2.0, false}};
  const tc_solver_reuse r = reuse_of(-2.0, 10, 10);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    cr_expect_eq(tc_solver_reuse_is_allowed(&r, 1.0, cases[k].scale, 1.5), cases[k].is_allowed, "%g",
                 cases[k].scale);
    cr_expect(tc_solver_reuse_is_allowed(&r, 1.0, cases[k].scale, 0.0), "%g", cases[k].scale);
  }
}

/* The matrix of a steady state has the shift 0. Another scale changes its preconditioner only by a factor, so
 * reuse must be allowed for any scale. */
Test(solver_reuse, steady_states) {
  const tc_solver_reuse r = {.shift = 0.0, .scale = -1.0};
  cr_expect(tc_solver_reuse_is_allowed(&r, 0.0, -7.0, 1.5));
  cr_expect_not(tc_solver_reuse_is_allowed(&r, 1.0, -1.0, 1.5));
}

/* If the number of iterations has grown too much, reuse must not be allowed. This applies only to a changed
 * matrix, because for the same matrix a new preconditioner would be equal to the old one. */
Test(solver_reuse, growth_of_iterations) {
  tc_solver_reuse r = reuse_of(-2.0, 0, 0);
  cr_expect(tc_solver_reuse_is_allowed(&r, 1.0, -3.0, 1.5));
  tc_solver_reuse_record(&r, 0);
  tc_solver_reuse_record(&r, 10);
  tc_solver_reuse_record(&r, 16);
  cr_expect(r.first == 10 && r.last == 16);
  cr_expect_not(tc_solver_reuse_is_allowed(&r, 1.0, -3.0, 1.5));
  cr_expect(tc_solver_reuse_is_allowed(&r, 1.0, -3.0, 1.6));
  cr_expect(tc_solver_reuse_is_allowed(&r, 1.0, -2.0, 1.5));
  tc_solver_reuse_record(&r, 15);
  cr_expect(tc_solver_reuse_is_allowed(&r, 1.0, -3.0, 1.5));
  tc_solver_reuse_restart(&r, 1.0, -3.0);
  cr_expect(r.scale == -3.0 && r.first == 0 && r.last == 0);
}
