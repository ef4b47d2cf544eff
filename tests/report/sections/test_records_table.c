#include "report/sections/records_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/document/render.h"
#include "support/expect.h"
#include "support/golden.h"

/* Returns the record of a job that took 10.5 s. */
static tc_job_record make_record(int64_t end_time, const char *scheme, double score, double bound_s) {
  tc_job_record r = {.end_time = end_time,
                     .version = TC_JOB_RECORD_VERSION,
                     .key = {0x3f0c, 1, 2, 1, "", "euler"},
                     .cells = 14312,
                     .steps = 2000,
                     .strategy = "neighbour",
                     .storage = "ell16",
                     .score = score,
                     .score_now = NAN,
                     .level = 0.95,
                     .bound_s = bound_s,
                     .probe = NAN};
  strcpy(r.key.scheme, scheme);
  r.measured_s[TC_JOB_GROUP_start] = 0.5;
  r.measured_s[TC_JOB_GROUP_steps] = 10.0;
  r.forecast_s[TC_JOB_GROUP_steps] = 9.0;
  return r;
}

static char *render(const tc_records_report *report, void (*write)(const tc_section *root, FILE *out)) {
  char *text = NULL;
  size_t size;
  tc_document document;
  FILE *out = open_memstream(&text, &size);
  tc_report_records_build(report, &document);
  expect_ok(tc_document_print(&document, write, out));
  fclose(out);
  return text;
}

/* One of three jobs ended within its bound, one exceeded its bound, and one had no bound. */
Test(records_table, jobs) {
  tc_job_record record[] = {make_record(1764357807, "gradient", NAN, NAN),
                            make_record(1764367807, "two-point", 0.0, 21.0),
                            make_record(1764377807, "gradient", log(2.0), 10.0)};
  record[2].score_now = log(1.1);
  const tc_records_report report = {"vm", "/home/anna/.cache/tetracast/vm.records", 3, record};
  char *text = render(&report, tc_document_text);
  expect_golden("report", "records.txt", text);
  free(text);
  text = render(&report, tc_document_json);
  cr_expect(strstr(text, "\"command\": \"records\"") && strstr(text, "\"identity\": \"vm\""), "%s", text);
  cr_expect(strstr(text, "\"bounds\": 2") && strstr(text, "\"held\": 1"), "%s", text);
  cr_expect(strstr(text, "\"mesh_hash\": \"0000000000003f0c\"") && !strstr(text, "nan"), "%s", text);
  free(text);
}

Test(records_table, no_jobs) {
  const tc_records_report report = {"vm", "vm.records", 0, NULL};
  char *text = render(&report, tc_document_text);
  cr_expect_str_eq(text, "vm.records\n0 records of vm\n");
  free(text);
  text = render(&report, tc_document_json);
  cr_expect(strstr(text, "\"records\": []"), "%s", text);
  free(text);
  const tc_records_report file = {NULL, "jobs.txt", 0, NULL};
  text = render(&file, tc_document_text);
  cr_expect_str_eq(text, "jobs.txt\n0 records\n");
  free(text);
  text = render(&file, tc_document_json);
  cr_expect(!strstr(text, "\"identity\": \"") && strstr(text, "\"file\": \"jobs.txt\""), "%s", text);
  free(text);
}
