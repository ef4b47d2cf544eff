#include <stdlib.h>

#include "commands/command.h"
#include "io/machine/cache_folder.h"
#include "io/machine/job_records.h"
#include "io/machine/job_records_case.h"
#include "support/program.h"

/* Runs a command line of the program in this process and returns its output. The caller frees the text. */
static char *output_of(const char *line) {
  tc_command_call call;
  char *text = NULL;
  size_t size;
  expect_ok(call_parse(&app_program, line, &call));
  call.out = open_memstream(&text, &size);
  expect_ok(call.command->run(&call));
  fclose(call.out);
  call_end(&call);
  return text;
}

static void expect_output(const char *line, const char *part) {
  char *text = output_of(line);
  cr_expect(strstr(text, part), "%s prints %s", line, text);
  free(text);
}

static void expect_refused(const char *line, tc_code code, const char *message) {
  tc_command_call call;
  tc_status status = call_parse(&app_program, line, &call);
  if (!status) status = call.command->run(&call);
  expect_error(status, code, message);
  call_end(&call);
}

Test(records, command) {
  folder whole = folder_make(), cache = cache_use(&whole);
  char line[200], json[100];
  tc_job_records_place place;
  unsetenv("SLURM_CLUSTER_NAME");
  tc_job_records_find("auto", "lumi", &place);
  for (int i = 1; i < 4; i++) {
    const tc_job_record record = record_make(i);
    cr_assert(tc_job_records_append(&place, NULL, &record));
  }
  snprintf(json, sizeof json, "%s/r.json", whole.path);
  snprintf(line, sizeof line, "records --identity lumi --json %s", json);
  expect_output(line, "3 records of lumi: 3 of 3 bounds held (100 %)");
  expect_output("records", "0 records of ");
  char *text = file_text(&whole, "r.json");
  cr_expect(strstr(text, "lumi.records") && strstr(text, "\"steps\": 3"), "%s", text);
  free(text);
  expect_output("records --identity lumi --reset", "removed the forecast records of lumi: ");
  expect_output("records --identity lumi", "0 records of lumi");
  expect_output("records --identity lumi --reset", "there were no forecast records of lumi: ");
  cache_remove(&whole, &cache);
}

/* The option --file names a record file outside the machine cache, as the config key forecast.records
 * does. */
Test(records, file) {
  folder whole = folder_make(), cache = cache_use(&whole);
  char path[400], line[500];
  tc_job_records_place place;
  const tc_job_record record = record_make(1);
  file_path(&whole, "jobs.txt", path);
  tc_job_records_find(path, NULL, &place);
  cr_assert(tc_job_records_append(&place, NULL, &record));
  snprintf(line, sizeof line, "records --file %s", path);
  expect_output(line, "jobs.txt\n");
  expect_output(line, "\n1 record: 1 of 1 bound held (100 %)");
  snprintf(line, sizeof line, "records --reset --file %s", path);
  expect_output(line, "removed the forecast records: ");
  expect_output(line, "there were no forecast records: ");
  file_write(&whole, "jobs.txt", "a letter to the committee\n");
  expect_refused(line, TC_INPUT, "jobs.txt: is not a file of forecast records");
  snprintf(line, sizeof line, "records --file %s", path);
  expect_refused(line, TC_INPUT, "jobs.txt: contains no usable forecast records: set it to another path");
  char *text = file_text(&whole, "jobs.txt");
  cr_expect_str_eq(text, "a letter to the committee\n");
  free(text);
  expect_output("records", "0 records of ");
  cache_remove(&whole, &cache);
}

Test(records, mistakes) {
  folder whole = folder_make(), cache = cache_use(&whole);
  char line[200];
  expect_refused("records --reset --json r.json", TC_USAGE, "--reset writes no report: remove --json");
  expect_refused("records config.yaml", TC_USAGE, "config.yaml");
  expect_refused("records --file a --identity vm", TC_USAGE,
                 "--identity and --file: both select the records: remove one of the two");
  expect_refused("records --file=", TC_USAGE,
                 "--file: the path is empty: set it, for example to ./jobs.records");
  expect_refused("records --file none", TC_USAGE,
                 "--file none: none is a value of the key forecast.records, not a file: for a file of this "
                 "name write ./none");
  expect_refused("records --identity=", TC_USAGE, "--identity: the name is empty: set it to a machine");
  tc_job_records_place place;
  const tc_job_record record = record_make(1);
  tc_job_records_find("auto", "lumi", &place);
  cr_assert(tc_job_records_append(&place, NULL, &record));
  snprintf(line, sizeof line, "records --identity lumi --json %.100s", place.path);
  expect_refused(line, TC_USAGE, "lumi.records");
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HOME");
  expect_refused("records", TC_USAGE, "set XDG_CACHE_HOME or HOME");
  cache_remove(&whole, &cache);
}
