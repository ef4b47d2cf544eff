#include "io/config_solution.h"

#include <stdlib.h>

#include "io/configs.h"

static char *solution_of(const char *text) {
  char *out = NULL;
  tc_config *config = parse(text, 0, NULL);
  expect_ok(tc_config_solution(config, &out));
  tc_config_destroy(&config);
  return out;
}

/* Whether two configs say the same of what is computed, in the same words. */
static bool same(const char *one, const char *other) {
  char *a = solution_of(one), *b = solution_of(other);
  const bool equal = strcmp(a, b) == 0;
  free(a);
  free(b);
  return equal;
}

Test(config_solution, what_is_said_of_a_config) {
  char *text = solution_of(MINIMAL "time: {dt: 1e-3, steps: 7}\nsource: \"x +\n  y\"\nstrategy: fine\n"
                                   "boundary: {markers: [{marker: 2, kind: value, value: 1.50}]}\n");
  static const char *const lines[] = {"\ninitial: 0\n",
                                      "\ntime.dt: 0.001\n",
                                      "\nsource: x + y\n",
                                      "\nboundary.markers: [{marker: 2, kind: value, value: 1.5}]\n",
                                      "\ntime.theta: 1\n",
                                      "\nboundary.default.value: null\n"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
    cr_expect_not_null(strstr(text, lines[i]), "no %s in %s", lines[i], text);
  static const char *const others[] = {"mesh.file", "time.steps", "solver.most_iterations", "strategy",
                                       "snapshots"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    cr_expect_null(strstr(text, others[i]), "%s in %s", others[i], text);
  free(text);
}

Test(config_solution, the_same_in_other_words) {
  cr_assert(same(MINIMAL, MINIMAL "time: {steps: 5, theta: 1.0, method: euler}\nsource: 0.0\n"));
  cr_assert(same(MINIMAL, MINIMAL "strategy: fine\ntitle: a\nprobes: [[1, 2, 3]]\n"));
  cr_assert(same(MINIMAL "exact: \"2\"\n", MINIMAL "exact: 2\n"));
  cr_assert_not(same(MINIMAL, MINIMAL "time: {dt: 0.1}\n"));
  cr_assert_not(same(MINIMAL, MINIMAL "states: {w: {initial: 0, rate: 0}}\n"));
}

static tc_status compare(const char *now, const char *then) {
  char *text = solution_of(then);
  tc_config *config = parse(now, 0, NULL);
  const tc_status status = tc_config_same_solution(config, "c.5.h5", text);
  tc_config_destroy(&config);
  free(text);
  return status;
}

Test(config_solution, the_first_difference_is_named) {
  expect_ok(compare(MINIMAL "time: {steps: 9}\n", MINIMAL));
  expect_message(compare(MINIMAL "time: {dt: 0.1}\n", MINIMAL),
                 "run.yaml:3: time.dt: the run of c.5.h5 cannot be gone on with: time.dt is '0.1' now and "
                 "was "
                 "'auto' then; put it back, or begin anew with --force");
  expect_error(compare(MINIMAL, MINIMAL "time: {dt: 0.1}\n"), TC_USAGE,
               "time.dt is 'auto' now and was '0.1'");
}
