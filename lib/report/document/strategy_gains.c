#include "report/document/strategy_gains.h"

#include <math.h>
#include <string.h>

#include "comm/exchange/strategy.h"
#include "report/document/report_text.h"

const tc_strategy_gain tc_strategy_gains[TC_STRATEGY_GAINS] = {
    {"privatise", "naive", "fine", "own rows through private pointers"},
    {"vectorise", "fine", "block", "whole blocks instead of single values"},
    {"coalesce", "fine", "batched", "values of other nodes fetched together, 64 rows at a time"},
    {"coalesce", "fine", "condensed", "one message for each pair of ranks"},
};

typedef struct speedup {
  double forecast, measured; /* speed-ups; NaN if unknown */
} speedup;

/* Results among which the two strategies of a pair are searched. Only results with the numbers of nodes and
 * ranks and the block size of `reference` match. */
typedef struct gain_search {
  int results, model;
  const tc_result *result, *extra, *reference;
} gain_search;

static bool matches_reference(const gain_search *s, const tc_result *r, const char *strategy) {
  return strcmp(r->strategy, strategy) == 0 && r->ranks == s->reference->ranks &&
         r->nodes == s->reference->nodes && r->block_size == s->reference->block_size;
}

static const tc_result *find_result(const gain_search *s, const char *strategy) {
  for (int i = 0; i < s->results; i++)
    if (matches_reference(s, &s->result[i], strategy)) return &s->result[i];
  return s->extra && matches_reference(s, s->extra, strategy) ? s->extra : NULL;
}

static double forecast_s(const tc_result *r, int model) {
  return r->forecast[model].phase_s ? r->forecast[model].total_s : (double)NAN;
}

static double measured_s(const tc_result *r) {
  const double s = tc_result_measured_s(r, -1);
  return s > 0.0 ? s : (double)NAN;
}

static speedup compute_speedup(const gain_search *s, const tc_strategy_gain *gain) {
  const tc_result *from = find_result(s, gain->from), *to = find_result(s, gain->to);
  if (!from || !to) return (speedup){NAN, NAN};
  return (speedup){forecast_s(from, s->model) / forecast_s(to, s->model), measured_s(from) / measured_s(to)};
}

static void add_ratio(double ratio, tc_section *row) {
  if (isnan(ratio))
    tc_cell_print(row, "-");
  else
    tc_cell_print(row, ratio < 100.0 ? "%.3g x" : "%.0f x", ratio);
}

static tc_section *add_table(const tc_result *reference, tc_section *out) {
  tc_section_print(out, "\nSpeed-up by change of strategy on %d rank%s (%d node%s), blocks of %d",
                   reference->ranks, tc_plural_suffix(reference->ranks), reference->nodes,
                   tc_plural_suffix(reference->nodes), (int)reference->block_size);
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_text("", -10), tc_column_text("", -8), tc_column_text("", -12),
             tc_column_text("forecast", 9));
  if (!reference->dry_run) TC_COLUMNS(table, tc_column_text("measured", 9));
  TC_COLUMNS(table, (tc_column){.label = "", .width = -1, .prefix = "   "});
  return table;
}

void tc_strategy_gains_write(int results, const tc_result *result, const tc_result *extra,
                             const tc_result *reference, int model, tc_section *out) {
  const gain_search search = {results, model, result, extra, reference};
  tc_section *table = NULL;
  for (int c = 0; c < TC_STRATEGY_GAINS; c++) {
    const tc_strategy_gain *gain = &tc_strategy_gains[c];
    const speedup w = compute_speedup(&search, gain);
    if (isnan(w.forecast) && isnan(w.measured)) continue;
    if (!table) table = add_table(reference, out);
    tc_section *row = TC_SECTION(table, NULL, TC_VALUE(NULL, gain->name), TC_VALUE(NULL, gain->from));
    tc_cell_print(row, "to %s", gain->to);
    add_ratio(w.forecast, row);
    if (!reference->dry_run) add_ratio(w.measured, row);
    tc_cell_print(row, "%s", gain->label);
  }
}

void tc_strategy_gains_format(const double ratio[TC_STRATEGY_GAINS], tc_line *line) {
  /* Example of the text: privatise (naive to fine) 3.2 x, vectorise (fine to block) 1.5 x */
  for (int c = 0; c < TC_STRATEGY_GAINS; c++)
    if (!isnan(ratio[c]))
      tc_line_add(line, "%s%s (%s to %s) %.3g x", line->length ? ", " : "", tc_strategy_gains[c].name,
                  tc_strategy_gains[c].from, tc_strategy_gains[c].to, ratio[c]);
}
