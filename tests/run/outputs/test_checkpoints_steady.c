/* Tests of steady solves that are interrupted between two iterations and resumed. */
#include "run/outputs/checkpoint_case.h"

TestSuite(checkpoints_steady, .init = tc_snapshot_prepare);

static const struct {
  const char *method, *preconditioner, *more;
} cases[] = {
    {"cg", "jacobi", ""},
    {"cg", "ssor", ""},
    {"bicgstab", "ilu0", ""},
    {"bicg", "jacobi", ""},
    {"cgs", "jacobi", ""},
    {"qmr", "none", ""},
    {"gmres", "jacobi", ", restart: 4"},
    {"cg", "multigrid, coarsest: 10", ""},
    {"gmres", "multigrid, coarsest: 10", ", restart: 4"},
    {"jacobi", "none", ", accept: 1, most_iterations: 60"},
    {"sor", "none", ", most_iterations: 2000"},
};
enum { cases_count = sizeof cases / sizeof *cases };

/* Collective. Creates the scene of a steady solve with boundary values, an exchange condition and a source.
 * `which` is an index into `cases`. */
static void begin_steady(tc_world *world, int which, scene *s) {
  char text[500];
  scene_make(world, s);
  scene_set(s, "time={method: steady, steps: null}");
  scene_set(s, "diffusion.scheme=two-point");
  scene_set(s, "boundary.markers=[{marker: 1, kind: value, value: y}, {marker: 2, kind: exchange, h: 2, "
               "outside: 'x*z'}]");
  scene_set(s, "source='1+x*y'");
  const char *name = cases[which].preconditioner;
  snprintf(text, sizeof text,
           "solver={method: %s, tolerance: 1e-10, preconditioner: {name: %s}, history: %s/r.csv%s}",
           cases[which].method, name, s->f.path, cases[which].more);
  if (strcmp(cases[which].method, "jacobi") == 0 || strcmp(cases[which].method, "sor") == 0)
    snprintf(text, sizeof text, "solver={method: %s, tolerance: 1e-10, history: %s/r.csv%s}",
             cases[which].method, s->f.path, cases[which].more);
  scene_set(s, text);
  snprintf(text, sizeof text, "snapshots={file: %s/s.h5}", s->f.path);
  scene_set(s, text);
  snprintf(text, sizeof text, "history={file: %s/h.csv}", s->f.path);
  scene_set(s, text);
}

/* Data of a hook that raises SIGTERM on the last rank after iteration `at`. */
typedef struct interruption {
  const tc_session *session;
  int64_t at;
} interruption;

static tc_status interrupt(void *self, const tc_run_state *now) {
  const interruption *b = self;
  if (now->iteration == b->at && b->session->plan.world->rank == b->session->plan.world->ranks - 1)
    raise(SIGTERM);
  return TC_OK;
}

static bool never(const tc_hook *hook, const tc_run_state *now) {
  (void)hook, (void)now;
  return false;
}

/* Collective. Like outputs_run, but for a solve with a simulated clock, or with the system clock if `clock`
 * is NULL. If `at` is not 0, a signal interrupts the solve after iteration `at`. */
static tc_status solve_by(scene *s, clock_by_steps *clock, int64_t at, uint64_t *hash) {
  tc_session session = {0};
  outputs o = {.clock = clock};
  interruption b = {&session, at};
  tc_run_observers observers = {.hooks = 2,
                                .hook = {{.self = &b,
                                          .is_due = never,
                                          .between_iterations = at ? interrupt : NULL,
                                          .ignores_field = true},
                                         clock_hook(clock)}};
  if (!clock) observers.hooks = 1;
  outputs_set_clock(s, &o);
  tc_status status = scene_open(s, &session);
  if (!status) status = tc_run_outputs_prepare(&session.plan, &o.all);
  if (!status) status = tc_session_set_up(&session, 65536);
  if (!status) status = tc_run_outputs_create(&session.plan, &session.prepared, &o.all);
  if (!status) status = tc_run_outputs_begin(&session.prepared, &o.all, &observers);
  if (!status) status = tc_session_run(&session, tc_strategy_find("condensed"), 65536, &observers);
  if (!status) status = tc_run_outputs_publish(&session.plan, &o.all);
  if (!status) *hash = session.results.result[0].field.hash;
  tc_run_outputs_free(&session.plan, &o.all);
  tc_session_close(&session);
  MPI_Barrier(tc_world_comm(s->world));
  return status;
}

static tc_status solve(scene *s, int64_t at, uint64_t *hash) { return solve_by(s, NULL, at, hash); }

static void expect_whole(const scene *s, const output_texts *undisturbed, int which, uint64_t found,
                         uint64_t wanted) {
  cr_assert_eq(found, wanted, "%s: another field", cases[which].method);
  expect_same_outputs(s, undisturbed, cases[which].method);
}

/* The ranks agree on a stop every second iteration, because checkpoint.every is 2. The resumed solve must
 * have the field and the files of an uninterrupted solve. */
ParallelTest(checkpoints_steady, a_solve_goes_on_as_if_it_had_never_stopped) {
  for (int which = 0; which < cases_count; which++) {
    scene s;
    uint64_t wanted = 0, found = 1;
    begin_steady(world, which, &s);
    expect_ok(solve(&s, 0, &wanted));
    output_texts undisturbed = read_outputs(&s);
    remove_outputs(&s);
    enable_checkpoints(&s, ", every: 2");
    expect_error(solve(&s, 2, &found), TC_STOPPED, "stopped by SIGTERM after iteration 2: use --resume");
    cr_assert_eq(count_checkpoints(&s), 1, "after iteration 2 alone");
    s.choice.resume = true;
    if (which % 3 == 0)
      expect_error(solve(&s, 4, &found), TC_STOPPED, "stopped by SIGTERM after iteration 4");
    scene_set(&s, "checkpoint.every=0");
    expect_ok(solve(&s, 0, &found));
    expect_whole(&s, &undisturbed, which, found, wanted);
    free_outputs(&undisturbed);
    scene_free(&s);
  }
}

/* The solve ends because most_iterations is too small. It can be resumed with more iterations. */
ParallelTest(checkpoints_steady, a_solve_that_spent_its_iterations_goes_on) {
  scene s;
  uint64_t wanted = 0, found = 1;
  begin_steady(world, 0, &s);
  expect_ok(solve(&s, 0, &wanted));
  output_texts undisturbed = read_outputs(&s);
  remove_outputs(&s);
  enable_checkpoints(&s, ", every: 2");
  scene_set(&s, "solver.most_iterations=5");
  expect_error(solve(&s, 0, &found), TC_NUMERICAL, "most_iterations");
  cr_assert_eq(count_checkpoints(&s), 2);
  s.choice.resume = true;
  scene_set(&s, "solver.most_iterations=1000");
  scene_set(&s, "checkpoint.every=0");
  expect_ok(solve(&s, 0, &found));
  cr_assert(scene_said(&s, "c.0+4.h5: iteration 4"), "%s", s.said);
  cr_assert_eq(found, wanted);
  output_texts now =
      read_outputs(&s); /* the snapshots differ because they contain the config of the first run */
  if (world->rank == 0) cr_assert_str_eq(now.residuals, undisturbed.residuals);
  free_outputs(&now);
  free_outputs(&undisturbed);
  scene_free(&s);
}

/* All ranks perform the first part of the solve, and the root alone resumes it. The number of ranks must not
 * change the results. */
ParallelTest(checkpoints_steady, the_number_of_ranks_may_change) {
  for (int which = 0; which < cases_count; which += 3) {
    scene s;
    uint64_t wanted = 0, found = 1;
    begin_steady(world, which, &s);
    expect_ok(solve(&s, 0, &wanted));
    output_texts undisturbed = read_outputs(&s);
    remove_outputs(&s);
    enable_checkpoints(&s, ", every: 2");
    expect_error(solve(&s, 3, &found), TC_STOPPED, "SIGTERM after iteration");
    MPI_Comm alone;
    MPI_Comm_split(tc_world_comm(world), world->rank, 0, &alone);
    if (world->rank == 0) {
      tc_world *single = NULL;
      expect_ok(tc_world_create(alone, 0, &single));
      s.world = single;
      s.choice.resume = true;
      scene_set(&s, "checkpoint.every=0");
      expect_ok(solve(&s, 0, &found));
      expect_whole(&s, &undisturbed, which, found, wanted);
      tc_world_destroy(&single);
      s.world = world;
    }
    MPI_Comm_free(&alone);
    free_outputs(&undisturbed);
    scene_free(&s);
  }
}

/* The name of a checkpoint file contains the total number of iterations of all runs. The program retains the
 * last two checkpoints. If the last one is damaged, the solve must resume from the other one. */
ParallelTest(checkpoints_steady, the_last_two_are_kept) {
  scene s;
  uint64_t wanted = 0, found = 1;
  begin_steady(world, 0, &s);
  expect_ok(solve(&s, 0, &wanted));
  output_texts undisturbed = read_outputs(&s);
  remove_outputs(&s);
  enable_checkpoints(&s, ", every: 2");
  expect_error(solve(&s, 4, &found), TC_STOPPED, "SIGTERM after iteration 4");
  s.choice.resume = true;
  expect_error(solve(&s, 8, &found), TC_STOPPED, "SIGTERM after iteration 8");
  cr_assert_eq(count_checkpoints(&s), 2);
  flip_bit(&s, "c.0+8.h5");
  scene_set(&s, "checkpoint.every=0");
  expect_ok(solve(&s, 0, &found));
  cr_assert(scene_said(&s, "c.0+8.h5: is damaged") && scene_said(&s, "c.0+6.h5: iteration 6"), "%s", s.said);
  expect_whole(&s, &undisturbed, 0, found, wanted);
  free_outputs(&undisturbed);
  scene_free(&s);
}

/* Each iteration takes 5 s. The solve must stop and write a checkpoint early enough, with time for one more
 * iteration and for the reserve within the time limit. */
ParallelTest(checkpoints_steady, a_solve_ends_before_the_limit_of_its_job) {
  scene s;
  uint64_t wanted = 0, found = 1;
  begin_steady(world, 0, &s);
  expect_ok(solve(&s, 0, &wanted));
  output_texts undisturbed = read_outputs(&s);
  remove_outputs(&s);
  enable_checkpoints(&s, ", limit: 45");
  clock_by_steps first = {.step_s = 5.0}, second = first;
  expect_error(solve_by(&s, &first, 0, &found), TC_STOPPED,
               "stopped by checkpoint.limit after iteration 5: use --resume");
  s.choice.resume = true;
  scene_set(&s, "checkpoint.limit=none");
  expect_ok(solve_by(&s, &second, 0, &found));
  expect_whole(&s, &undisturbed, 0, found, wanted);
  free_outputs(&undisturbed);
  scene_free(&s);
}
