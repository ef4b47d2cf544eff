/* Quotes of a small mesh on a machine with all parameters. The tests of quotes in this directory include this
 * header and call run_quote_check with overrides and a check. The root performs the check, which computes
 * quotes with search_quote. */
#ifndef TC_TESTS_RUN_DRY_RUN_QUOTE_CASE_H
#define TC_TESTS_RUN_DRY_RUN_QUOTE_CASE_H

#include "run/dry_run/quote.h"
#include "run/run_case.h"

/* Input and result of a quote. Only the root computes the quote. */
typedef struct quote_scene {
  scene *s;
  tc_config *config;
  tc_dry_run runs;
  tc_dry_run_machine machine;
  tc_dry_run_trial trial;
  tc_quote_request request;
  tc_quote_result result;
  const tc_strategy *strategy[2];
  const tc_format *storage[2];
} quote_scene;

/* Sets each job parameter that has a default value to this value. Also sets remote_send_s, which the machine
 * file lacks. */
static inline void set_job_defaults(tc_params *params) {
  params->remote_send_s = 1e-5;
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_job_param_default(p) > 0.0) *tc_param_at(params, p) = tc_job_param_default(p);
}

/* Prepares a quote for 1 and 2 nodes of 2 x 1, 1 x 2 and 2 x 2 ranks and threads. */
static inline void prepare_quote(scene *s, quote_scene *a) {
  *a = (quote_scene){.s = s,
                     .request = {.level = 0.95,
                                 .nodes = {2, {1, 2}},
                                 .shapes = 3,
                                 .shape = {{2, 1}, {1, 2}, {2, 2}},
                                 .strategies = 2,
                                 .storages = 2},
                     .strategy = {tc_strategy_find("fine"), tc_strategy_find("neighbour")},
                     .storage = {tc_format_find("ell"), tc_format_find("ell16")}};
  a->request.strategy = a->strategy;
  a->request.storage = a->storage;
  expect_ok(tc_run_options_read_config(&s->choice, s->world, &a->config));
  if (s->world->rank > 0) return;
  expect_ok(tc_machine_lookup_file(KNOWN_MACHINE, NULL, &a->machine.origin));
  set_job_defaults(&a->machine.origin.machine.params);
  expect_ok(tc_dry_run_init(a->config, &s->log, &a->runs));
}

static inline tc_status search_quote(quote_scene *a) {
  tc_quote_free(&a->result);
  return tc_quote_search(&a->request, &a->runs, &a->machine, &a->result);
}

static inline void free_quote_scene(quote_scene *a) {
  tc_quote_free(&a->result);
  tc_dry_run_trial_free(&a->trial);
  tc_dry_run_machine_free(&a->machine);
  tc_dry_run_free(&a->runs);
  tc_config_destroy(&a->config);
}

/* Collective. Creates a scene with the overrides, and calls `check` on the root. */
static inline void run_quote_check(tc_world *world, const char *const *override,
                                   void (*check)(quote_scene *a)) {
  scene s;
  quote_scene a;
  scene_make(world, &s);
  scene_set(&s, "forecast.records=none");
  for (; *override; override++) scene_set(&s, *override);
  prepare_quote(&s, &a);
  if (world->rank == 0) check(&a);
  free_quote_scene(&a);
  scene_free(&s);
}

#define OVERRIDES(...)                                                                                       \
  (const char *const[]) { __VA_ARGS__, NULL }

#endif
