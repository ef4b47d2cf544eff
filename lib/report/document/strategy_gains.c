#include "report/document/strategy_gains.h"

#include <math.h>
#include <string.h>

#include "base/core/print.h"
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

/* Results in which the strategies of a pair are searched. */
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

static void add_times(double times, tc_line *line) {
  char text[32] = "-";
  if (!isnan(times)) tc_snprintf(text, sizeof text, times < 100.0 ? "%.3g x" : "%.0f x", times);
  tc_line_add(line, " %9s", text);
}

static void write_head(const tc_result *like, bool measured, FILE *out) {
  fprintf(out, "\nSpeed-up by change of strategy on %d rank%s (%d node%s), blocks of %d\n", like->ranks,
          tc_plural_suffix(like->ranks), like->nodes, tc_plural_suffix(like->nodes), (int)like->block_size);
  fprintf(out, "  %-30s %9s%s\n", "", "forecast", measured ? "  measured" : "");
}

void tc_strategy_gains_write(int results, const tc_result *result, const tc_result *extra,
                             const tc_result *like, int model, FILE *out) {
  const source from = {results, model, result, extra, like};
  bool begun = false;
  for (int c = 0; c < TC_STRATEGY_GAINS; c++) {
    const tc_strategy_gain *change = &tc_strategy_gains[c];
    const worth w = worth_of(&from, change);
    tc_line line = {0};
    if (isnan(w.forecast) && isnan(w.measured)) continue;
    if (!begun) write_head(like, !like->dry_run, out);
    begun = true;
    tc_line_add(&line, "  %-10s %-8s to %-9s", change->name, change->from, change->to);
    add_times(w.forecast, &line);
    if (!like->dry_run) add_times(w.measured, &line);
    tc_line_add(&line, "   %s", change->label);
    tc_report_text_write_trimmed(&line, out);
  }
}

void tc_strategy_gains_format(const double times[TC_STRATEGY_GAINS], tc_line *line) {
  for (int c = 0; c < TC_STRATEGY_GAINS; c++)
    if (!isnan(times[c]))
      tc_line_add(line, "%s%s (%s to %s) %.3g x", line->length ? ", " : "", tc_strategy_gains[c].name,
                  tc_strategy_gains[c].from, tc_strategy_gains[c].to, times[c]);
}
