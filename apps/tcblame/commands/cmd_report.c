/* Command `tcblame report`: shows the cost of each variable, array, function and line of one run. */
#include <stdio.h>

#include "commands/command.h"
#include "launch/report_input.h"

static const char usage[] =
    "usage: tcblame report DIR [OPTIONS]\n\n"
    "Reads the samples that `tcblame run` wrote to a directory. Shows the variables that are blamed for\n"
    "them (a sample counts for every variable that it helped to compute), the arrays that their\n"
    "instructions used (a sample counts once), and other views.\n\n"
    "  --by WHAT          columns: one per rank, one per thread, or none for all (default: all)\n"
    "  --points LIST      comma-separated functions whose variables the view hybrid shows in addition to\n"
    "                     those of main\n" TB_REPORT_OPTIONS_HELP
    "example: tcblame report out/blame --facts out/facts --from tc_step_run --by rank\n";

static tc_status write_report(const tb_report *report, const tb_report_options *o) {
  tb_report_text(report, stdout);
  if (o->json) TC_TRY(tb_report_json(report, o->json));
  return o->csv ? tb_report_csv(report, o->csv) : TC_OK;
}

static tc_status report_folder(const char *folder, tb_report_options *o) {
  tb_report_input reading = {0};
  tb_report report = {0};
  tc_status status = TC_OK;
  TC_GUARD(status, tb_report_options_prepare(o, TB_VIEWS));
  TC_GUARD(status, tb_report_input_open(folder, o, &reading));
  TC_GUARD(status, tb_report_build(reading.selection, o->chosen, &report));
  status = write_report(&report, o);
cleanup:
  tb_report_clear(&report);
  tb_report_input_free(&reading);
  return status;
}

static tc_status run_report(int argc, char **argv, int *code) {
  tb_report_options o = tb_report_options_default();
  tb_arguments words;
  (void)code;
  tc_status status = tb_options_parse(tb_report_options_known, argc, argv, &o, &words, NULL);
  if (!status && words.count != 1)
    status =
        tc_status_create(TC_USAGE, "report: needs one directory of samples but has %d: name one (see --help)",
                         words.count);
  if (!status) status = report_folder(words.argv[0], &o);
  tb_report_options_free(&o);
  return status;
}

const tb_command tb_command_report = {
    .name = "report",
    .summary = "show the cost of each variable, array, function and line",
    .usage = usage,
    .run = run_report,
};
