#include "run/studies/compare_powers.h"

#include <omp.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numeric/stats.h"
#include "io/config/config_solver.h"
#include "run/session/strategy_choice.h"

#define TC_PHASE "comparing numbers of stages in one pass"

typedef struct comparison {
  tc_session *session;
  const tc_powers_comparison *options;
  const tc_strategy *strategy;
  tc_powers_study *study;
  double *value;   /* [owned] field of the current run */
  double *seconds; /* [study->count][rounds] seconds of a stage on the slowest rank */
  /* [study->count][rounds] time of a stage divided by that of a single stage in the same round */
  double *ratio;
} comparison;

static tc_status check_config(const tc_plan *plan) {
  const tc_config *c = plan->config;
  if (!c->time.method->stabilised)
    return tc_config_error(c, "time.method", "%s has no stages: set it to rkl2 or rkc2 for --powers",
                           c->time.method->name);
  if (tc_config_controls_error(c))
    return tc_config_error(c, "time.dt",
                           "auto gives steps different numbers of stages: set it to a number for --powers");
  if (c->strategy && !c->strategy->transport)
    return tc_config_error(c, "strategy",
                           "%s reads values of other ranks during the product: set it to condensed, "
                           "neighbour or block for --powers",
                           c->strategy->name);
  return TC_OK;
}

static tc_status check_numbers(const tc_powers_comparison *options) {
  for (int k = 0; k < options->count; k++)
    if (options->powers[k] < 1 || options->powers[k] > TC_SWEEP_STAGES_MAX)
      return tc_status_create(TC_USAGE, "--powers: %d is out of range: expected 1 .. %d",
                              (int)options->powers[k], TC_SWEEP_STAGES_MAX);
  return TC_OK;
}

/* Lists the compared cases: explicit Euler, single stages, and the numbers of stages in the options. */
static tc_status alloc_runs(comparison *c) {
  const tc_powers_comparison *o = c->options;
  tc_powers_study *s = c->study;
  TC_TRY(TC_POOL_ARRAY_ZERO(&s->pool, s->run, o->count + 2));
  s->run[s->count++].powers = 0;
  s->run[s->count++].powers = 1;
  for (int k = 0; k < o->count; k++)
    if (o->powers[k] != 1) s->run[s->count++].powers = o->powers[k];
  TC_TRY(TC_POOL_ARRAY_ZERO(&s->pool, c->seconds, s->count * o->rounds));
  TC_TRY(TC_POOL_ARRAY_ZERO(&s->pool, c->ratio, s->count * o->rounds));
  return TC_POOL_ARRAY(&s->pool, c->value, c->session->prepared.problem->space->owned);
}

/* Returns the steps of a run. Explicit Euler makes one step for each stage of the stabilised steps, and its
 * steps have half of the largest stable size. */
static tc_step_options options_of(const comparison *c, int powers, const tc_stabilised_steps *stabilised) {
  const tc_setup_choices *choices = &c->session->prepared.choices;
  const tc_stable_step *stable = &choices->stable_step;
  tc_step_options steps = {.integrator = c->session->plan.config->time.method,
                           .strategy = c->strategy,
                           .format = choices->storage,
                           .steps = choices->step.steps,
                           .dt = choices->step.dt,
                           .proved = stable->proved,
                           .stabilised = stabilised};
  if (powers > 0) return steps;
  steps.integrator = tc_integrator_find("euler");
  steps.steps *= stable->stages;
  steps.dt = 0.5 * tc_spectrum_step_bound(&stable->spectrum);
  steps.proved = false;
  steps.stabilised = NULL;
  return steps;
}

/* Makes the steps of run number k and measures the time of a stage, or of a step of explicit Euler. */
static tc_status perform(const comparison *c, int k, int round) {
  const tc_prepared *p = &c->session->prepared;
  tc_powers_run *run = &c->study->run[k];
  tc_stabilised_steps stabilised = tc_prepared_stabilised(p);
  tc_measurement measure = {0};
  tc_field_stats field;
  stabilised.powers = run->powers;
  const tc_step_options steps = options_of(c, run->powers, &stabilised);
  if (p->problem->space->owned > 0)
    memcpy(c->value, p->initial, (size_t)p->problem->space->owned * sizeof *c->value);
  TC_TRY(tc_step_run(p->problem, &steps, NULL, 0, p->plan->log, c->value, &measure));
  TC_TRY(tc_field_stats_compute(p->problem->space, c->value, &field));
  double seconds = measure.total_s / (run->powers > 0 ? stabilised.stages : 1);
  TC_TRY(tc_world_max(p->plan->world, &seconds, 1));
  c->seconds[k * c->options->rounds + round] = seconds;
  run->stages = p->choices.step.steps * stabilised.stages;
  run->hash = field.hash;
  return TC_OK;
}

/* Returns the median and the quartiles of value[count], which is sorted. */
static tc_powers_spread spread_of(double *value, int count) {
  tc_values_sort(value, (size_t)count);
  return (tc_powers_spread){value[count / 4], tc_median(value, (size_t)count), value[(3 * count) / 4]};
}

static void compute_spreads(const comparison *c) {
  enum { single = 1 };
  const int rounds = c->options->rounds;
  for (int i = 0; i < c->study->count * rounds; i++)
    c->ratio[i] = c->seconds[i] / c->seconds[single * rounds + i % rounds];
  for (int k = 0; k < c->study->count; k++) {
    c->study->run[k].stage_s = spread_of(c->seconds + (size_t)k * (size_t)rounds, rounds);
    c->study->run[k].ratio = spread_of(c->ratio + (size_t)k * (size_t)rounds, rounds);
  }
}

static tc_status check_bits(const tc_powers_study *s) {
  for (int k = 2; k < s->count; k++)
    if (s->run[k].hash != s->run[1].hash)
      return tc_status_create(TC_INTERNAL,
                              "powers %d and 1 give different fields: please report this as a bug",
                              s->run[k].powers);
  return TC_OK;
}

static tc_status describe(const comparison *c) {
  const tc_plan *plan = &c->session->plan;
  const tc_setup_choices *choices = &c->session->prepared.choices;
  tc_powers_study *s = c->study;
  s->config = plan->options->config;
  s->method = plan->config->time.method->name;
  s->strategy = c->strategy->name;
  s->storage = choices->storage->name;
  s->scheme = plan->config->diffusion.scheme->name;
  s->ranks = plan->world->ranks;
  s->threads = omp_get_max_threads();
  s->rounds = c->options->rounds;
  s->stages = choices->stable_step.stages;
  s->cells = c->session->prepared.problem->space->cells;
  s->steps = choices->step.steps;
  s->chosen = choices->powers;
  return plan->config->title ? tc_pool_printf(&s->pool, &s->title, "%s", plan->config->title) : TC_OK;
}

static tc_status run_rounds(const comparison *c) {
  for (int round = 0; round < c->options->rounds; round++) {
    tc_log_write(c->session->plan.log, TC_LOG_NORMAL, "round %d of %d", round + 1, c->options->rounds);
    for (int k = 0; k < c->study->count; k++) TC_TRY(perform(c, k, round));
  }
  return TC_OK;
}

tc_status tc_powers_comparison_run(tc_session *session, const tc_powers_comparison *options,
                                   tc_powers_study *study) {
  comparison c = {.session = session, .options = options, .study = study};
  const tc_config *config = session->plan.config;
  TC_TRY(check_numbers(options));
  TC_TRY(check_config(&session->plan));
  TC_TRY(tc_session_set_up(session, config->distribution.block_size));
  if (session->prepared.forcing)
    return tc_status_create(TC_USAGE, "--powers: with boundary data or a source, one pass cannot compute "
                                      "several stages: remove boundary, source and states from the config");
  TC_TRY(tc_forecasts_select_strategy(&session->forecasts, &c.strategy));
  TC_TRY(tc_world_agree(session->plan.world, alloc_runs(&c)));
  TC_TRY(run_rounds(&c));
  compute_spreads(&c);
  TC_TRY(tc_world_agree(session->plan.world, describe(&c)));
  return check_bits(study);
}
