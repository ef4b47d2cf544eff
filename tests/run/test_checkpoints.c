#include "run/checkpoints.h"

#include <unistd.h>

#include "run/interrupted.h"

TestSuite(checkpoints, .init = tc_snapshot_prepare);

/* Kinds of runs: what each of them keeps besides the field. */
static const char *const kinds[][3] = {
    {"time={method: euler, steps: 30}", NULL, NULL},
    {"time={method: euler, steps: 30}",
     "boundary.markers=[{marker: 1, kind: value, value: 'sin(40*t)+y'}, {marker: 2, kind: flux, value: "
     "'cos(30*t)*z'}, {marker: 3, kind: exchange, h: '1+x', outside: '2+t'}]",
     "source='cos(20*t)'"},
    {"time={method: euler, steps: 30}", "states={w: {initial: x, rate: v-w}}", "source='v*(1-v)-0.1*w'"},
    {"time={method: implicit, steps: 12, multiple: 20}",
     "boundary.markers=[{marker: 1, kind: value, value: 'sin(40*t)+y'}]", "source='cos(20*t)'"},
    {"time={method: implicit, steps: 12, multiple: 20, theta: 0.5}",
     "boundary.markers=[{marker: 1, kind: flux, value: 't*y'}]", "states={w: {initial: 1, rate: v-w}}"},
};
enum { kinds_count = sizeof kinds / sizeof *kinds };

/* Collective. */
static void begin(tc_world *world, int kind, scene *s) {
  char text[500];
  scene_make(world, s);
  for (int i = 0; i < 3; i++)
    if (kinds[kind][i]) scene_set(s, kinds[kind][i]);
  snprintf(text, sizeof text, "history={file: %s/h.csv, every: 3}", s->f.path);
  scene_set(s, text);
  snprintf(text, sizeof text, "snapshots={file: %s/s.h5, every: 4}", s->f.path);
  scene_set(s, text);
  if (strstr(kinds[kind][0], "implicit")) {
    snprintf(text, sizeof text, "solver.history=%s/r.csv", s->f.path);
    scene_set(s, text);
  }
  scene_set(s, "probes=[[0.5, 0.5, 0.5]]");
}

/* Collective. Checkpoints of the runs of this scene from now on. */
static void keep(scene *s, const char *how) {
  char text[500];
  snprintf(text, sizeof text, "checkpoint={file: %s/c.h5%s}", s->f.path, how);
  scene_set(s, text);
}

/* What a run has written, on the root; the caller frees it. */
typedef struct written {
  char *history, *residuals, *snapshots;
  long bytes; /* of the snapshots */
} written;

static written take(const scene *s) {
  written w = {file_text(&s->f, "h.csv"), file_text(&s->f, "r.csv"), NULL, 0};
  char path[400];
  file_path(&s->f, "s.h5", path);
  FILE *file = s->world->rank == 0 ? fopen(path, "rb") : NULL;
  if (!file) return w;
  fseek(file, 0, SEEK_END);
  w.bytes = ftell(file);
  w.snapshots = malloc((size_t)w.bytes);
  rewind(file);
  cr_assert_eq(fread(w.snapshots, 1, (size_t)w.bytes, file), (size_t)w.bytes);
  fclose(file);
  return w;
}

static void forget(written *w) {
  free(w->history);
  free(w->residuals);
  free(w->snapshots);
}

/* Every file, byte for byte. */
static void expect_same(const scene *s, const written *undisturbed, const char *which) {
  written now = take(s);
  if (s->world->rank == 0) {
    cr_assert_str_eq(now.history, undisturbed->history, "%s", which);
    cr_assert_str_eq(now.residuals, undisturbed->residuals, "%s", which);
    cr_assert_eq(now.bytes, undisturbed->bytes, "%s", which);
    cr_assert_eq(memcmp(now.snapshots, undisturbed->snapshots, (size_t)now.bytes), 0, "%s", which);
  }
  forget(&now);
}

static void remove_outputs(const scene *s) {
  static const char *const names[] = {"h.csv", "r.csv", "s.h5", "s.xdmf"};
  MPI_Barrier(s->world->comm);
  for (size_t i = 0; s->world->rank == 0 && i < sizeof names / sizeof *names; i++)
    file_write(&s->f, names[i], NULL);
  MPI_Barrier(s->world->comm);
}

static int count_checkpoints(const scene *s) {
  int count = 0;
  for (int step = 0; step <= 40; step++) {
    char name[32], path[400];
    snprintf(name, sizeof name, "c.%d.h5", step);
    file_path(&s->f, name, path);
    count += access(path, F_OK) == 0;
  }
  return count;
}

/* Interrupted twice; field, history and residuals are those of a run that was not. */
ParallelTest(checkpoints, a_run_goes_on_as_if_it_had_never_stopped) {
  for (int kind = 0; kind < kinds_count; kind++) {
    scene s;
    uint64_t wanted = 0, found = 1;
    begin(world, kind, &s);
    expect_ok(outputs_run(&s, 0, 0, &wanted));
    written undisturbed = take(&s);
    remove_outputs(&s);
    keep(&s, "");
    expect_error(outputs_run(&s, 5, SIGUSR1, &found), TC_STOPPED, "stopped by SIGUSR1 after step 5 of");
    cr_assert_eq(count_checkpoints(&s), 1);
    s.choice.resume = true;
    expect_error(outputs_run(&s, 9, SIGTERM, &found), TC_STOPPED, "stopped by SIGTERM after step 9 of");
    expect_ok(outputs_run(&s, 0, 0, &found));
    cr_assert_eq(found, wanted, "kind %d: another field", kind);
    expect_same(&s, &undisturbed, kinds[kind][0]);
    forget(&undisturbed);
    scene_free(&s);
  }
}

/* By all ranks, and gone on by the root alone. */
ParallelTest(checkpoints, the_number_of_ranks_may_change) {
  for (int kind = 0; kind < kinds_count; kind++) {
    scene s;
    uint64_t wanted = 0, found = 1;
    begin(world, kind, &s);
    expect_ok(outputs_run(&s, 0, 0, &wanted));
    written undisturbed = take(&s);
    remove_outputs(&s);
    keep(&s, "");
    expect_error(outputs_run(&s, 7, SIGUSR1, &found), TC_STOPPED, "stopped by SIGUSR1");
    MPI_Comm alone;
    MPI_Comm_split(world->comm, world->rank, 0, &alone);
    if (world->rank == 0) {
      tc_world *single = NULL;
      expect_ok(tc_world_create(alone, 0, &single));
      s.world = single;
      s.choice.resume = true;
      expect_ok(outputs_run(&s, 0, 0, &found));
      cr_assert_eq(found, wanted, "kind %d: another field", kind);
      expect_same(&s, &undisturbed, kinds[kind][0]);
      tc_world_destroy(&single);
      s.world = world;
    }
    MPI_Comm_free(&alone);
    forget(&undisturbed);
    scene_free(&s);
  }
}

/* Snapshots, rows and residuals of steps after the checkpoint are cut off, and made again. */
ParallelTest(checkpoints, steps_are_not_written_twice) {
  for (int kind = 0; kind < kinds_count; kind++) {
    scene s;
    uint64_t wanted = 0, found = 1;
    begin(world, kind, &s);
    expect_ok(outputs_run(&s, 0, 0, &wanted));
    written undisturbed = take(&s);
    remove_outputs(&s);
    keep(&s, ", every: 3");
    expect_error(outputs_run(&s, 11, SIGUSR1, &found), TC_STOPPED, "step 11");
    if (world->rank == 0) file_write(&s.f, "c.11.h5", NULL);
    MPI_Barrier(world->comm);
    s.choice.resume = true;
    expect_ok(outputs_run(&s, 0, 0, &found));
    cr_assert(scene_said(&s, "goes on from step 9"), "%s", s.said);
    cr_assert_eq(found, wanted, "kind %d: another field", kind);
    expect_same(&s, &undisturbed, kinds[kind][0]);
    forget(&undisturbed);
    scene_free(&s);
  }
}

/* Before the first step, and after the last one. */
ParallelTest(checkpoints, at_either_end) {
  scene s;
  uint64_t wanted = 0, found = 1;
  begin(world, 1, &s);
  expect_ok(outputs_run(&s, 0, 0, &wanted));
  written undisturbed = take(&s);
  remove_outputs(&s);
  keep(&s, "");
  expect_error(outputs_run(&s, 0, SIGINT, &found), TC_STOPPED, "stopped by SIGINT after step 0 of 30");
  s.choice.resume = true;
  for (int twice = 0; twice < 2; twice++) {
    found = 1;
    expect_ok(outputs_run(&s, 0, 0, &found));
    cr_assert_eq(found, wanted);
    expect_same(&s, &undisturbed, "from either end");
  }
  forget(&undisturbed);
  scene_free(&s);
}

/* A run that has ended goes on when more steps are wanted; history rows beyond what was kept are made again.
 */
ParallelTest(checkpoints, more_steps_than_there_were) {
  scene s;
  uint64_t wanted = 0, found = 1;
  begin(world, 2, &s);
  scene_set(&s, "time.steps=40");
  expect_ok(outputs_run(&s, 0, 0, &wanted));
  remove_outputs(&s);
  s.choice.overrides--;
  keep(&s, ", every: 8");
  expect_ok(outputs_run(&s, 0, 0, &found));
  cr_assert_eq(count_checkpoints(&s), 2);
  s.choice.resume = true;
  scene_set(&s, "time.steps=40");
  expect_ok(outputs_run(&s, 0, 0, &found));
  cr_assert_eq(found, wanted);
  scene_set(&s, "time.steps=39");
  expect_error(outputs_run(&s, 0, 0, &found), TC_USAGE, "39 steps are wanted, and");
  scene_free(&s);
}

ParallelTest(checkpoints, time_is_up) {
  scene s;
  uint64_t found;
  begin(world, 0, &s);
  keep(&s, ", wall: 1e-9");
  expect_error(outputs_run(&s, 0, 0, &found), TC_STOPPED,
               "stopped by checkpoint.wall after step 0 of 30: go on with --resume");
  s.choice.resume = true;
  expect_error(outputs_run(&s, 0, 0, &found), TC_STOPPED, "after step 1 of 30");
  scene_free(&s);
}

/* ---- what is refused ---- */

ParallelTest(checkpoints, what_differs_is_named) {
  static const struct {
    const char *override, *part;
    tc_code code;
  } cases[] = {
      {"initial=2", "initial is '2' now and was '1+x+0.5*y*z' then", TC_USAGE},
      {"diffusion.tensor=3", "diffusion.tensor is '3' now and was '1' then", TC_USAGE},
      {"time.safety=0.5", "time.safety is '0.5' now", TC_USAGE},
      {"boundary.markers=[{marker: 1, kind: value, value: 3}]",
       "boundary.markers is '[{marker: 1, kind: value, value: 3}]' now and was '[]' then", TC_USAGE},
      {"time.method=implicit", "time.method is 'implicit' now and was 'euler' then", TC_USAGE},
      {"probes=[]", "the history of the steps so far has", TC_USAGE},
      {"time.steps=3", "3 steps are wanted, and", TC_USAGE},
  };
  scene s;
  uint64_t found = 0;
  begin(world, 0, &s);
  keep(&s, "");
  expect_error(outputs_run(&s, 5, SIGUSR1, &found), TC_STOPPED, "step 5");
  expect_error(outputs_run(&s, 0, 0, &found), TC_OUTPUT, "c.5.h5: is the checkpoint of an earlier run");
  s.choice.resume = true;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    scene_set(&s, cases[i].override);
    expect_error(outputs_run(&s, 0, 0, &found), cases[i].code, cases[i].part);
    s.choice.overrides--;
  }
  /* Another way to compute the same is none of these. */
  scene_set(&s, "strategy=fine");
  scene_set(&s, "order.method=rcm");
  scene_set(&s, "diffusion.tensor=1.0");
  expect_ok(outputs_run(&s, 0, 0, &found));
  scene_free(&s);
}

/* One cell of the mesh in another region. */
ParallelTest(checkpoints, another_mesh) {
  scene s;
  uint64_t found = 0;
  begin(world, 0, &s);
  keep(&s, "");
  expect_error(outputs_run(&s, 5, SIGUSR1, &found), TC_STOPPED, "step 5");
  if (world->rank == 0) {
    char *text = file_text(&s.f, "m.ele");
    text[strlen(text) - 2] = text[strlen(text) - 2] == '1' ? '2' : '1';
    file_write(&s.f, "m.ele", text);
    free(text);
  }
  MPI_Barrier(world->comm);
  s.choice.resume = true;
  expect_error(outputs_run(&s, 0, 0, &found), TC_INPUT, "it is of the mesh");
  scene_free(&s);
}

/* A byte of the field, which is the last in the file. Collective. */
static void damage(const scene *s, int step) {
  char path[400], name[32];
  snprintf(name, sizeof name, "c.%d.h5", step);
  file_path(&s->f, name, path);
  MPI_Barrier(s->world->comm);
  if (s->world->rank == 0) {
    FILE *file = fopen(path, "r+b");
    cr_assert_not_null(file, "%s", path);
    fseek(file, -9, SEEK_END);
    const int byte = fgetc(file);
    fseek(file, -9, SEEK_END);
    fputc(byte ^ 1, file);
    fclose(file);
  }
  MPI_Barrier(s->world->comm);
}

/* One that is damaged is passed over; with none that is whole nothing goes on. */
ParallelTest(checkpoints, damage_is_seen) {
  scene s;
  uint64_t wanted = 0, found = 1;
  begin(world, 0, &s);
  expect_ok(outputs_run(&s, 0, 0, &wanted));
  remove_outputs(&s);
  keep(&s, ", every: 4");
  expect_error(outputs_run(&s, 10, SIGUSR1, &found), TC_STOPPED, "step 10");
  cr_assert_eq(count_checkpoints(&s), 2);
  damage(&s, 10);
  s.choice.resume = true;
  expect_ok(outputs_run(&s, 0, 0, &found));
  cr_assert(scene_said(&s, "c.10.h5: is damaged: field is not as it was written"), "%s", s.said);
  cr_assert(scene_said(&s, "goes on from step 8"), "%s", s.said);
  cr_assert_eq(found, wanted);
  damage(&s, 28);
  damage(&s, 30);
  expect_error(outputs_run(&s, 0, 0, &found), TC_INPUT, "c.30.h5: is damaged");
  scene_free(&s);
}

/* Without a checkpoint a run that is to go on begins; without a place there is nothing to go on from. */
ParallelTest(checkpoints, nothing_to_go_on_from) {
  scene s;
  uint64_t wanted = 0, found = 1;
  begin(world, 0, &s);
  expect_ok(outputs_run(&s, 0, 0, &wanted));
  remove_outputs(&s);
  s.choice.resume = true;
  expect_error(outputs_run(&s, 0, 0, &found), TC_USAGE, "names no checkpoint.file");
  keep(&s, "");
  expect_ok(outputs_run(&s, 0, 0, &found));
  cr_assert(scene_said(&s, "there is no checkpoint beside"), "%s", s.said);
  cr_assert_eq(found, wanted);
  scene_free(&s);
}
