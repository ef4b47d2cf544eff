#include "api/outputs_case.h"

TestSuite(outputs, .init = host_begin);

/* ---- checkpoints that a program writes and reads ---- */

/* Steps after a checkpoint must equal those of an uninterrupted run. The checkpoint is read by a new
 * stepper and by a stepper that has already made other steps. */
static void resume_and_compare(const char *text, int before, int after, const char *path) {
  tetracast_stepper *whole = create_stepper(text, NULL, NULL), *other = create_stepper(text, NULL, NULL);
  double time, again;
  succeeds(tetracast_stepper_advance(whole, before));
  succeeds(tetracast_stepper_write_checkpoint(whole, path));
  succeeds(tetracast_stepper_advance(whole, after));
  for (int k = 0; k < 2; k++) {
    succeeds(tetracast_stepper_resume(other, path));
    cr_assert_eq(step_of(other), before);
    succeeds(tetracast_stepper_advance(other, after));
    cr_assert_eq(hash_of(other), hash_of(whole), "%s", text);
    tetracast_stepper_position(whole, NULL, &time, NULL);
    tetracast_stepper_position(other, NULL, &again, NULL);
    cr_assert_eq(time, again);
    succeeds(tetracast_stepper_advance(other, 1));
  }
  succeeds(tetracast_stepper_resume(other, path));
  succeeds(tetracast_stepper_write_checkpoint(other, path));
  tetracast_stepper_destroy(&whole);
  tetracast_stepper_destroy(&other);
}

static const char controlled_steps[] = "diffusion: {scheme: two-point}\n"
                                       "initial: \"cos(3*x)+y\"\n"
                                       "states: {w: {initial: 1, rate: v-w}}\n"
                                       "source: \"0.1*w\"\n"
                                       "time: {method: rkl2, end: 0.2, tolerance: 1.0e-5}\n";

ParallelTest(outputs, resume) {
  (void)world;
  const char *folder = create_folder();
  char path[100];
  snprintf(path, sizeof path, "%s/new/c.h5", folder);
  resume_and_compare(explicit_steps, 0, 3, path);
  remove_folder(folder);
  resume_and_compare(explicit_steps, 5, 9, path);
  remove_folder(folder);
  resume_and_compare(implicit_steps, 3, 2, path);
  remove_folder(folder);
  resume_and_compare(steady_solve, 1, 0, path);
  remove_folder(folder);
  resume_and_compare(controlled_steps, 0, 3, path);
  remove_folder(folder);
  resume_and_compare(controlled_steps, 4, 1000, path);
  remove_folder(folder);
}

static void fails_to_resume(tetracast_code code, const char *part, const char *text, const char *key,
                            const char *value, const char *path) {
  tetracast_stepper *stepper = create_stepper(text, key, value);
  succeeds(tetracast_stepper_advance(stepper, 1));
  const uint64_t hash = hash_of(stepper);
  fails(code, part, tetracast_stepper_resume(stepper, path));
  cr_assert_eq(hash_of(stepper), hash);
  succeeds(tetracast_stepper_advance(stepper, 1));
  tetracast_stepper_destroy(&stepper);
}

static void overwrite(const char *path, long offset) {
  MPI_Barrier(MPI_COMM_WORLD);
  FILE *file = host_rank() == 0 ? fopen(path, "r+b") : NULL;
  if (file) {
    fseek(file, offset, SEEK_END);
    const int byte = fgetc(file);
    fseek(file, offset, SEEK_END);
    fputc(byte ^ 1, file);
    fclose(file);
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

/* If a checkpoint is refused, the stepper must remain unchanged and usable. */
ParallelTest(outputs, refused_checkpoints) {
  (void)world;
  const char *folder = create_folder();
  tetracast_stepper *stepper = create_stepper(explicit_steps, NULL, NULL);
  char path[100];
  snprintf(path, sizeof path, "%s/c.h5", folder);
  succeeds(tetracast_stepper_advance(stepper, 2));
  fails(TETRACAST_USAGE, "path", tetracast_stepper_write_checkpoint(stepper, NULL));
  fails(TETRACAST_USAGE, "path", tetracast_stepper_resume(stepper, NULL));
  fails(TETRACAST_OUTPUT, "/dev/null", tetracast_stepper_write_checkpoint(stepper, "/dev/null/c.h5"));
  fails(TETRACAST_OUTPUT, "not a checkpoint",
        tetracast_stepper_write_checkpoint(stepper, "tests/api/test_outputs.c"));
  fails(TETRACAST_INPUT, "c.h5", tetracast_stepper_resume(stepper, path));
  succeeds(tetracast_stepper_write_checkpoint(stepper, path));
  fails_to_resume(TETRACAST_USAGE, "source", explicit_steps, "source", "0.2*w", path);
  fails_to_resume(TETRACAST_INPUT, "time.dt", explicit_steps, "time.dt", "1e-6", path);
  overwrite(path, -9);
  fails_to_resume(TETRACAST_INPUT, "damaged", explicit_steps, NULL, NULL, path);
  fails(TETRACAST_USAGE, "NULL", tetracast_stepper_write_checkpoint(NULL, path));
  fails(TETRACAST_USAGE, "NULL", tetracast_stepper_resume(NULL, path));
  tetracast_stepper_destroy(&stepper);
  remove_folder(folder);
}

/* ---- outputs of a run ---- */

/* A run stops after step 7 and is resumed. The field must equal that of an uninterrupted run. Only the first
 * stepper of a problem writes files. */
ParallelTest(outputs, interrupted_run) {
  (void)world;
  const char *folder = create_folder();
  int64_t stop = 7;
  tetracast_stepper *stepper = NULL, *second = NULL, *whole = create_stepper(explicit_steps, NULL, NULL);
  tetracast_problem *problem = create_writer(folder, explicit_steps, TETRACAST_OUTPUTS_NEW);
  succeeds(tetracast_stepper_advance(whole, 12));
  set_up(problem);
  fails(TETRACAST_USAGE, "set up", tetracast_problem_enable_outputs(problem, TETRACAST_OUTPUTS_NEW));
  succeeds(tetracast_stepper_create(problem, NULL, "neighbour", &stepper));
  succeeds(tetracast_stepper_create(problem, NULL, "neighbour", &second));
  tetracast_problem_destroy(&problem);
  fails(TETRACAST_USAGE, "no outputs", tetracast_stepper_publish(second));
  fails(TETRACAST_USAGE, "OUTPUTS_RESUME", tetracast_stepper_resume(stepper, "c.h5"));
  succeeds(tetracast_stepper_add_hook(stepper, 1, stop_at, &stop));
  fails(TETRACAST_STOPPED, "step 7", tetracast_stepper_advance(stepper, 100));
  succeeds(tetracast_stepper_advance(second, 100));
  cr_assert(step_of(stepper) == 7 && step_of(second) == 100);
  tetracast_stepper_destroy(&stepper);
  tetracast_stepper_destroy(&second);
  cr_assert(exists(folder, "c.7.h5") && exists(folder, "s.h5") && !exists(folder, "h.csv"));
  problem = create_writer(folder, explicit_steps, TETRACAST_OUTPUTS_NEW);
  fails(TETRACAST_OUTPUT, "TETRACAST_OUTPUTS_RESUME", tetracast_problem_set_up(problem));
  succeeds(tetracast_problem_enable_outputs(problem, TETRACAST_OUTPUTS_RESUME));
  set_up(problem);
  succeeds(tetracast_stepper_create(problem, NULL, "neighbour", &stepper));
  succeeds(tetracast_stepper_create(problem, NULL, "neighbour", &second));
  cr_assert(step_of(stepper) == 7 && step_of(second) == 0);
  succeeds(tetracast_stepper_advance(stepper, 100));
  cr_assert_eq(step_of(stepper), 12);
  cr_assert_eq(hash_of(stepper), hash_of(whole));
  succeeds(tetracast_stepper_publish(stepper));
  fails(TETRACAST_USAGE, "already", tetracast_stepper_publish(stepper));
  fails(TETRACAST_USAGE, "published", tetracast_stepper_advance(stepper, 1));
  fails(TETRACAST_USAGE, "published", tetracast_stepper_set_field(stepper, NULL, NULL));
  fails(TETRACAST_USAGE, "published", tetracast_stepper_write_checkpoint(stepper, "/dev/null/c.h5"));
  cr_assert_eq(hash_of(stepper), hash_of(whole));
  tetracast_stepper_destroy(&stepper);
  succeeds(tetracast_stepper_advance(second, 12));
  cr_assert_eq(hash_of(second), hash_of(whole));
  tetracast_stepper_destroy(&second);
  tetracast_problem_destroy(&problem);
  cr_assert(exists(folder, "h.csv") && exists(folder, "s.xdmf") && exists(folder, "c.12.h5"));
  tetracast_stepper_destroy(&whole);
  remove_folder(folder);
}

/* Checkpoints of a run and checkpoints of tetracast_stepper_write_checkpoint are interchangeable. */
static void compare_checkpoints(const char *steady) {
  const char *folder = create_folder();
  tetracast_stepper *whole = create_stepper(explicit_steps, "time.steady", steady), *other;
  tetracast_problem *problem = load_problem(explicit_steps, "time.steady", steady);
  char path[100], value[110], *json = NULL;
  snprintf(path, sizeof path, "%s/d.4.h5", folder);
  succeeds(tetracast_stepper_advance(whole, 4));
  succeeds(tetracast_stepper_write_checkpoint(whole, path));
  succeeds(tetracast_stepper_advance(whole, 8));
  snprintf(value, sizeof value, "{file: %s/d.h5, keep: 9}", folder);
  succeeds(tetracast_problem_set(problem, "checkpoint", value));
  succeeds(tetracast_problem_enable_outputs(problem, TETRACAST_OUTPUTS_RESUME));
  set_up(problem);
  succeeds(tetracast_stepper_create(problem, NULL, NULL, &other));
  cr_assert_eq(step_of(other), 4);
  succeeds(tetracast_stepper_advance(other, 100));
  succeeds(tetracast_stepper_publish(other));
  cr_assert_eq(hash_of(other), hash_of(whole));
  tetracast_stepper_destroy(&other);
  tetracast_problem_destroy(&problem);
  snprintf(path, sizeof path, "%s/d.12.h5", folder);
  other = create_stepper(explicit_steps, "time.steady", steady);
  succeeds(tetracast_stepper_resume(other, path));
  cr_assert_eq(hash_of(other), hash_of(whole));
  succeeds(tetracast_stepper_report(other, &json));
  cr_assert(!json || strstr(json, "\"first_step\": 12,"), "%s", json);
  tetracast_text_free(json);
  tetracast_stepper_destroy(&other);
  tetracast_stepper_destroy(&whole);
  remove_folder(folder);
}

ParallelTest(outputs, checkpoints_of_runs_and_steppers) {
  (void)world;
  compare_checkpoints("null");
  compare_checkpoints("1e-12");
}

ParallelTest(outputs, modes) {
  (void)world;
  const char *folder = create_folder();
  const int last = host_is_last();
  char path[100];
  tetracast_problem *problem = load_problem(explicit_steps, NULL, NULL);
  tetracast_stepper *stepper = NULL;
  fails(TETRACAST_USAGE, "mode", tetracast_problem_enable_outputs(problem, (tetracast_outputs)3));
  fails(TETRACAST_USAGE, "mode",
        tetracast_problem_enable_outputs(problem, last ? (tetracast_outputs)3 : TETRACAST_OUTPUTS_NEW));
  if (host_ranks() > 1)
    fails(TETRACAST_USAGE, "same mode",
          tetracast_problem_enable_outputs(problem, last ? TETRACAST_OUTPUTS_FORCE : TETRACAST_OUTPUTS_NEW));
  fails(TETRACAST_USAGE, "NULL", tetracast_problem_enable_outputs(NULL, TETRACAST_OUTPUTS_NEW));
  succeeds(tetracast_problem_enable_outputs(problem, TETRACAST_OUTPUTS_RESUME));
  fails(TETRACAST_USAGE, "checkpoint.file", tetracast_problem_set_up(problem));
  tetracast_problem_destroy(&problem);
  tetracast_mesh_destroy(&box);
  for (int k = 0; k < 2; k++) {
    problem = create_writer(folder, implicit_steps, TETRACAST_OUTPUTS_FORCE);
    snprintf(path, sizeof path, "%s/r.csv", folder);
    succeeds(tetracast_problem_set(problem, "solver.history", path));
    set_up(problem);
    succeeds(tetracast_stepper_create(problem, NULL, "neighbour", &stepper));
    succeeds(tetracast_stepper_advance(stepper, 8));
    succeeds(tetracast_stepper_publish(stepper));
    tetracast_stepper_destroy(&stepper);
    tetracast_problem_destroy(&problem);
    cr_assert(exists(folder, "r.csv") && exists(folder, "s.h5") && exists(folder, "c.8.h5"));
  }
  remove_folder(folder);
}

/* ---- report of a run ---- */

ParallelTest(outputs, report) {
  (void)world;
  tetracast_stepper *stepper = create_stepper(explicit_steps, NULL, NULL);
  char *json = NULL, hash[40];
  fails(TETRACAST_USAGE, "json", tetracast_stepper_report(stepper, host_is_last() ? NULL : &json));
  fails(TETRACAST_USAGE, "NULL", tetracast_stepper_report(NULL, &json));
  fails(TETRACAST_USAGE, "NULL", tetracast_stepper_publish(NULL));
  for (int k = 0; k < 3; k++) {
    succeeds(tetracast_stepper_report(stepper, &json));
    cr_assert((json != NULL) == (host_rank() == 0));
    snprintf(hash, sizeof hash, "\"%016llx\"", (unsigned long long)hash_of(stepper));
    cr_assert(!json || strstr(json, hash), "%s: no hash %s", json, hash);
    tetracast_text_free(json);
    json = NULL;
    succeeds(tetracast_stepper_advance(stepper, 3));
  }
  cr_assert_eq(step_of(stepper), 9);
  tetracast_stepper_destroy(&stepper);
}
