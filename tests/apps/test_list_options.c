#include "options/list_options.h"

#include <criterion/criterion.h>

#include "support/expect.h"

/* As if --name value had been given (NULL: had not). */
static app_arguments given(const char **name, const char **value) {
  return (app_arguments){.named = *value ? 1 : 0, .name = name, .value = value};
}

static tc_status numbers(const char *value, const char *instead, app_number_list *out) {
  const char *name = "nodes";
  const app_arguments a = given(&name, &value);
  return app_list_numbers(&a, "nodes", instead, out);
}

static tc_status strategies(const char *value, app_strategy_list *out) {
  const char *name = "strategies";
  const app_arguments a = given(&name, &value);
  return app_list_strategies(&a, out);
}

Test(lists, numbers_rise_and_come_once) {
  static const int32_t wanted[] = {1, 2, 16, 1000};
  app_number_list list;
  expect_ok(numbers("16,1,1e3,2,16", NULL, &list));
  cr_assert_eq(list.count, 4);
  for (int i = 0; i < 4; i++) cr_assert_eq(list.number[i], wanted[i]);
  expect_ok(numbers(NULL, NULL, &list));
  cr_assert_eq(list.count, 0);
}

/* The word is 0, and last. */
Test(lists, a_word_may_stand_for_a_number) {
  app_number_list list;
  expect_ok(numbers("rank,8,rank,4", "rank", &list));
  cr_assert(list.count == 3 && list.number[0] == 4 && list.number[1] == 8 && list.number[2] == 0);
  expect_error(numbers("8,rank", NULL, &list), TC_USAGE, "--nodes rank");
}

Test(lists, what_is_no_number_is_refused) {
  static const char *const bad[] = {"", "1,,2", "1,", "0", "-1", "1 2", "x"};
  app_number_list list;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    expect_error(numbers(bad[i], NULL, &list), TC_USAGE, "--nodes");
}

Test(lists, there_may_be_so_many) {
  char text[400] = "1";
  app_number_list list;
  for (int i = 2; i <= APP_LIST_MAX; i++) snprintf(text + strlen(text), 16, ",%d", i);
  expect_ok(numbers(text, NULL, &list));
  cr_assert_eq(list.count, APP_LIST_MAX);
  strcat(text, ",65");
  expect_error(numbers(text, NULL, &list), TC_USAGE, "at most 64");
}

Test(lists, strategies_are_those_named_or_all) {
  app_strategy_list list;
  expect_ok(strategies("fine,condensed", &list));
  cr_assert(list.count == 2 && list.strategy[0] == tc_strategy_find("fine"));
  cr_assert_eq(list.strategy[1], tc_strategy_find("condensed"));
  expect_ok(strategies(NULL, &list));
  cr_assert_eq(list.count, tc_strategy_count());
  expect_error(strategies("fine,fin", &list), TC_USAGE, "fin");
  expect_error(strategies("", &list), TC_USAGE, "--strategies");
}

static tc_status words(const char *value, app_name_list *out) {
  const char *name = "meshes";
  const app_arguments a = given(&name, &value);
  return app_list_names(&a, "meshes", out);
}

Test(lists, words_keep_their_order) {
  static app_name_list list;
  char text[5000];
  expect_ok(words("b,a/long/path/of/more/than/sixty/four/characters/which/a/number/never/has,b", &list));
  cr_assert_eq(list.count, 3);
  cr_assert_str_eq(list.word[0], "b");
  cr_assert_gt(strlen(list.word[1]), 64);
  cr_assert_str_eq(list.word[2], "b");
  expect_ok(words(NULL, &list));
  cr_assert_eq(list.count, 0);
  expect_error(words("", &list), TC_USAGE, "--meshes");
  expect_error(words("a,", &list), TC_USAGE, "--meshes a,");
  memset(text, 'a', sizeof text);
  text[sizeof text - 1] = '\0';
  expect_error(words(text, &list), TC_USAGE, "the list has more than 4095 characters");
  for (int i = 0; i < 65; i++) memcpy(text + 2 * (size_t)i, "a,", 3);
  text[129] = '\0';
  expect_error(words(text, &list), TC_USAGE, "at most 64");
}

Test(lists, methods_and_preconditioners) {
  const char *name[] = {"methods", "preconditioners"}, *value[] = {"cg,auto", "jacobi,none"};
  const app_arguments a = {.named = 2, .name = name, .value = value};
  app_solver_list list;
  expect_ok(app_list_solvers(&a, &list));
  cr_assert(list.methods == 2 && list.preconditioners == 2);
  cr_expect(list.method[0] == tc_method_find("cg") && !list.method[1], "auto is none yet");
  cr_expect_eq(list.preconditioner[0], tc_preconditioner_find("jacobi"));
  value[1] = "jacobi,auto";
  expect_error(app_list_solvers(&a, &list), TC_USAGE, "--preconditioners: expected one of none, jacobi");
  value[0] = "cgg";
  expect_error(app_list_solvers(&a, &list), TC_USAGE, "--methods: expected one of cg, ");
  expect_ok(app_list_solvers(&(app_arguments){0}, &list));
  cr_expect(list.methods == 0 && list.preconditioners == 0);
}

Test(lists, schemes_are_those_named) {
  const char *name = "schemes", *value = "two-point,gradient";
  app_scheme_list list;
  app_arguments a = given(&name, &value);
  expect_ok(app_list_schemes(&a, &list));
  cr_assert_eq(list.count, 2);
  cr_assert_str_eq(list.scheme[0]->name, "two-point");
  cr_assert_str_eq(list.scheme[1]->name, "gradient");
  value = "magic";
  expect_error(app_list_schemes(&a, &list), TC_USAGE, "--schemes");
}

static tc_status orders(const char *names, const char *blocks, app_order_list *out) {
  const char *name[] = {"orders", "order-blocks"}, *value[] = {names, blocks};
  const int skipped = names ? 0 : 1;
  const app_arguments a = {.named = (names != NULL) + (blocks != NULL),
                           .name = name + skipped,
                           .value = value + skipped};
  return app_list_orders(&a, NULL, out);
}

/* Those of METIS blocks come with each size, the others once. */
Test(lists, orders_with_their_blocks) {
  static const struct {
    const char *name;
    int32_t block;
  } wanted[] = {{"random", -1}, {"metis", 8}, {"metis", 64}, {"metis", 0}, {"rcm", -1}};
  app_order_list list;
  expect_ok(orders("random,metis,rcm", "0,64,8", &list));
  cr_assert_eq(list.count, 5);
  for (int i = 0; i < 5; i++) {
    cr_assert_str_eq(list.ordering[i].order->name, wanted[i].name);
    cr_assert_eq(list.ordering[i].block, wanted[i].block);
  }
  expect_ok(orders("metis", NULL, &list));
  cr_assert(list.count == 1 && list.ordering[0].block == -1);
  expect_ok(orders(NULL, "8", &list));
  cr_assert_eq(list.count, tc_order_count());
  expect_error(orders("metis,alphabetic", NULL, &list), TC_USAGE, "--orders: expected one of none, rcm");
  expect_error(orders("metis", "8,-1", &list), TC_USAGE,
               "--order-blocks -1: expected a whole number from 0 to 2147483647");
  expect_ok(orders("rcm,blocks", "8", &list));
  expect_error(orders("rcm,random", "8", &list), TC_USAGE,
               "--order-blocks: only the orders metis and blocks use it");
}
