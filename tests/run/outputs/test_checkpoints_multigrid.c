/* Tests of resumed runs with multigrid and with an automatic preconditioner. Resumed runs must use the same
 * multigrid levels as an uninterrupted run. A run with an automatic preconditioner must continue with the
 * preconditioner in the checkpoint. */
#include <fcntl.h>
#include <unistd.h>

#include "base/file/checksum_header.h"
#include "comm/world/mpi_world.h"
#include "io/checkpoint/checkpoint_file.h"
#include "io/hdf/hdf.h"
#include "run/outputs/checkpoint_case.h"

TestSuite(checkpoints_multigrid, .init = tc_snapshot_prepare);

/* Collective. Creates the scene of a run of implicit steps with a history, residuals and snapshots. */
static void make_scene(tc_world *world, const char *time, const char *preconditioner, const char *times,
                       scene *s) {
  char text[500];
  scene_make(world, s);
  scene_set(s, "diffusion.scheme=two-point");
  scene_set(s, time);
  snprintf(text, sizeof text, "solver={history: %s/r.csv, preconditioner: {%s}}", s->f.path, preconditioner);
  scene_set(s, text);
  snprintf(text, sizeof text, "history={file: %s/h.csv, every: 1}", s->f.path);
  scene_set(s, text);
  snprintf(text, sizeof text, "snapshots={file: %s/s.h5, %s}", s->f.path, times);
  scene_set(s, text);
}

/* Collective. Performs an uninterrupted run and returns its output files. The next run writes checkpoints. */
static output_texts run_whole(scene *s, uint64_t *hash) {
  expect_ok(outputs_run(s, 0, 0, hash));
  const output_texts out = read_outputs(s);
  remove_outputs(s);
  enable_checkpoints(s, "");
  return out;
}

/* Collective. Interrupts a run after this step. */
static void interrupt(scene *s, int64_t step) {
  uint64_t hash;
  expect_error(outputs_run(s, step, SIGTERM, &hash), TC_STOPPED, "stopped by SIGTERM");
  s->choice.resume = true;
}

/* ---- multigrid levels of resumed runs ---- */

/* The three steps end at t = 0.01, 0.03 and 0.1. The setup builds the multigrid levels for a step of 0.1. The
 * levels are built again for the first step, used for the second step too, and built again for the third
 * step. */
static const char three_steps[] = "time={method: implicit, dt: auto, multiple: 1e6, end: 0.1, steps: null}",
                  levels[] = "name: multigrid, coarsest: 10, rows_per_rank: 16",
                  two_times[] = "times: [0.01, 0.03]";

/* Collective. Returns the hash of the field at the end. */
static uint64_t run_three_steps(tc_world *world) {
  scene s;
  uint64_t hash;
  make_scene(world, three_steps, levels, two_times, &s);
  expect_ok(outputs_run(&s, 0, 0, &hash));
  cr_assert(scene_said(&s, "multigrid: levels rebuilt 2 times because the step length changed"), "%s",
            s.said);
  scene_free(&s);
  return hash;
}

ParallelTest(checkpoints_multigrid, levels_of_an_uninterrupted_run) {
  tc_world *self = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  const uint64_t alone = run_three_steps(self);
  tc_world_destroy(&self);
  for (int64_t step = 1; step <= 2; step++) {
    scene s;
    uint64_t wanted, found = 1;
    make_scene(world, three_steps, levels, two_times, &s);
    output_texts whole = run_whole(&s, &wanted);
    interrupt(&s, step);
    expect_ok(outputs_run(&s, 0, 0, &found));
    cr_assert(found == wanted && wanted == alone, "step %d", (int)step);
    cr_assert(scene_said(&s, "levels rebuilt 2 times"), "%s", s.said);
    expect_same_outputs(&s, &whole, "multigrid");
    free_outputs(&whole);
    scene_free(&s);
  }
}

/* Root. Removes the items about the reuse of levels from a checkpoint, as in files of versions that did not
 * write these items. */
static void remove_reuse(const char *path) {
  static const char *const item[] = {"shift", "scale", "first", "last", "rebuilds"};
  uint64_t sum = 0;
  const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
  cr_assert_geq(file, 0);
  for (size_t k = 0; k < sizeof item / sizeof *item; k++) {
    char name[60];
    snprintf(name, sizeof name, "/kept/solver.reuse.%s", item[k]);
    cr_assert_geq(H5Ldelete(file, name, H5P_DEFAULT), 0, "%s", name);
  }
  cr_assert_geq(H5Fclose(file), 0);
  const int raw = open(path, O_RDWR);
  expect_ok(
      tc_checksum_add_file(raw, path, TC_OUTPUT, TC_CHECKSUM_HEADER_BYTES, lseek(raw, 0, SEEK_END), &sum));
  expect_ok(tc_checksum_header_write(raw, path, TC_CHECKPOINT_FORM, sum));
  close(raw);
}

/* Steps of equal size use the same multigrid levels. Even a checkpoint without these items must therefore
 * give the field of the uninterrupted run. */
ParallelTest(checkpoints_multigrid, checkpoints_without_reuse) {
  scene s;
  char path[400];
  uint64_t wanted, found = 1;
  make_scene(world, "time={method: implicit, multiple: 0.3, steps: 6}", levels, "every: 2", &s);
  output_texts whole = run_whole(&s, &wanted);
  interrupt(&s, 3);
  file_path(&s.f, "c.3.h5", path);
  if (world->rank == 0) remove_reuse(path);
  MPI_Barrier(tc_world_comm(world));
  expect_ok(outputs_run(&s, 0, 0, &found));
  cr_assert_eq(found, wanted);
  free_outputs(&whole);
  scene_free(&s);
}

/* ---- automatic preconditioner ---- */

static const char short_steps[] = "time={method: implicit, multiple: 0.3, steps: 6}";

ParallelTest(checkpoints_multigrid, the_preconditioner_of_the_checkpoint) {
  scene s;
  uint64_t wanted, found = 1;
  make_scene(world, short_steps, "name: auto", "every: 2", &s);
  output_texts whole = run_whole(&s, &wanted);
  cr_assert(scene_said(&s, "solver.preconditioner.name auto: jacobi ("), "%s", s.said);
  interrupt(&s, 3);
  expect_ok(outputs_run(&s, 0, 0, &found));
  cr_assert(scene_said(&s, "solver.preconditioner.name auto: jacobi, as in "), "%s", s.said);
  cr_assert_eq(found, wanted);
  expect_same_outputs(&s, &whole, "auto");
  free_outputs(&whole);
  scene_free(&s);
}

/* A resumed run must not change the key of the preconditioner from auto to a name, because a new choice could
 * differ from the preconditioner so far. */
ParallelTest(checkpoints_multigrid, another_key_is_refused) {
  scene s;
  uint64_t hash;
  make_scene(world, short_steps, "name: auto", "every: 2", &s);
  enable_checkpoints(&s, "");
  interrupt(&s, 3);
  scene_set(&s, "solver.preconditioner.name=jacobi");
  expect_error(outputs_run(&s, 0, 0, &hash), TC_USAGE,
               "solver.preconditioner.name is 'jacobi' now and was 'auto' then");
  scene_free(&s);
}

/* A run that resumes with a later end must continue with the preconditioner in the checkpoint. */
ParallelTest(checkpoints_multigrid, an_extended_run) {
  scene s;
  uint64_t hash;
  make_scene(world, short_steps, "name: auto", "every: 2", &s);
  enable_checkpoints(&s, "");
  interrupt(&s, 3);
  scene_set(&s, "time.steps=9");
  expect_ok(outputs_run(&s, 0, 0, &hash));
  cr_assert(scene_said(&s, "solver.preconditioner.name auto: jacobi, as in "), "%s", s.said);
  scene_free(&s);
}
