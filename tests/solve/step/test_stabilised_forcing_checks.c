/* Tests of boundary data, sources and local states in the stages of stabilised steps: rejected attempts, the
 * watchdog, and resumed runs. */
#include "solve/observe/balance.h"
#include "support/stages_bench.h"

/* ---- rejected attempts ---- */

static void add_stage(bench *b, double time, double shift, double *change, double *next) {
  const tc_forcing_stage stage =
      {.time = time, .last = 0.5, .before = 0.1, .product = 0.3, .first = 0.2, .flow = 0.4};
  tc_ledger ledger = {0};
  for (int32_t i = 0; i < b->problem->space->owned; i++) change[i] = shift;
  expect_ok(tc_forcing_add_stage(b->input, &stage, b->v, change, next, &ledger));
}

/* Computes two stages and accepts them. If `repeats` is true, a rejected attempt precedes them. Stores the
 * rate at the end in `rate` and the local state in `state`. */
static void attempt(bench *b, bool repeats, double *rate, double *state) {
  const size_t owned = (size_t)b->problem->space->owned;
  double *work = calloc(2 * owned + 1, sizeof *work);
  tc_ledger ledger = {0};
  expect_ok(tc_forcing_begin(b->input, b->v));
  expect_ok(tc_forcing_begin_stages(b->input, true));
  memset(rate, 0, owned * sizeof *rate);
  expect_ok(tc_forcing_add_rate(b->input, TC_FORCING_BEGIN, 0.0, b->v, rate, &ledger));
  if (repeats) {
    tc_forcing_begin_attempt(b->input, 8.0, 0.3);
    add_stage(b, 8.0, -5.0, work, work + owned);
    expect_ok(tc_forcing_add_rate(b->input, TC_FORCING_END, 8.0, work, work + owned, &ledger));
  }
  memset(work, 0, 2 * owned * sizeof *work);
  tc_forcing_begin_attempt(b->input, 0.1, 0.3);
  add_stage(b, 0.02, 0.1, work, rate);
  add_stage(b, 0.05, 0.2, work, rate);
  expect_ok(tc_forcing_add_rate(b->input, TC_FORCING_END, 0.1, b->v, rate, &ledger));
  tc_forcing_accept(b->input);
  expect_ok(tc_forcing_check_finite(b->input));
  memcpy(state, tc_source_state(b->source, 0), owned * sizeof *state);
  free(work);
}

/* A rejected attempt must not change a bit of later results, and its invalid values must not cause an
 * error. */
ParallelTest(stabilised_forcing_checks, a_rejected_attempt_leaves_no_trace) {
  static const texts logarithm = {"1 + t*x", "log(v) + w + t", "x", "v*w"};
  tc_mesh *mesh = mesh_box(3, 2, 2, 0.1);
  bench b;
  open_bench(make_problem(world, "gradient", mesh), all_kinds, 3, &logarithm, &b);
  double *rate[2], *state[2], change[2], range[2][2] = {{0.0, 1.0}, {0.0, 1.0}};
  for (int k = 0; k < 2; k++) {
    rate[k] = problem_zeros(b.problem);
    state[k] = problem_zeros(b.problem);
    attempt(&b, k == 1, rate[k], state[k]);
    expect_ok(tc_forcing_take_change(b.input, &change[k]));
    tc_forcing_widen_range(b.input, range[k]);
  }
  for (int32_t i = 0; i < b.problem->space->owned; i++) {
    cr_assert_eq(rate[1][i], rate[0][i]);
    cr_assert_eq(state[1][i], state[0][i]);
  }
  cr_expect_gt(change[1], 0.0);
  cr_expect_leq(change[1], change[0]); /* the first change also includes the evaluation at the beginning of
                                        * the run */
  for (int k = 0; k < 2; k++) {
    free(rate[k]);
    free(state[k]);
  }
  close_bench(&b);
  tc_mesh_destroy(&mesh);
}

/* ---- watchdog ---- */

/* If boundary data or sources change suddenly within a step, the watchdog must not report an error. */
ParallelTest(stabilised_forcing_checks, sudden_changes_raise_no_alarm) {
  static const texts pulses[] = {{"t > 0.021 && t < 0.0223 ? 3 : 1", NULL, NULL, NULL},
                                 {"1", "t > 0.021 && t < 0.0223 && x < 0.3 ? 1e3 : 0", NULL, NULL},
                                 {"1 + sin(300*t)", "t > 0.03 ? 50 : 0", NULL, NULL}};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  for (int k = 0; k < 3; k++)
    for (int m = 0; m < 2; m++)
      for (int kind = 0; kind < 3; kind++) {
        bench b;
        open_bench(make_problem(world, m ? "gradient" : "two-point", mesh), &all_kinds[kind], 1, &pulses[k],
                   &b);
        tc_step_options choice = options_of(&b, stabilised_methods[kind % 2], 25, 0.002, 0.002);
        choice.proved = m == 0;
        run(&b, &choice, b.v);
        close_bench(&b);
      }
  tc_mesh_destroy(&mesh);
}

/* The watchdog must detect growth due to too few stages, although the forcing changes in every step. */
ParallelTest(stabilised_forcing_checks, growth_is_found) {
  static const texts driven = {"1 + x*sin(20*t)", "cos(20*t)*z - 2*v", NULL, NULL};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  bench b;
  tc_measurement measure = {0};
  open_bench(make_problem(world, "two-point", mesh), &all_kinds[1], 1, &driven, &b);
  const double dt = 20.0 / b.largest;
  tc_step_options choice = options_of(&b, "rkl2", 1000, dt, dt);
  b.stabilised.stages -= 2;
  expect_error(tc_step_run(b.problem, &choice, NULL, 0, NULL, b.v, &measure), TC_NUMERICAL,
               "the norm of the field's rate of change");
  close_bench(&b);
  tc_mesh_destroy(&mesh);
}

ParallelTest(stabilised_forcing_checks, a_source_that_becomes_too_steep_is_found) {
  static const texts steep = {NULL, "t > 0.5 ? -1e4*v : 0", NULL, NULL};
  tc_mesh *mesh = mesh_box(2, 2, 2, 0.1);
  bench b;
  tc_measurement measure = {0};
  open_bench(make_problem(world, "two-point", mesh), NULL, 0, &steep, &b);
  tc_step_options choice = options_of(&b, "rkl2", 1, 0.501, 0.501);
  expect_error(tc_step_run(b.problem, &choice, NULL, 0, NULL, b.v, &measure), TC_NUMERICAL,
               "the slope ds/dv of the source is too large for steps of 0.501: set time.method to euler and "
               "time.dt below");
  close_bench(&b);
  tc_mesh_destroy(&mesh);
}

/* ---- resumed runs ---- */

/* Copy of the restart data of a run. */
typedef struct memory {
  int count;
  size_t bytes[64];
  char name[64][TC_RESTART_NAME_MAX];
  void *value[64];
} memory;

static void save(const tc_step_loop *loop, memory *m) {
  const tc_run_state *now = tc_step_state(loop);
  tc_restart_list list = {0};
  expect_ok(now->list_restart(now->run, &list));
  cr_assert_leq(list.count, 64);
  for (size_t k = 0; k < (size_t)list.count; k++) {
    const size_t bytes = 8 * (size_t)list.item[k].count;
    m->value[m->count] = malloc(bytes + 1);
    m->bytes[m->count] = bytes;
    if (bytes > 0) memcpy(m->value[m->count], list.item[k].value, bytes);
    strcpy(m->name[m->count++], list.item[k].name);
  }
  tc_restart_list_free(&list);
}

static void forget(memory *m) {
  for (int k = 0; k < m->count; k++) free(m->value[k]);
}

static tc_status fill(void *self, const tc_restart_list *list) {
  const memory *m = self;
  cr_assert_eq((int)list->count, m->count);
  for (int k = 0; k < m->count; k++) {
    cr_assert_str_eq(list->item[k].name, m->name[k]);
    if (list->item[k].count > 0) memcpy(list->item[k].value, m->value[k], 8 * (size_t)list->item[k].count);
  }
  return TC_OK;
}

static tc_status no_number(void *self, const char *name, int64_t *out) {
  (void)self;
  (void)name;
  *out = 0;
  return TC_OK;
}

/* The restart data after the last step of a resumed run must have the bits of those of an uninterrupted
 * run. */
ParallelTest(stabilised_forcing_checks, a_resumed_run_has_the_same_bits) {
  enum { half = 3, steps = 7 };
  tc_mesh *mesh = mesh_box(3, 3, 2, 0.1);
  bench b;
  memory middle = {0}, wanted = {0}, found = {0};
  tc_balance *balance = NULL;
  tc_step_loop *loop = NULL;
  tc_status stop = TC_OK;
  open_bench(make_problem(world, "gradient", mesh), all_kinds, 3, &everything, &b);
  const double dt = 20.0 / b.largest;
  tc_step_options choice = options_of(&b, "rkl2", steps, dt, dt);
  expect_ok(tc_balance_create(b.problem, tc_source_value(b.source), &balance));
  const tc_hook hook = tc_balance_hook(balance);
  expect_ok(tc_step_open(b.problem, &choice, &hook, 1, NULL, b.v, &loop));
  expect_ok(tc_step_advance(loop, half, &stop));
  save(loop, &middle);
  expect_ok(tc_step_advance(loop, steps, &stop));
  save(loop, &wanted);
  tc_step_close(&loop, false);
  const tc_resume_source source = {.step = half, .fill = fill, .number = no_number, .self = &middle};
  choice.resume = &source;
  expect_ok(tc_step_open(b.problem, &choice, &hook, 1, NULL, b.v, &loop));
  expect_ok(tc_step_advance(loop, steps, &stop));
  save(loop, &found);
  cr_assert_eq(found.count, wanted.count);
  for (int k = 0; k < wanted.count; k++)
    cr_expect(memcmp(found.value[k], wanted.value[k], wanted.bytes[k]) == 0, "%s", wanted.name[k]);
  forget(&middle), forget(&wanted), forget(&found);
  tc_step_close(&loop, false);
  tc_balance_destroy(&balance);
  close_bench(&b);
  tc_mesh_destroy(&mesh);
}
