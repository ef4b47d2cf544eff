#include "run/dry_run/dry_run_cases.h"

#include "run/plan/step_workload.h"
#include "run/run_case.h"

typedef struct asked {
  tc_dry_run runs;
  tc_dry_run_machine machine;
  tc_results results;
  tc_params first;
  tc_config *config;
} asked;

static void make(scene *s, const tc_dry_run_cases *sweep, asked *a) {
  *a = (asked){0};
  expect_ok(tc_run_options_read_config(&s->choice, s->world, &a->config));
  expect_ok(tc_machine_lookup_file(KNOWN_MACHINE, NULL, &a->machine.origin));
  expect_ok(tc_dry_run_init(a->config, &s->log, &a->runs));
  expect_ok(tc_dry_run_cases_run(sweep, &a->runs, &a->machine, &a->results, &a->first));
}

static void release(asked *a) {
  tc_results_free(&a->results);
  tc_dry_run_machine_free(&a->machine);
  tc_dry_run_free(&a->runs);
  tc_config_destroy(&a->config);
}

/* Block size 0 means one block per rank. With 216 cells, blocks have 108 rows on 2 ranks, 54 on 4 and 27 on
 * 8. The list also contains 54, which must not give a second case. */
ParallelTest(imagined_sweep, every_combination_comes_once_and_in_order) {
  const tc_strategy *strategy[] = {tc_strategy_find("condensed"), tc_strategy_find("fine")};
  static const struct {
    int32_t nodes, ranks_per_node, block_size;
  } wanted[] = {{1, 2, 10}, {1, 2, 54}, {1, 2, 108}, {1, 4, 10}, {1, 4, 54},
                {2, 2, 10}, {2, 2, 54}, {2, 4, 10},  {2, 4, 54}, {2, 4, 27}};
  const tc_dry_run_cases sweep = {{2, {1, 2}}, {2, {2, 4}}, {3, {10, 54, 0}}, 2, strategy};
  enum { shapes = sizeof wanted / sizeof *wanted };
  scene s;
  asked a;
  scene_make(world, &s);
  scene_set(&s, "distribution.kind=cyclic");
  make(&s, &sweep, &a);
  cr_assert_eq(a.results.count, 2 * shapes);
  for (int i = 0; i < 2 * shapes; i++) {
    const tc_result *r = &a.results.result[i];
    cr_assert_str_eq(r->strategy, strategy[i % 2]->name);
    cr_assert(r->nodes == wanted[i / 2].nodes && r->ranks_per_node == wanted[i / 2].ranks_per_node, "%d", i);
    cr_assert_eq(r->block_size, wanted[i / 2].block_size, "%d: blocks of %d", i, (int)r->block_size);
    cr_assert_eq(r->ranks, r->nodes * r->ranks_per_node);
    cr_assert(r->dry_run && r->forecast[TC_MODEL_paper].phase_s && r->forecast[TC_MODEL_refined].phase_s);
  }
  cr_assert(scene_said(&s, "12 of 12: 2 nodes x 4 ranks"), "%s", s.said);
  release(&a);
  scene_free(&s);
}

/* The forecast of a case must use the machine parameters for its number of ranks per node and for the working
 * set of its largest rank. */
ParallelTest(imagined_sweep, a_forecast_is_that_of_the_shape_alone) {
  const tc_strategy *strategy[] = {tc_strategy_find("block")};
  const tc_dry_run_cases sweep = {{2, {1, 3}}, {2, {1, 2}}, {1, {10}}, 1, strategy};
  scene s;
  asked a;
  scene_make(world, &s);
  scene_set(&s, "distribution.kind=cyclic");
  make(&s, &sweep, &a);
  for (int i = 0; i < 4; i++) {
    tc_result *r = &a.results.result[i], alone = *r;
    int32_t rows = 0;
    memset(alone.forecast, 0, sizeof alone.forecast);
    for (int k = 0; k < r->ranks; k++) rows = r->measured[k].rows > rows ? r->measured[k].rows : rows;
    const tc_params params =
        tc_run_machine_params(&a.machine.origin.machine, r->ranks_per_node, rows * tc_row_bytes(16));
    expect_ok(tc_result_forecast(&params, 16, 1, true, &alone));
    for (int m = 0; m < TC_MODEL_COUNT; m++) cr_assert_eq(alone.forecast[m].total_s, r->forecast[m].total_s);
    if (i == 0) cr_assert_eq(memcmp(&a.first, &params, sizeof params), 0);
    tc_forecast_free(alone.forecast);
  }
  release(&a);
  scene_free(&s);
}

/* The mesh has 216 cells. The cases with 217 and 218 ranks fail, but the case with 1 rank must have its
 * forecasts. */
ParallelTest(imagined_sweep, what_fails_keeps_no_other_from_being_told) {
  const tc_strategy *strategy[] = {tc_strategy_find("condensed"), tc_strategy_find("fine")};
  const tc_dry_run_cases sweep = {{3, {217, 1, 218}}, {1, {1}}, {1, {10}}, 2, strategy};
  scene s;
  asked a;
  scene_make(world, &s);
  make(&s, &sweep, &a);
  cr_assert_eq(a.results.count, 2);
  cr_assert(a.results.result[0].ranks == 1 && a.results.result[1].forecast[0].phase_s);
  cr_assert_gt(a.first.private_bandwidth_Bps, 0.0);
  cr_assert_eq(a.results.failures, 2);
  for (int i = 0; i < 2; i++) {
    const tc_failure *f = &a.results.failure[i];
    cr_assert(f->nodes == 217 + i && f->ranks == 217 + i && f->block_size == 10);
    cr_assert_not_null(strstr(f->reason, i == 0 ? "217 ranks are more" : "218 ranks are more"), "%s",
                       f->reason);
  }
  release(&a);
  scene_free(&s);
}

ParallelTest(imagined_sweep, where_all_fail_the_first_is_the_error) {
  const tc_strategy *strategy[] = {tc_strategy_find("condensed")};
  const tc_dry_run_cases sweep = {{2, {217, 218}}, {1, {1}}, {1, {10}}, 1, strategy};
  scene s;
  asked a = {0};
  scene_make(world, &s);
  expect_ok(tc_run_options_read_config(&s.choice, world, &a.config));
  expect_ok(tc_machine_lookup_file(KNOWN_MACHINE, NULL, &a.machine.origin));
  expect_ok(tc_dry_run_init(a.config, &s.log, &a.runs));
  expect_error(tc_dry_run_cases_run(&sweep, &a.runs, &a.machine, &a.results, &a.first), TC_USAGE,
               "217 ranks");
  cr_assert(a.results.count == 0 && a.results.failures == 2);
  release(&a);
  scene_free(&s);
}
