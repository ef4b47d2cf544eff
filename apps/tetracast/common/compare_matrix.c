/* Comparison for a matrix file. The root reads the files once. For each block size the program distributes
 * the system, finds the machine parameters, and solves the system with all combinations. Functions with a
 * parameter `c` are collective unless they are marked as "Root only". */
#include "common/compare_matrix.h"

#include "common/matrix_files.h"
#include "run/systems/system_comparison.h"
#include "run/systems/system_config.h"

typedef struct comparison {
  tc_command_call *call;
  const tc_run_options *choice;
  app_options *o;
  tc_plan plan; /* the members options, environment, log, config and files are used; all others are zero */
  tc_system_files files;
  tc_system_input content;      /* root only */
  const tc_system_input *input; /* NULL on all ranks but the root */
  tc_method_comparison methods;
  const tc_strategy *chosen[TC_OPTION_ENTRIES]; /* strategies to compare if the command line names none */
  tc_distributed_system *system;                /* system with the block size compared last */
  tc_system_forecast forecast;
  tc_results results;
} comparison;

/* Returns an error if the command line has an option that needs a config. */
static tc_status check_options(const tc_command_call *call) {
  static const char *const other[] = {"--orders",    "--order-blocks", "--time-methods",
                                      "--reference", "--powers",       "--rounds"};
  for (size_t k = 0; k < sizeof other / sizeof *other; k++)
    if (tc_command_line_has(call, other[k]))
      return tc_status_create(TC_USAGE, "%s: needs a config instead of a matrix file: remove it", other[k]);
  return TC_OK;
}

/* ---- preparation ---- */

/* Root only. Checks that the reports can be written and replace no input file. */
static tc_status prepare_files(comparison *c) {
  TC_TRY(app_matrix_list_files(&c->files, &c->plan.files));
  return tc_run_options_prepare_reports(c->choice, c->plan.config, &c->plan.files);
}

/* Root only. Reads the matrix and the vectors. */
static tc_status read_input(comparison *c) {
  TC_TRY(tc_system_input_read(&c->files, &c->content));
  c->input = &c->content;
  return TC_OK;
}

static tc_status prepare(comparison *c) {
  tc_world *world = c->call->world;
  const tc_log *log = &c->call->log;
  tc_option_numbers *sizes = &c->o->block_sizes;
  TC_TRY(tc_system_config_read(c->choice, "compare", world, log, &c->plan.config));
  TC_TRY(tc_system_config_prepare_world(c->plan.config, world));
  TC_TRY(TC_ON_ROOT(world, prepare_files(c)));
  if (c->plan.config->solver.history)
    tc_log_warn(log, "solver.history: compare does not write residuals, so the file is not created");
  if (sizes->count == 0) sizes->item[sizes->count++] = c->plan.config->distribution.block_size;
  TC_LOG_PHASE(log, TC_JOB_PHASE_read, TC_ON_ROOT(world, read_input(c)), "reading the matrix");
  return TC_OK;
}

/* ---- strategies ---- */

static tc_status check_strategies(const comparison *c) {
  for (int i = 0; i < c->o->strategies.count; i++)
    if (!tc_strategy_is_valid(c->o->strategies.item[i]))
      return tc_status_create(TC_USAGE,
                              "--strategies %s: exchanges no values, so no system is solved: remove it",
                              c->o->strategies.item[i]->name);
  return TC_OK;
}

static bool compares_methods(const comparison *c) {
  return c->methods.methods + c->methods.preconditioners > 0;
}

/* Sets the strategies to compare. The strategies of the command line have been set already. Without them, a
 * comparison of methods uses the strategy of the config, and a comparison of strategies uses all that compute
 * a solution. */
static tc_status choose_strategies(comparison *c) {
  tc_method_comparison *m = &c->methods;
  if (m->strategies > 0) return TC_OK;
  m->strategy = c->chosen;
  if (compares_methods(c)) {
    m->strategies = 1;
    return tc_system_forecast_select_strategy(&c->forecast, &c->chosen[0]);
  }
  for (int i = 0; i < tc_strategy_count(); i++)
    if (tc_strategy_is_valid(tc_strategy_at(i))) c->chosen[m->strategies++] = tc_strategy_at(i);
  return TC_OK;
}

/* ---- solves ---- */

static tc_status create_system(comparison *c, int32_t block_size) {
  const tc_config *config = c->plan.config;
  const tc_layout_options layout = tc_config_layout(config, block_size);
  tc_system_forecast_free(&c->forecast);
  tc_distributed_system_destroy(&c->system);
  TC_TRY(tc_distributed_system_create(c->call->world, &layout, c->input, &c->call->log, &c->system));
  if (config->distribution.grid.rows) c->system->distribution->grid = config->distribution.grid;
  const tc_system_options options =
      tc_system_config_options(config, tc_strategy_find("condensed"), tc_format_first(TC_ROW_FORM_MATRIX));
  const tc_solver_set set = tc_run_options_solvers(c->choice, config);
  return tc_system_forecast_begin(c->system, config, &options.solver, &set, &c->call->log, &c->forecast);
}

static tc_status compare_block_size(comparison *c, int32_t block_size) {
  const tc_format *storage;
  TC_TRY(create_system(c, block_size));
  TC_TRY(choose_strategies(c));
  TC_TRY(tc_system_forecast_select_storage(&c->forecast, tc_system_config_products(c->plan.config, 1),
                                           &storage));
  const tc_system_comparison one = {.config = c->plan.config,
                                    .system = c->system,
                                    .input = c->input,
                                    .forecast = &c->forecast,
                                    .storage = storage,
                                    .block_size = block_size,
                                    .methods = &c->methods,
                                    .results = &c->results};
  return tc_system_comparison_run(&one);
}

/* Root only. Prints the tables and writes the report files. */
static tc_status write_reports(const comparison *c) {
  const tc_system_facts facts = tc_system_facts_of(c->files.matrix, c->input, c->system);
  tc_report_text *text = compares_methods(c) ? tc_report_methods : tc_report_comparison;
  tc_report report;
  if (c->results.count == 0 && !compares_methods(c)) return TC_OK; /* the caller reports the failure */
  tc_system_forecast_report(&c->forecast, &c->plan, &facts, &c->results, &report);
  if (c->choice->per_rank) TC_TRY(tc_report_print(&report, tc_report_table, c->call->out));
  TC_TRY(tc_report_print(&report, text, c->call->out));
  return tc_run_options_write_reports(c->choice, c->plan.config, &report, text, c->call->out);
}

static tc_status compare_all(comparison *c) {
  const tc_world *world = c->call->world;
  TC_TRY(prepare(c));
  for (int b = 0; b < c->o->block_sizes.count; b++) TC_TRY(compare_block_size(c, c->o->block_sizes.item[b]));
  TC_TRY(TC_ON_ROOT(world, write_reports(c)));
  return TC_ON_ROOT(world, tc_method_comparison_check_results(&c->methods, c->plan.config, 0, &c->results));
}

tc_status app_compare_matrix(tc_command_call *call, const tc_run_options *choice) {
  app_options *o = call->options;
  tc_run_options own = *choice;
  comparison c = {.call = call,
                  .choice = &own,
                  .o = o,
                  .plan = {.options = &own, .environment = &o->environment, .log = &call->log},
                  .files = app_matrix_files(o),
                  .methods = {.methods = o->methods.count,
                              .preconditioners = o->preconditioners.count,
                              .strategies = o->strategies.count,
                              .method = o->methods.item,
                              .preconditioner = o->preconditioners.item,
                              .strategy = o->strategies.item}};
  const tc_solver_set set = tc_method_comparison_set(&c.methods);
  if (compares_methods(&c)) own.solvers = &set;
  tc_status status = check_options(call);
  if (!status) status = check_strategies(&c);
  if (!status) status = compare_all(&c);
  tc_method_comparison_free(&c.methods);
  tc_results_free(&c.results);
  tc_system_forecast_free(&c.forecast);
  tc_distributed_system_destroy(&c.system);
  tc_system_input_free(&c.content);
  tc_config_destroy(&c.plan.config);
  return status;
}
