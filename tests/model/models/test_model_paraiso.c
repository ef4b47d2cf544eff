/* Tests of the costs in the model `paraiso`, which are lines beta + gamma n for n FLOPs or n doubles in a
 * message. The expected values are computed by hand. */
#include "model/models/model_paraiso.h"

#include "comm/exchange/strategy.h"
#include "model/approximately.h"
#include "model/step/predict.h"

static tc_params machine_make(void) {
  return (tc_params){.fit_cg_flop_s = 1.0,
                     .fit_cg_s = 1000.0,
                     .fit_sor_flop_s = 2.0,
                     .fit_sor_s = 2000.0,
                     .fit_jacobi_flop_s = 3.0,
                     .fit_jacobi_s = 3000.0,
                     .fit_qmr_flop_s = 4.0,
                     .fit_qmr_s = 4000.0,
                     .fit_send_short_double_s = 0.5,
                     .fit_send_short_s = 10.0,
                     .fit_receive_short_double_s = 0.25,
                     .fit_receive_short_s = 20.0,
                     .fit_send_middle_double_s = 0.125,
                     .fit_send_middle_s = 30.0,
                     .fit_receive_long_double_s = 0.0625,
                     .fit_receive_long_s = 40.0};
}

static tc_stage_cost price_of(const tc_params *m, const tc_rank_load *load, tc_stage stage) {
  return tc_model_stage_cost(tc_model_at(TC_MODEL_paraiso), m, 2, load, &stage);
}

/* Without a solver, a product counts as one iteration. 10 rows of width 4 have 50 entries. */
Test(paraiso, a_step_by_hand) {
  const tc_params m = machine_make();
  const tc_counts counts = {.local_messages = 2, .local_values_out = 100, .local_values = 80};
  const tc_rank_load load = {.rows = 10, .kernel = ell, .width = 4, .count = counts};
  tc_seconds part;
  double total;
  expect_ok(tc_step_predict(tc_model_at(TC_MODEL_paraiso), &m,
                            tc_strategy_schedule(tc_strategy_find("condensed")), 1, &load, &part, &total));
  expect_near(part.compute, 2 * 50 * 1.0 + 1000);
  expect_near(part.transfer, 2 * 10 + 100 * 0.5 + 2 * 20 + 80 * 0.25);
  expect_near(total, part.compute + part.transfer);
}

/* With a solver, an iteration costs the FLOPs of its products and 12 FLOPs per row, each times gamma, plus
 * one beta. Gamma and beta depend on the class of the method. */
Test(paraiso, an_iteration_by_hand) {
  const tc_params m = machine_make();
  tc_solver_load solving = {.work = {.iterations = 1, .products = 1, .row_flops = 12},
                            .family = TC_PARAISO_BiCG};
  const tc_rank_load load = {.rows = 10, .kernel = ell, .width = 4, .solver = &solving};
  for (int family = 1; family <= 4; family++) {
    solving.family = (int[]){0, TC_PARAISO_GMRES, TC_PARAISO_SOR, TC_PARAISO_Jacobi, TC_PARAISO_QMR}[family];
    expect_near(price_of(&m, &load, (tc_stage)TC_STAGE(compute)).own.memory, family * 2 * 50.0);
    expect_near(price_of(&m, &load, (tc_stage)TC_STAGE(vector)).own.memory, family * (12 * 10 + 1000.0));
  }
  solving.work.sweeps = 3;
  expect_near(price_of(&m, &load, (tc_stage)TC_STAGE(precond)).own.memory, 4 * 3 * 50.0);
  const tc_stage_cost reduce = price_of(&m, &load, (tc_stage)TC_STAGE(reduce));
  cr_assert_eq(tc_costs_total(&reduce.own) + tc_costs_total(&reduce.serialised), 0.0);
}

/* Gamma and beta of messages depend on the class (short, middle, long) of their mean size. This machine has
 * parameters for sending middle and receiving long messages, but not for sending long ones. */
Test(paraiso, messages_by_size) {
  const tc_params m = machine_make();
  const tc_rank_load
      middle = {.count = {.remote_messages = 2, .remote_values_out = 242, .remote_values = 2002}},
      long_ones = {.count = {.remote_messages = 2, .remote_values_out = 2002, .remote_values = 2002}},
      single = {.count = {.local_individual = 3, .remote_individual = 4}}, none = {.rows = 5};
  const tc_stage transfer = TC_STAGE(transfer);
  expect_near(price_of(&m, &middle, transfer).own.latency, 2 * 30 + 242 * 0.125 + 2 * 40 + 2002 * 0.0625);
  cr_assert(isnan(price_of(&m, &long_ones, transfer).own.latency));
  expect_near(price_of(&m, &single, transfer).own.latency, 7 * (10 + 0.5 + 20 + 0.25));
  cr_assert_eq(price_of(&m, &none, transfer).own.latency, 0.0);
}

/* The gamma of sent short messages is unknown. Its upper bound follows from the condition that 120 doubles
 * take no longer than 121 doubles of the next class. This gives 10 + 120 gamma = 30 + 121 / 8. The estimate
 * is half of this bound. If the gamma of the next class is unknown too, the bound of this class is used. The
 * class of the longest messages has no bound. */
Test(paraiso, unknown_gamma_with_a_bound) {
  tc_params m = machine_make();
  const double bound = (30 + 121 * 0.125 - 10) / 120, long_s = 50 + 1001 * 0.5;
  const tc_rank_load one = {.count = {.remote_messages = 2, .remote_values_out = 100, .remote_values = 80}};
  const tc_stage transfer = TC_STAGE(transfer);
  m.fit_send_short_double_s = 0.0;
  expect_near(price_of(&m, &one, transfer).own.latency, 2 * 10 + 100 * bound / 2 + 2 * 20 + 80 * 0.25);
  cr_expect(tc_paraiso_is_estimated(&m, TC_PARAISO_SHORT, false));
  cr_expect(!tc_paraiso_is_estimated(&m, TC_PARAISO_SHORT, true));
  m.fit_send_middle_double_s = 0.0;
  cr_expect(isnan(price_of(&m, &one, transfer).own.latency));
  cr_expect(!tc_paraiso_is_estimated(&m, TC_PARAISO_SHORT, false));
  m.fit_send_long_s = 50.0;
  m.fit_send_long_double_s = 0.5;
  const double middle = (long_s - 30) / 1000, short_bound = (30 + 121 * middle - 10) / 120;
  expect_near(price_of(&m, &one, transfer).own.latency, 2 * 10 + 100 * short_bound / 2 + 2 * 20 + 80 * 0.25);
}
