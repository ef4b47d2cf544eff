#include "base/file/directory.h"
#include "base/file/file.h"
#include "base/text/line.h"
#include "report/document/report.h"

tc_status tc_report_prepare_file(const char *path, const char *begin, const char *kind) {
  if (!path) return TC_OK;
  TC_TRY(tc_directory_prepare(path));
  return tc_file_check_replaceable(path, tc_file_starts_with(path, begin), kind);
}

tc_status tc_report_prepare(const char *program, const char *json, const char *csv) {
  tc_line begin = {0}, kind = {0};
  tc_line_add(&begin, "{\n  \"program\": \"%s\"", program);
  tc_line_add(&kind, "a JSON report of %s", program);
  TC_TRY(tc_report_prepare_file(json, begin.text, kind.text));
  return tc_report_prepare_file(csv, "strategy,distribution,block_size,", "a CSV report of Tetracast");
}
