/* A report with known numbers: two ranks, one strategy with a forecast and one without. Tests of tables, CSV
 * and JSON change this sample and render it. */
#ifndef TC_TESTS_REPORT_SAMPLE_H
#define TC_TESTS_REPORT_SAMPLE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/document/report.h"
#include "support/expect.h"

typedef struct sample {
  tc_measurement measured[2];
  tc_seconds predicted[2], refined[2];
  tc_result result[2];
  tc_result_solver solver;
  tc_field_stats initial;
  tc_stable_step safe;
  tc_report report;
} sample;

static inline void sample_forecast_by(sample *s, int model, const double off[TC_PHASE_COUNT],
                                      double total_off) {
  tc_seconds *part = model == TC_MODEL_paper ? s->predicted : s->refined;
  for (int r = 0; r < 2; r++)
    for (int p = 0; p < TC_PHASE_COUNT; p++)
      part[r].by_index[p] = s->measured[r].ledger.seconds.by_index[p] * (1.0 + off[p]);
  s->result[0].forecast[model] = (tc_forecast){part,
                                               s->measured[1].total_s * (1.0 + total_off),
                                               {{0.5, 0.25, 0.125, 0.0625, 0.03125, 0.015625}},
                                               {{0}}};
}

/* Sets the forecast of the model `paper`: measured * (1 + off[phase]) for each phase and measured * (1 +
 * total_off) for the total. */
static inline void sample_forecast(sample *s, const double off[TC_PHASE_COUNT], double total_off) {
  sample_forecast_by(s, TC_MODEL_paper, off, total_off);
}

/* Adds a forecast of the model `refined`, in which all phases and the total have the error `off`. */
static inline void sample_refine(sample *s, double off) {
  double all[TC_PHASE_COUNT];
  for (int p = 0; p < TC_PHASE_COUNT; p++) all[p] = off;
  sample_forecast_by(s, TC_MODEL_refined, all, off);
}

/* Phase p takes (p + 1) * 2^-10 s on rank 0 and twice as long on rank 1. For the last phase, the ranks are
 * exchanged. */
static inline void sample_fill(sample *s) {
  static const double exact[TC_PHASE_COUNT] = {0};
  memset(s, 0, sizeof *s);
  for (int r = 0; r < 2; r++) {
    tc_measurement *m = &s->measured[r];
    m->rank = r;
    m->node = 5 * r;
    m->rows = 1000 + r;
    m->total_s = 0x1p-5 * (1 + r);
    m->peak_memory_B = 1e6 * (1 + r);
    m->ledger.longest_mpi_gap_s = 0x1p-7 * (3 + r);
    for (int p = 0; p < TC_PHASE_COUNT; p++)
      m->ledger.seconds.by_index[p] = 0x1p-10 * (p + 1) * ((p == TC_PHASE_COUNT - 1) == (r == 0) ? 2 : 1);
    for (int p = 0; p < TC_PHASE_COUNT; p++) {
      m->ledger.calls[p] = p + r;
      m->ledger.bytes[p] = p * (1.0 + r);
    }
    for (int c = 0; c < TC_COUNT_COUNT; c++) m->ledger.count.by_index[c] = 100 * c + 7 * r;
  }
  s->result[0] = (tc_result){.strategy = "condensed",
                             .order = "rcm",
                             .order_block = 64,
                             .distribution = "metis",
                             .block_size = 512,
                             .ranks = 2,
                             .nodes = 2,
                             .ranks_per_node = 1,
                             .valid = true,
                             .measured = s->measured,
                             .field = {0x00C0FFEE00000001, -1.5, 2.5, 0.1, true},
                             .l2_error = 1e-3,
                             .max_error = 0.25};
  s->result[1] = s->result[0];
  s->result[1].strategy = "none";
  s->result[1].valid = false;
  s->result[1].l2_error = s->result[1].max_error = NAN;
  s->report = (tc_report){.title = "a title",
                          .mesh_file = "meshes/cube",
                          .mesh_scale = 1.0,
                          .scheme = "two_point",
                          .overrides = "time.steps=8",
                          .cells = 2001,
                          .nodes_of_mesh = 444,
                          .width = 4,
                          .steps = 8,
                          .dt = 0.1,
                          .time = 0.8,
                          .ranks = 2,
                          .threads = 1,
                          .nodes = 2,
                          .model = TC_MODEL_paper,
                          .machine_name = "made up",
                          .machine = {.private_bandwidth_Bps = 1e10,
                                      .remote_latency_s = NAN,
                                      .cache_line_B = 64.0,
                                      .copy_s = {1e-9, 2e-9}},
                          .results = 2,
                          .result = s->result};
  sample_forecast(s, exact, 0.0);
}

/* Adds the solver of 8 implicit steps to the first result. The steps need 48, 45, 45, .. iterations of cg
 * with jacobi. An iteration takes 2^-12 s on rank 0 and twice as long on rank 1. A quarter of this time is
 * for vector operations. */
static inline void sample_solve(sample *s) {
  enum { steps = 8 };
  const tc_work work = {.iterations = 45, .products = 47, .reductions = 93};
  s->solver = (tc_result_solver){.options = {.theta = 1.0,
                                             .solver = {.method = tc_method_find("cg"),
                                                        .preconditioner = tc_preconditioner_find("jacobi"),
                                                        .preconditioner_options = {.scope = TC_SCOPE_GLOBAL},
                                                        .tolerance = 1e-8,
                                                        .most_iterations = 1000}},
                                 .record = {.method = "cg",
                                            .bitwise = true,
                                            .symmetric = true,
                                            .requested_tolerance = 1e-8,
                                            .tolerance = 1e-8},
                                 .trial = 50,
                                 .bound = 155};
  for (int k = 0; k < steps; k++) {
    const tc_solve_result solution = {.reason = TC_REASON_converged, .iterations = k == 0 ? 48 : 45};
    tc_solve_statistics_add(&s->solver.record, &solution, k == 3 ? 0.5e-8 : 0.25e-8, &work);
  }
  for (int r = 0; r < 2; r++) {
    s->measured[r].iteration_s = 0x1p-12 * (1 + r);
    s->measured[r].iteration.vector = 0x1p-14 * (1 + r);
  }
  s->initial = (tc_field_stats){.integral = 0.1};
  s->safe.bound = INFINITY;
  s->safe.spectrum.largest = 2000.0;
  s->report.method = "implicit";
  s->report.initial = &s->initial;
  s->report.run.stable_step = &s->safe;
  s->result[0].solver = &s->solver;
}

/* Changes the sample to a run of 8 stabilised steps with 7 stages each. Explicit Euler would need 0.8 / (0.9
 * * 0.02) steps to the same time. */
static inline void sample_stabilise(sample *s) {
  s->safe = (tc_stable_step){.stages = 7,
                             .products = 900,
                             .ellipse = {.axis_ratio = 0.25},
                             .spectrum.largest = 100.0,
                             .euler_bound = 0.02};
  s->report.method = "rkl2";
  s->report.safety = 0.9;
  s->report.run.stable_step = &s->safe;
  for (int i = 0; i < s->report.results; i++) s->result[i].stages = s->safe.stages;
}

/* Changes the sample to a run of 8 stabilised steps with error control. */
static inline void sample_control(sample *s) {
  static const tc_error_control control = {.tolerance = 1e-3, .unit = 0.02, .end = 0.8};
  static const tc_error_control_record record = {.steps = 8,
                                                 .rejected = 1,
                                                 .products = 60,
                                                 .rejected_products = 4,
                                                 .shortened = 2,
                                                 .axis_ratio = 0.3,
                                                 .widened = 1,
                                                 .shortest = 0.01,
                                                 .longest = 0.25,
                                                 .largest_error = 0.5,
                                                 .fewest_stages = 2,
                                                 .most_stages = 11};
  sample_stabilise(s);
  s->report.dt = 0.0;
  s->report.run.control = &control;
  s->report.run.controlled = &record;
}

/* Returns the text of a report, which the caller frees. */
static inline char *sample_text(const tc_report *report, tc_report_text *write) {
  enum { most = 1 << 16 };
  char *text = calloc(1, most);
  FILE *out = fmemopen(text, most, "w");
  expect_ok(tc_report_print(report, write, out));
  fclose(out);
  return text;
}

#endif
