/* Runs of integrators with error control without the time loop, for tests of single steps. A test calls
 * prepare, open_run, make_step or finish, close_run and free_run. */
#ifndef TC_TESTS_CONTROLLED_RUN_H
#define TC_TESTS_CONTROLLED_RUN_H

#include <math.h>

#include "solve/space/field.h"
#include "solve/stability/spectrum.h"
#include "solve/step/step.h"
#include "support/problems.h"

/* A run of an integrator without the time loop. */
typedef struct run {
  const tc_problem *problem;
  const tc_integrator *integrator;
  tc_error_control control;
  tc_stabilised_steps stabilised;
  const tc_implicit_steps *implicit;
  tc_forcing *input;
  tc_step_request request;
  double *initial;
  tc_log log;
  void *ctx;
} run;

/* Creates a problem with the unit tensor. */
static inline tc_problem *make_isotropic(tc_world *world, const char *scheme, tc_mesh *mesh) {
  const cutting how = {scheme, "rcm", TC_DISTRIBUTION_CYCLIC, 7};
  tc_problem_options choice = cutting_choice(&how);
  tc_problem *p = NULL;
  memcpy(choice.tensor, (const double[]){1, 1, 1, 0, 0, 0}, sizeof choice.tensor);
  expect_ok(tc_problem_create(world, &choice, world->rank == 0 ? mesh : NULL, NULL, &p));
  return p;
}

static inline tc_error_control make_control(const tc_problem *p, double tolerance, double end) {
  tc_spectrum spectrum;
  expect_ok(tc_spectrum_estimate(p, &spectrum));
  return (tc_error_control){.tolerance = tolerance,
                            .unit = 2.0 / spectrum.largest,
                            .end = end,
                            .rate = spectrum.largest,
                            .most_stages = 200};
}

static inline void set_cosine(const tc_problem *p, double *v) {
  for (int32_t i = 0; i < p->space->owned; i++) {
    const double *at = p->space->centroid + 3 * (size_t)i;
    v[i] = 2.0 + cos(M_PI * at[0]) * cos(M_PI * at[1]) + 0.5 * cos(2.0 * M_PI * at[2]);
  }
}

static inline void set_noise(const tc_problem *p, double *v) {
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = 1.0 + 0.5 * noise((uint64_t)p->space->id[i]);
}

/* Prepares a run from t = 0 to t = `end`. The function `set` sets the initial field. */
static inline run prepare(const tc_problem *p, const char *method, double axis_ratio, double tolerance,
                          double end, void (*set)(const tc_problem *p, double *v)) {
  run r = {.problem = p,
           .integrator = tc_integrator_find(method),
           .control = make_control(p, tolerance, end),
           .stabilised = {.axis_ratio = axis_ratio},
           .request = {.until = end, .dt = end},
           .initial = problem_zeros(p)};
  set(p, r.initial);
  return r;
}

static inline void open_run(run *r) {
  const tc_integrator_setup how = {.problem = r->problem,
                                   .strategy = tc_strategy_find("condensed"),
                                   .format = tc_format_at(0),
                                   .stabilised = &r->stabilised,
                                   .implicit = r->implicit,
                                   .input = r->input,
                                   .control = &r->control,
                                   .log = &r->log};
  if (r->input) expect_ok(tc_forcing_begin(r->input, r->initial));
  expect_ok(r->integrator->create(&how, r->initial, &r->ctx));
}

static inline void close_run(run *r) {
  r->integrator->destroy(r->ctx);
  r->ctx = NULL;
}

static inline void free_run(run *r) {
  close_run(r);
  free(r->initial);
}

static inline const tc_error_control_record *record(const run *r) {
  return r->integrator->controlled(r->ctx);
}

static inline tc_status try_step(run *r) {
  tc_ledger ledger = {0};
  r->request.dt = r->request.until - r->request.time;
  TC_TRY(r->integrator->advance(r->ctx, &r->request, &ledger));
  r->request.time = record(r)->last.time;
  return TC_OK;
}

static inline void make_step(run *r) { expect_ok(try_step(r)); }

/* Makes steps until the run reaches its requested time. */
static inline void finish(run *r) {
  while (r->request.time < r->request.until) make_step(r);
}

static inline void run_to_end(run *r) {
  open_run(r);
  finish(r);
}

static inline uint64_t field_hash(const run *r) {
  tc_field_stats stats;
  expect_ok(tc_field_stats_compute(r->problem->space, r->integrator->value(r->ctx), &stats));
  return stats.hash;
}

static inline void expect_same_step(const run *a, const run *b) {
  const tc_controlled_step *x = &record(a)->last, *y = &record(b)->last;
  cr_assert(x->time == y->time && x->dt == y->dt && x->error == y->error && x->stages == y->stages,
            "step %d: t %.17g, dt %.17g, error %.17g, %d stages; t %.17g, dt %.17g, error %.17g, %d stages",
            (int)record(a)->steps, x->time, x->dt, x->error, x->stages, y->time, y->dt, y->error, y->stages);
  cr_assert_eq(record(a)->rejected, record(b)->rejected);
  cr_assert_eq(record(a)->products, record(b)->products);
  cr_assert_eq(field_hash(a), field_hash(b));
}

/* Copies the restart data of `from` to `to`. */
static inline void copy_restart(run *from, run *to) {
  tc_restart_list a = {0}, b = {.is_reading = true};
  expect_ok(from->integrator->list_restart(from->ctx, &a));
  expect_ok(to->integrator->list_restart(to->ctx, &b));
  cr_assert_eq(a.count, b.count);
  for (int k = 0; k < a.count; k++) {
    cr_assert_str_eq(a.item[k].name, b.item[k].name);
    if (a.item[k].count > 0) memcpy(b.item[k].value, a.item[k].value, 8 * (size_t)a.item[k].count);
  }
  to->integrator->resume(to->ctx);
  tc_restart_list_free(&a);
  tc_restart_list_free(&b);
}

/* Expects that a run which is stopped and resumed after every step makes the same steps as the uninterrupted
 * run `whole`. */
static inline void compare_with_resumed(run *whole) {
  run parts = *whole;
  open_run(whole);
  open_run(&parts);
  while (whole->request.time < whole->request.until) {
    run last = parts;
    open_run(&parts);
    copy_restart(&last, &parts);
    close_run(&last);
    make_step(whole);
    make_step(&parts);
    expect_same_step(whole, &parts);
  }
  cr_assert_eq(record(whole)->most_stages, record(&parts)->most_stages);
  cr_assert_eq(record(whole)->widened, record(&parts)->widened);
  close_run(&parts);
}

#endif
