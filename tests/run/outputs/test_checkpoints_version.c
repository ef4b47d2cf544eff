/* Tests of checkpoints that were written by other versions of the program, or whose restart data have another
 * format. */
#include <fcntl.h>
#include <unistd.h>

#include "base/file/checksum_header.h"
#include "io/checkpoint/checkpoint_file.h"
#include "io/hdf/hdf.h"
#include "run/outputs/checkpoint_case.h"

TestSuite(checkpoints_version, .init = tc_snapshot_prepare);

/* Root. Replaces a text attribute of the file, or removes it if `text` is NULL. */
static void set_text(const char *path, const char *name, const char *text) {
  const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
  cr_assert_geq(file, 0);
  cr_assert_geq(H5Adelete(file, name), 0);
  if (text) expect_ok(tc_hdf_write_text(file, path, name, text));
  cr_assert_geq(H5Fclose(file), 0);
}

/* Root. Replaces the checksum header of a file. The new header names the file form `form` and contains the
 * checksum of the present contents. */
static void seal_as(const char *path, const char *form) {
  uint64_t sum = 0;
  const int file = open(path, O_RDWR);
  cr_assert_geq(file, 0);
  expect_ok(
      tc_checksum_add_file(file, path, TC_OUTPUT, TC_CHECKSUM_HEADER_BYTES, lseek(file, 0, SEEK_END), &sum));
  expect_ok(tc_checksum_header_write(file, path, form, sum));
  close(file);
}

static void seal_again(const char *path) { seal_as(path, TC_CHECKPOINT_FORM); }

/* Collective. Changes the checkpoint of step 5 to one of program version 0.1, with format 1 of the restart
 * data. */
static void make_old(const scene *s) {
  char path[400];
  file_path(&s->f, "c.5.h5", path);
  if (s->world->rank == 0) {
    set_text(path, "version", "0.1");
    set_text(path, "format", "1");
    seal_again(path);
  }
  MPI_Barrier(tc_world_comm(s->world));
}

/* The restart data of explicit steps are the same in all versions so far, so a run can resume from an old
 * checkpoint. Kinds 1 and 2 have boundary data, sources and states. */
ParallelTest(checkpoints_version, an_explicit_run_is_resumed_with_a_note) {
  for (int kind = 1; kind < 3; kind++) {
    scene s;
    uint64_t wanted, found = 1;
    output_texts undisturbed = run_undisturbed(world, kind, "", &s, &wanted);
    expect_error(outputs_run(&s, 5, SIGUSR1, &found), TC_STOPPED, "step 5");
    make_old(&s);
    s.choice.resume = true;
    expect_ok(outputs_run(&s, 0, 0, &found));
    cr_assert(scene_said(&s, "c.5.h5 was written by version 0.1, commit "), "%s", s.said);
    cr_assert_eq(found, wanted, "kind %d: another field", kind);
    expect_same_outputs(&s, &undisturbed, kinds[kind][0]);
    free_outputs(&undisturbed);
    scene_free(&s);
  }
}

ParallelTest(checkpoints_version, an_implicit_run_is_refused_by_its_format) {
  scene s;
  uint64_t found = 1;
  make_checkpoint_scene(world, 3, &s);
  enable_checkpoints(&s, "");
  expect_error(outputs_run(&s, 5, SIGUSR1, &found), TC_STOPPED, "step 5");
  make_old(&s);
  s.choice.resume = true;
  expect_error(outputs_run(&s, 0, 0, &found), TC_INPUT,
               "c.5.h5: contains restart data of time.method implicit in format 1, but this version reads "
               "format 2: resume it with the version that wrote it (0.1, commit ");
  s.choice.resume = false;
  s.choice.force = true;
  expect_ok(outputs_run(&s, 0, 0, &found));
  scene_free(&s);
}

/* Earlier releases wrote files of form 2, which this version cannot read. The session returns the error to
 * the program. The program logs the error, so the session must not log it as well. */
ParallelTest(checkpoints_version, another_form_is_refused_once) {
  scene s;
  char path[400];
  uint64_t found = 1;
  make_checkpoint_scene(world, 0, &s);
  enable_checkpoints(&s, "");
  expect_error(outputs_run(&s, 5, SIGUSR1, &found), TC_STOPPED, "step 5");
  file_path(&s.f, "c.5.h5", path);
  if (world->rank == 0) seal_as(path, "tetracast checkpoint 2");
  MPI_Barrier(tc_world_comm(world));
  s.choice.resume = true;
  expect_error(outputs_run(&s, 0, 0, &found), TC_INPUT,
               "c.5.h5: has format 2, but this version reads format 3: use the version that wrote it");
  if (world->rank == 0) cr_assert_not(scene_said(&s, "has format 2"), "%s", s.said);
  scene_free(&s);
}

/* All checkpoints of the present form contain the step sizes, so a file without them is invalid. */
ParallelTest(checkpoints_version, missing_step_sizes_are_refused) {
  scene s;
  char path[400];
  uint64_t found = 1;
  make_checkpoint_scene(world, 0, &s);
  enable_checkpoints(&s, "");
  expect_error(outputs_run(&s, 5, SIGUSR1, &found), TC_STOPPED, "step 5");
  file_path(&s.f, "c.5.h5", path);
  if (world->rank == 0) {
    set_text(path, "spans", NULL);
    seal_again(path);
  }
  MPI_Barrier(tc_world_comm(world));
  s.choice.resume = true;
  expect_error(outputs_run(&s, 0, 0, &found), TC_INPUT, "c.5.h5: is damaged: attribute spans is missing");
  scene_free(&s);
}

ParallelTest(checkpoints_version, malformed_step_sizes_are_refused) {
  scene s;
  char path[400];
  uint64_t found = 1;
  make_checkpoint_scene(world, 0, &s);
  enable_checkpoints(&s, "");
  expect_error(outputs_run(&s, 5, SIGUSR1, &found), TC_STOPPED, "step 5");
  file_path(&s.f, "c.5.h5", path);
  if (world->rank == 0) {
    set_text(path, "spans", "0 0 -1\n");
    seal_again(path);
  }
  MPI_Barrier(tc_world_comm(world));
  s.choice.resume = true;
  expect_error(outputs_run(&s, 0, 0, &found), TC_INPUT, "are not step sizes: remove the file");
  scene_free(&s);
}
