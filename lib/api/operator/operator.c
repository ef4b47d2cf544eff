#include "api/include/tetracast/operator.h"

#include <string.h>

#include "api/call/call.h"
#include "api/operator/operator_object.h"
#include "base/core/memory.h"

/* ---- creation ---- */

/* Sets the strategy and the storage format of the operator to those that the caller names. */
static tc_status choose(const tetracast_world *world, const char *strategy, const char *storage,
                        tc_operator_options *out) {
  int chosen = 0;
  *out = (tc_operator_options){.scale = 1.0, .vectors = 2};
  TC_TRY(tc_api_strategy_find(world, strategy ? strategy : "neighbour", &out->strategy));
  if (storage)
    TC_TRY(
        tc_registry_parse(&tc_format_registry, "tetracast_operator_create: storage", storage, NULL, &chosen));
  out->format = tc_format_at(chosen);
  if (tc_strategy_supports(out->strategy, out->format->form)) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "tetracast_operator_create: strategy %s does not support storage %s: use storage "
                          "ell or another strategy",
                          out->strategy->name, out->format->name);
}

static tc_status number_rows(tetracast_operator *o) {
  const tc_space *space = o->problem->prepared.problem->space;
  TC_TRY(TC_ALLOC_ZERO(o->zero, space->owned));
  TC_TRY(TC_ALLOC_ZERO(o->first_row, space->world->ranks + 1));
  for (int r = 0; r < space->world->ranks; r++)
    o->first_row[r + 1] = o->first_row[r] + tc_distribution_owned(space->distribution, r);
  return TC_OK;
}

static tc_status fill_operator(tetracast_operator *o, const tc_operator_options *options) {
  const tc_prepared *p = &o->problem->prepared;
  const tc_space *space = p->problem->space;
  TC_TRY(tc_world_agree(space->world, number_rows(o)));
  TC_TRY(tc_operator_create(space->world, space->halo, p->problem->system->rates, options, &o->op));
  TC_TRY(tc_prepared_create_forcing(p, &o->source, &o->forcing));
  if (!o->forcing) return TC_OK;
  tc_forcing_set_theta(o->forcing, 0.0);
  return tc_forcing_set_split(o->forcing, &(tc_local_steps){.kind = TC_SPLITTING_NONE});
}

static tc_status create_operator(tetracast_problem *problem, const char *strategy, const char *storage,
                                 tetracast_operator **out) {
  tc_operator_options options;
  tetracast_operator *o = NULL;
  TC_TRY(tc_api_agree_argument(problem->world->world, out, "out"));
  TC_TRY(tc_api_problem_check_set_up(problem, "tetracast_operator_create"));
  TC_TRY(choose(problem->world, strategy, storage, &options));
  TC_TRY(TC_WORLD_ALLOC(problem->own_world, o, 1));
  o->problem = problem;
  tc_api_problem_retain(problem);
  const tc_status status = fill_operator(o, &options);
  if (status)
    tetracast_operator_destroy(&o);
  else
    *out = o;
  return status;
}

tetracast_error *tetracast_operator_create(tetracast_problem *problem, const char *strategy,
                                           const char *storage, tetracast_operator **out) {
  TC_API_PROBLEM_CALL(problem, create_operator(problem, strategy, storage, out));
}

void tetracast_operator_destroy(tetracast_operator **op) {
  if (!op || !*op) return;
  tetracast_operator *o = *op;
  tc_api_problem_abandon(o->problem);
  tc_operator_destroy(&o->op);
  tc_forcing_destroy(&o->forcing);
  tc_source_destroy(&o->source);
  tc_free(o->zero);
  tc_free(o->first_row);
  tc_api_problem_release(o->problem);
  tc_free(o);
  *op = NULL;
}

/* ---- product and forcing ---- */

static const tc_space *space_of(const tetracast_operator *o) { return o->problem->prepared.problem->space; }

/* Collective. Returns TC_USAGE if an array is NULL on a rank that owns cells. `in_name` and `out_name` are
 * the arguments of the public function. */
static tc_status check_arrays(const tetracast_operator *o, const double *in, const char *in_name,
                              const double *out, const char *out_name) {
  const tc_space *space = space_of(o);
  tc_status status = TC_OK;
  if (space->owned > 0)
    status = in ? tc_api_check_argument(out, out_name) : tc_api_check_argument(in, in_name);
  return tc_world_agree(space->world, status);
}

static tc_status apply(tetracast_operator *o, const double *x, double *y) {
  tc_vector *v = tc_operator_vector(o->op, 0);
  tc_ledger ledger = {0};
  TC_TRY(check_arrays(o, x, "x", y, "y"));
  tc_vector_load(x, &v[0]);
  TC_TRY(tc_operator_apply(o->op, &v[0], &v[1], &ledger));
  tc_vector_store(&v[1], y);
  return TC_OK;
}

tetracast_error *tetracast_operator_apply(tetracast_operator *op, const double *x, double *y) {
  TC_API_PROBLEM_CALL(op ? op->problem : NULL, apply(op, x, y));
}

/* Evaluates the forcing (boundary data and source). Each evaluation advances the local states.
 * tc_forcing_begin therefore first resets the states to their initial values. */
static tc_status evaluate(tetracast_operator *o, double t, const double *v, double *b) {
  tc_ledger ledger = {0};
  TC_TRY(tc_forcing_begin(o->forcing, v));
  TC_TRY(tc_world_agree(space_of(o)->world, tc_forcing_add(o->forcing, t, 1.0, v, b, &ledger)));
  return tc_forcing_check_finite(o->forcing);
}

static tc_status compute_forcing(tetracast_operator *o, double t, const double *v, double *b) {
  if (!v) v = o->zero;
  TC_TRY(check_arrays(o, v, "v", b, "b"));
  if (space_of(o)->owned > 0) memset(b, 0, (size_t)space_of(o)->owned * sizeof *b);
  return o->forcing ? evaluate(o, t, v, b) : TC_OK;
}

tetracast_error *tetracast_operator_forcing(tetracast_operator *op, double t, const double *v, double *b) {
  TC_API_PROBLEM_CALL(op ? op->problem : NULL, compute_forcing(op, t, v, b));
}
