/* Search of a quote. All cases are counted first, in the order of their numbers of ranks, because cases with
 * equal numbers of ranks share a layout of the mesh. All cases are forecast with one main model: the best
 * model that describes at least one strategy of every case. The fastest result of each case by this model
 * represents the case, and its whole job is forecast. The search works with a copy of the config, in which it
 * sets threads, format and level. */
#include "run/dry_run/quote.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/core/memory.h"
#include "base/core/print.h"
#include "base/core/timer.h"
#include "base/text/number_format.h"
#include "run/dry_run/quote_errors.h"
#include "run/dry_run/quote_iterations.h"
#include "run/dry_run/quote_jobs.h"

typedef struct search {
  const tc_quote_request *request;
  tc_dry_run *runs;
  const tc_dry_run_machine *machine;
  tc_quote_result *out;
  tc_config config;       /* config of the runs during the search */
  tc_dry_run_trial trial; /* assumed trial step, used if steps solve linear systems and no trial step was
                             computed */
  tc_quote_range *range;  /* [cases] results of each case; count 0 if the case is impossible */
  int *order;             /* [cases] numbers of the cases in the order in which they are counted */
  double began_s;         /* start of the search */
  tc_status failed;       /* error of the first impossible case */
} search;

/* ---- list of the cases ---- */

static int compare(int64_t a, int64_t b) { return (a > b) - (a < b); }

static int compare_cases(const void *a, const void *b) {
  const tc_quote_case *x = a, *y = b;
  const int nodes = compare(x->nodes, y->nodes), ranks = compare(x->ranks_per_node, y->ranks_per_node);
  return nodes ? nodes : ranks ? ranks : compare(x->threads, y->threads);
}

/* Creates the list of all cases, sorted by nodes, ranks per node and threads. */
static tc_status create_cases(search *s) {
  const tc_quote_request *r = s->request;
  tc_quote *quote = &s->out->quote;
  const int cases = r->nodes.count * r->shapes;
  if (cases == 0)
    return tc_status_create(TC_USAGE, "--ranks-per-node, --threads: no pair of them fits the cores of a "
                                      "node: use fewer ranks or threads");
  TC_TRY(TC_ALLOC_ZERO(quote->item, cases));
  for (int n = 0; n < r->nodes.count; n++)
    for (int k = 0; k < r->shapes; k++)
      quote->item[quote->cases++] = (tc_quote_case){.nodes = r->nodes.item[n],
                                                    .ranks_per_node = r->shape[k].ranks_per_node,
                                                    .threads = r->shape[k].threads};
  qsort(quote->item, (size_t)cases, sizeof *quote->item, compare_cases);
  TC_TRY(TC_ALLOC_ZERO(s->range, cases));
  return TC_ALLOC(s->order, cases);
}

static int64_t ranks_of(const tc_quote_case *c) { return (int64_t)c->nodes * c->ranks_per_node; }

/* Sorts the numbers of the cases by ranks. Insertion sort preserves the order of cases with equal numbers of
 * ranks. Cases that also have equal numbers of nodes are therefore consecutive. */
static void sort_by_ranks(search *s) {
  const tc_quote_case *item = s->out->quote.item;
  for (int i = 0; i < s->out->quote.cases; i++) {
    int k = i;
    for (; k > 0 && ranks_of(&item[s->order[k - 1]]) > ranks_of(&item[i]); k--) s->order[k] = s->order[k - 1];
    s->order[k] = i;
  }
}

/* ---- counts ---- */

/* Begins the log phase of a case. Its text includes an estimate of the remaining time if the estimate is at
 * least 2 s. */
static tc_log_phase begin_case(const search *s, int done, const tc_quote_case *c) {
  const double spent = tc_now_s() - s->began_s;
  const double left = done > 0 ? spent / done * (s->out->quote.cases - done) : 0.0;
  char rest[32] = "";
  if (left >= 2.0) tc_snprintf(rest, sizeof rest, ", about %.0f s left", left);
  /* Example: case 3 of 12: 2 nodes x 16 ranks x 4 threads, about 40 s left */
  return tc_log_begin_phase(s->runs->log, TC_JOB_PHASE_NONE,
                            "case %d of %d: %d node%s x %d rank%s x %d thread%s%s", done + 1,
                            s->out->quote.cases, c->nodes, tc_plural_suffix(c->nodes), c->ranks_per_node,
                            tc_plural_suffix(c->ranks_per_node), c->threads, tc_plural_suffix(c->threads),
                            rest);
}

/* Returns the results of the case that was counted before case k, if both have the same numbers of nodes and
 * ranks; otherwise an empty range. */
static tc_quote_range find_equal(const search *s, int k) {
  const tc_quote_case *item = s->out->quote.item;
  if (k == 0) return (tc_quote_range){0, 0};
  const int now = s->order[k], before = s->order[k - 1];
  const bool is_equal =
      item[now].nodes == item[before].nodes && item[now].ranks_per_node == item[before].ranks_per_node;
  return is_equal ? s->range[before] : (tc_quote_range){0, 0};
}

/* Records a case that is impossible, for example because it has more ranks than cells. Takes ownership of
 * `status`. Returns `status` if the error does not concern this case alone. */
static tc_status record_failure(search *s, const tc_quote_case *c, tc_status status) {
  const tc_code code = tc_status_code(status);
  tc_failure failure = {.block_size = s->config.distribution.block_size,
                        .nodes = c->nodes,
                        .ranks = (int)ranks_of(c)};
  if (code != TC_NUMERICAL && code != TC_USAGE) return status;
  /* Example: 2 nodes x 64 ranks omitted: 128 ranks are more than the 96 cells of m: use fewer ranks */
  tc_log_write(s->runs->log, TC_LOG_NORMAL, "%d node%s x %d rank%s omitted: %s", c->nodes,
               tc_plural_suffix(c->nodes), c->ranks_per_node, tc_plural_suffix(c->ranks_per_node),
               tc_status_text(status));
  snprintf(failure.reason, sizeof failure.reason, "%s", tc_status_text(status));
  if (s->failed)
    tc_status_free(&status);
  else
    s->failed = status;
  return tc_results_add_failure(&s->out->results, &failure);
}

static tc_status count_cases(search *s) {
  tc_results *results = &s->out->results;
  for (int k = 0; k < s->out->quote.cases; k++) {
    const tc_quote_case *c = &s->out->quote.item[s->order[k]];
    const tc_quote_range equal = find_equal(s, k);
    const int first = results->count;
    const tc_log_phase phase = begin_case(s, k, c);
    const tc_status status =
        tc_quote_results_add(s->request, s->runs, &s->config, s->machine, c, &equal, results);
    if (status) TC_TRY(record_failure(s, c, status));
    s->range[s->order[k]] = (tc_quote_range){first, results->count - first};
    if (k > 0) tc_quote_results_reduce(results, &s->range[s->order[k - 1]]);
    tc_log_end_phase(&phase);
  }
  if (results->count > 0) return TC_OK;
  const tc_status failed = s->failed;
  s->failed = TC_OK;
  return failed;
}

/* Removes impossible cases from the list. */
static void remove_impossible(search *s) {
  tc_quote *quote = &s->out->quote;
  int cases = 0;
  for (int i = 0; i < quote->cases; i++) {
    if (s->range[i].count == 0) continue;
    quote->item[cases] = quote->item[i];
    s->range[cases++] = s->range[i];
  }
  quote->cases = cases;
}

/* ---- quote ---- */

/* Returns the seconds since 1970 of a date such as "2026-11-20T13:05:00Z" or "2026-11-20", else 0. */
static int64_t parse_date(const char *date) {
  struct tm t = {.tm_isdst = 0};
  if (sscanf(date, "%4d-%2d-%2dT%2d:%2d:%2d", &t.tm_year, &t.tm_mon, &t.tm_mday, &t.tm_hour, &t.tm_min,
             &t.tm_sec) < 3)
    return 0;
  t.tm_year -= 1900;
  t.tm_mon -= 1;
  return (int64_t)timegm(&t);
}

static int64_t newest_record(const tc_dry_run_jobs *jobs) {
  int64_t newest = 0;
  for (int i = 0; i < jobs->records; i++)
    if (jobs->record[i].end_time > newest) newest = jobs->record[i].end_time;
  return newest;
}

/* Copies the data that are equal in the bounds of all cases, from the recommended case or, if there is none,
 * from the best case. */
static void set_bounds(tc_quote *quote) {
  const int i = quote->chosen >= 0 ? quote->chosen : quote->best;
  if (i < 0) return;
  const tc_job_bound *bound = &quote->item[i].job->bound;
  quote->records = bound->records;
  quote->is_assumed = bound->is_assumed;
  quote->spread = bound->spread;
}

static void set_facts(search *s) {
  tc_quote *quote = &s->out->quote;
  const tc_machine *machine = &s->machine->origin.machine,
                   *measured = s->machine->count > 0 ? s->machine->here : machine;
  quote->currency = machine->site.currency;
  quote->identity = *s->out->jobs.place.path ? s->out->jobs.place.identity : NULL;
  quote->level = s->request->level;
  quote->node_memory_B = tc_quote_node_memory_B(s->runs, s->machine);
  quote->steps = tc_dry_run_steps(s->runs);
  quote->may_end_early = s->config.time.steady > 0.0;
  quote->has_iterations_bound = s->runs->trial == &s->trial;
  quote->date = (int64_t)time(NULL);
  quote->expires = tc_quote_expiry(quote->date, parse_date(measured->date), newest_record(&s->out->jobs));
  set_bounds(quote);
}

static tc_status find_cases(search *s) {
  if (s->config.time.method->solves && !s->runs->trial) {
    TC_TRY(tc_quote_bound_iterations(&s->config, &s->trial));
    s->runs->trial = &s->trial;
  }
  TC_TRY(tc_quote_check_steps(s->runs));
  TC_TRY(tc_quote_check_machine(s->request, s->runs, s->machine));
  tc_quote_warn_machine(s->runs, s->machine);
  TC_TRY(create_cases(s));
  sort_by_ranks(s);
  TC_TRY(count_cases(s));
  remove_impossible(s);
  return TC_OK;
}

/* Returns the best model that describes at least one strategy of every case, which is also the model of a
 * later run. Strategies that it does not describe are not chosen. Otherwise a single strategy with single
 * reads, whose costs a machine file may lack, would force a model with fewer parameters on all strategies. */
static int choose_model(const search *s) {
  if (s->config.model != TC_MODEL_AUTO) return s->config.model;
  for (int model = TC_MODEL_COUNT - 1; model >= 0; model--) {
    int described = 0;
    for (int i = 0; i < s->out->quote.cases; i++)
      described += tc_quote_results_find_fastest(&s->out->results, &s->range[i], model) >= 0;
    if (described == s->out->quote.cases) return model;
  }
  return tc_report_main_model(s->config.model, s->out->results.count, s->out->results.result);
}

/* Forecasts the job of each case. All cases use the same main model, so that their forecasts can be
 * compared. */
static tc_status forecast_jobs(search *s) {
  tc_quote_result *out = s->out;
  s->config.model = choose_model(s);
  const tc_quote_jobs jobs = {.runs = s->runs,
                              .config = &s->config,
                              .machine = s->machine,
                              .model = s->config.model,
                              .memory_B = tc_quote_node_memory_B(s->runs, s->machine),
                              .results = &out->results,
                              .jobs = &out->jobs};
  for (int i = 0; i < out->quote.cases; i++)
    TC_TRY(tc_quote_jobs_forecast(&jobs, &s->range[i], &out->quote.item[i]));
  return TC_OK;
}

static tc_status run_search(search *s) {
  tc_quote_result *out = s->out;
  tc_status status = find_cases(s);
  if (!status) status = forecast_jobs(s);
  if (status) out->quote.cases = 0; /* after an error the data of the cases are incomplete */
  if (status) return status;
  tc_quote_choose(s->request, &out->quote);
  set_facts(s);
  return tc_quote_check_choice(s->request, s->runs, s->machine, out, s->config.model);
}

static void free_search(search *s) {
  tc_status_free(&s->failed);
  tc_free(s->range);
  tc_free(s->order);
  tc_free(s);
}

tc_status tc_quote_search(const tc_quote_request *request, tc_dry_run *runs,
                          const tc_dry_run_machine *machine, tc_quote_result *out) {
  const tc_config *config = runs->config;
  tc_dry_run_trial *trial = runs->trial;
  search *s = NULL;
  out->quote.chosen = out->quote.best = out->quote.next[0] = out->quote.next[1] = -1;
  TC_TRY(TC_ALLOC(s, 1)); /* allocated, because the struct is large */
  *s = (search){.request = request,
                .runs = runs,
                .machine = machine,
                .out = out,
                .config = *config,
                .began_s = tc_now_s()};
  s->config.forecast.level = request->level;
  runs->config = &s->config;
  const tc_status status = run_search(s);
  runs->config = config;
  runs->trial = trial;
  free_search(s);
  return status;
}

void tc_quote_free(tc_quote_result *result) {
  tc_free(result->quote.item);
  tc_results_free(&result->results);
  tc_dry_run_jobs_free(&result->jobs);
  *result = (tc_quote_result){.quote = {.cases = 0}};
}
