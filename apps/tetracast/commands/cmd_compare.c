/* `tetracast compare`: runs the same steps repeatedly in one launch and prints one table. By default it
 * varies strategies and block sizes. With --methods or --preconditioners it varies the solver. With --orders
 * or --order-blocks it varies the ordering of the cells, and with --time-methods the method of time
 * integration. With --powers it varies the number of Runge-Kutta stages that one pass over the matrix
 * computes. A session is one run from setup to report. Strategies and solvers are compared in one session
 * with one matrix. Each ordering and each method of time integration has a separate session
 * (run/studies/compare_orders.c, compare_time_methods.c). All functions that have a parameter tc_session are
 * collective. The root writes the reports. */
#include "base/text/number_format.h"
#include "commands/command.h"
#include "common/compare_matrix.h"
#include "common/matrix_files.h"
#include "common/time_study_files.h"
#include "io/config/config_auto.h"
#include "run/session/duration.h"
#include "run/session/strategy_choice.h"
#include "run/studies/compare_methods.h"
#include "run/studies/compare_orders.h"
#include "run/studies/compare_powers.h"
#include "run/studies/compare_time_methods.h"

/* Root only. Writes the reports; `text` writes the table of the comparison. */
static tc_status write_reports(const tc_session *s, tc_report_text *text, FILE *out) {
  tc_report report;
  tc_session_report(s, &report);
  if (s->plan.options->per_rank) TC_TRY(tc_report_print(&report, tc_report_table, out));
  TC_TRY(tc_report_print(&report, text, out));
  return tc_run_options_write_reports(s->plan.options, s->plan.config, &report, text, out);
}

static tc_status warn_if_long(tc_forecasts *f, const app_strategies *strategies, int times) {
  char all[48], longest[48];
  tc_duration duration;
  TC_TRY(tc_duration_forecast(f, strategies->count, strategies->item, times, &duration));
  if (duration.all_s < tc_duration_long_s) return TC_OK;
  tc_number_format_duration(duration.all_s, all, sizeof all);
  tc_number_format_duration(duration.longest_s, longest, sizeof longest);
  tc_log_warn(f->prepared->plan->log,
              "the comparison takes about %s by the forecast, and strategy %s alone %s or more: select "
              "strategies with --strategies, or reduce the steps with -s time.steps=N",
              all, duration.longest->name, longest);
  return TC_OK;
}

static tc_status run_all(tc_session *s, const app_strategies *strategies, const tc_option_numbers *sizes,
                         FILE *out) {
  for (int b = 0; b < sizes->count; b++) {
    TC_TRY(tc_session_set_up(s, sizes->item[b]));
    if (b == 0) TC_TRY(warn_if_long(&s->forecasts, strategies, sizes->count));
    for (int i = 0; i < strategies->count; i++) {
      /* Example: condensed, blocks of 65536 */
      tc_log_write(s->plan.log, TC_LOG_NORMAL, "%s, blocks of %d", strategies->item[i]->name,
                   (int)sizes->item[b]);
      TC_TRY(tc_session_run(s, strategies->item[i], sizes->item[b], NULL));
    }
  }
  TC_TRY(TC_ON_ROOT(s->plan.world, write_reports(s, tc_report_comparison, out)));
  return TC_ON_ROOT(s->plan.world, tc_results_check_fields(&s->results));
}

/* Warns if the config sets solver.history, because a user who compares solvers may expect this file, but
 * `compare` does not write it. */
static void warn_unused_keys(const tc_plan *plan) {
  if (plan->config->solver.history)
    tc_log_warn(plan->log, "%s: compare does not write the residuals of its runs, so the file is not created",
                tc_config_location(plan->config, "solver.history"));
}

/* ---- comparing methods ---- */

/* Collective. Runs every pair of method and preconditioner with each strategy of --strategies. Without this
 * option, uses the config's strategy, which is known only after setup. The strategy is then stored in
 * *chosen, and methods->strategy points to it. */
static tc_status run_methods(tc_session *s, tc_method_comparison *methods, const tc_strategy **chosen,
                             const tc_option_numbers *sizes, FILE *out) {
  for (int b = 0; b < sizes->count; b++) {
    TC_TRY(tc_session_set_up(s, sizes->item[b]));
    if (methods->strategies == 0) {
      TC_TRY(tc_forecasts_select_strategy(&s->forecasts, chosen));
      methods->strategy = chosen;
      methods->strategies = 1;
    }
    TC_TRY(tc_method_comparison_run(s, methods, sizes->item[b]));
  }
  TC_TRY(TC_ON_ROOT(s->plan.world, write_reports(s, tc_report_methods, out)));
  return tc_world_agree(s->plan.world, tc_method_comparison_check(s, methods));
}

static tc_status check_systems(const tc_config *config) {
  if (config->time.method->solves) return TC_OK;
  return tc_config_error(config, "time.method",
                         "%s solves no systems, so there are no methods to compare: set it to implicit",
                         tc_config_method_name(config));
}

/* Returns an error if --preconditioners contains auto (NULL in the list). The setup of a session would choose
 * the preconditioner only once, for all methods. */
static tc_status check_preconditioners(const app_options *o) {
  for (int i = 0; i < o->preconditioners.count; i++)
    if (!o->preconditioners.item[i])
      return tc_status_create(TC_USAGE,
                              "--preconditioners auto: needs a matrix file instead of a config: use "
                              "its candidates jacobi,ssor,multigrid");
  return TC_OK;
}

static tc_status compare_methods(tc_command_call *call, tc_run_options *choice) {
  app_options *o = call->options;
  tc_option_numbers *sizes = &o->block_sizes;
  tc_session session = {0};
  const tc_strategy *strategy = NULL;
  tc_method_comparison methods = {.methods = o->methods.count,
                                  .preconditioners = o->preconditioners.count,
                                  .strategies = o->strategies.count,
                                  .method = o->methods.item,
                                  .preconditioner = o->preconditioners.item,
                                  .strategy = o->strategies.item};
  const tc_solver_set set = tc_method_comparison_set(&methods);
  choice->solvers = &set;
  tc_status status = TC_OK;
  TC_GUARD(status, check_preconditioners(o));
  TC_GUARD(status, tc_session_open(choice, &o->environment, call->world, &call->log, &session));
  TC_GUARD(status, check_systems(session.plan.config));
  warn_unused_keys(&session.plan);
  if (sizes->count == 0) sizes->item[sizes->count++] = session.plan.config->distribution.block_size;
  TC_GUARD(status, run_methods(&session, &methods, &strategy, sizes, call->out));
cleanup:
  tc_method_comparison_free(&methods);
  tc_session_close(&session);
  /* choice->solvers points to a local variable of this function */
  choice->solvers = NULL;
  return status;
}

/* ---- comparing strategies ---- */

static tc_status compare_strategies(tc_command_call *call, const tc_run_options *choice) {
  app_options *o = call->options;
  app_strategies *strategies = &o->strategies;
  tc_option_numbers *sizes = &o->block_sizes;
  tc_session session = {0};
  tc_status status = TC_OK;
  app_strategies_complete(strategies);
  TC_GUARD(status, tc_session_open(choice, &o->environment, call->world, &call->log, &session));
  const tc_config *config = session.plan.config;
  TC_GUARD(status, app_strategies_filter(config, tc_command_line_has(call, "--strategies"), strategies));
  if (sizes->count == 0) sizes->item[sizes->count++] = config->distribution.block_size;
  TC_GUARD(status, run_all(&session, strategies, sizes, call->out));
cleanup:
  tc_session_close(&session);
  return status;
}

/* ---- comparing orderings ---- */

static tc_status write_orders(const tc_order_comparison *orders, FILE *out) {
  const tc_session *s = orders->session;
  tc_report report;
  tc_order_comparison_fill_report(orders, &report);
  TC_TRY(tc_report_print(&report, tc_report_orders, out));
  TC_TRY(tc_run_options_write_reports(s->plan.options, s->plan.config, &report, tc_report_orders, out));
  return tc_order_comparison_check(orders);
}

/* Returns an error if the command line contains an option of another kind of comparison. `own` is the option
 * of this comparison, which the message names. */
static tc_status check_other_options(const tc_command_call *call, const char *own) {
  static const char *const others[] = {"--strategies", "--block-sizes", "--methods", "--preconditioners"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (tc_command_line_has(call, others[i]))
      return tc_status_create(TC_USAGE, "%s: cannot be combined with %s: remove one of them", others[i], own);
  return TC_OK;
}

static tc_status compare_orders(tc_command_call *call, const tc_run_options *choice) {
  app_options *o = call->options;
  app_order_list list;
  TC_TRY(check_other_options(call, "--orders or --order-blocks"));
  TC_TRY(app_list_orders(o, NULL, &list));
  tc_order_comparison orders = {.count = list.count, .rounds = o->rounds, .ordering = list.ordering};
  tc_status status = tc_order_comparison_run(choice, &o->environment, call->world, &call->log, &orders);
  if (!status) status = TC_ON_ROOT(call->world, write_orders(&orders, call->out));
  tc_order_comparison_free(&orders);
  return status;
}

/* ---- comparing methods of time integration ---- */

static tc_status compare_time_methods(tc_command_call *call, const tc_run_options *choice) {
  app_options *o = call->options;
  tc_time_study study = {0};
  tc_status status = TC_OK;
  TC_TRY(check_other_options(call, "--time-methods"));
  if (o->orders.count + o->order_blocks.count > 0)
    return tc_status_create(TC_USAGE, "--time-methods: cannot be combined with --orders or --order-blocks: "
                                      "remove one of them");
  TC_TRY(TC_ON_ROOT(call->world, app_prepare_time_study(choice, choice->replaces)));
  const tc_time_comparison_options options = {.options = choice,
                                              .methods = o->time_methods.count,
                                              .method = o->time_methods.item,
                                              .rounds = o->rounds,
                                              .reference = o->reference.method,
                                              .reference_steps = o->reference.steps};
  TC_GUARD(status, tc_time_comparison_run(&options, &o->environment, call->world, &call->log, &study));
  status =
      TC_ON_ROOT(call->world, app_write_time_study(choice, &study, tc_time_study_build_methods, call->out));
cleanup:
  tc_pool_free(&study.pool);
  return status;
}

/* ---- comparing numbers of Runge-Kutta stages in one pass ---- */

static tc_status compare_powers(tc_command_call *call, const tc_run_options *choice) {
  app_options *o = call->options;
  const tc_powers_comparison options = {o->powers.count, o->powers.item, o->rounds};
  tc_session session = {0};
  tc_powers_study study = {0};
  tc_status status = TC_OK;
  TC_TRY(check_other_options(call, "--powers"));
  TC_TRY(TC_ON_ROOT(call->world, app_prepare_time_study(choice, choice->replaces)));
  TC_GUARD(status, tc_session_open(choice, &o->environment, call->world, &call->log, &session));
  TC_GUARD(status, tc_powers_comparison_run(&session, &options, &study));
  status = TC_ON_ROOT(call->world, app_write_powers_study(choice, &study, call->out));
cleanup:
  tc_pool_free(&study.pool);
  tc_session_close(&session);
  return status;
}

static tc_status run_compare(tc_command_call *call) {
  app_options *o = call->options;
  tc_run_options choice = o->run;
  bool is_matrix;
  choice.replaces = call->command->name;
  TC_TRY(app_matrix_detect(call, &is_matrix));
  if (is_matrix) return app_compare_matrix(call, &choice);
  if (o->time_methods.count > 0) return compare_time_methods(call, &choice);
  if (o->reference.method) return tc_status_create(TC_USAGE, "--reference: needs --time-methods: add it");
  if (o->orders.count + o->order_blocks.count > 0) return compare_orders(call, &choice);
  if (o->powers.count > 0) return compare_powers(call, &choice);
  if (tc_command_line_has(call, "--rounds"))
    return tc_status_create(TC_USAGE,
                            "--rounds: needs --orders, --order-blocks, --time-methods or --powers: add one "
                            "of them");
  return o->methods.count + o->preconditioners.count > 0 ? compare_methods(call, &choice)
                                                         : compare_strategies(call, &choice);
}

#define NAMES(member, type) TC_OPTION_CHOICES(app_options, member, tc_##type)
static const tc_option table[] = {
    {"--strategies", "a,b", "strategies to compare", NAMES(strategies, strategy)},
    {"--block-sizes", "1024,4096", "block sizes in rows; default: the config's",
     APP_OPTION_NUMBERS(block_sizes)},
    {"--methods", "a,b", "solver methods to compare, or auto", NAMES(methods, method), .extra = "auto"},
    {"--preconditioners", "x,y", "preconditioners to compare, for matrix files also auto",
     NAMES(preconditioners, preconditioner), .extra = "auto"},
    {"--orders", "a,b", "orderings of the cells to compare", NAMES(orders, order)},
    {"--order-blocks", "64,4096,0", "sizes of METIS blocks in cells; 0 means one block per rank",
     APP_OPTION_NUMBERS(order_blocks), .extra = "0"},
    {"--time-methods", "a,b", "values of time.method to compare", NAMES(time_methods, integrator)},
    {"--reference", "METHOD:STEPS", "run with which fields of --time-methods are compared",
     TC_OPTION_SET(app_options, reference, app_reference, app_set_reference)},
    {"--powers", "1,2,4", "numbers of stages in one pass through the matrix to compare",
     APP_OPTION_NUMBERS(powers)},
    {"--rounds", "N", "rounds in which orderings, methods of time integration and powers are timed",
     APP_OPTION_WHOLE(rounds, 1), .initial = "3"},
    {0},
};

const tc_command app_command_compare = {
    .name = "compare",
    .summary = "run with several strategies, block sizes, solvers, orders or methods of time integration",
    .about =
        "Runs the steps of the config several times in one launch and prints one table. Writes no\n"
        "snapshots, histories or residuals.\n\n"
        "Strategies and block sizes (default): every strategy, or those of --strategies, with every block\n"
        "size on the same matrix. Exit code 1 if the fields of two strategies differ in one bit.\n\n"
        "Methods: --methods and --preconditioners run every pair of them instead of the config's, for\n"
        "time.method implicit or steady, with the config's strategy unless --strategies is given. The\n"
        "table shows iterations, their cost and the final residual. A pair that the matrix does not allow\n"
        "or that fails has a line with the reason; the command fails only if all pairs fail. Fields of\n"
        "different pairs must agree to solver.tolerance, steady states to 1/1000.\n\n"
        "Orders: --orders and --order-blocks run the steps with several orderings of the cells, all of\n"
        "which are in memory at the same time. Default: all orderings. Orderings of METIS blocks run with\n"
        "each block size, in cells; 0 means one block per rank. The orderings are timed alternately in N\n"
        "rounds (default: 3). The table shows the time per row, the forecasts of all models, and the cache\n"
        "levels from which values of neighbours are read.\n\n"
        "Time integration: --time-methods runs to time.end with several methods, alternately in N rounds,\n"
        "and prints steps, products, the error at the end, and times. `euler` makes its automatic steps\n"
        "unless time.dt is shorter, other methods steps of time.dt. Errors are differences from the run\n"
        "--reference; default: the method of the highest order, with 8 times its steps. Each method\n"
        "has the stabilisation that a run with it alone would have; diffusion.stabilisation sets one for "
        "all.\n\n"
        "Powers: --powers makes the steps of rkl2 or rkc2 with several numbers of stages in one pass\n"
        "through the matrix, alternately in N rounds, and prints the time of a stage. The first row is a\n"
        "step of euler. Exit code 1 if the fields of two numbers differ in one bit.\n\n"
        "Matrix files: if CONFIG is a matrix file (by its content, or its ending .mtx, .rua, .rsa, .pua,\n"
        ".psa or .rb), its system is solved, with RHS as for solve (configs/solve.md), and methods,\n"
        "preconditioners, strategies and block sizes are compared. Forecasts use the counted iterations.\n",
    .example =
        "example: mpirun -np 2 tetracast compare configs/ventricle.yaml -s distribution.kind=cyclic "
        "--block-sizes 1024,4096\n"
        "example: tetracast compare configs/methods.yaml --methods cg,bicgstab --preconditioners "
        "none,jacobi\n"
        "example: tetracast compare configs/ventricle.yaml --orders random,none,rcm,metis --order-blocks "
        "64,4096\n"
        "example: tetracast compare configs/cube.yaml --time-methods euler,implicit -s time.dt=1e-3\n"
        "example: mpirun -np 2 tetracast compare a.mtx --methods cg,gmres --preconditioners jacobi,ilu0\n",
    .options = table,
    .is_parallel = true,
    .check = app_options_check,
    .run = run_compare,
};
