/* Tests of the forecast cost of multigrid cycles, term by term, for a hierarchy of two levels. With the
 * parameters of these tests every term is a short number. */
#include "model/models/cycle_cost.h"

#include <string.h>

#include "comm/exchange/strategy.h"
#include "model/approximately.h"
#include "model/step/cycle_forecast.h"
#include "model/step/missing_parameters.h"

static void fill_curve(double *curve, double small, double large) {
  for (int w = 0; w < TC_WORKING_SETS; w++) curve[w] = w == 0 ? small : large;
}

/* Returns a machine on which one byte of a level with narrow rows takes 1 s in working sets up to 1 000
 * bytes. From 2 000 bytes on, it takes 2 s. One byte of a level with wide rows takes 1 s and 3 s. */
static tc_params machine_make(void) {
  tc_params m = {.node_send_s = 11.0,
                 .node_send_Bps = 4.0,
                 .remote_send_s = 200.0,
                 .exchange_bandwidth_Bps = 0.25};
  for (int w = 0; w < TC_WORKING_SETS; w++) m.working_set_B[w] = 1000.0 * (1 + w);
  fill_curve(m.smooth4_s, 56.0, 112.0);
  fill_curve(m.smooth16_s, 152.0, 456.0);
  return m;
}

static tc_cycle_load load_make(void) {
  return (tc_cycle_load){.levels = 2,
                         .part = {{.moved_B = 1000.0, .stored_B = 1700.0, .width = 3.9},
                                  {.moved_B = 100.0, .stored_B = 300.0, .width = 10.0, .is_serial = true}},
                         .exchanges = 6,
                         .counts = {.local_messages = 6, .local_values_out = 10}};
}

/* The two levels together have a working set of 2 000 bytes, which determines the time per byte. */
Test(cycle_cost, two_levels) {
  const tc_params m = machine_make();
  const tc_cycle_load load = load_make();
  expect_near(tc_cycle_cost_s(&m, &load, 5000.0, 1), 1000 * 2.0 + 100 * (1 + 3) / 2.0);
  expect_near(tc_cycle_cost_s(&m, &load, 500.0, 1), 1000 * 2.0 + 100 * 1.0);
  expect_near(tc_cycle_cost_s(&m, &load, 5000.0, 3), 1000 * 2.0 + 3 * 100 * (1 + 3) / 2.0);
}

static double stage_s(const tc_model *model, const tc_params *m, int nodes, const tc_rank_load *load) {
  const tc_stage_cost cost = tc_model_stage_cost(model, m, nodes, load, &(tc_stage)TC_STAGE(precond));
  return tc_costs_total(&cost.own) + tc_costs_total(&cost.concurrent) + tc_costs_total(&cost.serialised);
}

/* With a solver, the working set also contains the 8 000 bytes of the product and of the vectors. */
Test(cycle_cost, cycles_of_a_solver) {
  const tc_params m = machine_make();
  tc_cycle_load cycle = load_make();
  tc_solver_load solver = {.work.cycles = 2, .cycle = &cycle};
  const tc_rank_load load = {.rows = 100, .kernel = ell, .width = 4, .solver = &solver};
  const double computing_s = 1000 * 2.0 + 100 * (1 + 3) / 2.0;
  for (int model = TC_MODEL_refined; model <= TC_MODEL_hierarchy;
       model += TC_MODEL_hierarchy - TC_MODEL_refined)
    expect_near(stage_s(tc_model_at(model), &m, 1, &load), 2 * (computing_s + 6 * 11 + 10 * 8 / 4.0));
  cycle.counts = (tc_counts){.remote_messages = 6, .remote_values_out = 10};
  expect_near(stage_s(tc_model_at(TC_MODEL_refined), &m, 2, &load),
              2 * (computing_s + 6 * 200 + 10 * 8 / 0.25));
  cr_expect(isnan(stage_s(tc_model_at(TC_MODEL_paper), &m, 2, &load)));
  solver.cycle = NULL;
  cr_expect(isnan(stage_s(tc_model_at(TC_MODEL_refined), &m, 2, &load)));
  solver.work.cycles = 0;
  cr_expect_eq(stage_s(tc_model_at(TC_MODEL_refined), &m, 2, &load), 0.0);
}

/* A parameter is reported as missing only if it is the curve for the row width of a level. */
Test(cycle_cost, missing_parameters) {
  const tc_schedule *none = tc_strategy_schedule(tc_strategy_find("none"));
  tc_params m = machine_make();
  const tc_cycle_load cycle = load_make();
  const tc_solver_load solver = {.work.cycles = 1, .cycle = &cycle};
  const tc_rank_load load = {.rows = 100, .kernel = ell, .width = 4, .solver = &solver};
  memset(m.smooth16_s, 0, sizeof m.smooth16_s);
  cr_expect(isnan(stage_s(tc_model_at(TC_MODEL_refined), &m, 1, &load)));
  const tc_missing_params missing = tc_missing_params_find(tc_model_at(TC_MODEL_refined), &m, none, 1, &load);
  cr_expect(missing.by_index[TC_PARAM_smooth16_s] && !missing.by_index[TC_PARAM_smooth4_s]);
}

/* The forecast of one cycle must be that of the slowest rank. Each rank waits until both ranks of its node
 * have sent their values to the other node. */
Test(cycle_cost, one_cycle) {
  const tc_params m = machine_make();
  tc_cycle_load cycle = load_make();
  const tc_rank_work rank[4] = {{.rows = 100},
                                {.rows = 100},
                                {.rows = 100, .node = 1},
                                {.rows = 90, .node = 1}};
  tc_workload work = {.width = 4,
                      .threads = 1,
                      .solves = true,
                      .solver.preconditioner_work.cycles = 1,
                      .cycle = &cycle,
                      .ranks = 4,
                      .rank = rank};
  const double computing_s = 1000 * 2.0 + 100 * (1 + 3) / 2.0;
  expect_near(tc_cycle_predict(&m, &work), computing_s + 6 * 11 + 10 * 8 / 4.0);
  cycle.counts = (tc_counts){.remote_messages = 6, .remote_values_out = 10};
  expect_near(tc_cycle_predict(&m, &work), computing_s + 6 * 200 + 2 * 10 * 8 / 0.25);
  work.cycle = NULL;
  cr_expect(isnan(tc_cycle_predict(&m, &work)));
  work.solver.preconditioner_work.cycles = 0;
  cr_expect_eq(tc_cycle_predict(&m, &work), 0.0);
}
