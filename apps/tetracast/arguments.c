#include <string.h>

#include "base/memory.h"
#include "base/text.h"
#include "command.h"

static bool is_among(const char *const *list, const char *word) {
  for (const char *const *at = list; at && *at; at++)
    if (strcmp(*at, word) == 0) return true;
  return false;
}

/* Where the value of an option goes; NULL for an option that the command does not take. */
static const char **slot(const tc_command *command, const char *word, tc_arguments *out) {
  if (!is_among(command->options, word)) return NULL;
  if (strcmp(word, "-s") == 0) return &out->override[out->overrides++];
  if (strcmp(word, "--json") == 0) return &out->json;
  if (strcmp(word, "--csv") == 0) return &out->csv;
  if (strcmp(word, "-o") == 0) return &out->output;
  out->name[out->named] = word + 2;
  return &out->value[out->named++];
}

/* False when the word is no flag. One of the command's own becomes a name with an empty value. */
static bool set_flag(const tc_command *command, const char *word, tc_arguments *out) {
  if (strcmp(word, "-q") == 0)
    out->quiet = true;
  else if (strcmp(word, "-v") == 0)
    out->verbose = true;
  else if (is_among(command->flags, word)) {
    out->name[out->named] = word + 2;
    out->value[out->named++] = "";
  } else
    return false;
  return true;
}

static tc_status sort_words(int argc, char **argv, const tc_command *command, tc_arguments *out) {
  for (int i = 0; i < argc; i++) {
    if (argv[i][0] != '-' || argv[i][1] == '\0') {
      out->word[out->words++] = argv[i];
      continue;
    }
    if (set_flag(command, argv[i], out)) continue;
    const char **value = slot(command, argv[i], out);
    if (!value) return tc_status_make(TC_USAGE, "unknown option %s (see --help)", argv[i]);
    if (++i == argc) return tc_status_make(TC_USAGE, "option %s needs a value (see --help)", argv[i - 1]);
    *value = argv[i];
  }
  return TC_OK;
}

tc_status tc_arguments_parse(int argc, char **argv, const tc_command *command, tc_arguments *out) {
  *out = (tc_arguments){0};
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(out->word, argc));
  TC_GUARD(status, TC_ALLOC(out->override, argc));
  TC_GUARD(status, TC_ALLOC(out->name, argc));
  TC_GUARD(status, TC_ALLOC(out->value, argc));
  TC_GUARD(status, sort_words(argc, argv, command, out));
  return TC_OK;
cleanup:
  tc_arguments_free(out);
  return status;
}

void tc_arguments_free(tc_arguments *arguments) {
  tc_free(arguments->word);
  tc_free(arguments->override);
  tc_free(arguments->name);
  tc_free(arguments->value);
  *arguments = (tc_arguments){0};
}

const char *tc_arguments_value(const tc_arguments *arguments, const char *name) {
  const char *value = NULL;
  for (int i = 0; i < arguments->named; i++)
    if (strcmp(arguments->name[i], name) == 0) value = arguments->value[i];
  return value;
}

tc_status tc_arguments_integer(const tc_arguments *arguments, const char *name, int32_t low, int32_t *out) {
  const char *value = tc_arguments_value(arguments, name);
  int32_t number;
  if (!value) return TC_OK;
  tc_text text = {value, value + strlen(value)};
  if (!tc_text_int32(&text, &number) || !tc_text_done(&text) || number < low)
    return tc_status_make(TC_USAGE, "--%s %s: a whole number from %d on is needed", name, value, (int)low);
  *out = number;
  return TC_OK;
}
