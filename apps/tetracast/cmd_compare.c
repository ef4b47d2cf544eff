/* `tetracast compare`: the same steps with every strategy and block size, in one launch on the same matrix.
 */
#include "command.h"
#include "lists.h"
#include "run/duration.h"
#include "solve/monitor.h"

/* Seconds from which on a warning is due. */
static const double long_s = 600.0;

static tc_status write_reports(const tc_session *s, FILE *out) {
  tc_report report;
  tc_session_report(s, &report);
  if (s->choice->per_rank) tc_report_table(&report, out);
  tc_report_comparison(&report, out);
  TC_TRY(tc_run_choice_write(s->choice, s->config, &report, out));
  return tc_results_check_fields(&s->results);
}

static tc_status warn_if_long(tc_session *s, const tc_strategy_list *strategies, int times) {
  char all[48], longest[48];
  tc_duration duration;
  TC_TRY(tc_duration_forecast(s, strategies->count, strategies->strategy, times, &duration));
  if (duration.all_s < long_s) return TC_OK;
  tc_monitor_duration(duration.all_s, all, sizeof all);
  tc_monitor_duration(duration.longest_s, longest, sizeof longest);
  tc_log_warn(s->log,
              "this takes about %s by the forecast, of which %s %s or more; --strategies leaves some out, -s "
              "time.steps=N makes it shorter",
              all, duration.longest->name, longest);
  return TC_OK;
}

static tc_status march_all(tc_session *s, const tc_strategy_list *strategies, const tc_number_list *sizes,
                           FILE *out) {
  for (int b = 0; b < sizes->count; b++) {
    TC_TRY(tc_session_set_up(s, sizes->number[b]));
    if (b == 0) TC_TRY(warn_if_long(s, strategies, sizes->count));
    for (int i = 0; i < strategies->count; i++) {
      tc_log_note(s->log, TC_LOG_NORMAL, "%s, blocks of %d", strategies->strategy[i]->name,
                  (int)sizes->number[b]);
      TC_TRY(tc_session_march(s, strategies->strategy[i], sizes->number[b], NULL, 0));
    }
  }
  return tc_world_agree(s->world, s->world->rank == 0 ? write_reports(s, out) : TC_OK);
}

static tc_status run(tc_app *app) {
  tc_session session = {0};
  tc_run_choice choice;
  tc_strategy_list strategies;
  tc_number_list sizes;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_arguments_choose(&app->arguments, &choice));
  TC_GUARD(status, tc_list_strategies(&app->arguments, &strategies));
  TC_GUARD(status, tc_list_numbers(&app->arguments, "block-sizes", NULL, &sizes));
  TC_GUARD(status, tc_session_open(&choice, &app->circumstances, app->world, &app->log, &session));
  if (sizes.count == 0) sizes.number[sizes.count++] = session.config->distribution.block_size;
  TC_GUARD(status, march_all(&session, &strategies, &sizes, app->out));
cleanup:
  tc_session_close(&session);
  return status;
}

const tc_command tc_command_compare = {
    .name = "compare",
    .summary = "the same steps with every strategy and block size; one table",
    .usage = "usage: [mpirun -np P] tetracast compare CONFIG [--strategies a,b] [--block-sizes 1024,4096]\n"
             "                                [--machine FILE] [--model NAME] [-s key.sub=value]...\n"
             "                                [--json FILE] [--csv FILE] [-q] [-v]\n\n"
             "Runs the config's steps with every strategy (or those named) and block size in one launch on "
             "the same\n"
             "matrix, writes no snapshots, prints one table, and fails when the strategies' fields differ in "
             "one bit.\n"
             "-v shows every part and rank of each as well.\n\n"
             "example: mpirun -np 2 tetracast compare configs/ventricle.yaml -s distribution.kind=cyclic "
             "--block-sizes 1024,4096\n",
    .options = (const char *const[]){"--strategies", "--block-sizes", "--machine", "--model", "-s", "--json",
                                     "--csv", NULL},
    .run = run,
};
