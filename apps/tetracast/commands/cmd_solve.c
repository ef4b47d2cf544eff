/* `tetracast solve`: solves the linear system of a matrix file. The root reads all files. Then the rows
 * are distributed, and all ranks solve (lib/system). There is no config file, but -s sets keys of the
 * config as options of the solver (run/systems/system_config.h). If the machine parameters are known, the
 * report contains a forecast. Functions with a parameter `s` are collective unless they are marked as
 * "Root only". */
#include <omp.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/document/render.h"
#include "commands/command.h"
#include "common/matrix_files.h"
#include "common/solve_monitor.h"
#include "io/text/matrix_market.h"
#include "matrix/file/vector_file.h"
#include "options/machine_option.h"
#include "report/document/report.h"
#include "run/systems/system_config.h"
#include "run/systems/system_forecast.h"
#include "system/system_report.h"
#include "system/system_warnings.h"

typedef struct app_solve_options {
  app_options app; /* app.run.config is the path of the matrix */
  const char *right_side, *start, *volumes, *history;
  double level;
} app_solve_options;

typedef struct solve {
  tc_command_call *call;
  const app_solve_options *o;
  tc_config *config;
  tc_system_files files;
  tc_system_input *input; /* points to `content`; NULL on ranks other than the root */
  tc_system_input content;
  tc_distributed_system *system;
  tc_system_options options;
  tc_system_forecast forecast;
  app_solve_monitor monitor;
  tc_system_result result;
  tc_results results;          /* result with the forecast of the solve; empty without a machine */
  tc_machine_source machine;   /* machine parameters for --routines, which borrow the name of the machine */
  tc_system_routines routines; /* forecast by routine for --routines; on the root only */
  double read_s;
} solve;

/* ---- keys ---- */

static bool is_auto(const tc_config *config, const char *key, const void *value) {
  return tc_config_is_overridden(config, key) && !value;
}

/* Sets the machine to `none`, so that the solve starts without measuring the machine. Does nothing if the
 * user has chosen a machine, or the strategy auto, which needs the machine parameters. */
static void choose_machine(const solve *s) {
  tc_config *c = s->config;
  const bool is_chosen = s->o->app.run.machine || tc_config_is_overridden(c, "machine");
  if (!is_chosen && !is_auto(c, "strategy", c->strategy)) c->machine = "none";
}

static tc_status read_config(solve *s) {
  tc_world *world = s->call->world;
  TC_TRY(tc_system_config_read(&s->o->app.run, "solve", world, &s->call->log, &s->config));
  if (s->o->history) s->config->solver.history = s->o->history;
  choose_machine(s);
  return tc_system_config_prepare_world(s->config, world);
}

/* ---- files ---- */

/* Root only. Checks before the solve that the output files can be written and replace no other file. */
static tc_status prepare_files(solve *s) {
  const app_options *o = &s->o->app;
  tc_file_list files = {0};
  TC_TRY(app_matrix_list_files(&s->files, &files));
  if (tc_machine_kind_of(s->config->machine) == TC_MACHINE_FILE)
    TC_TRY(tc_file_list_add_input(&files, "the machine file", s->config->machine));
  if (o->output) TC_TRY(tc_matrix_market_prepare("-o", o->output, &files));
  TC_TRY(tc_file_list_add_output(&files, "--json", o->run.json));
  TC_TRY(tc_report_prepare("tetracast", o->run.json, NULL));
  TC_TRY(tc_report_check_command("solve", o->run.json, NULL));
  return app_solve_monitor_prepare(s->config->solver.history, &files);
}

/* Root only. Reads the matrix and the vectors. */
static tc_status read_input(solve *s) {
  TC_TRY(tc_system_input_read(&s->files, &s->content));
  s->input = &s->content;
  tc_system_warn_of_triangle(s->input, s->files.matrix, &s->call->log);
  return TC_OK;
}

/* Root only. Writes the solution to the file of -o. Does nothing without -o. */
static tc_status write_solution(const solve *s) {
  const tc_system_result *r = &s->result;
  const tc_vector_file x = {r->rows, r->count, r->x};
  tc_line comment = {0};
  if (!s->o->app.output) return TC_OK;
  tc_line_add(&comment, "solution of a linear system, %s with preconditioner %s", r->method->name,
              r->preconditioner->name);
  TC_TRY(tc_vector_file_write(s->o->app.output, comment.text, &x));
  fprintf(s->call->out, "written: %s\n", s->o->app.output);
  return TC_OK;
}

/* Root only. Builds the report. It contains the forecast if there is one. `failure` is the message of a
 * failed solve; NULL after success. */
static void build_report(const solve *s, const char *failure, tc_document *document) {
  const app_options *o = &s->o->app;
  const tc_system_report report =
      {s->files.matrix, s->input,   s->system,
       &s->options,     &s->result, omp_get_max_threads(),
       s->read_s,       failure,    o->routines && !failure ? &s->routines : NULL};
  const tc_plan plan = {.options = &o->run,
                        .environment = &o->environment,
                        .log = &s->call->log,
                        .config = s->config};
  const tc_system_facts facts = tc_system_facts_of(s->files.matrix, s->input, s->system);
  tc_report forecast;
  tc_system_report_build(&report, document);
  if (s->results.count > 0) tc_system_forecast_report(&s->forecast, &plan, &facts, &s->results, &forecast);
  tc_report_add_solve(s->results.count > 0 ? &forecast : NULL, &document->root);
}

/* Root only. Writes the JSON report. `failure` is the message of a failed solve, or NULL. */
static tc_status write_json(const solve *s, const char *failure) {
  const char *json = s->o->app.run.json;
  tc_document document;
  if (!json) return TC_OK;
  build_report(s, failure, &document);
  TC_TRY(tc_document_write(&document, tc_document_json, json));
  fprintf(s->call->out, "Report: %s\n", json);
  return TC_OK;
}

/* Root only. The residuals of a failed solve show its cause, so their file is completed, too. */
static tc_status write_failure(solve *s, const char *failure) {
  TC_TRY(app_solve_monitor_end(&s->monitor));
  if (s->config->solver.history) fprintf(s->call->out, "Residuals: %s\n", s->config->solver.history);
  return write_json(s, failure);
}

/* Root only. Prints the report of a successful solve and writes all output files. */
static tc_status write_reports(const solve *s) {
  tc_document document;
  build_report(s, NULL, &document);
  TC_TRY(tc_document_print(&document, tc_document_text, s->call->out));
  tc_system_warn_of_errors(s->input, &s->result, s->files.matrix, &s->call->log);
  TC_TRY(write_solution(s));
  if (s->config->solver.history) fprintf(s->call->out, "Residuals: %s\n", s->config->solver.history);
  return write_json(s, NULL);
}

/* ---- command ---- */

static tc_status create_system(solve *s) {
  const tc_log *log = &s->call->log;
  const tc_layout_options layout = tc_config_layout(s->config, s->config->distribution.block_size);
  const double start_s = tc_now_s();
  TC_LOG_PHASE(log, TC_JOB_PHASE_read, TC_ON_ROOT(s->call->world, read_input(s)), "reading the matrix");
  TC_TRY(tc_distributed_system_create(s->call->world, &layout, s->input, log, &s->system));
  if (s->config->distribution.grid.rows) s->system->distribution->grid = s->config->distribution.grid;
  s->read_s = tc_now_s() - start_s;
  return TC_OK;
}

/* Finds the machine parameters, then selects the strategy and the storage format. */
static tc_status choose_options(solve *s) {
  const tc_config *c = s->config;
  const tc_strategy *strategy;
  const tc_format *storage;
  int64_t right_sides = s->input ? s->input->count : 0;
  s->options = tc_system_config_options(c, tc_strategy_find("condensed"), NULL);
  TC_TRY(tc_system_forecast_begin(s->system, c, &s->options.solver, NULL, &s->call->log, &s->forecast));
  TC_TRY(tc_system_forecast_select_strategy(&s->forecast, &strategy));
  TC_TRY(tc_world_sum_int64(s->call->world, &right_sides, 1));
  TC_TRY(
      tc_system_forecast_select_storage(&s->forecast, tc_system_config_products(c, right_sides), &storage));
  s->options = tc_system_config_options(c, strategy, storage);
  s->options.level = s->o->level;
  return TC_OK;
}

/* Compares the measured traffic with the counted traffic, and forecasts the time of the solve. Does nothing
 * without machine parameters. */
static tc_status forecast_solve(solve *s) {
  tc_result *result;
  if (tc_machine_kind_of(s->config->machine) == TC_MACHINE_NONE) return TC_OK;
  TC_TRY(tc_system_forecast_check(&s->forecast, s->options.solver.strategy, &s->result));
  TC_TRY(tc_world_agree(s->call->world, tc_results_add(&s->results, 1, &result)));
  return tc_system_forecast_result(&s->forecast, &s->options, &s->result, s->config->distribution.block_size,
                                   result);
}

/* Forecasts the time of each routine of the solver. Does nothing without the option --routines. */
static tc_status predict_routines(solve *s) {
  const char *path = s->config->machine;
  if (!s->o->app.routines) return TC_OK;
  if (tc_machine_kind_of(path) != TC_MACHINE_FILE) path = NULL;
  TC_TRY(TC_ON_ROOT(s->call->world, app_machine_option_find(path, &s->call->log, &s->machine)));
  return tc_system_routines_create(s->system, &s->options, s->input, &s->result, &s->machine.machine.params,
                                   s->machine.text, &s->routines);
}

static tc_status solve_system(solve *s) {
  tc_world *world = s->call->world;
  TC_TRY(read_config(s));
  TC_TRY(TC_ON_ROOT(world, prepare_files(s)));
  TC_TRY(create_system(s));
  TC_TRY(choose_options(s));
  TC_TRY(app_solve_monitor_begin(world, &s->call->log, s->config->solver.history, &s->monitor));
  s->options.monitor = &s->monitor.callbacks;
  const tc_status failure = tc_system_solve(s->system, &s->options, s->input, &s->result);
  if (tc_status_code(failure) == TC_NUMERICAL)
    return tc_status_first(failure, TC_ON_ROOT(world, write_failure(s, tc_status_text(failure))));
  TC_TRY(failure);
  TC_TRY(TC_ON_ROOT(world, app_solve_monitor_end(&s->monitor)));
  TC_TRY(forecast_solve(s));
  TC_TRY(predict_routines(s));
  return TC_ON_ROOT(world, write_reports(s));
}

static tc_status run_solve(tc_command_call *call) {
  const app_solve_options *o = call->options;
  solve s = {.call = call, .o = o, .files = {o->app.run.config, o->right_side, o->start, o->volumes}};
  const tc_status status = solve_system(&s);
  app_solve_monitor_free(&s.monitor);
  tc_system_routines_free(&s.routines);
  tc_system_result_free(&s.result);
  tc_results_free(&s.results);
  tc_system_forecast_free(&s.forecast);
  tc_distributed_system_destroy(&s.system);
  tc_system_input_free(&s.content);
  tc_config_destroy(&s.config);
  return status;
}

static const tc_option table[] = {
    {"MATRIX", "a matrix file", NULL, TC_OPTION_TEXT(app_options, run.config), .is_required = true},
    {"RHS", "a file of right-hand sides", NULL, TC_OPTION_TEXT(app_solve_options, right_side)},
    {"-o", "FILE",
     "writes the solution as a Matrix Market array with 17 digits, one column for each "
     "right-hand side",
     TC_OPTION_TEXT(app_options, output)},
    {"--start", "FILE", "initial guess; default: that of a Harwell-Boeing file, else 0",
     TC_OPTION_TEXT(app_solve_options, start)},
    {"--volumes", "FILE",
     "weights V of the rows, as export writes them: norms are weighted by V, and A is symmetric if V A is; "
     "default: 1",
     TC_OPTION_TEXT(app_solve_options, volumes)},
    {"--level", "L", "adds L to x after the solve, for the files of export --unknown distance",
     TC_OPTION_REAL(app_solve_options, level)},
    {"--history", "FILE", "writes the residual of every iteration as CSV",
     TC_OPTION_TEXT(app_solve_options, history)},
    {"--routines", NULL,
     "also predicts FLOPs by kernel, messages by routine, cache misses and times, as PARAISO does",
     TC_OPTION_FLAG(app_options, routines)},
    {"--json", "FILE", "writes the report as JSON", TC_OPTION_TEXT(app_options, run.json)},
    {0},
};

const tc_command app_command_solve = {
    .name = "solve",
    .summary = "solve the linear system of a matrix file",
    .about =
        "Solves A x = b for a matrix in the format Matrix Market, Harwell-Boeing or Rutherford-Boeing.\n"
        "RHS is a Matrix Market file with one or more right-hand sides. Without RHS, b is that of the\n"
        "Harwell-Boeing file, or A times ones, so that the error is known.\n\n"
        "-s sets keys of the sections `solver`, `distribution` and `order`, and the keys `strategy`,\n"
        "`storage`, `threads`, `ranks_per_node`, `placement`, `machine` and `model`, as in a config\n"
        "(configs/solve.md). The values of x are the same on any number of ranks and threads and with any\n"
        "strategy.\n\n"
        "The true residual in the table is ||b - A x|| / ||b||, computed in the order of the file. Exit\n"
        "code 3: a file is wrong, or the matrix is rectangular or structurally singular, or its row sums "
        "are\n"
        "0 and there is no RHS. Exit code 4: a solve has failed, the true residual is far above the\n"
        "tolerance, or a row is not solved; no x is written then, but --json and --history show the "
        "reason.\n\n"
        "With --machine the report has the forecast of the setup and of the counted iterations next to\n"
        "their times. `-s strategy=auto` selects the strategy with the shortest forecast (default:\n"
        "condensed), `-s storage=auto` the fastest storage format by measurement. predict and compare\n"
        "also accept matrix files.\n",
    .example =
        "example: mpirun -np 2 tetracast solve a.mtx b.mtx -o x.mtx -s solver.preconditioner.name=ilu0\n",
    .options = table,
    .size = sizeof(app_solve_options),
    .is_parallel = true,
    .check = app_options_check,
    .run = run_solve,
};
