#include "run/dry_run/quote.h"

#include <math.h>
#include <time.h>

#include "base/core/memory.h"
#include "report/document/job_text.h"
#include "run/dry_run/quote_case.h"

/* ---- results of all cases ---- */

/* Compares a case of a quote with the result of the command `predict` for the same case. */
static void compare_job(const tc_quote_case *item, const tc_result *r) {
  if (strcmp(r->strategy, item->strategy) != 0 || strcmp(r->storage->name, item->storage) != 0) return;
  cr_expect_eq(item->job->forecast.total_s, r->job->forecast.total_s);
  cr_expect_eq(item->job->bound.bound_s, r->job->bound.bound_s);
  cr_expect_eq(item->memory_B, r->root_B + (item->ranks_per_node - 1) * r->rank_B);
}

/* Forecasts a case as `predict` does, with the threads and the format of the config. Returns the seconds of
 * the fastest step. */
static double predict_case(quote_scene *a, const tc_quote_case *item) {
  const tc_option_numbers nodes = {1, {item->nodes}}, ranks = {1, {item->ranks_per_node}},
                          block = {1, {a->config->distribution.block_size}};
  const tc_dry_run_cases sweep = {nodes, ranks, block, 2, a->strategy};
  tc_results results = {.count = 0};
  tc_dry_run_jobs jobs = {.records = 0};
  tc_params first;
  double fastest_s = INFINITY;
  expect_ok(tc_dry_run_cases_run(&sweep, &a->runs, &a->machine, &results, &first));
  expect_ok(tc_dry_run_jobs_forecast(&a->runs, &a->machine, &results, &jobs));
  for (int i = 0; i < results.count; i++) {
    fastest_s = fmin(fastest_s, results.result[i].forecast[TC_MODEL_refined].total_s);
    compare_job(item, &results.result[i]);
  }
  tc_results_free(&results);
  tc_dry_run_jobs_free(&jobs);
  return fastest_s;
}

static void compare_case(quote_scene *a, const tc_quote_case *item) {
  double fastest_s = INFINITY;
  for (int f = 0; f < 2; f++) {
    a->config->threads = item->threads;
    a->config->storage = a->storage[f];
    a->config->checkpoint.seconds = item->checkpoint_interval_s;
    fastest_s = fmin(fastest_s, predict_case(a, item));
  }
  cr_expect_float_eq(tc_job_report_phase(item->job, TC_JOB_PHASE_steps).forecast_s, 300 * 1.05 * fastest_s,
                     1e-9);
}

static void check_case(const tc_quote_case *c, int i) {
  cr_expect_eq(c->nodes, 1 + i / 3);
  cr_expect_eq(c->ranks_per_node, i % 3 == 0 ? 1 : 2);
  cr_expect_eq(c->threads, i % 3 == 1 ? 1 : 2);
  cr_assert_eq(c->exclusion, TC_QUOTE_POSSIBLE);
  cr_expect_float_eq(c->node_hours, c->nodes * (c->job->bound.median_s + c->launch_s) / 3600.0, 1e-12);
  cr_expect_eq(c->limit_s, tc_job_limit_s(c->job->bound.bound_s + c->launch_s));
  cr_expect_float_eq(c->bound_node_hours, c->nodes * c->limit_s / 3600.0, 1e-12);
  cr_expect_float_eq(c->energy_kWh, 0.5 * c->node_hours, 1e-12);
  cr_expect_float_eq(c->price, 3.0 * c->node_hours, 1e-12);
  cr_expect(c->launch_s > 0.0 && c->disk_B > 0.0);
}

static void check_results(quote_scene *a) {
  const tc_format *storage = a->config->storage;
  a->machine.origin.machine.site = (tc_machine_site){.node_power_W = 500.0,
                                                     .price_per_node_hour = 3.0,
                                                     .currency = "EUR",
                                                     .identity = "abel"};
  expect_ok(search_quote(a));
  const tc_quote *q = &a->result.quote;
  cr_assert_eq(q->cases, 6);
  cr_expect(a->config->threads == 0 && a->config->storage == storage);
  for (int i = 0; i < q->cases; i++) {
    check_case(&q->item[i], i);
    compare_case(a, &q->item[i]);
  }
  cr_expect(q->steps == 300 && q->level == 0.95 && !q->may_end_early && !q->has_iterations_bound);
  cr_expect(q->is_assumed && q->records == 0 && q->expires > q->date);
  cr_expect_str_eq(q->currency, "EUR");
  cr_expect(q->identity == NULL, "no records are read");
  cr_expect(q->chosen >= 0 && q->best == -1 && q->next[1] >= 0);
  cr_expect(scene_said(a->s, "6 of 6: 2 nodes x 2 ranks x 2 threads"), "%s", a->s->said);
}

ParallelTest(quote, results_are_those_of_predict) {
  run_quote_check(world, OVERRIDES("time.steps=300", "checkpoint.file=c"), check_results);
}

static void check_impossible(quote_scene *a) {
  a->request.nodes = (tc_option_numbers){3, {400, 1, 217}};
  a->request.shapes = 1;
  a->request.shape[0] = (tc_quote_shape){1, 1};
  a->request.storages = 0;
  expect_ok(search_quote(a));
  cr_assert_eq(a->result.quote.cases, 1);
  cr_expect_eq(a->result.quote.item[0].nodes, 1);
  cr_expect(isnan(a->result.quote.item[0].price) && isnan(a->result.quote.item[0].energy_kWh));
  cr_expect(a->result.quote.item[0].disk_B == 0.0 && a->result.quote.may_end_early);
  cr_expect_eq(a->result.results.failures, 2);
  cr_expect(scene_said(a->s, "400 nodes x 1 rank omitted: 400 ranks are more"), "%s", a->s->said);
}

ParallelTest(quote, impossible_cases_are_removed) {
  run_quote_check(world, OVERRIDES("time.steady=1e-3"), check_impossible);
}

/* `fine` supports a single format, so each case must contain it once. `neighbour` must appear once per
 * format. */
static void check_formats(quote_scene *a) {
  a->request.nodes.count = 1;
  expect_ok(search_quote(a));
  const tc_results *r = &a->result.results;
  cr_assert_eq(r->count, 9);
  for (int i = 0; i < r->count; i++) {
    cr_expect_str_eq(r->result[i].strategy, i % 3 == 0 ? "fine" : "neighbour");
    cr_expect_str_eq(r->result[i].storage->name, i % 3 == 2 ? "ell16" : "ell");
  }
  cr_expect_lt(r->result[2].rank_B, r->result[1].rank_B);
}

ParallelTest(quote, formats) { run_quote_check(world, OVERRIDES("time.steps=10"), check_formats); }

/* ---- checkpoints ---- */

static double checkpoints_s(const tc_quote_case *c) {
  return tc_job_report_phase(c->job, TC_JOB_PHASE_checkpoints).forecast_s;
}

/* Rows that take 1 s each make the job longer than 20 times 1800 s. If the config has no checkpoint interval,
 * the job script sets one of 1800 s, and the forecast includes its checkpoints. */
static void check_intervals(quote_scene *a) {
  tc_params *params = &a->machine.origin.machine.params;
  for (int w = 0; w < TC_WORKING_SETS; w++) params->row_s[0][1][w] = 1.0;
  a->request.shapes = a->request.nodes.count = a->request.storages = 1;
  a->request.strategies = 1;
  a->strategy[0] = tc_strategy_find("neighbour");
  a->config->checkpoint.every = 1000;
  expect_ok(search_quote(a));
  const tc_quote_case *c = a->result.quote.item;
  const double one_s = checkpoints_s(c), without_s = c->job->forecast.total_s;
  cr_assert_gt(without_s, 20 * 1800.0);
  cr_expect_eq(c->checkpoint_interval_s, 0.0);
  a->config->checkpoint.every = 0;
  expect_ok(search_quote(a));
  c = a->result.quote.item;
  cr_expect_eq(c->checkpoint_interval_s, 1800.0);
  const double count = floor(tc_job_report_group(c->job, TC_JOB_GROUP_steps).forecast_s / 1800.0);
  cr_expect_float_eq(checkpoints_s(c), (count + 1.0) * one_s, 1e-9);
  cr_expect_gt(c->job->forecast.total_s, without_s);
  cr_expect_eq(a->config->checkpoint.seconds, 0.0);
  params->sync_s = 30.0; /* makes checkpoints slow: they may take at most a hundredth of the interval, which
                          * must therefore increase */
  expect_ok(search_quote(a));
  c = a->result.quote.item;
  cr_expect_geq(c->checkpoint_interval_s, 3000.0);
  cr_expect_lt(c->checkpoint_interval_s, 3100.0);
  a->config->checkpoint.file = NULL;
  expect_ok(search_quote(a));
  cr_expect_eq(a->result.quote.item->checkpoint_interval_s, 0.0);
}

ParallelTest(quote, checkpoints) {
  run_quote_check(world, OVERRIDES("time.steps=1000", "checkpoint.file=c"), check_intervals);
}

/* ---- quotes for the present machine ---- */

/* Default values replace the job rates that the present machine lacks, but not network parameters. The memory
 * limit of a case is the memory of this host. */
static void check_this_machine(quote_scene *a) {
  tc_machine *machine = &a->machine.origin.machine;
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_job_param_default(p) > 0.0) *tc_param_at(&machine->params, p) = 0.0;
  expect_ok(TC_ALLOC(a->machine.here, 1));
  a->machine.here[a->machine.count++] = *machine;
  a->machine.origin = (tc_machine_source){.text = "measured just now"};
  a->config->machine = "auto";
  a->request.nodes.count = 1;
  a->request.shapes = 1;
  expect_ok(search_quote(a));
  const tc_quote_case *c = a->result.quote.item;
  cr_expect(c->exclusion == TC_QUOTE_POSSIBLE && c->job->forecast.uses_defaults);
  a->machine.here[0].params.remote_send_s = 0.0;
  a->request.nodes.count = 2;
  expect_error(search_quote(a), TC_USAGE, "machine auto: remote_send_s is missing");
  a->request.nodes.count = 1;
  a->machine.origin.machine.site.node_memory_B = 1e6;
  expect_error(search_quote(a), TC_INTERNAL, "use the machine file of a larger machine");
}

ParallelTest(quote, this_machine) { run_quote_check(world, OVERRIDES("time.steps=10"), check_this_machine); }

static double machine_phase_s(quote_scene *a) {
  expect_ok(search_quote(a));
  return tc_job_report_phase(a->result.quote.item[0].job, TC_JOB_PHASE_machine).forecast_s;
}

/* Without records, the job is the first one on its machine and measures the machine. Its forecast then
 * contains at least the smallest time that a measurement may take. */
static void check_job_machine(quote_scene *a) {
  cr_expect_eq(machine_phase_s(a), 0.0);
  a->runs.job_uses_machine = true;
  cr_expect_gt(machine_phase_s(a), 0.3);
}

ParallelTest(quote, machine_of_the_job) {
  run_quote_check(world, OVERRIDES("time.steps=10"), check_job_machine);
}

/* ---- memory per node ---- */

static void check_memory(quote_scene *a) {
  expect_ok(search_quote(a));
  const double large_B = a->result.quote.item[1].memory_B;
  a->machine.origin.machine.site.node_memory_B = large_B - 1.0;
  expect_ok(search_quote(a));
  for (int i = 0; i < a->result.quote.cases; i++) {
    const tc_quote_case *c = &a->result.quote.item[i];
    cr_expect_eq(c->exclusion, c->memory_B >= large_B ? TC_QUOTE_MEMORY : TC_QUOTE_POSSIBLE);
  }
  cr_expect_eq(a->result.quote.item[a->result.quote.chosen].ranks_per_node, 1);
}

ParallelTest(quote, memory) { run_quote_check(world, OVERRIDES("time.steps=10"), check_memory); }

/* ---- job records ---- */

/* Appends jobs that took 2 to 40 % longer than their forecast. */
static void append_records(const scene *s, const char *path, int count) {
  tc_job_records_place place;
  tc_job_records_find(path, NULL, &place);
  tc_job_record record = {.version = TC_JOB_RECORD_VERSION,
                          .key = {.mesh_hash = 1, .nodes = 1, .ranks = 2, .threads = 1},
                          .cells = 216,
                          .steps = 3,
                          .strategy = "neighbour",
                          .storage = "ell16",
                          .steps_now_s = 1.0,
                          .score_now = 1.0,
                          .level = 0.95,
                          .bound_s = 100.0,
                          .alpha = 0.05,
                          .probe = 1.0,
                          .cpu_share = 1.0};
  snprintf(record.key.scheme, sizeof record.key.scheme, "gradient");
  snprintf(record.key.method, sizeof record.key.method, "euler");
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) record.forecast_s[g] = record.measured_s[g] = 1.0;
  for (int i = 0; i < count; i++) {
    record.end_time = (int64_t)time(NULL) - 86400 * 20 + i;
    record.score = log(1.0 + 0.02 * (i + 1));
    cr_assert(tc_job_records_append(&place, &s->log, &record));
  }
}

static void check_records(quote_scene *a) {
  char path[400];
  expect_ok(search_quote(a));
  const tc_job_bound assumed = a->result.quote.item[0].job->bound;
  file_path(&a->s->f, "r.records", path);
  append_records(a->s, path, 20);
  a->config->forecast.records = path;
  expect_ok(search_quote(a));
  const tc_quote *q = &a->result.quote;
  cr_expect(q->records == 20 && !q->is_assumed);
  cr_expect_str_eq(q->identity, "for_tests");
  cr_expect_lt(q->item[0].job->bound.bound_s, 0.8 * assumed.bound_s);
  cr_expect_float_eq(q->item[0].job->bound.median_s, assumed.median_s, 0.01);
  cr_expect(q->expires - q->date <= 86400 * 10 + 20, "30 days after the newest record");
  a->request.level = 0.5;
  const double wide_s = q->item[0].job->bound.bound_s;
  expect_ok(search_quote(a));
  cr_expect(a->result.quote.level == 0.5 && a->result.quote.item[0].job->bound.bound_s < wide_s);
}

ParallelTest(quote, records) { run_quote_check(world, OVERRIDES("time.steps=10"), check_records); }

/* ---- implicit steps and their solver ---- */

/* Number of products per iteration in the first result. */
static double products_per_iteration(const quote_scene *a) {
  const tc_result_solver *solver = a->result.results.result->solver;
  return (double)solver->products / (double)solver->trial;
}

/* Forecast time in s of the products of a step on the slowest rank. It depends on no measured time. */
static double products_s(const quote_scene *a) {
  return tc_result_predicted_s(a->result.results.result, TC_MODEL_refined, TC_PHASE_compute);
}

static void check_steady(quote_scene *a) {
  expect_ok(tc_dry_run_trial_init(&a->s->choice, &a->s->environment, NULL, &a->trial));
  a->runs.trial = &a->trial;
  expect_ok(search_quote(a));
  const int64_t iterations = a->result.results.result->solver->trial;
  const double products = products_per_iteration(a), seconds = products_s(a);
  cr_expect(iterations > 0 && iterations < 900 && !a->result.quote.has_iterations_bound);
  a->runs.trial = NULL;
  expect_ok(search_quote(a));
  cr_expect(a->result.quote.has_iterations_bound && a->runs.trial == NULL);
  cr_expect_eq(a->result.results.result->solver->trial, 900);
  cr_expect_float_eq(products_per_iteration(a), products, 0.1 * products);
  cr_expect_float_eq(products_s(a) / seconds, 900.0 / (double)iterations, 0.1 * 900.0 / (double)iterations);
}

ParallelTest(quote, iterations_of_a_steady_solve) {
  const char *boundary = "boundary={default: {kind: value, value: x}}";
  run_quote_check(world,
                  OVERRIDES("time={method: steady, steps: null}", "solver.most_iterations=900", boundary),
                  check_steady);
  run_quote_check(world,
                  OVERRIDES("time={method: steady, steps: null}", "solver={method: gmres, restart: 7}",
                            "solver.most_iterations=900", boundary),
                  check_steady);
}
