/* Tests of runs that are extended beyond their first end, and of runs that are resumed with other outputs. */
#include <math.h>

#include "run/outputs/checkpoint_case.h"

TestSuite(checkpoints_extended, .init = tc_snapshot_prepare);

/* Overrides for explicit steps, implicit steps, and implicit steps with theta below 1. */
static const char *const methods[] = {"time={method: euler, dt: 0.0002}", "time={method: implicit, dt: 0.01}",
                                      "time={method: implicit, dt: 0.01, theta: 0.5}"};

/* Collective. Creates the scene of a run with this method. The boundary data depend on t, the source depends
 * on v, t and a state. */
static void begin_run(tc_world *world, const char *method, scene *s) {
  scene_make(world, s);
  scene_set(s, method);
  scene_set(s, "boundary.markers=[{marker: 1, kind: value, value: 'sin(40*t)+y'}, {marker: 2, kind: flux, "
               "value: 'cos(30*t)*z'}]");
  scene_set(s, "states={w: {initial: x, rate: '0.05*(v-0.5*w)'}}");
  scene_set(s, "source='v*(1-v)-w+(t>0.01 && t<0.1 ? 3*exp(-x*x) : 0)'");
}

/* Collective. Performs a run with the override `extent`, which sets the end or the number of steps. If
 * signal_at is not 0, SIGTERM interrupts the run after this step. */
static tc_status run_to(scene *s, const char *extent, int64_t signal_at, uint64_t *hash) {
  scene_set(s, extent);
  const tc_status status = outputs_run(s, signal_at, signal_at ? SIGTERM : 0, hash);
  s->choice.overrides--;
  return status;
}

typedef struct extension {
  const char *first, *then;
} extension;

/* For each pair, the first override gives 20 steps of methods[method], and the second override extends the
 * run to 33 steps. */
static const struct {
  int method;
  extension run;
} pairs[] = {{0, {"time={end: 0.004, steps: null}", "time={end: 0.0066, steps: null}"}},
             {0, {"time={end: 0.004, steps: null}", "time={end: null, steps: 33}"}},
             {1, {"time={end: 0.2, steps: null}", "time={end: 0.33, steps: null}"}},
             {2, {"time={end: null, steps: 20}", "time={end: 0.33, steps: null}"}}};
enum { pairs_count = sizeof pairs / sizeof *pairs };

/* Collective. Removes the outputs and sets --force, so that the next run starts with its first step. */
static void start_over(scene *s) {
  remove_outputs(s);
  s->choice.resume = false;
  s->choice.force = true;
}

/* Lets the following runs resume from the latest checkpoint. */
static void resume_after(scene *s) {
  s->choice.force = false;
  s->choice.resume = true;
}

/* Returns the number of lines of a file on the root, and 0 on other ranks. */
static int count_lines(const scene *s, const char *name) {
  char *text = file_text(&s->f, name);
  int lines = 0;
  for (const char *c = text; c && *c; c++) lines += *c == '\n';
  free(text);
  return s->world->rank == 0 ? lines : 0;
}

static void set_outputs(scene *s, const char *history, const char *probes, int every) {
  char text[500];
  snprintf(text, sizeof text, "history={file: %s/%s, every: %d}", s->f.path, history, every);
  scene_set(s, text);
  snprintf(text, sizeof text, "snapshots={file: %s/s.h5, every: %d}", s->f.path, every);
  scene_set(s, text);
  scene_set(s, probes);
}

/* Returns the number in this column of the last row of h.csv on the root, and 0 on other ranks. */
static double last_value(const scene *s, const char *column) {
  char *text = s->world->rank == 0 ? file_text(&s->f, "h.csv") : NULL, *row = text;
  if (!text) return 0.0;
  const char *at = strstr(text, column);
  cr_assert_not_null(at, "%s", text);
  int commas = 0;
  for (const char *c = text; c < at; c++) commas += *c == ',';
  for (char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') row = line;
  for (; commas > 0; commas--) row = strchr(row, ',') + 1;
  const double value = strtod(row, NULL);
  free(text);
  return value;
}

/* Returns 1 on the root if the file exists, otherwise 0. */
static int is_there(const scene *s, const char *name) {
  char path[400];
  file_path(&s->f, name, path);
  return s->world->rank == 0 && access(path, F_OK) == 0;
}

/* A completed run that is resumed without more steps must not create the files of new outputs. If the run is
 * extended, the new files begin after the checkpoint. */
ParallelTest(checkpoints_extended, new_outputs_are_written_when_steps_are_made) {
  const extension run = pairs[2].run;
  scene s;
  char text[500];
  uint64_t wanted = 0, found = 1;
  begin_run(world, methods[1], &s);
  expect_ok(run_to(&s, run.then, 0, &wanted));
  enable_checkpoints(&s, "");
  expect_ok(run_to(&s, run.first, 0, &found));
  resume_after(&s);
  set_outputs(&s, "h.csv", "probes=[[0.5, 0.5, 0.5]]", 5);
  snprintf(text, sizeof text, "solver.history=%s/r.csv", s.f.path);
  scene_set(&s, text);
  expect_ok(run_to(&s, run.first, 0, &found));
  cr_assert(scene_said(&s, "h.csv: not written, because no steps remain after the checkpoint"), "%s", s.said);
  cr_assert_eq(is_there(&s, "h.csv") + is_there(&s, "s.h5") + is_there(&s, "s.xdmf") + is_there(&s, "r.csv"),
               0);
  expect_ok(run_to(&s, run.then, 0, &found));
  cr_assert_eq(found, wanted);
  cr_assert_eq(is_there(&s, "s.h5") + is_there(&s, "r.csv"), world->rank == 0 ? 2 : 0);
  cr_assert_eq(count_lines(&s, "h.csv"), world->rank == 0 ? 1 + 3 : 0);
  scene_free(&s);
}

/* If the config sets dt, an extended run must have the same bits as one longer run. */
ParallelTest(checkpoints_extended, a_given_step_gives_the_bits_of_one_run) {
  for (int k = 0; k < pairs_count; k++) {
    scene s;
    uint64_t wanted = 0, found = 1;
    begin_run(world, methods[pairs[k].method], &s);
    expect_ok(run_to(&s, pairs[k].run.then, 0, &wanted));
    enable_checkpoints(&s, ", every: 7");
    expect_ok(run_to(&s, pairs[k].run.first, 0, &found));
    s.choice.resume = true;
    expect_ok(run_to(&s, pairs[k].run.then, 0, &found));
    cr_assert_eq(found, wanted, "pair %d: another field", k);
    cr_assert(!scene_said(&s, "other bits") || world->rank > 0, "%s", s.said);
    scene_free(&s);
  }
}

/* Each end is a multiple of dt except for rounding, because 0.0006 / 3 differs from 0.0002. The extended run
 * must still use the given step and have the field of one run of 17 steps. */
ParallelTest(checkpoints_extended, rounding_of_the_end_does_not_change_the_step) {
  static const char *const ends[] = {"time={end: 0.0006, steps: null}", "time={end: 0.0014, steps: null}",
                                     "time={end: 0.0034, steps: null}"};
  scene s;
  uint64_t wanted = 0, found = 1;
  begin_run(world, methods[0], &s);
  expect_ok(run_to(&s, "time={end: null, steps: 17}", 0, &wanted));
  enable_checkpoints(&s, "");
  for (int k = 0; k < 3; k++) {
    expect_ok(run_to(&s, ends[k], 0, &found));
    resume_after(&s);
  }
  cr_assert_eq(found, wanted);
  scene_free(&s);
}

/* The residual file of an extended run must equal that of one longer run. */
ParallelTest(checkpoints_extended, residuals_are_those_of_one_run) {
  scene s;
  char text[500];
  uint64_t wanted = 0, found = 1;
  begin_run(world, methods[2], &s);
  snprintf(text, sizeof text, "solver.history=%s/r.csv", s.f.path);
  scene_set(&s, text);
  expect_ok(run_to(&s, "time={end: null, steps: 9}", 0, &wanted));
  char *whole = file_text(&s.f, "r.csv");
  remove_outputs(&s);
  enable_checkpoints(&s, "");
  expect_ok(run_to(&s, "time={end: 0.05, steps: null}", 0, &found));
  s.choice.resume = true;
  expect_ok(run_to(&s, "time={end: 0.09, steps: null}", 0, &found));
  cr_assert_eq(found, wanted);
  char *extended = file_text(&s.f, "r.csv");
  if (world->rank == 0) cr_assert_str_eq(extended, whole);
  free(extended);
  free(whole);
  scene_free(&s);
}

static const char *const early = "time={end: 0.01, steps: null}", *const late =
                                                                      "time={end: 0.0253, steps: null}";

/* With dt: auto, an extended run divides the remaining time into equal steps. In this test they are smaller
 * than the steps of the first run. If the extended run is interrupted and resumed, its field must remain the
 * same. */
ParallelTest(checkpoints_extended, an_automatic_step_divides_the_time_left) {
  scene s;
  uint64_t wanted = 0, found = 1;
  tc_step_spans spans;
  begin_run(world, "time={method: euler, dt: auto}", &s);
  set_outputs(&s, "h.csv", "probes=[]", 3);
  enable_checkpoints(&s, ", every: 5");
  expect_ok(run_to(&s, early, 0, &found));
  resume_after(&s);
  scene_set(&s, late);
  expect_ok(outputs_run_spans(&s, 0, 0, &wanted, &spans));
  s.choice.overrides--;
  cr_assert(scene_said(&s, ": the result differs from that of an uninterrupted run"), "%s", s.said);
  if (world->rank == 0) cr_assert_float_eq(last_value(&s, "time,"), 0.0253, 1e-15);
  cr_assert_lt(last_value(&s, "balance_error"), 1e-13);
  cr_assert_eq(spans.count, 2);
  const tc_step_span *first = &spans.item[0], *second = &spans.item[1];
  cr_assert_float_eq((double)second->origin.step * first->dt, 0.01, 1e-15);
  cr_assert(second->dt < first->dt && second->dt > 0.5 * first->dt, "%g after %g", second->dt, first->dt);
  start_over(&s);
  expect_ok(run_to(&s, early, 0, &found));
  resume_after(&s);
  for (int64_t more = 2; more < 5; more += 2)
    expect_error(run_to(&s, late, second->origin.step + more, &found), TC_STOPPED, "stopped by SIGTERM");
  expect_ok(run_to(&s, late, 0, &found));
  cr_assert_eq(found, wanted, "another field than that of the extended run");
  scene_free(&s);
}

/* The run has steps of two sizes and writes no history row between them, so one row covers steps of both
 * sizes. The balance in this row must weight each step with its own size. */
ParallelTest(checkpoints_extended, the_balance_knows_the_size_of_each_step) {
  scene s;
  uint64_t found = 1;
  begin_run(world, "time={method: euler, dt: auto}", &s);
  set_outputs(&s, "h.csv", "probes=[]", 100);
  enable_checkpoints(&s, "");
  expect_error(run_to(&s, early, 3, &found), TC_STOPPED, "step 3");
  resume_after(&s);
  expect_ok(run_to(&s, late, 0, &found));
  cr_assert(scene_said(&s, "the step size changes after step 3, t = "), "%s", s.said);
  cr_assert_lt(last_value(&s, "balance_error"), 1e-13);
  scene_free(&s);
}

/* If time.steps is increased, the step size of the checkpoint remains valid. Each new time.end adds another
 * step size. */
ParallelTest(checkpoints_extended, steps_after_an_automatic_end_keep_their_size) {
  scene s;
  uint64_t found = 1;
  tc_step_spans spans;
  begin_run(world, "time={method: implicit, dt: auto, multiple: 20}", &s);
  enable_checkpoints(&s, "");
  expect_ok(run_to(&s, "time={end: 0.1, steps: null}", 0, &found));
  resume_after(&s);
  scene_set(&s, "time={end: null, steps: 40}");
  expect_ok(outputs_run_spans(&s, 0, 0, &found, &spans));
  cr_assert(scene_said(&s, "uninterrupted run, which has steps of "), "%s", s.said);
  cr_assert_eq(spans.count, 1);
  const double end = 40.0 * spans.item[0].dt, later[] = {1.28, 1.39};
  for (int k = 0; k < 2; k++) {
    char text[100];
    snprintf(text, sizeof text, "time={end: %.17g, steps: null}", end * later[k]);
    scene_set(&s, text);
    expect_ok(outputs_run_spans(&s, 0, 0, &found, &spans));
    cr_assert_eq(spans.count, 2 + k);
  }
  cr_assert_eq(spans.item[1].origin.step, 40);
  scene_free(&s);
}

/* A run that is interrupted before its first step has made no steps of the old size. When resumed with a new
 * end, it must have the field of a run with this end. */
ParallelTest(checkpoints_extended, an_end_may_change_before_the_first_step) {
  scene s;
  uint64_t wanted = 0, found = 1;
  begin_run(world, "time={method: euler, dt: auto}", &s);
  expect_ok(run_to(&s, late, 0, &wanted));
  enable_checkpoints(&s, ", wall: 1e-9");
  expect_error(run_to(&s, early, 0, &found), TC_STOPPED, "after step 0");
  resume_after(&s);
  enable_checkpoints(&s, ", wall: null");
  expect_error(run_to(&s, late, 3, &found), TC_STOPPED, "step 3");
  expect_ok(run_to(&s, late, 0, &found));
  cr_assert_eq(found, wanted);
  scene_free(&s);
}

/* An extension that would change the size of steps already made, or would end before the checkpoint, is an
 * error. */
ParallelTest(checkpoints_extended, other_steps_are_refused) {
  static const char *const cases[][2] =
      {{"time={end: 0.003, steps: null}", "time.end: t = 0.003 is before t = 0.004, which "},
       {"time={end: null, steps: 19}", "time.steps: 19 steps are fewer than the 20 of "},
       {"time={end: 0.00501, steps: null}", "would have steps of 0.00019269230769"},
       {"time={end: null, steps: 40, dt: 0.0001}", "set time.dt to auto or to 0.0002, or start over"},
       {"time.safety=0.5", "time.safety is '0.5' now and was '0.9' then"}};
  scene s;
  uint64_t found = 1;
  begin_run(world, methods[0], &s);
  enable_checkpoints(&s, "");
  expect_ok(run_to(&s, pairs[0].run.first, 0, &found));
  const uint64_t wanted = found;
  scene_set(&s, pairs[0].run.first);
  resume_after(&s);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    expect_error(run_to(&s, cases[k][0], 0, &found), TC_USAGE, cases[k][1]);
  expect_ok(outputs_run(&s, 0, 0, &found));
  cr_assert(scene_said(&s, "the run is complete (step 20, t = 0.004): increase time.steps or time.end"), "%s",
            s.said);
  cr_assert_eq(found, wanted);
  expect_ok(run_to(&s, "time={end: 0.00501, steps: null, dt: auto}", 0, &found));
  scene_free(&s);
}

/* The user sets the step size of a stabilised method, so an extended run cannot use another size. The error
 * message must not advise time.dt: auto. */
ParallelTest(checkpoints_extended, stabilised_steps) {
  scene s;
  uint64_t wanted = 0, found = 1;
  scene_make(world, &s);
  scene_set(&s, "time={method: rkl2, dt: 0.002}");
  expect_ok(run_to(&s, "time={end: 0.04, steps: null}", 0, &wanted));
  enable_checkpoints(&s, "");
  expect_ok(run_to(&s, "time={end: 0.02, steps: null}", 0, &found));
  resume_after(&s);
  expect_error(run_to(&s, "time={end: 0.0391, steps: null}", 0, &found), TC_USAGE,
               "set time.dt to 0.002 with an end that is a multiple of it, or start over");
  expect_ok(run_to(&s, "time={end: 0.04, steps: null}", 0, &found));
  cr_assert_eq(found, wanted);
  scene_free(&s);
}

/* The first run writes history rows of steps 0, 5, .., 20. The extended run has a new interval and adds rows
 * of steps 24, 28, 32 and 33. */
ParallelTest(checkpoints_extended, intervals_may_change) {
  scene s;
  uint64_t wanted = 0, found = 1;
  begin_run(world, methods[0], &s);
  expect_ok(run_to(&s, pairs[0].run.then, 0, &wanted));
  enable_checkpoints(&s, ", every: 8");
  set_outputs(&s, "h.csv", "probes=[[0.5, 0.5, 0.5]]", 5);
  expect_error(run_to(&s, pairs[0].run.first, 18, &found), TC_STOPPED, "step 18");
  resume_after(&s);
  expect_ok(run_to(&s, pairs[0].run.first, 0, &found));
  set_outputs(&s, "h.csv", "probes=[[0.5, 0.5, 0.5]]", 4);
  enable_checkpoints(&s, ", every: 3");
  expect_ok(run_to(&s, pairs[0].run.then, 0, &found));
  cr_assert_eq(found, wanted);
  if (world->rank == 0) {
    cr_assert_eq(count_lines(&s, "h.csv"), 1 + 5 + 4);
    char *text = file_text(&s.f, "h.csv"), *xdmf = file_text(&s.f, "s.xdmf");
    cr_assert_not_null(strstr(text, "\n20,"));
    cr_assert_not_null(strstr(text, "\n24,0.0048"));
    cr_assert_not_null(strstr(text, "\n33,0.0066"));
    int frames = 0;
    for (const char *at = xdmf; (at = strstr(at, "<Time ")); at++) frames++;
    cr_assert_eq(frames, 9, "%s", xdmf);
    free(text);
    free(xdmf);
  }
  scene_free(&s);
}

/* If a run is resumed once without snapshots, a later resumed run with snapshots must not replace the file of
 * the earlier snapshots. */
ParallelTest(checkpoints_extended, snapshots_of_earlier_steps_are_kept) {
  scene s;
  uint64_t found = 0;
  begin_run(world, methods[0], &s);
  enable_checkpoints(&s, "");
  set_outputs(&s, "h.csv", "probes=[[0.5, 0.5, 0.5]]", 5);
  expect_ok(run_to(&s, "time={end: null, steps: 10}", 0, &found));
  resume_after(&s);
  scene_set(&s, "snapshots=null");
  expect_ok(run_to(&s, "time={end: null, steps: 20}", 0, &found));
  s.choice.overrides--;
  expect_error(run_to(&s, "time={end: null, steps: 30}", 0, &found), TC_OUTPUT,
               "s.h5: contains snapshots of steps before the checkpoint");
  scene_free(&s);
}

/* More probes need a new history file, which begins after the checkpoint. The old file remains unchanged. */
ParallelTest(checkpoints_extended, more_probes_in_a_new_history) {
  scene s;
  uint64_t wanted = 0, found = 1;
  begin_run(world, methods[0], &s);
  expect_ok(run_to(&s, pairs[0].run.then, 0, &wanted));
  enable_checkpoints(&s, "");
  set_outputs(&s, "h.csv", "probes=[[0.5, 0.5, 0.5]]", 5);
  expect_ok(run_to(&s, pairs[0].run.first, 0, &found));
  resume_after(&s);
  scene_set(&s, "probes=[[0.5, 0.5, 0.5], [0.1, 0.2, 0.3]]");
  expect_error(run_to(&s, pairs[0].run.then, 0, &found), TC_USAGE, "set history.file to a new file name");
  set_outputs(&s, "g.csv", "probes=[[0.1, 0.2, 0.3]]", 5);
  expect_error(run_to(&s, pairs[0].run.then, 0, &found), TC_USAGE, "set snapshots.file to a new file name");
  s.choice.overrides -= 3;
  set_outputs(&s, "g.csv", "probes=[[0.5, 0.5, 0.5], [0.1, 0.2, 0.3]]", 5);
  expect_error(run_to(&s, pairs[0].run.then, 27, &found), TC_STOPPED, "step 27");
  expect_ok(run_to(&s, pairs[0].run.then, 0, &found));
  cr_assert_eq(found, wanted);
  if (world->rank == 0) {
    cr_assert_eq(count_lines(&s, "h.csv"), 1 + 5);
    cr_assert_eq(count_lines(&s, "g.csv"), 1 + 3);
    char *text = file_text(&s.f, "g.csv");
    cr_assert_not_null(strstr(text, ",probe_2,"));
    cr_assert_not_null(strstr(text, "\n25,0.005"));
    free(text);
  }
  scene_free(&s);
}
