/* `tetracast solve`: solves the linear system of a matrix file. The root reads all files; then the rows are
 * distributed, and all ranks solve (lib/system). Keys of the config set the options of the solver, although
 * there is no config file. Functions with a parameter `solve` are collective unless they are marked as "Root
 * only". */
#include <omp.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/document/render.h"
#include "comm/world/world_threads.h"
#include "commands/command.h"
#include "common/solve_monitor.h"
#include "io/config/config_check.h"
#include "io/text/matrix_market.h"
#include "matrix/file/vector_file.h"
#include "report/document/report.h"
#include "system/system_report.h"
#include "yaml/keys.h"

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
  tc_system_input *input; /* on the root only, otherwise NULL */
  tc_system_input content;
  tc_distributed_system *system;
  tc_system_options options;
  app_solve_monitor monitor;
  tc_system_result result;
  double read_s;
} solve;

/* ---- keys ---- */

/* Required keys of a config that a solve does not use, and those that make all solver keys available. */
static const char config_text[] = "mesh: {file: none}\n"
                                  "initial: 0\n"
                                  "diffusion: {scheme: two-point}\n"
                                  "time: {method: steady}\n";

static bool is_used(const tc_key *key) {
  static const char *const section[] = {"solver", "distribution", "order"};
  static const char *const single[] = {"strategy", "storage", "threads", "ranks_per_node", "placement"};
  for (size_t k = 0; k < sizeof section / sizeof *section; k++)
    if (tc_key_is_below(key, section[k])) return true;
  for (size_t k = 0; k < sizeof single / sizeof *single; k++)
    if (strcmp(key->name, single[k]) == 0) return true;
  return false;
}

static tc_status check_keys(const tc_config *config) {
  for (int k = 0; k < tc_config_keys.count; k++) {
    const tc_key *key = &tc_config_keys.key[k];
    if (tc_config_is_overridden(config, key->name) && !is_used(key))
      return tc_config_error(config, key->name, "solve does not use it: remove it");
  }
  return TC_OK;
}

/* Storage of the matrix: the config's, or the first format that the strategy supports. */
static const tc_format *choose_storage(const tc_config *config, const tc_strategy *strategy) {
  const tc_format *format = config->storage ? config->storage : tc_format_first(TC_ROW_FORM_MATRIX);
  return tc_strategy_storage(strategy, format);
}

static void choose_options(solve *s) {
  const tc_config *c = s->config;
  const tc_implicit_options options = tc_config_implicit(c);
  const tc_strategy *strategy = c->strategy ? c->strategy : tc_strategy_find("condensed");
  s->options = (tc_system_options){.solver = options.solver,
                                   .relative_to_start = options.relative_to_start,
                                   .accept = options.accept,
                                   .level = s->o->level};
  if (options.automatic) s->options.solver.method = NULL;
  s->options.solver.strategy = strategy;
  s->options.solver.format = choose_storage(c, strategy);
}

static tc_status read_config(solve *s) {
  const tc_world *world = s->call->world;
  tc_run_options choice = s->o->app.run;
  choice.config = "solve";
  choice.text = config_text;
  TC_TRY(tc_run_options_read_config(&choice, world, &s->config));
  TC_TRY(check_keys(s->config));
  TC_TRY(tc_config_check_ranks(s->config, world->ranks));
  tc_run_options_log_ignored(s->config, &s->call->log);
  choose_options(s);
  if (s->o->history) s->config->solver.history = s->o->history;
  TC_TRY(tc_world_set_threads(world, s->config->threads));
  tc_world_set_ranks_per_node(s->call->world, s->config->ranks_per_node);
  s->call->world->placement = s->config->placement;
  return TC_OK;
}

/* ---- files ---- */

/* Root only. Checks before the work that the outputs can be written and replace no other file. */
static tc_status prepare_files(solve *s) {
  const app_options *o = &s->o->app;
  tc_file_list files = {0};
  TC_TRY(tc_file_list_add_input(&files, "the matrix", s->files.matrix));
  TC_TRY(tc_file_list_add_input(&files, "the right-hand side", s->files.right_side));
  TC_TRY(tc_file_list_add_input(&files, "--start", s->files.start));
  TC_TRY(tc_file_list_add_input(&files, "--volumes", s->files.volumes));
  if (o->output) TC_TRY(tc_matrix_market_prepare("-o", o->output, &files));
  TC_TRY(tc_file_list_add_output(&files, "--json", o->run.json));
  TC_TRY(tc_report_prepare("tetracast", o->run.json, NULL));
  TC_TRY(tc_report_check_command("solve", o->run.json, NULL));
  return app_solve_monitor_prepare(s->config->solver.history, &files);
}

/* Root only. */
static tc_status read_input(solve *s) {
  TC_TRY(tc_system_input_read(&s->files, &s->content));
  s->input = &s->content;
  return TC_OK;
}

/* Root only. */
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

/* Root only. Builds the report. `failure` is the message of a failed solve, or NULL. */
static void build_report(const solve *s, const char *failure, tc_document *document) {
  const tc_system_report report = {s->files.matrix,       s->input,  s->system, &s->options, &s->result,
                                   omp_get_max_threads(), s->read_s, failure};
  tc_system_report_build(&report, document);
}

/* Root only. */
static tc_status write_json(const solve *s, const char *failure) {
  const char *json = s->o->app.run.json;
  tc_document document;
  if (!json) return TC_OK;
  build_report(s, failure, &document);
  TC_TRY(tc_document_write(&document, tc_document_json, json));
  fprintf(s->call->out, "Report: %s\n", json);
  return TC_OK;
}

/* Root only. */
static tc_status write_reports(const solve *s) {
  tc_document document;
  build_report(s, NULL, &document);
  TC_TRY(tc_document_print(&document, tc_document_text, s->call->out));
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

static tc_status solve_system(solve *s) {
  tc_world *world = s->call->world;
  TC_TRY(read_config(s));
  TC_TRY(TC_ON_ROOT(world, prepare_files(s)));
  TC_TRY(create_system(s));
  TC_TRY(app_solve_monitor_begin(world, &s->call->log, s->config->solver.history, &s->monitor));
  s->options.monitor = &s->monitor.callbacks;
  const tc_status failure = tc_system_solve(s->system, &s->options, s->input, &s->result);
  if (tc_status_code(failure) == TC_NUMERICAL)
    return tc_status_first(failure, TC_ON_ROOT(world, write_json(s, tc_status_text(failure))));
  TC_TRY(failure);
  TC_TRY(TC_ON_ROOT(world, app_solve_monitor_end(&s->monitor)));
  return TC_ON_ROOT(world, write_reports(s));
}

static tc_status run_solve(tc_command_call *call) {
  const app_solve_options *o = call->options;
  solve s = {.call = call, .o = o, .files = {o->app.run.config, o->right_side, o->start, o->volumes}};
  const tc_status status = solve_system(&s);
  app_solve_monitor_free(&s.monitor);
  tc_system_result_free(&s.result);
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
        "`storage`, `threads`, `ranks_per_node` and `placement`, as in a config (configs/solve.md). The\n"
        "values of x are the same on any number of ranks and threads and with any strategy.\n\n"
        "The true residual in the table is ||b - A x|| / ||b||, computed in the order of the file. Exit\n"
        "code 3: a file is wrong, or the matrix is rectangular or structurally singular. Exit code 4: a\n"
        "solve has failed, the true residual is far above the tolerance, or a row is not solved; no x is\n"
        "written then, but --json has the reason.\n",
    .example =
        "example: mpirun -np 2 tetracast solve a.mtx b.mtx -o x.mtx -s solver.preconditioner.name=ilu0\n",
    .options = table,
    .size = sizeof(app_solve_options),
    .is_parallel = true,
    .check = app_options_check,
    .run = run_solve,
};
