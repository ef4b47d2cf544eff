#include "run/session/report_facts.h"

#include "run/run_case.h"

/* The test fills the report with arbitrary bytes before the call. The call must set all members that follow
 * from its parameters, and set the others to 0. */
ParallelTest(run_report, facts_are_told_and_nothing_else) {
  scene s;
  tc_config *config = NULL;
  tc_report report;
  scene_make(world, &s);
  scene_set(&s, "title=Two imagined runs");
  scene_set(&s, "diffusion.scheme=two-point");
  s.choice.per_rank = true;
  expect_ok(tc_run_options_read_config(&s.choice, world, &config));
  const tc_machine_source origin = {.machine = {.name = "a made-up one"}, .text = "made up"};
  const tc_params params = {.cache_line_B = 32.0};
  tc_seconds part[1] = {0};
  tc_result result[2] = {{.dry_run = true}, {.dry_run = true}};
  result[1].forecast[TC_MODEL_paper].phase_s = part;
  const tc_results results = {.count = 2, .capacity = 2, .result = result};
  const tc_plan plan = {.options = &s.choice, .environment = &s.environment, .log = &s.log, .config = config};
  memset(&report, 0x5a, sizeof report);
  if (world->rank == 0) {
    tc_report_facts_fill(&plan, &origin, &params, &results, &report);
    cr_assert_str_eq(report.title, "Two imagined runs");
    cr_assert_str_eq(report.mesh_file, s.f.base);
    cr_assert_str_eq(report.scheme, "two-point");
    cr_assert_eq(report.width, 4);
    cr_assert_not_null(strstr(report.overrides, "two-point"));
    cr_assert_str_eq(report.machine_name, "made up");
    cr_assert_eq(report.machine.cache_line_B, 32.0);
    cr_assert(report.results == 2 && report.result == result && report.per_rank);
    cr_assert_eq(report.model, tc_report_main_model(TC_MODEL_AUTO, 2, result));
    cr_assert(report.run.is_other_machine && report.run.files == &plan.files && report.run.log == &s.record);
    cr_assert_str_eq(report.run.machine, "a made-up one");
    cr_assert_str_eq(report.run.config_file, s.config);
    cr_assert_not_null(strstr(report.run.config_text, "initial:"));
    cr_assert_eq(report.run.date, s.environment.date);
    cr_assert(report.cells == 0 && report.ranks == 0 && report.steps == 0 && report.initial == NULL &&
              !report.run.stable_step);
  }
  tc_config_destroy(&config);
  scene_free(&s);
}
