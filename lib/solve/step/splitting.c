/* Integrator with operator splitting (see splitting.h). Its own array stores the field after a time step. The
 * wrapped integrator loads this field in each time step, so restart data contain this field and not that of
 * the wrapped integrator. */
#include "solve/step/splitting.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/core/pool.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "preparing the steps"

typedef struct splitting {
  const tc_integrator *inner;
  void *ctx;         /* state of the wrapped integrator */
  tc_forcing *input; /* forcing of the run, which performs the local steps */
  bool downloads;    /* true if a device computes the products */
  int32_t owned;
  double *field, *before; /* [owned] field after the last time step and before it */
  tc_pool memory;         /* owns the arrays of this struct */
} splitting;

static size_t field_bytes(const splitting *s) { return (size_t)s->owned * sizeof *s->field; }

static tc_status alloc_fields(splitting *s, const double *value) {
  TC_TRY(TC_POOL_ARRAY(&s->memory, s->field, s->owned));
  TC_TRY(TC_POOL_ARRAY_ZERO(&s->memory, s->before, s->owned));
  if (s->owned > 0) memcpy(s->field, value, field_bytes(s));
  return TC_OK;
}

/* Creates the wrapped integrator. Its forcing is NULL if there are no boundary data, because the local steps
 * apply all other forcing. */
static tc_status create_splitting(const tc_integrator_setup *setup, const double *value, void **ctx) {
  const tc_space *space = setup->problem->space;
  tc_integrator_setup diffusion = *setup;
  splitting *s = NULL;
  if (setup->control)
    return tc_status_create(TC_USAGE, "time.splitting: steps with error control do not support splitting: "
                                      "set time.dt to a number or time.splitting to none");
  TC_TRY(TC_WORLD_ALLOC(space->world, s, 1));
  *ctx = s;
  s->inner = setup->inner;
  s->input = setup->input;
  s->downloads = setup->device && s->inner->download;
  s->owned = space->owned;
  TC_TRY(tc_world_agree(space->world, alloc_fields(s, value)));
  diffusion.inner = NULL;
  if (!tc_forcing_has_data(setup->input)) diffusion.input = NULL;
  return s->inner->create(&diffusion, value, &s->ctx);
}

static void destroy_splitting(void *ctx) {
  splitting *s = ctx;
  if (!s) return;
  s->inner->destroy(s->ctx);
  TC_POOL_DESTROY_OWNER(&s);
}

static tc_status load_splitting(void *ctx, const double *value) {
  const splitting *s = ctx;
  if (s->owned > 0) memmove(s->field, value, field_bytes(s));
  return TC_OK;
}

/* Performs the diffusion part of a time step, which begins with s->field and overwrites it with the
 * result. */
static tc_status advance_diffusion(splitting *s, const tc_step_request *request, tc_ledger *ledger) {
  TC_TRY(s->inner->load(s->ctx, s->field));
  TC_TRY(s->inner->advance(s->ctx, request, ledger));
  if (s->downloads) TC_TRY(s->inner->download(s->ctx));
  if (s->owned > 0) memcpy(s->field, s->inner->value(s->ctx), field_bytes(s));
  return TC_OK;
}

static tc_status advance_splitting(void *ctx, const tc_step_request *request, tc_ledger *ledger) {
  splitting *s = ctx;
  const int steps = tc_local_steps_count(tc_forcing_split(s->input));
  const double length = request->dt / steps;
  if (s->owned > 0) memcpy(s->before, s->field, field_bytes(s));
  tc_forcing_advance_local(s->input, 0, request->time, length, s->field, ledger);
  TC_TRY(advance_diffusion(s, request, ledger));
  if (steps > 1) tc_forcing_advance_local(s->input, 1, request->time + length, length, s->field, ledger);
  return TC_OK;
}

/* Each time step loads its field into the wrapped integrator, so the fields of that integrator need not be
 * restored. */
static tc_status list_splitting_restart(void *ctx, tc_restart_list *list) {
  splitting *s = ctx;
  const int field = list->count;
  TC_TRY(s->inner->list_restart(s->ctx, list));
  list->item[field].value = s->field;
  return TC_OK;
}

static void resume_splitting(void *ctx) {
  const splitting *s = ctx;
  if (s->inner->resume) s->inner->resume(s->ctx);
}

static const double *splitting_value(const void *ctx) { return ((const splitting *)ctx)->field; }

static const double *splitting_previous_value(const void *ctx) { return ((const splitting *)ctx)->before; }

/* Returns the field with which the flows of the diffusion are computed. */
static const double *splitting_flux_value(const void *ctx) {
  const splitting *s = ctx;
  return s->inner->flux_value ? s->inner->flux_value(s->ctx) : s->inner->previous_value(s->ctx);
}

static const tc_operator *splitting_matrix(const void *ctx) {
  const splitting *s = ctx;
  return s->inner->matrix(s->ctx);
}

static double splitting_unsolved_norm(const void *ctx) {
  const splitting *s = ctx;
  return s->inner->unsolved_norm(s->ctx);
}

const tc_integrator *tc_splitting_wrap(const tc_integrator *inner, const tc_forcing *input,
                                       tc_integrator *wrapper) {
  if (!input || !tc_forcing_has_source(input) || tc_local_steps_count(tc_forcing_split(input)) == 0)
    return inner;
  *wrapper = *inner;
  wrapper->create = create_splitting;
  wrapper->destroy = destroy_splitting;
  wrapper->load = load_splitting;
  wrapper->advance = advance_splitting;
  wrapper->controlled = NULL;
  wrapper->download = NULL;
  wrapper->list_restart = list_splitting_restart;
  wrapper->resume = resume_splitting;
  wrapper->value = splitting_value;
  wrapper->previous_value = splitting_previous_value;
  wrapper->change = NULL;
  wrapper->rate = NULL;
  wrapper->covered = NULL;
  wrapper->flux_value = splitting_flux_value;
  wrapper->matrix = splitting_matrix;
  if (inner->unsolved_norm) wrapper->unsolved_norm = splitting_unsolved_norm;
  return wrapper;
}
