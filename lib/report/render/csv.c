#include <math.h>

#include "base/file/file.h"
#include "base/text/csv_writer.h"
#include "report/document/report.h"

static void write_forecast(const tc_result *result, int model, int part, tc_csv *csv) {
  if (result->forecast[model].phase_s)
    tc_csv_number(csv, "%.9g", tc_result_predicted_s(result, model, part));
  else
    tc_csv_text(csv, NULL);
}

/* Writes the columns of the solver, which are empty if no systems were solved. */
static void write_solver(const tc_result *result, tc_csv *csv) {
  const tc_result_solver *s = result->solver;
  tc_csv_text(csv, s ? s->options.solver.method->name : NULL);
  tc_csv_text(csv, s ? s->options.solver.preconditioner->name : NULL);
  tc_csv_known(csv, "%.17g", s ? tc_solve_statistics_median(&s->record) : (double)NAN);
}

static void write_row(const tc_report *report, const tc_result *result, int part, tc_csv *csv) {
  tc_csv_text(csv, result->strategy);
  tc_csv_text(csv, result->distribution);
  tc_csv_integer(csv, result->block_size);
  tc_csv_integer(csv, result->ranks);
  tc_csv_integer(csv, report->threads);
  tc_csv_integer(csv, result->nodes);
  tc_csv_text(csv, part < 0 ? "total" : tc_phase_name(part));
  tc_csv_known(csv, "%.9g", result->dry_run ? (double)NAN : tc_result_measured_s(result, part));
  write_forecast(result, report->model, part, csv);
  for (int model = 0; model < TC_MODEL_COUNT; model++) write_forecast(result, model, part, csv);
  write_solver(result, csv);
  tc_csv_text(csv, result->order);
  tc_csv_integer(csv, result->order_block);
  tc_csv_end_line(csv);
}

tc_status tc_report_csv(const tc_report *report, const char *path) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  tc_csv csv = {.out = file.out};
  fprintf(file.out, "strategy,distribution,block_size,ranks,threads,nodes,part,measured_s,predicted_s");
  for (int model = 0; model < TC_MODEL_COUNT; model++) fprintf(file.out, ",%s_s", tc_model_at(model)->name);
  fputs(",method,preconditioner,iterations,order,order_block\n", file.out);
  for (int i = 0; i < report->results; i++)
    for (int part = -1; part < TC_PHASE_COUNT; part++) write_row(report, &report->result[i], part, &csv);
  return tc_file_commit(&file);
}
