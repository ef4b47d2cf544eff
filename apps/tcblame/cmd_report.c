/* `tcblame report`: what each variable, array, function and line cost. */
#include <stdio.h>

#include "command.h"
#include "report_input.h"

static const char usage[] =
    "usage: tcblame report DIR [OPTIONS]\n\n"
    "Tells of the samples that `tcblame run` left in a folder which variables they are blamed on (a sample "
    "counts for\n"
    "every variable that it helped to compute), which arrays their instructions used (each sample once), and "
    "more.\n\n"
    "  --by WHAT          columns for each rank or thread, or all (all)\n"
    "  --points LIST      functions between commas whose variables the view hybrid tells besides "
    "main's\n" TB_REPORT_OPTIONS_HELP
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
    status = tc_status_create(TC_USAGE, "report takes one folder of samples (see --help)");
  if (!status) status = report_folder(words.argv[0], &o);
  tb_report_options_free(&o);
  return status;
}

const tb_command tb_command_report = {
    .name = "report",
    .summary = "what each variable, array, function and line cost",
    .usage = usage,
    .run = run_report,
};
