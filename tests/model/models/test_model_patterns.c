/* Tests of the model `patterns`, which computes the cost of a product from the access patterns of its
 * strategy. */
#include <math.h>
#include <string.h>

#include "comm/exchange/strategy.h"
#include "model/approximately.h"
#include "model/step/predict.h"

#define by_patterns tc_model_at(TC_MODEL_patterns)
#define refined     tc_model_at(TC_MODEL_refined)

static const tc_params machine = {
    .working_set_B = {8000},
    .row_s = {[TC_KERNEL_ell] = {{10.0}, {34.0}}},
    .pack_s = 1.0,
    .node_barrier_s = 7.0,
    .owner_test_s = 0.25,
    .pointer_s = 3.0,
    .local_read_s = 4.0,
    .private_read_s = 2.0,
    .baseline_near_read_s = 6.0,
    .baseline_near_read_operation_s = 0.5,
    .baseline_far_read_s = 1000.0,
    .coalesce_far_read_s = 100.0,
    .coalesce_far_read_operation_s = 300.0,
    .vector_near_read_s = 0.5,
    .vector_near_read_operation_s = 20.0,
    .vector_near_write_s = 0.75,
    .vector_near_write_operation_s = 30.0,
    .vector_far_read_s = 5.0,
    .vector_far_read_operation_s = 2000.0,
    .vector_far_write_s = 6.0,
    .vector_far_write_operation_s = 3000.0,
};

static tc_stage_cost price_of(const tc_rank_load *load, tc_stage stage) {
  return by_patterns->stage_cost(&machine, 2, load, &stage);
}

static tc_rank_load load_of(tc_counts counts) {
  return (tc_rank_load){.rows = 100, .kernel = TC_KERNEL_ell, .width = 4, .count = counts};
}

static void expect_transfer(tc_counts counts, tc_costs wanted) {
  const tc_rank_load load = load_of(counts);
  const tc_stage_cost price = price_of(&load, (tc_stage)TC_STAGE(transfer));
  for (int k = 0; k < TC_COST_COUNT; k++) expect_near(price.own.by_index[k], wanted.by_index[k]);
  cr_expect(tc_costs_total(&price.concurrent) == 0.0 && tc_costs_total(&price.serialised) == 0.0);
}

Test(patterns, transfers) {
  /* Reads inside the node are part of computing. */
  expect_transfer((tc_counts){.local_individual = 9}, (tc_costs){.sharing = 0.0});
  expect_transfer((tc_counts){.remote_individual = 3}, (tc_costs){.latency = 3000.0});
  expect_transfer((tc_counts){.remote_individual = 3, .remote_batches = 2},
                  (tc_costs){.latency = 300.0 + 600.0});
  expect_transfer((tc_counts){.local_blocks = 2,
                              .local_block_values = 16,
                              .remote_blocks = 1,
                              .remote_block_values = 8},
                  (tc_costs){.sharing = 8.0 + 40.0, .bandwidth = 40.0 + 2000.0});
  expect_transfer((tc_counts){.local_messages = 1,
                              .local_values_out = 4,
                              .remote_messages = 2,
                              .remote_values_out = 10},
                  (tc_costs){.sharing = 3.0 + 30.0, .bandwidth = 60.0 + 6000.0});
  expect_transfer((tc_counts){.local_messages = 0}, (tc_costs){.sharing = 0.0});
}

/* Rows cost as much as rows of private data. Each read of a value of another rank on the node adds the time
 * by which it is slower than a private read. For the strategy naive, the cost must equal that of
 * `refined`. */
Test(patterns, computing) {
  tc_rank_load load = load_of((tc_counts){.local_individual = 9, .pointer_rows = 4, .pointer_runs = 3});
  tc_stage_cost price = price_of(&load, (tc_stage)TC_STAGE(compute));
  expect_near(price.own.memory, 1000.0);
  /* A read costs an access through a pointer, plus the extra time of a value on the node, minus a private
   * read. */
  expect_near(price.own.sharing, 9 * (3.0 + 2.5 - 2.0));
  tc_params less = machine;
  less.baseline_near_read_s = 0.0;
  cr_expect(isnan(by_patterns->stage_cost(&less, 2, &load, &(tc_stage)TC_STAGE(compute)).own.sharing),
            "a parameter is unknown");
  load.count = (tc_counts){.owner_tests = 400, .shared_local = 850, .local_individual = 50};
  price = price_of(&load, (tc_stage)TC_STAGE(compute));
  const tc_stage_cost other = refined->stage_cost(&machine, 2, &load, &(tc_stage)TC_STAGE(compute));
  expect_near(price.own.sharing, other.own.sharing);
  expect_near(price.own.sharing, 100.0 + 900 * 3.0 + 50 * 2.5);
}

Test(patterns, all_else_is_refined) {
  const tc_solver_load solving = {.work = {.products = 1, .reductions = 2}};
  tc_rank_load load = load_of((tc_counts){.local_values_out = 4, .local_values = 5, .copied_values = 6});
  load.solver = &solving;
  static const tc_stage stages[] = {TC_STAGE(pack),   TC_STAGE(copy),   TC_STAGE(unpack), TC_STAGE(vector),
                                    TC_STAGE(reduce), TC_SYNC(BARRIER), TC_SYNC(GUARD)};
  for (size_t s = 0; s < sizeof stages / sizeof *stages; s++) {
    const tc_stage_cost a = by_patterns->stage_cost(&machine, 2, &load, &stages[s]),
                        b = refined->stage_cost(&machine, 2, &load, &stages[s]);
    cr_expect_eq(memcmp(&a, &b, sizeof a), 0, "stage %zu", s);
  }
}

/* The paper has no two-sided messages, so the strategies neighbour and bcs must have no forecast. */
Test(patterns, whom_it_describes) {
  for (int s = 0; s < tc_strategy_count(); s++) {
    const tc_strategy *strategy = tc_strategy_at(s);
    const bool two_sided = strcmp(strategy->name, "neighbour") == 0 || strcmp(strategy->name, "bcs") == 0;
    const tc_schedule *schedule = tc_strategy_schedule(strategy);
    const tc_rank_load load = load_of((tc_counts){.barriers = 1});
    bool known = true;
    for (int k = 0; k < schedule->stages; k++) {
      const tc_stage_cost price = price_of(&load, schedule->stage[k]);
      known = known && isfinite(tc_costs_total(&price.own));
    }
    cr_expect_eq(tc_model_supports(by_patterns, tc_strategy_traffic(strategy)), !two_sided, "%s",
                 strategy->name);
    cr_expect_eq(known, !two_sided, "%s", strategy->name);
  }
}
