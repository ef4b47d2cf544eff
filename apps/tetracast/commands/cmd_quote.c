/* `tetracast quote`: searches for the numbers of nodes, ranks and threads, the strategy and the storage
 * format with which a job meets a deadline or a budget, and writes the SLURM script of the best case. The
 * root works with all cores. The other ranks wait and return the status of the root. Options, machine and
 * output files are checked before the search, so that a mistake is reported early. As in `predict`, the
 * search computes no time steps, except one trial step if steps solve linear systems. */
#include <string.h>

#include "base/core/memory.h"
#include "base/document/render.h"
#include "base/text/shell_word.h"
#include "base/text/time_span.h"
#include "commands/command.h"
#include "common/dry_run_command.h"
#include "common/quote_choice.h"
#include "common/quote_files.h"
#include "io/machine/machine_lookup.h"
#include "report/sections/quote_table.h"

/* All data that the root needs for a search. The struct is allocated, because it is too large for the
 * stack. */
typedef struct search {
  const app_quote_options *o;
  const app_quote_files *files;
  tc_config *config;
  const tc_log *log;
  app_quote_choice choice;
  tc_dry_run_machine machine;
  tc_machine_slurm slurm;
  bool on_device; /* true if the config chooses a device and the machine has one */
  tc_dry_run_trial trial;
  tc_dry_run runs;
  tc_quote_result result;
} search;

/* ---- preparation ---- */

static tc_status prepare(search *s) {
  tc_machine *machine = &s->machine.origin.machine;
  TC_TRY(app_dry_run_read_machine(s->config, s->log, &s->machine, &s->on_device));
  TC_TRY(app_quote_set_identity(s->o, s->log, machine));
  TC_TRY(app_quote_choose(s->o, s->config, machine, &s->choice));
  TC_TRY(app_quote_choose_slurm(s->o, s->config->machine, &machine->site.slurm, &s->slurm));
  return app_quote_files_prepare(s->o, s->files, s->config, &s->slurm);
}

/* Finds the parameters of this machine for each number of ranks per node in the request. A shape is a
 * combination of ranks per node and threads. All shapes have the same number of threads. */
static tc_status measure_machine(search *s) {
  const tc_quote_request *r = &s->choice.request;
  tc_option_numbers ranks = {.count = r->shapes};
  for (int i = 0; i < r->shapes; i++) ranks.item[i] = r->shape[i].ranks_per_node;
  return app_dry_run_measure_machine(s->config, s->config->diffusion.scheme->width, &ranks,
                                     r->shape[0].threads, s->log, &s->machine, &s->on_device);
}

/* Returns true if a trial step must determine the number of iterations. For a steady state the trial step
 * would be the whole solve. If the config sets solver.most_iterations, that limit is used instead. */
static bool needs_trial(const tc_config *config) {
  const bool has_limit = !config->time.method->steps && tc_config_is_set(config, "solver.most_iterations");
  return tc_dry_run_trial_is_needed(config) && !has_limit;
}

/* Computes the trial step. If it cannot be computed, for example because the mesh is too large for this host,
 * the search uses the limit solver.most_iterations. Stabilised Runge-Kutta steps have no such limit, so that
 * the error is returned. */
static tc_status compute_trial(search *s, const tc_run_environment *environment) {
  if (!needs_trial(s->config)) return TC_OK;
  s->trial.uses_step_cache = tc_machine_kind_of(s->config->machine) != TC_MACHINE_NONE;
  tc_status status = tc_dry_run_trial_init(&s->files->options, environment, s->log, &s->trial);
  if (!status) s->runs.trial = &s->trial;
  if (!status) tc_dry_run_trial_choose_method(&s->trial, s->config);
  if (tc_status_code(status) != TC_INTERNAL || s->config->time.method->stabilised) return status;
  tc_log_warn(s->log, "the trial step has failed, so the quote uses the limit solver.most_iterations: %s",
              tc_status_text(status));
  tc_status_free(&status);
  return TC_OK;
}

static tc_status find_cases(search *s, const tc_run_environment *environment) {
  TC_TRY(prepare(s));
  TC_TRY(measure_machine(s));
  TC_TRY(app_dry_run_use_all_cores());
  TC_TRY(tc_dry_run_init(s->config, s->log, &s->runs));
  TC_TRY(compute_trial(s, environment));
  s->runs.on_device = s->on_device;
  s->runs.job_uses_machine = s->files->uses_machine;
  return tc_quote_search(&s->choice.request, &s->runs, &s->machine, &s->result);
}

/* ---- output ---- */

static tc_status write_reports(const search *s, const char *script, FILE *out) {
  const char *json = s->o->app.run.json;
  tc_document document;
  tc_report_quote_build(&s->result.quote, script, &document);
  TC_TRY(tc_document_print(&document, tc_document_text, out));
  if (!json) return TC_OK;
  tc_report_quote_build(&s->result.quote, script, &document);
  TC_TRY(tc_document_write(&document, tc_document_json, json));
  fprintf(out, "Report: %s\n", json);
  return TC_OK;
}

static tc_status write_command(const char *script, FILE *out) {
  tc_pool memory = {0};
  const char *word;
  const tc_status status = tc_shell_word(&memory, script, strlen(script), &word);
  if (!status) fprintf(out, "written: %s; submit with: sbatch %s\n", script, word);
  tc_pool_free(&memory);
  return status;
}

/* Warns that the script does not request devices. Clusters differ in how this is done, and machine files do
 * not state it. */
static void warn_of_device(const search *s) {
  if (s->on_device)
    tc_log_warn(s->log,
                "%s requests no device, but the forecast assumes one: add the request of your cluster, such "
                "as #SBATCH --gpus-per-node=1",
                s->files->script);
}

/* Writes table, JSON and script. `found` is the status of the search. If no case satisfies the request,
 * `found` is an error that names the best case. The table is then printed, but no script is written, and
 * `found` is returned. */
static tc_status write_answer(const search *s, tc_status found, FILE *out) {
  const tc_quote *quote = &s->result.quote;
  const bool is_complete = quote->level > 0.0;
  if (found) return tc_status_first(found, is_complete ? write_reports(s, NULL, out) : TC_OK);
  TC_TRY(app_quote_files_write_script(s->files, s->config, quote, &s->slurm));
  TC_TRY(write_reports(s, s->files->script, out));
  warn_of_device(s);
  return write_command(s->files->script, out);
}

static tc_status search_quote(tc_command_call *call, const app_quote_files *files, tc_config *config) {
  const app_quote_options *o = call->options;
  search *s = NULL;
  TC_TRY(TC_ALLOC_ZERO(s, 1));
  s->o = o;
  s->files = files;
  s->config = config;
  s->log = &call->log;
  tc_status status = find_cases(s, &o->app.environment);
  status = write_answer(s, status, call->out);
  tc_quote_free(&s->result);
  tc_dry_run_free(&s->runs);
  tc_dry_run_trial_free(&s->trial);
  tc_dry_run_machine_free(&s->machine);
  tc_free(s);
  return status;
}

static tc_status run_quote(tc_command_call *call) {
  app_quote_files files = {.name = NULL};
  tc_config *config = NULL;
  tc_status status = app_quote_files_init(call, &files, &config);
  if (!status) tc_run_options_log_ignored(config, &call->log);
  if (!status) status = TC_ON_ROOT(call->world, search_quote(call, &files, config));
  tc_config_destroy(&config);
  app_quote_files_free(&files);
  return status;
}

/* ---- command line ---- */

static tc_status check_quote(const tc_command_call *call) {
  const app_quote_options *o = call->options;
  TC_TRY(app_options_check(call));
  if (o->max_nodes > 0 && o->app.nodes.count > 0)
    return tc_status_create(TC_USAGE,
                            "--max-nodes and --nodes both choose the numbers of nodes: remove one of them");
  if (tc_command_line_has(call, "--level") && !(o->level >= 0.5 && o->level <= 0.99))
    return tc_status_create(TC_USAGE, "--level: expected a probability from 0.5 to 0.99");
  if (tc_command_line_has(call, "--budget") && !(o->budget_hours > 0.0))
    return tc_status_create(TC_USAGE, "--budget: expected a number of node-hours above 0");
  return TC_OK;
}

static tc_status set_time(const tc_option *option, const char *value, void *member) {
  if (tc_time_span_parse(value, member)) return TC_OK;
  return tc_option_error(option->name, value, "a time such as 90s, 30m, 6h or 2d");
}

static const tc_option table[] = {
    {"--machine", "FILE", "machine file (configs/machines); auto: this host, as one node",
     TC_OPTION_TEXT(app_options, run.machine), .is_required = true},
    {"-o", "FILE", "script to write; default: NAME.slurm for the config NAME.yaml",
     TC_OPTION_TEXT(app_options, output)},
    {"--deadline", "T", "longest wall time of the job, such as 90s, 30m, 6h or 2d",
     TC_OPTION_SET(app_quote_options, deadline_s, double, set_time)},
    {"--budget", "H", "largest number of node-hours",
     TC_OPTION_DOUBLE(app_quote_options, budget_hours, 0, INT32_MAX, "expected a number of node-hours")},
    {"--max-nodes", "N", "1, 2, 4 .. up to N nodes; default: the nodes of the machine file",
     TC_OPTION_SET(app_quote_options, max_nodes, int32_t, app_set_whole), .low = 1},
    {"--nodes", "N", "numbers of nodes instead, such as 1,3,6", APP_OPTION_NUMBERS(nodes)},
    {"--ranks-per-node", "R", "default: the config's ranks_per_node, else all cores of a node",
     APP_OPTION_NUMBERS(ranks_per_node)},
    {"--threads", "T", "threads of each rank; default: the config's, else 1, 2 and 4 (auto: 1)",
     TC_OPTION_SET(app_quote_options, threads, tc_option_numbers, app_set_numbers)},
    {"--strategies", "a,b", "default: all recommended strategies and the config's (tetracast list)",
     TC_OPTION_CHOICES(app_options, strategies, tc_strategy)},
    {"--storage", "a,b", "storage formats; default: the config's, else all that the kernel supports",
     TC_OPTION_CHOICES(app_quote_options, storages, tc_format)},
    {"--level", "P", "probability of the bounds; default: the config's forecast.level",
     TC_OPTION_DOUBLE(app_quote_options, level, 0, 1, "expected a probability from 0.5 to 0.99")},
    {"--identity", "NAME", "machine whose records apply; default: that of the machine file or of --partition",
     TC_OPTION_TEXT(app_options, identity)},
    {"--partition", "NAME", "partition of SLURM; default: that of the machine file",
     TC_OPTION_TEXT(app_quote_options, partition)},
    {"--account", "NAME", "account of SLURM; default: that of the machine file",
     TC_OPTION_TEXT(app_quote_options, account)},
    {"--module", "a,b", "modules that the job loads; default: those of the machine file",
     TC_OPTION_SET(app_quote_options, modules, app_name_list, app_set_names)},
    {"--json", "FILE", "writes the table as JSON", TC_OPTION_TEXT(app_options, run.json)},
    {"--force", NULL, "replaces an existing script", TC_OPTION_FLAG(app_options, run.force)},
    {0},
};

const tc_command app_command_quote = {
    .name = "quote",
    .summary = "find the nodes and the time limit of a job, and write its SLURM script",
    .about =
        "Forecasts the whole job for every number of nodes, ranks and threads, and recommends the one with\n"
        "the fewest node-hours within the deadline, or with the shortest time within the budget. Writes a\n"
        "script whose time limit is the bound of the job with 95 % (--level). Times do not include\n"
        "waiting in the queue. If no case meets the request, the exit code is 1.\n",
    .example = "example: tetracast quote configs/ventricle.yaml --machine cluster.yaml --deadline 6h \\\n"
               "           --max-nodes 16 --account p200 -o ventricle.slurm\n",
    .options = table,
    .size = sizeof(app_quote_options),
    .is_parallel = true,
    .check = check_quote,
    .run = run_quote,
};
