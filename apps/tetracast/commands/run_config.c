#include "commands/run_config.h"

#include "io/config/config_check.h"
#include "run/outputs/outputs.h"
#include "run/session/strategy_choice.h"

static tc_status write_reports(const tc_session *s, const tc_run_outputs *o, FILE *out) {
  const tc_config *c = s->config;
  tc_report report;
  tc_session_report(s, &report);
  TC_TRY(tc_report_print(&report, tc_report_table, out));
  if (c->snapshots.file && !o->snapshots.is_skipped)
    fprintf(out, "Snapshots: %s (open the .xdmf file next to it in ParaView)\n", c->snapshots.file);
  if (c->history.file && !o->history.is_skipped) fprintf(out, "History: %s\n", c->history.file);
  if (c->solver.history && !o->residuals.is_skipped) fprintf(out, "Residuals: %s\n", c->solver.history);
  return tc_run_options_write_reports(s->options, s->config, &report, out);
}

/* Called on the root. Completes the report with the results of the run, then writes the table to `out` and
 * the report files. */
static tc_status finish_reports(const tc_session *s, const tc_run_outputs *outputs, const tc_rerun *again,
                                FILE *out) {
  TC_TRY(write_reports(s, outputs, out));
  return again ? tc_rerun_compare(again, s, out) : TC_OK;
}

static tc_status run_session(tc_session *s, const tc_strategy *strategy, tc_run_outputs *outputs) {
  tc_hook hook[TC_SESSION_HOOKS];
  const int hooks = tc_run_outputs_hooks(s, outputs, hook);
  return tc_session_run(s, strategy, s->config->distribution.block_size, hook, hooks);
}

/* Collective. Runs all phases from setup to report in order. Each phase returns the same status on every
 * rank. */
static tc_status run_phases(app_context *app, const tc_run_options *choice, tc_rerun *again, tc_session *s,
                            tc_run_outputs *outputs) {
  const tc_strategy *strategy = NULL;
  TC_TRY(tc_session_open(choice, &app->environment, app->world, &app->log, s));
  if (again) TC_TRY(tc_rerun_check(again, s));
  TC_TRY(tc_config_check_grid(s->config));
  TC_TRY(tc_run_outputs_prepare(s, outputs));
  TC_TRY(tc_session_set_up(s, s->config->distribution.block_size));
  TC_TRY(tc_session_hash_matrix(s));
  if (again) TC_TRY(tc_rerun_check_start(again, s));
  TC_TRY(tc_run_outputs_create(s, outputs));
  tc_session_free_mesh(s);
  TC_TRY(tc_session_select_strategy(s, &strategy));
  TC_TRY(tc_run_outputs_begin(s, outputs));
  TC_TRY(run_session(s, strategy, outputs));
  TC_TRY(tc_run_outputs_publish(s, outputs));
  return tc_world_agree(s->world, s->world->rank == 0 ? finish_reports(s, outputs, again, app->out) : TC_OK);
}

tc_status app_run_config(app_context *app, const tc_run_options *choice, tc_rerun *again) {
  tc_session session = {0};
  tc_run_outputs outputs = {0};
  tc_status status = run_phases(app, choice, again, &session, &outputs);
  tc_run_outputs_free(&session, &outputs);
  tc_session_close(&session);
  return status;
}
