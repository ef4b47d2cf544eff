#include <stdlib.h>

#include "report/document/report.h"
#include "report/sample.h"
#include "support/expect.h"
#include "support/golden.h"

static char *table_of(const sample *s) { return sample_text(&s->report, tc_report_table); }

/* Copies the line of one part from the section of a strategy to `line`, without the newline and trailing
 * blanks. */
static void line_of(const char *table, const char *strategy, const char *part, char line[200]) {
  char head[64];
  snprintf(head, sizeof head, "\n%s, ", strategy);
  const char *at = strstr(table, head);
  cr_assert_not_null(at, "no section %s in %s", strategy, table);
  snprintf(head, sizeof head, "\n  %s ", part);
  at = strstr(at, head);
  cr_assert_not_null(at, "no part %s in %s", part, table);
  int length = snprintf(line, 200, "%.*s", (int)strcspn(at + 1, "\n"), at + 1);
  while (length > 0 && line[length - 1] == ' ') line[--length] = '\0';
}

static bool ends_with(const char *line, const char *end) {
  return strlen(line) >= strlen(end) && strcmp(line + strlen(line) - strlen(end), end) == 0;
}

Test(table, says_what_was_run) {
  static sample s;
  sample_fill(&s);
  char *text = table_of(&s);
  expect_golden("report", "table.txt", text);
  free(text);
  s.report.ranks = 1;
  s.report.threads = 2;
  s.report.nodes = 1;
  text = table_of(&s);
  expect_golden("report", "table_one_rank.txt", text);
  free(text);
}

Test(table, partitioners) {
  static const char *const partitioner[] = {NULL, "chunks", "curve"},
                           *const heading[] = {"metis distribution, blocks",
                                               "metis distribution by chunks, blocks",
                                               "metis distribution by curve, blocks"};
  for (int i = 0; i < 3; i++) {
    static sample s;
    sample_fill(&s);
    s.result[0].partitioner = partitioner[i];
    char *table = table_of(&s);
    cr_assert(strstr(table, heading[i]), "%s", table);
    free(table);
  }
}

/* The second line after the title must contain the number of products of a stabilised method. */
Test(table, stages) {
  static sample s;
  sample_fill(&s);
  char *plain = table_of(&s);
  sample_stabilise(&s);
  char *text = table_of(&s);
  const char *line =
      strstr(text, "\nrkl2: 8 steps of 7 stages, 956 products with 900 before the first step (Euler: 45)\n");
  cr_assert_not_null(line, "%s", text);
  const size_t head = (size_t)(line - text);
  cr_assert_eq(strncmp(text, plain, head), 0);
  cr_assert_str_eq(strchr(line + 1, '\n'), plain + head, "no other line changes");
  free(plain);
  free(text);
}

/* With error control the steps differ in length, so the table must call the times means. */
Test(table, error_control) {
  static sample s;
  sample_fill(&s);
  sample_control(&s);
  char *text = table_of(&s);
  expect_golden("report", "table_error_control.txt", text);
  free(text);
}

/* The table must report the placement of memory pages only on request. */
Test(table, says_where_pages_lie) {
  static sample s;
  sample_fill(&s);
  char *text = table_of(&s);
  cr_assert_null(strstr(text, "pages on"), "%s", text);
  free(text);
  s.report.shows_pages = true;
  s.report.placement = TC_PLACEMENT_MASTER;
  s.report.memory_nodes = 2;
  text = table_of(&s);
  expect_golden("report", "table_pages_unknown.txt", text);
  free(text);
  s.measured[0].pages = (tc_numa_pages){30, 10};
  s.measured[1].pages = (tc_numa_pages){30, 10};
  s.report.memory_nodes = 1;
  text = table_of(&s);
  expect_golden("report", "table_pages.txt", text);
  free(text);
}

/* A strategy without an exchange has no valid field, so the table omits the field. Without a forecast, each
 * part has a dash and no mark. */
Test(table, invalid_fields_and_missing_forecasts) {
  static sample s;
  sample_fill(&s);
  char *text = table_of(&s), line[200];
  const char *none = strstr(text, "\nnone, ");
  cr_assert_not_null(none);
  cr_assert_not_null(strstr(none, "the field is not a solution: strategy none"));
  cr_assert_null(strstr(none, "hash"));
  cr_assert_null(strstr(none, "L2"));
  for (int p = 0; p <= TC_PHASE_COUNT; p++) {
    line_of(text, "none", p < TC_PHASE_COUNT ? tc_phase_name(p) : "total", line);
    cr_assert(ends_with(line, " -"), "\"%s\"", line);
  }
  free(text);
}

/* A forecast error of more than 25 % in either direction is marked with a star, only in the line of its part.
 * In each round, one part or the total has the error. */
Test(table, marks_forecasts_that_are_far_off) {
  static const struct {
    double off;
    const char *shown;
  } cases[] = {{0.0, "+0 %"},           {0.25, "+25 %"},   {-0.25, "-25 %"},  {0.2578125, "+26 % *"},
               {-0.2578125, "-26 % *"}, {1.0, "+100 % *"}, {-0.5, "-50 % *"}, {0.125, "+12 %"}};
  static sample s;
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++)
    for (int spoilt = 0; spoilt <= TC_PHASE_COUNT; spoilt++) {
      double off[TC_PHASE_COUNT] = {0};
      sample_fill(&s);
      /* each part takes more than 5 % of this time */
      for (int r = 0; r < 2; r++) s.measured[r].total_s /= 2.0;
      if (spoilt < TC_PHASE_COUNT) off[spoilt] = cases[c].off;
      sample_forecast(&s, off, spoilt == TC_PHASE_COUNT ? cases[c].off : 0.0);
      char *text = table_of(&s);
      for (int p = 0; p <= TC_PHASE_COUNT; p++) {
        char line[200];
        line_of(text, "condensed", p < TC_PHASE_COUNT ? tc_phase_name(p) : "total", line);
        cr_assert(ends_with(line, p == spoilt ? cases[c].shown : "+0 %"), "%g: \"%s\"", cases[c].off, line);
      }
      free(text);
    }
}

/* A line contains the time of the slowest rank, its forecast and the error. */
Test(table, columns) {
  static sample s;
  char line[200], part[32], measured[32], measured_unit[8], forecast[32], forecast_unit[8], error[8];
  sample_fill(&s);
  sample_forecast(&s, (double[TC_PHASE_COUNT]){0}, 1.0);
  char *text = table_of(&s);
  line_of(text, "condensed", "total", line);
  cr_assert_eq(sscanf(line, "%31s %31s %7s %31s %7s %7s", part, measured, measured_unit, forecast,
                      forecast_unit, error),
               6);
  cr_assert_str_eq(measured, "62.5");
  cr_assert_str_eq(measured_unit, "ms");
  cr_assert_str_eq(forecast, "125");
  cr_assert_str_eq(forecast_unit, "ms");
  cr_assert_str_eq(error, "+100");
  free(text);
}

/* The table also has a forecast by a second model: the first model, or the last one if the main model is the
 * first. If only one model has a forecast, there is no second column. */
Test(table, the_second_model) {
  static sample s;
  char line[200];
  sample_fill(&s);
  char *text = table_of(&s);
  cr_assert_null(strstr(text, "refined"), "%s", text);
  free(text);
  sample_refine(&s, 1.0);
  text = table_of(&s);
  cr_assert(strstr(text, "forecast       error       refined       error\n"), "%s", text);
  line_of(text, "condensed", "total", line);
  cr_assert(strstr(line, "62.5 ms       62.5 ms      +0 %  "), "%s", line);
  cr_assert(ends_with(line, "125 ms    +100 % *"), "%s", line);
  line_of(text, "none", "total", line);
  cr_assert(ends_with(line, " -"), "%s", line);
  free(text);
  s.report.model = TC_MODEL_refined;
  text = table_of(&s);
  cr_assert(strstr(text, "forecast       error         paper       error\n"), "%s", text);
  line_of(text, "condensed", "total", line);
  cr_assert(ends_with(line, "62.5 ms        125 ms    +100 % *       62.5 ms      +0 %"), "%s", line);
  cr_assert_not_null(strstr(text, "Forecast: the refined model"), "%s", text);
  free(text);
}

/* The table names the slowest rank and the bottleneck of its step. */
Test(table, the_slowest_rank) {
  static sample s;
  sample_fill(&s);
  char *text = table_of(&s);
  cr_assert_not_null(strstr(text, "\n  boundary takes 31 % of the step, 1707 boundary data evaluated, 1807 "
                                  "rows changed in each step; imbalance 1.16\n"),
                     "%s", text);
  cr_assert_not_null(strstr(text, "\n  slowest: rank 1 on node 5, with 1001 rows\n"), "%s", text);
  free(text);
  s.result[0].ranks = s.result[1].ranks = 1;
  text = table_of(&s);
  cr_assert_null(strstr(text, "slowest: rank"), "with one rank, the line is omitted: %s", text);
  free(text);
}

/* With -v, the table must have a line for each rank with phases, total, forecast and its error. */
Test(table, every_rank) {
  static sample s;
  sample_fill(&s);
  char *text = table_of(&s);
  cr_assert_null(strstr(text, "    rank  node      rows"), "%s", text);
  free(text);
  s.report.per_rank = true;
  s.measured[0].total_s = 77 * 0x1p-10; /* sum of its phases, unlike the total of rank 1 */
  s.measured[1].total_s = 0x1p-2;
  s.report.results = 1;
  text = table_of(&s);
  expect_golden("report", "table_every_rank.txt", text);
  free(text);
  s.result[0].forecast[TC_MODEL_paper].phase_s = NULL;
  text = table_of(&s);
  expect_golden("report", "table_every_rank_without_forecast.txt", text);
  free(text);
}

/* The legend lists all strategies that the model does not support, each once. */
Test(table, legend_of_what_no_model_describes) {
  static sample s;
  sample_fill(&s);
  s.report.model = TC_MODEL_patterns;
  s.result[0].strategy = "neighbour";
  s.result[1].strategy = "bcs";
  char *text = table_of(&s);
  expect_golden("report", "table_no_model.txt", text);
  free(text);
  s.result[1].forecast[TC_MODEL_refined].missing.by_index[TC_PARAM_cache_line_B] = true;
  text = table_of(&s);
  expect_golden("report", "table_no_model_missing_parameter.txt", text);
  free(text);
  s.result[1].forecast[TC_MODEL_refined].missing.by_index[TC_PARAM_cache_line_B] = false;
  s.result[0].strategy = "bcs";
  text = table_of(&s);
  expect_golden("report", "table_no_model_one_strategy.txt", text);
  free(text);
}

/* The legend states the reasons for missing forecasts, but only those that apply. */
Test(table, legend_of_what_is_missing) {
  static const char naive[] = "for naive: the paper model does not support it",
                    network[] = "the network is not measured",
                    parameters[] =
                        "No forecast (-) by the paper model: it needs remote_bandwidth_Bps (between two "
                        "nodes, large messages (ping-pong)): tetracast calibrate on two nodes measures it.\n";
  static sample s;
  sample_fill(&s);
  /* The strategy none has remote values in the sample, and the network parameters are unknown. */
  char *text = table_of(&s);
  cr_assert(strstr(text, network) && !strstr(text, naive) && !strstr(text, parameters), "%s", text);
  free(text);
  s.report.machine.remote_latency_s = 1e-6;
  s.result[1].forecast[TC_MODEL_paper].missing.by_index[TC_PARAM_remote_bandwidth_Bps] = true;
  text = table_of(&s);
  cr_assert(!strstr(text, network) && !strstr(text, naive) && strstr(text, parameters), "%s", text);
  free(text);
  s.result[1].strategy = "naive";
  text = table_of(&s);
  cr_assert(!strstr(text, network) && strstr(text, naive) && !strstr(text, parameters), "%s", text);
  free(text);
  s.report.results = 1;
  text = table_of(&s);
  cr_assert_null(strstr(text, "No forecast"), "%s", text);
  free(text);
}

/* The legend warns if the problem fits into the caches and if ranks share cores. */
Test(table, legend_of_circumstances) {
  static const char caches[] = "fits into the caches", crowded[] = "share cores";
  static sample s;
  for (int c = 0; c < 8; c++) {
    sample_fill(&s);
    sample_refine(&s, 0.0);
    s.report.in_cache = c & 1;
    s.report.is_oversubscribed = c & 2;
    s.report.model = c & 4 ? TC_MODEL_refined : TC_MODEL_paper;
    char *text = table_of(&s);
    cr_assert_eq(!!strstr(text, caches), c & 1,
                 "the table has a forecast of the model paper, which has no caches: %s", text);
    cr_assert_eq(!!strstr(text, crowded), !!(c & 2), "%s", text);
    free(text);
  }
}

/* Without measured times, the table has no forecast errors and no result of a division by zero. */
Test(table, nothing_measured) {
  static sample s;
  sample_fill(&s);
  for (int r = 0; r < 2; r++) {
    s.measured[r].total_s = 0.0;
    s.measured[r].ledger.seconds = (tc_seconds){0};
  }
  char *text = table_of(&s);
  cr_assert_null(strstr(text, "inf"), "%s", text);
  cr_assert_null(strstr(text, "nan"), "%s", text);
  cr_assert_null(strstr(text, " *\n"), "%s", text);
  free(text);
}

/* The table has the wall time of all steps, compared with the median step. It also has the initial field, so
 * that the user can check conservation. */
Test(table, wall_time_and_start) {
  static sample s;
  const tc_field_stats start = {.min = -2.0, .max = 3.0, .integral = 0.125};
  sample_fill(&s);
  char *text = table_of(&s);
  cr_assert_null(strstr(text, " took "), "%s", text);
  cr_assert_null(strstr(text, "start:"), "%s", text);
  free(text);
  s.report.initial = &start;
  s.measured[0].wall = (tc_wall_times){.total_s = 1.0, .steps_s = 0.5};
  s.measured[1].wall = (tc_wall_times){4.0, 2.0, 1.5, 0.5, 8, 0.125};
  text = table_of(&s);
  expect_golden("report", "table_wall_time.txt", text);
  free(text);
  s.measured[1].wall.snapshots_s = s.measured[1].wall.checks_s = 1e-3;
  text = table_of(&s);
  cr_assert_not_null(strstr(text, "(8 x median step = 500 ms)\n"), "less than 1 %% is not reported: %s",
                     text);
  free(text);
  s.measured[0].wall = s.measured[1].wall = (tc_wall_times){.total_s = 4.0, .steps_s = 2.0, .steps = 1};
  text = table_of(&s);
  cr_assert_not_null(strstr(text, "\n  wall time of 1 step: 4.0 s; the step alone 2.0 s\n"), "%s", text);
  free(text);
  sample_solve(&s);
  s.report.dt = 0.0;
  text = table_of(&s);
  cr_assert_not_null(strstr(text, "\n  wall time of 1 solve: 4.0 s; the solve alone 2.0 s\n"),
                     "a steady state: %s", text);
  free(text);
}

/* A run counts as disturbed if it has enough steps and its mean step is much longer than the median. The
 * warning is omitted if ranks share cores. */
Test(table, a_disturbed_run) {
  static const char disturbed[] =
      "\nThe machine was disturbed during the run, most with condensed: 12 % of the steps took "
      "more than twice the median, and the mean is 4.0 times the median.\n";
  static sample s;
  sample_fill(&s);
  s.measured[1].wall = (tc_wall_times){.total_s = 30.0, .steps_s = 25.0, .steps = 100, .slow_share = 0.12};
  char *text = table_of(&s);
  cr_assert_not_null(strstr(text, disturbed), "%s", text);
  free(text);
  s.report.is_oversubscribed = true;
  text = table_of(&s);
  cr_assert(!strstr(text, "disturbed") && strstr(text, "share cores, but forecasts"), "%s", text);
  free(text);
  s.report.is_oversubscribed = false;
  s.measured[1].wall.steps_s = 6.25 * 1.2;
  text = table_of(&s);
  cr_assert_null(strstr(text, "disturbed"), "%s", text);
  free(text);
  s.measured[1].wall.steps_s = 25.0;
  s.measured[1].wall.steps = 8;
  text = table_of(&s);
  cr_assert_null(strstr(text, "disturbed"), "%s", text);
  free(text);
}

/* The report states that the forecast is for another machine and that nodes are virtual. */
Test(table, another_machine_and_imagined_nodes) {
  static sample s;
  sample_fill(&s);
  s.report.run.hosts = "node7\nnode9";
  s.report.run.virtual_nodes = true;
  s.report.run.is_other_machine = true;
  char *text = table_of(&s);
  expect_golden("report", "table_other_machine.txt", text);
  free(text);
}

/* The phases boundary and source have no line if both the measured time and the forecast are 0. */
Test(table, parts_beside_the_product) {
  static sample s;
  sample_fill(&s);
  for (int r = 0; r < 2; r++) s.measured[r].ledger.seconds.source = s.predicted[r].source = 0.0;
  char *text = table_of(&s);
  cr_assert_not_null(strstr(text, "\n  boundary "), "%s", text);
  cr_assert_null(strstr(text, "\n  source "), "%s", text);
  free(text);
  s.predicted[1].source = 1e-6; /* a forecast without a measured time is shown */
  text = table_of(&s);
  cr_assert_not_null(strstr(text, "\n  source "), "%s", text);
  free(text);
}
