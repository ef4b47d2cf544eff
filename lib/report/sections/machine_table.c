/* Table of a machine's parameters. The unit of a parameter is the suffix of its name. Parameters that are
 * fitted lines have the coefficient of determination R^2 instead of the spread. Sentences after the table
 * name the parameters with poor fits and those with negative fits, which were raised to the minimum of
 * machine files. */
#include "report/sections/machine_table.h"

#include <stdbool.h>
#include <string.h>

#include "base/document/render.h"
#include "report/document/report_text.h"

static bool has_suffix(const char *name, const char *unit) {
  const size_t length = strlen(name), tail = strlen(unit);
  return length > tail && strcmp(name + length - tail, unit) == 0;
}

/* Appends a cell with the value of a parameter in the unit that the suffix of its name states. */
static void add_parameter(const char *name, double value, tc_section *row) {
  if (has_suffix(name, "_Bps"))
    tc_cell_print(row, "%.3g GB/s", 1e-9 * value);
  else if (has_suffix(name, "_s"))
    tc_cell_seconds(row, value);
  else if (!has_suffix(name, "_B"))
    tc_cell_print(row, "%.6g", value);
  else if (value < 1e5)
    tc_cell_print(row, "%.3g B   ", value);
  else
    tc_cell_print(row, "%.3g MB  ", 1e-6 * value);
}

static void add_scalar(const tc_machine *m, int param, tc_section *table) {
  const double value = *tc_param_get(&m->params, param), spread = *tc_param_get(&m->spread, param);
  if (!(value > 0.0)) return;
  tc_section *row = TC_SECTION(table, NULL, TC_VALUE(NULL, tc_param_name(param)));
  add_parameter(tc_param_name(param), value, row);
  if (tc_machine_param_is_fitted(param))
    tc_cell_print(row, "R^2 %.2f", spread);
  else
    tc_cell_print(row, "%.1f %%", 100.0 * spread);
  tc_cell_print(row, "%s", tc_param_meaning(param));
}

static const double min_good_r2 = 0.9;

static bool is_poor_fit(double value, double r2) { return value > 0.0 && r2 < min_good_r2; }

/* True if the fitted value was negative. The calibration replaces it by the minimum that a machine file can
 * hold. */
static bool is_raised_to_minimum(double value, double r2) {
  (void)r2;
  return value > 0.0 && value < 2.0 * TC_MACHINE_FIT_MIN_S;
}

/* Writes `sentence`, followed by the names of the fitted parameters for which selects() is true. Writes
 * nothing if there are none. */
static void write_fits(const tc_machine *m, bool selects(double value, double r2), const char *sentence,
                       tc_section *out) {
  tc_line line = {0};
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_machine_param_is_fitted(p) && selects(*tc_param_get(&m->params, p), *tc_param_get(&m->spread, p)))
      tc_line_add(&line, "%s%s", line.length ? ", " : sentence, tc_param_name(p));
  if (line.length) tc_section_print(out, "%s.", line.text);
}

static void write_bad_fits(const tc_machine *m, tc_section *out) {
  write_fits(m, is_poor_fit,
             "\nPoor fits, R^2 below 0.9, make the paraiso model unreliable; measure again when the machine "
             "is\nidle: ",
             out);
  write_fits(m, is_raised_to_minimum, "\nFitted times that were negative are set to 1e-15 s: ", out);
}

static void add_curve(const tc_machine *m, int param, tc_section *table) {
  const double *value = tc_param_get(&m->params, param);
  if (!(value[0] > 0.0)) return;
  tc_section *row = TC_SECTION(table, NULL, TC_VALUE(NULL, tc_param_name(param)));
  for (int w = 0; w < tc_param_values(param); w++) add_parameter(tc_param_name(param), value[w], row);
}

static void write_scalars(const tc_machine *m, tc_section *out) {
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_text("parameter", -26), tc_column_text("median", 12),
             tc_column_text("spread", 8), (tc_column){.label = "", .width = -1, .prefix = "  "});
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_param_values(p) == 1) add_scalar(m, p, table);
}

/* Writes the curves in a table without headings, because a column has a different meaning for each curve. */
static void write_curves(const tc_machine *m, tc_section *out) {
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_text("", -16));
  for (int w = 0; w < TC_SPREADS; w++) TC_COLUMNS(table, tc_column_text("", 11));
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_param_values(p) > 1) add_curve(m, p, table);
}

static void write_machine(const tc_machine *m, tc_section *out) {
  tc_section_print(out, "%s: %d node%s x %d rank%s x %d thread%s", m->name, m->nodes,
                   tc_plural_suffix(m->nodes), m->ranks_per_node, tc_plural_suffix(m->ranks_per_node),
                   m->threads, tc_plural_suffix(m->threads));
  write_scalars(m, out);
  write_curves(m, out);
  write_bad_fits(m, out);
  if (tc_machine_was_busy(m))
    tc_section_print(out,
                     "\nThe machine was busy: the CPU share of the ranks was %.0f %%. Measure again when "
                     "it is idle.",
                     100.0 * m->cpu_share);
  if (m->replaced)
    tc_section_print(out,
                     "\n%d value%s contradicted the others, also when measured again, and %s not used: the "
                     "machine was disturbed.",
                     m->replaced, tc_plural_suffix(m->replaced), m->replaced == 1 ? "was" : "were");
  if (m->nodes < 2)
    tc_section_print(out, "\nOne node: the network is not measured (run tetracast calibrate on two nodes to "
                          "measure it).");
}

tc_status tc_report_machine(const tc_machine *machine, FILE *out) {
  tc_document document;
  write_machine(machine, tc_document_begin(&document, NULL));
  return tc_document_print(&document, tc_document_text, out);
}
