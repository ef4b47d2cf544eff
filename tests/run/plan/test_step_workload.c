#include "run/plan/step_workload.h"

#include <criterion/criterion.h>

#include "comm/exchange/strategy.h"
#include "io/machine/machine_file.h"
#include "model/models/model_paraiso.h"
#include "model/step/iteration.h"
#include "run/known_reads.h"
#include "support/expect.h"

#define condensed tc_strategy_find("condensed")

/* Returns the result of a run with the strategy `condensed` on two nodes with one rank each. */
static tc_result two_ranks(tc_measurement measured[2]) {
  for (int r = 0; r < 2; r++) {
    measured[r] = (tc_measurement){.rank = r, .node = r, .rows = 1000 + r};
    measured[r].ledger.count = (tc_counts){.remote_values = 100,
                                           .remote_values_out = 100,
                                           .remote_messages = 1,
                                           .copied_values = 1000 + r,
                                           .barriers = 2};
    measured[r].reuse = (tc_reuse){.rows = 1000 + r, .lines = 200, .cold = 100};
    measured[r].excess_reuse = (tc_reuse){.rows = 1000 + r, .lines = 200, .cold = 50};
  }
  return (tc_result){.strategy = "condensed", .ranks = 2, .measured = measured};
}

/* The reads of one rank were not counted, so the model `hierarchy` must give no forecast. */
Test(forecast, who_has_not_counted_reads_has_no_price_for_them) {
  tc_measurement measured[2];
  tc_result result = two_ranks(measured);
  tc_machine machine;
  expect_ok(tc_machine_file_read("tests/support/machine.yaml", &machine));
  set_read_costs(&machine.params);
  set_access_costs(&machine.params);
  measured[1].reuse.rows = 0;
  expect_ok(tc_result_forecast(&machine.params, 16, 1, true, &result));
  cr_assert(result.forecast[TC_MODEL_refined].phase_s && !result.forecast[TC_MODEL_hierarchy].phase_s);
  tc_forecast_free(result.forecast);
}

Test(forecast, every_model_that_knows_enough_says_what_it_says_alone) {
  tc_measurement measured[2];
  tc_result result = two_ranks(measured);
  tc_machine machine;
  tc_rank_load load[2];
  tc_seconds part[2];
  double total_s;
  expect_ok(tc_machine_file_read("tests/support/machine.yaml", &machine));
  set_read_costs(&machine.params);
  set_access_costs(&machine.params);
  for (int r = 0; r < 2; r++) {
    load[r] = (tc_rank_load){.node = r,
                             .rows = 1000 + r,
                             .kernel = TC_KERNEL_ell,
                             .width = 16,
                             .count = measured[r].ledger.count,
                             .reuse = &measured[r].excess_reuse};
  }
  expect_ok(tc_result_forecast(&machine.params, 16, 1, true, &result));
  for (int m = 0; m < TC_MODEL_COUNT; m++) {
    expect_ok(tc_step_predict(tc_model_at(m), &machine.params, tc_strategy_schedule(condensed), 2, load, part,
                              &total_s));
    cr_assert(total_s > 0.0 && result.forecast[m].total_s == total_s, "%s", tc_model_at(m)->name);
    for (int r = 0; r < 2; r++)
      for (int p = 0; p < TC_PHASE_COUNT; p++)
        cr_assert_eq(result.forecast[m].phase_s[r].by_index[p], part[r].by_index[p]);
  }
  tc_forecast_free(result.forecast);
  for (int m = 0; m < TC_MODEL_COUNT; m++)
    cr_assert(result.forecast[m].phase_s == NULL && result.forecast[m].total_s == 0.0);
  tc_forecast_free(result.forecast);
}

/* A step has three products and applies a polynomial preconditioner of degree 2 once. The forecast of the
 * step must equal that of one solver iteration with the same work. */
Test(forecast, steps_that_solve_systems) {
  tc_measurement measured[2];
  tc_result result = two_ranks(measured);
  tc_result_solver solver = {.options = tc_implicit_options_default()};
  tc_machine machine;
  tc_solver_load solving[2];
  tc_rank_load load[2];
  tc_seconds part[2];
  double total_s;
  expect_ok(tc_machine_file_read("tests/support/machine.yaml", &machine));
  solver.options.solver.method = tc_method_find("qmr");
  solver.options.solver.preconditioner = tc_preconditioner_find("least_squares");
  solver.options.solver.preconditioner_options.degree = 2;
  result.solver = &solver;
  for (int r = 0; r < 2; r++) {
    const tc_work work = {.iterations = 1,
                          .products = 3,
                          .streams = 40,
                          .dots = 3,
                          .reductions = 2,
                          .row_flops = 30,
                          .preconditionings = 1};
    measured[r].ledger.work = work;
    measured[r].ledger.sweep_counts.remote_messages = 3;
    solving[r] = (tc_solver_load){.work = work,
                                  .preconditioner_work = {.streams = 11, .row_flops = 12},
                                  .sweep_counts = {.remote_messages = 3}};
    const tc_working_set run = tc_step_working_set(1, 16, &solver.options.solver);
    solving[r].between_B = run.min - tc_row_bytes(16);
    solving[r].iteration_B = run.bytes - tc_row_bytes(16);
    solving[r].family = (int)tc_paraiso_family("qmr");
    load[r] = (tc_rank_load){.node = r,
                             .rows = 1000 + r,
                             .kernel = TC_KERNEL_ell,
                             .width = 16,
                             .count = measured[r].ledger.count,
                             .solver = &solving[r]};
  }
  expect_ok(tc_result_forecast(&machine.params, 16, 1, true, &result));
  for (int m = 0; m < TC_MODEL_COUNT; m++) {
    expect_ok(tc_iteration_predict(tc_model_at(m), &machine.params, tc_strategy_schedule(condensed), 2, load,
                                   part, &total_s));
    if (!result.forecast[m].phase_s) continue;
    cr_assert_eq(result.forecast[m].total_s, total_s, "%s", tc_model_at(m)->name);
    for (int r = 0; r < 2; r++)
      cr_assert_eq(memcmp(&result.forecast[m].phase_s[r], &part[r], sizeof part[r]), 0);
  }
  cr_assert(result.forecast[TC_MODEL_refined].phase_s &&
            result.forecast[TC_MODEL_refined].phase_s[0].precond > 0.0);
  tc_forecast_free(result.forecast);
}

/* Expected traffic of vectors per row, in units of 8 bytes. Each of the stages 2 .. s moves two vectors, or
 * five if the product is stored first. The first stage and the end of the step move six together. The error
 * estimate with its norm moves seven. */
Test(forecast, vectors_of_stages) {
  const tc_strategy *fine = tc_strategy_find("fine");
  const tc_step_products none = tc_step_workload_products(condensed, 0);
  cr_assert(none.count == 0 && none.combined_B == 0.0 && none.vectors_B == 0.0);
  const tc_step_products fused = tc_step_workload_products(condensed, 8),
                         stored = tc_step_workload_products(fine, 8);
  cr_assert(fused.count == 8 && fused.combined_B == 7 * 2 + 6 && fused.vectors_B == 8.0);
  cr_assert(stored.count == 8 && stored.combined_B == 7 * 5 + 6 && stored.vectors_B == 16.0);
  const tc_step_products controlled = tc_step_workload_controlled_products(condensed, 8);
  cr_assert(controlled.count == 8 && controlled.combined_B == 7 * 2 + 13);
  cr_assert_float_eq(tc_step_workload_products(condensed, 1000).combined_B, 16.0, 0.1,
                     "232 instead of 216 bytes for a long step at width 16");
}

/* The measured counts of a result belong to a whole step, which has 4 stages with one product each. */
Test(forecast, steps_with_stages) {
  enum { stages = 4 };
  tc_measurement measured[2];
  tc_result result = two_ranks(measured);
  tc_forecast product[TC_MODEL_COUNT] = {{NULL}};
  tc_machine machine;
  tc_rank_load load[2];
  tc_seconds part[2];
  double total_s;
  expect_ok(tc_machine_file_read("tests/support/machine.yaml", &machine));
  result.stages = stages;
  for (int r = 0; r < 2; r++) {
    load[r] = (tc_rank_load){.node = r,
                             .rows = 1000 + r,
                             .kernel = TC_KERNEL_ell,
                             .width = 16,
                             .count = measured[r].ledger.count,
                             .products = tc_step_workload_products(condensed, stages)};
    for (int c = 0; c < TC_COUNT_COUNT; c++) measured[r].ledger.count.by_index[c] *= stages;
  }
  expect_ok(tc_result_forecast(&machine.params, 16, 1, true, &result));
  expect_ok(tc_result_forecast_product(&machine.params, 16, 1, &result, product));
  for (int m = 0; m < TC_MODEL_COUNT; m++) {
    if (!result.forecast[m].phase_s) continue;
    expect_ok(tc_iteration_predict(tc_model_at(m), &machine.params, tc_strategy_schedule(condensed), 2, load,
                                   part, &total_s));
    cr_assert_eq(result.forecast[m].total_s, total_s, "%s", tc_model_at(m)->name);
    cr_assert(product[m].total_s > 0.0 && stages * product[m].total_s < total_s, "%s", tc_model_at(m)->name);
  }
  cr_assert(result.forecast[TC_MODEL_refined].phase_s != NULL);
  tc_forecast_free(result.forecast);
  tc_forecast_free(product);
}

/* cg uses the vectors x, r, volumes, z, p and q. The working set of a product already contains two vectors,
 * so cg adds four. */
Test(forecast, what_a_rank_does) {
  tc_solver_options choice = tc_implicit_options_default().solver;
  tc_working_set run = tc_step_working_set(100, 16, NULL);
  cr_assert(run.bytes == 22400.0 && run.width == 16 && !run.vectors && !run.sweeps);
  choice.method = tc_method_find("cg");
  run = tc_step_working_set(100, 16, &choice);
  cr_assert(run.bytes == 22400.0 + 100 * 4 * 8 && run.width == 16 && run.vectors && !run.sweeps);
  choice.preconditioner = tc_preconditioner_find("ssor");
  run = tc_step_working_set(100, 16, &choice);
  cr_assert(run.bytes == 22400.0 + 100 * (4 * 8 + 200) && run.sweeps,
            "the triangular factors are one more matrix");
  choice.method = tc_method_find("bicg");
  cr_assert_gt(tc_step_working_set(100, 16, &choice).bytes, run.bytes + 2 * 20000.0,
               "the adjoint has two more factors");
  choice.preconditioner = tc_preconditioner_find("none");
  choice.method = tc_method_find("sor");
  cr_assert(tc_step_working_set(100, 16, &choice).sweeps);
  choice.method = tc_method_find("cg");
  choice.preconditioner = tc_preconditioner_find("neumann");
  choice.preconditioner_options.degree = 3;
  run = tc_step_working_set(100, 16, &choice);
  cr_assert_eq(4.0 * (run.min - 22400.0), run.bytes - 22400.0, "four products in an iteration");
  choice.preconditioner = tc_preconditioner_find("none");
  choice.method = tc_method_find("gmres");
  choice.method_options.restart = 30;
  const double many = tc_step_working_set(100, 16, &choice).bytes;
  choice.method_options.restart = 50;
  cr_assert_eq(tc_step_working_set(100, 16, &choice).bytes, many + 100 * 10 * 8,
               "half of the basis on average");
  choice.method = NULL;
  cr_assert_gt(tc_step_working_set(100, 16, &choice).bytes, 22400.0);
}

/* For several pairs of method and preconditioner, the range of the working set must extend from the smallest
 * lower limit to the largest size. */
Test(forecast, what_several_runs_do) {
  tc_solver_options choice = tc_implicit_options_default().solver;
  const tc_method *cg = tc_method_find("cg"), *bicg = tc_method_find("bicg");
  tc_solver_set set = tc_solver_set_single(cg, tc_preconditioner_find("none"));
  set.methods |= tc_solver_set_single(bicg, choice.preconditioner).methods;
  set.preconditioners |= tc_solver_set_single(cg, tc_preconditioner_find("ssor")).preconditioners;
  const tc_working_set all = tc_step_working_sets(100, 16, &choice, set);
  cr_assert(all.width == 16 && all.vectors && all.sweeps);
  choice.method = cg;
  choice.preconditioner = tc_preconditioner_find("none");
  cr_assert_eq(all.min, tc_step_working_set(100, 16, &choice).min);
  choice.method = bicg;
  choice.preconditioner = tc_preconditioner_find("ssor");
  cr_assert_eq(all.bytes, tc_step_working_set(100, 16, &choice).bytes);
}

Test(forecast, a_model_that_lacks_something_says_nothing) {
  tc_measurement measured[2];
  tc_result result = two_ranks(measured);
  const tc_params lone = {.private_bandwidth_Bps = 1e10, .cache_line_B = 64.0};
  expect_ok(tc_result_forecast(&lone, 16, 1, true, &result));
  for (int m = 0; m < TC_MODEL_COUNT; m++)
    cr_assert_null(result.forecast[m].phase_s, "%s", tc_model_at(m)->name);
  tc_params net = lone;
  net.remote_bandwidth_Bps = 1e9;
  net.remote_latency_s = 1e-6;
  expect_ok(tc_result_forecast(&net, 16, 1, true, &result));
  cr_assert_not_null(result.forecast[TC_MODEL_paper].phase_s);
  cr_assert_null(result.forecast[TC_MODEL_refined].phase_s);
  tc_forecast_free(result.forecast);
}

/* The format of the matrix must change the forecast. Exceptions are strategies that read remote values during
 * the product, and the model paraiso, which counts operations only. */
Test(forecast, the_storage_of_the_matrix) {
  const tc_format *const other = tc_format_find("ell16");
  tc_measurement measured[2];
  tc_result first = two_ranks(measured), second = first;
  tc_machine machine;
  cr_assert_eq(tc_strategy_storage(condensed, NULL), tc_format_at(0));
  cr_assert_eq(tc_strategy_storage(condensed, other), other);
  cr_assert_eq(tc_strategy_storage(tc_strategy_find("fine"), other), tc_format_at(0));
  expect_ok(tc_machine_file_read("tests/support/machine.yaml", &machine));
  set_read_costs(&machine.params);
  set_access_costs(&machine.params);
  expect_ok(tc_result_forecast(&machine.params, 16, 1, true, &first));
  second.storage = other;
  expect_ok(tc_result_forecast(&machine.params, 16, 1, true, &second));
  for (int m = 0; m < TC_MODEL_COUNT; m++)
    if (m != TC_MODEL_paraiso)
      cr_assert_lt(second.forecast[m].total_s, first.forecast[m].total_s, "%s", tc_model_at(m)->name);
  cr_assert_eq(second.forecast[TC_MODEL_paraiso].total_s, first.forecast[TC_MODEL_paraiso].total_s);
  tc_forecast_free(first.forecast);
  tc_forecast_free(second.forecast);
}

/* The model paraiso has separate parameters for each method. In this machine a FLOP of jacobi takes three
 * times as long as a FLOP of cg. */
Test(forecast, lines_are_fitted_by_method) {
  static const char *const names[] = {"cg", "jacobi"};
  tc_machine machine;
  double total_s[2];
  expect_ok(tc_machine_file_read("tests/support/machine.yaml", &machine));
  machine.params.fit_jacobi_flop_s = 3.0 * machine.params.fit_cg_flop_s;
  machine.params.fit_cg_s = machine.params.fit_jacobi_s = 1e-15;
  for (int i = 0; i < 2; i++) {
    tc_measurement measured[2];
    tc_result result = two_ranks(measured);
    tc_result_solver solver = {.options.solver.method = tc_method_find(names[i]),
                               .options.solver.preconditioner = tc_preconditioner_find("none")};
    for (int r = 0; r < 2; r++) {
      measured[r].ledger.count = (tc_counts){0};
      measured[r].ledger.work = (tc_work){.iterations = 1, .products = 1, .row_flops = 12};
    }
    result.solver = &solver;
    expect_ok(tc_result_forecast(&machine.params, 16, 1, true, &result));
    total_s[i] = result.forecast[TC_MODEL_paraiso].total_s;
    tc_forecast_free(result.forecast);
  }
  cr_assert_gt(total_s[0], 0.0);
  cr_assert_float_eq(total_s[1] / total_s[0], 3.0, 1e-6);
}
