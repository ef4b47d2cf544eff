/* Tests of the advice about slow strategies and about fewer nodes. sections/test_predict_table.c tests other
 * advice. */
#include "report/document/advice.h"

#include "report/sample.h"
#include "support/expect.h"

enum { most_results = 4, most_ranks = 8 };

/* Report of a dry run, and the storage of its results. */
typedef struct cases {
  tc_measurement measured[most_results][most_ranks];
  tc_seconds part[most_results][most_ranks];
  tc_result result[most_results];
  tc_report report;
} cases;

static tc_report empty_report(cases *c) {
  return (tc_report){.mesh_file = "meshes/cube",
                     .mesh_scale = 1.0,
                     .scheme = "gradient",
                     .cells = 2001,
                     .nodes_of_mesh = 444,
                     .width = 16,
                     .threads = 1,
                     .dt = 0.1,
                     .machine_name = "made up",
                     .machine = {.private_bandwidth_Bps = 1e10, .cache_line_B = 64.0},
                     .result = c->result};
}

/* Adds a result with the forecast `seconds` of a step. */
static tc_result *add_result(cases *c, int nodes, int ranks, int32_t block, const char *strategy,
                             double seconds) {
  const int i = c->report.results++;
  c->result[i] = (tc_result){.strategy = strategy,
                             .distribution = "cyclic",
                             .block_size = block,
                             .ranks = ranks,
                             .nodes = nodes,
                             .ranks_per_node = ranks / nodes,
                             .valid = true,
                             .dry_run = true,
                             .measured = c->measured[i]};
  c->result[i].forecast[TC_MODEL_paper] = (tc_forecast){c->part[i], seconds, {.memory = seconds}, {{0}}};
  return &c->result[i];
}

/* The advice explains why a strategy is much slower than the fastest one of the same case. */
Test(advice, a_slow_strategy) {
  static cases m;
  m.report = empty_report(&m);
  add_result(&m, 2, 8, 512, "fine", 1e-3);
  tc_result *slow = add_result(&m, 2, 8, 512, "condensed", 2e-2);
  slow->forecast[TC_MODEL_paper].costs = (tc_costs){.memory = 1e-3, .latency = 1.9e-2};
  slow->measured[0].ledger.count.remote_messages = 3;
  add_result(&m, 1, 4, 512, "fine", 9e-4);
  add_result(&m, 1, 4, 512, "condensed", 5e-2);
  m.report.results = 2;
  char *text = sample_text(&m.report, tc_report_prediction);
  cr_expect_not_null(strstr(text, "\n  condensed takes 20 times as long: latency between nodes (95 %), "
                                  "because the ranks of a node send their messages one at a time.\n"),
                     "%s", text);
  free(text);
  slow->forecast[TC_MODEL_paper].total_s = 4e-3;
  text = sample_text(&m.report, tc_report_prediction);
  cr_expect_null(strstr(text, "times as long: "), "%s", text);
  free(text);
}

/* The advice must compare the fastest result with results on fewer nodes, which the program adds although the
 * user has not requested them. */
Test(advice, fewer_nodes) {
  static cases m;
  m.report = empty_report(&m);
  const tc_result *best = add_result(&m, 2, 8, 512, "fine", 1e-3);
  const tc_result *other = add_result(&m, 1, 4, 512, "block", 9e-4);
  m.report.results = 1;
  cr_expect_eq(tc_advice_find_fewest_nodes(&m.report), 2);
  for (int k = 0; k < 2; k++) {
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    tc_advice_print_fewer_nodes(&m.report, best, 1, other, out);
    fclose(out);
    cr_expect_str_eq(text,
                     k == 0 ? "  Use fewer nodes: block on 4 ranks (1 node) takes 900 us a step.\n" : "");
    free(text);
    m.result[1].forecast[TC_MODEL_paper].total_s = 2e-3;
  }
}
