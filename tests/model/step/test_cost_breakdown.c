#include "model/models/model_paper.h"
#include "model/step/cost_breakdown.h"

#include <math.h>

#include "comm/exchange/strategy.h"
#include "model/approximately.h"

#define paper   tc_model_at(TC_MODEL_paper)
#define refined tc_model_at(TC_MODEL_refined)

/* Machine on which a byte takes 1 s in memory and 2 s between nodes. A row of width 4 then takes 72 s, and a
 * single read 64 s. */
static const tc_params slow = {.private_bandwidth_Bps = 1.0,
                               .remote_bandwidth_Bps = 0.5,
                               .remote_latency_s = 1000.0,
                               .cache_line_B = 64.0};

static const tc_schedule *schedule_of(const char *strategy) {
  return tc_strategy_schedule(tc_strategy_find(strategy));
}

static tc_costs costs_of(const tc_model *model, const tc_params *machine, const char *strategy, int ranks,
                         const tc_rank_load *load) {
  tc_costs costs;
  expect_ok(tc_costs_compute(model, machine, schedule_of(strategy), ranks, load, &costs));
  return costs;
}

static double sum_of(tc_costs costs) { return tc_costs_total(&costs); }

static double step_of(const char *strategy, int ranks, const tc_rank_load *load) {
  tc_seconds part[8];
  double total;
  expect_ok(tc_step_predict(paper, &slow, schedule_of(strategy), ranks, load, part, &total));
  return total;
}

Test(limit, names) {
  static const char *const names[] = {"memory", "imbalance", "sharing", "latency", "bandwidth", "forcing"};
  const tc_costs costs = {{1, 2, 3, 4, 5, 6}};
  tc_costs sum = costs;
  cr_assert_eq(TC_COST_COUNT, 6);
  for (int c = 0; c < TC_COST_COUNT; c++) {
    cr_assert_str_eq(tc_cost_name(c), names[c]);
    cr_assert_eq(costs.by_index[c], c + 1);
  }
  cr_assert(costs.imbalance == 2 && costs.bandwidth == 5);
  cr_assert_eq(tc_costs_total(&costs), 21.0);
  tc_costs_add(&sum, 2.0, &costs);
  for (int c = 0; c < TC_COST_COUNT; c++) cr_assert_eq(sum.by_index[c], 3 * (c + 1));
}

Test(limit, largest) {
  for (int c = 0; c < TC_COST_COUNT; c++) {
    tc_costs costs = {{1, 1, 1, 1, 1, 1}};
    costs.by_index[c] = 2;
    cr_assert_eq(tc_costs_largest(&costs), c);
  }
}

/* `memory` is the mean over the ranks of computing, packing, copying and unpacking. `imbalance` is the excess
 * of the slowest rank over this mean. */
Test(limit, memory_and_imbalance) {
  const tc_rank_load load[2] =
      {{.rows = 10, .kernel = ell, .width = 4, .count.copied_values = 10}, /* computes 720 s, copies 160 s */
       {.rows = 10,
        .kernel = ell,
        .width = 4,
        .count = {.remote_values_out = 11, .remote_values = 5}}}; /* computes 720, packs 220, unpacks 380 s */
  const tc_costs costs = costs_of(paper, &slow, "condensed", 2, load);
  expect_near(costs.memory, (880 + 1320) / 2.0);
  expect_near(costs.imbalance, 1320 - 1100.0);
}

/* Ranks with equal loads have no imbalance except rounding errors. */
Test(limit, no_imbalance) {
  tc_rank_load load[7];
  for (int ranks = 1; ranks <= 7; ranks++) {
    for (int r = 0; r < ranks; r++) load[r] = (tc_rank_load){.rows = 1234567, .kernel = ell, .width = 16};
    const tc_params machine = {.private_bandwidth_Bps = 3e9};
    const tc_costs costs = costs_of(paper, &machine, "condensed", ranks, load);
    cr_assert(costs.imbalance >= 0.0 && costs.imbalance < 1e-12 * costs.memory, "%d ranks: %g", ranks,
              costs.imbalance);
    cr_assert(costs.sharing == 0.0 && costs.latency == 0.0 && costs.bandwidth == 0.0);
  }
}

/* Single reads inside the node belong to `sharing`, although they happen during computing. The largest value
 * of a rank counts. */
Test(limit, sharing) {
  const tc_rank_load reading[2] = {{.rows = 10, .kernel = ell, .width = 4, .count = {.local_individual = 3}},
                                   {.rows = 10, .kernel = ell, .width = 4, .count = {.local_individual = 2}}},
                     sending[2] = {{.rows = 10, .kernel = ell, .width = 4, .count = {.local_values_out = 2}},
                                   {.rows = 10, .kernel = ell, .width = 4, .count = {.local_values_out = 1}}};
  tc_costs costs = costs_of(paper, &slow, "fine", 2, reading);
  expect_near(costs.memory, 720.0);
  expect_near(costs.sharing, 3 * 64.0);
  costs = costs_of(paper, &slow, "condensed", 2, sending);
  expect_near(costs.memory, 720 + 30.0);
  expect_near(costs.sharing, 2 * 16.0);
}

/* Costs between nodes are summed over the ranks of a node. `latency` and `bandwidth` must each be that of the
 * node with the largest sum, in any order of the ranks. */
Test(limit, network) {
  const tc_rank_load load[4] =
      {{.rows = 1, .kernel = ell, .width = 4, .count = {.remote_messages = 2, .remote_values_out = 3}},
       {.rows = 1, .kernel = ell, .width = 4, .count = {.remote_messages = 1, .remote_values_out = 4}},
       {.node = 1,
        .rows = 1,
        .kernel = ell,
        .width = 4,
        .count = {.remote_messages = 1, .remote_values_out = 20}},
       {.node = 1, .rows = 1, .kernel = ell, .width = 4, .count = {.remote_messages = 1}}};
  static const int orders[3][4] = {{0, 1, 2, 3}, {2, 0, 3, 1}, {3, 2, 1, 0}};
  for (int o = 0; o < 3; o++) {
    tc_rank_load mixed[4];
    for (int r = 0; r < 4; r++) mixed[r] = load[orders[o][r]];
    const tc_costs costs = costs_of(paper, &slow, "condensed", 4, mixed);
    expect_near(costs.latency, 3 * 1000.0);  /* sum of node 0, larger than the 2 * 1000 s of node 1 */
    expect_near(costs.bandwidth, 20 * 16.0); /* sum of node 1, larger than the 7 * 16 s of node 0 */
  }
}

Test(limit, single_reads_are_each_rank_s_own) {
  const tc_rank_load load[2] = {{.rows = 1, .kernel = ell, .width = 4, .count = {.remote_individual = 5}},
                                {.rows = 1, .kernel = ell, .width = 4, .count = {.remote_individual = 7}}};
  const tc_costs costs = costs_of(paper, &slow, "fine", 2, load);
  expect_near(costs.latency, 7 * 1000.0);
  cr_assert_eq(costs.bandwidth, 0.0);
}

/* If all ranks have equal loads, the costs add up to the forecast of the step for every strategy. */
Test(limit, costs_of_equal_ranks_are_the_step) {
  static const struct {
    const char *strategy;
    tc_counts counts;
  } cases[] = {{"none", {.by_index = {0}}},
               {"fine", {.local_individual = 9, .remote_individual = 4}},
               {"block", {.local_block_values = 30, .remote_blocks = 2, .remote_block_values = 11}},
               {"condensed",
                {.local_values_out = 5,
                 .remote_values_out = 6,
                 .remote_messages = 2,
                 .local_values = 5,
                 .remote_values = 6,
                 .copied_values = 10}}};
  tc_rank_load load[4];
  for (int c = 0; c < 4; c++) {
    for (int r = 0; r < 4; r++)
      load[r] =
          (tc_rank_load){.node = r / 2, .rows = 10, .kernel = ell, .width = 4, .count = cases[c].counts};
    expect_near(sum_of(costs_of(paper, &slow, cases[c].strategy, 4, load)),
                step_of(cases[c].strategy, 4, load));
  }
}

/* With unequal loads, the sum of the costs is only about the forecast of the step. Each kind of cost is taken
 * from its own worst rank or node, but a step is as long as that of the slowest rank. */
Test(limit, costs_of_uneven_ranks_are_about_the_step) {
  const tc_rank_load load[4] =
      {{.rows = 20,
        .kernel = ell,
        .width = 4,
        .count = {.local_values_out = 3, .remote_values_out = 4, .remote_messages = 1}},
       {.rows = 10, .kernel = ell, .width = 4, .count = {.local_values = 3, .copied_values = 4}},
       {.node = 1, .rows = 15, .kernel = ell, .width = 4, .count = {.remote_values = 4, .copied_values = 15}},
       {.node = 1, .rows = 12, .kernel = ell, .width = 4, .count = {.copied_values = 12}}};
  const double sum = sum_of(costs_of(paper, &slow, "condensed", 4, load)),
               step = step_of("condensed", 4, load);
  cr_assert(fabs(sum / step - 1.0) < 0.2, "%g and %g", sum, step);
}

/* A step that solves systems has the costs of all its products, and `memory` includes the vector operations
 * of the solver. */
Test(limit, solvers) {
  const tc_solver_load solving = {.work = {.products = 3, .adjoint_products = 2, .streams = 7}};
  const tc_counts counts = {.local_values_out = 3, .remote_values_out = 4, .remote_messages = 1};
  const tc_rank_load
      once[2] = {{.rows = 20, .kernel = ell, .width = 4, .count = counts},
                 {.node = 1, .rows = 20, .kernel = ell, .width = 4, .count = counts}},
      often[2] = {{.rows = 20, .kernel = ell, .width = 4, .count = counts, .solver = &solving},
                  {.node = 1, .rows = 20, .kernel = ell, .width = 4, .count = counts, .solver = &solving}};
  const tc_costs product = costs_of(paper, &slow, "condensed", 2, once),
                 step = costs_of(paper, &slow, "condensed", 2, often);
  expect_near(step.latency, 5.0 * product.latency);
  expect_near(step.bandwidth, 5.0 * product.bandwidth);
  expect_near(step.sharing, 5.0 * product.sharing);
  expect_near(step.memory, 5.0 * product.memory + 7 * 20 * 8.0);
}

/* In the model `refined`, rows through pointers and barriers belong to `sharing`, and messages to
 * `latency`. */
Test(limit, refined_model) {
  tc_params m = {.remote_latency_s = 1000.0,
                 .exchange_bandwidth_Bps = 0.5,
                 .message_s = 300.0,
                 .node_barrier_s = 7.0,
                 .remote_barrier_s = 40.0,
                 .pack_s = 3.0,
                 .unpack_s = 5.0,
                 .working_set_B = {1, 2, 3, 4, 5, 6, 7}};
  for (int w = 0; w < TC_WORKING_SETS; w++) {
    for (int width = 0; width < TC_WIDTHS; width++) {
      m.row_s[TC_KERNEL_ell][width][w] = 10.0;
      m.row_s[TC_KERNEL_pointer][width][w] = 14.0;
    }
    m.copy_s[w] = 2.0;
  }
  const tc_rank_load reads[2] =
      {{.rows = 50, .kernel = ell, .width = 4, .count = {.pointer_rows = 6, .remote_individual = 1}},
       {.node = 1, .rows = 50, .kernel = ell, .width = 4}},
                     puts[2] = {{.rows = 50,
                                 .kernel = ell,
                                 .width = 4,
                                 .count = {.remote_values_out = 9, .remote_messages = 2}},
                                {.node = 1, .rows = 50, .kernel = ell, .width = 4}};
  tc_costs costs = costs_of(refined, &m, "fine", 2, reads);
  expect_near(costs.memory, 500.0);
  expect_near(costs.sharing, 6 * 4 + 2 * 47.0);
  expect_near(costs.latency, 1000.0);
  costs = costs_of(refined, &m, "condensed", 2, puts);
  expect_near(costs.memory, (500 + 527) / 2.0);
  expect_near(costs.imbalance, 13.5);
  expect_near(costs.sharing, 47.0);
  expect_near(costs.latency, 600.0);
  expect_near(costs.bandwidth, 9 * 16.0);
}

/* Forcing is a separate kind of cost, given in measured seconds. The forcing may increase the imbalance of
 * the ranks or compensate it. */
Test(limit, what_is_prescribed) {
  tc_rank_load load[2] = {{.rows = 10, .width = 4, .forcing_s = {.boundary = 30.0}},
                          {.rows = 10, .width = 4, .forcing_s = {.boundary = 10.0, .source = 100.0}}};
  tc_costs costs = costs_of(paper, &slow, "none", 2, load);
  expect_near(costs.memory, 720.0);
  expect_near(costs.forcing, (30 + 110) / 2.0);
  expect_near(costs.imbalance, 110 - 70.0);
  load[0].rows = 11; /* 11 rows and forcing take 792 + 30 s on rank 0, and 720 + 110 s on rank 1 */
  costs = costs_of(paper, &slow, "none", 2, load);
  expect_near(costs.imbalance, 830 - 826.0);
  expect_near(sum_of(costs), step_of("none", 2, load));
}
