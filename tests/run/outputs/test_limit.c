/* Tests of runs whose job has a time limit. A simulated clock, which advances with the steps, replaces the
 * system clock. */
#include "run/outputs/limit.h"

#include <math.h>

#include "run/outputs/checkpoint_case.h"

TestSuite(limit, .init = tc_snapshot_prepare);

enum { limit_steps = 300 };

static const char *const methods[] = {"time={method: euler, steps: 300}",
                                      "time={method: implicit, steps: 300, multiple: 20}"};

/* Collective. Creates the scene of a run with this method and a state. */
static void begin_run(tc_world *world, const char *method, scene *s) {
  scene_make(world, s);
  scene_set(s, method);
  scene_set(s, "states={w: {initial: x, rate: v-w}}");
  scene_set(s, "storage=ell");
}

static void set_limit(scene *s, const char *limit) {
  char text[100];
  snprintf(text, sizeof text, "checkpoint.limit=%s", limit);
  scene_set(s, text);
}

/* Results that a test collects from a run. */
typedef struct seen {
  scene *s;
  int early; /* number of warnings during the first fifth of the steps */
  tc_job_report report;
} seen;

static bool is_fifth(const tc_hook *hook, const tc_run_state *now) {
  (void)hook;
  return now->step == now->steps / 5;
}

static tc_status count_early(void *self, const tc_run_state *now) {
  seen *w = self;
  (void)now;
  w->early = scene_count_warnings(w->s, "the run needs ");
  return TC_OK;
}

static tc_status perform(scene *s, tc_session *session, outputs *o, seen *w) {
  tc_run_observers observers = {.hooks = 1, .hook = {{.self = w, .is_due = is_fifth, .run = count_early}}};
  outputs_set_clock(s, o);
  TC_TRY(scene_open(s, session));
  TC_TRY(tc_run_outputs_prepare(&session->plan, &o->all));
  TC_TRY(tc_session_set_up(session, 65536));
  TC_TRY(tc_run_outputs_create(&session->plan, &session->prepared, &o->all));
  if (o->clock->forecast_s > 0.0)
    tc_run_outputs_set_forecast(&o->all,
                                &(tc_job_rest){.question = {.step_s = o->clock->forecast_s, .level = 0.95}});
  TC_TRY(outputs_begin(session, o, &observers));
  TC_TRY(tc_session_run(session, tc_strategy_find("condensed"), 65536, &observers));
  tc_run_progress_report(&o->all.progress, &w->report);
  return tc_run_outputs_publish(&session->plan, &o->all);
}

/* Collective. Performs a run with the simulated clock `clock`. */
static tc_status run(scene *s, clock_by_steps *clock, seen *w, uint64_t *hash) {
  tc_session session = {0};
  outputs o = {.clock = clock};
  *w = (seen){.s = s};
  const tc_status status = perform(s, &session, &o, w);
  if (!status) *hash = session.results.result[0].field.hash;
  tc_run_outputs_free(&session.plan, &o.all);
  tc_session_close(&session);
  MPI_Barrier(tc_world_comm(s->world));
  return status;
}

/* Expects `count` warnings that contain `part` on the root. */
static void expect_warnings(const scene *s, int count, const char *part) {
  if (s->world->rank == 0)
    cr_assert_eq(scene_count_warnings(s, part), count, "%d, not %d: %s\n%s", scene_count_warnings(s, part),
                 count, part, s->said);
}

/* A step takes 5 s, so the run needs 1500 s and exceeds its limit of 1000 s. One warning appears during the
 * first fifth of the steps. */
ParallelTest(limit, warns_once_and_early) {
  scene s;
  seen w;
  uint64_t hash;
  clock_by_steps clock = {.step_s = 5.0};
  begin_run(world, methods[0], &s);
  set_limit(&s, "1000");
  expect_ok(run(&s, &clock, &w, &hash));
  expect_warnings(&s, 1, "the run needs ");
  expect_warnings(&s, 1,
                  "its limit is in 14 min 10 s: increase checkpoint.limit, or set checkpoint.file to "
                  "continue later");
  if (world->rank == 0) cr_assert_eq(w.early, 1);
  cr_assert_eq(w.report.limit_s, 1000.0);
  scene_free(&s);
}

/* All steps take the same time, so the remaining time reported at each mark must be accurate to 10 %. The
 * bound of the remaining time must be larger than the reported time. */
ParallelTest(limit, enough_time) {
  scene s;
  seen w;
  uint64_t hash;
  clock_by_steps clock = {.step_s = 5.0};
  begin_run(world, methods[0], &s);
  set_limit(&s, "1e5");
  expect_ok(run(&s, &clock, &w, &hash));
  expect_warnings(&s, 0, "the run needs ");
  cr_assert_eq(w.report.marks, TC_JOB_MARKS);
  for (int k = 0; k < w.report.marks; k++) {
    cr_assert_float_eq(w.report.mark[k].share, tc_job_mark_share[k], 1e-12);
    cr_assert_lt(fabs(log(w.report.mark[k].true_s / w.report.mark[k].shown_s)), 0.1);
    cr_assert_gt(w.report.mark[k].bound_s, w.report.mark[k].shown_s);
  }
  scene_free(&s);
}

/* The probability (level) of the bound is forecast.level, even if the job has no forecast. The distribution
 * is symmetric, so the bound of level 50 % must be the median. */
ParallelTest(limit, level_of_the_remaining_time) {
  static const char *const level[] = {"forecast.level=0.5", "forecast.level=0.9", "forecast.level=0.95"};
  double factor[3];
  for (int k = 0; k < 3; k++) {
    scene s;
    seen w;
    uint64_t hash;
    clock_by_steps clock = {.step_s = 5.0};
    begin_run(world, methods[0], &s);
    scene_set(&s, level[k]);
    expect_ok(run(&s, &clock, &w, &hash));
    factor[k] = w.report.mark[0].bound_s / w.report.mark[0].shown_s;
    scene_free(&s);
  }
  cr_assert_float_eq(factor[0], 1.0, 1e-9);
  cr_assert(1.2 < factor[1] && factor[1] + 0.1 < factor[2], "%g, %g", factor[1], factor[2]);
}

/* At first only the bound of the run time exceeds the limit, which causes a first warning. After step 150 the
 * steps are slower, so the median exceeds the limit too and causes a second warning. */
ParallelTest(limit, warns_again_if_the_median_passes) {
  scene s;
  seen w;
  uint64_t hash;
  clock_by_steps clock = {.step_s = 3.0, .slow_from = 150, .slow_s = 6.0};
  begin_run(world, methods[0], &s);
  set_limit(&s, "1000");
  expect_ok(run(&s, &clock, &w, &hash));
  expect_warnings(&s, 2, "the run needs ");
  scene_free(&s);
}

/* Expects on the root that the warning contains the time of day of the stop. has_seconds: true if this time
 * must contain seconds, as for a limit in less than an hour. */
static void expect_time_of_stop(const scene *s, bool has_seconds) {
  static const char before[] = "if the run has not ended before, it stops at ";
  const char *time = s->world->rank == 0 ? strstr(s->said, before) : NULL;
  if (s->world->rank > 0) return;
  cr_assert_not_null(time, "%s", s->said);
  const char *end = strchr(time += sizeof before - 1, ' ');
  cr_assert_eq(end - time, has_seconds ? 8 : 5, "%s", s->said);
  cr_assert_eq(time[2], ':');
}

/* Checks on the root that the log contains the line of the checkpoint after `step`, with about this remaining
 * time. The comparison is inexact, because the hooks add their real time to the simulated time. */
static void expect_checkpoint_line(const scene *s, int step, double remaining_s) {
  char begin[64];
  int minutes = 0, seconds = 0;
  snprintf(begin, sizeof begin, "checkpoint at step %d, ", step);
  cr_assert(scene_said(s, begin), "%s", s->said);
  if (s->world->rank > 0) return;
  const char *text = strstr(s->said, begin) + strlen(begin);
  cr_assert_eq(sscanf(text, "%d min %d s remaining", &minutes, &seconds), 2, "%s", text);
  cr_assert_float_eq(60.0 * minutes + seconds, remaining_s, 0.05 * remaining_s, "%s", text);
}

/* Collective. The limit interrupts a run, and the resumed run has the field of a run without a limit. */
static void expect_resumable(tc_world *world, const char *method) {
  scene s;
  seen w;
  uint64_t wanted = 0, found = 1;
  clock_by_steps first = {.step_s = 5.0}, second = first, whole = first;
  begin_run(world, method, &s);
  expect_ok(run(&s, &whole, &w, &wanted));
  enable_checkpoints(&s, "");
  set_limit(&s, "1000");
  expect_error(run(&s, &first, &w, &found), TC_STOPPED,
               "stopped by checkpoint.limit after step 195 of 300: use --resume to continue");
  cr_assert_leq(first.now_s, 1000.0);
  expect_warnings(&s, 1, "with exit code 75 and can be resumed");
  expect_time_of_stop(&s, true);
  expect_checkpoint_line(&s, 195, 525.0);
  s.choice.resume = true;
  expect_ok(run(&s, &second, &w, &found));
  cr_assert_eq(found, wanted, "%s: another field", method);
  scene_free(&s);
}

ParallelTest(limit, ends_in_time_and_is_resumed) {
  for (int m = 0; m < 2; m++) expect_resumable(world, methods[m]);
}

/* If the limit is some hours away, the time of the stop has no seconds. */
ParallelTest(limit, stop_in_some_hours) {
  scene s;
  seen w;
  uint64_t hash;
  clock_by_steps clock = {.step_s = 60.0};
  begin_run(world, methods[0], &s);
  enable_checkpoints(&s, ", limit: 10000");
  expect_error(run(&s, &clock, &w, &hash), TC_STOPPED, "stopped by checkpoint.limit after step ");
  expect_time_of_stop(&s, false);
  scene_free(&s);
}

/* During the first 20 steps, the run uses the forecast of a step instead of measured times. The run must end
 * in time even if steps take longer than their forecast. At first the ranks agree on a stop every second
 * step. */
ParallelTest(limit, ends_in_time_with_a_wrong_forecast) {
  scene s;
  seen w;
  uint64_t hash;
  clock_by_steps clock = {.step_s = 100.0, .forecast_s = 5.0};
  begin_run(world, "time={method: euler, steps: 12}", &s);
  enable_checkpoints(&s, ", limit: 1000");
  expect_error(run(&s, &clock, &w, &hash), TC_STOPPED, "after step 6 of 12");
  scene_free(&s);
}

/* A short time limit has a short reserve, so that a job of some seconds can still make steps. */
ParallelTest(limit, short_limit_is_used) {
  scene s;
  seen w;
  uint64_t hash;
  clock_by_steps clock = {.step_s = 0.04};
  begin_run(world, methods[0], &s);
  enable_checkpoints(&s, ", limit: 8");
  expect_error(run(&s, &clock, &w, &hash), TC_STOPPED, "stopped by checkpoint.limit after step ");
  cr_assert(clock.now_s > 6.5 && clock.now_s <= 7.2, "%g s of 8 s used", clock.now_s);
  scene_free(&s);
}

/* The reserve is 10 % of a limit up to 100 s, and 10 s of a longer limit. After the first checkpoint, the
 * measured times of checkpoints replace the forecast bounds. */
ParallelTest(limit, reserve_and_own_checkpoints) {
  (void)world;
  tc_run_limit limit = {.job = {.limit_s = 8.0},
                        .checkpoint_s = 2.0,
                        .closing_s = 2.5,
                        .closing_own_s = 0.25};
  cr_assert_float_eq(tc_run_limit_ending(&limit), 4.5, 1e-12);
  cr_assert_float_eq(tc_run_limit_least(&limit, 1.8, 4.5), 7.0, 1e-12);
  cr_assert_float_eq(tc_run_limit_stop(&limit), 2.7, 1e-12);
  cr_assert_float_eq(tc_run_limit_least(&limit, 90.0, 0.0), 100.0, 1e-9);
  cr_assert_float_eq(tc_run_limit_least(&limit, 1000.0, 4.5), 1014.5, 1e-9);
  tc_run_limit_add_checkpoint(&limit, 0.5);
  cr_assert_float_eq(tc_run_limit_ending(&limit), 0.75 + 0.25, 1e-12);
  limit.job.limit_s = 1000.0;
  cr_assert_float_eq(tc_run_limit_stop(&limit), 989.0, 1e-9);
}

/* Collective. Performs two runs whose time limit is too short for one step. The first run ends with the code
 * TC_STOPPED and can be resumed. The second run starts at the same step, so resuming is useless and the code
 * is TC_INTERNAL. */
static void expect_stall(scene *s) {
  seen w;
  uint64_t hash;
  clock_by_steps clock = {.step_s = 5.0, .forecast_s = 5.0};
  for (int k = 0; k < 2; k++) {
    expect_error(run(s, &clock, &w, &hash), k ? TC_INTERNAL : TC_STOPPED,
                 k ? "the time limit is too short for one step: set checkpoint.limit to at least 12"
                   : "the time limit is too short for one step: set checkpoint.limit to at least 12 and use "
                     "--resume");
    cr_assert_eq(clock.now_s, 0.0);
    s->choice.resume = true;
  }
}

ParallelTest(limit, no_step_fits) {
  scene s;
  seen w;
  uint64_t wanted = 0, found = 1;
  clock_by_steps whole = {.step_s = 5.0}, part = whole, rest = whole;
  begin_run(world, methods[0], &s);
  expect_ok(run(&s, &whole, &w, &wanted));
  enable_checkpoints(&s, ", every: 100");
  set_limit(&s, "8");
  expect_stall(&s);
  set_limit(&s, "800");
  expect_error(run(&s, &part, &w, &found), TC_STOPPED, "after step 157 of 300");
  expect_checkpoint_line(&s, 100, 1000.0);
  set_limit(&s, "9.5");
  expect_stall(&s);
  set_limit(&s, "none");
  expect_ok(run(&s, &rest, &w, &found));
  cr_assert_eq(found, wanted, "another field");
  scene_free(&s);
}

/* checkpoint.wall is the time at which the run ends. The warning about the needed time must consider this
 * limit. */
ParallelTest(limit, wall_is_a_fixed_time) {
  scene s;
  seen w;
  uint64_t hash;
  clock_by_steps clock = {.step_s = 5.0};
  begin_run(world, methods[0], &s);
  enable_checkpoints(&s, ", wall: 900");
  expect_error(run(&s, &clock, &w, &hash), TC_STOPPED, "stopped by checkpoint.wall after step 180 of 300");
  expect_warnings(&s, 1, "with exit code 75 and can be resumed");
  cr_assert_eq(w.report.limit_s, 0.0, "the run has not reported");
  scene_free(&s);
}

/* Expects a remaining time of about 1000 s in the row of step 100, because 200 steps of 5 s remain. The hooks
 * add their real time, so the number is inexact. */
static void expect_remaining(const char *history) {
  cr_assert_not_null(strstr(history, ",remaining_s\n"), "%s", history);
  const char *row = strstr(history, "\n100,");
  cr_assert_not_null(row, "%s", history);
  const char *last = strchr(row + 1, '\n');
  while (*last != ',') last--;
  cr_assert_float_eq(strtod(last + 1, NULL), 1000.0, 50.0, "%s", history);
}

/* The history contains the remaining time only if history.remaining is true. A resumed run must not change
 * these columns. */
ParallelTest(limit, remaining_time_in_the_history) {
  scene s;
  seen w;
  uint64_t hash;
  char text[300];
  clock_by_steps first = {.step_s = 5.0}, second = first;
  begin_run(world, methods[0], &s);
  snprintf(text, sizeof text, "history={file: %s/h.csv, every: 50, remaining: true}", s.f.path);
  scene_set(&s, text);
  enable_checkpoints(&s, ", limit: 800");
  expect_error(run(&s, &first, &w, &hash), TC_STOPPED, "step 155");
  s.choice.resume = true;
  scene_set(&s, "history.remaining=false");
  expect_error(run(&s, &second, &w, &hash), TC_USAGE, "restore probes and history.remaining");
  scene_set(&s, "history.remaining=true");
  expect_ok(run(&s, &second, &w, &hash));
  char *history = file_text(&s.f, "h.csv");
  if (world->rank == 0) expect_remaining(history);
  free(history);
  scene_free(&s);
}
