#include "run/strategy_choice.h"

#include <math.h>

#include "base/memory.h"
#include "run/forecast.h"
#include "solve/monitor.h"

#define TC_PHASE "making the forecast"

enum { most_strategies = 64 };

/* Seconds of a step by each model, INFINITY where there is no forecast; known on the root only. traffic: of
 * this rank. */
typedef struct outlook {
  double step_s[TC_MODEL_COUNT];
  bool counted;
  tc_counts traffic;
} outlook;

static outlook nothing(void) {
  outlook none = {.counted = false};
  for (int m = 0; m < TC_MODEL_COUNT; m++) none.step_s[m] = INFINITY;
  return none;
}

static void take(const tc_result *result, outlook *out) {
  for (int m = 0; m < TC_MODEL_COUNT; m++)
    out->step_s[m] = result->forecast[m].part ? result->forecast[m].total_s : INFINITY;
}

/* Collective. */
static tc_status look(tc_session *s, const tc_strategy *strategy, const tc_pattern *pattern, outlook *out) {
  tc_measure own = {.rank = s->world->rank, .node = s->world->node, .rows = s->problem->owned};
  tc_result result = {.ranks = s->world->ranks, .imagined = true};
  tc_status status = strategy->count(pattern, s->problem->distribution, s->world->node_of_rank,
                                     s->world->rank, &own.ledger.count);
  TC_TRY(tc_world_agree(s->world, status));
  TC_TRY(tc_measure_gather(s->world, &own, &result.measured));
  if (s->world->rank == 0) status = tc_forecast_make(&s->machine, s->problem->scheme->width, &result);
  take(&result, out);
  out->counted = true;
  out->traffic = own.ledger.count;
  tc_forecast_free(&result);
  tc_free(result.measured);
  return tc_world_agree(s->world, status);
}

/* The candidates for `auto` and what lies ahead of each. */
typedef struct candidates {
  int count;
  const tc_strategy *strategy[most_strategies];
  outlook ahead[most_strategies];
} candidates;

/* Collective. */
static tc_status look_at_all(tc_session *s, const tc_pattern *pattern, candidates *out) {
  out->count = 0;
  for (int i = 0; i < tc_strategy_count() && i < most_strategies; i++) {
    const tc_strategy *strategy = tc_strategy_at(i);
    if (!strategy->modelled || !strategy->valid) continue;
    out->strategy[out->count] = strategy;
    TC_TRY(look(s, strategy, pattern, &out->ahead[out->count++]));
  }
  return TC_OK;
}

static bool forecasts_all(const candidates *c, int model) {
  for (int i = 0; i < c->count; i++)
    if (!(c->ahead[i].step_s[model] < INFINITY)) return false;
  return true;
}

/* The chosen model, or the best that forecasts all candidates. */
static int model_for(const candidates *c, int chosen) {
  int best = 0;
  if (chosen != TC_MODEL_AUTO) return chosen;
  for (int m = 0; m < TC_MODEL_COUNT; m++)
    if (forecasts_all(c, m)) best = m;
  return best;
}

/* Collective. The cheapest candidate, the same on all ranks; -1 without any forecast. */
static tc_status find_cheapest(tc_session *s, const candidates *c, int *cheapest) {
  const int model = model_for(c, s->config->model);
  double least = INFINITY;
  *cheapest = -1;
  for (int i = 0; i < c->count; i++) {
    const double step_s = c->ahead[i].step_s[model];
    if (step_s < INFINITY)
      tc_log_note(s->log, TC_LOG_VERBOSE, "strategy %s: forecast %.3g s a step (%s model)",
                  c->strategy[i]->name, step_s, tc_model_at(model)->name);
    if (step_s >= least) continue;
    least = step_s;
    *cheapest = i;
  }
  return TC_MPI(MPI_Bcast(cheapest, 1, MPI_INT, 0, s->world->comm));
}

/* Collective. The strategy and what lies ahead of it. */
static tc_status choose(tc_session *s, const tc_pattern *pattern, const tc_strategy **out, outlook *ahead) {
  candidates all;
  int cheapest;
  *out = s->config->strategy;
  if (*out) return (*out)->modelled ? look(s, *out, pattern, ahead) : TC_OK;
  TC_TRY(look_at_all(s, pattern, &all));
  TC_TRY(find_cheapest(s, &all, &cheapest));
  *out = cheapest >= 0 ? all.strategy[cheapest] : tc_strategy_find("condensed");
  if (cheapest >= 0) *ahead = all.ahead[cheapest];
  tc_log_note(s->log, TC_LOG_NORMAL, "strategy auto: %s, %s", (*out)->name,
              cheapest >= 0 ? "the shortest forecast" : "for want of a forecast");
  return TC_OK;
}

static void tell(const tc_session *s, const outlook *ahead) {
  const candidates one = {1, {NULL}, {*ahead}};
  const int model = model_for(&one, s->config->model);
  char all[32];
  if (!(ahead->step_s[model] < INFINITY)) return;
  tc_monitor_duration((double)s->step.steps * ahead->step_s[model], all, sizeof all);
  tc_log_note(s->log, TC_LOG_NORMAL, "forecast (%s model): %.3g ms a step, %lld steps in %s%s",
              tc_model_at(model)->name, 1e3 * ahead->step_s[model], (long long)s->step.steps, all,
              s->config->snapshots.file ? ", snapshots not counted" : "");
}

/* Without a machine nothing has to be counted. */
static tc_status choose_blindly(const tc_session *s, const tc_strategy **out) {
  *out = s->config->strategy ? s->config->strategy : tc_strategy_find("condensed");
  if (!s->config->strategy)
    tc_log_note(s->log, TC_LOG_NORMAL, "strategy auto: %s, for want of a forecast", (*out)->name);
  return TC_OK;
}

tc_status tc_session_choose_strategy(tc_session *s, const tc_strategy **out) {
  if (tc_machine_kind_of(s->config->machine) == TC_MACHINE_NONE) return choose_blindly(s, out);
  tc_pattern *pattern = NULL;
  outlook ahead = nothing();
  const tc_phase phase = tc_log_begin(s->log, "count what a step moves");
  TC_TRY(tc_world_agree(s->world, tc_problem_pattern(s->problem, &pattern)));
  tc_status status = choose(s, pattern, out, &ahead);
  if (!status) tc_log_end(&phase);
  if (!status) tell(s, &ahead);
  s->told = ahead.counted ? *out : NULL;
  s->told_traffic = ahead.traffic;
  tc_pattern_destroy(&pattern);
  return status;
}

tc_status tc_session_forecast_steps(tc_session *s, double *step_s) {
  tc_pattern *pattern = NULL;
  candidates all;
  for (int i = 0; i < tc_strategy_count(); i++) step_s[i] = INFINITY;
  if (tc_machine_kind_of(s->config->machine) == TC_MACHINE_NONE) return TC_OK;
  const tc_phase phase = tc_log_begin(s->log, "count what a step moves");
  TC_TRY(tc_world_agree(s->world, tc_problem_pattern(s->problem, &pattern)));
  tc_status status = look_at_all(s, pattern, &all);
  tc_pattern_destroy(&pattern);
  TC_TRY(status);
  tc_log_end(&phase);
  const int model = model_for(&all, s->config->model);
  for (int i = 0; i < tc_strategy_count() && i < most_strategies; i++)
    for (int k = 0; k < all.count; k++)
      if (all.strategy[k] == tc_strategy_at(i)) step_s[i] = all.ahead[k].step_s[model];
  return TC_OK;
}
