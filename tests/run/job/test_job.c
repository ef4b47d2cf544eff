#include "run/job/job.h"

#include <math.h>

#include "base/core/timer.h"
#include "run/run_case.h"
#include "run/session/strategy_choice.h"

/* A session whose job is forecast and recorded. */
typedef struct recorded {
  scene s;
  tc_job_clock clock;
  tc_session session;
  tc_job job;
  char override[420];
} recorded;

/* Collective. Creates a directory, and returns in `path` the name of a record file in the directory. All
 * ranks receive the same directory and path. */
static folder make_folder(tc_world *world, char path[400]) {
  folder f = {"", ""};
  if (world->rank == 0) f = folder_make();
  MPI_Bcast(&f, (int)sizeof f, MPI_BYTE, 0, tc_world_comm(world));
  file_path(&f, "jobs.records", path);
  return f;
}

/* Collective. Opens a session with a machine file. `records`: path of the record file, or a value of
 * forecast.records. */
static void open_on_machine(tc_world *world, const char *machine, const char *records, int overrides,
                            const char *const *override, recorded *r) {
  *r = (recorded){.session = {.results.count = 0}};
  scene_make(world, &r->s);
  r->s.choice.machine = machine;
  if (world->rank == 0) {
    tc_job_clock_start(&r->clock, tc_now_s());
    r->s.log.clock = &r->clock;
  }
  snprintf(r->override, sizeof r->override, "forecast.records=%s", records);
  scene_set(&r->s, r->override);
  for (int k = 0; k < overrides; k++) scene_set(&r->s, override[k]);
  scene_begin(&r->s, &r->session);
  const tc_strategy *strategy = NULL;
  expect_ok(tc_forecasts_select_strategy(&r->session.forecasts, &strategy));
  expect_ok(tc_job_begin(&r->session.forecasts, strategy, &r->job));
}

/* Collective. Opens a session on the machine KNOWN_MACHINE, and begins a recorded job. */
static void open_recorded(tc_world *world, const char *records, int overrides, const char *const *override,
                          recorded *r) {
  open_on_machine(world, KNOWN_MACHINE, records, overrides, override, r);
}

/* Collective. Performs the run and ends its job with the outcome `outcome`. Returns the hash of the field on
 * the root, and 0 on other ranks. */
static uint64_t end_recorded(recorded *r, int outcome, int64_t steps) {
  uint64_t hash = 0;
  expect_ok(tc_session_run(&r->session, tc_strategy_find("condensed"), 65536, NULL));
  if (r->s.world->rank == 0) {
    const tc_job_mark mark[] = {{0.1, 2.0, 3.0, 1.0}, {0.25, 1.0, 2.0, 2.0}};
    const tc_job_ending ending = {.outcome = outcome, .steps = steps, .tail = 0.1, .marks = 2, .mark = mark};
    tc_job_end(&r->job, &r->session.forecasts, &ending);
    hash = r->session.results.result[0].field.hash;
  }
  return hash;
}

/* Collective. Frees the job and the scene, and closes the session. */
static void close_recorded(recorded *r) {
  tc_job_free(&r->job);
  tc_session_close(&r->session);
  scene_free(&r->s);
}

static int count_records(const char *path, tc_job_record record[TC_JOB_RECORDS_MAX]) {
  tc_job_records_place place;
  tc_job_records_find(path, NULL, &place);
  return tc_job_records_read(&place, NULL, record);
}

static tc_job_record record[TC_JOB_RECORDS_MAX];

/* Number of records expected after `jobs` jobs. Ranks that share cores measure nothing and record nothing. */
static int recorded_jobs(const recorded *r, int jobs) {
  return tc_core_load_is_shared(&r->session.plan.load) ? 0 : jobs;
}

/* Checks that all ranks have the bound of the root. */
static void expect_equal_bounds(const recorded *r) {
  double value[4] = {r->job.has_bound, r->job.bound.bound_s, r->job.bound.median_s, r->job.now.total_s};
  double root[4] = {value[0], value[1], value[2], value[3]};
  MPI_Bcast(root, 4, MPI_DOUBLE, 0, tc_world_comm(r->s.world));
  cr_assert(memcmp(root, value, sizeof root) == 0, "rank %d has another bound", r->s.world->rank);
}

/* Expects the logarithms of the ratios of the true to the displayed remaining time, at the two marks of
 * end_recorded. */
static void expect_remaining(const tc_job_record *one) {
  cr_assert_float_eq(one->remaining[0], log(0.5), 1e-8);
  cr_assert_float_eq(one->remaining[1], log(2.0), 1e-8);
  cr_assert(isnan(one->remaining[2]) && isnan(one->remaining[3]));
}

ParallelTest(job, second_run_has_a_record) {
  char path[400];
  uint64_t hash[2];
  folder f = make_folder(world, path);
  for (int run = 0; run < 2; run++) {
    recorded r;
    open_recorded(world, path, 0, NULL, &r);
    cr_assert(r.job.has_bound && r.job.bound.is_assumed);
    cr_assert_geq(r.job.bound.bound_s, r.job.bound.median_s);
    expect_equal_bounds(&r);
    const int before = recorded_jobs(&r, run);
    if (world->rank == 0) cr_assert_eq(r.job.records, before, "%d records", r.job.records);
    cr_assert(scene_said(&r.s, "job forecast: "), "%s", r.s.said);
    cr_assert(scene_said(&r.s, before ? "(1 record of " : "(no records of "), "%s", r.s.said);
    hash[run] = end_recorded(&r, 0, 3);
    const int after = recorded_jobs(&r, run + 1);
    if (world->rank == 0) cr_assert_eq(count_records(path, record), after);
    if (world->rank == 0 && after > 0) expect_remaining(&record[run]);
    close_recorded(&r);
  }
  cr_assert_eq(hash[0], hash[1]);
  if (world->rank == 0) folder_remove(&f);
}

/* Root. After the phase `read`, the remaining time must include the steps and be shorter than the whole
 * job. */
static void expect_remaining_phases(const tc_job *job) {
  const double *phase_s = job->now.phase_s;
  double passed_s[TC_JOB_PHASE_COUNT] = {[TC_JOB_PHASE_read] = 1.0};
  const tc_remaining all = tc_job_remaining(job, passed_s);
  cr_assert_geq(all.median_s, phase_s[TC_JOB_PHASE_steps] + phase_s[TC_JOB_PHASE_close]);
  cr_assert(all.median_s < job->bound.median_s && all.bound_s < job->bound.bound_s);
  cr_assert_gt(all.bound_s, all.median_s);
  passed_s[TC_JOB_PHASE_first_output] = 1e3;
  const tc_remaining rest = tc_job_remaining(job, passed_s);
  cr_assert_float_eq(all.median_s - rest.median_s, phase_s[TC_JOB_PHASE_first_output], 1e-6 * all.median_s);
}

/* After an interruption, the recorded forecast must contain only the steps that the run made. */
ParallelTest(job, interrupted_run_is_scaled) {
  char path[400];
  static const char *const long_run[] = {"time.steps=3000000", "time.dt=1e-9"};
  folder f = make_folder(world, path);
  recorded r;
  open_recorded(world, path, 2, long_run, &r);
  cr_assert(r.job.has_bound);
  cr_assert(scene_said(&r.s, " have passed, ") && scene_said(&r.s, " remain (at most "), "%s", r.s.said);
  if (world->rank == 0) expect_remaining_phases(&r.job);
  if (world->rank == 0 && recorded_jobs(&r, 1)) {
    const tc_job_ending ending = {.outcome = 75, .steps = 300000, .tail = NAN};
    r.job.cpu_share = 0.9;
    tc_job_end(&r.job, &r.session.forecasts, &ending);
    cr_assert_eq(count_records(path, record), 1);
    const double all = r.job.now.phase_s[TC_JOB_PHASE_steps];
    const tc_job_rest rest = tc_job_forecast_rest(&r.job);
    cr_assert_float_eq(rest.question.step_s * 3e6, all, 1e-6 * all, "without records nothing is corrected");
    cr_assert(rest.question.level == 0.95 && rest.question.records == 0 && rest.closing_s > 0.0);
    cr_assert_gt(rest.closing_own_bound_s, rest.closing_s);
    cr_assert_gt(rest.closing_bound_s, rest.closing_own_bound_s);
    cr_assert(all > 0.0);
    cr_assert_float_eq(record->steps_now_s, 0.1 * all, 0.02 * all + 0.01);
    cr_assert(record->outcome == 75 && record->steps == 300000 && record->key.ranks == world->ranks);
    cr_assert(record->bound_s < r.job.bound.bound_s && isnan(record->tail) && isnan(record->remaining[0]));
    cr_assert(record->cpu_share == 0.9 && record->level == 0.95);
  }
  close_recorded(&r);
  if (world->rank == 0) folder_remove(&f);
}

ParallelTest(job, no_records) {
  recorded r;
  open_recorded(world, "none", 0, NULL, &r);
  cr_assert(r.job.has_bound && r.job.bound.records == 0 && r.job.bound.is_assumed);
  cr_assert(scene_said(&r.s, "(no records of earlier jobs, assumed spread)"), "%s", r.s.said);
  end_recorded(&r, 0, 3);
  if (world->rank == 0) {
    tc_job_report report;
    tc_job_describe(&r.job, &r.session.forecasts, &report);
    cr_assert(report.has_forecast && report.has_bound && report.has_measured && report.total_s > 0.0);
    cr_assert_null(report.identity);
  }
  close_recorded(&r);
}

ParallelTest(job, no_machine_no_forecast) {
  recorded r = {.session = {.results.count = 0}};
  tc_job_report report;
  scene_make(world, &r.s);
  r.s.choice.machine = "none";
  scene_begin(&r.s, &r.session);
  expect_ok(tc_job_begin(&r.session.forecasts, tc_strategy_find("condensed"), &r.job));
  cr_assert(!r.job.has_bound && r.job.records == 0);
  cr_assert(world->rank > 0 || !scene_said(&r.s, "job forecast"));
  tc_job_describe(&r.job, &r.session.forecasts, &report);
  cr_assert(!report.has_forecast && !report.has_bound && !report.has_measured);
  cr_assert_eq(report.machine_s, 0.0);
  end_recorded(&r, 0, 3);
  close_recorded(&r);
}

/* A damaged record file causes one warning and does not change the field. */
ParallelTest(job, damaged_records) {
  char path[400];
  uint64_t hash[2];
  folder f = make_folder(world, path);
  for (int run = 0; run < 2; run++) {
    recorded r;
    if (world->rank == 0 && run == 0)
      file_write(&f, "jobs.records", "tetracast-records 1\nnot a record\nnor this one\n");
    open_recorded(world, path, 0, NULL, &r);
    if (world->rank == 0) cr_assert_eq(scene_count_warnings(&r.s, "records"), run == 0, "%s", r.s.said);
    hash[run] = end_recorded(&r, 0, 3);
    close_recorded(&r);
  }
  cr_assert_eq(hash[0], hash[1]);
  if (world->rank == 0) folder_remove(&f);
}

/* A run uses the job records of the machine on which it runs, even if it reads the machine file of another
 * machine. In this case, the log names the records that the forecasts use. */
ParallelTest(job, identity_of_a_machine_file) {
  char path[400], file[400], cache[100];
  folder f = make_folder(world, path);
  recorded r;
  if (world->rank == 0) {
    folder here = {"tests/support", ""};
    char *text = file_text(&here, "machine.yaml"), more[16384];
    cr_assert_lt(snprintf(more, sizeof more, "%sidentity: elsewhere-main\n", text), (int)sizeof more);
    file_write(&f, "m.yaml", more);
    free(text);
  }
  snprintf(cache, sizeof cache, "%s/cache", f.path);
  setenv("XDG_CACHE_HOME", cache, 1);
  unsetenv("SLURM_CLUSTER_NAME");
  file_path(&f, "m.yaml", file);
  for (int is_own = 0; is_own < 2; is_own++) {
    open_on_machine(world, is_own ? KNOWN_MACHINE : file, "auto", 0, NULL, &r);
    cr_assert(r.job.has_bound);
    if (world->rank == 0) {
      cr_expect_str_neq(r.job.place.identity, "elsewhere-main");
      cr_expect_eq(scene_said(&r.s,
                              "uses the records of machine elsewhere-main: if both are the same machine, set "
                              "identity in that file to "),
                   !is_own, "%s", r.s.said);
    }
    close_recorded(&r);
  }
  if (world->rank == 0) folder_remove(&f);
}
