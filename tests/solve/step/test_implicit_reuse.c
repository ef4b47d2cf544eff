/* Tests of the reuse of multigrid levels in implicit steps with error control, whose lengths change from step
 * to step. */
#include <omp.h>

#include "support/implicit_run.h"
#include "support/restart_items.h"

static const char *const schemes[] = {"two-point", "gradient"};

static tc_implicit_steps multigrid_steps(double rebuild) {
  tc_implicit_steps steps = steps_of(1.0, 1e-8);
  tc_preconditioner_options *o = &steps.options.solver.preconditioner_options;
  steps.options.solver.preconditioner = tc_preconditioner_find("multigrid");
  o->multigrid.coarsest = 10;
  o->multigrid.rows_per_rank = 16;
  o->rebuild = rebuild;
  return steps;
}

/* Returns the value of an integer restart item of the run. */
static int64_t find_item(const run *r, const char *name) {
  tc_restart_list list = {0};
  int64_t value;
  expect_ok(r->integrator->list_restart(r->ctx, &list));
  const tc_restart_item *item = restart_find(&list, name);
  cr_assert_not_null(item, "%s", name);
  memcpy(&value, item->value, sizeof value);
  tc_restart_list_free(&list);
  return value;
}

static void expect_same_levels(const run *a, const run *b) {
  static const char *const items[] = {"solver.reuse.scale", "solver.reuse.first", "solver.reuse.last",
                                      "solver.reuse.rebuilds"};
  for (size_t k = 0; k < sizeof items / sizeof *items; k++)
    cr_assert_eq(find_item(a, items[k]), find_item(b, items[k]), "%s", items[k]);
}

/* Makes the steps of a run on all ranks. Compares them with the steps on one rank and one thread, and with
 * the steps of a run that is resumed after each step. */
static void compare_steps(const run *one, const run *all) {
  const int threads = omp_get_max_threads();
  run alone = *one, whole = *all, parts = *all;
  open_run(&alone);
  open_run(&whole);
  open_run(&parts);
  while (whole.request.time < whole.request.until) {
    run last = parts;
    open_run(&parts);
    copy_restart(&last, &parts);
    close_run(&last);
    omp_set_num_threads(1);
    make_step(&alone);
    omp_set_num_threads(threads);
    make_step(&whole);
    make_step(&parts);
    expect_same_step(&alone, &whole);
    expect_same_step(&parts, &whole);
    expect_same_levels(&alone, &whole);
    expect_same_levels(&parts, &whole);
  }
  cr_assert_geq(find_item(&whole, "solver.reuse.rebuilds"), 3);
  close_run(&parts);
  close_run(&whole);
  close_run(&alone);
}

ThreadedTest(implicit_reuse, the_same_steps_in_any_run) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  const tc_implicit_steps steps = multigrid_steps(1.5);
  for (int k = 0; k < 2; k++) {
    const cutting how = {schemes[k], "rcm", TC_DISTRIBUTION_CYCLIC, 7};
    twin t = twin_make(schemes[k], mesh);
    tc_problem *p = problem_make(world, &how, mesh);
    run alone = prepare_implicit(t.problem, &steps, 5e-2, 0.2, set_noise),
        all = prepare_implicit(p, &steps, 5e-2, 0.2, set_noise);
    compare_steps(&alone, &all);
    free(all.initial);
    free(alone.initial);
    tc_problem_destroy(&p);
    twin_free(&t);
  }
  tc_mesh_destroy(&mesh);
}

/* Most changes of the step length must reuse the levels. With `rebuild: none` the levels must never be
 * rebuilt, and the solves must converge nevertheless. */
ParallelTest(implicit_reuse, levels_are_rebuilt_rarely) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = make_isotropic(world, "two-point", mesh);
  tc_solve_statistics *statistics = calloc(2, sizeof *statistics);
  for (int k = 0; k < 2; k++) {
    tc_implicit_steps steps = multigrid_steps(k == 0 ? 1.5 : 0.0);
    steps.record = &statistics[k];
    run r = prepare_implicit(p, &steps, 1e-3, 0.05, set_noise);
    run_to_end(&r);
    free_run(&r);
  }
  cr_assert(statistics[0].rebuilds >= 1 && 2 * statistics[0].rebuilds < statistics[0].setups, "%d of %d",
            (int)statistics[0].rebuilds, (int)statistics[0].setups);
  cr_assert_eq(statistics[1].rebuilds, 0);
  free(statistics);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
