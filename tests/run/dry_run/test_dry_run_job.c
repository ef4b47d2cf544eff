#include "run/dry_run/dry_run_job.h"

#include <math.h>
#include <time.h>

#include "base/core/memory.h"
#include "run/dry_run/dry_run_report.h"
#include "run/dry_run/dry_run_trial.h"
#include "run/run_case.h"

typedef struct asked {
  tc_dry_run runs;
  tc_dry_run_machine machine;
  tc_results results;
  tc_dry_run_jobs jobs;
  tc_params first;
  tc_config *config;
} asked;

/* Sets each job parameter that has a default value to this value. Also sets remote_send_s, which the machine
 * file lacks. */
static void know_job(tc_params *params) {
  params->remote_send_s = 1e-5;
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_job_param_default(p) > 0.0) *tc_param_at(params, p) = tc_job_param_default(p);
}

/* Sets a single job parameter, as in a machine file of a calibration that measured only some of them. */
static void know_start(tc_params *params) { params->job_start_s = 0.1; }

/* Creates the scene of a run without records. */
static void make(tc_world *world, scene *s) {
  scene_make(world, s);
  scene_set(s, "forecast.records=none");
}

/* Forecasts two strategies on 1 and 2 nodes of 2 ranks. */
static void forecast(scene *s, void (*know)(tc_params *params), asked *a) {
  const tc_strategy *strategy[] = {tc_strategy_find("neighbour"), tc_strategy_find("fine")};
  const tc_dry_run_cases sweep = {{2, {1, 2}}, {1, {2}}, {1, {10}}, 2, strategy};
  *a = (asked){.jobs = {.records = 0}};
  expect_ok(tc_run_options_read_config(&s->choice, s->world, &a->config));
  expect_ok(tc_machine_lookup_file(KNOWN_MACHINE, NULL, &a->machine.origin));
  if (know) know(&a->machine.origin.machine.params);
  expect_ok(tc_dry_run_init(a->config, &s->log, &a->runs));
  expect_ok(tc_dry_run_cases_run(&sweep, &a->runs, &a->machine, &a->results, &a->first));
  expect_ok(tc_dry_run_jobs_forecast(&a->runs, &a->machine, &a->results, &a->jobs));
}

static void release(asked *a, scene *s) {
  tc_results_free(&a->results);
  tc_dry_run_jobs_free(&a->jobs);
  tc_dry_run_machine_free(&a->machine);
  tc_dry_run_free(&a->runs);
  tc_config_destroy(&a->config);
  scene_free(s);
}

static double forecast_of(const tc_result *r, int phase) {
  return tc_job_report_phase(r->job, phase).forecast_s;
}

ParallelTest(dry_run_job, each_case_has_a_job) {
  scene s;
  asked a;
  make(world, &s);
  scene_set(&s, "time.steps=1000");
  forecast(&s, know_job, &a);
  cr_assert_eq(a.results.count, 4);
  for (int i = 0; i < 4; i++) {
    const tc_result *r = &a.results.result[i];
    const int model = tc_report_main_model(a.config->model, a.results.count, a.results.result);
    cr_assert(r->job->forecast.missing < 0, "%d: %s", i, tc_param_name(r->job->forecast.missing));
    cr_assert(r->job && r->job->has_forecast && r->job->has_bound && !r->job->has_measured);
    cr_expect_float_eq(forecast_of(r, TC_JOB_PHASE_steps), 1000 * 1.05 * r->forecast[model].total_s, 1e-9);
    cr_expect(forecast_of(r, TC_JOB_PHASE_read) > 0.0 && forecast_of(r, TC_JOB_PHASE_assemble) > 0.0);
    cr_expect(forecast_of(r, TC_JOB_PHASE_partition) > 0.0 && forecast_of(r, TC_JOB_PHASE_formats) > 0.0);
    cr_expect_eq(forecast_of(r, TC_JOB_PHASE_import), 0.0);
    cr_expect_eq(forecast_of(r, TC_JOB_PHASE_snapshots), 0.0);
    cr_expect(r->job->bound.bound_s > r->job->bound.median_s && r->job->bound.records == 0);
    cr_expect_null(r->job->identity);
  }
  cr_expect_gt(forecast_of(&a.results.result[2], TC_JOB_PHASE_partition),
               forecast_of(&a.results.result[0], TC_JOB_PHASE_partition), "4 ranks, not 2");
  release(&a, &s);
}

/* Appends records of similar jobs. In each of them, every group of phases took e = 2.718 times its forecast.
 * An offset of 0.5 s is part of the forecast and of the measured times. */
static void append_records(const scene *s, int count) {
  tc_job_records_place place;
  char path[400];
  file_path(&s->f, "r.records", path);
  tc_job_records_find(path, NULL, &place);
  tc_job_record record = {.end_time = (int64_t)time(NULL) - 1000,
                          .version = TC_JOB_RECORD_VERSION,
                          .key = {.mesh_hash = 1, .nodes = 1, .ranks = 2, .threads = 1},
                          .cells = 216,
                          .steps = 3,
                          .strategy = "neighbour",
                          .storage = "ell16",
                          .score = 1.0,
                          .steps_now_s = 1.0,
                          .score_now = 1.0,
                          .level = 0.95,
                          .bound_s = 100.0,
                          .alpha = 0.05,
                          .probe = 1.0,
                          .cpu_share = 1.0};
  snprintf(record.key.scheme, sizeof record.key.scheme, "gradient");
  snprintf(record.key.method, sizeof record.key.method, "euler");
  for (int g = 0; g < TC_JOB_GROUP_COUNT; g++) {
    record.forecast_s[g] = 1.0;
    record.measured_s[g] = 1.5 * exp(1.0) - 0.5;
  }
  for (int i = 0; i < count; i++) cr_assert(tc_job_records_append(&place, &s->log, &record));
}

ParallelTest(dry_run_job, records_correct_the_forecast) {
  scene s;
  asked a;
  char override[450], path[400];
  scene_make(world, &s);
  file_path(&s.f, "r.records", path);
  snprintf(override, sizeof override, "forecast.records=%s", path);
  scene_set(&s, override);
  if (world->rank == 0) append_records(&s, 3);
  MPI_Barrier(tc_world_comm(world));
  forecast(&s, know_job, &a);
  const tc_job_report *job = a.results.result->job;
  cr_expect_eq(job->bound.records, 3);
  cr_expect(job->identity && *job->identity);
  cr_expect_gt(job->bound.median_s, 1.5 * job->forecast.total_s);
  release(&a, &s);
}

/* Sets the name of a machine and the `identity` of its machine file. Both may be "". */
static void name_machine(const char *name, const char *identity, tc_machine *machine) {
  snprintf(machine->name, sizeof machine->name, "%s", name);
  snprintf(machine->site.identity, sizeof machine->site.identity, "%s", identity);
}

/* Frees the jobs of the previous forecast and forecasts again. */
static void forecast_again(asked *a) {
  for (int i = 0; i < a->results.count; i++) tc_free(a->results.result[i].job);
  tc_dry_run_jobs_free(&a->jobs);
  expect_ok(tc_dry_run_jobs_forecast(&a->runs, &a->machine, &a->results, &a->jobs));
}

static void expect_place(asked *a, const char *wanted) {
  forecast_again(a);
  const char *const file = strrchr(a->jobs.place.path, '/');
  char own[TC_JOB_IDENTITY_SIZE + 10];
  snprintf(own, sizeof own, "/%s.records", wanted);
  cr_expect_str_eq(a->jobs.place.identity, wanted);
  cr_expect_str_eq(file ? file : "", own);
}

/* A forecast uses the job records stored for the `identity` in the machine file. Without an identity it uses
 * the records for the name in the machine file. Without a name it uses the records of the present machine. */
ParallelTest(dry_run_job, identity_selects_the_records) {
  scene s;
  asked a;
  tc_job_records_place here;
  scene_make(world, &s);
  setenv("XDG_CACHE_HOME", s.f.path, 1);
  forecast(&s, know_job, &a);
  tc_machine *machine = &a.machine.origin.machine;
  tc_job_records_find("auto", NULL, &here);
  name_machine("Abel 2", "", machine);
  expect_place(&a, "Abel_2");
  name_machine("Abel 2", "abel-main", machine);
  expect_place(&a, "abel-main");
  name_machine("", "", machine);
  expect_place(&a, here.identity);
  a.config->machine = "auto";
  name_machine("Abel 2", "", machine);
  expect_place(&a, here.identity);
  name_machine("Abel 2", "abel-main", machine);
  expect_place(&a, "abel-main");
  release(&a, &s);
}

/* A job on this machine reads the stable step from the cache file. A forecast for another machine, which a
 * machine file describes, cannot know if the cache file there contains the step. */
ParallelTest(dry_run_job, cached_search) {
  tc_dry_run_trial trial = {.step = {3, 0.1},
                            .stable_step = {.trials = 1, .stages = 8, .products = 900, .cache_key = 5}};
  scene s;
  asked a;
  make(world, &s);
  forecast(&s, know_job, &a);
  a.runs.trial = &trial;
  forecast_again(&a);
  cr_expect_gt(forecast_of(a.results.result, TC_JOB_PHASE_search), 0.0);
  a.config->machine = "auto";
  forecast_again(&a);
  cr_expect_eq(forecast_of(a.results.result, TC_JOB_PHASE_search), 0.0);
  trial.stable_step.cache_key = 0;
  forecast_again(&a);
  cr_expect_gt(forecast_of(a.results.result, TC_JOB_PHASE_search), 0.0, "the cache could not be written");
  a.runs.trial = NULL;
  release(&a, &s);
}

/* The forecast of a job must include the output files of the config. */
ParallelTest(dry_run_job, outputs) {
  scene s;
  asked a;
  make(world, &s);
  scene_set(&s, "snapshots={file: out.h5, every: 1}");
  scene_set(&s, "checkpoint={file: c, every: 2}");
  forecast(&s, know_job, &a);
  const tc_result *r = a.results.result;
  cr_expect(forecast_of(r, TC_JOB_PHASE_snapshots) > 0.0 && forecast_of(r, TC_JOB_PHASE_checkpoints) > 0.0);
  cr_expect_gt(tc_job_report_parts(r->job).output_s, forecast_of(r, TC_JOB_PHASE_snapshots));
  release(&a, &s);
}

ParallelTest(dry_run_job, a_machine_file_must_have_the_parameters) {
  scene s;
  asked a;
  make(world, &s);
  forecast(&s, NULL, &a);
  const tc_job_report *job = a.results.result->job;
  cr_assert(!job->has_bound && isnan(tc_job_report_total(job).forecast_s));
  cr_expect_gt(tc_job_param_default(job->forecast.missing), 0.0);
  release(&a, &s);
}

/* If the machine file has at least one job parameter, default values replace the missing ones. Network
 * parameters have no defaults, so jobs on 2 nodes have no forecast. */
ParallelTest(dry_run_job, a_machine_file_may_have_some_parameters) {
  scene s;
  asked a;
  make(world, &s);
  forecast(&s, know_start, &a);
  for (int i = 0; i < a.results.count; i++) {
    const tc_job_report *job = a.results.result[i].job;
    const bool is_known = a.results.result[i].nodes == 1;
    cr_assert(job->has_bound == is_known && isfinite(job->forecast.total_s) == is_known);
    if (is_known) cr_expect(job->forecast.uses_defaults);
    cr_expect_eq(job->forecast.missing, is_known ? -1 : TC_PARAM_remote_send_s);
  }
  release(&a, &s);
}

ParallelTest(dry_run_job, unknown_number_of_steps) {
  scene s;
  asked a;
  make(world, &s);
  scene_set(&s, "time={end: 1, dt: auto, steps: null}");
  forecast(&s, know_job, &a);
  cr_assert(!a.results.result->job->has_bound);
  cr_expect_eq(a.results.result->job->forecast.missing, -1);
  release(&a, &s);
}

ParallelTest(dry_run_job, no_steps) {
  scene s;
  asked a;
  make(world, &s);
  scene_set(&s, "time.steps=0");
  forecast(&s, know_job, &a);
  const tc_result *r = a.results.result;
  cr_expect(r->job->has_bound && r->job->forecast.total_s > 0.0);
  cr_expect_eq(forecast_of(r, TC_JOB_PHASE_steps), 0.0);
  release(&a, &s);
}

/* The report must contain the job of one of the results. */
ParallelTest(dry_run_job, report) {
  scene s;
  asked a;
  tc_report report;
  make(world, &s);
  forecast(&s, know_job, &a);
  const tc_plan plan = {.options = &s.choice,
                        .environment = &s.environment,
                        .log = &s.log,
                        .config = a.config};
  const tc_dry_run_facts facts = {&plan, &a.runs, &a.machine, &a.results, &a.first, false, NULL};
  tc_dry_run_report(&facts, &report);
  bool is_found = false;
  for (int i = 0; i < a.results.count; i++) is_found = is_found || report.job == a.results.result[i].job;
  cr_expect(report.job && is_found);
  release(&a, &s);
}
