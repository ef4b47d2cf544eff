/* Tests of JSON reports of runs with RK stages and with error control. */
#include "report/document/report.h"
#include "report/json_report.h"

Test(json_stages, equal_steps) {
  static sample s;
  folder f = folder_make();
  sample_fill(&s);
  char *text = json_of(&f, &s);
  cr_assert_null(json_find(text, "results.0.stages"));
  free(text);
  sample_stabilise(&s);
  text = json_of(&f, &s);
  expect_word(text, "results.1.stages.method", "\"rkl2\"");
  expect_word(text, "results.1.stages.axis_ratio", "0.25");
  expect_word(text, "results.1.stages.lambda", "100");
  expect_word(text, "results.1.stages.stages", "7");
  expect_word(text, "results.1.stages.products", "56");
  expect_word(text, "results.1.stages.euler_products", "45");
  free(text);
  folder_remove(&f);
}

Test(json_stages, error_control) {
  static const char *const words[][2] = {{"stages.axis_ratio", "0.3"},
                                         {"stages.stages_min", "2"},
                                         {"stages.stages_max", "11"},
                                         {"stages.rejected_products", "4"},
                                         {"stages.products", "60"},
                                         {"stages.widened", "1"},
                                         {"error_control.tolerance", "0.001"},
                                         {"error_control.steps", "8"},
                                         {"error_control.rejected", "1"},
                                         {"error_control.error_max", "0.5"},
                                         {"error_control.dt_min", "0.01"},
                                         {"error_control.dt_max", "0.25"}};
  static sample s;
  folder f = folder_make();
  sample_fill(&s);
  sample_control(&s);
  char *text = json_of(&f, &s), path[80];
  for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
    snprintf(path, sizeof path, "results.1.%s", words[k][0]);
    expect_word(text, path, words[k][1]);
  }
  free(text);
  folder_remove(&f);
}
