#include <criterion/criterion.h>

#include "options/arguments.h"
#include "support/expect.h"

enum { most_words = 16 };

static const char *const options[] = {"--nodes", "--machine", "--model", "-s", "--json", "--csv", "-o", NULL};
static const char *const flags[] = {"--quick", NULL};

/* The words between blanks. The arguments borrow them, so they stay. */
static tc_status parse(const char *line, app_arguments *out) {
  static char text[300];
  static char *word[most_words];
  int words = 0;
  snprintf(text, sizeof text, "%s", line);
  for (char *at = strtok(text, " "); at && words < most_words; at = strtok(NULL, " ")) word[words++] = at;
  return app_arguments_parse(words, word, options, flags, out);
}

Test(arguments, options_flags_and_words_are_told_apart) {
  app_arguments a;
  expect_ok(parse("one --nodes 4 -s a=1 --json=r.json two -s b.c=2 -v --quick -o out --csv r.csv -", &a));
  cr_assert_eq(a.positionals, 3);
  cr_assert_str_eq(a.positional[0], "one");
  cr_assert_str_eq(a.positional[1], "two");
  cr_assert_str_eq(a.positional[2], "-");
  cr_assert_eq(a.overrides, 2);
  cr_assert_str_eq(a.override[0], "a=1");
  cr_assert_str_eq(a.override[1], "b.c=2");
  cr_assert_str_eq(a.json, "r.json");
  cr_assert_str_eq(a.csv, "r.csv");
  cr_assert_str_eq(a.output, "out");
  cr_assert(a.verbose && !a.quiet);
  cr_assert_str_eq(app_arguments_value(&a, "nodes"), "4");
  cr_assert_str_eq(app_arguments_value(&a, "quick"), "");
  cr_assert_null(app_arguments_value(&a, "machine"));
  app_arguments_free(&a);
  cr_assert_null(a.positional);
}

Test(arguments, the_last_one_wins) {
  app_arguments a;
  expect_ok(parse("--nodes 4 --nodes=8 --json a --json b", &a));
  cr_assert_str_eq(app_arguments_value(&a, "nodes"), "8");
  cr_assert_str_eq(a.json, "b");
  app_arguments_free(&a);
}

Test(arguments, what_is_not_declared_is_refused) {
  static const struct {
    const char *line, *message;
  } cases[] = {{"--node 4", "unknown option --node"},
               {"-x", "unknown option -x"},
               {"--quick=yes", "unknown option --quick=yes"},
               {"--nodes", "--nodes needs a value"},
               {"a -s", "-s needs a value"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    app_arguments a;
    expect_error(parse(cases[i].line, &a), TC_USAGE, cases[i].message);
    cr_assert_null(a.positional, "released");
  }
}

Test(arguments, numbers_are_whole_and_in_range) {
  app_arguments a;
  int32_t number = 5;
  expect_ok(parse("--nodes 1e3", &a));
  expect_ok(app_arguments_integer(&a, "nodes", 1, &number));
  cr_assert_eq(number, 1000);
  expect_ok(app_arguments_integer(&a, "ranks", 1, &number));
  cr_assert_eq(number, 1000, "it is left without the option");
  app_arguments_free(&a);
  static const char *const bad[] = {"--nodes 0", "--nodes 1.5", "--nodes 2147483648", "--nodes 3x",
                                    "--nodes="};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    expect_ok(parse(bad[i], &a));
    expect_error(app_arguments_integer(&a, "nodes", 1, &number), TC_USAGE, "expected a whole number from 1");
    app_arguments_free(&a);
  }
}

Test(arguments, names_are_those_of_a_list) {
  app_arguments a;
  int index = 7;
  expect_ok(parse("--model paper", &a));
  expect_ok(app_arguments_listed(&a, "model", &tc_model_registry, "auto", &index));
  cr_assert_eq(index, tc_registry_find(&tc_model_registry, "paper"));
  app_arguments_free(&a);
  expect_ok(parse("--model auto", &a));
  expect_ok(app_arguments_listed(&a, "model", &tc_model_registry, "auto", &index));
  cr_assert_eq(index, -1);
  expect_error(app_arguments_listed(&a, "model", &tc_model_registry, NULL, &index), TC_USAGE, "--model auto");
  app_arguments_free(&a);
}

Test(arguments, a_run_is_what_they_say) {
  app_arguments a;
  tc_run_options choice;
  expect_ok(parse("c.yaml --machine m.yaml --model paper -s a=1 --json r -v", &a));
  expect_ok(app_arguments_run_options(&a, &choice));
  cr_assert_str_eq(choice.config, "c.yaml");
  cr_assert_str_eq(choice.machine, "m.yaml");
  cr_assert_str_eq(choice.model, "paper");
  cr_assert(choice.overrides == 1 && choice.override[0] == a.override[0]);
  cr_assert(choice.json == a.json && choice.csv == NULL && choice.per_rank);
  app_arguments_free(&a);
  expect_ok(parse("-v", &a));
  expect_error(app_arguments_run_options(&a, &choice), TC_USAGE, "a config file is needed");
  app_arguments_free(&a);
  expect_ok(parse("a b", &a));
  expect_error(app_arguments_run_options(&a, &choice), TC_USAGE, "unexpected argument 'b'");
  app_arguments_free(&a);
}
