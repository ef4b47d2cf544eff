/* Tests of stabilised steps with error control in the time loop: forcing, watchdog, and resumed runs. */
#include "support/controlled_run.h"
#include "support/forcing.h"

/* Data of a run in the time loop. The forcing depends on time, at the whole boundary and in every cell. */
typedef struct bench {
  tc_mesh *mesh;
  tc_problem *problem;
  tc_source_options formulas;
  tc_source *source;
  entry forcing;
  tc_error_control control;
  tc_stabilised_steps stabilised;
  tc_step_options choice;
  double *v;
} bench;

static void set_options(bench *b, bool is_forced) {
  b->control = make_control(b->problem, 1e-3, 0.3);
  b->stabilised = (tc_stabilised_steps){.axis_ratio = 0.15};
  b->choice = (tc_step_options){.integrator = tc_integrator_find("rkl2"),
                                .strategy = tc_strategy_find("condensed"),
                                .format = tc_format_at(0),
                                .steps = INT64_MAX,
                                .stabilised = &b->stabilised,
                                .input = is_forced ? b->forcing.input : NULL,
                                .control = &b->control};
}

static void open_bench(tc_world *world, tc_boundary_kind kind, bool is_forced, bench *b) {
  *b = (bench){.mesh = mesh_box(3, 3, 3, 0.1)};
  b->problem = make_isotropic(world, "gradient", b->mesh);
  b->v = problem_zeros(b->problem);
  set_noise(b->problem, b->v);
  if (is_forced) {
    b->source = source_make(b->problem->space, "5*x*cos(10*t)", &b->formulas);
    b->forcing = entry_make(b->problem, kind, "y+sin(20*t)", b->source);
  }
  set_options(b, is_forced);
}

static void close_bench(bench *b) {
  if (b->source) {
    entry_free(&b->forcing);
    tc_source_destroy(&b->source);
    tc_expression_destroy(&b->formulas.source);
  }
  free(b->v);
  tc_problem_destroy(&b->problem);
  tc_mesh_destroy(&b->mesh);
}

static void run_bench(bench *b) {
  tc_measurement measure = {0};
  expect_ok(tc_step_run(b->problem, &b->choice, NULL, 0, NULL, b->v, &measure));
}

static tc_status check_times(void *self, const tc_run_state *now) {
  double *time = self;
  if (now->step == 0) return TC_OK;
  cr_assert_gt(now->time, *time);
  cr_assert_float_eq(now->time - now->dt, *time, 1e-12);
  cr_assert_eq(now->controlled->steps, now->step);
  *time = now->time;
  return TC_OK;
}

/* The run must end exactly at its end time, without an error of the watchdog. */
ParallelTest(stabilised_loop, a_run_ends_at_its_end) {
  double time = 0.0;
  const tc_hook hook = {.self = &time, .every = 1, .is_due = tc_hook_is_periodic, .run = check_times};
  tc_measurement measure = {0};
  bench b;
  open_bench(world, TC_BOUNDARY_FLUX, false, &b);
  expect_ok(tc_step_run(b.problem, &b.choice, &hook, 1, NULL, b.v, &measure));
  cr_assert_eq(time, b.control.end);
  close_bench(&b);
}

/* With boundary values of zero the field decays to 0. The watchdog must not report this as an instability. */
ParallelTest(stabilised_loop, a_field_fades_between_boundaries_of_zero) {
  bench b;
  tc_field_stats stats;
  open_bench(world, TC_BOUNDARY_FLUX, false, &b);
  for (int k = 0; k < b.problem->physics->boundaries; k++)
    b.problem->physics->boundary[k].kind = TC_BOUNDARY_VALUE;
  expect_ok(tc_problem_assemble(b.problem, 0.0, false));
  for (int32_t i = 0; i < b.problem->space->owned; i++)
    b.v[i] -= 1.0; /* 0 must be in the range of the field */
  b.control = make_control(b.problem, 1e-3, 2.0);
  run_bench(&b);
  expect_ok(tc_field_stats_compute(b.problem->space, b.v, &stats));
  cr_assert(fmax(stats.max, -stats.min) < 1e-4, "%g to %g", stats.min, stats.max);
  close_bench(&b);
}

/* With boundary data and a source that depend on time, the error must fall with the tolerance. */
ParallelTest(stabilised_loop, forcing_is_followed_within_the_tolerance) {
  static const tc_boundary_kind kinds[] = {TC_BOUNDARY_VALUE, TC_BOUNDARY_EXCHANGE};
  static const double tolerance[] = {1e-2, 1e-3};
  for (int k = 0; k < 2; k++) {
    double error[2];
    bench exact;
    open_bench(world, kinds[k], true, &exact);
    exact.control.tolerance = 1e-5;
    run_bench(&exact);
    for (int n = 0; n < 2; n++) {
      bench b;
      open_bench(world, kinds[k], true, &b);
      b.control.tolerance = tolerance[n];
      run_bench(&b);
      expect_ok(tc_field_difference_norm(b.problem->space, b.v, exact.v, &error[n]));
      close_bench(&b);
    }
    cr_expect(error[0] <= tolerance[0] && error[1] < 0.5 * error[0], "%g, %g", error[0], error[1]);
    close_bench(&exact);
  }
}

/* ---- resumed runs ---- */

/* Copies of the restart data of a run. */
typedef struct saved_run {
  int64_t step;
  int count;
  char name[64][TC_RESTART_NAME_MAX];
  void *value[64];
} saved_run;

static void save_run(const tc_step_loop *loop, saved_run *out) {
  const tc_run_state *now = tc_step_state(loop);
  tc_restart_list list = {0};
  expect_ok(now->list_restart(now->run, &list));
  cr_assert_leq(list.count, 64);
  *out = (saved_run){.step = now->step, .count = (int)list.count};
  for (int k = 0; k < out->count; k++) {
    const size_t bytes = 8 * (size_t)list.item[k].count;
    out->value[k] = malloc(bytes + 1);
    if (bytes > 0) memcpy(out->value[k], list.item[k].value, bytes);
    memcpy(out->name[k], list.item[k].name, TC_RESTART_NAME_MAX);
  }
  tc_restart_list_free(&list);
}

static void free_saved_run(saved_run *saved) {
  for (int k = 0; k < saved->count; k++) free(saved->value[k]);
}

static tc_status fill_from_saved(void *self, const tc_restart_list *list) {
  const saved_run *saved = self;
  cr_assert_eq((int)list->count, saved->count);
  for (int k = 0; k < saved->count; k++) {
    cr_assert_str_eq(list->item[k].name, saved->name[k]);
    if (list->item[k].count > 0)
      memcpy(list->item[k].value, saved->value[k], 8 * (size_t)list->item[k].count);
  }
  return TC_OK;
}

static tc_status find_no_number(void *self, const char *name, int64_t *out) {
  (void)self;
  (void)name;
  *out = 0;
  return TC_OK;
}

/* Returns the hash of the present field of the loop. */
static uint64_t hash_loop(const bench *b, const tc_step_loop *loop) {
  tc_field_stats stats;
  expect_ok(tc_field_stats_compute(b->problem->space, tc_step_state(loop)->value, &stats));
  return stats.hash;
}

/* Stops a run after `stop` steps and resumes it, or performs it without a stop if `stop` is 0. Returns the
 * hash of the final field. */
static uint64_t run_in_parts(tc_world *world, bool is_forced, int64_t stop, tc_error_control_record *record) {
  saved_run saved = {0};
  tc_step_loop *loop = NULL;
  tc_status reason = TC_OK;
  bench b;
  open_bench(world, TC_BOUNDARY_EXCHANGE, is_forced, &b);
  expect_ok(tc_step_open(b.problem, &b.choice, NULL, 0, NULL, b.v, &loop));
  expect_ok(tc_step_advance(loop, stop > 0 ? stop : INT64_MAX, &reason));
  save_run(loop, &saved);
  const tc_resume_source source = {.step = saved.step,
                                   .fill = fill_from_saved,
                                   .number = find_no_number,
                                   .self = &saved};
  if (stop > 0) {
    tc_step_close(&loop, false);
    b.choice.resume = &source;
    expect_ok(tc_step_open(b.problem, &b.choice, NULL, 0, NULL, b.v, &loop));
    expect_ok(tc_step_advance(loop, INT64_MAX, &reason));
  }
  const uint64_t hash = hash_loop(&b, loop);
  *record = *tc_step_state(loop)->controlled;
  tc_step_close(&loop, false);
  free_saved_run(&saved);
  close_bench(&b);
  return hash;
}

/* A run resumed after any step must have the steps and the bits of an uninterrupted run. */
ParallelTest(stabilised_loop, a_resumed_run_has_the_same_bits) {
  for (int is_forced = 0; is_forced < 2; is_forced++) {
    tc_error_control_record whole, parts;
    const uint64_t hash = run_in_parts(world, is_forced, 0, &whole);
    cr_assert_geq(whole.steps, 10);
    for (int64_t stop = 1; stop < whole.steps; stop += 1 + stop) {
      cr_assert_eq(run_in_parts(world, is_forced, stop, &parts), hash, "stopped after %d", (int)stop);
      cr_assert_eq(parts.steps, whole.steps);
      cr_assert_eq(parts.products, whole.products);
      cr_assert_eq(parts.last.error, whole.last.error);
      cr_assert_eq(parts.most_stages, whole.most_stages);
    }
  }
}
