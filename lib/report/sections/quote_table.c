/* Text of a quote. It has a line for each case with the forecast and the costs of the whole job. The legend,
 * the origin of the bounds and the next best cases follow, and notes on jobs that may be shorter than their
 * forecast. Medians and bounds include the time of the launcher, which counts towards the time limit of a
 * scheduler. */
#include "report/sections/quote_table.h"

#include <math.h>

#include "base/text/number_format.h"
#include "model/step/missing_parameters.h"
#include "report/document/job_text.h"
#include "report/sections/job_table.h"

enum { cell_size = 32 };

/* Columns that the table shows only for some quotes. */
typedef struct shown {
  bool disk, energy, price;
} shown;

static shown find_columns(const tc_quote *quote) {
  shown columns = {false, false, false};
  for (int i = 0; i < quote->cases; i++) {
    const tc_quote_case *c = &quote->item[i];
    columns.disk = columns.disk || c->disk_B > 0.0;
    columns.energy = columns.energy || isfinite(c->energy_kWh);
    columns.price = columns.price || isfinite(c->price);
  }
  return columns;
}

static void add_columns(const tc_quote *quote, shown columns, tc_section *table) {
  tc_document *document = table->document;
  char level[cell_size];
  tc_job_format_level(quote->level, level, sizeof level);
  TC_COLUMNS(table, tc_column_text("", 1), tc_column_text("nodes", 6), tc_column_text("ranks x threads", 16),
             (tc_column){.label = "strategy", .width = -10, .prefix = "  "}, tc_column_text("storage", -10),
             tc_column_text("setup", 9), tc_column_text("steps", 11), tc_column_text("outputs", 9),
             tc_column_text("median", 11),
             tc_column_text(tc_document_format(document, "at most %s", level), 13),
             tc_column_text("memory/node", 12));
  if (columns.disk) TC_COLUMNS(table, tc_column_text("disk", 9));
  TC_COLUMNS(table, tc_column_text("node-hours", 11));
  if (columns.energy) TC_COLUMNS(table, tc_column_text("kWh", 8));
  if (columns.price)
    TC_COLUMNS(table,
               tc_column_text(*quote->currency ? tc_document_format(document, "price [%s]", quote->currency)
                                               : "price",
                              8));
}

/* Appends a number with three significant digits, or with all digits before the decimal point if there are
 * more. Writes a dash for NaN. */
static void add_number(tc_section *row, double value) {
  if (isfinite(value))
    tc_cell_print(row, value >= 999.5 ? "%.0f" : "%.3g", value);
  else
    tc_cell_print(row, "-");
}

static void add_bytes(tc_section *row, double bytes) {
  char text[cell_size];
  tc_cell_print(row, "%s", bytes > 0.0 ? tc_number_format_bytes(bytes, text, sizeof text) : "-");
}

/* Appends the times of a case. If the case is excluded, writes the reason instead of the median. */
static void add_times(const tc_quote_case *c, tc_section *row) {
  char bound[cell_size];
  if (c->exclusion != TC_QUOTE_POSSIBLE) {
    for (int k = 0; k < 3; k++) tc_cell_print(row, "-");
    tc_cell_print(row, "%s", c->exclusion == TC_QUOTE_MEMORY ? "memory" : "parameter");
    tc_cell_print(row, "-");
    return;
  }
  const tc_job_parts parts = tc_job_report_parts(c->job);
  const tc_job_times total = tc_job_report_total(c->job);
  tc_job_add_seconds(row, parts.setup_s + c->launch_s);
  tc_job_add_seconds(row, parts.steps_s);
  tc_job_add_seconds(row, parts.output_s);
  tc_job_add_seconds(row, total.forecast_s + c->launch_s);
  tc_cell_print(row, "%s", tc_job_format_limit(c->limit_s, bound, sizeof bound));
}

static void add_case(const tc_quote *quote, int i, shown columns, tc_section *table) {
  const tc_quote_case *c = &quote->item[i];
  const double known = c->exclusion == TC_QUOTE_POSSIBLE ? 0.0 : (double)NAN;
  tc_section *row =
      TC_SECTION(table, NULL, TC_VALUE(NULL, i == quote->chosen ? "*" : ""), TC_VALUE(NULL, c->nodes));
  tc_cell_print(row, "%d x %d", c->ranks_per_node, c->threads);
  tc_cell_print(row, "%s", c->strategy);
  tc_cell_print(row, "%s", c->storage);
  add_times(c, row);
  add_bytes(row, c->memory_B);
  if (columns.disk) add_bytes(row, c->disk_B);
  add_number(row, c->node_hours + known);
  if (columns.energy) add_number(row, c->energy_kWh + known);
  if (columns.price) add_number(row, c->price + known);
}

static void write_cases(const tc_quote *quote, tc_section *out) {
  const shown columns = find_columns(quote);
  tc_section_print(out, "Forecast of the whole job by case:");
  tc_section *table = tc_list_add(out, NULL);
  add_columns(quote, columns, table);
  for (int i = 0; i < quote->cases; i++) add_case(quote, i, columns, table);
}

/* ---- lines below the table ---- */

/* True if at least one case is excluded for this reason. */
static bool has_excluded(const tc_quote *quote, tc_quote_exclusion reason) {
  for (int i = 0; i < quote->cases; i++)
    if (quote->item[i].exclusion == reason) return true;
  return false;
}

/* Returns the number of the first parameter that the machine file lacks. Returns -1 if no parameter is
 * missing; cases without a forecast then have another reason. */
static int find_missing(const tc_quote *quote) {
  for (int i = 0; i < quote->cases; i++) {
    const tc_quote_case *c = &quote->item[i];
    if (c->exclusion == TC_QUOTE_NO_BOUND && c->job && c->job->forecast.missing >= 0)
      return c->job->forecast.missing;
  }
  return -1;
}

static void write_missing(const tc_quote *quote, tc_section *out) {
  const int param = find_missing(quote);
  if (param >= 0)
    tc_section_print(out, "parameter: no forecast, because the machine lacks %s: run tetracast calibrate%s.",
                     tc_param_name(param),
                     tc_missing_params_is_network(param) ? " on two nodes" : " without --quick");
  else
    tc_section_print(out, "parameter: no forecast, because the machine lacks parameters or was measured with "
                          "more threads per rank than the case has.");
}

static void write_legend(const tc_quote *quote, tc_section *out) {
  tc_section_print(out,
                   "%sRanks are those of one node. Times include the launcher, but no waiting in the queue.",
                   quote->chosen >= 0 ? "*: recommended. " : "");
  if (has_excluded(quote, TC_QUOTE_MEMORY))
    tc_section_print(out, "memory: the case needs more memory than a node has.");
  if (has_excluded(quote, TC_QUOTE_NO_BOUND)) write_missing(quote, out);
}

/* Returns the recommended case. If there is none, returns the case closest to the request; NULL if all cases
 * are excluded. */
static const tc_quote_case *find_main(const tc_quote *quote) {
  const int i = quote->chosen >= 0 ? quote->chosen : quote->best;
  return i >= 0 ? &quote->item[i] : NULL;
}

/* Writes the assumed spread of forecast errors, and the factor between bound and forecast that follows from
 * this spread. */
static void write_assumed(const tc_quote *quote, tc_section *out) {
  const tc_quote_case *c = find_main(quote);
  tc_section_append(out, ": assumed spread of %.0f %%", 100.0 * quote->spread);
  if (c)
    tc_section_append(out, ", the bound is %.2g times the forecast",
                      c->limit_s / (tc_job_report_total(c->job).forecast_s + c->launch_s));
}

/* Writes the reason why there are no records, and how records are created. */
static void write_no_records(const tc_quote *quote, tc_section *out) {
  if (!quote->identity) {
    tc_section_print(out, "No records are read (forecast.records)");
    write_assumed(quote, out);
    tc_section_append(out, ".");
    return;
  }
  tc_section_print(out, "No records");
  if (*quote->identity) tc_section_append(out, " of %s", quote->identity);
  write_assumed(quote, out);
  tc_section_append(out, "; run one short job first.");
}

static void write_origin(const tc_quote *quote, tc_section *out) {
  if (quote->records == 0) {
    write_no_records(quote, out);
    return;
  }
  tc_section_print(out, "Bound from %d record%s of %s", quote->records, tc_plural_suffix(quote->records),
                   quote->identity);
  if (quote->is_assumed) tc_section_append(out, " and an assumed spread of %.0f %%", 100.0 * quote->spread);
  tc_section_append(out, ".");
}

/* Appends one case in a sentence. Example: 4 nodes with 64 x 1 (34 min 40 s, at most 48 min 00 s, 2.31
 * node-hours) */
static void write_next_case(const tc_quote_case *c, tc_section *out) {
  char median[cell_size], bound[cell_size];
  const tc_job_times total = tc_job_report_total(c->job);
  tc_number_format_duration(total.forecast_s + c->launch_s, median, sizeof median);
  tc_job_format_limit(c->limit_s, bound, sizeof bound);
  tc_section_append(out, "%d node%s with %d x %d (%s, at most %s, %.3g node-hours)", c->nodes,
                    tc_plural_suffix(c->nodes), c->ranks_per_node, c->threads, median, bound, c->node_hours);
}

static void write_next(const tc_quote *quote, tc_section *out) {
  for (int k = 0; k < 2 && quote->next[k] >= 0; k++) {
    if (k == 0)
      tc_section_print(out, "Next best: ");
    else
      tc_section_append(out, ", then ");
    write_next_case(&quote->item[quote->next[k]], out);
  }
  if (quote->next[0] >= 0) tc_section_append(out, ".");
}

/* Writes notes that the job may be shorter than its forecast, because it may end at a steady state or need
 * fewer iterations. */
static void write_notes(const tc_quote *quote, tc_section *out) {
  if (quote->may_end_early)
    tc_section_print(out,
                     "The job may end early, at a steady state (time.steady). The forecast has all %lld "
                     "steps.",
                     (long long)quote->steps);
  if (quote->has_iterations_bound)
    tc_section_print(out, "The number of iterations is the limit solver.most_iterations, so the job may be "
                          "shorter.");
}

void tc_report_text_quote(const tc_quote *quote, tc_section *out) {
  write_cases(quote, out);
  write_legend(quote, out);
  write_origin(quote, out);
  write_next(quote, out);
  write_notes(quote, out);
}
