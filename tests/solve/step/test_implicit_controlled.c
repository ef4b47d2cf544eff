/* Tests of implicit steps with error control: accuracy, equal bits on all ranks, steps that end at requested
 * times, rejected attempts, and resumed runs. */
#include <omp.h>

#include "support/implicit_run.h"

static const char *const schemes[] = {"two-point", "gradient"};
static const double thetas[] = {1.0, 0.5};

static void set_spot(const tc_problem *p, double *v) {
  for (int32_t i = 0; i < p->space->owned; i++) {
    const double *at = p->space->centroid + 3 * (size_t)i, x = at[0] - 0.3, y = at[1] - 0.4, z = at[2] - 0.5;
    v[i] = exp(-20.0 * (x * x + y * y + z * z));
  }
}

/* ---- accuracy for a tolerance ---- */

/* Returns the norm of the error at the end, divided by the initial norm. `exact` is a completed accurate run,
 * which serves as exact solution. */
static double measure_error(const run *exact, const tc_implicit_steps *how, double tolerance) {
  run r = *exact;
  double error;
  r.implicit = how;
  r.request.time = 0.0;
  r.control.tolerance = tolerance;
  run_to_end(&r);
  expect_ok(tc_field_difference_norm(r.problem->space, r.integrator->value(r.ctx),
                                     exact->integrator->value(exact->ctx), &error));
  close_run(&r);
  return error / initial_norm(exact);
}

/* The tolerance limits the error of each step. In theory the error at the end falls like tolerance^(1/2) for
 * backward Euler and like tolerance^(2/3) for Crank-Nicolson. The test requires somewhat less. */
static void check_accuracy(const tc_problem *p, double end, void (*set)(const tc_problem *p, double *v)) {
  const tc_implicit_steps exact_how = steps_of(0.5, 1e-8), euler = steps_of(1.0, 1e-6),
                          nicolson = steps_of(0.5, 1e-6);
  run exact = prepare_implicit(p, &exact_how, 1e-6, end, set);
  run_to_end(&exact);
  const double first[2] = {measure_error(&exact, &euler, 1e-2), measure_error(&exact, &euler, 1e-3)},
               second[3] = {measure_error(&exact, &nicolson, 1e-2), measure_error(&exact, &nicolson, 1e-3),
                            measure_error(&exact, &nicolson, 1e-4)};
  cr_expect(first[0] <= 3e-2 && first[1] <= 0.6 * first[0], "backward Euler: %g, %g", first[0], first[1]);
  cr_expect(second[0] <= 1e-2 && second[1] <= 0.5 * second[0] && second[2] <= 0.5 * second[1],
            "Crank-Nicolson: %g, %g, %g", second[0], second[1], second[2]);
  cr_expect(second[1] < 0.5 * first[1], "order 2: %g, order 1: %g", second[1], first[1]);
  free_run(&exact);
}

ParallelTest(implicit_controlled, the_error_falls_with_the_tolerance) {
  tc_mesh *mesh = mesh_box(5, 5, 5, 0.1);
  for (int s = 0; s < 2; s++) {
    tc_problem *p = make_isotropic(world, schemes[s], mesh);
    check_accuracy(p, 0.05, s == 0 ? set_cosine : set_spot);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

/* ---- equality of bits ---- */

/* Makes the steps of both runs up to the end and compares each pair of steps. The first run uses one
 * thread. */
static void compare_steps(run *alone, run *all) {
  const int threads = omp_get_max_threads();
  open_run(alone);
  open_run(all);
  while (all->request.time < all->request.until) {
    omp_set_num_threads(1);
    make_step(alone);
    omp_set_num_threads(threads);
    make_step(all);
    expect_same_step(alone, all);
  }
}

/* A twin of the problem on one rank runs with one thread. All steps of the distributed run must have the bits
 * of the twin, also after rejected attempts. */
ThreadedTest(implicit_controlled, all_ranks_and_threads_make_the_same_steps) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, 7};
  twin t = twin_make("gradient", mesh);
  tc_problem *p = problem_make(world, &how, mesh);
  for (int k = 0; k < 2; k++) {
    const tc_implicit_steps steps = steps_of(thetas[k], 1e-8);
    run alone = prepare_implicit(t.problem, &steps, 1e-4, 0.01, set_noise);
    run all = prepare_implicit(p, &steps, 1e-4, 0.01, set_noise);
    compare_steps(&alone, &all);
    cr_assert_geq(record(&all)->steps, 10);
    cr_assert_geq(record(&all)->rejected, 1, "the field must be rough enough for a rejection");
    free_run(&alone);
    free_run(&all);
  }
  tc_problem_destroy(&p);
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

ParallelTest(implicit_controlled, a_resumed_run_makes_the_same_steps) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = make_isotropic(world, "gradient", mesh);
  for (int k = 0; k < 2; k++) {
    const tc_implicit_steps steps = steps_of(thetas[k], 1e-8);
    run whole = prepare_implicit(p, &steps, 1e-3, 0.05, set_noise);
    compare_with_resumed(&whole);
    free_run(&whole);
  }
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Adding a constant to the field must not change the lengths of the steps. */
ParallelTest(implicit_controlled, a_background_changes_no_step) {
  const double background = 1024.0;
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = make_isotropic(world, "two-point", mesh);
  const tc_implicit_steps steps = steps_of(1.0, 1e-8);
  run plain = prepare_implicit(p, &steps, 1e-3, 0.05, set_noise),
      raised = prepare_implicit(p, &steps, 1e-3, 0.05, set_noise);
  for (int32_t i = 0; i < p->space->owned; i++) raised.initial[i] += background;
  open_run(&plain);
  open_run(&raised);
  while (plain.request.time < plain.request.until) {
    make_step(&plain);
    make_step(&raised);
    cr_assert_eq(record(&plain)->last.dt, record(&raised)->last.dt);
  }
  free_run(&plain);
  free_run(&raised);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* ---- requested times, rejected attempts and long steps ---- */

ParallelTest(implicit_controlled, steps_end_at_requested_times) {
  static const double until[] = {1e-7, 1e-3, 1.0 / 700.0, 0.0123, 0.0124, 0.05, 0.3};
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = make_isotropic(world, "two-point", mesh);
  const tc_implicit_steps steps = steps_of(1.0, 1e-8);
  run r = prepare_implicit(p, &steps, 1e-2, 0.3, set_cosine), free_steps = r;
  open_run(&r);
  run_to_end(&free_steps);
  for (size_t k = 0; k < sizeof until / sizeof *until; k++) {
    r.request.until = until[k];
    finish(&r);
    cr_assert_eq(r.request.time, until[k]);
  }
  cr_assert_geq(record(&r)->shortened, 7);
  cr_assert_leq(record(&r)->steps, record(&free_steps)->steps + 2 * 7);
  close_run(&free_steps);
  free_run(&r);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* A rejected attempt must not change the following attempts. The accepted step must have the bits of a run
 * whose first attempt has the accepted length. The statistics must count the solves of all attempts. */
static void check_rejection(const tc_problem *p, double theta) {
  tc_solve_statistics statistics, direct_statistics;
  tc_implicit_steps steps = steps_of(theta, 1e-8), direct_steps = steps;
  steps.record = &statistics;
  direct_steps.record = &direct_statistics;
  run r = prepare_implicit(p, &steps, 1e-6, 0.01, set_noise), direct = r;
  direct.implicit = &direct_steps;
  open_run(&r);
  make_step(&r);
  const tc_error_control_record *first = record(&r);
  cr_assert(first->steps == 1 && first->rejected >= 1 && first->last.error <= 1.0);
  cr_assert_eq(statistics.solves, 1 + first->rejected);
  cr_assert_eq(statistics.products, first->products);
  direct.control.unit = 2.0 * first->last.dt; /* the first step has the length of half a unit */
  open_run(&direct);
  make_step(&direct);
  cr_assert_eq(record(&direct)->last.dt, first->last.dt);
  cr_assert_eq(record(&direct)->rejected, 0);
  cr_assert_eq(field_hash(&direct), field_hash(&r));
  cr_assert_eq(r.integrator->unsolved_norm(r.ctx), direct.integrator->unsolved_norm(direct.ctx));
  cr_assert_eq(first->products - first->rejected_products, direct_statistics.products);
  close_run(&direct);
  free_run(&r);
}

ParallelTest(implicit_controlled, a_rejected_attempt_restores_everything) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = make_isotropic(world, "gradient", mesh);
  for (int k = 0; k < 2; k++) check_rejection(p, thetas[k]);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The integral must be conserved even with a large tolerance of the solver. */
ParallelTest(implicit_controlled, the_integral_is_conserved) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = make_isotropic(world, "gradient", mesh);
  const tc_implicit_steps steps = steps_of(1.0, 1e-4);
  run r = prepare_implicit(p, &steps, 1e-3, 1.0, set_noise);
  double before, after;
  expect_ok(tc_field_integral(p->space, r.initial, &before));
  run_to_end(&r);
  expect_ok(tc_field_integral(p->space, r.integrator->value(r.ctx), &after));
  cr_assert_float_eq(after / before, 1.0, 1e-13, "%.17g", after / before);
  free_run(&r);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* A field that becomes uniform allows longer and longer steps. The error control must limit the length, so
 * that rounding does not make the solves fail. */
ParallelTest(implicit_controlled, long_steps_remain_solvable) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = make_isotropic(world, "two-point", mesh);
  tc_implicit_steps steps = steps_of(1.0, 1e-8);
  run r = prepare_implicit(p, &steps, 1e-2, 1e7, set_cosine);
  steps.largest = r.control.rate;
  run_to_end(&r);
  cr_assert_leq(record(&r)->longest * r.control.rate, 1e-9 / 2.2e-16);
  cr_assert_lt(record(&r)->steps, 3000);
  free_run(&r);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

ParallelTest(implicit_controlled, a_solver_must_be_more_accurate_than_the_steps) {
  tc_mesh *mesh = mesh_box(2, 2, 2, 0.1);
  tc_problem *p = make_isotropic(world, "two-point", mesh);
  const tc_implicit_steps steps = steps_of(1.0, 2e-4);
  const tc_error_control control = make_control(p, 1e-3, 1.0);
  const tc_integrator_setup how = {.problem = p,
                                   .strategy = tc_strategy_find("condensed"),
                                   .format = tc_format_at(0),
                                   .implicit = &steps,
                                   .control = &control};
  double *v = problem_zeros(p);
  void *ctx = NULL;
  expect_error(tc_integrator_find("implicit")->create(&how, v, &ctx), TC_USAGE,
               "must be at most a tenth of time.tolerance, 0.001: set it to at most 0.0001");
  tc_integrator_find("implicit")->destroy(ctx);
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
