#include "run/outputs/outputs.h"

#include <unistd.h>

#include "run/outputs/interrupted.h"

TestSuite(outputs, .init = tc_snapshot_prepare);

static bool is_there(const scene *s, const char *name) {
  char path[400];
  file_path(&s->f, name, path);
  return access(path, F_OK) == 0;
}

/* Adds an override in which %s of `form` is replaced by the path of a file in the directory of the scene. */
static void set_file(scene *s, const char *form, const char *file) {
  char text[500], path[400];
  file_path(&s->f, file, path);
  snprintf(text, sizeof text, form, path);
  scene_set(s, text);
}

/* Configures one file for each kind of output. */
static void set_files(scene *s) {
  set_file(s, "snapshots={file: %s, every: 1}", "s.h5");
  set_file(s, "history.file=%s", "h.csv");
  set_file(s, "checkpoint.file=%s", "c.h5");
  set_file(s, "report.json=%s", "r.json");
}

ParallelTest(outputs, an_earlier_run_is_replaced_only_when_that_is_wished_for) {
  static const char *const mine[] = {"s.h5", "h.csv", "c.3.h5"};
  for (size_t i = 0; i < sizeof mine / sizeof *mine; i++) {
    scene s;
    uint64_t one, two = 0;
    scene_make(world, &s);
    set_files(&s);
    expect_ok(outputs_run(&s, 0, 0, &one));
    MPI_Barrier(tc_world_comm(world));
    for (size_t k = 0; world->rank == 0 && k < sizeof mine / sizeof *mine; k++) {
      cr_assert(is_there(&s, mine[k]), "%s", mine[k]);
      if (k != i) file_write(&s.f, mine[k], NULL);
    }
    if (world->rank == 0 && i != 0) file_write(&s.f, "s.xdmf", NULL);
    MPI_Barrier(tc_world_comm(world));
    scene_set(&s, "initial=2+y");
    expect_error(outputs_run(&s, 0, 0, &two), TC_OUTPUT, "--force");
    s.choice.force = true;
    expect_ok(outputs_run(&s, 0, 0, &two));
    cr_assert_neq(one, two);
    cr_assert(is_there(&s, "s.h5") && is_there(&s, "h.csv") && is_there(&s, "c.3.h5"));
    scene_free(&s);
  }
}

/* If an output file exists but no checkpoint, the error must state why the run cannot be resumed. */
ParallelTest(outputs, existing_output_without_a_checkpoint) {
  scene s;
  uint64_t hash;
  scene_make(world, &s);
  set_file(&s, "report.csv=%s", "r.csv");
  if (world->rank == 0) file_write(&s.f, "r.csv", "strategy,distribution,block_size,\n");
  MPI_Barrier(tc_world_comm(world));
  expect_error(outputs_run(&s, 0, 0, &hash), TC_OUTPUT,
               "r.csv: the CSV report already exists, and there is no checkpoint to resume from "
               "(checkpoint.file is not set)");
  set_file(&s, "checkpoint.file=%s", "c.h5");
  expect_error(outputs_run(&s, 0, 0, &hash), TC_OUTPUT,
               "r.csv: the CSV report already exists, and there is no checkpoint to resume from "
               "(checkpoint.file: ");
  scene_free(&s);
}

/* A run locks the files that it writes. A second run must end with an error that names the file, even with
 * --force, until the first run has ended. */
ParallelTest(outputs, one_run_at_a_time) {
  static const char *const keys[] = {"history.file=%s", "checkpoint.file=%s", "report.json=%s"};
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    scene s;
    tc_session session = {0};
    tc_run_outputs first = {0};
    uint64_t hash;
    scene_make(world, &s);
    set_file(&s, keys[i], "x");
    expect_ok(scene_open(&s, &session));
    expect_ok(tc_run_outputs_prepare(&session.plan, &first));
    cr_assert(is_there(&s, "x.lock"));
    s.choice.force = true;
    expect_error(outputs_run(&s, 0, 0, &hash), TC_OUTPUT, "x: another run is writing it");
    cr_assert(is_there(&s, "x.lock"));
    MPI_Barrier(tc_world_comm(world));
    tc_run_outputs_free(&session.plan, &first);
    tc_session_close(&session);
    MPI_Barrier(tc_world_comm(world));
    cr_assert_not(is_there(&s, "x.lock"));
    expect_ok(outputs_run(&s, 0, 0, &hash));
    scene_free(&s);
  }
}

/* A run that fails must not change the output files of an earlier run. */
ParallelTest(outputs, a_run_that_fails_leaves_the_earlier_one) {
  scene s;
  uint64_t hash;
  scene_make(world, &s);
  set_files(&s);
  expect_ok(outputs_run(&s, 0, 0, &hash));
  char *history = file_text(&s.f, "h.csv");
  s.choice.force = true;
  scene_set(&s, "source=x>0 ? 1e300*v : 0");
  tc_status status = outputs_run(&s, 0, 0, &hash);
  cr_assert_neq((int)tc_status_code(status), TC_DONE);
  tc_status_free(&status);
  char *after = file_text(&s.f, "h.csv");
  cr_assert_str_eq(after, history);
  cr_assert(is_there(&s, "s.h5") && is_there(&s, "s.xdmf") && is_there(&s, "c.3.h5"));
  free(history);
  free(after);
  scene_free(&s);
}
