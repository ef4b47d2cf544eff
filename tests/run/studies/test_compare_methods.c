#include "run/studies/compare_methods.h"

#include <math.h>

#include "run/run_case.h"

enum { METHODS = 2, PRECONDITIONERS = 2, STRATEGIES = 2 };

/* A session, and the lists of methods, preconditioners and strategies to compare. */
typedef struct comparison {
  scene s;
  tc_session session;
  tc_solver_set set;
  const tc_method *method[METHODS];
  const tc_preconditioner *preconditioner[PRECONDITIONERS];
  const tc_strategy *strategy[STRATEGIES];
  tc_method_comparison methods;
} comparison;

static void prepare(tc_world *world, comparison *c, const char *first, const char *second) {
  *c = (comparison){.method = {tc_method_find(first), tc_method_find(second)},
                    .preconditioner = {tc_preconditioner_find("none"), tc_preconditioner_find("jacobi")},
                    .strategy = {tc_strategy_find("condensed"), tc_strategy_find("fine")}};
  c->methods = (tc_method_comparison){.methods = METHODS,
                                      .preconditioners = PRECONDITIONERS,
                                      .strategies = STRATEGIES,
                                      .method = c->method,
                                      .preconditioner = c->preconditioner,
                                      .strategy = c->strategy};
  scene_make(world, &c->s);
}

static void open_comparison(comparison *c) {
  c->set = tc_method_comparison_set(&c->methods);
  c->s.choice.solvers = &c->set;
  scene_begin(&c->s, &c->session);
}

static void begin(tc_world *world, comparison *c, const char *first, const char *second,
                  const char *setting) {
  prepare(world, c, first, second);
  scene_set(&c->s, "time={method: implicit, multiple: 20, steps: 3}");
  if (setting) scene_set(&c->s, setting);
  open_comparison(c);
}

static void begin_steady(tc_world *world, comparison *c, const char *first, const char *second) {
  prepare(world, c, first, second);
  scene_set(&c->s, "time={method: steady, steps: null}");
  scene_set(&c->s, "boundary.default={kind: value, value: x}");
  open_comparison(c);
}

static void end(comparison *c) {
  tc_method_comparison_free(&c->methods);
  tc_session_close(&c->session);
  scene_free(&c->s);
}

/* Each pair of method and preconditioner must have a result with every strategy. Results are in the order of
 * methods, then preconditioners, then strategies. The first one is the reference and has no difference. */
ParallelTest(methods, every_pair) {
  static comparison c;
  begin(world, &c, "cg", "bicgstab", "diffusion.scheme=two-point");
  expect_ok(tc_method_comparison_run(&c.session, &c.methods, 65536));
  expect_ok(tc_method_comparison_check(&c.session, &c.methods));
  const tc_results *r = &c.session.results;
  cr_assert_eq(r->count, METHODS * PRECONDITIONERS * STRATEGIES);
  cr_assert_eq(r->failures, 0);
  for (int i = 0; i < r->count; i++) {
    const tc_result_solver *solver = r->result[i].solver;
    cr_expect_eq(solver->options.solver.method, c.method[i / 4]);
    cr_expect_eq(solver->options.solver.preconditioner, c.preconditioner[i / 2 % 2]);
    cr_expect_str_eq(r->result[i].strategy, c.strategy[i % 2]->name);
    cr_expect(i == 0 ? isnan(solver->field_difference) : solver->field_difference < 1e-7, "%g",
              solver->field_difference);
  }
  cr_expect_eq(r->result[1].solver->field_difference, 0.0, "another strategy, the same bits");
  cr_expect_gt(r->result[6].solver->field_difference, 0.0);
  end(&c);
}

/* cg needs a symmetric matrix, so its pairs fail. The pairs of bicgstab must run nevertheless. */
ParallelTest(methods, failures) {
  static comparison c;
  begin(world, &c, "cg", "bicgstab", NULL);
  expect_ok(tc_method_comparison_run(&c.session, &c.methods, 65536));
  expect_ok(tc_method_comparison_check(&c.session, &c.methods));
  const tc_results *r = &c.session.results;
  cr_assert(r->count == 4 && r->failures == 4);
  cr_expect_str_eq(r->failure[3].method, "cg");
  cr_expect_str_eq(r->failure[3].preconditioner, "jacobi");
  cr_expect_str_eq(r->failure[3].strategy, "fine");
  cr_expect_not_null(strstr(r->failure[0].reason, "needs a symmetric matrix"), "%s", r->failure[0].reason);
  end(&c);
}

ParallelTest(methods, all_fail) {
  static comparison c;
  begin(world, &c, "bicgstab", "gmres", "solver.most_iterations=1");
  expect_ok(tc_method_comparison_run(&c.session, &c.methods, 65536));
  cr_assert(c.session.results.count == 0 && c.session.results.failures == 8);
  expect_error(tc_method_comparison_check(&c.session, &c.methods), TC_NUMERICAL, "step 1: bicgstab reached");
  end(&c);
}

/* The check must report an error if the field of a pair differs from the reference by more than 10 times
 * solver.tolerance. */
ParallelTest(methods, fields_that_differ) {
  static comparison c;
  begin(world, &c, "bicgstab", "gmres", NULL);
  expect_ok(tc_method_comparison_run(&c.session, &c.methods, 65536));
  tc_result_solver *last = c.session.results.result[7].solver;
  last->field_difference = 1.1e-7; /* 10 times the tolerance is 1e-7 */
  expect_error(tc_method_comparison_check(&c.session, &c.methods), TC_NUMERICAL,
               "gmres with jacobi gives a field that differs by 1.1e-07");
  c.session.plan.config->solver.iterations =
      5; /* with a fixed number of iterations no tolerance is required */
  expect_ok(tc_method_comparison_check(&c.session, &c.methods));
  end(&c);
}

/* The error of a steady state at a given tolerance depends on the matrix. For steady states the check
 * therefore allows a difference of 1e-3, or of 10 times solver.tolerance if that is larger. */
ParallelTest(methods, steady_states_that_differ) {
  static comparison c;
  begin_steady(world, &c, "bicgstab", "gmres");
  expect_ok(tc_method_comparison_run(&c.session, &c.methods, 65536));
  expect_ok(tc_method_comparison_check(&c.session, &c.methods));
  tc_result_solver *last = c.session.results.result[7].solver;
  last->field_difference = 9e-4;
  expect_ok(tc_method_comparison_check(&c.session, &c.methods));
  last->field_difference = 1.1e-3;
  expect_error(tc_method_comparison_check(&c.session, &c.methods), TC_NUMERICAL,
               "use a smaller solver.tolerance");
  c.session.plan.config->solver.tolerance = 1e-3; /* a large tolerance allows larger differences */
  expect_ok(tc_method_comparison_check(&c.session, &c.methods));
  end(&c);
}

/* Each setup must have its own reference field. The comparison must not report solver.restart as an unused
 * key, because gmres uses it. */
ParallelTest(methods, two_set_ups) {
  static comparison c;
  begin(world, &c, "bicgstab", "gmres", "solver.restart=5");
  expect_ok(tc_method_comparison_run(&c.session, &c.methods, 65536));
  expect_ok(tc_session_set_up(&c.session, 20));
  expect_ok(tc_method_comparison_run(&c.session, &c.methods, 20));
  expect_ok(tc_method_comparison_check(&c.session, &c.methods));
  cr_assert_eq(c.session.results.count, 16);
  cr_expect(isnan(c.session.results.result[8].solver->field_difference));
  cr_expect_eq(c.session.results.result[8].field.hash, c.session.results.result[0].field.hash);
  end(&c);
}
