/* Table of a machine's parameters. The unit of a parameter is the suffix of its name. Fitted parameters have
 * R^2 instead of the spread. Sentences after the table name poor fits, and fits that were cut at the minimum
 * of a machine file. */
#include "report/sections/machine_table.h"

#include <stdbool.h>
#include <string.h>

#include "base/core/print.h"
#include "base/text/number_format.h"
#include "report/document/report_text.h"

enum { cell_size = 32 };

static bool ends_in(const char *name, const char *unit) {
  const size_t length = strlen(name), tail = strlen(unit);
  return length > tail && strcmp(name + length - tail, unit) == 0;
}

/* Formats a parameter with the unit in the suffix of its name. */
static void format_parameter(const char *name, double value, char *out, size_t size) {
  if (ends_in(name, "_Bps"))
    tc_snprintf(out, size, "%.3g GB/s", 1e-9 * value);
  else if (ends_in(name, "_s"))
    tc_number_format_seconds(value, out, size);
  else if (!ends_in(name, "_B"))
    tc_snprintf(out, size, "%.6g", value);
  else if (value < 1e5)
    tc_snprintf(out, size, "%.3g B   ", value);
  else
    tc_snprintf(out, size, "%.3g MB  ", 1e-6 * value);
}

static void write_scalar(const tc_machine *m, int param, FILE *out) {
  const double value = *tc_param_get(&m->params, param), spread = *tc_param_get(&m->spread, param);
  char cell[cell_size], quality[cell_size];
  if (!(value > 0.0)) return;
  format_parameter(tc_param_name(param), value, cell, sizeof cell);
  if (tc_machine_param_is_fitted(param))
    tc_snprintf(quality, sizeof quality, "R^2 %.2f", spread);
  else
    tc_snprintf(quality, sizeof quality, "%.1f %%", 100.0 * spread);
  fprintf(out, "  %-26s %12s %8s  %s\n", tc_param_name(param), cell, quality, tc_param_meaning(param));
}

static const double good_r2 = 0.9;

static bool is_bad(double value, double r2) { return value > 0.0 && r2 < good_r2; }

/* True if the fitted value was negative. The calibration replaces it by the minimum that a machine file can
 * hold. */
static bool is_cut(double value, double r2) {
  (void)r2;
  return value > 0.0 && value < 2.0 * TC_MACHINE_FIT_MIN_S;
}

/* Writes the sentence `what` followed by the fitted parameters for which is_so is true. */
static void write_fits(const tc_machine *m, bool is_so(double value, double r2), const char *what,
                       FILE *out) {
  int found = 0;
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_machine_param_is_fitted(p) && is_so(*tc_param_get(&m->params, p), *tc_param_get(&m->spread, p)))
      fprintf(out, "%s%s", found++ ? ", " : what, tc_param_name(p));
  if (found) fputs(".\n", out);
}

static void write_bad_fits(const tc_machine *m, FILE *out) {
  write_fits(m, is_bad,
             "\nPoor fits, R^2 below 0.9, make the paraiso model unreliable; measure again when the machine "
             "is\nidle: ",
             out);
  write_fits(m, is_cut, "\nFitted times that were negative are set to 1e-15 s: ", out);
}

static void write_curve(const tc_machine *m, int param, FILE *out) {
  const double *value = tc_param_get(&m->params, param);
  char cell[cell_size];
  if (!(value[0] > 0.0)) return;
  fprintf(out, "  %-16s", tc_param_name(param));
  for (int w = 0; w < tc_param_values(param); w++) {
    format_parameter(tc_param_name(param), value[w], cell, sizeof cell);
    fprintf(out, " %11s", cell);
  }
  fputc('\n', out);
}

void tc_report_machine(const tc_machine *m, FILE *out) {
  fprintf(out, "%s: %d node%s x %d rank%s x %d thread%s\n", m->name, m->nodes, tc_plural_suffix(m->nodes),
          m->ranks_per_node, tc_plural_suffix(m->ranks_per_node), m->threads, tc_plural_suffix(m->threads));
  fprintf(out, "  %-26s %12s %8s\n", "parameter", "median", "spread");
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_param_values(p) == 1) write_scalar(m, p, out);
  fputc('\n', out);
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_param_values(p) > 1) write_curve(m, p, out);
  write_bad_fits(m, out);
  if (tc_machine_was_busy(m))
    tc_fprintf(out,
               "\nThe machine was busy: ranks had their cores %.0f %% of the time. Measure again when it is "
               "idle.\n",
               100.0 * m->cpu_share);
  if (m->replaced)
    fprintf(out,
            "\n%d value%s contradicted the others, also when measured again, and %s not used: the machine "
            "was disturbed.\n",
            m->replaced, tc_plural_suffix(m->replaced), m->replaced == 1 ? "was" : "were");
  if (m->nodes < 2)
    fprintf(out, "\nOne node: the network is not measured (start it on two nodes to measure it).\n");
}
