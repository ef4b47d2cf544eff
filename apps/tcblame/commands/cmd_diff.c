/* Command `tcblame diff`: compares the reports of several runs. */
#include <stdio.h>

#include "base/core/memory.h"
#include "blame/report/diff.h"
#include "commands/command.h"
#include "launch/report_input.h"

/* Input of each compared run and the reports of all runs. There is one run per directory of the command
 * line. */
typedef struct compared_runs {
  int count;
  tb_report_input input[TB_DIFF_RUNS];
  tb_report report[TB_DIFF_RUNS];
} compared_runs;

static void free_runs(compared_runs *runs) {
  for (int r = 0; r < runs->count; r++) {
    tb_report_clear(&runs->report[r]);
    tb_report_input_free(&runs->input[r]);
  }
  tc_free(runs);
}

/* Reads the samples and facts of all runs. If the facts of one run are missing, all runs are compared without
 * the views that need facts. */
static tc_status open_runs(tb_report_options *o, compared_runs *runs) {
  runs->count = o->folders.count;
  for (int r = 0; r < runs->count; r++) TC_TRY(tb_report_input_open(o->folders.item[r], o, &runs->input[r]));
  for (int r = 0; r < runs->count; r++)
    TC_TRY(tb_report_build(runs->input[r].selection, o->is_selected, &runs->report[r]));
  return TC_OK;
}

static tc_status write_diff(const tb_diff *diff, const tb_report_options *o) {
  tb_diff_text(diff, stdout);
  if (o->json) TC_TRY(tb_diff_json(diff, o->json));
  if (o->csv) TC_TRY(tb_diff_csv(diff, o->csv));
  return o->html ? tb_diff_html(diff, o->html) : TC_OK;
}

static tc_status run_diff(tc_command_call *call) {
  tb_report_options *o = call->options;
  compared_runs *runs = NULL;
  tb_diff diff = {0};
  tc_status status = TC_OK;
  if (o->folders.count < 2 || o->folders.count > TB_DIFF_RUNS)
    return tc_status_create(TC_USAGE,
                            "diff: the number of directories is %d: name 2 to %d directories of samples",
                            o->folders.count, TB_DIFF_RUNS);
  TC_TRY(tb_report_options_prepare(o, TB_VIEW_hybrid));
  TC_TRY(TC_ALLOC_ZERO(runs, 1));
  TC_GUARD(status, open_runs(o, runs));
  TC_GUARD(status, tb_diff_build(runs->count, o->folders.item, runs->report, &diff));
  status = write_diff(&diff, o);
cleanup:
  tb_diff_clear(&diff);
  free_runs(runs);
  return status;
}

const tc_command tb_command_diff = {
    .name = "diff",
    .summary = "compare several runs: shares, CPU time and speed-up",
    .about =
        "Compares 2 to 16 runs: the share of each variable and array in each run, and the speed-up over the\n"
        "first run. The speed-up is that of the CPU time or, with --from, that of the time within the "
        "function.\n"
        "Each DIR contains samples of `tcblame run`. If the programs differ, each needs its own DIR/facts.\n",
    .example = "example: tcblame analyze -p build-blame -o out/facts\n"
               "         tcblame diff out/condensed out/fine --facts out/facts --from tc_step_run\n",
    .options = tb_report_options_table,
    .size = sizeof(tb_report_options),
    .run = run_diff,
};
