/* Parses the words of the command line into app_arguments and converts single option values. main.c calls
 * app_arguments_parse once per process before the command runs; commands then query the values. A word that
 * starts with '-' is an option, except "-" itself. The value of an option is the next word or, for a long
 * option, the rest after '='. */
#include "options/arguments.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/text/text.h"

/* Returns the entry of `list`, a NULL-terminated array of option names, that the word names; NULL if there is
 * none. The word "--name=value" names the option --name. */
static const char *find_option(const char *const *list, const char *word) {
  const size_t length = word[1] == '-' ? strcspn(word, "=") : strlen(word);
  for (const char *const *at = list; at && *at; at++)
    if (strlen(*at) == length && strncmp(*at, word, length) == 0) return *at;
  return NULL;
}

/* Returns the address of the member of *out in which the value of an option is stored; NULL if the command
 * does not declare the option. */
static const char **option_slot(const char *const *options, const char *word, app_arguments *out) {
  const char *option = find_option(options, word);
  if (!option) return NULL;
  if (strcmp(option, "-s") == 0) return &out->override[out->overrides++];
  if (strcmp(option, "--json") == 0) return &out->json;
  if (strcmp(option, "--csv") == 0) return &out->csv;
  if (strcmp(option, "-o") == 0) return &out->output;
  out->name[out->named] = option + 2;
  return &out->value[out->named++];
}

/* Stores the flag that the word names in *out: -q and -v as bools, others with the value "". Returns false if
 * the word is no flag of the command. */
static bool set_flag(const char *const *flags, const char *word, app_arguments *out) {
  if (strcmp(word, "-q") == 0)
    out->quiet = true;
  else if (strcmp(word, "-v") == 0)
    out->verbose = true;
  else if (!strchr(word, '=') && find_option(flags, word)) {
    out->name[out->named] = word + 2;
    out->value[out->named++] = "";
  } else
    return false;
  return true;
}

static tc_status sort_words(int argc, char **argv, const char *const *options, const char *const *flags,
                            app_arguments *out) {
  for (int i = 0; i < argc; i++) {
    if (argv[i][0] != '-' || argv[i][1] == '\0') {
      out->positional[out->positionals++] = argv[i];
      continue;
    }
    if (set_flag(flags, argv[i], out)) continue;
    const char **value = option_slot(options, argv[i], out);
    const char *equals = argv[i][1] == '-' ? strchr(argv[i], '=') : NULL;
    if (!value) return tc_status_create(TC_USAGE, "unknown option %s (see --help)", argv[i]);
    if (equals) {
      *value = equals + 1;
      continue;
    }
    if (++i == argc) return tc_status_create(TC_USAGE, "option %s needs a value (see --help)", argv[i - 1]);
    *value = argv[i];
  }
  return TC_OK;
}

tc_status app_arguments_parse(int argc, char **argv, const char *const *options, const char *const *flags,
                              app_arguments *out) {
  *out = (app_arguments){0};
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(out->positional, argc));
  TC_GUARD(status, TC_ALLOC(out->override, argc));
  TC_GUARD(status, TC_ALLOC(out->name, argc));
  TC_GUARD(status, TC_ALLOC(out->value, argc));
  TC_GUARD(status, sort_words(argc, argv, options, flags, out));
  return TC_OK;
cleanup:
  app_arguments_free(out);
  return status;
}

void app_arguments_free(app_arguments *arguments) {
  tc_free(arguments->positional);
  tc_free(arguments->override);
  tc_free(arguments->name);
  tc_free(arguments->value);
  *arguments = (app_arguments){0};
}

tc_status app_arguments_run_options(const app_arguments *a, tc_run_options *out) {
  if (a->positionals > 1)
    return tc_status_create(TC_USAGE, "unexpected argument '%s': give one config file (see --help)",
                            a->positional[1]);
  if (a->positionals < 1) return tc_status_create(TC_USAGE, "a config file is needed (see --help)");
  *out = (tc_run_options){.config = a->positional[0],
                          .overrides = a->overrides,
                          .override = a->override,
                          .machine = app_arguments_value(a, "machine"),
                          .model = app_arguments_value(a, "model"),
                          .json = a->json,
                          .csv = a->csv,
                          .per_rank = a->verbose,
                          .resume = app_arguments_value(a, "resume") != NULL,
                          .force = app_arguments_value(a, "force") != NULL};
  if (out->resume && out->force)
    return tc_status_create(TC_USAGE, "--resume continues the outputs and --force replaces them: "
                                      "remove one of the options");
  return TC_OK;
}

const char *app_arguments_value(const app_arguments *arguments, const char *name) {
  const char *value = NULL;
  for (int i = 0; i < arguments->named; i++)
    if (strcmp(arguments->name[i], name) == 0) value = arguments->value[i];
  return value;
}

tc_status app_arguments_integer(const app_arguments *arguments, const char *name, int32_t low, int32_t *out) {
  const char *value = app_arguments_value(arguments, name);
  return value ? app_arguments_whole(name, value, low, NULL, out) : TC_OK;
}

tc_status app_arguments_listed(const app_arguments *arguments, const char *name, const tc_registry *list,
                               const char *extra, int *index) {
  char where[128];
  const char *value = app_arguments_value(arguments, name);
  if (!value) return TC_OK;
  snprintf(where, sizeof where, "--%s %.64s", name, value);
  return tc_registry_parse(list, where, value, extra, index);
}

tc_status app_arguments_whole(const char *name, const char *value, int32_t low, const char *instead,
                              int32_t *out) {
  tc_text text = {value, value + strlen(value)};
  double number;
  if (tc_text_parse_integer(&text, &number) && tc_text_at_end(&text) && number >= low &&
      number <= INT32_MAX) {
    *out = (int32_t)number;
    return TC_OK;
  }
  return tc_status_create(TC_USAGE, "--%s %s: expected a whole number from %d to %d%s%s", name,
                          *value ? value : "(nothing)", (int)low, (int)INT32_MAX,
                          instead ? ", or the word " : "", instead ? instead : "");
}
