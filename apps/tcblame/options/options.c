#include "options/options.h"

#include <stdbool.h>
#include <string.h>

#include "base/program/option.h"
#include "base/text/suggestion.h"

static const tb_option *find_option(const tb_option *options, const char *word) {
  for (const tb_option *o = options; o && o->name; o++)
    if (o->set ? tc_option_is(word, o->name) : strcmp(word, o->name) == 0) return o;
  return NULL;
}

static tc_status unknown_option_error(const tb_option *options, const char *word) {
  tc_suggestion search = tc_suggestion_init(word);
  for (const tb_option *o = options; o && o->name; o++) tc_suggestion_add(&search, o->name);
  return search.known[0]
             ? tc_status_create(TC_USAGE, "unknown option %s (did you mean %s?)", word, search.known)
             : tc_status_create(TC_USAGE, "unknown option %s (see --help)", word);
}

static tc_status parse_option(const tb_option *options, int argc, char **argv, int *i, void *values) {
  const tb_option *option = find_option(options, argv[*i]);
  const char *value = NULL;
  if (!option) return unknown_option_error(options, argv[*i]);
  void *field = (char *)values + option->at;
  if (!option->set) {
    *(bool *)field = true;
    return TC_OK;
  }
  TC_TRY(tc_option_value(argc, argv, i, option->name, &value));
  return option->set(option->name, value, field);
}

static tc_status add_argument(char **argv, int i, tb_arguments *words, bool rest) {
  if (!words)
    return tc_status_create(TC_USAGE,
                            rest ? "'%s': unexpected argument: put the program after -- (see --help)"
                                 : "'%s': unexpected argument: remove it (see --help)",
                            argv[i]);
  argv[words->count++] = argv[i];
  return TC_OK;
}

tc_status tb_options_parse(const tb_option *options, int argc, char **argv, void *values, tb_arguments *words,
                           tb_arguments *rest) {
  if (words) *words = (tb_arguments){0, argv};
  if (rest) *rest = (tb_arguments){0};
  for (int i = 0; i < argc; i++) {
    if (rest && strcmp(argv[i], "--") == 0) {
      *rest = (tb_arguments){argc - i - 1, argv + i + 1};
      break;
    }
    if (argv[i][0] != '-')
      TC_TRY(add_argument(argv, i, words, rest != NULL));
    else
      TC_TRY(parse_option(options, argc, argv, &i, values));
  }
  return TC_OK;
}

tc_status tb_option_text(const char *name, const char *value, void *field) {
  (void)name;
  *(const char **)field = value;
  return TC_OK;
}
