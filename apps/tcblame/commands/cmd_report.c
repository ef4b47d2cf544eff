/* Command `tcblame report`: shows the cost of each variable, array, function and line of one run. */
#include <stdio.h>

#include "commands/command.h"
#include "launch/report_input.h"

static tc_status write_report(const tb_report *report, const tb_report_options *o) {
  tb_report_text(report, stdout);
  if (o->json) TC_TRY(tb_report_json(report, o->json));
  if (o->csv) TC_TRY(tb_report_csv(report, o->csv));
  return o->html ? tb_report_html(report, o->html) : TC_OK;
}

static tc_status run_report(tc_command_call *call) {
  tb_report_options *o = call->options;
  tb_report_input input = {0};
  tb_report report = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, tb_report_options_prepare(o, TB_VIEWS));
  TC_GUARD(status, tb_report_input_open(o->folders.item[0], o, &input));
  TC_GUARD(status, tb_report_build(input.selection, o->is_selected, &report));
  status = write_report(&report, o);
cleanup:
  tb_report_clear(&report);
  tb_report_input_free(&input);
  tb_report_options_free(o);
  return status;
}

const tc_command tb_command_report = {
    .name = "report",
    .summary = "show the cost of each variable, array, function and line",
    .about =
        "Reads the samples that `tcblame run` wrote to a directory. Shows the variables that are blamed for\n"
        "them (a sample counts for every variable that it helped to compute), the arrays that their\n"
        "instructions used (a sample counts once), and other views.\n",
    .example = "example: tcblame report out/blame --facts out/facts --from tc_step_run --by rank\n",
    .options = tb_report_options_table,
    .size = sizeof(tb_report_options),
    .run = run_report,
};
