/* Contender that uses the library's step. The other files of the benchmark do not depend on strategies. */
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "contender.h"
#include "linear/operator/operator.h"

typedef struct step {
  tc_operator *op;
  tc_vector *now, *next;
} step;

static tc_status run_step(void *self) {
  const step *s = self;
  tc_ledger ledger = {0};
  TC_TRY(tc_operator_apply(s->op, s->now, s->next, &ledger));
  tc_vector_swap(s->now, s->next);
  return TC_OK;
}

static void load(void *self, const double *value) { tc_vector_load(value, ((step *)self)->now); }

static void copy(void *self, double *value) { tc_vector_store(((step *)self)->now, value); }

static void close_step(void *self) {
  step *s = self;
  tc_operator_destroy(&s->op);
  tc_free(s);
}

static tc_status open_step(const tc_problem *problem, double dt, const tc_strategy *strategy,
                           const tc_format *format, step *s) {
  const tc_operator_options choice = {strategy, format, 1.0, dt, 2, false};
  TC_TRY(tc_operator_create(problem->space->world, problem->space->halo, problem->system->rates, &choice,
                            &s->op));
  s->now = tc_operator_vector(s->op, 0);
  s->next = tc_operator_vector(s->op, 1);
  return TC_OK;
}

/* Parses a name of the form "strategy" or "strategy:format". */
static tc_status choose(const char *name, const tc_strategy **strategy, const tc_format **format) {
  char word[64];
  snprintf(word, sizeof word, "%s", name);
  char *colon = strchr(word, ':');
  if (colon) *colon = '\0';
  *strategy = tc_strategy_find(word);
  *format = colon ? tc_format_find(colon + 1) : tc_format_at(0);
  return *strategy && *format ? TC_OK : tc_status_create(TC_USAGE, "%s: unknown strategy or format", name);
}

tc_status contender_open_strategy(const tc_problem *problem, double dt, const char *name, contender *out) {
  const tc_world *world = problem->space->world;
  const tc_ell *R = problem->system->rates;
  const tc_strategy *strategy;
  const tc_format *format;
  step *s = NULL;
  TC_TRY(choose(name, &strategy, &format));
  TC_TRY(TC_WORLD_ALLOC(world, s, 1));
  *out = (contender){.name = name,
                     .valid = tc_strategy_is_valid(strategy) || world->ranks == 1,
                     .self = s,
                     .step = run_step,
                     .load = load,
                     .copy = copy,
                     .close = close_step,
                     .entries = (int64_t)R->rows * (R->width + 1)};
  tc_status status = open_step(problem, dt, strategy, format, s);
  if (status) close_step(s);
  return status;
}
