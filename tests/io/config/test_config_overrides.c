/* Overrides on the command line (-s key=value). */
#include <stdio.h>

#include "io/config/configs.h"
#include "support/expect_formula.h"

static size_t message_length(const char *override) {
  tc_status status = outcome_with(override);
  const size_t length = strlen(tc_status_text(status));
  tc_status_free(&status);
  return length;
}

Test(config, overrides) {
  const char *const override[] = {"time.steps=5",
                                  "title=a b: 'c'",
                                  "time.steps=7",
                                  "initial=exp(-((x-8)^2+y^2+z^2)/4)",
                                  "diffusion.tensor=[2, 1, 1]",
                                  "order={method: blocks, block: 9}",
                                  "mesh.file=other",
                                  "threads=2"};
  tc_config *c = NULL;
  expect_error(outcome(MINIMAL, 2, override), TC_USAGE, "-s title=a b: 'c': expected a text (in quotes");
  const char *fixed[8];
  memcpy(fixed, override, sizeof fixed);
  fixed[1] = "title='a: b'";
  c = parse(MINIMAL "title: file's\ntime: {steps: 3}\n", 8, fixed);
  cr_expect_str_eq(c->title, "a: b");
  cr_expect_eq(c->time.steps, 7);
  expect_formula(c->initial.formula, "exp(-((x-8)^2+y^2+z^2)/4)");
  cr_expect_eq(c->diffusion.tensor.component[0].number, 2.0);
  cr_expect_eq(c->order.block, 9);
  cr_expect_str_eq(c->order.method->name, "blocks");
  cr_expect_str_eq(c->mesh.file, "other");
  cr_expect_str_eq(c->overrides,
                   "time.steps=5\ntitle='a: b'\ntime.steps=7\ninitial=exp(-((x-8)^2+y^2+z^2)/4)\n"
                   "diffusion.tensor=[2, 1, 1]\norder={method: blocks, block: "
                   "9}\nmesh.file=other\nthreads=2\n");
  cr_expect_str_eq(c->solution_overrides, "time.steps=5\ntime.steps=7\ninitial=exp(-((x-8)^2+y^2+z^2)/4)\n"
                                          "diffusion.tensor=[2, 1, 1]\nmesh.file=other\n");
  cr_expect_str_eq(c->text, MINIMAL "title: file's\ntime: {steps: 3}\n");
  tc_config_destroy(&c);
}

/* If an override selects an order without blocks, order.block of the file is ignored. An override of
 * order.block is an error. */
Test(config, an_order_without_blocks_in_place_of_one_with) {
  static const char *const override[] = {"order.method=rcm", "order.block=5"};
  tc_config *c = parse(MINIMAL "order: {method: metis, block: 64}\n", 1, override);
  cr_expect(c->order.block == 0 && strstr(c->order.ignored_block, "order.block"), "%s",
            c->order.ignored_block);
  tc_config_destroy(&c);
  expect_error(outcome(MINIMAL "order: {method: metis, block: 64}\n", 2, override), TC_USAGE,
               "-s order.block=5: is used only by order.method");
  expect_error(outcome(MINIMAL "order: {method: rcm}\n", 1, override + 1), TC_USAGE,
               "-s order.block=5: is used only by order.method");
  const char *const both = "order={method: random, block: 5}";
  expect_error(outcome(MINIMAL, 1, &both), TC_USAGE, "order.block: is used only by order.method");
  const char *const blocks = "order.method=blocks";
  c = parse(MINIMAL "order: {method: metis, block: 64}\n", 1, &blocks);
  cr_expect(c->order.block == 64 && !c->order.ignored_block);
  tc_config_destroy(&c);
}

Test(config, override_messages) {
  expect_message(outcome_with("time.steps=abc"), "-s time.steps=abc: expected an integer, found 'abc'");
  expect_message(outcome_with("time={steps: abc}"),
                 "-s time={steps: abc}: time.steps: expected an integer, found 'abc'");
  expect_message(outcome_with("time.stps=5"),
                 "-s time.stps=5: unknown key 'time.stps' (did you mean 'time.steps'?)");
  expect_message(outcome_with("time={stps: 5}"),
                 "-s time={stps: 5}: unknown key 'time.stps' (did you mean 'time.steps'?)");
  accept_with("boundary={default.kind: flux}");
  expect_message(outcome_with("time={'': 5}"),
                 "-s time={'': 5}: a key must be a word: write a name before the colon");
  expect_message(outcome_with("time.steps"),
                 "-s time.steps: expected key=value, for example -s time.steps=100");
  expect_message(outcome_with("=5"), "-s =5: expected key=value, for example -s time.steps=100");
  expect_message(outcome_with("time.steps="),
                 "-s time.steps=: the value is missing: set it, or write null for the default");
  expect_message(outcome_with("title=[a"),
                 "-s title=[a: invalid YAML: flow sequence without a closing bracket");
  expect_message(outcome_with("time=5"),
                 "-s time=5: expected a mapping, for example {method: ..}; its keys are "
                 "method, steps, dt, safety, theta, multiple, stages, tolerance, absolute, overshoot, "
                 "splitting, end, steady");
  expect_error(outcome_with("time=implicit"), TC_USAGE,
               "for example {method: implicit}; its keys are method, ");
  expect_error(outcome_with("mesh=a/box.1"), TC_USAGE,
               "-s mesh=a/box.1: expected a mapping, for example {file: a/box.1}; its keys are file, "
               "components");
  expect_error(outcome_with("mesh='a: b'"), TC_USAGE,
               "expected a mapping, for example {file: ..}; its keys are file, ");
  expect_error(outcome_with("boundary=flux"), TC_USAGE,
               "for example {default: ..}; its keys are default, markers");
  expect_error(outcome_with("model=best"), TC_USAGE, "-s model=best: expected one of paper, ");
  expect_message(outcome_with("title=a\nb"), "-s: the value has several lines: write it on one line");
  char text[5000];
  memset(text, 'q', sizeof text - 1);
  text[sizeof text - 1] = '\0';
  expect_error(outcome_with(text), TC_USAGE, "qqqq..: expected key=value");
  cr_expect_lt(message_length(text), 300);
  memcpy(text, "exact=", 6);
  cr_expect_lt(message_length(text), 500);
  expect_message(outcome_with("title\n"), "-s: the value has several lines: write it on one line");
  expect_message(outcome_with("exact=q"),
                 "-s exact=q: unknown name \"q\" (known: x, y, z, t, pi, e and functions in the "
                 "form sin(x), exp(x), sqrt(x), max(x,1)) at position 1 in the formula \"q\"");
}

/* If an override replaces a key, the value in the file is not checked. An invalid value in the file is
 * then no error. */
Test(config, override_heals_the_file) {
  const char *override = "strategy=none";
  expect_ok(outcome(MINIMAL "strategy: fastest\n", 1, &override));
  override = "checkpoint=null";
  expect_ok(outcome(MINIMAL "checkpoint: {file: c.h5, every: 3}\n", 1, &override));
  const char *const both[] = {"time.steps=5", "time.end=null"};
  expect_error(outcome(MINIMAL "time: {end: 1}\n", 1, both), TC_USAGE,
               "run.yaml:3: time.end: conflicts with time.steps (-s time.steps=5)");
  expect_ok(outcome(MINIMAL "time: {end: 1}\n", 2, both));
}

/* solution_overrides contains the overrides that can change the solution. It omits those that change only
 * the way in which the solution is computed, such as the number of threads. */
Test(config, physics) {
  static const char *const running[] = {"title=a",          "order.method=rcm",
                                        "order.block=4",    "distribution.kind=cyclic",
                                        "order={block: 3}", "strategy=none",
                                        "threads=2",        "snapshots.file=a.h5",
                                        "storage=ell",      "report.json=r",
                                        "machine=m.yaml",   "model=refined",
                                        "strategy=auto",    "checkpoint.every=0"};
  for (size_t i = 0; i < sizeof running / sizeof *running; i++) {
    tc_config *c = parse(MINIMAL, 1, &running[i]);
    cr_expect_str_eq(c->solution_overrides, "", "%s", running[i]);
    tc_config_destroy(&c);
  }
  static const char *const solution[] =
      {"mesh.file=b",     "diffusion.scheme=two-point", "diffusion.tensor=2", "initial=x",
       "exact=x",         "time.method=euler",          "time.steps=2",       "time={dt: 1}",
       "time.safety=0.5", "boundary.default.value=0",   "boundary=null",      "source=0",
       "time.end=2",      "states={w: {rate: 1}}"};
  for (size_t i = 0; i < sizeof solution / sizeof *solution; i++) {
    tc_config *c = parse(MINIMAL, 1, &solution[i]);
    cr_expect_eq(strncmp(c->solution_overrides, solution[i], strlen(solution[i])), 0, "%s", solution[i]);
    tc_config_destroy(&c);
  }
}

Test(config, override_truncations) {
  const char *whole = "diffusion={tensor: [1, 2, \"3+\"], scheme: 'two-point'}";
  for (size_t cut = 0; cut <= strlen(whole); cut++) {
    char text[128];
    const char *override = text;
    snprintf(text, sizeof text, "%.*s", (int)cut, whole);
    tc_status status = outcome(MINIMAL, 1, &override);
    cr_assert_not_null(status);
    cr_assert_eq(strncmp(tc_status_text(status), "-s", 2), 0, "%s", tc_status_text(status));
    tc_status_free(&status);
  }
}

static const char *const by_name = "solver={most_iterations: 7, iterations: null}",
                         *const by_alias = "solver={max_iterations: 7, iterations: null}";

static void expect_iterations(int64_t wanted, const char *lines, int overrides, const char *const *override) {
  char text[200];
  snprintf(text, sizeof text, MINIMAL "time: {method: implicit}\n%s", lines);
  tc_config *c = parse(text, overrides, override);
  cr_expect_eq(c->solver.most_iterations, wanted, "%s", lines);
  tc_config_destroy(&c);
}

/* A key with an alias has two names, in files and in overrides. An override with either name replaces the
 * value of a file. */
Test(config, aliases) {
  const char *const lines = MINIMAL "checkpoint: {file: c, wall_seconds: 5}\n"
                                    "time: {method: implicit, explicit_multiple: 9}\n";
  tc_config *c = parse(lines, 0, NULL);
  cr_expect(c->checkpoint.wall == 5.0 && c->time.multiple == 9.0);
  cr_expect_str_eq(tc_config_location(c, "time.multiple"), "run.yaml:4: time.explicit_multiple");
  tc_config_destroy(&c);
  expect_iterations(7, "solver: {most_iterations: 7}\n", 0, NULL);
  expect_iterations(7, "solver: {max_iterations: 7}\n", 0, NULL);
  expect_iterations(7, "solver: {max_iterations: 6}\n", 1, &by_name);
  expect_iterations(7, "solver: {most_iterations: 6}\n", 1, &by_alias);
  const char *const reset[] = {by_name, "solver=null", "solver.max_iterations=8"};
  expect_iterations(8, "solver: {max_iterations: 6}\n", 3, reset);
}

Test(config, wrong_aliases) {
  refuse("solver: {max_iterations: 0}\n", "solver.max_iterations: 0 is out of range");
  refuse("time: {explicit_multipl: 1}\n",
         "unknown key 'time.explicit_multipl' (did you mean 'time.explicit_multiple'?)");
  refuse("solver.max_iterations: 2\n", "solver.max_iterations: dotted keys are allowed with -s only");
  expect_message(outcome_of(MINIMAL "solver:\n  most_iterations: 5\n  max_iterations: 5\n"),
                 "run.yaml:5: solver.max_iterations: sets the same key as solver.most_iterations "
                 "(run.yaml:4: "
                 "solver.most_iterations), which is another name of it: remove one of the two");
  const char *const both[] = {"checkpoint.wall_seconds=5", "checkpoint.wall=6"};
  expect_message(outcome(MINIMAL, 2, both),
                 "-s checkpoint.wall=6: sets the same key as checkpoint.wall_seconds (-s "
                 "checkpoint.wall_seconds=5), which is another name of it: remove one of the two");
}
