/* Helpers that write a sample report as JSON and check numbers and words in the text. Tests of JSON reports
 * include this header. */
#ifndef TC_TESTS_REPORT_JSON_REPORT_H
#define TC_TESTS_REPORT_JSON_REPORT_H

#include <stdlib.h>

#include "io/mesh/mesh_files.h"
#include "report/json_reader.h"
#include "report/sample.h"
#include "support/expect.h"

static inline char *json_of(const folder *f, const sample *s) {
  char path[400];
  file_path(f, "out.json", path);
  expect_ok(tc_report_json(&s->report, path));
  cr_assert_eq(folder_files(f, 0), 1, "no file except the report");
  char *text = file_text(f, "out.json");
  cr_assert(json_valid(text), "%s", text);
  return text;
}

static inline void expect_number(const char *text, const char *path, double wanted) {
  const char *found = json_find(text, path);
  cr_assert_not_null(found, "no %s", path);
  cr_assert(strchr("-0123456789", *found), "%s is %.20s", path, found);
  cr_assert_eq(strtod(found, NULL), wanted, "%s is %.20s, not %.17g", path, found, wanted);
}

static inline void expect_word(const char *text, const char *path, const char *wanted) {
  const char *found = json_find(text, path);
  cr_assert_not_null(found, "no %s", path);
  cr_assert_eq(strncmp(found, wanted, strlen(wanted)), 0, "%s is %.40s, not %s", path, found, wanted);
  cr_assert(strchr(",\n}] ", found[strlen(wanted)]), "%s is %.40s, not %s", path, found, wanted);
}

#endif
