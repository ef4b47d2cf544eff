#include <malloc.h>

#include "api/stepper/stepper_object.h"
#include "api/stepper_case.h"
#include "support/parallel.h"

TestSuite(stepper, .init = host_begin);

static const char config[] = "diffusion: {scheme: two-point}\n"
                             "initial: \"1+x+0.5*y*z\"\n"
                             "boundary: {default: {kind: value, value: \"x+t\"}}\n"
                             "states: {w: {initial: 1, rate: v-w}}\n"
                             "source: \"0.1*w\"\n"
                             "storage: ell\n";

ParallelTest(stepper, create_and_destroy) {
  (void)world;
  tetracast_problem *problem = create_problem(config, NULL, NULL);
  tetracast_stepper *stepper = NULL;
  int64_t step = -1;
  double time = -1.0, dt = -1.0;
  fails(TETRACAST_USAGE, "time.method", tetracast_stepper_create(problem, "implicit", NULL, &stepper));
  fails(TETRACAST_USAGE, "euler", tetracast_stepper_create(problem, "eulr", NULL, &stepper));
  fails(TETRACAST_USAGE, "condensed", tetracast_stepper_create(problem, NULL, "condesed", &stepper));
  fails(TETRACAST_USAGE, "out",
        tetracast_stepper_create(problem, NULL, NULL, host_is_last() ? NULL : &stepper));
  fails(TETRACAST_USAGE, "NULL", tetracast_stepper_create(NULL, NULL, NULL, &stepper));
  fails(TETRACAST_USAGE, "NULL", tetracast_stepper_advance(NULL, 1));
  cr_assert_null(stepper);
  succeeds(tetracast_stepper_create(problem, "euler", "neighbour", &stepper));
  tetracast_problem_destroy(&problem);
  tetracast_stepper_position(stepper, &step, &time, &dt);
  tetracast_stepper_position(stepper, NULL, NULL, NULL);
  cr_assert(step == 0 && time == 0.0 && dt > 0.0);
  host_call(tetracast_stepper_destroy(&stepper));
  cr_assert_null(stepper);
  tetracast_stepper_destroy(&stepper);
  tetracast_stepper_destroy(NULL);
}

/* With error control the last step ends at time.end. The steps do not depend on the number of calls in
 * which the program makes them. */
ParallelTest(stepper, error_control) {
  (void)world;
  tetracast_problem *problem = create_problem(config, "time", "{method: rkl2, end: 0.2, tolerance: 1.0e-4}");
  tetracast_stepper *one = NULL, *other = NULL;
  int64_t step, same;
  double time, again, dt;
  succeeds(tetracast_stepper_create(problem, NULL, NULL, &one));
  succeeds(tetracast_stepper_create(problem, NULL, NULL, &other));
  succeeds(tetracast_stepper_advance(one, 3));
  tetracast_stepper_position(one, &step, &time, &dt);
  cr_assert(step == 3 && time > 0.0 && time < 0.2 && dt > 0.0 && dt < time);
  succeeds(tetracast_stepper_advance(one, 100000));
  tetracast_stepper_position(one, &step, &time, NULL);
  cr_assert(step > 3 && step < 100000 && time == 0.2);
  succeeds(tetracast_stepper_advance(one, 1));
  tetracast_stepper_position(one, &same, &again, NULL);
  cr_assert(same == step && again == 0.2);
  for (int k = 0; k < step; k++) succeeds(tetracast_stepper_advance(other, 1));
  cr_assert_eq(hash_of(one), hash_of(other));
  tetracast_stepper_destroy(&one);
  tetracast_stepper_destroy(&other);
  tetracast_problem_destroy(&problem);
}

/* The steps must not depend on the number of calls in which the program makes them, or on the strategy. A
 * second stepper that makes steps in between must have no effect either. */
ParallelTest(stepper, steps) {
  (void)world;
  tetracast_problem *problem = create_problem(config, NULL, NULL);
  tetracast_stepper *one = NULL, *other = NULL;
  int64_t step;
  double time, dt, low, high, integral, seconds;
  succeeds(tetracast_stepper_create(problem, NULL, NULL, &one));
  succeeds(tetracast_stepper_create(problem, NULL, "neighbour", &other));
  succeeds(tetracast_stepper_measured(one, NULL, &seconds));
  cr_assert(isnan(seconds));
  fails(TETRACAST_USAGE, "-1", tetracast_stepper_advance(one, host_is_last() ? -1 : 1));
  succeeds(tetracast_stepper_advance(one, 7));
  for (int k = 0; k < 7; k++) {
    succeeds(tetracast_stepper_advance(other, k < 6));
    if (k == 3) succeeds(tetracast_stepper_advance(one, 4));
  }
  succeeds(tetracast_stepper_advance(other, 5));
  tetracast_stepper_position(one, &step, &time, &dt);
  cr_assert(step == 11 && fabs(time - 11.0 * dt) < 1e-12 * time);
  cr_assert_eq(hash_of(one), hash_of(other));
  succeeds(tetracast_stepper_statistics(one, &low, &high, &integral, NULL));
  cr_assert(low < integral && integral < high);
  succeeds(tetracast_stepper_measured(one, NULL, &seconds));
  cr_assert(seconds > 0.0);
  succeeds(tetracast_stepper_measured(one, "compute", &seconds));
  cr_assert(seconds >= 0.0);
  fails(TETRACAST_USAGE, "part", tetracast_stepper_measured(one, "computing", &seconds));
  tetracast_stepper_destroy(&one);
  tetracast_stepper_destroy(&other);
  tetracast_problem_destroy(&problem);
}

/* Steps of a stabilised method must not depend on the strategy. */
ParallelTest(stepper, stabilised_steps) {
  (void)world;
  tetracast_problem *problem = create_problem("diffusion: {scheme: two-point}\n"
                                              "initial: \"1+x+0.5*y*z\"\n"
                                              "time: {method: rkl2, dt: 0.01}\n"
                                              "storage: ell\n",
                                              NULL, NULL);
  tetracast_stepper *one = NULL, *other = NULL;
  double time;
  succeeds(tetracast_stepper_create(problem, "rkl2", NULL, &one));
  succeeds(tetracast_stepper_create(problem, NULL, "fine", &other));
  succeeds(tetracast_stepper_advance(one, 5));
  succeeds(tetracast_stepper_advance(other, 2));
  succeeds(tetracast_stepper_advance(other, 3));
  tetracast_stepper_position(one, NULL, &time, NULL);
  cr_assert_float_eq(time, 0.05, 1e-15);
  cr_assert_eq(hash_of(one), hash_of(other));
  tetracast_stepper_destroy(&one);
  tetracast_stepper_destroy(&other);
  tetracast_problem_destroy(&problem);
}

/* Setting a field to the values that it already has must not change later steps. */
ParallelTest(stepper, fields) {
  (void)world;
  tetracast_problem *problem = create_problem(config, NULL, NULL);
  tetracast_stepper *one = NULL, *other = NULL;
  int64_t owned;
  const double *v, *w;
  double copy[2][216];
  succeeds(tetracast_problem_cells(problem, &owned, NULL, NULL, NULL));
  succeeds(tetracast_stepper_create(problem, NULL, NULL, &one));
  succeeds(tetracast_stepper_create(problem, NULL, NULL, &other));
  succeeds(tetracast_stepper_advance(one, 3));
  succeeds(tetracast_stepper_field(one, NULL, &v));
  succeeds(tetracast_stepper_field(one, "w", &w));
  for (int64_t i = 0; i < owned; i++) copy[0][i] = v[i], copy[1][i] = w[i];
  succeeds(tetracast_stepper_advance(other, 3));
  fails(TETRACAST_USAGE, "no field u", tetracast_stepper_field(one, "u", &v));
  fails(TETRACAST_USAGE, "no field u", tetracast_stepper_set_field(one, "u", copy[0]));
  fails(TETRACAST_USAGE, "value", tetracast_stepper_set_field(one, NULL, NULL));
  succeeds(tetracast_stepper_set_field(one, "v", copy[0]));
  succeeds(tetracast_stepper_set_field(one, "w", copy[1]));
  succeeds(tetracast_stepper_advance(one, 3));
  succeeds(tetracast_stepper_advance(other, 3));
  cr_assert_eq(hash_of(one), hash_of(other));
  for (int64_t i = 0; i < owned; i++) copy[0][i] = 1.0;
  succeeds(tetracast_stepper_set_field(one, "v", copy[0]));
  succeeds(tetracast_stepper_field(one, "v", &v));
  for (int64_t i = 0; i < owned; i++) cr_assert_eq(v[i], 1.0);
  if (host_rank() == host_ranks() - 1) copy[0][0] = NAN;
  fails(TETRACAST_NUMERICAL, "not finite", tetracast_stepper_set_field(one, "v", copy[0]));
  fails(TETRACAST_USAGE, "NULL", tetracast_stepper_statistics(NULL, NULL, NULL, NULL, NULL));
  tetracast_stepper_destroy(&one);
  tetracast_stepper_destroy(&other);
  tetracast_problem_destroy(&problem);
}

/* Number of calls of a hook, and the steps at which the hook requests a stop and fails. */
typedef struct step_record {
  int calls;
  int64_t stops_at, fails_at;
} step_record;

/* Hook with a barrier, which hangs unless all ranks call the hook. */
static int wait_for_ranks(void *self, int64_t step, double time, const double *value) {
  (void)self, (void)step, (void)time, (void)value;
  MPI_Barrier(MPI_COMM_WORLD);
  return 0;
}

static int record_step(void *self, int64_t step, double time, const double *value) {
  step_record *record = self;
  record->calls++;
  cr_assert(time > 0.0 && value && step % 2 == 0);
  const bool last = host_rank() == host_ranks() - 1;
  return last && step == record->stops_at ? 1 : last && step == record->fails_at ? 9 : 0;
}

ParallelTest(stepper, hooks_and_stops) {
  (void)world;
  tetracast_problem *problem = create_problem(config, NULL, NULL);
  tetracast_stepper *stepper = NULL;
  step_record record = {.stops_at = 6, .fails_at = 10};
  int64_t step;
  succeeds(tetracast_stepper_create(problem, NULL, NULL, &stepper));
  fails(TETRACAST_USAGE, "the interval is 0 steps",
        tetracast_stepper_add_hook(stepper, 0, record_step, &record));
  fails(TETRACAST_USAGE, "function", tetracast_stepper_add_hook(stepper, 1, NULL, &record));
  succeeds(tetracast_stepper_add_hook(stepper, 2, record_step, &record));
  succeeds(tetracast_stepper_add_hook(stepper, 1, wait_for_ranks, NULL));
  fails(TETRACAST_STOPPED, "step 6", tetracast_stepper_advance(stepper, 20));
  tetracast_stepper_position(stepper, &step, NULL, NULL);
  cr_assert(step == 6 && record.calls == 3);
  succeeds(tetracast_stepper_advance(stepper, 2));
  tetracast_stepper_position(stepper, &step, NULL, NULL);
  cr_assert_eq(step, 8);
  fails(TETRACAST_CALLBACK, "9", tetracast_stepper_advance(stepper, 20));
  fails(TETRACAST_USAGE, "failed", tetracast_stepper_advance(stepper, 1));
  tetracast_stepper_destroy(&stepper);
  succeeds(tetracast_stepper_create(problem, NULL, NULL, &stepper));
  if (host_rank() == 0) host_call(tetracast_stepper_request_stop(stepper));
  fails(TETRACAST_STOPPED, "on request", tetracast_stepper_advance(stepper, 100000));
  succeeds(tetracast_stepper_advance(stepper, 3));
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
}

ParallelTest(stepper, implicit_and_steady) {
  (void)world;
  static const char plain[] = "diffusion: {scheme: two-point}\n"
                              "boundary: {default: {kind: value, value: \"x+y*z\"}}\n"
                              "storage: ell\n";
  tetracast_problem *problem = create_problem(plain, "time.method", "implicit");
  tetracast_stepper *stepper = NULL;
  int64_t step;
  double time, low, high;
  const double *own;
  succeeds(tetracast_stepper_create(problem, "implicit", NULL, &stepper));
  succeeds(tetracast_stepper_advance(stepper, 4));
  succeeds(tetracast_stepper_statistics(stepper, &low, &high, NULL, NULL));
  cr_assert(low < high);
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
  problem = create_problem(plain, "time", "{method: steady, steps: null}");
  succeeds(tetracast_stepper_create(problem, "steady", NULL, &stepper));
  succeeds(tetracast_stepper_advance(stepper, 1));
  tetracast_stepper_position(stepper, &step, &time, NULL);
  cr_assert(step == 1 && time == 0.0);
  const uint64_t hash = hash_of(stepper);
  succeeds(tetracast_stepper_field(stepper, NULL, &own));
  mallopt(M_PERTURB, 0x55); /* makes free() overwrite memory, so that a use after free would be found */
  succeeds(tetracast_stepper_set_field(stepper, NULL, own));
  mallopt(M_PERTURB, 0);
  cr_assert_eq(hash_of(stepper), hash);
  succeeds(tetracast_stepper_advance(stepper, 1));
  succeeds(tetracast_stepper_statistics(stepper, &low, &high, NULL, NULL));
  cr_assert(low > 0.0 && high < 2.0 && low < high);
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
}

/* Source function that fails on the last rank if *self is not 0. */
static int fail_on_demand(void *self, double t, int64_t count, const int64_t *id, const double *centroid,
                          const double *v, double *source) {
  (void)t, (void)id, (void)centroid, (void)v;
  for (int64_t i = 0; i < count; i++) source[i] = 0.1;
  return *(const int *)self && host_rank() == host_ranks() - 1 ? 7 : 0;
}

/* Creates a steady problem with prescribed boundary values. Its source is the function above. */
static tetracast_problem *create_steady(int *demand) {
  static const char steady[] = "diffusion: {scheme: two-point}\n"
                               "boundary: {default: {kind: value, value: x}}\n"
                               "time: {method: steady, steps: null}\n"
                               "storage: ell\n";
  tetracast_mesh *mesh = NULL;
  tetracast_problem *problem = load_on_box(steady, &mesh);
  succeeds(tetracast_problem_set_source_function(problem, fail_on_demand, 0, demand));
  set_up_on_box(problem, &mesh);
  return problem;
}

/* If setting a field fails, the stepper is invalid. Each later call except the destruction must be
 * refused. */
ParallelTest(stepper, failure_of_a_new_field) {
  (void)world;
  int demand = 0;
  double value[216] = {0.0}, seconds;
  const double *v;
  tetracast_problem *problem = create_steady(&demand);
  tetracast_stepper *stepper = NULL;
  succeeds(tetracast_stepper_create(problem, NULL, "neighbour", &stepper));
  succeeds(tetracast_stepper_advance(stepper, 1));
  succeeds(tetracast_stepper_set_field(stepper, NULL, value));
  demand = 1;
  fails(TETRACAST_CALLBACK, "7", tetracast_stepper_set_field(stepper, NULL, value));
  fails(TETRACAST_USAGE, "failed", tetracast_stepper_set_field(stepper, NULL, value));
  fails(TETRACAST_USAGE, "failed", tetracast_stepper_field(stepper, NULL, &v));
  fails(TETRACAST_USAGE, "failed", tetracast_stepper_statistics(stepper, NULL, NULL, NULL, NULL));
  fails(TETRACAST_USAGE, "failed", tetracast_stepper_measured(stepper, NULL, &seconds));
  fails(TETRACAST_USAGE, "failed", tetracast_stepper_advance(stepper, 1));
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
}

/* A stop during a steady solve must restore the field that the stepper had before the solve. */
ParallelTest(stepper, stop_of_a_steady_solve) {
  (void)world;
  int demand = 0;
  int64_t step;
  double value[216] = {0.0};
  tetracast_problem *problem = create_steady(&demand);
  tetracast_stepper *whole = NULL, *stopped = NULL;
  succeeds(tetracast_stepper_create(problem, NULL, "neighbour", &whole));
  succeeds(tetracast_stepper_create(problem, NULL, "neighbour", &stopped));
  succeeds(tetracast_stepper_advance(whole, 1));
  const uint64_t initial = hash_of(stopped);
  for (int k = 0; k < 2; k++) {
    if (host_rank() == 0) tetracast_stepper_request_stop(stopped);
    fails(TETRACAST_STOPPED, k > 0 ? "iteration" : "step 0", tetracast_stepper_advance(stopped, 1));
    tetracast_stepper_position(stopped, &step, NULL, NULL);
    cr_assert_eq(step, 0);
    cr_assert_eq(hash_of(stopped), initial);
  }
  succeeds(tetracast_stepper_advance(stopped, 1));
  cr_assert_eq(hash_of(stopped), hash_of(whole));
  for (int k = 0; k < 9; k++) {
    succeeds(tetracast_stepper_set_field(stopped, NULL, value));
    if (k == 8 && host_rank() == 0) tetracast_stepper_request_stop(stopped);
    if (k < 8) succeeds(tetracast_stepper_advance(stopped, 1));
  }
  fails(TETRACAST_STOPPED, "iteration 1", tetracast_stepper_advance(stopped, 1));
  tetracast_stepper_destroy(&whole);
  tetracast_stepper_destroy(&stopped);
  tetracast_problem_destroy(&problem);
}

static int count_step(void *self, int64_t step, double time, const double *value) {
  step_record *record = self;
  (void)time, (void)value;
  record->calls++;
  return host_rank() == host_ranks() - 1 && step == record->fails_at ? 9 : 0;
}

/* Hooks are also called at the step of a requested stop, and their errors are reported. */
ParallelTest(stepper, functions_at_a_requested_stop) {
  (void)world;
  tetracast_problem *problem = create_problem(config, NULL, NULL);
  tetracast_stepper *stepper = NULL;
  step_record record = {.fails_at = 3};
  succeeds(tetracast_stepper_create(problem, NULL, NULL, &stepper));
  succeeds(tetracast_stepper_add_hook(stepper, 1, count_step, &record));
  succeeds(tetracast_stepper_advance(stepper, 1));
  tetracast_stepper_request_stop(stepper);
  fails(TETRACAST_STOPPED, "on request after step 2", tetracast_stepper_advance(stepper, 10));
  cr_assert_eq(record.calls, 2);
  tetracast_stepper_request_stop(stepper);
  fails(TETRACAST_CALLBACK, "9 after step 3", tetracast_stepper_advance(stepper, 10));
  cr_assert_eq(record.calls, 3);
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
}

/* An invalid argument on one rank must be an error on all ranks. */
ParallelTest(stepper, arguments_of_one_rank) {
  (void)world;
  tetracast_problem *problem = create_problem(config, NULL, NULL);
  tetracast_stepper *stepper = NULL;
  step_record record = {.calls = 0};
  double seconds;
  const bool last = host_rank() == host_ranks() - 1;
  succeeds(tetracast_stepper_create(problem, NULL, NULL, &stepper));
  fails(TETRACAST_USAGE, "seconds", tetracast_stepper_measured(stepper, NULL, last ? NULL : &seconds));
  fails(TETRACAST_USAGE, "unknown", tetracast_stepper_measured(stepper, last ? "x" : NULL, &seconds));
  fails(TETRACAST_USAGE, "function",
        tetracast_stepper_add_hook(stepper, 1, last ? NULL : count_step, &record));
  fails(TETRACAST_USAGE, "the interval is 0 steps",
        tetracast_stepper_add_hook(stepper, last ? 0 : 1, count_step, &record));
  if (host_ranks() > 1)
    fails(TETRACAST_USAGE, "the interval is 1 steps on one rank and 2",
          tetracast_stepper_add_hook(stepper, last ? 2 : 1, count_step, &record));
  succeeds(tetracast_stepper_advance(stepper, 2));
  cr_assert_eq(record.calls, 0);
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
}

/* After a failure of MPI, objects must be destroyed without calling MPI. The problem has a world of its
 * own, which must therefore be marked as broken too. */
ParallelTest(stepper, destruction_after_a_failure_of_mpi) {
  (void)world;
  tetracast_problem *problem = create_problem(config, NULL, NULL);
  struct tc_world_mpi *const mpi[2] = {problem->own_world->mpi, problem->world->world->mpi};
  tc_api_problem_abandon(problem);
  cr_assert(!mpi[0]->is_broken && !mpi[1]->is_broken);
  problem->world->is_broken = true;
  tc_api_problem_abandon(problem);
  cr_assert(mpi[0]->is_broken && mpi[1]->is_broken);
  /* The test only simulates the failure of MPI. It removes the marks, so that the communicators are freed. */
  problem->world->is_broken = mpi[0]->is_broken = mpi[1]->is_broken = false;
  tetracast_problem_destroy(&problem);
}
