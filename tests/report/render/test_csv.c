#include <stdlib.h>

#include "io/mesh/mesh_files.h"
#include "report/document/report.h"
#include "report/sample.h"
#include "support/expect.h"

static char *csv_of(const folder *f, const sample *s) {
  char path[400];
  file_path(f, "out.csv", path);
  expect_ok(tc_report_csv(&s->report, path));
  cr_assert_eq(folder_files(f, 0), 1, "no file except the report");
  return file_text(f, "out.csv");
}

static int commas(const char *line) {
  int count = 0;
  for (; *line && *line != '\n'; line++) count += *line == ',';
  return count;
}

/* Appends the remaining fields of a line: the forecast of the main model `paper`, then the forecasts of all
 * models. Fields of missing forecasts are empty. */
static void append_forecasts(char *line, size_t size, bool paper, bool refined, double predicted,
                             double measured) {
  size_t n = strlen(line);
  for (int i = 0; i < 2; i++)
    n += (size_t)(paper ? snprintf(line + n, size - n, "%.9g,", predicted)
                        : snprintf(line + n, size - n, ","));
  n += (size_t)snprintf(line + n, size - n, ",,,"); /* no paper-cached, paraiso and patterns */
  if (refined) n += (size_t)snprintf(line + n, size - n, "%.9g", 2.0 * measured);
  snprintf(line + n, size - n, ",,,,,rcm,64\n"); /* no hierarchy, method, preconditioner and iterations */
}

/* Expects the lines of both strategies. If `refined` is true, the first strategy also has a forecast of the
 * model `refined`. */
static void expect_rows(const sample *s, bool refined) {
  static const char head[] = "strategy,distribution,block_size,ranks,threads,nodes,part,measured_s,predicted_"
                             "s,paper_s,paper-cached_s,paraiso_s,patterns_s,refined_s,hierarchy_s,"
                             "method,preconditioner,iterations,order,order_block\n";
  folder f = folder_make();
  char *text = csv_of(&f, s), *at = text, wanted[200];
  cr_assert_eq(strncmp(text, head, strlen(head)), 0, "%s", text);
  at += strlen(head);
  for (int i = 0; i < 2; i++)
    for (int p = -1; p < TC_PHASE_COUNT; p++) {
      double measured = p < 0 ? 0x1p-4 : 0x1p-9 * (p + 1);
      double predicted = p < 0 ? 0x1p-5 : p == 0 ? 0x1.8p-9 : measured;
      snprintf(wanted, sizeof wanted, "%s,metis,512,2,1,2,%s,%.9g,", i ? "none" : "condensed",
               p < 0 ? "total" : tc_phase_name(p), measured);
      append_forecasts(wanted, sizeof wanted, i == 0, i == 0 && refined, predicted, measured);
      cr_assert_eq(commas(at), commas(head));
      cr_assert_eq(strncmp(at, wanted, strlen(wanted)), 0, "expected %s, found %s", wanted, at);
      at += strlen(wanted);
    }
  cr_assert_str_eq(at, "");
  free(text);
  folder_remove(&f);
}

Test(csv, one_row_for_each_result_and_part) {
  static sample s;
  sample_fill(&s);
  sample_forecast(&s, (double[TC_PHASE_COUNT]){0.5}, -0.5);
  expect_rows(&s, false);
  sample_refine(&s, 1.0);
  expect_rows(&s, true);
}

/* If every run failed, the report has no results, but it must have the heading. */
Test(csv, no_results) {
  static sample s;
  folder f = folder_make();
  sample_fill(&s);
  s.report.results = 0;
  char *text = csv_of(&f, &s);
  cr_assert_eq(strncmp(text, "strategy,distribution,", 22), 0, "%s", text);
  cr_assert_str_eq(strchr(text, '\n'), "\n");
  free(text);
  folder_remove(&f);
}

/* In a report of dry runs, each result has its own numbers of ranks and nodes, and no measured times. */
Test(csv, imagined) {
  static sample s;
  folder f = folder_make();
  sample_fill(&s);
  sample_refine(&s, 1.0);
  s.report.model = TC_MODEL_refined;
  s.report.ranks = s.report.nodes = 0;
  s.result[0].dry_run = true;
  s.result[1].ranks = s.result[1].nodes = 1;
  char *text = csv_of(&f, &s);
  cr_assert_not_null(strstr(text, "\ncondensed,metis,512,2,1,2,total,,0.125,0.0625,,,,0.125,,,,,rcm,64\n"),
                     "%s", text);
  cr_assert_not_null(strstr(text, "\nnone,metis,512,1,1,1,total,0.03125,,,,,,,,,,,rcm,64\n"), "%s", text);
  free(text);
  folder_remove(&f);
}

/* Numbers have nine significant digits. */
Test(csv, small_numbers) {
  static sample s;
  folder f = folder_make();
  sample_fill(&s);
  s.report.results = 1;
  s.measured[1].total_s = 1.23456789e-11;
  s.measured[0].total_s = 0.0;
  s.result[0].forecast[TC_MODEL_paper].total_s = 98765.4321;
  char *text = csv_of(&f, &s);
  cr_assert_not_null(strstr(text, ",total,1.23456789e-11,98765.4321,98765.4321,,,,,,,,,rcm,64\n"), "%s",
                     text);
  free(text);
  folder_remove(&f);
}

/* The line of a result with a solver must contain its method, preconditioner and median number of
 * iterations. */
Test(csv, systems) {
  static sample s;
  folder f = folder_make();
  sample_fill(&s);
  sample_solve(&s);
  char *text = csv_of(&f, &s);
  cr_assert_not_null(strstr(text, "\ncondensed,metis,512,2,1,2,total,0.0625,0.0625,0.0625,,,,,,cg,jacobi,45,"
                                  "rcm,64\n"),
                     "%s", text);
  cr_assert_not_null(strstr(text, "\nnone,metis,512,2,1,2,total,0.0625,,,,,,,,,,,rcm,64\n"), "%s", text);
  free(text);
  folder_remove(&f);
}
