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

typedef struct worth {
  double forecast, measured; /* speed-ups; NaN if unknown */
} worth;

/* Results in which the two strategies of a pair are searched. */
typedef struct source {
  int results, model;
  const tc_result *result, *extra, *like;
} source;

static bool is_strategy(const source *s, const tc_result *r, const char *strategy) {
  return strcmp(r->strategy, strategy) == 0 && r->ranks == s->like->ranks && r->nodes == s->like->nodes &&
         r->block_size == s->like->block_size;
}

static const tc_result *find_result(const source *s, const char *strategy) {
  for (int i = 0; i < s->results; i++)
    if (is_strategy(s, &s->result[i], strategy)) return &s->result[i];
  return s->extra && is_strategy(s, s->extra, strategy) ? s->extra : NULL;
}

static double forecast_s(const tc_result *r, int model) {
  return r->forecast[model].phase_s ? r->forecast[model].total_s : (double)NAN;
}

static double measured_s(const tc_result *r) {
  const double s = tc_result_measured_s(r, -1);
  return s > 0.0 ? s : (double)NAN;
}

static worth worth_of(const source *s, const tc_strategy_gain *change) {
  const tc_result *from = find_result(s, change->from), *to = find_result(s, change->to);
  if (!from || !to) return (worth){NAN, NAN};
  return (worth){forecast_s(from, s->model) / forecast_s(to, s->model), measured_s(from) / measured_s(to)};
}

static void add_times(double times, tc_section *row) {
  if (isnan(times))
    tc_cell_print(row, "-");
  else
    tc_cell_print(row, times < 100.0 ? "%.3g x" : "%.0f x", times);
}

static tc_section *add_table(const tc_result *like, tc_section *out) {
  tc_section_print(out, "\nSpeed-up by change of strategy on %d rank%s (%d node%s), blocks of %d",
                   like->ranks, tc_plural_suffix(like->ranks), like->nodes, tc_plural_suffix(like->nodes),
                   (int)like->block_size);
  tc_section *table = tc_list_add(out, NULL);
  TC_COLUMNS(table, tc_column_text("", -10), tc_column_text("", -8), tc_column_text("", -12),
             tc_column_text("forecast", 9));
  if (!like->dry_run) TC_COLUMNS(table, tc_column_text("measured", 9));
  TC_COLUMNS(table, (tc_column){.label = "", .width = -1, .prefix = "   "});
  return table;
}

void tc_strategy_gains_write(int results, const tc_result *result, const tc_result *extra,
                             const tc_result *like, int model, tc_section *out) {
  const source from = {results, model, result, extra, like};
  tc_section *table = NULL;
  for (int c = 0; c < TC_STRATEGY_GAINS; c++) {
    const tc_strategy_gain *change = &tc_strategy_gains[c];
    const worth w = worth_of(&from, change);
    if (isnan(w.forecast) && isnan(w.measured)) continue;
    if (!table) table = add_table(like, out);
    tc_section *row = TC_SECTION(table, NULL, TC_VALUE(NULL, change->name), TC_VALUE(NULL, change->from));
    tc_cell_print(row, "to %s", change->to);
    add_times(w.forecast, row);
    if (!like->dry_run) add_times(w.measured, row);
    tc_cell_print(row, "%s", change->label);
  }
}

void tc_strategy_gains_format(const double times[TC_STRATEGY_GAINS], tc_line *line) {
  for (int c = 0; c < TC_STRATEGY_GAINS; c++)
    if (!isnan(times[c]))
      tc_line_add(line, "%s%s (%s to %s) %.3g x", line->length ? ", " : "", tc_strategy_gains[c].name,
                  tc_strategy_gains[c].from, tc_strategy_gains[c].to, times[c]);
}
