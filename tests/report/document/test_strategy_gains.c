/* Tests of the list of speed-ups of one strategy over another. */
#include "report/document/strategy_gains.h"

#include <math.h>

#include "comm/exchange/strategy.h"
#include "report/sample.h"
#include "support/expect.h"
#include "support/golden.h"

typedef struct scene {
  tc_measurement measured[4];
  tc_seconds part;
  tc_result result[4];
} scene;

static void add_gain(scene *s, int i, const char *strategy, double forecast_s, double measured_s) {
  s->measured[i] = (tc_measurement){.total_s = measured_s};
  s->result[i] = (tc_result){.strategy = strategy,
                             .ranks = 1,
                             .nodes = 1,
                             .block_size = 64,
                             .dry_run = measured_s == 0.0,
                             .measured = &s->measured[i]};
  if (forecast_s > 0.0)
    s->result[i].forecast[TC_MODEL_paper] = (tc_forecast){.phase_s = &s->part, .total_s = forecast_s};
}

static void write(const tc_report *report, tc_section *out) {
  tc_strategy_gains_write(report->results, report->result, report->results > 3 ? NULL : report->result + 3,
                          report->result, TC_MODEL_paper, out);
}

static char *text_of(scene *s, int results) {
  const tc_report report = {.results = results, .result = s->result};
  return sample_text(&report, write);
}

/* The table must contain forecast and measured speed-ups. A pair of strategies needs results with the same
 * block size. */
Test(changes, table) {
  static scene s;
  add_gain(&s, 0, "fine", 2.0, 2.5);
  add_gain(&s, 1, "naive", 22.0, 20.0);
  add_gain(&s, 2, "block", 2.5, 2.0);
  add_gain(&s, 3, "condensed", 0.0, 5.0);
  char *text = text_of(&s, 4);
  expect_golden("report", "changes.txt", text);
  free(text);
  s.result[0].block_size = 32;
  text = text_of(&s, 4);
  cr_expect_str_eq(text, "", "%s", text);
  free(text);
}

/* Speed-ups of dry runs. The result of naive is not in the list of results, but is passed separately. */
Test(changes, imagined) {
  static scene s;
  add_gain(&s, 0, "fine", 2.0, 0.0);
  add_gain(&s, 1, "batched", 0.01, 0.0);
  add_gain(&s, 2, "none", 1.0, 0.0);
  add_gain(&s, 3, "naive", 5.0, 0.0);
  char *text = text_of(&s, 3);
  expect_golden("report", "changes_dry_run.txt", text);
  free(text);
}

Test(changes, sentence) {
  double times[TC_STRATEGY_GAINS] = {NAN, NAN, NAN, NAN};
  tc_line line = {0};
  tc_strategy_gains_format(times, &line);
  cr_expect_str_eq(line.text, "");
  times[0] = 5.5;
  times[3] = 0.5;
  tc_strategy_gains_format(times, &line);
  cr_expect_str_eq(line.text, "privatise (naive to fine) 5.5 x, coalesce (fine to condensed) 0.5 x");
}

Test(changes, names_are_strategies) {
  for (int c = 0; c < TC_STRATEGY_GAINS; c++)
    cr_expect(tc_strategy_find(tc_strategy_gains[c].from) && tc_strategy_find(tc_strategy_gains[c].to));
}
