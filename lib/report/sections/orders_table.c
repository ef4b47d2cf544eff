/* Table with a line for each ordering of the cells. A line contains the time per row and the number of cache
 * lines of x per row that are loaded from beyond each memory level. If the fields of the orderings differ,
 * each line also contains a hash of the field. */
#include <math.h>

#include "graph/order/order.h"
#include "report/document/read_lines.h"
#include "report/document/report_text.h"

/* index of L1, the first memory level in the table. Level 0, the registers, is omitted, because it holds no
 * value of x from one row to the next */
enum { first_level = 1 };

static double count_products(const tc_result *result) {
  const tc_work *work = &result->measured[0].ledger.work;
  return result->solver ? (double)(work->products + work->adjoint_products) : 1.0;
}

/* Returns the time of one product divided by the number of rows, in ns, on the slowest rank. */
static double row_ns(const tc_result *result) {
  double largest = 0.0;
  for (int r = 0; r < result->ranks; r++) {
    const tc_measurement *m = &result->measured[r];
    if (m->rows > 0) largest = fmax(largest, 1e9 * m->ledger.seconds.compute / m->rows);
  }
  return largest / fmax(count_products(result), 1.0);
}

static bool shows_level(const tc_report *report, int level) {
  for (int i = 0; i < report->results; i++)
    if (!isnan(tc_read_lines_beyond(report, &report->result[i], level))) return true;
  return false;
}

/* True if the results have different fields. Returns false if the strategy exchanges no values, because the
 * fields are then no solutions. */
static bool has_different_fields(const tc_report *report) {
  bool differ = false;
  for (int i = 1; i < report->results; i++)
    differ |= report->result[i].field.hash != report->result->field.hash;
  return differ && report->result->valid;
}

static bool has_blocks(const tc_result *result) {
  const tc_order *order = tc_order_find(result->order);
  return order && order->in_blocks;
}

/* Appends the columns of the table. Each model has a column for its forecast, with the name of the model as
 * heading, and a column for the error. */
static void add_columns(const tc_report *report, tc_section *table) {
  TC_COLUMNS(table, tc_column_text("order", -9), tc_column_text("block", 8),
             tc_column_number("ns per row", 11, "%.3g"), tc_column_text("step", 9));
  tc_report_add_model_columns(table, report,
                              (tc_column[]){{.label = tc_model_at(report->model)->name,
                                             .width = 9,
                                             .prefix = " | "},
                                            tc_column_text("error", 8)});
  for (int l = first_level; l < TC_LEVELS; l++)
    if (shows_level(report, l))
      TC_COLUMNS(table, (tc_column){.label = tc_document_format(table->document, "L%d", l),
                                    .width = 6,
                                    .format = "%.3f",
                                    .prefix = l == first_level ? " | " : NULL});
  if (has_different_fields(report))
    TC_COLUMNS(table, (tc_column){.label = "field", .width = -16, .prefix = " | "});
}

static void add_row(const tc_report *report, const tc_result *result, bool fastest, tc_section *table) {
  tc_section *row = TC_SECTION(table, NULL, TC_VALUE(NULL, result->order),
                               tc_item_if(has_blocks(result), TC_VALUE(NULL, result->order_block)),
                               TC_VALUE(NULL, row_ns(result)));
  tc_cell_seconds(row, tc_result_measured_s(result, -1));
  tc_report_add_model_cells(row, report, result, -1);
  for (int l = first_level; l < TC_LEVELS; l++)
    if (shows_level(report, l)) tc_item_add(row, TC_VALUE(NULL, tc_read_lines_beyond(report, result, l)));
  if (has_different_fields(report)) tc_item_add(row, TC_VALUE(NULL, result->field.hash));
  if (fastest) tc_section_print(row, " fastest");
}

static const tc_result *find_fastest(const tc_report *report) {
  const tc_result *best = report->result;
  for (int i = 1; i < report->results; i++)
    if (tc_result_measured_s(&report->result[i], -1) < tc_result_measured_s(best, -1))
      best = &report->result[i];
  return best;
}

/* Returns the result with the shortest forecast of `model`; NULL if a result has no forecast, or if all
 * forecasts are equal within 0.1 %. */
static const tc_result *find_shortest_forecast(const tc_report *report, int model) {
  const double equal_ratio = 1.001;
  const tc_result *best = NULL;
  double largest = 0.0;
  for (int i = 0; i < report->results; i++) {
    const tc_result *result = &report->result[i];
    if (!result->forecast[model].phase_s) return NULL;
    if (!best || result->forecast[model].total_s < best->forecast[model].total_s) best = result;
    largest = fmax(largest, result->forecast[model].total_s);
  }
  return best && largest > equal_ratio * best->forecast[model].total_s ? best : NULL;
}

/* Writes the ordering with the shortest forecast, and by what percentage its measured time exceeds that of
 * the fastest ordering. */
static void write_choice(const tc_report *report, const tc_result *fastest, tc_section *out) {
  const tc_result *predicted = find_shortest_forecast(report, report->model);
  const double fastest_s = tc_result_measured_s(fastest, -1);
  tc_line name = {0};
  if (!predicted || !(fastest_s > 0.0)) return;
  tc_order_describe(tc_order_find(predicted->order), predicted->order_block, &name);
  tc_section_print(out,
                   "  shortest forecast of the %s model: %s, whose measured time is %.0f %% above the "
                   "fastest",
                   tc_model_at(report->model)->name, name.text,
                   100.0 * (tc_result_measured_s(predicted, -1) / fastest_s - 1.0));
}

/* Writes the lines about the field and the outcome (inflow and probes) of the first result. */
static void write_field(const tc_report *report, tc_section *out) {
  const tc_result_solver *solver = report->result->solver;
  const char *reason =
      solver && !solver->record.bitwise ? ", because the preconditioner depends on the distribution" : "";
  tc_line name = {0};
  tc_order_describe(tc_order_find(report->result->order), report->result->order_block, &name);
  if (has_different_fields(report))
    tc_section_print(out, "  the fields differ%s; outcome of %s:", reason, name.text);
  tc_report_text_field(report, report->result, out);
}

void tc_report_orders(const tc_report *report, tc_section *out) {
  const tc_result *fastest = find_fastest(report);
  tc_report_text_head(report, out);
  tc_section_print(
      out,
      "%s distribution%s, strategy %s; time per row of a product and per step; forecasts of steps "
      "by model%s:",
      fastest->distribution, tc_report_partition_text(fastest->partitioner), fastest->strategy,
      shows_level(report, first_level) ? "; cache lines of x per row from beyond each level" : "");
  tc_section *table = tc_list_add(out, NULL);
  add_columns(report, table);
  for (int i = 0; i < report->results; i++)
    add_row(report, &report->result[i], &report->result[i] == fastest, table);
  write_choice(report, fastest, out);
  write_field(report, out);
  tc_report_text_legend(report, out);
}
