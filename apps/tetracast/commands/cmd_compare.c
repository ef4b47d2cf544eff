/* `tetracast compare`: runs the same steps repeatedly in one launch and prints one table. By default it
 * varies strategies and block sizes. With --methods or --preconditioners it varies the solver, with --orders
 * or --order-blocks the ordering of the cells. Strategies and solvers are compared in one session with one
 * matrix, orderings in one session each (run/studies/compare_orders.c). All functions that have a parameter
 * tc_session are collective. The root writes the reports. */
#include "commands/command.h"
#include "options/list_options.h"
#include "run/session/duration.h"
#include "run/session/strategy_choice.h"
#include "run/studies/compare_methods.h"
#include "run/studies/compare_orders.h"
#include "solve/observe/monitor.h"

static tc_status write_reports(const tc_session *s, FILE *out) {
  tc_report report;
  tc_session_report(s, &report);
  if (s->plan.options->per_rank) TC_TRY(tc_report_print(&report, tc_report_table, out));
  TC_TRY(tc_report_print(&report, tc_report_comparison, out));
  TC_TRY(tc_run_options_write_reports(s->plan.options, s->plan.config, &report, out));
  return tc_results_check_fields(&s->results);
}

static tc_status warn_if_long(tc_forecasts *f, const app_strategy_list *strategies, int times) {
  char all[48], longest[48];
  tc_duration duration;
  TC_TRY(tc_duration_forecast(f, strategies->count, strategies->strategy, times, &duration));
  if (duration.all_s < tc_duration_long_s) return TC_OK;
  tc_number_format_duration(duration.all_s, all, sizeof all);
  tc_number_format_duration(duration.longest_s, longest, sizeof longest);
  tc_log_warn(f->prepared->plan->log,
              "the comparison takes about %s by the forecast, of which %s needs %s or more: select with "
              "--strategies or reduce the steps with -s time.steps=N",
              all, duration.longest->name, longest);
  return TC_OK;
}

static tc_status run_all(tc_session *s, const app_strategy_list *strategies, const app_number_list *sizes,
                         FILE *out) {
  for (int b = 0; b < sizes->count; b++) {
    TC_TRY(tc_session_set_up(s, sizes->number[b]));
    if (b == 0) TC_TRY(warn_if_long(&s->forecasts, strategies, sizes->count));
    for (int i = 0; i < strategies->count; i++) {
      tc_log_write(s->plan.log, TC_LOG_NORMAL, "%s, blocks of %d", strategies->strategy[i]->name,
                   (int)sizes->number[b]);
      TC_TRY(tc_session_run(s, strategies->strategy[i], sizes->number[b], NULL));
    }
  }
  return tc_world_agree(s->plan.world, s->plan.world->rank == 0 ? write_reports(s, out) : TC_OK);
}

/* Warns if the config sets solver.history, because a user who compares solvers may expect this file, but
 * `compare` does not write it. */
static void warn_unused_keys(const tc_plan *plan) {
  if (plan->config->solver.history)
    tc_log_warn(plan->log, "%s: compare does not write the residuals of its runs, so the file is not created",
                tc_config_location(plan->config, "solver.history"));
}

/* ---- comparing methods ---- */

static tc_status write_methods(const tc_session *s, FILE *out) {
  tc_report report;
  tc_session_report(s, &report);
  if (s->plan.options->per_rank) TC_TRY(tc_report_print(&report, tc_report_table, out));
  TC_TRY(tc_report_print(&report, tc_report_methods, out));
  return tc_run_options_write_reports(s->plan.options, s->plan.config, &report, out);
}

/* Collective. Runs every pair of method and preconditioner with each strategy of --strategies or, without
 * this option, with the config's strategy. The config's strategy is available only after setup. It is then
 * stored in *chosen, to which `methods` points. */
static tc_status run_methods(tc_session *s, tc_method_comparison *methods, const tc_strategy **chosen,
                             const app_number_list *sizes, FILE *out) {
  for (int b = 0; b < sizes->count; b++) {
    TC_TRY(tc_session_set_up(s, sizes->number[b]));
    if (methods->strategies == 0) {
      TC_TRY(tc_forecasts_select_strategy(&s->forecasts, chosen));
      methods->strategy = chosen;
      methods->strategies = 1;
    }
    TC_TRY(tc_method_comparison_run(s, methods, sizes->number[b]));
  }
  TC_TRY(tc_world_agree(s->plan.world, s->plan.world->rank == 0 ? write_methods(s, out) : TC_OK));
  return tc_world_agree(s->plan.world, tc_method_comparison_check(s, methods));
}

static tc_status check_systems(const tc_config *config) {
  if (config->time.method->solves) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: %s solves no systems, so there are no methods to compare: set it to implicit",
                          tc_config_location(config, "time.method"), config->time.method->name);
}

static tc_status compare_methods(app_context *app, tc_run_options *choice, const app_solver_list *solvers,
                                 const app_strategy_list *strategies, app_number_list *sizes) {
  tc_session session = {0};
  const tc_strategy *strategy = NULL;
  const bool named = app_arguments_value(&app->arguments, "strategies");
  tc_method_comparison methods = {.methods = solvers->methods,
                                  .preconditioners = solvers->preconditioners,
                                  .strategies = named ? strategies->count : 0,
                                  .method = solvers->method,
                                  .preconditioner = solvers->preconditioner,
                                  .strategy = strategies->strategy};
  const tc_solver_set set = tc_method_comparison_set(&methods);
  choice->solvers = &set;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_session_open(choice, &app->environment, app->world, &app->log, &session));
  TC_GUARD(status, check_systems(session.plan.config));
  warn_unused_keys(&session.plan);
  if (sizes->count == 0) sizes->number[sizes->count++] = session.plan.config->distribution.block_size;
  TC_GUARD(status, run_methods(&session, &methods, &strategy, sizes, app->out));
cleanup:
  tc_method_comparison_free(&methods);
  tc_session_close(&session);
  choice->solvers = NULL; /* it pointed to the local variable `set`, which is invalid after the return */
  return status;
}

/* ---- comparing strategies ---- */

static tc_status compare_strategies(app_context *app, const tc_run_options *choice,
                                    app_strategy_list *strategies, app_number_list *sizes) {
  tc_session session = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, tc_session_open(choice, &app->environment, app->world, &app->log, &session));
  TC_GUARD(status, app_list_supported_strategies(&app->arguments, session.plan.config, strategies));
  if (sizes->count == 0) sizes->number[sizes->count++] = session.plan.config->distribution.block_size;
  TC_GUARD(status, run_all(&session, strategies, sizes, app->out));
cleanup:
  tc_session_close(&session);
  return status;
}

/* ---- comparing orderings ---- */

enum { usual_rounds = 3 };

static tc_status write_orders(const tc_order_comparison *orders, FILE *out) {
  const tc_session *s = orders->session;
  tc_report report;
  tc_order_comparison_fill_report(orders, &report);
  TC_TRY(tc_report_print(&report, tc_report_orders, out));
  TC_TRY(tc_run_options_write_reports(s->plan.options, s->plan.config, &report, out));
  return tc_order_comparison_check(orders);
}

static tc_status compare_orders(app_context *app, const tc_run_options *choice) {
  static const char *const others[] = {"strategies", "block-sizes", "methods", "preconditioners"};
  app_order_list list;
  int32_t rounds = usual_rounds;
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    if (app_arguments_value(&app->arguments, others[i]))
      return tc_status_create(TC_USAGE,
                              "--%s: cannot be combined with --orders or --order-blocks: remove one of them",
                              others[i]);
  TC_TRY(app_list_orders(&app->arguments, NULL, &list));
  TC_TRY(app_arguments_integer(&app->arguments, "rounds", 1, &rounds));
  tc_order_comparison orders = {.count = list.count, .rounds = rounds, .ordering = list.ordering};
  tc_status status = tc_order_comparison_run(choice, &app->environment, app->world, &app->log, &orders);
  if (!status) status = app->world->rank == 0 ? write_orders(&orders, app->out) : TC_OK;
  status = tc_world_agree(app->world, status);
  tc_order_comparison_free(&orders);
  return status;
}

static bool compares_orders(const app_arguments *arguments) {
  return app_arguments_value(arguments, "orders") || app_arguments_value(arguments, "order-blocks");
}

static tc_status run_compare(app_context *app) {
  tc_run_options choice;
  app_strategy_list strategies;
  app_solver_list solvers;
  app_number_list sizes;
  TC_TRY(app_arguments_run_options(&app->arguments, &choice));
  choice.replaces = app->environment.command;
  if (compares_orders(&app->arguments)) return compare_orders(app, &choice);
  if (app_arguments_value(&app->arguments, "rounds"))
    return tc_status_create(TC_USAGE, "--rounds: needs --orders or --order-blocks: add one of them");
  TC_TRY(app_list_strategies(&app->arguments, &strategies));
  TC_TRY(app_list_numbers(&app->arguments, "block-sizes", NULL, &sizes));
  TC_TRY(app_list_solvers(&app->arguments, &solvers));
  if (solvers.methods + solvers.preconditioners > 0)
    return compare_methods(app, &choice, &solvers, &strategies, &sizes);
  return compare_strategies(app, &choice, &strategies, &sizes);
}

const app_command app_command_compare = {
    .name = "compare",
    .summary = "run the same steps with several strategies, block sizes, methods or orders",
    .usage =
        "usage: [mpirun -np P] tetracast compare CONFIG [--strategies a,b] [--block-sizes 1024,4096]\n"
        "                                [--methods a,b] [--preconditioners x,y]\n"
        "                                [--orders a,b] [--order-blocks 64,4096,0] [--rounds N]\n"
        "                                [--machine FILE] [--model NAME] [-s key.sub=value]...\n"
        "                                [--json FILE] [--csv FILE] [-q] [-v]\n\n"
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
        "  -v   also shows every part and every rank\n\n"
        "example: mpirun -np 2 tetracast compare configs/ventricle.yaml -s distribution.kind=cyclic "
        "--block-sizes 1024,4096\n"
        "example: tetracast compare configs/methods.yaml --methods cg,bicgstab --preconditioners "
        "none,jacobi\n"
        "example: tetracast compare configs/ventricle.yaml --orders random,none,rcm,metis --order-blocks "
        "64,4096\n",
    .options = (const char *const[]){"--strategies", "--block-sizes", "--methods", "--preconditioners",
                                     "--orders", "--order-blocks", "--rounds", "--machine", "--model", "-s",
                                     "--json", "--csv", NULL},
    .run = run_compare,
};
