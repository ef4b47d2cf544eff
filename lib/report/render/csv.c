#include "base/core/print.h"
#include "base/file/file.h"
#include "report/document/report.h"

static void write_forecast(const tc_result *result, int model, int part, FILE *out) {
  fputc(',', out);
  if (result->forecast[model].phase_s) tc_fprintf(out, "%.9g", tc_result_predicted_s(result, model, part));
}

/* Writes the columns of the solver, which are empty if no systems were solved. */
static void write_solver(const tc_result *result, FILE *out) {
  const tc_result_solver *s = result->solver;
  if (s)
    tc_fprintf(out, ",%s,%s,%.17g", s->options.solver.method->name, s->options.solver.preconditioner->name,
               tc_solve_statistics_median(&s->record));
  else
    fputs(",,,", out);
}

static void write_row(const tc_report *report, const tc_result *result, int part, FILE *out) {
  fprintf(out, "%s,%s,%d,%d,%d,%d,%s,", result->strategy, result->distribution, (int)result->block_size,
          result->ranks, report->threads, result->nodes, part < 0 ? "total" : tc_phase_name(part));
  if (!result->dry_run) tc_fprintf(out, "%.9g", tc_result_measured_s(result, part));
  write_forecast(result, report->model, part, out);
  for (int model = 0; model < TC_MODEL_COUNT; model++) write_forecast(result, model, part, out);
  write_solver(result, out);
  fprintf(out, ",%s,%d", result->order ? result->order : "", (int)result->order_block);
  fputc('\n', out);
}

tc_status tc_report_csv(const tc_report *report, const char *path) {
  tc_file file;
  TC_TRY(tc_file_open(path, &file));
  fprintf(file.out, "strategy,distribution,block_size,ranks,threads,nodes,part,measured_s,predicted_s");
  for (int model = 0; model < TC_MODEL_COUNT; model++) fprintf(file.out, ",%s_s", tc_model_at(model)->name);
  fputs(",method,preconditioner,iterations,order,order_block\n", file.out);
  for (int i = 0; i < report->results; i++)
    for (int part = -1; part < TC_PHASE_COUNT; part++) write_row(report, &report->result[i], part, file.out);
  return tc_file_commit(&file);
}
