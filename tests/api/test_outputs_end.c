#include "api/outputs_case.h"

TestSuite(outputs_end, .init = host_begin);

static int count_calls(void *self, int64_t step, double time, const double *value) {
  (void)step, (void)time, (void)value;
  return ++*(int *)self > 100;
}

static int fail_at_end(void *self, int64_t step, double time, const double *value) {
  (void)self, (void)time, (void)value;
  return step == 12 && host_is_last() ? 7 : 0;
}

/* The functions that a program registers as hooks are also called after the last planned step. If one
 * fails, tetracast_stepper_advance returns the error. */
ParallelTest(outputs_end, functions_at_the_last_step) {
  (void)world;
  tetracast_problem *problem = load_problem(explicit_steps, NULL, NULL);
  tetracast_stepper *stepper = NULL;
  int64_t last = 12;
  int calls = 0;
  succeeds(tetracast_problem_enable_outputs(problem, TETRACAST_OUTPUTS_NEW));
  set_up(problem);
  succeeds(tetracast_stepper_create(problem, NULL, "neighbour", &stepper));
  succeeds(tetracast_stepper_add_hook(stepper, 4, count_calls, &calls));
  succeeds(tetracast_stepper_add_hook(stepper, 1, stop_at, &last));
  succeeds(tetracast_stepper_advance(stepper, 8));
  cr_assert_eq(calls, 2);
  succeeds(tetracast_stepper_add_hook(stepper, 1, fail_at_end, NULL));
  fails(TETRACAST_CALLBACK, "7", tetracast_stepper_advance(stepper, 100));
  cr_assert_eq(calls, 3);
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
}

/* A strategy that does not support the outputs is refused. The next stepper must still be able to write
 * the outputs. */
ParallelTest(outputs_end, refused_strategy) {
  (void)world;
  const char *folder = create_folder();
  tetracast_problem *problem = create_writer(folder, explicit_steps, TETRACAST_OUTPUTS_NEW);
  tetracast_stepper *stepper = NULL;
  set_up(problem);
  if (host_ranks() > 1)
    fails(TETRACAST_USAGE, "not a solution", tetracast_stepper_create(problem, NULL, "none", &stepper));
  succeeds(tetracast_stepper_create(problem, NULL, "neighbour", &stepper));
  succeeds(tetracast_stepper_advance(stepper, 12));
  succeeds(tetracast_stepper_publish(stepper));
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
  cr_assert(exists(folder, "s.h5") && exists(folder, "h.csv"));
  remove_folder(folder);
}

/* After a steady solve with output files, setting a new field is refused, because the files have space for
 * one solve. */
ParallelTest(outputs_end, field_of_a_solve) {
  (void)world;
  const char *folder = create_folder();
  tetracast_problem *problem = create_writer(folder, steady_solve, TETRACAST_OUTPUTS_NEW);
  tetracast_stepper *stepper = NULL;
  const double *value;
  set_up(problem);
  succeeds(tetracast_stepper_create(problem, NULL, "neighbour", &stepper));
  succeeds(tetracast_stepper_field(stepper, NULL, &value));
  succeeds(tetracast_stepper_set_field(stepper, NULL, value));
  succeeds(tetracast_stepper_advance(stepper, 1));
  succeeds(tetracast_stepper_field(stepper, NULL, &value));
  fails(TETRACAST_USAGE, "outputs", tetracast_stepper_set_field(stepper, NULL, value));
  succeeds(tetracast_stepper_publish(stepper));
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
  cr_assert(exists(folder, "s.h5") && exists(folder, "h.csv"));
  remove_folder(folder);
}

/* The key time.steady ends a run when the field no longer changes. It must also end the steps of a stepper
 * that writes outputs. */
ParallelTest(outputs_end, steady_stop) {
  (void)world;
  static const char decay[] = "boundary: {default: {kind: value, value: 0}}\n"
                              "initial: 1e-9\n"
                              "time: {method: implicit, steps: 50, steady: 1}\n";
  tetracast_problem *problem = load_problem(decay, NULL, NULL);
  tetracast_stepper *stepper = NULL;
  char *json = NULL;
  succeeds(tetracast_problem_enable_outputs(problem, TETRACAST_OUTPUTS_NEW));
  set_up(problem);
  succeeds(tetracast_stepper_create(problem, NULL, NULL, &stepper));
  succeeds(tetracast_stepper_advance(stepper, 50));
  cr_assert(step_of(stepper) > 0 && step_of(stepper) < 50);
  succeeds(tetracast_stepper_publish(stepper));
  succeeds(tetracast_stepper_report(stepper, &json));
  cr_assert((json != NULL) == (host_rank() == 0));
  cr_assert(!json || strstr(json, "\"steady\""));
  tetracast_text_free(json);
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
}

static const char to_steady[] = "boundary: {default: {kind: value, value: 0}}\n"
                                "initial: 1\n"
                                "states: {w: {initial: 0, rate: 0}}\n"
                                "source: w\n"
                                "time: {method: implicit, dt: 0.01, steps: 400, steady: 0.1}\n";

/* After a steady stop, setting a new field allows further steps. The test sets v twice and then the local
 * state w, which is the source of v. Each time the steps must end at a new steady state. */
ParallelTest(outputs_end, new_field_after_steady_stop) {
  (void)world;
  static const char *const field[3] = {"v", "v", "w"};
  tetracast_problem *problem = load_problem(to_steady, NULL, NULL);
  tetracast_stepper *stepper = NULL;
  double value[216];
  for (int i = 0; i < 216; i++) value[i] = 1.0;
  succeeds(tetracast_problem_enable_outputs(problem, TETRACAST_OUTPUTS_NEW));
  set_up(problem);
  succeeds(tetracast_stepper_create(problem, NULL, NULL, &stepper));
  for (int k = 0; k < 3; k++) {
    const int64_t before = step_of(stepper);
    succeeds(tetracast_stepper_set_field(stepper, field[k], value));
    succeeds(tetracast_stepper_advance(stepper, 100));
    const int64_t steady = step_of(stepper);
    cr_assert(steady > before + 1 && steady < before + 100, "field %d: steps %d to %d", k, (int)before,
              (int)steady);
    succeeds(tetracast_stepper_advance(stepper, 1));
    cr_assert_eq(step_of(stepper), steady);
  }
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
}

/* After a steady stop with output files, setting a new field is refused. The files have space only for the
 * planned rows and the row of the stop. */
ParallelTest(outputs_end, files_after_steady_stop) {
  (void)world;
  const char *folder = create_folder();
  tetracast_problem *problem = create_writer(folder, to_steady, TETRACAST_OUTPUTS_NEW);
  tetracast_stepper *stepper = NULL;
  const double *value;
  set_up(problem);
  succeeds(tetracast_stepper_create(problem, NULL, "neighbour", &stepper));
  succeeds(tetracast_stepper_advance(stepper, 400));
  succeeds(tetracast_stepper_field(stepper, NULL, &value));
  fails(TETRACAST_USAGE, "time.steady", tetracast_stepper_set_field(stepper, NULL, value));
  succeeds(tetracast_stepper_publish(stepper));
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
  cr_assert(exists(folder, "s.h5") && exists(folder, "h.csv"));
  remove_folder(folder);
}

/* Requests a stop twice: before the steady solve begins, and while it is running. */
static void stop_in_solve(tetracast_stepper *stepper) {
  tetracast_stepper_request_stop(stepper);
  fails(TETRACAST_STOPPED, "step 0", tetracast_stepper_advance(stepper, 1));
  tetracast_stepper_request_stop(stepper);
  fails(TETRACAST_STOPPED, "iteration", tetracast_stepper_advance(stepper, 1));
}

/* A stop within a steady solve must reset the stepper to the beginning of the solve. A checkpoint that is
 * written after the stop must also contain this state. */
ParallelTest(outputs_end, checkpoint_after_stop) {
  (void)world;
  const char *folder = create_folder();
  tetracast_stepper *stepper = create_stepper(steady_solve, NULL, NULL), *other;
  char path[100];
  snprintf(path, sizeof path, "%s/c.h5", folder);
  stop_in_solve(stepper);
  cr_assert_eq(step_of(stepper), 0);
  succeeds(tetracast_stepper_write_checkpoint(stepper, path));
  succeeds(tetracast_stepper_advance(stepper, 1));
  other = create_stepper(steady_solve, NULL, NULL);
  stop_in_solve(other);
  succeeds(tetracast_stepper_resume(other, path));
  cr_assert_eq(step_of(other), 0);
  succeeds(tetracast_stepper_advance(other, 1));
  cr_assert_eq(hash_of(other), hash_of(stepper));
  tetracast_stepper_destroy(&stepper);
  tetracast_stepper_destroy(&other);
  remove_folder(folder);
}

/* With strategy none there is no valid solution on several ranks, so writing a checkpoint is refused. */
ParallelTest(outputs_end, checkpoint_of_strategy_none) {
  (void)world;
  const char *folder = create_folder();
  tetracast_problem *problem = load_problem(explicit_steps, NULL, NULL);
  tetracast_stepper *stepper = NULL;
  char path[100];
  snprintf(path, sizeof path, "%s/c.h5", folder);
  set_up(problem);
  succeeds(tetracast_stepper_create(problem, NULL, "none", &stepper));
  succeeds(tetracast_stepper_advance(stepper, 2));
  if (host_ranks() > 1)
    fails(TETRACAST_USAGE, "not a solution", tetracast_stepper_write_checkpoint(stepper, path));
  else
    succeeds(tetracast_stepper_write_checkpoint(stepper, path));
  cr_assert_eq(exists(folder, "c.h5"), host_ranks() == 1);
  succeeds(tetracast_stepper_advance(stepper, 1));
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
  remove_folder(folder);
}

/* Returns the hash of the bytes of a file on rank 0, and 0 on other ranks. */
static uint64_t hash_of_file(const char *folder, const char *name) {
  uint64_t hash = 14695981039346656037u;
  char path[200];
  int byte;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = host_rank() == 0 ? fopen(path, "rb") : NULL;
  if (host_rank() > 0) return 0;
  cr_assert_not_null(file, "%s does not exist", path);
  while ((byte = fgetc(file)) != EOF) hash = (hash ^ (uint64_t)byte) * 1099511628211u;
  fclose(file);
  return hash;
}

/* Makes a run and stores the hashes of its output files. If `reports` is true, the program writes a report
 * after each step. */
static void run_with_reports(const char *folder, bool reports, uint64_t hash[4]) {
  static const char *const name[4] = {"h.csv", "c.10.h5", "c.12.h5", "d.h5"};
  tetracast_problem *problem = create_writer(folder, explicit_steps, TETRACAST_OUTPUTS_NEW);
  tetracast_stepper *stepper = NULL;
  char *json = NULL, path[100];
  snprintf(path, sizeof path, "%s/d.h5", folder);
  set_up(problem);
  succeeds(tetracast_stepper_create(problem, NULL, "neighbour", &stepper));
  for (int k = 0; k < 12; k++) {
    succeeds(tetracast_stepper_advance(stepper, 1));
    if (reports) succeeds(tetracast_stepper_report(stepper, &json));
    if (reports) tetracast_text_free(json);
    if (k == 7) succeeds(tetracast_stepper_write_checkpoint(stepper, path));
  }
  succeeds(tetracast_stepper_publish(stepper));
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
  for (int k = 0; k < 4; k++) hash[k] = hash_of_file(folder, name[k]);
}

/* Writing a report during a run must not change the files that the run writes later. */
ParallelTest(outputs_end, files_of_a_run_with_reports) {
  (void)world;
  const char *folder = create_folder();
  uint64_t hash[2][4];
  for (int k = 0; k < 2; k++) {
    run_with_reports(folder, k > 0, hash[k]);
    remove_folder(folder); /* both runs need the same file names, because checkpoints contain them */
    if (k == 0 && host_rank() == 0) cr_assert_eq(mkdir(folder, 0700), 0);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  for (int k = 0; k < 4; k++) cr_assert_eq(hash[0][k], hash[1][k], "file %d", k);
}
