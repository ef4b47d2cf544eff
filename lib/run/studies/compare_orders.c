/* Comparison of orderings: one session per ordering, all open at the same time. In each round every session
 * makes all steps once, so that disturbances of the machine affect all orderings. The first session chooses
 * the step size and the matrix format, and the other sessions copy them. The result of an ordering is that of
 * the round with the median time. */
#include "run/studies/compare_orders.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/text/number_format.h"
#include "io/config/config_check.h"
#include "run/session/duration.h"
#include "run/session/strategy_choice.h"

#define TC_PHASE "comparing orders"

/* ---- setup of the sessions ---- */

/* Checks that the keys of the section `order` are valid with at least one of the orderings. Otherwise checks
 * them again with the last ordering and returns this result. The second check ignores order.block if the
 * ordering has no blocks, and rejects other unused keys. */
static tc_status check_order(const tc_order_comparison *o, tc_config *config) {
  for (int k = 0; k < o->count; k++) {
    config->order.method = o->ordering[k].order;
    tc_status status = tc_config_check_order(config, false);
    if (!status) return TC_OK;
    tc_status_free(&status);
  }
  return tc_config_check_order(config, true);
}

/* Checks the keys of the config, so that mistakes are reported before a mesh is read. */
static tc_status check_keys(const tc_order_comparison *o, const tc_run_options *choice, const tc_world *world,
                            const tc_log *log) {
  tc_config *config = NULL;
  tc_status status = tc_run_options_read_config(choice, world, &config);
  if (!status) status = check_order(o, config);
  if (!status) tc_run_options_log_ignored(config, log);
  tc_config_destroy(&config);
  return status;
}

/* Log without output for all setups except the first, because they would log the same messages. */
static const tc_log silent = {NULL, TC_LOG_QUIET, NULL, NULL};

static void log_order(const tc_order_comparison *o, int k, const tc_log *log) {
  tc_line name = {0};
  tc_order_describe(o->ordering[k].order, o->ordering[k].block, &name);
  /* Example: order 2 of 5: metis, 64 cells a block */
  tc_log_write(log, TC_LOG_NORMAL, "order %d of %d: %s", k + 1, o->count, name.text);
}

/* Opens and sets up session k. The first session makes the choices that do not depend on the ordering. The
 * last session finds the machine parameters again, because minutes may have passed. */
static tc_status set_up_order(const tc_order_comparison *o, int k, const tc_run_options *choice,
                              const tc_run_environment *circumstances, tc_world *world, const tc_log *log) {
  const tc_session *first = k > 0 ? &o->session[0] : NULL;
  tc_session *s = &o->session[k];
  log_order(o, k, log);
  TC_TRY(tc_session_open(choice, circumstances, world, k == 0 ? log : &silent, s));
  s->plan.config->order.method = o->ordering[k].order;
  if (o->ordering[k].block >= 0) s->plan.config->order.block = o->ordering[k].block;
  TC_TRY(tc_session_set_up_like(s, first ? &first->prepared.choices : NULL,
                                first && k < o->count - 1 ? &first->machine : NULL,
                                s->plan.config->distribution.block_size));
  tc_plan_free_mesh(&s->plan);
  return TC_OK;
}

/* Copies the machine parameters of the last session to all sessions. The peak memory is that of the first
 * session, because calibration resets the peak. */
static void share_machine(const tc_order_comparison *o) {
  tc_session *last = &o->session[o->count - 1];
  last->machine.peak_B = o->session[0].machine.peak_B;
  for (int k = 0; k < o->count - 1; k++) o->session[k].machine = last->machine;
}

tc_status tc_order_comparison_check_memory(int others, double each_B, double left_B, const tc_log *log) {
  const double needed_B = others * fmax(each_B, 0.0);
  tc_log_write(log, TC_LOG_NORMAL,
               "all orders are in memory at the same time: about %.2g GB more on a node, %.3g GB free",
               1e-9 * needed_B, 1e-9 * left_B);
  if (needed_B <= left_B) return TC_OK;
  return tc_status_create(TC_INTERNAL,
                          "%d orders at once need about %.3g GB more on a node, but %.3g GB are free: use "
                          "fewer --orders or --order-blocks",
                          others + 1, 1e-9 * needed_B, 1e-9 * left_B);
}

/* Collective. Checks the free memory for the other sessions. Assumes that each session needs as much memory
 * as the first session, which takes kept_B bytes on this rank. */
static tc_status check_memory(const tc_order_comparison *o, double kept_B) {
  const tc_session *s = &o->session[0];
  double most[2] = {kept_B, -(double)tc_memory_available()};
  TC_TRY(tc_world_max(s->plan.world, most, 2));
  return tc_order_comparison_check_memory(o->count - 1, most[0] * s->plan.world->max_ranks_on_node, -most[1],
                                          s->plan.log);
}

static tc_status warn_if_long(tc_forecasts *f, const tc_strategy *strategy, int times) {
  char all[48];
  tc_duration duration;
  TC_TRY(tc_duration_forecast(f, 1, &strategy, times, &duration));
  if (duration.all_s < tc_duration_long_s) return TC_OK;
  tc_number_format_duration(duration.all_s, all, sizeof all);
  tc_log_warn(f->prepared->plan->log,
              "the comparison takes about %s by the forecast: use fewer --orders, --order-blocks or "
              "--rounds, or -s time.steps=N",
              all);
  return TC_OK;
}

/* ---- measurement of rounds ---- */

static tc_status run_round(const tc_order_comparison *o, const tc_strategy *strategy) {
  for (int k = 0; k < o->count; k++) {
    tc_session *s = &o->session[k];
    TC_TRY(tc_session_run(s, strategy, s->plan.config->distribution.block_size, NULL));
  }
  return TC_OK;
}

static int by_total(const void *a, const void *b) {
  const double x = tc_result_measured_s(*(const tc_result *const *)a, -1),
               y = tc_result_measured_s(*(const tc_result *const *)b, -1);
  return (x > y) - (x < y);
}

/* Copies the result of the round with the median time of each ordering to o->result. The forecast is copied
 * from the first round, because with linear systems only the first round has a forecast. */
static tc_status summarise_rounds(tc_order_comparison *o) {
  const tc_result **round = NULL;
  TC_TRY(TC_ALLOC(o->result, o->count));
  TC_TRY(TC_ALLOC(round, o->rounds));
  for (int k = 0; k < o->count; k++) {
    const tc_result *result = o->session[k].results.result;
    for (int r = 0; r < o->rounds; r++) round[r] = &result[r];
    qsort(round, (size_t)o->rounds, sizeof *round, by_total);
    o->result[k] = *round[(o->rounds - 1) / 2];
    for (int m = 0; m < TC_MODEL_COUNT; m++) o->result[k].forecast[m] = result->forecast[m];
  }
  tc_free(round);
  return TC_OK;
}

static tc_status run_rounds(tc_order_comparison *o) {
  const tc_world *world = o->session->plan.world;
  const tc_strategy *strategy = NULL;
  TC_TRY(tc_forecasts_select_strategy(&o->session->forecasts, &strategy));
  for (int k = 0; k < o->count; k++) TC_TRY(tc_forecasts_compute(&o->session[k].forecasts, strategy));
  TC_TRY(warn_if_long(&o->session->forecasts, strategy, o->count * o->rounds));
  for (int r = 0; r < o->rounds; r++) {
    tc_log_write(o->session->plan.log, TC_LOG_NORMAL, "round %d of %d", r + 1, o->rounds);
    TC_TRY(run_round(o, strategy));
  }
  return TC_ON_ROOT(world, summarise_rounds(o));
}

tc_status tc_order_comparison_run(const tc_run_options *choice, const tc_run_environment *circumstances,
                                  tc_world *world, const tc_log *log, tc_order_comparison *o) {
  TC_TRY(check_keys(o, choice, world, log));
  TC_TRY(tc_world_agree(world, TC_ALLOC_ZERO(o->session, o->count)));
  const double before_B = (double)tc_memory_resident();
  for (int k = 0; k < o->count; k++) {
    TC_TRY(set_up_order(o, k, choice, circumstances, world, log));
    if (k == 0) TC_TRY(check_memory(o, (double)tc_memory_resident() - before_B));
  }
  share_machine(o);
  return run_rounds(o);
}

/* ---- check and report ---- */

static tc_status check_same(const tc_result *first, const tc_result *result) {
  const bool follows_rows = result->solver && !result->solver->record.bitwise;
  if (!first || !result->valid || follows_rows || result->field.hash == first->field.hash) return TC_OK;
  return tc_status_create(TC_INTERNAL, "orders %s and %s give different fields: please report this as a bug",
                          first->order, result->order);
}

tc_status tc_order_comparison_check(const tc_order_comparison *o) {
  const tc_result *first = NULL;
  for (int k = 0; k < o->count; k++) {
    const tc_results *results = &o->session[k].results;
    for (int r = 0; r < results->count; r++) {
      TC_TRY(check_same(first, &results->result[r]));
      if (!first && results->result[r].valid) first = &results->result[r];
    }
  }
  return TC_OK;
}

void tc_order_comparison_fill_report(const tc_order_comparison *o, tc_report *report) {
  tc_session_report(o->session, report);
  report->results = o->count;
  report->result = o->result;
  report->model = tc_report_main_model(o->session->plan.config->model, o->count, o->result);
}

void tc_order_comparison_free(tc_order_comparison *o) {
  for (int k = 0; o->session && k < o->count; k++) tc_session_close(&o->session[k]);
  tc_free(o->session);
  tc_free(o->result);
  o->session = NULL;
  o->result = NULL;
}
