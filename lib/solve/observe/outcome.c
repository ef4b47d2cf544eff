#include "solve/observe/outcome.h"

#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "solve/space/field.h"

/* Copy of a balance with its totals. The outcome stores a copy, because the next run resets the original. */
typedef struct tc_balance_values {
  tc_balance balance;
  double number[]; /* Storage of the arrays `cumulative` and `since_last_update` of the balance, in this
                      order. */
} tc_balance_values;

static tc_status store_balance(tc_outcome *o, tc_balance *balance) {
  const int sums = balance->markers + 2;
  char *room = NULL;
  TC_TRY(tc_balance_update(balance));
  TC_TRY(TC_WORLD_ALLOC(o->problem->space->world, room, sizeof *o->kept + 2 * (size_t)sums * sizeof(double)));
  o->kept = (tc_balance_values *)(void *)room;
  o->kept->balance = *balance;
  o->kept->balance.cumulative = o->kept->number;
  o->kept->balance.since_last_update = o->kept->number + sums;
  memcpy(o->kept->balance.cumulative, balance->cumulative, (size_t)sums * sizeof(double));
  memcpy(o->kept->balance.since_last_update, balance->since_last_update, (size_t)sums * sizeof(double));
  o->balance = &o->kept->balance;
  return TC_OK;
}

tc_status tc_outcome_create(const tc_problem *problem, const tc_probes *probes, tc_balance *balance,
                            tc_source *source, const double *initial, const double *value, tc_outcome **out) {
  const tc_space *space = problem->space;
  tc_outcome *o = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(space->world, o, 1));
  *o = (tc_outcome){.problem = problem, .probes = probes, .source = source};
  TC_GUARD(status, tc_field_integral(space, initial, &o->initial_integral));
  TC_GUARD(status, tc_field_spread(space, initial, &o->spread));
  TC_GUARD(status, TC_WORLD_ALLOC(space->world, o->probe, probes->count * (1 + tc_outcome_states(o))));
  TC_GUARD(status, tc_region_stats_create(space, &o->digest));
  TC_GUARD(status, tc_region_stats_update(o->digest, value));
  TC_GUARD(status, tc_probes_evaluate(space->world, probes, value, o->probe));
  for (int k = 0; k < tc_outcome_states(o); k++)
    TC_GUARD(status, tc_probes_evaluate(space->world, probes, tc_source_state(source, k),
                                        o->probe + (k + 1) * probes->count));
  if (balance) TC_GUARD(status, store_balance(o, balance));
  *out = o;
  return TC_OK;
cleanup:
  tc_outcome_destroy(&o);
  return status;
}

void tc_outcome_destroy(tc_outcome **outcome) {
  if (!*outcome) return;
  tc_region_stats_destroy(&(*outcome)->digest);
  tc_free((*outcome)->probe);
  tc_free((*outcome)->kept);
  tc_free(*outcome);
  *outcome = NULL;
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
