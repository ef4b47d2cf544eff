#include "run/dry_run/order_study.h"

#include <math.h>

#include "base/core/memory.h"
#include "run/dry_run/dry_run.h"
#include "run/known_reads.h"
#include "run/run_case.h"
#include "run/session/session.h"

/* Sets the costs of single reads and the sizes of very small caches. The size of the last memory level is
 * unknown. */
static void know_machine(tc_machine *machine, int ranks) {
  static const double cache_B[TC_LEVELS] = {64.0, 1024.0, 16384.0, 0.0};
  set_read_costs(&machine->params);
  memcpy(machine->params.level_cache_B, cache_B, sizeof cache_B);
  machine->ranks_per_node = ranks;
}

/* The time per row in the study must be that of the slowest rank in the run. The number of cache lines of x
 * per row that miss a cache of 1024 bytes must also be that of the run. */
static void expect_worth(const tc_session *session, const tc_reuse *all, const tc_forecast *forecast,
                         const tc_order_study_result *worth) {
  const int width = session->prepared.problem->scheme->width, ranks = session->plan.world->ranks;
  double row_s = 0.0, lines = 0.0, rows = 0.0;
  for (int r = 0; r < ranks; r++) {
    row_s = fmax(row_s, forecast->phase_s[r].compute / all[r].rows);
    lines += tc_reuse_cache_misses(&all[r], tc_reuse_row_bytes(width), 1024.0);
    rows += all[r].rows;
  }
  cr_assert_gt(lines, 0.0);
  cr_assert_float_eq(worth->row_s, row_s, 1e-9 * row_s, "%g, forecast %g", worth->row_s, row_s);
  cr_assert_float_eq(worth->lines[1], lines / rows, 1e-12);
  cr_assert_leq(worth->lines[2], worth->lines[1]);
  cr_assert(isnan(worth->lines[3]) && worth->count_s > 0.0 && worth->order_s > 0.0);
}

/* The study of an ordering must give the counts and the forecast of a run with this ordering. */
static void expect_as_run(tc_world *world, const char *order, const char *kind) {
  scene s;
  tc_session session = {0};
  tc_dry_run runs = {0};
  const tc_strategy *none = tc_strategy_find("none");
  scene_make(world, &s);
  scene_set(&s, order);
  scene_set(&s, kind);
  scene_begin(&s, &session);
  set_read_costs(&session.machine.params);
  expect_ok(tc_forecasts_compute(&session.forecasts, none));
  const tc_forecast forecast = tc_forecasts_find(&session.forecasts, none)->forecast[TC_MODEL_hierarchy];
  tc_reuse *all = NULL;
  expect_ok(tc_world_gather(world, &session.forecasts.reuse, sizeof session.forecasts.reuse, &all));
  if (world->rank == 0) {
    tc_machine machine = session.machine.origin.machine;
    tc_order_study_result worth;
    know_machine(&machine, world->ranks);
    expect_ok(tc_dry_run_init(session.plan.config, NULL, &runs));
    const tc_order_study study = {runs.rows.graph, runs.curve, session.prepared.problem->scheme, world->ranks,
                                  &machine};
    const tc_layout_options choice =
        tc_config_layout(session.plan.config, session.plan.config->distribution.block_size);
    expect_ok(tc_order_study_run(&study, &choice, &worth));
    expect_worth(&session, all, &forecast, &worth);
    tc_dry_run_free(&runs);
  }
  tc_free(all);
  tc_session_close(&session);
  scene_free(&s);
}

ParallelTest(order_study, counts_what_a_run_counts) {
  expect_as_run(world, "order={method: random}", "distribution.kind=metis");
  expect_as_run(world, "order={method: metis, block: 20}", "distribution={kind: cyclic, block_size: 30}");
}

/* The machine has neither costs of reads nor sizes of caches. The numbers of cache lines and the times per
 * row must be NaN, and no ordering is the best one. */
ParallelTest(order_study, of_an_unknown_machine) {
  static const tc_machine unknown = {.ranks_per_node = 4};
  scene s;
  tc_session session = {0};
  tc_dry_run runs = {0};
  scene_make(world, &s);
  scene_begin(&s, &session);
  if (world->rank == 0) {
    tc_order_study_result worth;
    expect_ok(tc_dry_run_init(session.plan.config, NULL, &runs));
    const tc_order_study study = {runs.rows.graph, runs.curve, tc_scheme_find("two-point"), 2, &unknown};
    const tc_layout_options choice = tc_config_layout(session.plan.config, 100);
    expect_ok(tc_order_study_run(&study, &choice, &worth));
    cr_expect(isnan(worth.row_s) && isnan(worth.lines[1]));
    cr_expect_eq(tc_order_study_best(1, &worth), -1);
    tc_dry_run_free(&runs);
  }
  tc_session_close(&session);
  scene_free(&s);
}

/* The best ordering is the first one within 1 % of the shortest time. */
ParallelTest(order_study, best) {
  (void)world;
  tc_order_study_result worth[4] = {{.row_s = 2e-9},
                                    {.row_s = 1.005e-9},
                                    {.row_s = 1e-9},
                                    {.row_s = 1.02e-9}};
  cr_expect_eq(tc_order_study_best(4, worth), 1);
  cr_expect_eq(tc_order_study_best(1, worth), 0);
  worth[1].row_s = 1.02e-9;
  cr_expect_eq(tc_order_study_best(4, worth), 2);
  worth[3].row_s = NAN;
  cr_expect_eq(tc_order_study_best(4, worth), -1);
}
