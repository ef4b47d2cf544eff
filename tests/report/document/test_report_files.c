/* Tests that a command replaces only reports that the same command has written. */
#include <string.h>

#include "io/mesh/mesh_files.h"
#include "report/document/report.h"
#include "report/sample.h"
#include "support/expect.h"

/* Writes the sample as reports of the command `written`, then checks whether `command` may replace them. If
 * `command` is "none", checks only the CSV report. */
static tc_status check_written(const char *written, const char *command, const char *json, const char *csv) {
  static sample s;
  sample_fill(&s);
  s.report.run.command = written;
  for (int i = 0; i < s.report.results; i++) s.result[i].dry_run = strcmp(written, "predict") == 0;
  expect_ok(tc_report_json(&s.report, json));
  expect_ok(tc_report_csv(&s.report, csv));
  return tc_report_check_command(command, strcmp(command, "none") == 0 ? NULL : json, csv);
}

Test(report_files, a_command_replaces_only_its_own_reports) {
  char json[400], csv[400];
  folder f = folder_make();
  file_path(&f, "r.json", json);
  file_path(&f, "r.csv", csv);
  expect_ok(tc_report_check_command("predict", NULL, NULL));
  expect_ok(tc_report_check_command("predict", json, csv));
  expect_ok(check_written("predict", "predict", json, csv));
  expect_ok(check_written("compare", "compare", json, csv));
  expect_error(check_written("run", "predict", json, csv), TC_OUTPUT,
               "r.json: is a report of tetracast run: use another name or remove it");
  expect_error(check_written("predict", "compare", json, csv), TC_OUTPUT,
               "a report of tetracast predict: use");
  folder_remove(&f);
}

/* A CSV report does not contain the name of its command. It has measured times only if it comes from a run,
 * so runs and dry runs must not replace each other's files. */
Test(report_files, measured_times_and_forecasts_differ) {
  char json[400], csv[400];
  folder f = folder_make();
  file_path(&f, "r.json", json);
  file_path(&f, "r.csv", csv);
  expect_ok(check_written("run", "none", json, csv));
  expect_error(tc_report_check_command("predict", NULL, csv), TC_OUTPUT,
               "r.csv: is a report of a run with measured times: use another name or remove it");
  expect_error(check_written("predict", "none", json, csv), TC_OUTPUT,
               "r.csv: is a report of tetracast predict: use another name or remove it");
  file_write(&f, "r.csv", "strategy,distribution,block_size,\n");
  expect_ok(tc_report_check_command("predict", NULL, csv));
  expect_ok(tc_report_check_command("compare", NULL, csv));
  folder_remove(&f);
}

/* Only the member `command` of the outermost JSON object counts. Members of nested objects and long lines
 * before it must be skipped. A report without this member has an unknown command. An empty file may be
 * replaced. */
Test(report_files, only_the_member_of_the_report_counts) {
  char json[400], text[2000];
  folder f = folder_make();
  file_path(&f, "r.json", json);
  snprintf(text, sizeof text,
           "{\n  \"program\": \"tetracast\",\n  \"title\": \"%0900d\",\n  \"a\": {\n    \"command\": "
           "\"run\"\n  },\n"
           "  \"command\": \"mesh info\"\n}\n",
           1);
  file_write(&f, "r.json", text);
  expect_ok(tc_report_check_command("mesh info", json, NULL));
  expect_error(tc_report_check_command("mesh check", json, NULL), TC_OUTPUT,
               "a report of tetracast mesh info:");
  file_write(&f, "r.json", "{\n  \"program\": \"tetracast\"\n}\n");
  expect_error(tc_report_check_command("levels", json, NULL), TC_OUTPUT,
               "a report of an unknown command: use");
  file_write(&f, "r.json", "");
  expect_ok(tc_report_check_command("levels", json, NULL));
  folder_remove(&f);
}
