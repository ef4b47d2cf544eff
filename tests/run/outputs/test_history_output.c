#include "run/outputs/history_output.h"

#include <hdf5.h>
#include <math.h>

#include "run/outputs/snapshots.h"
#include "run/run_case.h"
#include "run/session/strategy_choice.h"

TestSuite(history, .init = tc_snapshot_prepare);

static tc_status perform(scene *s, tc_session *session, tc_run_snapshots *snapshots, tc_run_history *history,
                         bool ends_well) {
  const tc_strategy *strategy = NULL;
  tc_run_observers observers = {0};
  TC_TRY(scene_open(s, session));
  TC_TRY(tc_run_snapshots_prepare(&session->plan, snapshots));
  TC_TRY(tc_run_history_prepare(&session->plan));
  TC_TRY(tc_session_set_up(session, session->plan.config->distribution.block_size));
  TC_TRY(tc_run_history_create(&session->prepared, history));
  TC_TRY(tc_run_snapshots_create(&session->plan, &session->prepared, history, snapshots));
  TC_TRY(tc_forecasts_select_strategy(&session->forecasts, &strategy));
  tc_run_snapshots_observe(&session->prepared, snapshots, history, &observers);
  TC_TRY(tc_session_run(session, strategy, 65536, &observers));
  TC_TRY(tc_run_snapshots_publish(&session->plan, snapshots));
  return ends_well ? tc_world_agree(session->plan.world, tc_history_file_close(&history->file)) : TC_OK;
}

/* Collective. Performs a run with the overrides of the scene. If `ends_well` is false, the run does not
 * publish its history file, as after an error. */
static tc_status run(scene *s, bool ends_well) {
  tc_session session = {0};
  tc_run_snapshots snapshots = {0};
  tc_run_history history = {0};
  tc_status status = perform(s, &session, &snapshots, &history, ends_well);
  tc_run_snapshots_free(&session.plan, &snapshots);
  tc_run_history_free(&session.plan, &history);
  tc_session_close(&session);
  MPI_Barrier(tc_world_comm(s->world));
  return status;
}

static void begin(tc_world *world, scene *s) {
  char file[120];
  scene_make(world, s);
  snprintf(file, sizeof file, "history.file=%s/h.csv", s->f.path);
  scene_set(s, file);
  scene_set(s, "time.steps=40");
  scene_set(s, "probes=[[0.5, 0.5, 0.5], [0.1, 0.9, 0.2]]");
}

static int lines_of(const char *text) {
  int lines = 0;
  for (; *text; text++) lines += *text == '\n';
  return lines;
}

/* Collective. Performs a run and returns the text of its history on all ranks. The caller frees the text. */
static char *history_of(scene *s) {
  expect_ok(run(s, true));
  char *text = file_text(&s->f, "h.csv");
  MPI_Barrier(tc_world_comm(s->world));
  return text;
}

/* Overrides that change how a run is computed but not its results. */
static const char *const variants[] = {"strategy=condensed",
                                       "strategy=fine",
                                       "strategy=naive",
                                       "strategy=neighbour",
                                       "distribution.kind=cyclic",
                                       "order.method=rcm",
                                       "distribution={kind: cyclic, block_size: 3}",
                                       "storage=ell16"};

/* Sets boundary data of all three kinds and a source that depends on the field. All of them depend on
 * time. */
static void set_forcing(scene *s) {
  scene_set(s, "boundary.markers=[{marker: 1, kind: value, value: 'sin(40*t)+y'},"
               " {marker: 2, kind: flux, value: 'cos(30*t)*z'},"
               " {marker: 3, kind: exchange, h: '1+x', outside: '2+t'}]");
  scene_set(s, "source='v*(1-v)+cos(20*t)-0.1*w'");
  scene_set(s, "states={w: {initial: 'x', rate: 'v-w'}, u: {initial: 1, rate: '-u'}}");
}

static void begin_variant(tc_world *world, bool has_forcing, scene *s) {
  begin(world, s);
  scene_set(s, "history.every=7");
  if (has_forcing) set_forcing(s);
}

/* Runs with all variants, and a run on a single rank, must write the same bytes of history. */
static void expect_same_bytes(tc_world *world, bool has_forcing) {
  scene s;
  begin_variant(world, has_forcing, &s);
  char *first = history_of(&s);
  const int overrides = s.choice.overrides;
  cr_assert_eq(lines_of(first), 1 + 7, "%s", first);
  for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
    s.choice.overrides = overrides;
    scene_set(&s, variants[i]);
    char *text = history_of(&s);
    cr_assert_str_eq(text, first, "%s", variants[i]);
    free(text);
  }
  if (world->rank == 0) {
    scene alone;
    tc_world *single = NULL;
    expect_ok(tc_world_create(MPI_COMM_SELF, 0, &single));
    begin_variant(single, has_forcing, &alone);
    char *text = history_of(&alone);
    cr_assert_str_eq(text, first);
    free(text);
    scene_free(&alone);
    tc_world_destroy(&single);
  }
  free(first);
  scene_free(&s);
}

ThreadedTest(history, the_same_file_byte_for_byte_however_it_is_computed) { expect_same_bytes(world, false); }

ThreadedTest(history, the_same_file_when_something_enters) { expect_same_bytes(world, true); }

/* Returns the number in a row and a column of a CSV text. Rows and columns count from 0, and the header is
 * not a row. */
static double number_at(const char *text, int row, int column) {
  for (; row >= 0; row--) text = strchr(text, '\n') + 1;
  for (; column > 0; column--) text = strchr(text, ',') + 1;
  return strtod(text, NULL);
}

/* The change of the integral between two rows must equal the flow through the markers plus the source in this
 * time. The balance error in each row must agree with these numbers. */
ParallelTest(history, what_enters_is_what_changes) {
  static const char *const head =
      "step,time,integral,min,max,mean_1,flux_1,flux_2,flux_3,source,balance_error,"
      "probe_1,probe_2,probe_1_w,probe_2_w,probe_1_u,probe_2_u\n";
  for (int scheme = 0; scheme < 2; scheme++) {
    scene s;
    begin(world, &s);
    set_forcing(&s);
    scene_set(&s, scheme ? "diffusion.scheme=two-point" : "diffusion.tensor=[2,1,1,0.3,0,0.1]");
    scene_set(&s, "history.every=9");
    scene_set(&s, "time.steps=400");
    char *text = history_of(&s);
    cr_assert_eq(strncmp(text, head, strlen(head)), 0, "%s", text);
    const int rows = lines_of(text) - 1;
    cr_assert_eq(rows, 1 + 400 / 9 + 1);
    double most = 0.0;
    for (int row = 1; row < rows; row++) {
      const double span = number_at(text, row, 1) - number_at(text, row - 1, 1);
      const double change = number_at(text, row, 2) - number_at(text, row - 1, 2);
      double inflow = 0.0;
      for (int column = 6; column < 10; column++) inflow += number_at(text, row, column) * span;
      cr_assert_float_eq(change, inflow, 1e-12, "row %d: %g, %g", row, change, inflow);
      cr_assert_lt(number_at(text, row, 10), 1e-13, "row %d", row);
      most = fmax(most, fabs(change));
    }
    cr_assert_gt(most, 1e-3, "nothing has changed");
    const double dt = number_at(text, rows - 1, 1) / 400.0;
    for (int probe = 0; probe < 2; probe++) { /* explicit Euler for u' = -u multiplies u by 1 - dt in each of
                                               * the 400 steps */
      cr_assert_float_eq(number_at(text, rows - 1, 15 + probe), pow(1.0 - dt, 400.0), 1e-11);
      cr_assert_float_eq(number_at(text, 0, 13 + probe), probe ? 0.1 : 0.5, 0.3, "x, at the centroid");
    }
    free(text);
    scene_free(&s);
  }
}

ParallelTest(history, rows_at_the_start_in_between_and_at_the_end) {
  scene s;
  begin(world, &s);
  scene_set(&s, "history.every=25");
  char *text = history_of(&s);
  if (world->rank == 0) {
    const char *head = "step,time,integral,min,max,mean_1,probe_1,probe_2\n0,0,";
    cr_assert_eq(strncmp(text, head, strlen(head)), 0, "%s", text);
    cr_assert(strstr(text, "\n25,") && strstr(text, "\n40,") && lines_of(text) == 4, "%s", text);
  }
  free(text);
  scene_set(&s, "history.every=0");
  text = history_of(&s);
  if (world->rank == 0) cr_assert_eq(lines_of(text), 1 + 41, "%s", text);
  free(text);
  scene_set(&s, "history.every=1");
  scene_set(&s, "time={steps: 2e6, dt: 1e-9}");
  expect_error(run(&s, true), TC_USAGE,
               "history.every: the run would write 2000001 rows, but at most 1000000 can be written: "
               "increase history.every");
  scene_free(&s);
}

/* Returns the last of `rows` numbers of a history dataset in snapshots.h5. */
static double last_number(const scene *s, const char *name, int64_t rows) {
  char path[400];
  file_path(&s->f, "snapshots.h5", path);
  double value[100];
  cr_assert(rows <= 100);
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT), data = H5Dopen2(file, name, H5P_DEFAULT);
  hid_t space = H5Dget_space(data);
  cr_assert_eq(H5Sget_simple_extent_npoints(space), rows, "%s", name);
  cr_assert_geq(H5Dread(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value), 0);
  H5Sclose(space);
  H5Dclose(data);
  H5Fclose(file);
  return value[rows - 1];
}

/* If probes or history.every are set, the snapshot file contains the history, even if the run also writes a
 * CSV file of the history. */
ParallelTest(history, in_the_snapshot_file) {
  char file[120];
  for (int csv = 0; csv < 2; csv++) {
    scene s;
    begin(world, &s);
    snprintf(file, sizeof file, "snapshots.file=%s/snapshots.h5", s.f.path);
    scene_set(&s, file);
    scene_set(&s, csv ? "history.every=30" : "history={every: 30, file: null}");
    char *text = history_of(&s);
    cr_assert_eq(lines_of(text), csv ? 1 + 3 : 0);
    if (world->rank == 0) {
      cr_assert_eq(last_number(&s, "/history/step", 3), 40);
      const double probe = last_number(&s, "/history/probe_2", 3), most = last_number(&s, "/history/max", 3);
      cr_assert(probe > 1.0 && probe < most && most < 2.5);
      if (csv) cr_assert_eq(strtod(strrchr(text, ',') + 1, NULL), probe);
    }
    free(text);
    scene_free(&s);
  }
}

ParallelTest(history, what_cannot_be_is_refused) {
  scene s;
  begin(world, &s);
  if (world->ranks > 1) {
    scene_set(&s, "strategy=none");
    expect_error(run(&s, true), TC_USAGE, "so it has no history");
    scene_set(&s, "strategy=fine");
  }
  scene_set(&s, "probes=[[0.5, 0.5, 0.5], [0.1, 1.9, 0.2]]");
  expect_error(run(&s, true), TC_USAGE, "probes, item 2: the point (0.1, 1.9, 0.2)");
  char file[120];
  snprintf(file, sizeof file, "history.file=%s/config.yaml", s.f.path);
  scene_set(&s, file);
  expect_error(run(&s, true), TC_USAGE, "are the same file");
  scene_free(&s);
}

ParallelTest(history, a_run_that_fails_destroys_nothing) {
  scene s;
  begin(world, &s);
  char *text = history_of(&s);
  scene_set(&s, "initial=3");
  expect_ok(run(&s, false));
  cr_assert(scene_said(&s, "the history so far is in"), "%s", s.said);
  char *after = file_text(&s.f, "h.csv"), *part = file_text(&s.f, "h.csv.part");
  if (world->rank == 0) {
    cr_assert_str_eq(after, text);
    cr_assert_eq(lines_of(part), 1 + 41);
    cr_assert_str_neq(part, text);
  }
  free(after);
  free(part);
  free(text);
  scene_free(&s);
}
