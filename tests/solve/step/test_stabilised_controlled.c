/* Tests of stabilised steps with error control: accuracy, equal bits on all ranks, steps that end at
 * requested times, and resumed runs. */
#include <omp.h>

#include "support/controlled_run.h"

static const char *const methods[] = {"rkl2", "rkc2"}, *const schemes[] = {"two-point", "gradient"};

/* Axis ratios of ellipses that contain the eigenvalues, one for each scheme. Valid for regular meshes with
 * isotropic tensors. */
static const double axis_ratios[] = {0.0, 0.15};

/* ---- accuracy for a tolerance ---- */

/* Returns the norm of the error at the end, divided by the norm of the deviation of the initial field from
 * its mean. `exact` is a completed accurate run, which serves as exact solution. */
static double measure_error(const run *exact, double tolerance) {
  run r = *exact;
  double error;
  r.request.time = 0.0;
  r.control.tolerance = tolerance;
  run_to_end(&r);
  expect_ok(tc_field_difference_norm(r.problem->space, r.integrator->value(r.ctx),
                                     exact->integrator->value(exact->ctx), &error));
  close_run(&r);
  return error / sqrt(0.375); /* norm of the initial sum of cosines on the unit cube */
}

/* The tolerance limits the error of each step, so the error at the end falls a little more slowly than the
 * tolerance. With the largest tolerances, stability determines the number of stages. */
static void check_accuracy(const tc_problem *p, const char *method, double axis_ratio) {
  static const double tolerance[] = {1e-2, 1e-3, 1e-4, 1e-5};
  run exact = prepare(p, method, axis_ratio, 1e-7, 0.02, set_cosine);
  double error[4];
  run_to_end(&exact);
  for (int k = 0; k < 4; k++) error[k] = measure_error(&exact, tolerance[k]);
  cr_expect(error[0] <= tolerance[0] && error[1] <= tolerance[1], "%s: %g, %g", method, error[0], error[1]);
  cr_expect(error[1] < 1.1 * error[0] && error[2] < 0.6 * error[1] && error[3] < 0.4 * error[2],
            "%s: %g, %g, %g, %g", method, error[0], error[1], error[2], error[3]);
  free_run(&exact);
}

ParallelTest(stabilised_controlled, the_error_falls_with_the_tolerance) {
  tc_mesh *mesh = mesh_box(8, 8, 8, 0.1);
  for (int s = 0; s < 2; s++) {
    tc_problem *p = make_isotropic(world, schemes[s], mesh);
    for (int m = 0; m < 2; m++) check_accuracy(p, methods[m], axis_ratios[s]);
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
ThreadedTest(stabilised_controlled, all_ranks_and_threads_make_the_same_steps) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, 7};
  twin t = twin_make("gradient", mesh);
  tc_problem *p = problem_make(world, &how, mesh);
  for (int m = 0; m < 2; m++) {
    run alone = prepare(t.problem, methods[m], 0.3, 1e-4, 0.05, set_noise);
    run all = prepare(p, methods[m], 0.3, 1e-4, 0.05, set_noise);
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

ParallelTest(stabilised_controlled, a_resumed_run_makes_the_same_steps) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  for (int s = 0; s < 2; s++) {
    tc_problem *p = make_isotropic(world, schemes[s], mesh);
    run whole = prepare(p, methods[s], axis_ratios[s], 1e-4, 0.05, set_noise);
    compare_with_resumed(&whole);
    free_run(&whole);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

/* A caller may load another field between steps. If the caller loads the present field again, the following
 * steps must not change. */
ParallelTest(stabilised_controlled, a_loaded_field_continues_the_steps) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = make_isotropic(world, "gradient", mesh);
  run whole = prepare(p, "rkl2", 0.15, 1e-3, 0.05, set_noise), loaded = whole;
  double *copy = problem_zeros(p);
  open_run(&whole);
  open_run(&loaded);
  while (whole.request.time < whole.request.until) {
    make_step(&whole);
    for (int32_t i = 0; i < p->space->owned; i++) copy[i] = loaded.integrator->value(loaded.ctx)[i];
    expect_ok(loaded.integrator->load(loaded.ctx, copy));
    make_step(&loaded);
    cr_assert_eq(field_hash(&whole), field_hash(&loaded));
  }
  free(copy);
  close_run(&loaded);
  free_run(&whole);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* ---- properties of the steps ---- */

/* A constant added to the field must change neither the lengths of the steps nor their numbers of stages. The
 * field minus the constant may change by rounding only. */
ParallelTest(stabilised_controlled, a_background_changes_no_step) {
  const double background = 1e3;
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  for (int s = 0; s < 2; s++) {
    tc_problem *p = make_isotropic(world, schemes[s], mesh);
    run plain = prepare(p, methods[s], axis_ratios[s], 1e-3, 0.05, set_noise),
        raised = prepare(p, methods[s], axis_ratios[s], 1e-3, 0.05, set_noise);
    for (int32_t i = 0; i < p->space->owned; i++) raised.initial[i] += background;
    open_run(&plain);
    open_run(&raised);
    while (plain.request.time < plain.request.until) {
      make_step(&plain);
      make_step(&raised);
      const double *v = plain.integrator->value(plain.ctx), *w = raised.integrator->value(raised.ctx);
      cr_assert_eq(record(&plain)->last.dt, record(&raised)->last.dt);
      cr_assert_eq(record(&plain)->last.stages, record(&raised)->last.stages);
      for (int32_t i = 0; i < p->space->owned; i++)
        cr_assert_float_eq(w[i] - background, v[i], 1e-12 * background);
    }
    free_run(&plain);
    free_run(&raised);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

ParallelTest(stabilised_controlled, the_integral_is_conserved) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  for (int s = 0; s < 2; s++) {
    tc_problem *p = make_isotropic(world, schemes[s], mesh);
    run r = prepare(p, methods[s], axis_ratios[s], 1e-4, 2.0, set_noise);
    double before, after;
    expect_ok(tc_field_integral(p->space, r.initial, &before));
    run_to_end(&r);
    expect_ok(tc_field_integral(p->space, r.integrator->value(r.ctx), &after));
    cr_assert_float_eq(after / before, 1.0, 1e-12, "%.17g", after / before);
    free_run(&r);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

/* Steps must end exactly at each requested time, even if these times are much closer together than the steps
 * would be without them. Requested times must not shorten later steps. */
ParallelTest(stabilised_controlled, steps_end_at_requested_times) {
  static const double until[] = {1e-7, 1e-3, 1.0 / 700.0, 0.0123, 0.0124, 0.05, 0.3};
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = make_isotropic(world, "two-point", mesh);
  run r = prepare(p, "rkl2", 0.0, 1e-2, 0.3, set_cosine), free_steps = r;
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

/* No step may have more stages than most_stages. */
ParallelTest(stabilised_controlled, the_number_of_stages_is_limited) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = make_isotropic(world, "two-point", mesh);
  run r = prepare(p, "rkl2", 0.0, 0.1, 0.3, set_cosine);
  r.control.most_stages = 7;
  run_to_end(&r);
  cr_assert_eq(record(&r)->most_stages, 7);
  cr_assert_eq(record(&r)->fewest_stages, 2);
  cr_assert_leq(record(&r)->longest * r.control.rate, tc_stabilised_beta(&tc_stabilised_rkl2, 7, 0.0));
  free_run(&r);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The initial field is rough, so the first step is too inaccurate. The step must be repeated with shorter
 * lengths. The record must count the products of all attempts. */
ParallelTest(stabilised_controlled, inaccurate_attempts_are_repeated) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = make_isotropic(world, "two-point", mesh);
  run r = prepare(p, "rkl2", 0.0, 1e-6, 0.01, set_noise);
  open_run(&r);
  make_step(&r);
  const tc_error_control_record *first = record(&r);
  cr_assert(first->steps == 1 && first->rejected >= 1);
  cr_assert_lt(first->last.dt, 0.5 * r.control.unit);
  cr_assert(first->last.error > 0.0 && first->last.error <= 1.0);
  cr_assert_eq(first->products, 1 + 2 * (1 + first->rejected));
  cr_assert_eq(first->rejected_products, 1 + 2 * first->rejected);
  free_run(&r);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
