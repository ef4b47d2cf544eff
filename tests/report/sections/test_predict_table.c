#include "report/document/report.h"
#include "report/sample.h"
#include "support/expect.h"
#include "support/golden.h"

enum { most_runs = 32, most_ranks = 64 };

/* Report of a dry run, and the storage of its results. */
typedef struct dry_runs {
  tc_measurement measured[most_runs][most_ranks];
  tc_seconds part[most_runs][most_ranks];
  tc_result result[most_runs];
  tc_report report;
} dry_runs;

static void init_results(dry_runs *m) {
  memset(m, 0, sizeof *m);
  m->report = (tc_report){.mesh_file = "meshes/cube",
                          .mesh_scale = 1.0,
                          .scheme = "gradient",
                          .cells = 2001,
                          .nodes_of_mesh = 444,
                          .width = 16,
                          .threads = 1,
                          .machine_name = "made up",
                          .machine = {.private_bandwidth_Bps = 1e10, .cache_line_B = 64.0},
                          .result = m->result};
}

/* Adds a result with the forecast total_s seconds per step. The last rank computes during the whole step, and
 * the other ranks compute nothing. If total_s is 0, the result has no forecast. */
static tc_result *add_result(dry_runs *m, int nodes, int ranks, int32_t block, const char *strategy,
                             double total_s) {
  const int i = m->report.results++;
  tc_result *r = &m->result[i];
  *r = (tc_result){.strategy = strategy,
                   .distribution = "cyclic",
                   .block_size = block,
                   .ranks = ranks,
                   .nodes = nodes,
                   .ranks_per_node = ranks / nodes,
                   .valid = strcmp(strategy, "none") != 0,
                   .dry_run = true,
                   .measured = m->measured[i]};
  for (int k = 0; k < ranks; k++)
    m->part[i][k] = (tc_seconds){.pack = 1e-6, .compute = k == ranks - 1 ? total_s : 0.0};
  if (total_s > 0.0)
    r->forecast[TC_MODEL_paper] = (tc_forecast){m->part[i], total_s, {.memory = total_s}, {{0}}};
  return r;
}

static char *prediction_of(const dry_runs *m) { return sample_text(&m->report, tc_report_prediction); }

#define expect_in(text, part)     cr_assert_not_null(strstr(text, part), "\"%s\" is not in\n%s", part, text)
#define expect_not_in(text, part) cr_assert_null(strstr(text, part), "\"%s\" is in\n%s", part, text)

/* The report describes the solver for the fastest result only, and names this result. Here it is the second
 * one in the list. */
Test(prediction, solver_of_the_fastest) {
  static dry_runs m;
  static tc_result_solver solver;
  init_results(&m);
  solver.options.solver.method = tc_method_find("cg");
  solver.options.solver.preconditioner = tc_preconditioner_find("none");
  add_result(&m, 1, 4, 512, "fine", 2e-3)->solver = &solver;
  add_result(&m, 1, 4, 512, "neighbour", 1e-3)->solver = &solver;
  char *text = prediction_of(&m);
  expect_in(text, "\nneighbour with blocks of 512 on 4 ranks (1 node):\n");
  free(text);
}

/* The table has a line for each number of ranks and block size, and a column for each strategy. A line ends
 * with the fastest strategy, except `none`, whose field is not a solution. */
Test(prediction, table) {
  static dry_runs m;
  init_results(&m);
  for (int n = 1; n <= 2; n++)
    for (int b = 1; b <= 2; b++) {
      add_result(&m, n, 4 * n, 512 * b, "none", 1e-4);
      add_result(&m, n, 4 * n, 512 * b, "fine", 1e-3 * n * b * b);
      add_result(&m, n, 4 * n, 512 * b, "block", 3e-3);
    }
  char *text = prediction_of(&m);
  expect_golden("report", "prediction.txt", text);
  expect_not_in(text, "No forecast");
  free(text);
}

/* If a number of ranks is requested twice, the table has the same line twice. */
Test(prediction, repeated_numbers) {
  static dry_runs m;
  init_results(&m);
  for (int i = 0; i < 2; i++) {
    add_result(&m, 1, 4, 512, "fine", 1e-3);
    add_result(&m, 1, 4, 512, "block", 3e-3);
  }
  m.report.ranks = 4; /* with one number of ranks, the head states it and the bandwidth of a rank */
  m.report.nodes = 1;
  char *text = prediction_of(&m);
  expect_golden("report", "prediction_repeated_numbers.txt", text);
  free(text);
}

/* If per_rank is true, a second table has the time of each phase for each result with a forecast. The time of
 * a phase is the largest of any rank. The last column is the number of the rank with the longest step. */
Test(prediction, parts) {
  static dry_runs m;
  init_results(&m);
  add_result(&m, 1, 4, 512, "fine", 2e-3);
  add_result(&m, 1, 4, 512, "block", 0.0);
  char *text = prediction_of(&m);
  expect_not_in(text, "slowest");
  free(text);
  m.report.per_rank = true;
  text = prediction_of(&m);
  expect_golden("report", "prediction_parts.txt", text);
  free(text);
}

/* The table has a dash for a result without a forecast, and a line below the table states the reason. Results
 * without a forecast cannot be the fastest. If no result has a forecast, the report names no fastest one. */
Test(prediction, missing_forecasts) {
  static dry_runs m;
  init_results(&m);
  add_result(&m, 1, 4, 512, "fine", 2e-3);
  add_result(&m, 1, 4, 512, "naive", 0.0);
  add_result(&m, 2, 8, 512, "fine", 0.0);
  add_result(&m, 2, 8, 512, "naive", 0.0);
  m.measured[2][7].ledger.count.remote_individual = 1;
  char *text = prediction_of(&m);
  expect_golden("report", "prediction_missing_forecasts.txt", text);
  expect_not_in(text, "ore ranks pay");
  free(text);
  m.result[0].forecast[TC_MODEL_paper].phase_s = NULL;
  text = prediction_of(&m);
  expect_golden("report", "prediction_no_forecast.txt", text);
  expect_not_in(text, "Fastest");
  free(text);
}

/* The report contains only forecasts of the chosen model, here `refined`, and none of `paper`. */
Test(prediction, chosen_model) {
  static dry_runs m;
  init_results(&m);
  add_result(&m, 1, 4, 512, "fine", 1e-3);
  add_result(&m, 1, 4, 512, "block", 2e-3);
  m.result[0].forecast[TC_MODEL_refined] = (tc_forecast){m.part[0], 9e-3, {.memory = 0.0}, {{0}}};
  m.result[1].forecast[TC_MODEL_refined] = (tc_forecast){m.part[1], 8e-3, {.memory = 0.0}, {{0}}};
  m.report.model = TC_MODEL_refined;
  char *text = prediction_of(&m);
  expect_golden("report", "prediction_chosen_model.txt", text);
  free(text);
}

/* Returns the text of a report with one result for each of ranks[runs], with four ranks per node.
 * total_s[runs] are the forecasts in seconds per step. */
static char *scaling(dry_runs *m, int runs, const int *ranks, const double *total_s) {
  init_results(m);
  for (int i = 0; i < runs; i++) add_result(m, (ranks[i] + 3) / 4, ranks[i], 512, "fine", total_s[i]);
  return prediction_of(m);
}

/* More ranks are worthwhile if they have at least half of the ideal gain in speed. For example, a step with
 * twice the ranks must be at least 1.5 times as fast. */
Test(prediction, where_scaling_stops) {
  static dry_runs m;
  char *text = scaling(&m, 4, (int[]){4, 8, 16, 32}, (double[]){8.0, 5.0, 3.0, 2.5});
  expect_in(text, "Fastest: fine with blocks of 512 on 32 ranks (8 nodes), 2.50 s a step.\n");
  expect_in(text,
            "  More than 16 ranks (4 nodes) hardly reduce the time: 32 ranks are only 1.20 times as fast.\n");
  free(text);
  text = scaling(&m, 2, (int[]){4, 8}, (double[]){2.9, 2.0});
  expect_in(text,
            "  More than 4 ranks (1 node) hardly reduce the time: 8 ranks are only 1.45 times as fast.\n");
  free(text);
  text = scaling(&m, 3, (int[]){1, 8, 16}, (double[]){8.0, 1.0, 1.25});
  expect_in(text,
            "  More than 8 ranks (2 nodes) do not reduce the time: 16 ranks take 1.25 times as long.\n");
  free(text);
  text = scaling(&m, 2, (int[]){1, 4}, (double[]){1.0, 1.0});
  expect_in(text, "  More than 1 rank (1 node) does not reduce the time: 4 ranks take 1.00 times as long.\n");
  free(text);
  text = scaling(&m, 3, (int[]){4, 8, 16}, (double[]){3.0, 2.0, 1.25});
  expect_in(text,
            "  More ranks reduce the time up to 16 ranks (4 nodes), the largest number with a forecast.\n");
  free(text);
  text = scaling(&m, 1, (int[]){4}, (double[]){3.0});
  expect_not_in(text, "ore ranks pay");
  free(text);
}

/* The second node makes a step longer, but eight nodes make it much shorter. The search for the largest
 * worthwhile number of ranks therefore continues after the second node. */
Test(prediction, scaling_past_a_dip) {
  static dry_runs m;
  char *text = scaling(&m, 4, (int[]){4, 8, 32, 64}, (double[]){8.0, 9.0, 1.5, 1.4});
  expect_in(text, "  More than 32 ranks (8 nodes) hardly reduce the time: 64 ranks ");
  free(text);
}

/* Each number of ranks is represented by its fastest case, regardless of nodes, block size and strategy. The
 * field of `none` is not a solution, so its cases do not count. Cases need not be sorted by ranks. */
Test(prediction, scaling_takes_the_best_of_each) {
  static dry_runs m;
  init_results(&m);
  add_result(&m, 2, 8, 512, "fine", 4.0);
  add_result(&m, 2, 8, 1024, "block", 2.0);
  add_result(&m, 1, 4, 512, "fine", 9.0);
  add_result(&m, 2, 4, 512, "fine", 4.0);
  add_result(&m, 1, 4, 1024, "none", 0.1);
  add_result(&m, 4, 16, 512, "fine", 1.9);
  char *text = prediction_of(&m);
  expect_in(text,
            "  More than 8 ranks (2 nodes) hardly reduce the time: 16 ranks are only 1.05 times as fast.\n");
  free(text);
}

/* The advice names the largest cost of the fastest case, its share of all costs, and a remedy that suits the
 * distribution. */
Test(prediction, limits) {
  static const struct {
    tc_costs costs;
    const char *cyclic, *metis;
  } cases[] =
      {{{{8, 1, 1, 0, 0, 0}}, "own work: rows, packing, copying (80 %).\n", "(80 %).\n"},
       {{{3, 6, 1, 0, 0, 0}},
        "imbalance: some ranks have more work than others (60 %); smaller blocks",
        "(60 %); other numbers of ranks"},
       {{{1, 1, 2, 0, 0, 0}},
        "exchanges and waiting inside nodes (50 %); distribution.kind metis, or",
        "(50 %); fewer ranks"},
       {{{1, 1, 1, 7, 0, 0}}, "latency between nodes (70 %); distribution.kind", "(70 %); fewer ranks"},
       {{{0, 0, 0, 1, 9, 0}},
        "bandwidth between nodes (90 %); distribution.kind metis",
        "(90 %); fewer ranks"},
       {{{1, 0, 0, 1, 0, 6}}, "forcing: formulas of sources, states and boundary data (75 %).", "(75 %)."}};
  static dry_runs m;
  for (int c = 0; c < TC_COST_COUNT; c++) {
    init_results(&m);
    tc_result *r = add_result(&m, 1, 4, 512, "fine", 1.0);
    r->forecast[TC_MODEL_paper].costs = cases[c].costs;
    char *text = prediction_of(&m);
    expect_in(text, "\n  Limited by ");
    expect_in(text, cases[c].cyclic);
    free(text);
    r->distribution = "metis";
    text = prediction_of(&m);
    expect_in(text, cases[c].metis);
    expect_not_in(text, "distribution.kind");
    free(text);
  }
}

/* The advice does not recommend blocks smaller than one row, or threads instead of ranks if a node has only
 * one rank. */
Test(prediction, remedies_in_use_are_not_recommended) {
  static dry_runs m;
  const char *const distribution[] = {"cyclic", "metis"};
  for (int c = TC_COST_imbalance; c <= TC_COST_bandwidth; c++)
    for (int d = 0; d < 2; d++) {
      init_results(&m);
      tc_result *r = add_result(&m, 4, 4, 1, "fine", 1.0);
      r->forecast[TC_MODEL_paper].costs = (tc_costs){{1, 0, 0, 0, 0, 0}};
      r->forecast[TC_MODEL_paper].costs.by_index[c] = 9;
      r->distribution = distribution[d];
      char *text = prediction_of(&m);
      expect_not_in(text, "smaller blocks");
      expect_not_in(text, "more threads");
      cr_assert_eq(strstr(text, "distribution.kind metis") != NULL, d == 0, "%s", text);
      free(text);
    }
}

/* The advice names the bottleneck of the fastest result. If a larger number of ranks does not pay, the advice
 * also names its bottleneck, unless this is the fastest result. */
Test(prediction, limit_where_scaling_stops) {
  static dry_runs m;
  /* The step with 8 ranks is the fastest, but only 1.03 times as fast as with 4 ranks, so 8 ranks are not
   * worthwhile. The advice names only the bottleneck of 8 ranks. */
  char *text = scaling(&m, 2, (int[]){4, 8}, (double[]){4.0, 3.9});
  expect_in(text, "hardly reduce the time");
  expect_in(text, "\n  Limited by ");
  expect_not_in(text, ", the limit is");
  free(text);
  init_results(&m);
  add_result(&m, 1, 4, 512, "fine", 4.0);
  add_result(&m, 2, 8, 512, "fine", 4.5)->forecast[TC_MODEL_paper].costs =
      (tc_costs){.memory = 1, .latency = 3};
  text = prediction_of(&m);
  expect_in(text, "\n  Limited by each rank's own work: ");
  expect_in(text, "1.12 times as long.\n  With 8 ranks, the limit is latency between nodes (75 %)");
  free(text);
}

/* No line is longer than 150 columns. */
Test(prediction, width_of_the_table) {
  static dry_runs m;
  init_results(&m);
  static const char *const strategies[] = {"none", "naive", "fine", "block", "condensed"};
  for (int n = 1; n <= 2; n++)
    for (int i = 0; i < 5; i++) add_result(&m, n, 32 * n, INT32_MAX, strategies[i], 1.234e-3 / n);
  m.report.per_rank = true;
  for (int c = 0; c < TC_COST_COUNT; c++) {
    for (int i = 0; i < m.report.results; i++) {
      m.result[i].forecast[TC_MODEL_paper].costs = (tc_costs){0};
      m.result[i].forecast[TC_MODEL_paper].costs.by_index[c] = 1.0;
    }
    char *text = prediction_of(&m);
    for (const char *at = text; *at; at += strcspn(at, "\n") + 1)
      cr_assert_leq(strcspn(at, "\n"), 150, "%.*s", (int)strcspn(at, "\n"), at);
    free(text);
  }
}

/* With 400 strategies, lines are truncated and no memory beyond a buffer is written. */
Test(prediction, many_strategies) {
  static dry_runs m;
  static tc_measurement measured;
  static tc_seconds part = {.compute = 1e-3};
  enum { many = 400 };
  static tc_result result[many];
  init_results(&m);
  for (int i = 0; i < many; i++) {
    result[i] = *add_result(&m, 1, 1, 512, i ? "block" : "fine", 1e-3);
    result[i].measured = &measured;
    result[i].forecast[TC_MODEL_paper] = (tc_forecast){&part, 1e-3, {.memory = 0.0}, {{0}}};
    m.report.results = 0;
  }
  m.report.results = many;
  m.report.result = result;
  for (int verbose = 0; verbose < 2; verbose++) {
    m.report.per_rank = verbose;
    char *text = prediction_of(&m);
    expect_in(text, "..\n");
    expect_in(text, "Fastest: fine");
    free(text);
  }
}

/* METIS cannot divide few cells per rank evenly, so forecasts depend on its random choices. The advice warns
 * if the largest subdomain is much larger than the mean. */
Test(prediction, few_cells_a_rank) {
  static const char rough[] = "\n  With 64 ranks (31 cells each) METIS divides unevenly: the largest "
                              "subdomain has 1.47 times the mean number of cells. ";
  static dry_runs m;
  init_results(&m);
  add_result(&m, 1, 16, 512, "fine", 1e-3)->distribution = "metis";
  add_result(&m, 4, 64, 512, "fine", 1e-4)->distribution = "metis";
  for (int r = 0; r < 64; r++) m.measured[1][r].rows = 31;
  char *text = prediction_of(&m);
  expect_not_in(text, "METIS divides");
  free(text);
  m.measured[1][7].rows = 46;
  text = prediction_of(&m);
  expect_in(text, rough);
  free(text);
  m.result[1].distribution = "cyclic";
  text = prediction_of(&m);
  expect_not_in(text, "METIS divides");
  free(text);
}

/* Formulas are timed on the present machine, even if the forecast is for another machine. The report states
 * this if a case contains such a time. */
Test(prediction, formulas_on_another_machine) {
  static const char words[] = "were timed on this machine, not on the machine of the forecast.\n";
  static dry_runs m;
  init_results(&m);
  add_result(&m, 1, 4, 512, "fine", 4.0);
  m.report.run.is_other_machine = true;
  char *text = prediction_of(&m);
  expect_not_in(text, words);
  free(text);
  m.part[0][0].source = 1e-6;
  text = prediction_of(&m);
  expect_in(text, words);
  free(text);
  m.report.run.is_other_machine = false;
  text = prediction_of(&m);
  expect_not_in(text, words);
  free(text);
}
