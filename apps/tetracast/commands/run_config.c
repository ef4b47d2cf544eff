#include "commands/run_config.h"

#include "io/config/config_check.h"
#include "run/outputs/outputs.h"
#include "run/session/session.h"
#include "run/session/strategy_choice.h"

static tc_status write_reports(const tc_session *s, const tc_run_outputs *o, FILE *out) {
  const tc_config *c = s->plan.config;
  tc_report report;
  tc_session_report(s, &report);
  report.disk_B = o->disk_B;
  TC_TRY(tc_report_print(&report, tc_report_table, out));
  if (c->snapshots.file && !o->snapshots.is_skipped)
    fprintf(out, "Snapshots: %s (open the .xdmf file next to it in ParaView)\n", c->snapshots.file);
  if (c->history.file && !o->history.is_skipped) fprintf(out, "History: %s\n", c->history.file);
  if (c->solver.history && !o->residuals.is_skipped) fprintf(out, "Residuals: %s\n", c->solver.history);
  return tc_run_options_write_reports(s->plan.options, c, &report, out);
}

/* Called on the root. Completes the report with the results of the run, then writes the table to `out` and
 * the report files. */
static tc_status finish_reports(const tc_session *s, const tc_run_outputs *outputs, const tc_rerun *again,
                                FILE *out) {
  TC_TRY(write_reports(s, outputs, out));
  return again ? tc_rerun_compare(again, &s->prepared, s->results.result, out) : TC_OK;
}

/* Collective. Runs all phases from setup to report in order. Each phase returns the same status on every
 * rank. */
static tc_status run_phases(tc_command_call *call, const tc_run_options *choice, tc_rerun *again,
                            tc_session *s, tc_run_outputs *outputs) {
  const tc_strategy *strategy = NULL;
  tc_run_observers observers = {0};
  TC_TRY(tc_session_open(choice, &((app_options *)call->options)->environment, call->world, &call->log, s));
  const tc_config *c = s->plan.config;
  if (again) TC_TRY(tc_rerun_check(again, &s->plan));
  TC_TRY(tc_config_check_grid(c));
  TC_TRY(tc_run_outputs_prepare(&s->plan, outputs));
  TC_TRY(tc_session_set_up(s, c->distribution.block_size));
  TC_TRY(tc_problem_hash(s->prepared.problem, &s->prepared.matrix_hash));
  if (again) TC_TRY(tc_rerun_check_start(again, &s->prepared));
  TC_TRY(tc_run_outputs_create(&s->plan, &s->prepared, outputs));
  tc_plan_free_mesh(&s->plan);
  TC_TRY(tc_forecasts_select_strategy(&s->forecasts, &strategy));
  TC_TRY(tc_run_outputs_begin(&s->prepared, outputs, &observers));
  TC_TRY(tc_session_run(s, strategy, c->distribution.block_size, &observers));
  TC_TRY(tc_run_outputs_publish(&s->plan, outputs));
  return TC_ON_ROOT(call->world, finish_reports(s, outputs, again, call->out));
}

tc_status app_run_config(tc_command_call *call, const tc_run_options *choice, tc_rerun *again) {
  tc_session session = {0};
  tc_run_outputs outputs = {0};
  tc_status status = run_phases(call, choice, again, &session, &outputs);
  tc_run_outputs_free(&session.plan, &outputs);
  tc_session_close(&session);
  return status;
}
