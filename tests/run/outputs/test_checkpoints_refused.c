/* Errors of --resume: changed keys, another mesh, damaged files, and outputs that were changed after the
 * checkpoint. */
#include <dirent.h>
#include <hdf5.h>

#include "base/file/file.h"
#include "run/outputs/checkpoint_case.h"
#include "run/outputs/checkpoints.h"

TestSuite(checkpoints_refused, .init = tc_snapshot_prepare);

ParallelTest(checkpoints_refused, what_differs_is_named) {
  static const struct {
    const char *override, *part;
    tc_code code;
  } cases[] = {
      {"initial=2", "initial is '2' now and was '1+x+0.5*y*z' then", TC_USAGE},
      {"diffusion.tensor=3", "diffusion.tensor is '3' now and was '1' then", TC_USAGE},
      {"mesh.scale=2", "mesh.scale is '2' now and was '1' then", TC_USAGE},
      {"time.safety=0.5", "time.safety is '0.5' now", TC_USAGE},
      {"boundary.markers=[{marker: 1, kind: value, value: 3}]",
       "boundary.markers is '[{marker: 1, kind: value, value: 3}]' now and was '[]' then", TC_USAGE},
      {"time={method: rkl2, steps: 30, dt: 1e-4}", "time.method is 'rkl2' now and was 'euler' then",
       TC_USAGE},
      {"time.method=implicit", "time.method is 'implicit' now and was 'euler' then", TC_USAGE},
      {"probes=[]", "set history.file to a new file name", TC_USAGE},
      {"probes=[[0.1, 0.1, 0.1]]", "set history.file to a new file name", TC_USAGE},
      {"time.steps=3", "3 steps are fewer than the 5 of ", TC_USAGE},
  };
  scene s;
  uint64_t found = 0;
  make_checkpoint_scene(world, 0, &s);
  enable_checkpoints(&s, "");
  expect_error(outputs_run(&s, 5, SIGUSR1, &found), TC_STOPPED, "step 5");
  expect_error(outputs_run(&s, 0, 0, &found), TC_OUTPUT, "c.5.h5: is the checkpoint of an earlier run");
  s.choice.resume = true;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    scene_set(&s, cases[i].override);
    expect_error(outputs_run(&s, 0, 0, &found), cases[i].code, cases[i].part);
    s.choice.overrides--;
  }
  /* Keys that change how the solution is computed, but not the solution, may differ. */
  scene_set(&s, "strategy=fine");
  scene_set(&s, "order.method=rcm");
  scene_set(&s, "diffusion.tensor=1.0");
  expect_ok(outputs_run(&s, 0, 0, &found));
  scene_free(&s);
}

/* Root. Writes the same fibre direction for all 216 cells. */
static void write_fibres(const scene *s, const char *direction) {
  char text[4096] = "";
  for (int cell = 0; cell < 216; cell++) {
    strcat(text, direction);
    strcat(text, "\n");
  }
  file_write(&s->f, "f.lon", text);
}

/* The region of one cell is changed after the checkpoint, so the hash of the mesh must differ and the run
 * must not resume. */
ParallelTest(checkpoints_refused, another_mesh) {
  scene s;
  uint64_t found = 0;
  make_checkpoint_scene(world, 0, &s);
  enable_checkpoints(&s, "");
  expect_error(outputs_run(&s, 5, SIGUSR1, &found), TC_STOPPED, "step 5");
  if (world->rank == 0) {
    char *text = file_text(&s.f, "m.ele");
    text[strlen(text) - 2] = text[strlen(text) - 2] == '1' ? '2' : '1';
    file_write(&s.f, "m.ele", text);
    free(text);
  }
  MPI_Barrier(tc_world_comm(world));
  s.choice.resume = true;
  expect_error(outputs_run(&s, 0, 0, &found), TC_INPUT, "the checkpoint belongs to the mesh");
  scene_free(&s);
}

/* The fibre file has the same name but other directions than before. Only the hash of the matrix shows the
 * difference. */
ParallelTest(checkpoints_refused, another_matrix) {
  scene s;
  char text[500];
  uint64_t found = 0;
  make_checkpoint_scene(world, 0, &s);
  if (world->rank == 0) write_fibres(&s, "1 0 0");
  snprintf(text, sizeof text, "diffusion.fibres={file: %s/f.lon, tensor: {along: 9, across: 1}}", s.f.path);
  scene_set(&s, text);
  scene_set(&s, "time.dt=1e-6");
  enable_checkpoints(&s, "");
  expect_error(outputs_run(&s, 5, SIGUSR1, &found), TC_STOPPED, "step 5");
  if (world->rank == 0) write_fibres(&s, "0 1 0");
  MPI_Barrier(tc_world_comm(world));
  s.choice.resume = true;
  expect_error(outputs_run(&s, 0, 0, &found), TC_USAGE, "the hash of the matrix");
  scene_free(&s);
}

/* The checkpoint file is renamed, so its name states another step than its contents. */
ParallelTest(checkpoints_refused, another_name) {
  scene s;
  uint64_t found = 0;
  char from[400], to[400];
  make_checkpoint_scene(world, 0, &s);
  enable_checkpoints(&s, "");
  expect_error(outputs_run(&s, 5, SIGUSR1, &found), TC_STOPPED, "step 5");
  file_path(&s.f, "c.5.h5", from);
  file_path(&s.f, "c.9.h5", to);
  if (world->rank == 0) cr_assert_eq(rename(from, to), 0);
  MPI_Barrier(tc_world_comm(world));
  s.choice.resume = true;
  expect_error(outputs_run(&s, 0, 0, &found), TC_INPUT,
               "c.9.h5: contains step 5, but its name states another step");
  scene_free(&s);
}

/* One byte of the residual file is changed, as if another run had written the file after the checkpoint. */
ParallelTest(checkpoints_refused, residuals_of_another_run) {
  scene s;
  uint64_t wanted, found = 0;
  output_texts undisturbed = run_undisturbed(world, 3, "", &s, &wanted);
  expect_error(outputs_run(&s, 5, SIGUSR1, &found), TC_STOPPED, "step 5");
  if (world->rank == 0) {
    char *text = file_text(&s.f, "r.csv.part");
    text[strlen(text) / 2] ^= 1;
    file_write(&s.f, "r.csv.part", text);
    free(text);
  }
  MPI_Barrier(tc_world_comm(world));
  s.choice.resume = true;
  expect_error(outputs_run(&s, 0, 0, &found), TC_INPUT, "neither");
  free_outputs(&undisturbed);
  scene_free(&s);
}

/* Number of temporary snapshot files on the root, and 0 on other ranks. */
static int count_temporaries(const scene *s) {
  DIR *all = s->world->rank == 0 ? opendir(s->f.path) : NULL;
  int count = 0;
  for (struct dirent *entry; all && (entry = readdir(all));)
    count += strncmp(entry->d_name, "s.h5.", 5) == 0 && strstr(entry->d_name, ".tmp");
  if (all) closedir(all);
  return count;
}

/* The residual file does not belong to the run, and the setup finds this error late. Before the error, the
 * setup must not replace the snapshot file by the file with more rows. No temporary file may remain. */
ParallelTest(checkpoints_refused, a_refusal_after_the_set_up_keeps_the_snapshots) {
  scene s;
  uint64_t found = 0;
  make_checkpoint_scene(world, 3, &s);
  enable_checkpoints(&s, "");
  expect_error(outputs_run(&s, 5, SIGUSR1, &found), TC_STOPPED, "step 5");
  if (world->rank == 0) file_write(&s.f, "r.csv.part", "step,iteration,residual,kind,reason\n");
  MPI_Barrier(tc_world_comm(world));
  s.choice.resume = true;
  scene_set(&s, "time.steps=40");
  output_texts before = read_outputs(&s);
  expect_error(outputs_run(&s, 0, 0, &found), TC_INPUT, "neither");
  expect_same_outputs(&s, &before, "snapshots");
  free_outputs(&before);
  cr_assert_eq(count_temporaries(&s), 0);
  scene_free(&s);
}

/* A damaged checkpoint is skipped with a warning, and the run resumes from the previous one. If all
 * checkpoints are damaged, the run ends with an error. */
ParallelTest(checkpoints_refused, damage_is_seen) {
  scene s;
  uint64_t wanted = 0, found = 1;
  make_checkpoint_scene(world, 0, &s);
  expect_ok(outputs_run(&s, 0, 0, &wanted));
  remove_outputs(&s);
  enable_checkpoints(&s, ", every: 4");
  expect_error(outputs_run(&s, 10, SIGUSR1, &found), TC_STOPPED, "step 10");
  cr_assert_eq(count_checkpoints(&s), 2);
  flip_bit(&s, "c.10.h5");
  s.choice.resume = true;
  expect_ok(outputs_run(&s, 0, 0, &found));
  cr_assert(scene_said(&s, "c.10.h5: is damaged: its "), "%s", s.said);
  cr_assert(scene_said(&s, ": step 8, t = "), "%s", s.said);
  cr_assert_eq(found, wanted);
  flip_bit(&s, "c.28.h5");
  flip_bit(&s, "c.30.h5");
  expect_error(outputs_run(&s, 0, 0, &found), TC_INPUT, "c.30.h5: is damaged");
  if (world->rank == 0) {
    cr_assert_not(scene_said(&s, "c.30.h5: is damaged"), "a warning repeats the error: %s", s.said);
    cr_assert(scene_said(&s, "c.28.h5: is damaged"), "%s", s.said);
  }
  scene_free(&s);
}

/* Collective. Interrupts a run at step 5, after it has written two snapshots. If `probes` is true, the run
 * has also written rows of probes. */
static void interrupt(tc_world *world, bool probes, scene *s) {
  char text[500];
  uint64_t found = 0;
  scene_make(world, s);
  scene_set(s, "time={method: euler, steps: 30}");
  snprintf(text, sizeof text, "snapshots={file: %s/s.h5, every: 4}", s->f.path);
  scene_set(s, text);
  enable_checkpoints(s, "");
  if (probes) scene_set(s, "probes=[[0.5, 0.5, 0.5]]");
  expect_error(outputs_run(s, 5, SIGUSR1, &found), TC_STOPPED, "step 5");
  s->choice.resume = true;
}

/* Collective. Expects an error of the resumed run that does not change the output files. */
static void expect_unchanged(scene *s, tc_code code, const char *part) {
  output_texts before = read_outputs(s);
  uint64_t found = 0;
  expect_error(outputs_run(s, 0, 0, &found), code, part);
  expect_same_outputs(s, &before, part);
  free_outputs(&before);
}

/* The snapshot file contains probe rows, but the resumed run has no probes. It must report an error, because
 * it would have to remove these rows. */
ParallelTest(checkpoints_refused, a_history_that_is_no_longer_configured) {
  scene s;
  uint64_t found = 0;
  interrupt(world, true, &s);
  s.choice.overrides--;
  expect_unchanged(&s, TC_USAGE, "s.h5 contains probes of the steps so far");
  s.choice.overrides++;
  expect_ok(outputs_run(&s, 0, 0, &found));
  scene_free(&s);
}

/* Collective. Sets the first number in row 1 of a dataset in s.h5 to -1. */
static void change_row(const scene *s, const char *dataset) {
  char path[400];
  const hsize_t at[2] = {1, 0};
  const int64_t number = -1;
  file_path(&s->f, "s.h5", path);
  MPI_Barrier(tc_world_comm(s->world));
  if (s->world->rank == 0) {
    const hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT), data = H5Dopen2(file, dataset, H5P_DEFAULT),
                space = H5Dget_space(data), one = H5Screate(H5S_SCALAR);
    cr_assert_geq(H5Sselect_elements(space, H5S_SELECT_SET, 1, at), 0);
    cr_assert_geq(H5Dwrite(data, H5T_NATIVE_INT64, one, space, H5P_DEFAULT, &number), 0);
    H5Sclose(one);
    H5Sclose(space);
    H5Dclose(data);
    H5Fclose(file);
  }
  MPI_Barrier(tc_world_comm(s->world));
}

/* An extended run copies the snapshots to a file with more rows. Before that, it checks the rows that were
 * written so far. */
ParallelTest(checkpoints_refused, snapshots_of_another_run) {
  static const char *const cases[][2] = {{"/field/step", "has 1 snapshots, but the checkpoint counts 2"},
                                         {"/field/v", "snapshot 2 differs from what the run wrote"}};
  for (int k = 0; k < 2; k++) {
    scene s;
    interrupt(world, false, &s);
    change_row(&s, cases[k][0]);
    scene_set(&s, "time.steps=40");
    expect_unchanged(&s, TC_INPUT, cases[k][1]);
    scene_free(&s);
  }
}

/* --resume is an error without checkpoint.file. If checkpoint.file is set but no checkpoint exists, the run
 * starts with its first step. */
ParallelTest(checkpoints_refused, nothing_to_go_on_from) {
  scene s;
  uint64_t wanted = 0, found = 1;
  make_checkpoint_scene(world, 0, &s);
  expect_ok(outputs_run(&s, 0, 0, &wanted));
  remove_outputs(&s);
  s.choice.resume = true;
  expect_error(outputs_run(&s, 0, 0, &found), TC_USAGE, "does not set checkpoint.file");
  enable_checkpoints(&s, "");
  expect_ok(outputs_run(&s, 0, 0, &found));
  cr_assert(scene_said(&s, "no checkpoint exists: the run starts"), "%s", s.said);
  cr_assert_eq(found, wanted);
  scene_free(&s);
}

/* Collective. Performs a run with the override `end`, which sets its end, and returns the hash of its
 * field. */
static uint64_t run_to_end(scene *s, const char *end) {
  uint64_t hash = 0;
  scene_set(s, end);
  expect_ok(outputs_run(s, 0, 0, &hash));
  s->choice.overrides--;
  return hash;
}

/* The number of stages of a stabilised step does not depend on the length of the run. An extended run must
 * therefore have the same bits as one longer run. */
ParallelTest(checkpoints_refused, an_extension_of_stabilised_steps_is_accepted) {
  scene s;
  scene_make(world, &s);
  scene_set(&s, "time={method: rkc2, dt: 0.002, steps: null}");
  const uint64_t wanted = run_to_end(&s, "time.end=0.8");
  enable_checkpoints(&s, "");
  run_to_end(&s, "time.end=0.008");
  s.choice.resume = true;
  cr_assert_eq(run_to_end(&s, "time.end=0.8"), wanted);
  scene_free(&s);
}
