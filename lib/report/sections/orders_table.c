/* Table of several orderings of the cells, one line each. A line contains the time per row and the number of
 * cache lines of x per row that are loaded from beyond each level. If the fields of the orderings differ,
 * each line also contains a hash of the field. */
#include <math.h>

#include "base/text/number_format.h"
#include "graph/order.h"
#include "report/document/read_lines.h"
#include "report/document/report_text.h"

enum {
  cell_size = 32,
  first_level = 1
}; /* the first level is L1, because registers retain no value from row to row */

static double products_of(const tc_result *result) {
  const tc_work *work = &result->measured[0].ledger.work;
  return result->solver ? (double)(work->products + work->adjoint_products) : 1.0;
}

/* Returns the time of one product divided by the number of rows, in ns, on the slowest rank. */
static double row_ns(const tc_result *result) {
  double most = 0.0;
  for (int r = 0; r < result->ranks; r++) {
    const tc_measurement *m = &result->measured[r];
    if (m->rows > 0) most = fmax(most, 1e9 * m->ledger.seconds.compute / m->rows);
  }
  return most / fmax(products_of(result), 1.0);
}

static bool shows_level(const tc_report *report, int level) {
  for (int i = 0; i < report->results; i++)
    if (!isnan(tc_read_lines_beyond(report, &report->result[i], level))) return true;
  return false;
}

/* True if the hashes of solutions differ. Fields of strategies without an exchange are no solutions and are
 * ignored. */
static bool fields_differ(const tc_report *report) {
  bool differ = false;
  for (int i = 1; i < report->results; i++)
    differ |= report->result[i].field.hash != report->result->field.hash;
  return differ && report->result->valid;
}

static bool in_blocks(const tc_result *result) {
  const tc_order *order = tc_order_find(result->order);
  return order && order->in_blocks;
}

static void add_name(const tc_result *result, tc_line *line) {
  tc_order_describe(tc_order_find(result->order), result->order_block, line);
}

static void add_forecast(const tc_result *result, int model, tc_line *line) {
  char forecast[cell_size] = "-  ", error[cell_size] = "-  ";
  const double measured = tc_result_measured_s(result, -1);
  if (result->forecast[model].phase_s) {
    tc_number_format_seconds(result->forecast[model].total_s, forecast, sizeof forecast);
    tc_number_format_error(result->forecast[model].total_s, measured, measured, error, sizeof error);
  }
  tc_line_add(line, " | %*s %8s", tc_report_text_model_width(model, 9), forecast, error);
}

static void write_head(const tc_report *report, int models, const int *model, FILE *out) {
  tc_line line = {0};
  tc_line_add(&line, "  %-9s %8s %9s %9s", "order", "block", "ns a row", "step");
  for (int m = 0; m < models; m++)
    tc_line_add(&line, " | %*s %8s", tc_report_text_model_width(model[m], 9), tc_model_at(model[m])->name,
                "error");
  if (shows_level(report, first_level)) tc_line_add(&line, " |");
  for (int l = first_level; l < TC_LEVELS; l++)
    if (shows_level(report, l)) tc_line_add(&line, " %5s%d", "L", l);
  if (fields_differ(report)) tc_line_add(&line, " | %-16s", "field");
  tc_report_text_write_trimmed(&line, out);
}

static void write_line(const tc_report *report, const tc_result *result, int models, const int *model,
                       bool fastest, FILE *out) {
  char block[cell_size] = "-", step[cell_size];
  tc_line line = {0};
  if (in_blocks(result)) snprintf(block, sizeof block, "%d", (int)result->order_block);
  tc_number_format_seconds(tc_result_measured_s(result, -1), step, sizeof step);
  tc_line_add(&line, "  %-9s %8s %9.3g %9s", result->order, block, row_ns(result), step);
  for (int m = 0; m < models; m++) add_forecast(result, model[m], &line);
  if (shows_level(report, first_level)) tc_line_add(&line, " |");
  for (int l = first_level; l < TC_LEVELS; l++)
    if (shows_level(report, l)) tc_line_add(&line, " %6.3f", tc_read_lines_beyond(report, result, l));
  if (fields_differ(report)) tc_line_add(&line, " | %016llx", (unsigned long long)result->field.hash);
  if (fastest) tc_line_add(&line, "  fastest");
  tc_report_text_write_trimmed(&line, out);
}

static const tc_result *find_fastest(const tc_report *report) {
  const tc_result *best = report->result;
  for (int i = 1; i < report->results; i++)
    if (tc_result_measured_s(&report->result[i], -1) < tc_result_measured_s(best, -1))
      best = &report->result[i];
  return best;
}

/* Returns the result with the shortest forecast of `model`; NULL if a forecast is missing or if all are equal
 * to 0.1 %. */
static const tc_result *find_forecast(const tc_report *report, int model) {
  const double alike = 1e-3;
  const tc_result *best = NULL;
  double most = 0.0;
  for (int i = 0; i < report->results; i++) {
    const tc_result *result = &report->result[i];
    if (!result->forecast[model].phase_s) return NULL;
    if (!best || result->forecast[model].total_s < best->forecast[model].total_s) best = result;
    most = fmax(most, result->forecast[model].total_s);
  }
  return best && most > (1.0 + alike) * best->forecast[model].total_s ? best : NULL;
}

/* Writes the measured time of the ordering with the shortest forecast, relative to the fastest result. */
static void write_choice(const tc_report *report, const tc_result *fastest, FILE *out) {
  const tc_result *chosen = find_forecast(report, report->model);
  const double least = tc_result_measured_s(fastest, -1);
  tc_line line = {0};
  if (!chosen || !(least > 0.0)) return;
  tc_line_add(&line, "  shortest by the %s model: ", tc_model_at(report->model)->name);
  add_name(chosen, &line);
  tc_line_add(&line, ", measured %.0f %% above the fastest",
              100.0 * (tc_result_measured_s(chosen, -1) / least - 1.0));
  tc_report_text_write_trimmed(&line, out);
}

/* Writes the lines about the field and the outcome (inflow and probes) of the first result. */
static void write_field(const tc_report *report, FILE *out) {
  tc_line line = {0};
  if (fields_differ(report)) {
    const tc_result_solver *solver = report->result->solver;
    tc_line_add(&line, "  the fields differ%s; outcome of ",
                solver && !solver->record.bitwise ? ", because the preconditioner depends on the distribution"
                                                  : "");
    add_name(report->result, &line);
    tc_line_add(&line, ":");
    tc_report_text_write_trimmed(&line, out);
  }
  tc_report_text_field(report, report->result, out);
}

void tc_report_orders(const tc_report *report, FILE *out) {
  const tc_result *fastest = find_fastest(report);
  int model[TC_MODEL_COUNT + 1] = {report->model};
  const int models = tc_report_other_models(report, model + 1) + 1;
  tc_report_text_head(report, out);
  fprintf(out,
          "%s distribution, strategy %s; time per row of a product and per step; forecasts of steps by "
          "model%s:\n",
          fastest->distribution, fastest->strategy,
          shows_level(report, first_level) ? "; cache lines of x per row from beyond each level" : "");
  write_head(report, models, model, out);
  for (int i = 0; i < report->results; i++)
    write_line(report, &report->result[i], models, model, &report->result[i] == fastest, out);
  write_choice(report, fastest, out);
  write_field(report, out);
  tc_report_text_legend(report, out);
}
