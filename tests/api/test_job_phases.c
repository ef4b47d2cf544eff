/* Each part of a job should belong to a phase, so the time between phases must be small. The clock reads
 * the root's CPU time, because wall time would depend on other programs. */
#include "api/outputs_case.h"
#include "api/program/program.h"
#include "base/core/timer.h"
#include "comm/world/mpi_world.h"
#include "support/expect.h"

TestSuite(job_phases, .init = host_begin);

static double read_cpu_time(void *self) {
  (void)self;
  return tc_cpu_now_s();
}

typedef struct job {
  char text[700];
  tc_run_options options;
  tc_run_environment environment;
  tc_job_clock clock;
  tc_log log;
} job;

/* Initialises a run that writes all its outputs to the directory. `keys` are additional lines of its
 * config. */
static void init_job(const tc_world *world, const char *folder, const char *keys, job *j) {
  *j = (job){.environment = {.command = "run"}, .clock = {.now_s = read_cpu_time}};
  snprintf(j->text, sizeof j->text,
           "mesh: {file: box}\ninitial: \"1+x+0.5*y*z\"\nmachine: tests/support/machine.yaml\nstrategy: "
           "neighbour\n"
           "snapshots: {file: %s/s.h5, every: 10}\nhistory: {file: %s/h.csv, every: 5}\n"
           "checkpoint: {file: %s/c.h5, every: 20}\n%s",
           folder, folder, folder, keys);
  j->options = (tc_run_options){.config = "box.yaml", .text = j->text, .mesh = "box", .bricks = 6};
  j->log = (tc_log){NULL, TC_LOG_QUIET, NULL, &j->clock};
  tc_job_clock_start(&j->clock, tc_cpu_now_s());
  expect_ok(tc_run_environment_init(world, &j->environment));
}

static void run_job(job *j, tetracast_world *w) {
  const tc_api_program program = {&j->options, &j->environment, &j->log, NULL};
  tetracast_problem *problem = NULL;
  tetracast_stepper *stepper = NULL;
  expect_ok(tc_api_program_create_problem(w, &program, &problem));
  succeeds(tetracast_problem_enable_outputs(problem, TETRACAST_OUTPUTS_NEW));
  succeeds(tetracast_problem_set_up(problem));
  succeeds(tetracast_stepper_create(problem, NULL, NULL, &stepper));
  succeeds(tetracast_stepper_advance(stepper, INT64_MAX));
  succeeds(tetracast_stepper_publish(stepper));
  tetracast_stepper_destroy(&stepper);
  tetracast_problem_destroy(&problem);
}

/* Limit of the time between phases, in seconds. On a busy machine, cold caches increase the CPU time.
 * Ranks that share cores also poll longer for messages. */
static double other_limit_s(const tc_world *world) { return world->ranks > 2 ? 0.05 : 0.01; }

static void expect_covered(const tc_world *world, job *j, const char *keys) {
  double seconds[TC_JOB_PHASE_COUNT], sum = 0.0;
  const double total = tc_job_clock_read(&j->clock, seconds);
  for (int p = 0; p < TC_JOB_PHASE_COUNT; p++) sum += seconds[p];
  cr_expect_eq(sum, total);
  cr_expect_float_eq(total, j->clock.since_s - j->clock.start_s, 1e-9);
  const double other = seconds[TC_JOB_PHASE_other];
  cr_expect(other <= fmax(0.03 * total, other_limit_s(world)), "%s: %g s of %g s in no phase", keys, other,
            total);
  static const int used[] = {TC_JOB_PHASE_start,       TC_JOB_PHASE_read,     TC_JOB_PHASE_neighbours,
                             TC_JOB_PHASE_order,       TC_JOB_PHASE_assemble, TC_JOB_PHASE_search,
                             TC_JOB_PHASE_count,       TC_JOB_PHASE_solver,   TC_JOB_PHASE_first_output,
                             TC_JOB_PHASE_steps,       TC_JOB_PHASE_checks,   TC_JOB_PHASE_snapshots,
                             TC_JOB_PHASE_checkpoints, TC_JOB_PHASE_history,  TC_JOB_PHASE_close,
                             TC_JOB_PHASE_distribute};
  for (size_t p = 0; p < sizeof used / sizeof *used; p++)
    cr_expect_gt(seconds[used[p]], 0.0, "%s: %s", keys, tc_job_phase_name(used[p]));
}

static void check_job(const tc_world *world, const char *keys) {
  const char *folder = create_folder();
  tetracast_world *w = NULL;
  job j;
  succeeds(tetracast_world_create(tc_world_comm(world), 0, &w));
  init_job(world, folder, keys, &j);
  run_job(&j, w);
  if (world->rank == 0) expect_covered(world, &j, keys);
  tc_run_environment_free(&j.environment);
  tetracast_world_destroy(&w);
  remove_folder(folder);
}

ParallelTest(job_phases, cover_the_job) {
  host_restore();
  check_job(world, "diffusion: {scheme: two-point}\ntime: {steps: 60}\n");
  check_job(world, "diffusion: {scheme: gradient}\ntime: {steps: 60}\n");
  check_job(world, "diffusion: {scheme: two-point}\ntime: {method: implicit, steps: 40, dt: 0.01}\n");
  check_job(world, "diffusion: {scheme: gradient}\ntime: {method: implicit, steps: 40, dt: 0.01}\n");
}

ParallelTest(job_phases, end_with_a_failed_call) {
  (void)world;
  tetracast_mesh *mesh = NULL;
  tetracast_problem *problem = load_on_box(explicit_steps, &mesh);
  const tc_job_clock *clock = problem->world->log.clock;
  succeeds(tetracast_problem_set(problem, "initial", "{file: missing.h5}"));
  cr_assert(clock->is_running && clock->depth == 0);
  fails(TETRACAST_INPUT, "missing.h5", tetracast_problem_set_up(problem));
  cr_assert_eq(clock->depth, 0);
  cr_assert_gt(clock->seconds[TC_JOB_PHASE_neighbours] + clock->seconds[TC_JOB_PHASE_read], 0.0);
  tetracast_problem_destroy(&problem);
  tetracast_mesh_destroy(&mesh);
}
