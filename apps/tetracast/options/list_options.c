/* Parses options whose value is a list of numbers or names (list_options.h). Every function reads the value
 * from app_arguments, splits it at commas and checks each word. Numbers are sorted and unique, names keep the
 * order of the user. Commands call these functions before the work starts. */
#include "options/list_options.h"

#include <stdio.h>
#include <string.h>

#include "io/config/config_check.h"

enum { longest_word = 64 };

/* Copies the next word of a comma-separated list to `word` and moves *at after it. Returns false at the end
 * of the list. Truncates a word that is too long, which is harmless because no valid number is that long. */
static bool next_word(const char **at, char word[longest_word]) {
  if (!*at) return false;
  const size_t length = strcspn(*at, ","), kept = length < longest_word ? length : longest_word - 1;
  memcpy(word, *at, kept);
  word[kept] = '\0';
  *at = (*at)[length] == ',' ? *at + length + 1 : NULL;
  return true;
}

/* Parses `word`, a number of at least 1, into *out. If it equals the word `instead`, leaves *out unchanged.
 * `name` is the option for error messages. If `instead` is "0", the message gives 0 as the lower limit. */
static tc_status read_number(const char *name, const char *word, const char *instead, int32_t *out) {
  const bool zero = instead && strcmp(instead, "0") == 0;
  if (instead && strcmp(word, instead) == 0) return TC_OK;
  return app_arguments_whole(name, word, zero ? 0 : 1, zero ? NULL : instead, out);
}

static tc_status too_many(const char *name) {
  return tc_status_create(TC_USAGE, "--%s: at most %d in one list", name, (int)APP_LIST_MAX);
}

/* Sorts the numbers in rising order and removes duplicates. The number 0, which replaces a word such as
 * "auto", becomes the last one. */
static void sort_numbers(app_number_list *list) {
  int kept = 0;
  for (int i = 1; i < list->count; i++)
    for (int k = i; k > 0 && (uint32_t)list->number[k] - 1u < (uint32_t)list->number[k - 1] - 1u; k--) {
      const int32_t swap = list->number[k];
      list->number[k] = list->number[k - 1];
      list->number[k - 1] = swap;
    }
  for (int i = 0; i < list->count; i++)
    if (kept == 0 || list->number[i] != list->number[kept - 1]) list->number[kept++] = list->number[i];
  list->count = kept;
}

tc_status app_list_numbers(const app_arguments *arguments, const char *name, const char *instead,
                           app_number_list *out) {
  const char *rest = app_arguments_value(arguments, name);
  char word[longest_word];
  out->count = 0;
  while (next_word(&rest, word)) {
    int32_t number = 0;
    TC_TRY(read_number(name, word, instead, &number));
    if (out->count == APP_LIST_MAX) return too_many(name);
    out->number[out->count++] = number;
  }
  sort_numbers(out);
  return TC_OK;
}

/* Parses the value of the option `name` as names of the registry `list` and stores their indices in `index`.
 * The word `extra`, which may be NULL, gets the index -1. *count is 0 if the option is not given. */
static tc_status list_indices(const app_arguments *arguments, const char *name, const tc_registry *list,
                              const char *extra, int *count, int index[APP_LIST_MAX]) {
  char where[longest_word];
  snprintf(where, sizeof where, "--%s", name);
  return tc_registry_parse_list(list, where, app_arguments_value(arguments, name), extra, APP_LIST_MAX, index,
                                count);
}

tc_status app_list_strategies(const app_arguments *arguments, app_strategy_list *out) {
  int index[APP_LIST_MAX];
  TC_TRY(list_indices(arguments, "strategies", &tc_strategy_registry, NULL, &out->count, index));
  const bool all = !app_arguments_value(arguments, "strategies");
  if (all) out->count = tc_strategy_count();
  for (int i = 0; i < out->count; i++) out->strategy[i] = tc_strategy_at(all ? i : index[i]);
  return TC_OK;
}

static tc_status check_strategy(const tc_config *config, const tc_strategy *strategy) {
  TC_TRY(tc_config_check_strategy_kernel(config, "--strategies", strategy));
  return tc_config_check_device_strategy(config, "--strategies", strategy);
}

tc_status app_list_supported_strategies(const app_arguments *arguments, const tc_config *config,
                                        app_strategy_list *list) {
  const bool named = app_arguments_value(arguments, "strategies");
  int kept = 0;
  for (int i = 0; i < list->count; i++) {
    tc_status status = check_strategy(config, list->strategy[i]);
    if (named) TC_TRY(status);
    if (!status) list->strategy[kept++] = list->strategy[i];
    tc_status_free(&status);
  }
  list->count = kept;
  return TC_OK;
}

tc_status app_list_names(const app_arguments *arguments, const char *name, app_name_list *out) {
  const char *value = app_arguments_value(arguments, name);
  out->count = 0;
  if (!value) return TC_OK;
  if (strlen(value) >= sizeof out->text)
    return tc_status_create(TC_USAGE, "--%s: the list has more than %d characters: shorten it", name,
                            (int)sizeof out->text - 1);
  strcpy(out->text, value);
  for (char *word = out->text; word; out->count++) {
    char *comma = strchr(word, ',');
    if (comma) *comma = '\0';
    if (*word == '\0')
      return tc_status_create(TC_USAGE, "--%s %s: an item of the list is empty: remove the extra comma", name,
                              value);
    if (out->count == APP_LIST_MAX) return too_many(name);
    out->word[out->count] = word;
    word = comma ? comma + 1 : NULL;
  }
  return TC_OK;
}

tc_status app_list_schemes(const app_arguments *arguments, app_scheme_list *out) {
  int index[APP_LIST_MAX];
  TC_TRY(list_indices(arguments, "schemes", &tc_scheme_registry, NULL, &out->count, index));
  for (int i = 0; i < out->count; i++) out->scheme[i] = tc_scheme_at(index[i]);
  return TC_OK;
}

/* Returns an error if --order-blocks is given but no ordering of the list consists of METIS blocks. */
static tc_status check_blocks(const app_arguments *arguments, const app_order_list *list) {
  for (int i = 0; i < list->count; i++)
    if (list->ordering[i].order->in_blocks) return TC_OK;
  if (!app_arguments_value(arguments, "order-blocks")) return TC_OK;
  return tc_status_create(TC_USAGE, "--order-blocks: only the orders metis and blocks use it: remove it or "
                                    "add one of them to --orders");
}

static tc_status add_order(const tc_order *order, int32_t block, app_order_list *out) {
  if (out->count == APP_LIST_MAX)
    return tc_status_create(TC_USAGE, "--orders, --order-blocks: more than %d combinations: use fewer",
                            (int)APP_LIST_MAX);
  out->ordering[out->count++] = (tc_ordering){order, block};
  return TC_OK;
}

tc_status app_list_orders(const app_arguments *arguments, const app_number_list *usual, app_order_list *out) {
  int index[APP_LIST_MAX], named;
  app_number_list blocks;
  TC_TRY(list_indices(arguments, "orders", &tc_order_registry, NULL, &named, index));
  TC_TRY(app_list_numbers(arguments, "order-blocks", "0", &blocks));
  if (blocks.count == 0 && usual) blocks = *usual;
  const int orders = named > 0 ? named : tc_order_count();
  out->count = 0;
  for (int i = 0; i < orders; i++) {
    const tc_order *order = tc_order_at(named > 0 ? index[i] : i);
    if (!order->in_blocks || blocks.count == 0) TC_TRY(add_order(order, -1, out));
    for (int b = 0; order->in_blocks && b < blocks.count; b++)
      TC_TRY(add_order(order, blocks.number[b], out));
  }
  return check_blocks(arguments, out);
}

tc_status app_list_solvers(const app_arguments *arguments, app_solver_list *out) {
  int index[APP_LIST_MAX];
  TC_TRY(list_indices(arguments, "methods", &tc_method_registry, "auto", &out->methods, index));
  for (int i = 0; i < out->methods; i++) out->method[i] = index[i] < 0 ? NULL : tc_method_at(index[i]);
  TC_TRY(list_indices(arguments, "preconditioners", &tc_preconditioner_registry, NULL, &out->preconditioners,
                      index));
  for (int i = 0; i < out->preconditioners; i++) out->preconditioner[i] = tc_preconditioner_at(index[i]);
  return TC_OK;
}
