/* Explicit Euler: the field after step l is v^l = M v^(l-1) + dt (b + s) with M = I + dt R. R is the rate
 * matrix, b the vector computed from the boundary data, and s the source, both at the beginning of the step.
 * A step is one product with M, on a device if the user configured one. The host then adds the forcing dt (b
 * + s). The time loop (solve/step/step.c) calls this integrator through the registry. The field and the
 * result of a step are stored in two vectors that are swapped after each step. */
#include "base/core/memory.h"
#include "base/core/timer.h"
#include "solve/step/integrator.h"

#define TC_PHASE "preparing the steps"

typedef struct euler {
  tc_integrator_setup setup;
  tc_operator *M;
  tc_vector *now,
      *next; /* `now` is the field, `next` receives the result of a step. They are swapped after each step. */
  int64_t step; /* Number of steps performed so far. */
} euler;

static tc_status create_euler(const tc_integrator_setup *setup, const double *value, void **ctx) {
  const tc_space *space = setup->problem->space;
  const tc_operator_options choice = {setup->strategy, setup->format, 1.0, setup->dt, 2, false};
  euler *e = NULL;
  TC_TRY(TC_WORLD_ALLOC(space->world, e, 1));
  e->setup = *setup;
  *ctx = e;
  TC_TRY(tc_operator_create(space->world, space->halo, setup->problem->system->rates, &choice, &e->M));
  e->now = tc_operator_vector(e->M, 0);
  e->next = tc_operator_vector(e->M, 1);
  tc_vector_load(value, e->now);
  if (setup->device) TC_TRY(tc_operator_set_device(e->M, setup->problem->system->rates, setup->device));
  if (setup->input) tc_forcing_set_theta(setup->input, 0.0);
  return TC_OK;
}

static void destroy_euler(void *ctx) {
  euler *e = ctx;
  if (!e) return;
  tc_operator_destroy(&e->M);
  tc_free(e);
}

static tc_status load_euler(void *ctx, const double *value) {
  const euler *e = ctx;
  tc_vector_load(value, e->now);
  tc_operator_upload(e->M, e->now);
  return TC_OK;
}

/* Adds the forcing to the result of the product. Runs on the host, because formulas are evaluated there. */
static tc_status add_forcing(euler *e, const tc_step_request *request, tc_ledger *ledger) {
  double now = tc_now_s();
  tc_operator_download(e->M, e->next);
  if (e->setup.device) tc_ledger_add_time(ledger, TC_PHASE_pack, now);
  TC_TRY(tc_forcing_add(e->setup.input, request->time, request->dt, e->now->value, e->next->value, ledger));
  now = tc_now_s();
  tc_operator_upload(e->M, e->next);
  if (e->setup.device) tc_ledger_add_time(ledger, TC_PHASE_unpack, now);
  return TC_OK;
}

/* Replaces the result of the product, which is that of a step of length setup.dt, by the result of a shorter
 * step of length dt: now + (dt / setup.dt) (M now - now). Runs on the host. */
static void shorten_step(euler *e, double dt, tc_ledger *ledger) {
  const double start_s = tc_now_s(), part = dt / e->setup.dt;
  const double *const now = e->now->value;
  double *const next = e->next->value;
  tc_operator_download(e->M, e->now);
  tc_operator_download(e->M, e->next);
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < e->now->owned; i++) next[i] = now[i] + part * (next[i] - now[i]);
  tc_operator_upload(e->M, e->next);
  tc_ledger_add_time(ledger, TC_PHASE_compute, start_s);
}

static tc_status advance_euler(void *ctx, const tc_step_request *request, tc_ledger *ledger) {
  euler *e = ctx;
  TC_TRY(tc_operator_apply(e->M, e->now, e->next, ledger));
  if (request->dt != e->setup.dt) shorten_step(e, request->dt, ledger);
  if (e->setup.input) TC_TRY(add_forcing(e, request, ledger));
  tc_vector_swap(e->now, e->next);
  e->step++;
  return TC_OK;
}

/* Copies both vectors from the device to the host. With forcing no copy is necessary, because each step has
 * already copied its result. */
static tc_status download_euler(void *ctx) {
  const euler *e = ctx;
  if (!e->setup.input) {
    tc_operator_download(e->M, e->now);
    tc_operator_download(e->M, e->next);
  }
  return tc_operator_check_device(e->M);
}

static tc_status list_euler_restart(void *ctx, tc_restart_list *list) {
  euler *e = ctx;
  TC_TRY(tc_restart_list_add_cells(list, e->now->value, e->setup.problem->space->owned, "field"));
  return tc_restart_list_add_integer(list, &e->step, "integrator.step");
}

static void resume_euler(void *ctx) {
  const euler *e = ctx;
  tc_operator_upload(e->M, e->now);
}

static const double *euler_value(const void *ctx) { return ((const euler *)ctx)->now->value; }

static const tc_operator *euler_matrix(const void *ctx) { return ((const euler *)ctx)->M; }

static const double *euler_previous_value(const void *ctx) { return ((const euler *)ctx)->next->value; }

const tc_integrator tc_integrator_euler = {
    .name = "euler",
    .summary = "explicit, first order in time: one product a step",
    .steps = true,
    .on_device = true,
    .restart_format = 1,
    .create = create_euler,
    .destroy = destroy_euler,
    .load = load_euler,
    .advance = advance_euler,
    .download = download_euler,
    .list_restart = list_euler_restart,
    .resume = resume_euler,
    .value = euler_value,
    .matrix = euler_matrix,
    .previous_value = euler_previous_value,
};
