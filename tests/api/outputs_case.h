/* Problems on a box, with steppers that write their output files to a temporary directory. */
#ifndef TC_TESTS_API_OUTPUTS_CASE_H
#define TC_TESTS_API_OUTPUTS_CASE_H

#include "api/stepper_case.h"
#include "support/parallel.h"

static const char explicit_steps[] = "boundary: {default: {kind: value, value: \"x+t\"}}\n"
                                     "states: {w: {initial: 1, rate: v-w}}\n"
                                     "source: \"0.1*w\"\n"
                                     "initial: \"1+x+0.5*y*z\"\n"
                                     "time: {steps: 12}\n",
                  implicit_steps[] = "boundary: {default: {kind: value, value: \"x+t\"}}\n"
                                     "time: {method: implicit, theta: 0.5, steps: 8}\n",
                  steady_solve[] = "boundary: {default: {kind: value, value: \"x+y*z\"}}\n"
                                   "time: {method: steady, steps: null}\n";

/* Returns the path of a temporary directory, which the root creates. The other ranks can use it, because
 * the tests run on one node. */
static inline const char *create_folder(void) {
  static char path[64];
  snprintf(path, sizeof path, "/tmp/tetracast_outputs.XXXXXX");
  if (host_rank() == 0) cr_assert_not_null(mkdtemp(path));
  MPI_Bcast(path, sizeof path, MPI_CHAR, 0, MPI_COMM_WORLD);
  return path;
}

static inline void remove_folder(const char *path) {
  char command[100];
  MPI_Barrier(MPI_COMM_WORLD);
  snprintf(command, sizeof command, "rm -rf %s", path);
  if (host_rank() == 0) cr_assert_eq(system(command), 0);
}

/* Mesh of the problem that was created last. The set-up of the problem needs this mesh. */
static tetracast_mesh *box;

/* Loads a problem on a box, and sets `key` to `value` unless `key` is NULL. The caller sets the problem
 * up. */
static inline tetracast_problem *load_problem(const char *text, const char *key, const char *value) {
  tetracast_problem *problem = load_on_box(text, &box);
  succeeds(tetracast_problem_set(problem, "diffusion.scheme", "two-point"));
  if (key) succeeds(tetracast_problem_set(problem, key, value));
  return problem;
}

static inline void set_up(tetracast_problem *problem) { set_up_on_box(problem, &box); }

static inline tetracast_stepper *create_stepper(const char *text, const char *key, const char *value) {
  tetracast_problem *problem = load_problem(text, key, value);
  tetracast_stepper *stepper = NULL;
  set_up(problem);
  succeeds(tetracast_stepper_create(problem, NULL, "neighbour", &stepper));
  tetracast_problem_destroy(&problem);
  return stepper;
}

static inline int64_t step_of(const tetracast_stepper *stepper) {
  int64_t step;
  tetracast_stepper_position(stepper, &step, NULL, NULL);
  return step;
}

/* Creates a problem that writes all its files to the directory. */
static inline tetracast_problem *create_writer(const char *folder, const char *text, tetracast_outputs mode) {
  tetracast_problem *problem = load_problem(text, NULL, NULL);
  char value[200];
  snprintf(value, sizeof value, "{file: %s/s.h5, every: 4}", folder);
  succeeds(tetracast_problem_set(problem, "snapshots", value));
  snprintf(value, sizeof value, "{file: %s/h.csv, every: 3}", folder);
  succeeds(tetracast_problem_set(problem, "history", value));
  snprintf(value, sizeof value, "{file: %s/c.h5, every: 5}", folder);
  succeeds(tetracast_problem_set(problem, "checkpoint", value));
  succeeds(tetracast_problem_enable_outputs(problem, mode));
  return problem;
}

static inline bool exists(const char *folder, const char *name) {
  char path[200];
  MPI_Barrier(MPI_COMM_WORLD);
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return access(path, F_OK) == 0;
}

static inline int stop_at(void *self, int64_t step, double time, const double *value) {
  (void)time, (void)value;
  return step == *(const int64_t *)self;
}

#endif
