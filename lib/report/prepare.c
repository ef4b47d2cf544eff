#include "base/file.h"
#include "io/folder.h"
#include "report/report.h"

tc_status tc_report_prepare_file(const char *path, const char *begin, const char *kind) {
  if (!path) return TC_OK;
  TC_TRY(tc_folder_prepare(path));
  return tc_file_replaceable(path, tc_file_begins(path, begin), kind);
}

tc_status tc_report_prepare(const char *json, const char *csv) {
  TC_TRY(tc_report_prepare_file(json, "{\n  \"program\": \"", "a JSON report of Tetracast"));
  return tc_report_prepare_file(csv, "strategy,distribution,block_size,", "a CSV report of Tetracast");
}
