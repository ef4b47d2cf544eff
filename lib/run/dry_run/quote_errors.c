#include "run/dry_run/quote_errors.h"

#include <math.h>

#include "base/core/memory.h"
#include "base/core/print.h"
#include "base/text/number_format.h"
#include "base/text/time_span.h"
#include "io/config/config_solver.h"
#include "report/document/job_text.h"

static bool is_machine_file(const tc_dry_run *runs) {
  return tc_machine_kind_of(runs->config->machine) == TC_MACHINE_FILE;
}

/* Returns the machine file or "machine auto", with which error messages begin. */
static const char *machine_place(const tc_dry_run *runs) {
  return is_machine_file(runs) ? runs->config->machine : "machine auto";
}

/* ---- parameters ---- */

static bool lacks(const tc_params *params, int param) { return !(*tc_param_get(params, param) > 0.0); }

/* Returns the machine parameters: those of this machine, if they were measured, or those of the machine
 * file. */
static const tc_params *params_of(const tc_dry_run_machine *machine) {
  return &(machine->count > 0 ? machine->here : &machine->origin.machine)->params;
}

/* Checks that the machine file contains the costs of the setup that every job has and that every complete
 * calibration measures. Other costs may be missing after a calibration, and forecasts then use their
 * defaults. */
static tc_status check_setup(const tc_dry_run *runs, const tc_params *params) {
  const int needed[] = {tc_job_scheme_param("assemble", runs->config->diffusion.scheme->name),
                        TC_PARAM_neighbour_cell_s, TC_PARAM_order_cell_s, TC_PARAM_halo_row_s};
  if (!tc_job_params_exist(params))
    return tc_status_create(TC_USAGE,
                            "%s: section job, which a quote needs, is missing (the files in configs/machines "
                            "do not contain it): run tetracast calibrate without --quick on that machine",
                            machine_place(runs));
  for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
    if (needed[k] >= 0 && lacks(params, needed[k]))
      return tc_status_create(TC_USAGE,
                              "%s: %s%s is missing: run tetracast calibrate without --quick on that machine",
                              machine_place(runs), tc_param_section_prefix(needed[k]),
                              tc_param_name(needed[k]));
  return TC_OK;
}

/* Returns the first missing network parameter: one that the setup of every job on several nodes needs, or the
 * latency, without which few strategies have a forecast. Returns -1 if none is missing. */
static int find_missing_network(const tc_params *params) {
  static const int needed[] = {TC_PARAM_remote_latency_s, TC_PARAM_remote_bandwidth_Bps,
                               TC_PARAM_remote_send_s, TC_PARAM_remote_reduce_s};
  for (size_t k = 0; k < sizeof needed / sizeof *needed; k++)
    if (lacks(params, needed[k])) return needed[k];
  return -1;
}

static int most_nodes(const tc_quote_request *request) {
  int most = 0;
  for (int n = 0; n < request->nodes.count; n++)
    if (request->nodes.item[n] > most) most = request->nodes.item[n];
  return most;
}

tc_status tc_quote_check_machine(const tc_quote_request *request, const tc_dry_run *runs,
                                 const tc_dry_run_machine *machine) {
  const tc_params *params = params_of(machine);
  const int missing = most_nodes(request) > 1 ? find_missing_network(params) : -1;
  if (is_machine_file(runs)) TC_TRY(check_setup(runs, params));
  if (missing < 0) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: %s is missing, which cases with 2 and more nodes need: run tetracast "
                          "calibrate on two nodes or set --max-nodes 1",
                          machine_place(runs), tc_param_name(missing));
}

void tc_quote_warn_machine(const tc_dry_run *runs, const tc_dry_run_machine *machine) {
  const tc_machine *m = &machine->origin.machine;
  if (!is_machine_file(runs) || m->ranks_per_node != 1 || m->threads > 1 || m->site.node_cores == 1) return;
  tc_log_warn(runs->log,
              "%s was measured with one rank, so that the bandwidth of a full node is unknown and jobs with "
              "more ranks have too long forecasts: run tetracast calibrate with a rank on each core of two "
              "nodes",
              machine_place(runs));
}

/* ---- steps ---- */

tc_status tc_quote_check_steps(const tc_dry_run *runs) {
  if (tc_dry_run_steps(runs) >= 0) return TC_OK;
  if (tc_config_controls_error(runs->config))
    return tc_config_error(runs->config, "time.dt",
                           "is auto with error control, so the number of steps is unknown before the run: "
                           "set time.dt to a number for a quote");
  return tc_config_error(runs->config, "time.dt",
                         "is auto with time.end, so the number of steps is unknown before the run: set "
                         "time.steps or time.dt for a quote");
}

/* ---- memory ---- */

double tc_quote_node_memory_B(const tc_dry_run *runs, const tc_dry_run_machine *machine) {
  const double stated_B = machine->origin.machine.site.node_memory_B;
  return stated_B > 0.0 || is_machine_file(runs) ? stated_B : (double)tc_memory_installed();
}

static tc_status no_memory(const tc_dry_run *runs, const tc_quote *quote, double node_B, bool has_network) {
  char node[32], need[32];
  double smallest_B = INFINITY;
  for (int i = 0; i < quote->cases; i++)
    if (quote->item[i].exclusion == TC_QUOTE_MEMORY) smallest_B = fmin(smallest_B, quote->item[i].memory_B);
  return tc_status_create(TC_INTERNAL, "memory: the smallest case needs %s on a node, but a node has %s: %s",
                          tc_number_format_bytes(smallest_B, need, sizeof need),
                          tc_number_format_bytes(node_B, node, sizeof node),
                          !is_machine_file(runs) ? "use the machine file of a larger machine"
                          : has_network          ? "increase --max-nodes"
                                        : "run tetracast calibrate on two nodes and increase --max-nodes");
}

/* ---- choice ---- */

static tc_status no_forecast(const tc_dry_run *runs, const tc_quote_result *result, int model) {
  const tc_quote_case *first = result->quote.item;
  tc_line missing = {0};
  if (first->job && first->job->has_bound)
    return tc_status_create(TC_USAGE,
                            "%s: the machine was measured with more than %d threads per rank: increase "
                            "--threads, or run tetracast calibrate with %d threads",
                            machine_place(runs), first->threads, first->threads);
  if (first->job && first->job->forecast.missing >= 0)
    return tc_status_create(TC_USAGE, "%s: %s is missing: run tetracast calibrate %s", machine_place(runs),
                            tc_param_name(first->job->forecast.missing),
                            tc_missing_params_is_network(first->job->forecast.missing)
                                ? "on two nodes"
                                : "without --quick on that machine");
  tc_missing_params_format(&result->results.result->forecast[model].missing, &missing);
  return tc_status_create(TC_USAGE,
                          "%s: the %s model has no forecast for any case, because the machine file lacks %s",
                          machine_place(runs), tc_model_at(model)->name, missing.text);
}

/* Rounds up to two significant digits. A rounded limit in a message is then still sufficient. */
static double round_up(double value) {
  const double digit = pow(10.0, floor(log10(value)) - 1.0);
  return ceil(value / digit - 1e-9) * digit;
}

/* Formats a deadline without rounding, because a rounded one may exceed the bound. */
static const char *format_deadline(double seconds, char *out, size_t size) {
  const double minute_s = 60.0, hour_s = 3600.0,
               unit_s = fmod(seconds, hour_s) == 0.0     ? hour_s
                        : fmod(seconds, minute_s) == 0.0 ? minute_s
                                                         : 1.0;
  tc_snprintf(out, size, "%.10g%s", seconds / unit_s,
              unit_s == hour_s     ? "h"
              : unit_s == minute_s ? "m"
                                   : "s");
  return out;
}

static tc_status too_late(const tc_quote_request *request, const tc_quote_case *best, bool may_grow) {
  char deadline[32], bound[32], remedy[32];
  return tc_status_create(TC_INTERNAL,
                          "--deadline %s: no case ends in time with a probability of %.3g %%: the shortest "
                          "bound is %s (%d node%s): increase --deadline to %s%s",
                          format_deadline(request->deadline_s, deadline, sizeof deadline),
                          100.0 * request->level, tc_job_format_limit(best->limit_s, bound, sizeof bound),
                          best->nodes, tc_plural_suffix(best->nodes),
                          tc_time_span_format(best->limit_s, remedy, sizeof remedy),
                          may_grow ? " or --max-nodes" : "");
}

static tc_status too_expensive(const tc_quote_request *request, const tc_quote_case *best) {
  const double hours = round_up(best->bound_node_hours);
  return tc_status_create(TC_INTERNAL,
                          "--budget %.10g: the cheapest case%s needs up to %.10g node-hours with a "
                          "probability of %.3g %%: increase --budget to at least %.10g",
                          request->budget_hours, request->deadline_s > 0.0 ? " that meets --deadline" : "",
                          hours, 100.0 * request->level, hours);
}

static bool has_exclusion(const tc_quote *quote, tc_quote_exclusion exclusion) {
  for (int i = 0; i < quote->cases; i++)
    if (quote->item[i].exclusion == exclusion) return true;
  return false;
}

tc_status tc_quote_check_choice(const tc_quote_request *request, const tc_dry_run *runs,
                                const tc_dry_run_machine *machine, const tc_quote_result *result, int model) {
  const tc_quote *quote = &result->quote;
  const bool has_network = find_missing_network(params_of(machine)) < 0;
  if (quote->chosen >= 0) return TC_OK;
  if (quote->best < 0 && has_exclusion(quote, TC_QUOTE_MEMORY))
    return no_memory(runs, quote, tc_quote_node_memory_B(runs, machine), has_network);
  if (quote->best < 0) return no_forecast(runs, result, model);
  const tc_quote_case *best = &quote->item[quote->best];
  const bool is_late = request->deadline_s > 0.0 && best->limit_s > request->deadline_s;
  /* The message recommends more nodes only if the machine has several nodes and each additional node has
   * shortened the job. */
  const bool may_grow = is_machine_file(runs) && has_network && best->nodes == most_nodes(request);
  return is_late ? too_late(request, best, may_grow) : too_expensive(request, best);
}
