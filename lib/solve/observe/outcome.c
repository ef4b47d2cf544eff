#include "solve/observe/outcome.h"

#include <math.h>
#include <string.h>

#include "solve/space/field.h"

/* Copies the balance with the arrays that reports read, because the next run resets the original. The copy
 * shares the sums of the original. */
static tc_status copy_balance(const tc_balance *balance, tc_outcome *o) {
  const size_t sums = (size_t)balance->markers + 2;
  TC_TRY(tc_pool_alloc(&o->memory, sizeof *o->balance, &o->balance));
  *o->balance = *balance;
  TC_TRY(TC_POOL_ARRAY(&o->memory, o->balance->cumulative, sums));
  TC_TRY(TC_POOL_ARRAY(&o->memory, o->balance->since_last_update, sums));
  memcpy(o->balance->cumulative, balance->cumulative, sums * sizeof *balance->cumulative);
  memcpy(o->balance->since_last_update, balance->since_last_update,
         sums * sizeof *balance->since_last_update);
  return TC_OK;
}

static tc_status evaluate_probes(const double *value, tc_outcome *o) {
  const tc_world *world = o->problem->space->world;
  const int count = o->probes->count, states = tc_outcome_states(o);
  TC_TRY(tc_world_agree(world, TC_POOL_ARRAY(&o->memory, o->probe, count * (1 + states))));
  for (int k = -1; k < states; k++)
    TC_TRY(tc_probes_evaluate(world, o->probes, k < 0 ? value : tc_source_state(o->source, k),
                              o->probe + (k + 1) * count));
  return TC_OK;
}

static tc_status fill_outcome(const tc_balance *balance, const double *initial, const double *value,
                              tc_outcome *o) {
  const tc_space *space = o->problem->space;
  TC_TRY(tc_field_integral(space, initial, &o->initial_integral));
  TC_TRY(tc_field_spread(space, initial, &o->spread));
  TC_TRY(tc_region_stats_create(space, &o->digest));
  TC_TRY(tc_region_stats_update(o->digest, value));
  TC_TRY(evaluate_probes(value, o));
  if (!balance) return TC_OK;
  TC_TRY(tc_world_agree(space->world, copy_balance(balance, o)));
  return tc_balance_add_to_totals(o->balance);
}

tc_status tc_outcome_create(const tc_problem *problem, const tc_probes *probes, const tc_balance *balance,
                            tc_source *source, const double *initial, const double *value, tc_outcome **out) {
  tc_outcome *o = NULL;
  TC_TRY(TC_WORLD_ALLOC(problem->space->world, o, 1));
  *o = (tc_outcome){.problem = problem, .probes = probes, .source = source};
  TC_RETURN_CREATED(fill_outcome(balance, initial, value, o), o, tc_outcome_destroy(&o), out);
}

void tc_outcome_destroy(tc_outcome **outcome) {
  if (*outcome) tc_region_stats_destroy(&(*outcome)->digest);
  TC_POOL_DESTROY_OWNER(outcome);
}

int tc_outcome_states(const tc_outcome *o) { return o->source ? tc_source_states(o->source) : 0; }

double tc_outcome_inflow(const tc_outcome *o, int m) { return o->balance ? o->balance->cumulative[m] : 0.0; }

double tc_outcome_rate(const tc_outcome *o, int m) {
  return o->balance && o->balance->time > 0.0 ? o->balance->since_last_update[m] / o->balance->time : 0.0;
}

double tc_outcome_defect(const tc_outcome *o) {
  return o->balance ? tc_balance_defect(o->balance, o->digest->integral)
                    : o->digest->integral - o->initial_integral;
}

double tc_outcome_scale(const tc_outcome *o) {
  if (o->balance) return tc_balance_scale(o->balance, o->digest->integral);
  return o->spread > 0.0 ? o->spread : fmax(fabs(o->initial_integral), fabs(o->digest->integral));
}

double tc_outcome_error(const tc_outcome *o) {
  const double defect = fabs(tc_outcome_defect(o));
  return defect > 0.0 ? defect / tc_outcome_scale(o) : defect;
}
