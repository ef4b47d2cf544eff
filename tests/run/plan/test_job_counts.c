#include "run/plan/job_counts.h"

#include <math.h>

#include "support/expect.h"

static const char text[] = "mesh: {file: m}\ninitial: \"1\"\ntime: {steps: 1000, dt: 0.1}\n"
                           "snapshots: {file: s.h5, every: 250}\nhistory: {file: h.csv, every: 100}\n"
                           "checkpoint: {file: c.h5, every: 300}\nprobes: [[0, 0, 0], [1, 0, 0]]\n";

static void count_job(int overrides, const char *const *override, const tc_job_numbers *numbers,
                      tc_config **config, tc_job_counts *out) {
  const tc_mesh_counts mesh = {2000, 10000, 500};
  const tc_mesh_input_bytes files = {.text = 1e6, .files = 3};
  tc_footprint_run run;
  expect_ok(tc_config_parse("c.yaml", text, overrides, override, config));
  tc_memory_requirements_input(*config, NULL, &mesh, 8, 64, &run);
  tc_job_counts_set(*config, &run, &files, numbers, out);
}

Test(job_counts, whole_run) {
  const tc_job_numbers numbers =
      {.nodes = 2, .threads = 1, .rows = 1300, .ghosts = 90, .peers = 5, .steps = 1000};
  tc_config *config = NULL;
  tc_job_counts c;
  count_job(0, NULL, &numbers, &config, &c);
  cr_expect(c.cells == 10000 && c.vertices == 2000 && c.faces == 500 && c.text_B == 1e6 && c.files == 3);
  cr_expect(c.ranks == 8 && c.nodes == 2 && c.rows == 1300 && c.ghosts == 90 && c.peers == 5 &&
            c.moved == 5000);
  cr_expect(c.steps == 1000 && c.snapshots == 4 && c.checkpoints == 4 && c.history_rows == 10);
  cr_expect_eq(c.checks, 10 + 2, "every 100 steps, and before the snapshots of steps 250 and 750: %d",
               (int)c.checks);
  cr_expect(c.has_snapshot_file && c.snapshot_fields == 1 && c.history_points == 2 && c.tries_formats);
  cr_expect(c.checkpoint_B == 8.0 * 10000 && c.partitions && c.uses_machine && !c.measures_machine);
  cr_expect_str_eq(c.scheme, "gradient");
  tc_config_destroy(&config);
}

/* A stabilised method needs few steps, but many products. The numbers of trials and of products of the search
 * for a stable step must be counted too. */
Test(job_counts, stages) {
  static const char *const few[] = {"time.method=rkl2", "time.steps=20", "storage=null"};
  const tc_stable_step unknown = {.products = 60},
                       euler = {.trials = 2,
                                .stabilisation = 0.3,
                                .products = 1600,
                                .response.products = 800},
                       stable = {.trials = 3, .stages = 15, .products = 900, .response.products = 30},
                       cached = {.trials = 4, .stages = 15, .stabilisation = 1, .cached_products = 700};
  tc_job_numbers numbers = {.nodes = 1, .rows = 10000, .steps = 20};
  tc_config *config = NULL;
  tc_job_counts c;
  count_job(3, few, &numbers, &config, &c);
  cr_expect(c.stages == 0 && !c.tries_formats);
  tc_config_destroy(&config);
  numbers.stages = 15;
  count_job(3, few, &numbers, &config, &c);
  cr_expect(c.stages == 15 && c.tries_formats && c.steps == 20 && c.search_products == 0);
  cr_expect_eq(c.checks, 20, "after every step: %d", (int)c.checks);
  tc_job_counts_set_search(&unknown, false, &c);
  cr_expect(c.search_products == 0 && c.searches);
  tc_job_counts_set_search(&euler, false, &c);
  cr_expect(c.search_products == 1600 && c.response_products == 800 && c.searches && c.trials == 2);
  tc_job_counts_set_search(&stable, false, &c);
  cr_expect(c.search_products == 900 && c.response_products == 30 && c.searches && c.trials == 3);
  tc_job_counts_set_search(&stable, true, &c);
  cr_expect(!c.searches && c.trials == 1);
  tc_job_counts_set_search(&cached, true, &c);
  cr_expect(!c.searches && c.trials == 2);
  tc_job_counts_set_search(&cached, false, &c);
  cr_expect(c.searches && c.search_products == 700 && c.trials == 4, "a job on a machine with another cache");
  tc_config_destroy(&config);
}

Test(job_counts, resumed_run) {
  const tc_job_numbers numbers = {.nodes = 1, .steps = 1000, .resume_step = 600, .adds_snapshots = true};
  tc_config *config = NULL;
  tc_job_counts c;
  count_job(0, NULL, &numbers, &config, &c);
  cr_expect(c.steps == 400 && c.snapshots == 2 && c.checkpoints == 2 && c.history_rows == 4);
  cr_expect(c.has_snapshot_file && c.axis_values == 0 && c.moved == 0);
  tc_job_counts_set_steps(config, &numbers, 700, &c);
  cr_expect(c.steps == 100 && c.snapshots == 1 && c.history_rows == 1, "a part of the remaining steps");
  tc_job_counts_set_steps(config, &numbers, 600, &c);
  cr_expect(c.steps == 0 && c.snapshots == 0 && c.checkpoints == 0 && c.history_rows == 0 && c.checks == 0);
  tc_config_destroy(&config);
}

Test(job_counts, no_outputs) {
  static const char *const none[] = {"snapshots=null", "history=null", "checkpoint=null",
                                     "probes=[]",      "storage=ell",  "machine=none"};
  const tc_job_numbers numbers = {.nodes = 1, .steps = 1000};
  tc_config *config = NULL;
  tc_job_counts c;
  count_job(6, none, &numbers, &config, &c);
  cr_expect(c.snapshots == 0 && c.checkpoints == 0 && c.history_rows == 0 && c.checks == 10);
  cr_expect(!c.has_snapshot_file && !c.tries_formats && !c.uses_machine);
  tc_config_destroy(&config);
}

typedef struct check_case {
  const char *override[2];
  int64_t resume_step, steps, checks;
} check_case;

/* Returns the number of checks of the watchdog, counted step by step. Several reasons for a check after one
 * step count once. */
static int64_t count_by_steps(const tc_config *c, int64_t from, int64_t last) {
  int64_t checks = 0;
  for (int64_t step = from + 1; step <= last; step++) {
    const bool is_checked =
        step % 100 == 0 || step == last || c->time.method->stabilised ||
        (c->snapshots.file && c->snapshots.every > 0 && step % c->snapshots.every == 0) ||
        (c->checkpoint.file && c->checkpoint.every > 0 && step % c->checkpoint.every == 0);
    checks += is_checked + (c->time.steady > 0.0 && (step % 100 == 0 || step == last));
  }
  return checks;
}

/* Outputs and the watchdog share one check after a step. */
Test(job_counts, checks) {
  static const check_case cases[] = {
      {{"snapshots.every=300", "checkpoint.every=300"}, 0, 3000, 30},
      {{"snapshots.every=30", "checkpoint.every=70"}, 0, 2100, 20 + 69 + 29 - 6 - 9 - 2 + 1},
      {{"snapshots.every=7", "checkpoint.every=13"}, 450, 999, 0},
      {{"snapshots.every=null", "checkpoint.every=1000000007"}, 0, 250, 3},
      {{"snapshots.every=1", "checkpoint.every=1"}, 10, 50, 40},
      {{"snapshots=null", "checkpoint=null"}, 0, 250, 3},
      {{"time.steady=1e-3", "snapshots.every=250"}, 0, 1000, 22},
      {{"time.method=rkl2", "snapshots.every=250"}, 0, 1000, 1000},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const check_case *one = &cases[k];
    const tc_job_numbers numbers = {.nodes = 1, .resume_step = one->resume_step, .steps = one->steps};
    tc_config *config = NULL;
    tc_job_counts c;
    count_job(2, one->override, &numbers, &config, &c);
    cr_expect_eq(c.checks, count_by_steps(config, one->resume_step, one->steps), "case %zu: %d", k,
                 (int)c.checks);
    if (one->checks) cr_expect_eq(c.checks, one->checks, "case %zu: %d", k, (int)c.checks);
    tc_config_destroy(&config);
  }
}

/* Steps take 1 s, and checkpoints are due every 50 s. The forecast must count about one checkpoint per 50
 * steps, plus one at the end. */
Test(job_counts, checkpoints_by_time) {
  static const char *const timed[] = {"checkpoint.every=null", "checkpoint.seconds=50"};
  const tc_job_numbers numbers = {.nodes = 1, .threads = 1, .rows = 1250, .steps = 1000};
  const tc_params machine = {.run_B = 0.0};
  tc_config *config = NULL;
  tc_job_counts c;
  tc_job_forecast forecast;
  count_job(2, timed, &numbers, &config, &c);
  cr_expect_eq(c.checkpoints, 1);
  c.step_s = 1.0;
  c.product_s = 0.1;
  tc_job_counts_forecast(config, &machine, true, &c, &forecast);
  cr_expect(c.checkpoints >= 21 && c.checkpoints <= 24, "%d", (int)c.checkpoints);
  cr_expect_eq(c.checks, 12 + c.checkpoints - 1, "%d", (int)c.checks);
  cr_expect_float_eq(c.machine_budget_s, 0.3, 1e-9, "the least budget with an unknown bandwidth");
  c.step_s = NAN;
  c.checkpoints = 1;
  tc_job_counts_forecast(config, &machine, true, &c, &forecast);
  cr_expect_eq(c.checkpoints, 1, "unknown seconds change nothing");
  tc_config_destroy(&config);
}
