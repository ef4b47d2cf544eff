/* Tests of boundary data, sources and local states in the stages of stabilised steps: order in time, equal
 * bits on all ranks, balance, and counts. */
#include "solve/observe/balance.h"
#include "solve/space/field.h"
#include "support/stages_bench.h"

/* ---- order in time and exact solutions ---- */

/* Checks that the error falls with the step size to the power `order`. A run with short steps serves as exact
 * solution. All runs have the same number of stages. */
static void check_order(bench *b, const char *method, double order) {
  enum { most_steps = 128, coarsest = 8, halvings = 3 };
  const double end = 0.05;
  double *exact = problem_zeros(b->problem), *v = problem_zeros(b->problem), error[halvings], largest;
  tc_step_options choice = options_of(b, method, most_steps, end / most_steps, end / coarsest);
  run(b, &choice, exact);
  for (int k = 0; k < halvings; k++) {
    choice = options_of(b, method, coarsest << k, end / (coarsest << k), end / coarsest);
    run(b, &choice, v);
    expect_ok(tc_field_compare(b->problem->space, v, exact, &error[k], &largest));
    if (k > 0)
      cr_expect_geq(log2(error[k - 1] / error[k]), order, "%s: errors %g, %g", method, error[k - 1],
                    error[k]);
  }
  free(exact);
  free(v);
}

ParallelTest(stabilised_forcing, the_order_in_time_is_two) {
  static const char *const scheme[] = {"two-point", "gradient", "two-point"};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  for (int k = 0; k < 3; k++)
    for (int m = 0; m < 2; m++) {
      bench b;
      open_bench(make_problem(world, scheme[k], mesh), &all_kinds[k], 1, &everything, &b);
      check_order(&b, stabilised_methods[m], all_kinds[k] == TC_BOUNDARY_VALUE ? 1.8 : 1.9);
      close_bench(&b);
    }
  tc_mesh_destroy(&mesh);
}

/* In each cell, v' = w and w' = -v with v(0) = 1 and w(0) = 0 have the solution v = cos t, w = -sin t. */
ParallelTest(stabilised_forcing, states_follow_the_exact_solution) {
  static const texts oscillator = {NULL, "w", "0", "0-v"};
  tc_mesh *mesh = mesh_box(2, 2, 2, 0.1);
  bench b;
  open_bench(make_problem(world, "gradient", mesh), NULL, 0, &oscillator, &b);
  for (int m = 0; m < 2; m++) {
    double error[2] = {0.0};
    for (int k = 0; k < 2; k++) {
      const int steps = 20 << k;
      const tc_step_options choice = options_of(&b, stabilised_methods[m], steps, 1.0 / steps, 0.05);
      tc_measurement measure = {0};
      for (int32_t i = 0; i < b.problem->space->owned; i++) b.v[i] = 1.0;
      expect_ok(tc_step_run(b.problem, &choice, NULL, 0, NULL, b.v, &measure));
      for (int32_t i = 0; i < b.problem->space->owned; i++)
        error[k] =
            fmax(error[k], fmax(fabs(b.v[i] - cos(1.0)), fabs(tc_source_state(b.source, 0)[i] + sin(1.0))));
    }
    expect_ok(tc_world_max(world, error, 2));
    cr_expect_lt(error[0], 1e-3);
    cr_expect_geq(log2(error[0] / error[1]), 1.95, "errors %g, %g", error[0], error[1]);
  }
  close_bench(&b);
  tc_mesh_destroy(&mesh);
}

/* ---- equality of bits ---- */

/* With all strategies and formats, field and state must have the bits of a run on one rank. */
ThreadedTest(stabilised_forcing, bits_do_not_depend_on_ranks_strategies_and_formats) {
  enum { steps = 4 };
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  twin t = twin_make("gradient", mesh);
  bench b, alone;
  open_bench(make_problem(world, "gradient", mesh), all_kinds, 3, &everything, &b);
  open_bench(t.problem, all_kinds, 3, &everything, &alone);
  const double dt = 20.0 / alone.largest;
  tc_step_options choice = options_of(&alone, "rkl2", steps, dt, dt);
  run(&alone, &choice, alone.v);
  for (int s = 0; s < tc_strategy_count(); s++)
    for (int f = 0; f < tc_format_count(); f++) {
      choice = options_of(&b, "rkl2", steps, dt, dt);
      b.stabilised = alone.stabilised;
      choice.strategy = tc_strategy_at(s);
      choice.format = tc_format_at(f);
      if (choice.format->form != TC_ROW_FORM_MATRIX) continue;
      if (!tc_strategy_is_valid(choice.strategy) && world->ranks > 1) continue;
      run(&b, &choice, b.v);
      for (int32_t i = 0; i < b.problem->space->owned; i++) {
        const tc_gid cell = b.problem->space->id[i];
        cr_assert_eq(b.v[i], alone.v[cell], "%s, %s", choice.strategy->name, choice.format->name);
        cr_assert_eq(tc_source_state(b.source, 0)[i], tc_source_state(alone.source, 0)[cell]);
      }
    }
  close_bench(&b);
  t.problem = NULL;
  close_bench(&alone);
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

/* ---- balance and counts ---- */

/* After 40 steps of many stages, the change of the integral must equal inflow plus source. */
ParallelTest(stabilised_forcing, the_balance_is_exact) {
  enum { steps = 40 };
  static const char *const schemes[] = {"two-point", "gradient"};
  tc_mesh *mesh = mesh_box(2, 2, 2, 0.1);
  for (int s = 0; s < 2; s++) {
    bench b;
    tc_balance *balance = NULL;
    double integral;
    tc_measurement measure = {0};
    open_bench(make_problem(world, schemes[s], mesh), all_kinds, 3, &everything, &b);
    const double reach = s == 0 ? 800.0 : 100.0, dt = reach / b.largest;
    const tc_step_options choice = options_of(&b, stabilised_methods[s], steps, dt, dt);
    expect_ok(tc_balance_create(b.problem, tc_source_value(b.source), &balance));
    const tc_hook hook = tc_balance_hook(balance);
    expect_ok(tc_step_run(b.problem, &choice, &hook, 1, NULL, b.v, &measure));
    expect_ok(tc_balance_update(balance));
    expect_ok(tc_field_integral(b.problem->space, b.v, &integral));
    cr_expect_gt(fabs(balance->cumulative[balance->markers]), 1e-3);
    cr_expect_lt(tc_balance_error(balance, integral), 1e-12, "%s, %d stages: %g", schemes[s],
                 b.stabilised.stages, tc_balance_error(balance, integral));
    tc_balance_destroy(&balance);
    close_bench(&b);
  }
  tc_mesh_destroy(&mesh);
}

/* The counts of a step must be those of the forecast. Boundary data and sources that do not change within a
 * step must be counted once per step. */
ParallelTest(stabilised_forcing, counts_are_those_of_the_forecast) {
  static const texts cases[] = {{"1 + t", "t", NULL, NULL},
                                {"1", "v", NULL, NULL},
                                {"x", "y", NULL, NULL},
                                {"t", NULL, "1", "v"}};
  static const bool varies[] = {true, false, false, true}, is_fixed[] = {false, false, true, false};
  tc_mesh *mesh = mesh_box(3, 3, 2, 0.1);
  for (int k = 0; k < 4; k++) {
    bench b;
    tc_counts expected = {{0}};
    tc_measurement measure = {0};
    open_bench(make_problem(world, "gradient", mesh), all_kinds, 3, &cases[k], &b);
    const double dt = 5.0 / b.largest;
    const tc_step_options choice = options_of(&b, "rkl2", 2, dt, dt);
    const int64_t stages = b.stabilised.stages;
    const tc_boundary_data *in = b.problem->system->boundary_data;
    expect_ok(tc_step_run(b.problem, &choice, NULL, 0, NULL, b.v, &measure));
    tc_forcing_count(b.input, b.stabilised.stages, &expected);
    const tc_counts *counted = &measure.ledger.count;
    cr_expect_eq(counted->boundary_data, expected.boundary_data);
    cr_expect_eq(counted->boundary_rows, expected.boundary_rows);
    cr_expect_eq(counted->source_cells, expected.source_cells);
    cr_expect_eq(counted->boundary_data, varies[k] ? stages * in->faces : 0);
    cr_expect_eq(counted->boundary_rows, (varies[k] ? stages : 1) * in->rows);
    cr_expect_eq(counted->source_cells, (is_fixed[k] ? 1 : stages) * b.problem->space->owned);
    close_bench(&b);
  }
  tc_mesh_destroy(&mesh);
}
