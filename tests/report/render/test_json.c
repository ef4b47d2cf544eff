#include <math.h>
#include <stdlib.h>

#include "base/program/provenance.h"
#include "report/document/report.h"
#include "report/json_report.h"

Test(json, head) {
  static sample s;
  folder f = folder_make();
  char wanted[200];
  sample_fill(&s);
  char *text = json_of(&f, &s);
  expect_word(text, "program", "\"tetracast\"");
  snprintf(wanted, sizeof wanted, "\"%s\"", tc_provenance_version());
  expect_word(text, "version", wanted);
  snprintf(wanted, sizeof wanted, "\"%s\"", tc_provenance_commit());
  expect_word(text, "commit", wanted);
  snprintf(wanted, sizeof wanted, "\"%s\"", tc_provenance_compiler());
  expect_word(text, "compiler", wanted);
  expect_word(text, "title", "\"a title\"");
  expect_word(text, "overrides", "\"time.steps=8\"");
  expect_word(text, "mesh.file", "\"meshes/cube\"");
  expect_word(text, "scheme", "\"two_point\"");
  expect_number(text, "mesh.cells", 2001);
  expect_number(text, "mesh.nodes", 444);
  expect_number(text, "width", 4);
  expect_number(text, "steps", 8);
  expect_number(text, "dt", 0.1);
  expect_number(text, "time", 0.8);
  expect_number(text, "ranks", 2);
  expect_number(text, "threads", 1);
  expect_number(text, "nodes", 2);
  expect_word(text, "model", "\"paper\"");
  free(text);
  s.report.model = TC_MODEL_refined;
  s.report.ranks = s.report.nodes = 0; /* results have different numbers of ranks and nodes */
  s.report.dt = s.report.time = 0.0;   /* no steps were chosen */
  text = json_of(&f, &s);
  expect_word(text, "model", "\"refined\"");
  expect_word(text, "ranks", "null");
  expect_word(text, "nodes", "null");
  expect_word(text, "dt", "null");
  expect_word(text, "time", "null");
  free(text);
  folder_remove(&f);
}

/* The report must contain every machine parameter under its own name. */
Test(json, machine) {
  static sample s;
  folder f = folder_make();
  char path[100];
  sample_fill(&s);
  char *text = json_of(&f, &s);
  expect_word(text, "machine.origin", "\"made up\"");
  expect_word(text, "machine.is_other_machine", "false");
  expect_number(text, "machine.private_bandwidth_Bps", 1e10);
  expect_word(text, "machine.remote_bandwidth_Bps", "null"); /* 0 means unknown */
  expect_word(text, "machine.remote_latency_s", "null");     /* NaN means unknown */
  expect_number(text, "machine.cache_line_B", 64);
  expect_number(text, "machine.copy_s.1", 2e-9);
  expect_word(text, "machine.copy_s.2", "null");
  free(text);
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    for (int v = 0; v < tc_param_values(p); v++) tc_param_at(&s.report.machine, p)[v] = 100 * (p + 1) + v;
  text = json_of(&f, &s);
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    for (int v = 0; v < tc_param_values(p); v++) {
      int n = snprintf(path, sizeof path, "machine.%s%s", tc_param_section_prefix(p), tc_param_name(p));
      if (tc_param_values(p) > 1) snprintf(path + n, sizeof path - (size_t)n, ".%d", v);
      expect_number(text, path, 100 * (p + 1) + v);
    }
  free(text);
  folder_remove(&f);
}

Test(json, results_with_all_parts_and_counts) {
  static sample s;
  folder f = folder_make();
  char path[100];
  sample_fill(&s);
  sample_forecast(&s, (double[TC_PHASE_COUNT]){0.5}, -0.25);
  s.result[0].partitioner = "chunks";
  char *text = json_of(&f, &s);
  expect_word(text, "results.0.strategy", "\"condensed\"");
  expect_word(text, "results.0.distribution", "\"metis\"");
  expect_word(text, "results.0.partitioner", "\"chunks\"");
  expect_number(text, "results.0.block_size", 512);
  expect_number(text, "results.0.ranks", 2);
  expect_number(text, "results.0.nodes", 2);
  expect_number(text, "results.0.ranks_per_node", 1);
  expect_number(text, "results.0.measured_s.total", 0x1p-4);
  expect_number(text, "results.0.predicted_s.total", 0x1.8p-5);
  expect_number(text, "results.0.error", -0.25);
  expect_number(text, "results.0.peak_memory_B", 3e6);
  for (int p = 0; p < TC_PHASE_COUNT; p++) {
    snprintf(path, sizeof path, "results.0.measured_s.%s", tc_phase_name(p));
    expect_number(text, path, 0x1p-9 * (p + 1));
    snprintf(path, sizeof path, "results.0.predicted_s.%s", tc_phase_name(p));
    expect_number(text, path, 0x1p-9 * (p + 1) * (p ? 1.0 : 1.5));
  }
  for (int p = 0; p < TC_PHASE_COUNT; p++) {
    snprintf(path, sizeof path, "results.0.calls.%s", tc_phase_name(p));
    expect_number(text, path, 2 * p + 1);
    snprintf(path, sizeof path, "results.0.bytes.%s", tc_phase_name(p));
    expect_number(text, path, 3.0 * p);
  }
  for (int c = 0; c < TC_COUNT_COUNT; c++) {
    snprintf(path, sizeof path, "results.0.counts.%s", tc_count_name(c));
    expect_number(text, path, 200 * c + 7);
  }
  expect_word(text, "results.0.field.valid", "true");
  expect_word(text, "results.0.field.hash", "\"00c0ffee00000001\"");
  expect_number(text, "results.0.field.min", -1.5);
  expect_number(text, "results.0.field.max", 2.5);
  expect_number(text, "results.0.field.integral", 0.1);
  expect_number(text, "results.0.field.l2_error", 1e-3);
  expect_number(text, "results.0.field.max_error", 0.25);
  cr_assert_null(json_find(text, "results.2"));
  free(text);
  folder_remove(&f);
}

/* The report must contain the forecasts of all models by name. predicted_s, error and costs_s are those of
 * the main model. */
Test(json, forecasts_and_costs) {
  static const char *const costs[] = {"memory", "imbalance", "sharing", "latency", "bandwidth", "forcing"};
  static sample s;
  folder f = folder_make();
  char path[100];
  sample_fill(&s);
  char *text = json_of(&f, &s);
  expect_number(text, "results.0.forecasts.paper.total", 0x1p-4);
  expect_word(text, "results.0.forecasts.refined", "null");
  expect_word(text, "results.0.per_rank.1.forecasts.refined", "null");
  expect_word(text, "results.1.forecasts.paper", "null");
  free(text);
  sample_refine(&s, 1.0);
  text = json_of(&f, &s);
  expect_number(text, "results.0.predicted_s.total", 0x1p-4);
  expect_number(text, "results.0.error", 0.0);
  expect_number(text, "results.0.forecasts.paper.total", 0x1p-4);
  expect_number(text, "results.0.forecasts.refined.total", 0x1p-3);
  expect_number(text, "results.0.forecasts.refined.compute", 0x1p-8 * (TC_PHASE_compute + 1));
  expect_number(text, "results.0.per_rank.1.forecasts.refined.pack", 0x1p-8);
  for (int c = 0; c < 6; c++) {
    snprintf(path, sizeof path, "results.0.costs_s.%s", costs[c]);
    expect_number(text, path, 0x1p-1 / (1 << c));
  }
  free(text);
  for (int r = 0; r < 2; r++) s.measured[r].reuse = (tc_reuse){.rows = 1000, .scattered[20] = 250.0};
  s.report.machine.level_cache_B[1] = 32768.0;
  s.report.machine.level_cache_B[3] = 1e9;
  text = json_of(&f, &s);
  expect_number(text, "results.0.reuse.lines_per_row_beyond.L1", 0.25);
  expect_word(text, "results.0.reuse.lines_per_row_beyond.L2", "null");
  expect_number(text, "results.0.reuse.lines_per_row_beyond.L3", 0.0);
  free(text);
  s.report.model = TC_MODEL_refined;
  text = json_of(&f, &s);
  expect_word(text, "model", "\"refined\"");
  expect_number(text, "results.0.predicted_s.total", 0x1p-3);
  expect_number(text, "results.0.error", 1.0);
  expect_number(text, "results.0.per_rank.1.predicted_s.pack", 0x1p-8);
  expect_number(text, "results.0.forecasts.paper.total", 0x1p-4);
  free(text);
  folder_remove(&f);
}

/* A dry run must have a forecast and counts, but no measured times, no field statistics and no memory
 * figures. */
Test(json, imagined) {
  static sample s;
  folder f = folder_make();
  sample_fill(&s);
  s.result[0].dry_run = true;
  char *text = json_of(&f, &s);
  /* There may be thousands of ranks, so ranks are included only on request. */
  expect_word(text, "results.0.per_rank", "[]");
  free(text);
  s.report.per_rank = true;
  text = json_of(&f, &s);
  static const char *const null[] = {"results.0.measured_s", "results.0.error", "results.0.forecasts.refined",
                                     "results.0.per_rank.1.measured_s"};
  static const char *const absent[] = {"results.0.field", "results.0.peak_memory_B",
                                       "results.0.per_rank.1.peak_memory_B",
                                       "results.0.per_rank.1.longest_mpi_gap_s"};
  for (int i = 0; i < 4; i++) {
    expect_word(text, null[i], "null");
    cr_assert_null(json_find(text, absent[i]), "%s", absent[i]);
  }
  expect_number(text, "results.0.predicted_s.total", 0x1p-4);
  expect_number(text, "results.0.counts.remote_values", 200 * 5 + 7);
  expect_number(text, "results.0.per_rank.1.rows", 1001);
  expect_number(text, "results.0.per_rank.1.predicted_s.pack", 0x1p-9);
  free(text);
  folder_remove(&f);
}

Test(json, ranks_one_by_one) {
  static sample s;
  folder f = folder_make();
  char path[100];
  sample_fill(&s);
  char *text = json_of(&f, &s);
  for (int r = 0; r < 2; r++) {
    const tc_measurement *m = &s.measured[r];
    const struct {
      const char *name;
      double wanted;
    } fields[] = {{"rank", r},
                  {"node", m->node},
                  {"rows", m->rows},
                  {"measured_s.total", m->total_s},
                  {"measured_s.compute", m->ledger.seconds.compute},
                  {"predicted_s.pack", s.predicted[r].pack},
                  {"predicted_s.total", tc_seconds_total(&s.predicted[r])},
                  {"peak_memory_B", m->peak_memory_B},
                  {"longest_mpi_gap_s", m->ledger.longest_mpi_gap_s},
                  {"counts.remote_values", (double)m->ledger.count.remote_values}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
      snprintf(path, sizeof path, "results.0.per_rank.%d.%s", r, fields[i].name);
      expect_number(text, path, fields[i].wanted);
    }
  }
  cr_assert_null(json_find(text, "results.0.per_rank.2"));
  free(text);
  folder_remove(&f);
}

/* Unknown values must be null. They must not be 0, NaN or omitted. */
Test(json, what_is_not_known_is_null) {
  static sample s;
  folder f = folder_make();
  sample_fill(&s);
  s.result[0].field.integral = INFINITY;
  s.result[0].field.min = -INFINITY;
  s.measured[0].total_s = s.measured[1].total_s = 0.0;
  s.report.title = NULL;
  char *text = json_of(&f, &s);
  static const char *const null[] = {"title",
                                     "results.0.error",
                                     "results.0.field.integral",
                                     "results.0.field.min",
                                     "results.0.forecasts.refined",
                                     "results.0.per_rank.0.forecasts.refined",
                                     "results.1.predicted_s",
                                     "results.1.error",
                                     "results.1.costs_s",
                                     "results.1.reuse",
                                     "results.1.field.l2_error",
                                     "results.1.field.max_error",
                                     "results.1.per_rank.1.predicted_s"};
  for (size_t i = 0; i < sizeof null / sizeof *null; i++) expect_word(text, null[i], "null");
  expect_word(text, "results.1.field.valid", "false");
  free(text);
  folder_remove(&f);
}

/* Until version 1.0, renamed values also have their former names. */
Test(json, former_names) {
  static const char *const name[][2] = {
      {"machine.is_other_machine", "machine.foreign"},
      {"failures.0.reason", "failures.0.why"},
      {"results.0.costs_s.forcing", "results.0.costs_s.input"},
      {"results.0.local_page_share", "results.0.pages_near"},
      {"results.0.per_rank.1.longest_mpi_gap_s", "results.0.per_rank.1.longest_silence_s"},
      {"results.0.solver.asymmetry", "results.0.solver.skew"},
  };
  static sample s;
  tc_failure failure = {.method = "cgs", .reason = "diverged"};
  folder f = folder_make();
  sample_fill(&s);
  sample_solve(&s);
  s.report.failures = 1;
  s.report.failure = &failure;
  char *text = json_of(&f, &s);
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) {
    const char *now = json_find(text, name[i][0]), *former = json_find(text, name[i][1]);
    cr_assert(now && former, "%s", name[i][0]);
    const size_t length = strcspn(now, ",\n");
    cr_expect(length > 0 && strcspn(former, ",\n") == length && strncmp(now, former, length) == 0, "%s",
              name[i][0]);
  }
  free(text);
  folder_remove(&f);
}

/* The report must contain the date, the hosts, the config, the setup phases, the warnings and the files of a
 * run. */
Test(json, circumstances) {
  static sample s;
  static tc_log_record record = {.phases = 2,
                                 .warnings = 1,
                                 .phase = {{"read the mesh", 0.5}, {"order and split", 0.25}},
                                 .warning = {"a warning"}};
  static const tc_file_list files = {.count = 2,
                                     .file = {{.label = "the mesh", .name = "m"},
                                              {.label = "the CSV report",
                                               .name = "r.csv",
                                               .is_output = true}}};
  const tc_field_stats start = {.min = -2.0, .max = 3.0, .integral = 0.125};
  folder f = folder_make();
  sample_fill(&s);
  char *text = json_of(&f, &s);
  expect_word(text, "date", "null");
  expect_word(text, "wall_s", "null");
  expect_word(text, "hosts", "[]");
  expect_word(text, "phases", "[]");
  expect_word(text, "warnings", "[]");
  expect_word(text, "files", "[]");
  cr_assert_null(json_find(text, "initial"));
  free(text);
  s.report.initial = &start;
  s.report.is_oversubscribed = true;
  s.report.run = (tc_report_run){.command = "run",
                                 .libraries = "MPI 4; HDF5 1",
                                 .directory = "/home/me",
                                 .given_machine = "m.yaml",
                                 .matrix_hash = 0xDEF,
                                 .start_step = 12,
                                 .date = "2026-11-20T13:05:00Z",
                                 .wall_s = 1.5,
                                 .hosts = "a1\nb2",
                                 .cluster = "big",
                                 .machine = "big",
                                 .is_other_machine = true,
                                 .virtual_nodes = true,
                                 .config_file = "x.yaml",
                                 .config_text = "mesh: {file: \"m\"}\n",
                                 .files = &files,
                                 .log = &record,
                                 .mesh_hash = 0xABC};
  s.measured[1].wall = (tc_wall_times){4.0, 2.0, 1.5, 0.5, 8, 0.125};
  text = json_of(&f, &s);
  expect_word(text, "command", "\"run\"");
  expect_word(text, "libraries", "\"MPI 4; HDF5 1\"");
  expect_word(text, "directory", "\"/home/me\"");
  expect_word(text, "config.machine", "\"m.yaml\"");
  expect_word(text, "config.model", "null");
  expect_word(text, "matrix_hash", "\"0000000000000def\"");
  expect_number(text, "first_step", 12);
  expect_word(text, "date", "\"2026-11-20T13:05:00Z\"");
  expect_number(text, "wall_s", 1.5);
  expect_word(text, "hosts.0", "\"a1\"");
  expect_word(text, "hosts.1", "\"b2\"");
  cr_assert_null(json_find(text, "hosts.2"));
  expect_word(text, "cluster", "\"big\"");
  expect_word(text, "machine.name", "\"big\"");
  expect_word(text, "machine.is_other_machine", "true");
  expect_word(text, "nodes_imagined", "true");
  expect_word(text, "mesh.hash", "\"0000000000000abc\"");
  expect_word(text, "config.file", "\"x.yaml\"");
  expect_word(text, "config.text", "\"mesh: {file: \\\"m\\\"}\\u000a\"");
  expect_word(text, "config.overrides", "\"time.steps=8\"");
  expect_word(text, "phases.1.name", "\"order and split\"");
  expect_number(text, "phases.1.seconds", 0.25);
  expect_word(text, "warnings.0", "\"a warning\"");
  cr_assert_not_null(json_find(text, "warnings.2"), "two of the report's own");
  expect_word(text, "files.0.what", "\"the CSV report\"");
  expect_word(text, "files.0.name", "\"r.csv\"");
  cr_assert_null(json_find(text, "files.1"));
  expect_number(text, "initial.integral", 0.125);
  expect_number(text, "results.0.wall_s.total", 4.0);
  expect_number(text, "results.0.wall_s.snapshots", 1.5);
  expect_number(text, "results.0.mean_step_s", 0.25);
  expect_number(text, "results.0.slow_share", 0.125);
  free(text);
  folder_remove(&f);
}
