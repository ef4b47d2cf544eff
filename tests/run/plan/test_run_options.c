#include "run/plan/run_options.h"

#include "run/plan/auxiliary_run.h"
#include "run/run_case.h"

ParallelTest(choice, what_it_says_goes_before_the_config) {
  scene s;
  tc_config *config = NULL;
  scene_make(world, &s);
  scene_set(&s, "machine=none");
  scene_set(&s, "model=refined");
  scene_set(&s, "time.steps=7");
  s.choice.machine = NULL;
  expect_ok(tc_run_options_read_config(&s.choice, world, &config));
  cr_assert_str_eq(config->machine, "none");
  cr_assert(config->model == TC_MODEL_refined && config->time.steps == 7);
  tc_config_destroy(&config);
  s.choice.machine = "auto";
  s.choice.model = "paper";
  expect_ok(tc_run_options_read_config(&s.choice, world, &config));
  cr_assert_str_eq(config->machine, "auto");
  cr_assert_eq(config->model, TC_MODEL_paper);
  tc_config_destroy(&config);
  s.choice.model = "auto";
  expect_ok(tc_run_options_read_config(&s.choice, world, &config));
  cr_assert_eq(config->model, TC_MODEL_AUTO);
  tc_config_destroy(&config);
  scene_free(&s);
}

/* The options of a run without outputs must also reset the times of snapshots, because these times are not
 * allowed together with some other keys. */
ParallelTest(choice, requested_times_are_outputs) {
  static const char *const times[] = {"snapshots={file: s.h5, interval: 0.1}",
                                      "snapshots={file: s.h5, times: [0.1, 0.2]}",
                                      "snapshots={file: s.h5, every: 3}"};
  for (size_t k = 0; k < sizeof times / sizeof *times; k++) {
    scene s;
    tc_pool pool = {0};
    tc_run_options without;
    tc_config *config = NULL;
    scene_make(world, &s);
    scene_set(&s, "time={end: 0.3, steps: null}");
    scene_set(&s, times[k]);
    expect_ok(tc_run_options_without_outputs(&s.choice, 0, NULL, &pool, &without));
    expect_ok(tc_run_options_read_config(&without, world, &config));
    const tc_config *c = config;
    cr_expect(!c->snapshots.file && c->snapshots.times.count == 0 && !(c->snapshots.interval > 0.0));
    cr_expect_eq(c->snapshots.every, 0);
    tc_config_destroy(&config);
    tc_pool_free(&pool);
    scene_free(&s);
  }
}

ParallelTest(choice, mistakes_are_everybodys) {
  scene s;
  tc_config *config = NULL;
  scene_make(world, &s);
  s.choice.model = "nonsense";
  expect_error(tc_run_options_read_config(&s.choice, world, &config), TC_USAGE, "nonsense");
  tc_config_destroy(&config);
  s.choice.config = "-";
  expect_error(tc_run_options_read_config(&s.choice, world, &config), TC_USAGE, "standard input");
  s.choice.config = "/nowhere/c.yaml";
  expect_error(tc_run_options_read_config(&s.choice, world, &config), TC_USAGE, "/nowhere/c.yaml");
  cr_assert_null(config);
  scene_free(&s);
}

/* If the user passes a matrix file as config, the error message must name the commands for matrix files. */
ParallelTest(choice, a_matrix_is_no_config) {
  scene s;
  char path[400];
  tc_config *config = NULL;
  scene_make(world, &s);
  file_path(&s.f, "a.mtx", path);
  if (world->rank == 0)
    file_write(&s.f, "a.mtx", "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 2\n");
  s.choice.config = path;
  s.choice.text = NULL;
  expect_error(tc_run_options_read_config(&s.choice, world, &config), TC_USAGE,
               "a.mtx: is a matrix file instead of a config: use tetracast solve, predict or compare");
  s.choice.config = "/nowhere/a.mtx";
  expect_error(tc_run_options_read_config(&s.choice, world, &config), TC_USAGE,
               "/nowhere/a.mtx: cannot be opened");
  tc_config_destroy(&config);
  scene_free(&s);
}

/* Root. Prepares two reports, with the file name `json` in the run options and `named` in the config. Expects
 * an error with `message` unless `message` is NULL. */
static void prepare(scene *s, const char *json, const char *named, tc_code code, const char *message) {
  char path[400], override[500], records[500];
  tc_config *config = NULL;
  tc_file_list files = {0};
  file_path(&s->f, named, path);
  snprintf(override, sizeof override, "report.csv=%s", path);
  file_path(&s->f, "x.records", path);
  snprintf(records, sizeof records, "forecast.records=%s", path);
  const char *const overrides[] = {override, records};
  tc_run_options choice = s->choice;
  choice.json = json;
  choice.overrides = 2;
  choice.override = overrides;
  tc_world *self = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  expect_ok(tc_run_options_read_config(&choice, self, &config));
  if (message)
    expect_error(tc_run_options_prepare_reports(&choice, config, &files), code, message);
  else
    expect_ok(tc_run_options_prepare_reports(&choice, config, &files));
  tc_config_destroy(&config);
  tc_world_destroy(&self);
}

ParallelTest(choice, reports_are_prepared) {
  scene s;
  char json[400];
  scene_make(world, &s);
  if (world->rank == 0) {
    file_path(&s.f, "r.json", json);
    prepare(&s, json, "r.csv", TC_DONE, NULL);
    prepare(&s, NULL, "r.csv", TC_DONE, NULL);
    file_write(&s.f, "x.records", "{\n  \"program\": \"tetracast\"");
    prepare(&s, json, "r.csv", TC_DONE, NULL);
    prepare(&s, json, "x.records", TC_USAGE, "the forecast records");
    prepare(&s, json, "r.json", TC_USAGE, "are the same file");
    s.choice.again = json;
    prepare(&s, json, "r.csv", TC_USAGE, "use another file for one of them");
    prepare(&s, NULL, "r.json", TC_USAGE, "for one of them, or write no report with -s report=null");
    s.choice.again = NULL;
    prepare(&s, s.config, "r.csv", TC_USAGE, "the config");
    prepare(&s, json, "m.node", TC_USAGE, "the mesh");
    prepare(&s, KNOWN_MACHINE, "r.csv", TC_USAGE, "the machine file");
    prepare(&s, "/dev/null/r.json", "r.csv", TC_OUTPUT, "/dev/null");
    file_write(&s.f, "r.json", "{\n  \"program\": \"tetracast\",\n  \"command\": \"run\"\n}\n");
    prepare(&s, json, "r.csv", TC_DONE, NULL);
    s.choice.replaces = "predict";
    prepare(&s, json, "r.csv", TC_OUTPUT, "r.json: is a report of tetracast run: use another name");
  }
  scene_free(&s);
}

/* The requested reports must be written, and their names must be printed. */
ParallelTest(choice, reports_are_written) {
  scene s;
  tc_session session = {0};
  char json[400], html[400], line[900];
  scene_make(world, &s);
  file_path(&s.f, "r.json", json);
  file_path(&s.f, "r.html", html);
  s.choice.json = json;
  s.choice.html = html;
  scene_begin(&s, &session);
  expect_ok(tc_session_run(&session, tc_strategy_find("condensed"), 65536, NULL));
  if (world->rank == 0) {
    tc_report report;
    char *printed = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&printed, &length);
    tc_session_report(&session, &report);
    expect_ok(tc_run_options_write_reports(&s.choice, session.plan.config, &report, tc_report_table, out));
    fclose(out);
    snprintf(line, sizeof line, "Report: %s\nReport: %s (open it in a browser)\n", json, html);
    cr_assert_str_eq(printed, line);
    free(printed);
    char *text = file_text(&s.f, "r.json");
    cr_assert_not_null(strstr(text, "\"strategy\": \"condensed\""));
    free(text);
    text = file_text(&s.f, "r.html");
    cr_assert_not_null(strstr(text, "blocks of 65536"));
    free(text);
  }
  tc_session_close(&session);
  scene_free(&s);
}
