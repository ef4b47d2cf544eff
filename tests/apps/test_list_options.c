#include "options/options.h"

#include <criterion/criterion.h>

#include "commands/command.h"
#include "support/expect.h"
#include "support/program.h"

static tc_status numbers(const char *value, const char *instead, tc_option_numbers *out) {
  const tc_option option = {.name = "--nodes", .extra = instead};
  return app_set_numbers(&option, value, out);
}

static app_options parsed(const char *line, const char *message) {
  tc_command_call call;
  app_options o = {.rounds = 0};
  tc_status status = call_parse(&app_program, line, &call);
  if (message)
    expect_error(status, TC_USAGE, message);
  else
    expect_ok(status);
  memcpy(&o, call.options, sizeof o);
  call_end(&call);
  return o;
}

Test(lists, numbers_rise_and_come_once) {
  static const int32_t wanted[] = {1, 2, 16, 1000};
  tc_option_numbers list;
  expect_ok(numbers("16,1,1e3,2,16", NULL, &list));
  cr_assert_eq(list.count, 4);
  for (int i = 0; i < 4; i++) cr_assert_eq(list.item[i], wanted[i]);
  cr_assert_eq(parsed("predict c", NULL).nodes.count, 0);
}

/* In a list such as "rank,8,4" the word is stored as the number 0, at the end of the sorted list. */
Test(lists, a_word_may_stand_for_a_number) {
  tc_option_numbers list;
  expect_ok(numbers("rank,8,rank,4", "rank", &list));
  cr_assert(list.count == 3 && list.item[0] == 4 && list.item[1] == 8 && list.item[2] == 0);
  expect_error(numbers("8,rank", NULL, &list), TC_USAGE, "--nodes rank");
}

Test(lists, what_is_no_number_is_refused) {
  static const char *const bad[] = {"", "1,,2", "1,", "0", "-1", "1 2", "x"};
  tc_option_numbers list;
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    expect_error(numbers(bad[i], NULL, &list), TC_USAGE, "--nodes");
}

Test(lists, there_may_be_so_many) {
  char text[400] = "1";
  tc_option_numbers list;
  for (int i = 2; i <= APP_LIST_MAX; i++) snprintf(text + strlen(text), 16, ",%d", i);
  expect_ok(numbers(text, NULL, &list));
  cr_assert_eq(list.count, APP_LIST_MAX);
  strcat(text, ",65");
  expect_error(numbers(text, NULL, &list), TC_USAGE, "more than 64");
}

Test(lists, strategies_are_those_named_or_all) {
  app_strategies list = parsed("compare c --strategies fine,condensed", NULL).strategies;
  app_strategies_complete(&list);
  cr_assert(list.count == 2 && list.item[0] == tc_strategy_find("fine"));
  cr_assert_eq(list.item[1], tc_strategy_find("condensed"));
  list = parsed("compare c", NULL).strategies;
  app_strategies_complete(&list);
  cr_assert_eq(list.count, tc_strategy_count());
  parsed("compare c --strategies fine,fin", "fin");
  parsed("compare c --strategies=", "--strategies");
}

static tc_status words(const char *value, app_name_list *out) {
  const tc_option option = {.name = "--meshes"};
  return app_set_names(&option, value, out);
}

Test(lists, words_keep_their_order) {
  static app_name_list list;
  char text[5000];
  expect_ok(words("b,a/long/path/of/more/than/sixty/four/characters/which/a/number/never/has,b", &list));
  cr_assert_eq(list.count, 3);
  cr_assert_str_eq(list.word[0], "b");
  cr_assert_gt(strlen(list.word[1]), 64);
  cr_assert_str_eq(list.word[2], "b");
  expect_error(words("", &list), TC_USAGE, "--meshes");
  expect_error(words("a,", &list), TC_USAGE, "--meshes a,");
  memset(text, 'a', sizeof text);
  text[sizeof text - 1] = '\0';
  expect_error(words(text, &list), TC_USAGE, "the list has more than 4095 characters");
  for (int i = 0; i < 65; i++) memcpy(text + 2 * (size_t)i, "a,", 3);
  text[129] = '\0';
  expect_error(words(text, &list), TC_USAGE, "more than 64");
}

Test(lists, methods_and_preconditioners) {
  const app_options o = parsed("compare c --methods cg,auto --preconditioners jacobi,none", NULL);
  cr_assert(o.methods.count == 2 && o.preconditioners.count == 2);
  cr_expect(o.methods.item[0] == tc_method_find("cg") && !o.methods.item[1], "auto is none yet");
  cr_expect_eq(o.preconditioners.item[0], tc_preconditioner_find("jacobi"));
  const app_options automatic = parsed("compare a.mtx --preconditioners jacobi,auto", NULL);
  cr_expect(automatic.preconditioners.count == 2 && !automatic.preconditioners.item[1]);
  parsed("compare c --preconditioners jacobi,autos", "--preconditioners: expected one of none, jacobi");
  parsed("compare c --methods cgg", "--methods: expected one of cg, ");
}

Test(lists, schemes_are_those_named) {
  const app_options o = parsed("verify c --schemes two-point,gradient", NULL);
  cr_assert_eq(o.schemes.count, 2);
  cr_assert_str_eq(o.schemes.item[0]->name, "two-point");
  cr_assert_str_eq(o.schemes.item[1]->name, "gradient");
  parsed("verify c --schemes magic", "--schemes");
}

static tc_status orders(const char *line, app_order_list *out) {
  const app_options o = parsed(line, NULL);
  return app_list_orders(&o, NULL, out);
}

/* Only the order metis has blocks. The list contains metis once per block size, and each other order once. */
Test(lists, orders_with_their_blocks) {
  static const struct {
    const char *name;
    int32_t block;
  } wanted[] = {{"random", -1}, {"metis", 8}, {"metis", 64}, {"metis", 0}, {"rcm", -1}};
  app_order_list list;
  expect_ok(orders("compare c --orders random,metis,rcm --order-blocks 0,64,8", &list));
  cr_assert_eq(list.count, 5);
  for (int i = 0; i < 5; i++) {
    cr_assert_str_eq(list.ordering[i].order->name, wanted[i].name);
    cr_assert_eq(list.ordering[i].block, wanted[i].block);
  }
  expect_ok(orders("compare c --orders metis", &list));
  cr_assert(list.count == 1 && list.ordering[0].block == -1);
  expect_ok(orders("compare c --order-blocks 8", &list));
  cr_assert_eq(list.count, tc_order_count());
  parsed("compare c --orders metis,alphabetic", "--orders: expected one of none, rcm");
  parsed("compare c --order-blocks 8,-1", "--order-blocks -1: expected a whole number from 0 to 2147483647");
  expect_ok(orders("compare c --orders rcm,blocks --order-blocks 8", &list));
  expect_error(orders("compare c --orders rcm,random --order-blocks 8", &list), TC_USAGE,
               "--order-blocks: only the orders metis and blocks use it");
}
