#include "options/options.h"

#include <string.h>

#include "base/text/text.h"
#include "io/config/config_check.h"

/* ---- kinds of values ---- */

/* Parses `value` as a whole number of at least `low`. `instead` is a word that the caller accepts instead of
 * a number, which the error message mentions; NULL if there is none. */
static tc_status read_whole(const char *name, const char *value, int32_t low, const char *instead,
                            int32_t *out) {
  int64_t number = 0;
  if (tc_option_parse_integer(value, value + strlen(value), low, INT32_MAX, &number)) {
    *out = (int32_t)number;
    return TC_OK;
  }
  /* Example: --block-sizes many: expected a whole number from 1 to 2147483647, or the word auto */
  return tc_status_create(TC_USAGE, "%s %s: expected a whole number from %d to %d%s%s", name,
                          *value ? value : "(nothing)", (int)low, (int)INT32_MAX,
                          instead ? ", or the word " : "", instead ? instead : "");
}

tc_status app_set_whole(const tc_option *option, const char *value, void *member) {
  return read_whole(option->name, value, (int32_t)option->low, NULL, member);
}

static tc_status too_many(const char *name) {
  return tc_status_create(TC_USAGE, "%s: the list has more than %d items: use a shorter list", name,
                          (int)APP_LIST_MAX);
}

/* Sorts the numbers in rising order and removes duplicates. The exception is 0, which is placed last because
 * it represents a word such as "auto". */
static void sort_numbers(tc_option_numbers *list) {
  int kept = 0;
  for (int i = 1; i < list->count; i++)
    for (int k = i; k > 0 && (uint32_t)list->item[k] - 1u < (uint32_t)list->item[k - 1] - 1u; k--) {
      const int32_t swap = list->item[k];
      list->item[k] = list->item[k - 1];
      list->item[k - 1] = swap;
    }
  for (int i = 0; i < list->count; i++)
    if (kept == 0 || list->item[i] != list->item[kept - 1]) list->item[kept++] = list->item[i];
  list->count = kept;
}

/* Parses a list of numbers. If option->extra is "0", numbers may be 0, and the error message states 0 as the
 * lower limit. */
tc_status app_set_numbers(const tc_option *option, const char *value, void *member) {
  tc_option_numbers *list = member;
  const char *instead = option->extra, *name = option->name;
  const bool zero = instead && strcmp(instead, "0") == 0;
  char word[64];
  list->count = 0;
  while (tc_option_next_word(&value, ",", word)) {
    int32_t number = 0;
    if (!instead || strcmp(word, instead) != 0)
      TC_TRY(read_whole(name, word, zero ? 0 : 1, zero ? NULL : instead, &number));
    if (list->count == APP_LIST_MAX) return too_many(name);
    list->item[list->count++] = number;
  }
  sort_numbers(list);
  return TC_OK;
}

tc_status app_set_steps(const tc_option *option, const char *value, void *member) {
  const char *rest = value;
  tc_option_numbers *list = member;
  char word[64];
  list->count = 0;
  while (tc_option_next_word(&rest, ",", word)) {
    int32_t number = 0;
    TC_TRY(read_whole(option->name, word, 1, NULL, &number));
    if (list->count == APP_LIST_MAX) return too_many(option->name);
    if (list->count > 0 && number <= list->item[list->count - 1])
      return tc_option_error(option->name, value, "a list of ascending numbers, as in 4,8,16");
    list->item[list->count++] = number;
  }
  if (list->count > 1) return TC_OK;
  return tc_option_error(option->name, value, "a list of at least two numbers, as in 4,8,16");
}

tc_status app_set_reference(const tc_option *option, const char *value, void *member) {
  app_reference *out = member;
  const char *rest = value;
  char word[64];
  int index = -1;
  tc_option_next_word(&rest, ":", word);
  TC_TRY(tc_registry_parse(&tc_integrator_registry, option->name, word, NULL, &index));
  if (!rest) return tc_option_error(option->name, value, "a number of steps, as in implicit:1000");
  out->method = tc_integrator_at(index);
  return read_whole(option->name, rest, 1, NULL, &out->steps);
}

tc_status app_set_names(const tc_option *option, const char *value, void *member) {
  app_name_list *out = member;
  out->count = 0;
  if (strlen(value) >= sizeof out->text)
    return tc_status_create(TC_USAGE, "%s: the list has more than %d characters: shorten it", option->name,
                            (int)sizeof out->text - 1);
  strcpy(out->text, value);
  for (char *word = out->text; word; out->count++) {
    char *comma = strchr(word, ',');
    if (comma) *comma = '\0';
    if (*word == '\0')
      return tc_status_create(TC_USAGE, "%s %s: an item of the list is empty: remove the extra comma",
                              option->name, value);
    if (out->count == APP_LIST_MAX) return too_many(option->name);
    out->word[out->count] = word;
    word = comma ? comma + 1 : NULL;
  }
  return TC_OK;
}

/* ---- shared options ---- */

#define RUN(member)  TC_OPTION_TEXT(app_options, run.member)
#define FLAG(member) TC_OPTION_FLAG(app_options, run.member)
const tc_option app_options_table[] = {
    {"CONFIG", "a config file", NULL, RUN(config), .commands = "run verify export quote",
     .is_required = true},
    {"CONFIG", "a config file or a matrix file", NULL, RUN(config), .commands = "predict compare",
     .is_required = true},
    {"RHS", "a file of right-hand sides", NULL, TC_OPTION_TEXT(app_options, right_side),
     .commands = "predict compare"},
    {"FILE", "one report or snapshot file", NULL, RUN(config), .commands = "rerun", .is_required = true},
    {"-s", "key.sub=value", "overrides a key of the config; may be repeated",
     TC_OPTION_TEXTS(app_options, overrides), .commands = "run predict compare verify export quote"},
    {"-s", "key.sub=value", "overrides a key, after the stored overrides; may be repeated",
     TC_OPTION_TEXTS(app_options, overrides), .commands = "rerun"},
    {"-s", "key.sub=value", "sets a key of the config (configs/solve.md); may be repeated",
     TC_OPTION_TEXTS(app_options, overrides), .commands = "solve"},
    {"--machine", "FILE",
     "machine parameters of the forecast (configs/machines); default: measured once and then cached, unless "
     "ranks share cores; none: no forecast and no measurement, so the run starts at once",
     RUN(machine), .commands = "run compare rerun"},
    {"--machine", "FILE",
     "machine file (configs/machines); default: this machine, from the machine cache or measured",
     RUN(machine), .commands = "predict"},
    {"--model", "NAME",
     "model whose forecast counts: auto (the best model whose parameters are available), paper, "
     "paper-cached, paraiso, patterns, refined, hierarchy",
     RUN(model), .commands = "run compare rerun"},
    {"--model", "NAME", "model whose forecast counts; default: the config's", RUN(model),
     .commands = "predict"},
    {"--machine", "FILE",
     "machine parameters (configs/machines), or auto: measured once and then cached; adds the forecast of "
     "setup and iterations, and strategy auto selects by it; default: none",
     RUN(machine), .commands = "solve"},
    {"--model", "NAME", "model whose forecast counts (tetracast list); default: auto", RUN(model),
     .commands = "solve"},
    {"--start", "FILE", "matrix files: initial guess", TC_OPTION_TEXT(app_options, start),
     .commands = "predict compare"},
    {"--volumes", "FILE", "matrix files: weights of the rows, as for solve",
     TC_OPTION_TEXT(app_options, volumes), .commands = "predict compare"},
    {"--json", "FILE", "writes the report as JSON", RUN(json),
     .commands = "run predict compare rerun mesh/info mesh/check"},
    {"--csv", "FILE", "writes the report as CSV, one row per part", RUN(csv),
     .commands = "run predict compare rerun"},
    {"--html", "FILE", "writes the report as an HTML page with pictures", RUN(html),
     .commands = "run predict compare rerun"},
    {"--resume", NULL,
     "continues from the latest complete checkpoint (key checkpoint.file), on any number of ranks and "
     "threads; starts with the first step if there is none. A larger time.steps, a later time.end or other "
     "outputs extend the run (configs/output-and-checkpoints.md, Checkpoints). Not with --force",
     FLAG(resume), .commands = "run rerun"},
    {"--force", NULL, "starts with the first step and replaces the outputs of an earlier run", FLAG(force),
     .commands = "run rerun"},
    {"--scheme", "NAME", "finite-volume scheme", TC_OPTION_CHOICE(app_options, scheme, tc_scheme),
     .commands = "mesh/check mesh/order", .initial = "gradient"},
    {"-q", NULL, "no progress lines", TC_OPTION_LOG(TC_LOG_QUIET)},
    {"-v", NULL, "more about the setup, and times of every rank", TC_OPTION_LOG(TC_LOG_VERBOSE),
     .commands = "run rerun verify export solve"},
    {"-v", NULL, "also shows every part and every rank", TC_OPTION_LOG(TC_LOG_VERBOSE),
     .commands = "compare"},
    {"-v", NULL, "also shows the parts of each forecast, and in the JSON every rank",
     TC_OPTION_LOG(TC_LOG_VERBOSE), .commands = "predict"},
    {"-v", NULL, "more messages", TC_OPTION_LOG(TC_LOG_VERBOSE),
     .commands = "calibrate records levels list mesh quote"},
    {0},
};

tc_status app_options_check(const tc_command_call *call) {
  app_options *o = call->options;
  o->run.overrides = o->overrides.count;
  o->run.override = o->overrides.item;
  o->run.per_rank = call->log.level == TC_LOG_VERBOSE;
  if (o->run.resume && o->run.force)
    return tc_status_create(TC_USAGE, "--resume continues the outputs and --force replaces them: "
                                      "remove one of the options");
  return TC_OK;
}

/* ---- lists of registry entries ---- */

void app_strategies_complete(app_strategies *list) {
  if (list->count > 0) return;
  for (; list->count < tc_strategy_count(); list->count++)
    list->item[list->count] = tc_strategy_at(list->count);
}

static tc_status check_strategy(const tc_config *config, const tc_strategy *strategy) {
  TC_TRY(tc_config_check_strategy_kernel(config, "--strategies", strategy));
  return tc_config_check_device_strategy(config, "--strategies", strategy);
}

tc_status app_strategies_filter(const tc_config *config, bool named, app_strategies *list) {
  int count = 0;
  for (int i = 0; i < list->count; i++) {
    tc_status status = check_strategy(config, list->item[i]);
    if (named) TC_TRY(status);
    if (!status) list->item[count++] = list->item[i];
    tc_status_free(&status);
  }
  list->count = count;
  return TC_OK;
}

/* Returns an error if --order-blocks is given but no ordering of the list consists of METIS blocks. */
static tc_status check_blocks(const app_options *options, const app_order_list *list) {
  for (int i = 0; i < list->count; i++)
    if (list->ordering[i].order->in_blocks) return TC_OK;
  if (options->order_blocks.count == 0) return TC_OK;
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

tc_status app_list_orders(const app_options *options, const tc_option_numbers *usual, app_order_list *out) {
  const int named = options->orders.count, orders = named > 0 ? named : tc_order_count();
  const tc_option_numbers *blocks = &options->order_blocks;
  if (blocks->count == 0 && usual) blocks = usual;
  out->count = 0;
  for (int i = 0; i < orders; i++) {
    const tc_order *order = named > 0 ? options->orders.item[i] : tc_order_at(i);
    if (!order->in_blocks || blocks->count == 0) TC_TRY(add_order(order, -1, out));
    for (int b = 0; order->in_blocks && b < blocks->count; b++)
      TC_TRY(add_order(order, blocks->item[b], out));
  }
  return check_blocks(options, out);
}
