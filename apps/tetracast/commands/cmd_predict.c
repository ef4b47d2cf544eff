/* `tetracast predict`: forecasts runs on any number of nodes and ranks by counting their traffic, without
 * starting them. The root works with all cores. The other ranks wait and return the status of the root. The
 * root reads the config and the options and checks that the reports can be written. If time steps solve
 * linear systems, it computes one trial step to count the iterations. For stabilised Runge-Kutta steps it
 * sets up the run to find the number of stages. Then it reads or measures the machine parameters, counts and
 * forecasts every case, forecasts the whole job, and writes table, advice and reports. A case is one
 * combination of nodes, ranks per node and block size. If no case has a forecast, the command returns an
 * error. */
#include <stdlib.h>
#include <string.h>

#include "base/document/render.h"
#include "base/program/processors.h"
#include "commands/command.h"
#include "common/dry_run_command.h"
#include "common/matrix_files.h"
#include "options/machine_option.h"
#include "report/document/advice.h"
#include "report/document/strategy_gains.h"
#include "run/dry_run/dry_run_job.h"
#include "run/dry_run/dry_run_report.h"
#include "run/systems/system_config.h"
#include "run/systems/system_routine_cases.h"

/* Values of the option --trial, which is the length of the trial run if the steps have error control. */
enum { TRIAL_SHORT, TRIAL_FULL };
static const tc_named_item trials[] =
    {[TRIAL_SHORT] = {"short",
                      "steps with error control up to an eighth of time.end, with a large tolerance"},
     [TRIAL_FULL] = {"full", "all steps with error control, to count their products exactly"}};
TC_REGISTRY_NAMED_ITEMS(app_predict_trials, trials);

/* Parsed command line and config. */
typedef struct question {
  tc_plan plan; /* the members options, environment, log, config and files are used; all others are zero */
  /* Options. parse_question replaces numbers of nodes, ranks per node and block sizes that the user did not
   * set by defaults. A block size of 0 means one block per rank. */
  app_options *o;
  app_strategies strategies;
  int threads;
  bool on_device; /* true if the config chooses a device and the machine has one */
  bool is_matrix; /* true if the argument is a matrix file instead of a config */
} question;

/* Results of the dry run (counting and forecasting without running), and the inputs from which they were
 * computed. */
typedef struct answer {
  tc_dry_run runs;
  tc_dry_run_machine machine;
  tc_dry_run_trial trial; /* result of the trial step; zero if the dry run needs none */
  bool has_trial;         /* true if the trial step has been computed */
  tc_system_trial system; /* linear system of the matrix file; zero if the argument is a config */
  tc_results results;
  tc_machine_source caches;         /* machine parameters for --routines */
  tc_system_routine_cases routines; /* empty without --routines */
  tc_dry_run_jobs jobs;             /* records of earlier jobs on the machine */
  tc_params params;                 /* machine parameters of the first case */
} answer;

static tc_status parse_question(question *q) {
  TC_TRY(app_dry_run_choose_strategies(q->o, q->plan.config, &q->strategies));
  q->threads = q->plan.config->threads > 0 ? q->plan.config->threads : 1;
  if (q->o->nodes.count == 0) q->o->nodes.item[q->o->nodes.count++] = 1;
  if (q->o->ranks_per_node.count == 0 && q->plan.config->ranks_per_node > 0)
    q->o->ranks_per_node.item[q->o->ranks_per_node.count++] = q->plan.config->ranks_per_node;
  if (q->o->block_sizes.count == 0)
    q->o->block_sizes.item[q->o->block_sizes.count++] = q->plan.config->distribution.block_size;
  return TC_OK;
}

/* Prepares the forecast of each routine of the solver (--routines) for the strategy of the config, or for
 * `condensed` if the config has none. Does nothing without --routines. */
static tc_status begin_routines(const question *q, answer *a) {
  const tc_config *c = q->plan.config;
  const char *path = tc_machine_kind_of(c->machine) == TC_MACHINE_FILE ? c->machine : NULL;
  if (!q->o->routines) return TC_OK;
  TC_TRY(app_machine_option_find(path, q->plan.log, &a->caches));
  tc_system_routine_cases_begin(&a->system, c->strategy ? c->strategy : tc_strategy_find("condensed"),
                                &a->caches, &a->runs, &a->routines);
  return TC_OK;
}

static tc_status forecast_cases(const question *q, answer *out) {
  const tc_dry_run_cases sweep = {q->o->nodes, q->o->ranks_per_node, q->o->block_sizes, q->strategies.count,
                                  q->strategies.item};
  TC_TRY(begin_routines(q, out));
  TC_TRY(tc_dry_run_cases_run(&sweep, &out->runs, &out->machine, &out->results, &out->params));
  tc_system_routine_cases_end(&out->runs);
  if (q->is_matrix) return TC_OK; /* whole jobs are forecast only for runs with a mesh */
  return tc_dry_run_jobs_forecast(&out->runs, &out->machine, &out->results, &out->jobs);
}

static tc_status fill_report(const question *q, const answer *a, tc_report *report) {
  const tc_dry_run_facts facts = {.plan = &q->plan,
                                  .runs = &a->runs,
                                  .machine = &a->machine,
                                  .results = &a->results,
                                  .params = &a->params,
                                  .system = q->is_matrix ? &a->system.facts : NULL,
                                  .is_one_case = q->o->nodes.count * q->o->ranks_per_node.count == 1};
  tc_dry_run_report(&facts, report);
  report->routines = a->routines.list.count;
  report->routine = (const tc_routine_case *const *)a->routines.list.item;
  return tc_dry_run_report_methods(&facts, report);
}

/* Returns an error if the chosen model supports none of the strategies, whatever the machine parameters. The
 * message then recommends the model `refined`, which supports all strategies. */
static tc_status check_described(const tc_report *report) {
  for (int i = 0; i < report->results; i++)
    if (tc_model_supports(tc_model_at(report->model),
                          tc_strategy_traffic(tc_strategy_find(report->result[i].strategy))))
      return TC_OK;
  const char *name = tc_model_at(report->model)->name, *all = tc_model_at(TC_MODEL_refined)->name;
  const tc_result *last = &report->result[report->results - 1];
  const tc_missing_params *lacks = &last->forecast[TC_MODEL_refined].missing;
  tc_line line = {0};
  if (tc_missing_params_count(lacks) == 0)
    return tc_status_create(TC_USAGE, "the %s model does not support strategy %s: use --model %s", name,
                            last->strategy, all);
  tc_missing_params_format(lacks, &line);
  /* Example: the paper model does not support strategy bcs, and for the refined model the machine (m.yaml)
   * lacks remote_latency_s (..): tetracast calibrate measures it */
  return tc_status_create(TC_USAGE,
                          "the %s model does not support strategy %s, and for the %s model the machine (%s) "
                          "lacks %s",
                          name, last->strategy, all, report->machine_name, line.text);
}

/* Returns true if the solver applies multigrid cycles. The time of cycles may be unknown. The tables then
 * contain only the counts of the steps, and the missing forecast is no error. */
static bool has_unknown_solver(const tc_report *report) {
  const tc_result_solver *solver = report->result[0].solver;
  return solver && tc_solver_uses_cycles(&solver->options.solver);
}

/* Returns an error if no case has a forecast by the chosen model. The message names the machine parameters
 * that the model lacks. */
static tc_status check_forecasts(const tc_report *report) {
  tc_line lacks = {0};
  if (has_unknown_solver(report)) return TC_OK;
  for (int i = 0; i < report->results; i++)
    if (report->result[i].forecast[report->model].phase_s) return TC_OK;
  TC_TRY(check_described(report));
  const int model = tc_report_unavailable_model(report, report->result);
  if (report->result[0].forecast[model].phase_s)
    return tc_status_create(TC_USAGE, "the %s model does not support devices: use --model %s",
                            tc_model_at(report->model)->name, tc_model_at(model)->name);
  tc_missing_params_format(&report->result[0].forecast[model].missing, &lacks);
  return tc_status_create(TC_USAGE, "the %s model has no forecast for any case: the machine (%s) lacks %s",
                          tc_model_at(model)->name, report->machine_name, lacks.text);
}

/* Writes a note if a node of the forecast has fewer ranks than the machine was measured with and the
 * bandwidth of a single rank is unknown. The forecast then assumes that these ranks reach the full bandwidth
 * of the node. */
static void write_doubt(const question *q, const answer *a, FILE *out) {
  const tc_machine *m = &a->machine.origin.machine;
  if (m->params.lone_bandwidth_Bps > 0.0 || q->o->ranks_per_node.item[0] >= m->ranks_per_node) return;
  fprintf(out,
          "\nFewer than %d ranks per node may not reach the full bandwidth of the node, which this forecast "
          "assumes:\n"
          "the machine file lacks lone_bandwidth_Bps, the bandwidth of a single rank.\n",
          m->ranks_per_node);
}

/* Writes the forecast speed-up of one strategy over another for the fastest case. The speed-ups are relative
 * to the strategy naive. This function forecasts naive, because the user may not have requested it. */
static tc_status write_changes(tc_command_call *call, const question *q, answer *a, const tc_report *report) {
  const tc_strategy *const naive = tc_strategy_find("naive");
  const tc_result *best = tc_advice_find_fastest(report, 0, report->results);
  if (!best) return TC_OK;
  const tc_option_numbers nodes = {1, {best->nodes}}, each = {1, {best->ranks_per_node}},
                          block = {1, {best->block_size}};
  const tc_dry_run_cases sweep = {nodes, each, block, 1, &naive};
  const bool tells = !q->on_device &&
                     tc_model_supports(tc_model_at(report->model), tc_strategy_traffic(naive)) &&
                     tc_strategy_supports(naive, q->plan.config->kernel);
  tc_results reference = {0};
  tc_document document;
  tc_params params;
  tc_status status = TC_OK;
  if (tells) status = tc_dry_run_cases_run(&sweep, &a->runs, &a->machine, &reference, &params);
  if (!status) {
    tc_section *text = tc_document_begin(&document, NULL);
    tc_strategy_gains_write(report->results, report->result, reference.result, best, report->model, text);
    status = tc_document_print(&document, tc_document_text, call->out);
  }
  tc_results_free(&reference);
  return status;
}

static void write_routines(const tc_report *report, tc_section *out) {
  tc_routine_report_print_cases(report->routine, report->routines, out);
}

/* Compares the fastest case of a matrix file with the same case on one node. Does so only if the user has
 * requested no case with one node, because small systems are slower on several nodes. */
static tc_status write_fewer_nodes(tc_command_call *call, const question *q, answer *a,
                                   const tc_report *report) {
  const tc_result *best = tc_advice_find_fastest(report, 0, report->results);
  if (!q->is_matrix || !best || tc_advice_find_fewest_nodes(report) <= 1) return TC_OK;
  const tc_option_numbers nodes = {1, {1}}, each = {1, {best->ranks_per_node}},
                          block = {1, {best->block_size}};
  const tc_dry_run_cases sweep = {nodes, each, block, q->strategies.count, q->strategies.item};
  tc_results one = {0};
  tc_params params;
  tc_status status = tc_dry_run_cases_run(&sweep, &a->runs, &a->machine, &one, &params);
  if (!status) tc_advice_print_fewer_nodes(report, best, one.count, one.result, call->out);
  tc_results_free(&one);
  return status;
}

/* Adds the text of the HTML page to `out`. */
static void write_page(const tc_report *report, tc_section *out) {
  tc_report_prediction(report, out);
  tc_report_job(report, out);
  write_routines(report, out);
}

static tc_status write_answer(tc_command_call *call, const question *q, answer *a) {
  tc_report report;
  TC_TRY(fill_report(q, a, &report));
  if (q->plan.config->model == TC_MODEL_AUTO)
    tc_forecast_log_missing(report.result[0].forecast, report.model, &call->log);
  TC_TRY(check_forecasts(&report));
  TC_TRY(tc_report_print(&report, tc_report_prediction, call->out));
  TC_TRY(write_fewer_nodes(call, q, a, &report));
  TC_TRY(write_changes(call, q, a, &report));
  write_doubt(q, a, call->out);
  TC_TRY(tc_report_print(&report, tc_report_job, call->out));
  TC_TRY(tc_report_print(&report, write_routines, call->out));
  return tc_run_options_write_reports(q->plan.options, q->plan.config, &report, write_page, call->out);
}

static void free_answer(answer *a) {
  tc_results_free(&a->results);
  tc_dry_run_jobs_free(&a->jobs);
  tc_system_routine_cases_free(&a->routines);
  tc_dry_run_trial_free(&a->trial);
  tc_system_trial_free(&a->system);
  tc_dry_run_free(&a->runs);
  tc_dry_run_machine_free(&a->machine);
}

/* Checks the command line, the paths of the reports and the machine file before any case is counted, so that
 * a mistake is reported early. */
static tc_status prepare_prediction(tc_command_call *call, question *q, answer *a) {
  const tc_system_files files = app_matrix_files(q->o);
  TC_TRY(parse_question(q));
  if (q->is_matrix) TC_TRY(app_matrix_list_files(&files, &q->plan.files));
  TC_TRY(tc_run_options_prepare_reports(q->plan.options, q->plan.config, &q->plan.files));
  TC_TRY(app_dry_run_read_machine(q->plan.config, &call->log, &a->machine, &q->on_device));
  if (q->o->ranks_per_node.count == 0)
    q->o->ranks_per_node.item[q->o->ranks_per_node.count++] = a->machine.origin.machine.ranks_per_node > 0
                                                                  ? a->machine.origin.machine.ranks_per_node
                                                                  : tc_processors_usable();
  TC_TRY(app_dry_run_check_ranks(&q->o->nodes, &q->o->ranks_per_node));
  return app_dry_run_check_parameters(q->plan.config, q->plan.config->diffusion.scheme->width, &q->strategies,
                                      q->o->ranks_per_node.item[0], &a->machine);
}

static tc_status init_system_runs(const question *q, answer *a) {
  tc_dry_run_rows rows;
  TC_TRY(tc_system_trial_rows(&a->system, &rows));
  return tc_dry_run_init_with_rows(q->plan.config, &rows, q->plan.log, &a->runs);
}

/* Initialises the dry run, and passes it the result of the trial step if there is one. The called functions
 * overwrite a->runs completely. */
static tc_status init_runs(const question *q, answer *a) {
  TC_TRY(q->is_matrix ? init_system_runs(q, a) : tc_dry_run_init(q->plan.config, q->plan.log, &a->runs));
  if (a->has_trial) a->runs.trial = &a->trial;
  return TC_OK;
}

/* Solves the system of the matrix file in this process. */
static tc_status compute_system_trial(const question *q, answer *a) {
  tc_config *c = q->plan.config;
  const tc_system_files files = app_matrix_files(q->o);
  const tc_implicit_options options = tc_config_implicit(c);
  const tc_system_options system = tc_system_config_options(c, tc_strategy_find("neighbour"), NULL);
  c->mesh.file = files.matrix; /* error messages about the number of ranks name mesh.file */
  TC_TRY(tc_system_trial_create(&files, &system, c, q->plan.log, &a->system));
  TC_TRY(tc_system_trial_run(&a->system, &options, &a->trial));
  a->has_trial = true;
  return TC_OK;
}

/* Returns the number of off-diagonal entries per row. */
static double row_width(const question *q, const answer *a) {
  return q->is_matrix ? a->system.system->width : q->plan.config->diffusion.scheme->width;
}

/* Computes the trial step and compares methods of time integration. If the trial fails, for example because
 * the mesh is too large for this host, the forecast of explicit Euler continues without it. */
static tc_status compute_trial(const question *q, answer *a) {
  const tc_config *c = q->plan.config;
  if (q->is_matrix) return compute_system_trial(q, a);
  if (!tc_dry_run_trial_is_needed(c)) return TC_OK;
  tc_status status = tc_dry_run_trial_init_with_methods(q->plan.options, q->plan.environment, q->plan.log,
                                                        q->o->trial == TRIAL_FULL, &a->trial);
  a->has_trial = !status;
  if (!status) tc_dry_run_trial_choose_method(&a->trial, q->plan.config);
  if (tc_status_code(status) != TC_INTERNAL || c->time.method->solves || c->time.method->stabilised)
    return status;
  tc_log_warn(q->plan.log,
              "the trial step has failed, so the number of steps and the methods of time integration are not "
              "forecast: %s",
              tc_status_text(status));
  tc_status_free(&status);
  return TC_OK;
}

static tc_status predict_runs(tc_command_call *call, const tc_run_options *choice, tc_config *config,
                              bool is_matrix) {
  app_options *o = call->options;
  question q =
      {.plan = {.options = choice, .environment = &o->environment, .log = &call->log, .config = config},
       .o = o,
       .is_matrix = is_matrix};
  answer a = {0};
  tc_status status = TC_OK;
  a.trial.uses_step_cache = tc_machine_kind_of(config->machine) != TC_MACHINE_NONE;
  TC_GUARD(status, prepare_prediction(call, &q, &a));
  TC_GUARD(status, compute_trial(&q, &a));
  TC_GUARD(status, app_dry_run_measure_machine(config, row_width(&q, &a), &q.o->ranks_per_node, q.threads,
                                               &call->log, &a.machine, &q.on_device));
  TC_GUARD(status, app_dry_run_use_all_cores());
  TC_GUARD(status, init_runs(&q, &a));
  a.runs.on_device = q.on_device;
  TC_GUARD(status, forecast_cases(&q, &a));
  TC_GUARD(status, write_answer(call, &q, &a));
cleanup:
  free_answer(&a);
  return status;
}

static tc_status run_predict(tc_command_call *call) {
  tc_run_options choice = ((const app_options *)call->options)->run;
  tc_config *config = NULL;
  bool is_matrix;
  choice.replaces = call->command->name;
  TC_TRY(app_matrix_detect(call, &is_matrix));
  tc_status status = is_matrix ? tc_system_config_read(&choice, "predict", call->world, &call->log, &config)
                               : tc_run_options_read_config(&choice, call->world, &config);
  if (!status && !is_matrix) tc_run_options_log_ignored(config, &call->log);
  if (!status) status = TC_ON_ROOT(call->world, predict_runs(call, &choice, config, is_matrix));
  tc_config_destroy(&config);
  return status;
}

static const tc_option table[] = {
    {"--nodes", "N", "numbers of nodes, such as 1,2,4; default: 1", APP_OPTION_NUMBERS(nodes)},
    {"--ranks-per-node", "R",
     "default: the config's ranks_per_node, else the machine file's, else the number of cores",
     APP_OPTION_NUMBERS(ranks_per_node)},
    {"--block-sizes", "B", "rows; the word rank means one block per rank; default: the config's",
     APP_OPTION_NUMBERS(block_sizes), .extra = "rank"},
    {"--strategies", "a,b", "default: all recommended strategies and the config's (tetracast list)",
     TC_OPTION_CHOICES(app_options, strategies, tc_strategy)},
    {"--trial", "WORD", "steps with error control that are made to forecast their products: short or full",
     TC_OPTION_INDEX(app_options, trial, app_predict_trials), .initial = "short"},
    {"--routines", NULL,
     "matrix files: also FLOPs by kernel, messages by routine, cache misses and times for the strategy of "
     "the config, as solve --routines",
     TC_OPTION_FLAG(app_options, routines)},
    {0},
};

const tc_command app_command_predict = {
    .name = "predict",
    .summary = "forecast runs on any number of nodes and ranks, without running them",
    .about =
        "Forecasts the time of a step for every number of nodes, ranks per node and block size, from exact\n"
        "counts for every rank, without starting a run. If the steps solve systems, it computes the first\n"
        "step, or the steady state, to count the iterations. For rkl2 and rkc2 it finds the number of\n"
        "stages. Ends with advice and the time of the whole job, from the start of the program to its end,\n"
        "with a bound from the records of earlier jobs. Uses all cores, or OMP_NUM_THREADS of them.\n\n"
        "If CONFIG is a matrix file (by its content, or its ending .mtx, .rua, .rsa, .pua, .psa or .rb),\n"
        "forecasts the solve of the system, with RHS as for solve (configs/solve.md): iterations, FLOPs,\n"
        "messages, bytes and seconds, without the time of reading. The system is first solved here, in one\n"
        "process: start predict without mpirun, which would leave it fewer cores.\n",
    .example =
        "example: tetracast predict configs/ventricle.yaml --machine configs/machines/abel.yaml --nodes "
        "1,2,4,8 \\\n"
        "           -s distribution.kind=cyclic --block-sizes rank\n"
        "example: tetracast predict a.mtx --nodes 1,2,4 --ranks-per-node 16 -s "
        "solver.preconditioner.name=ilu0\n",
    .options = table,
    .is_parallel = true,
    .check = app_options_check,
    .run = run_predict,
};
