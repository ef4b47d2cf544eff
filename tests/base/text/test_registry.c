#include "base/text/registry.h"

#include "support/expect.h"

static const char *const names[] = {"two-point", "gradient", "two"};

static const char *name(int i) { return names[i]; }
static const char *summary(int i) { return names[i] + 1; }

static const tc_registry things = {3, name, summary, NULL};
static const tc_registry nothing = {0, name, summary, NULL};

Test(registry, find) {
  for (int i = 0; i < 3; i++) cr_expect_eq(tc_registry_find(&things, names[i]), i);
  cr_expect_eq(tc_registry_find(&things, "tw"), -1);
  cr_expect_eq(tc_registry_find(&things, "Gradient"), -1);
  cr_expect_eq(tc_registry_find(&things, ""), -1);
  cr_expect_eq(tc_registry_find(&nothing, "two"), -1);
}

Test(registry, choices) {
  tc_line line = {.length = 3, .text = "old"};
  cr_expect_str_eq(tc_registry_format_names(&things, NULL, &line), "one of two-point, gradient, two");
  cr_expect_str_eq(tc_registry_format_names(&things, "auto", &line), "one of two-point, gradient, two, auto");
}

Test(registry, choose) {
  int index = 7;
  expect_ok(tc_registry_parse(&things, "--scheme", "gradient", NULL, &index));
  cr_expect_eq(index, 1);
  expect_ok(tc_registry_parse(&things, "--scheme", "auto", "auto", &index));
  cr_expect_eq(index, -1);
  expect_error(tc_registry_parse(&things, "--scheme", "auto", NULL, &index), TC_USAGE,
               "--scheme: expected one of two-point, gradient, two, found 'auto'");
  expect_error(tc_registry_parse(&things, "--scheme", "tow-point", NULL, &index), TC_USAGE,
               "found 'tow-point' (did you mean 'two-point'?)");
  expect_error(tc_registry_parse(&things, "run.yaml:3: a.b", "", "auto", &index), TC_USAGE,
               "run.yaml:3: a.b: expected one of two-point, gradient, two, auto, found ''");
}

Test(registry, choose_list) {
  int index[2], count = 7;
  expect_ok(tc_registry_parse_list(&things, "--schemes", NULL, NULL, 2, index, &count));
  cr_expect_eq(count, 0);
  expect_ok(
      tc_registry_parse_list(&things, "--schemes", "two,gradient,two,gradient", NULL, 2, index, &count));
  cr_expect(count == 2 && index[0] == 2 && index[1] == 1, "each once, in this order");
  expect_ok(tc_registry_parse_list(&things, "--schemes", "auto,two,auto", "auto", 2, index, &count));
  cr_expect(count == 2 && index[0] == -1 && index[1] == 2);
  expect_error(tc_registry_parse_list(&things, "--schemes", "two,gradient,two-point", NULL, 2, index, &count),
               TC_USAGE, "--schemes: the list has more than 2 names");
  expect_error(tc_registry_parse_list(&things, "--schemes", "two,", NULL, 2, index, &count), TC_USAGE,
               "--schemes: expected one of two-point, gradient, two, found ''");
}
