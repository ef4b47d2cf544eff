#include "report/file.h"
#include "report/report.h"

static void write_row(const tc_report *report, const tc_result *result, int part, FILE *out) {
  fprintf(out, "%s,%s,%d,%d,%d,%d,%s,%.9g,", result->strategy, result->distribution, (int)result->block_size,
          report->ranks, report->threads, report->nodes, part < 0 ? "total" : tc_part_name(part),
          tc_result_measured_s(result, report->ranks, part));
  if (result->predicted) fprintf(out, "%.9g", tc_result_predicted_s(result, report->ranks, part));
  fputc('\n', out);
}

tc_status tc_report_csv(const tc_report *report, const char *path) {
  tc_report_file file;
  TC_TRY(tc_report_file_open(path, &file));
  fprintf(file.out, "strategy,distribution,block_size,ranks,threads,nodes,part,measured_s,predicted_s\n");
  for (int i = 0; i < report->results; i++)
    for (int part = -1; part < TC_PART_COUNT; part++) write_row(report, &report->result[i], part, file.out);
  return tc_report_file_commit(&file);
}
