#include "io/config/config_solution.h"

#include <stdlib.h>

#include "io/config/configs.h"

static char *list_solution_keys(const char *text) {
  char *out = NULL;
  tc_config *config = parse(text, 0, NULL);
  expect_ok(tc_config_solution_keys(config, &out));
  tc_config_destroy(&config);
  return out;
}

/* True if both configs give the same list of keys and values that determine the solution. */
static bool is_same_solution(const char *one, const char *other) {
  char *a = list_solution_keys(one), *b = list_solution_keys(other);
  const bool equal = strcmp(a, b) == 0;
  free(a);
  free(b);
  return equal;
}

Test(config_solution, what_is_said_of_a_config) {
  char *text =
      list_solution_keys(MINIMAL "time: {safety: 0.50, steps: 7}\nsource: \"x +\n  y\"\nstrategy: fine\n"
                                 "boundary: {markers: [{marker: 2, kind: value, value: 1.50}]}\n");
  static const char *const lines[] = {"\ninitial: 0\n",
                                      "\ntime.safety: 0.5\n",
                                      "\nsource: x + y\n",
                                      "\nboundary.markers: [{marker: 2, kind: value, value: 1.5}]\n",
                                      "\ntime.theta: 1\n",
                                      "\nboundary.default.value: null\n"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    cr_expect_not_null(strstr(text, lines[i]), "no %s in %s", lines[i], text);
  static const char *const others[] =
      {"mesh.file", "time.steps", "time.dt", "time.end", "solver.most_iterations", "strategy", "snapshots"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    cr_expect_null(strstr(text, others[i]), "%s in %s", others[i], text);
  free(text);
}

Test(config_solution, the_same_in_other_words) {
  cr_assert(is_same_solution(MINIMAL, MINIMAL "time: {steps: 5, theta: 1.0, method: euler}\nsource: 0.0\n"));
  cr_assert(is_same_solution(MINIMAL, MINIMAL "strategy: fine\ntitle: a\nprobes: [[1, 2, 3]]\n"));
  cr_assert(is_same_solution(MINIMAL "exact: \"2\"\n", MINIMAL "exact: 2\n"));
  cr_assert(is_same_solution(MINIMAL "time: {method: implicit, multiple: 9}\n",
                             MINIMAL "time: {explicit_multiple: 9, method: implicit}\n"));
  cr_assert_not(is_same_solution(MINIMAL, MINIMAL "time: {safety: 0.1}\n"));
  cr_assert_not(is_same_solution(MINIMAL, MINIMAL "states: {w: {initial: 0, rate: 0}}\n"));
}

static tc_status compare(const char *now, const char *then) {
  char *text = list_solution_keys(then);
  tc_config *config = parse(now, 0, NULL);
  const tc_status status = tc_config_check_same_solution(config, "c.5.h5", text);
  tc_config_destroy(&config);
  free(text);
  return status;
}

Test(config_solution, the_first_difference_is_named) {
  expect_ok(compare(MINIMAL "time: {steps: 9}\n", MINIMAL));
  expect_ok(compare(MINIMAL "time: {end: 9, dt: 0.1}\n", MINIMAL));
  expect_message(compare(MINIMAL "time: {safety: 0.1}\n", MINIMAL),
                 "run.yaml:3: time.safety: the run of c.5.h5 cannot be resumed: time.safety is '0.1' now and "
                 "was "
                 "'0.9' then, which changes the solution: restore the former value, or start over with "
                 "--force");
  expect_error(compare(MINIMAL, MINIMAL "time: {safety: 0.1}\n"), TC_USAGE,
               "time.safety is '0.9' now and was '0.1'");
}

static tc_status compare_text(const char *now, const char *then) {
  tc_config *config = parse(now, 0, NULL);
  const tc_status status = tc_config_check_same_solution(config, "c.5.h5", then);
  tc_config_destroy(&config);
  return status;
}

/* A checkpoint of another version of Tetracast may contain other keys. A key that is missing in the
 * checkpoint had its default value. A key that this version does not have is an error. Keys that no longer
 * determine the solution, such as time.end, may differ. */
Test(config_solution, the_text_of_another_version) {
  expect_ok(compare_text(MINIMAL, "initial: 0\ntime.end: 0.08\ntime.dt: 0.004\n"));
  expect_error(compare_text(MINIMAL "time: {theta: 0.5}\n", "initial: 0\n"), TC_USAGE,
               "time.theta is '0.5' now and was '1' then");
  expect_error(compare_text(MINIMAL, "initial: 0\ntime.fancy: 3\n"), TC_USAGE,
               "its key time.fancy ('3') is unknown to this version");
}

Test(config_solution, configs_are_compared_with_their_extent) {
  static const char *const cases[][2] = {{"time: {end: 2}\n", "time.end"},
                                         {"time: {dt: 0.5}\n", "time.dt"},
                                         {"time: {steps: 5}\n", "time.steps"},
                                         {"title: a\n", ""},
                                         {"initial: 1\n", "initial"}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char key[TC_SOLUTION_KEY], text[200];
    const bool replaces = strncmp(cases[k][0], "initial", 7) == 0;
    snprintf(text, sizeof text, "%s%s", replaces ? "mesh: {file: m}\n" : MINIMAL, cases[k][0]);
    tc_config *one = parse(MINIMAL, 0, NULL), *other = parse(text, 0, NULL);
    expect_ok(tc_config_find_solution_difference(one, other, key));
    cr_expect_str_eq(key, cases[k][1]);
    tc_config_destroy(&one);
    tc_config_destroy(&other);
  }
}
