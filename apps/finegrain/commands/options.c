/* Parser of finegrain's command line. A table maps each option to the function that sets it. A command
 * accepts only the options that it lists. The options --size, --percent, --layout and --set add values of the
 * program to one list, in which the last setting of a name counts. Output files are checked before any work
 * begins. */
#include "commands/options.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "base/file/directory.h"
#include "base/file/file_list.h"
#include "base/program/option.h"
#include "base/text/text.h"
#include "commands/command.h"
#include "output/run_table.h"
#include "pgas/shared_access.h"
#include "programs/interleaved_timing.h"
#include "programs/programs.h"
#include "report/document/report.h"

static int find_setting(const fg_options *o, const char *name) {
  int s = 0;
  while (s < o->settings && strcmp(o->set[s].name, name) != 0) s++;
  return s;
}

/* Adds a value of the program to the list o->set. Replaces an earlier value of the same name. `option` is the
 * name for error messages. */
static tc_status set_value(const char *option, const char *name, int64_t value, fg_options *o) {
  const int s = find_setting(o, name);
  if (s == TC_LOOP_SETTINGS)
    return tc_status_create(TC_USAGE, "%s: more than %d values are set: remove some", option,
                            TC_LOOP_SETTINGS);
  if (s == o->settings) o->settings++;
  snprintf(o->set[s].name, sizeof o->set[s].name, "%s", name);
  o->set[s].value = value;
  return TC_OK;
}

tc_status fg_options_set(fg_options *o, const char *name, int64_t value) {
  return set_value("--set", name, value, o);
}

const int64_t *fg_options_value(const fg_options *o, const char *name) {
  const int s = find_setting(o, name);
  return s < o->settings ? &o->set[s].value : NULL;
}

const char *fg_options_layout(const fg_options *o) {
  const int64_t *cyclic = fg_options_value(o, "CYCLIC");
  return !cyclic ? "" : *cyclic ? "cyclic" : "block";
}

static tc_status set_named(const char *option, const char *value, fg_options *o) {
  const char *equals = strchr(value, '=');
  const int64_t most = (int64_t)1 << 52;
  char name[TC_LOOP_NAME];
  int64_t number;
  if (!equals || equals - value >= TC_LOOP_NAME || equals == value ||
      !tc_option_parse_integer(equals + 1, value + strlen(value), -most, most, &number))
    return tc_option_error(option, value, "a value of the program, like N=1000,");
  snprintf(name, sizeof name, "%.*s", (int)(equals - value), value);
  return set_value(option, name, number, o);
}

static tc_status set_size(const char *name, const char *value, fg_options *o) {
  int64_t size = 1;
  TC_TRY(tc_option_int64(name, value, 1, TC_LOOP_MAX - 1, &size));
  return set_value(name, "N", size, o);
}

/* Parses a range of percentages FROM:TO:STEP, such as 10:90:10, into o->percent. */
static tc_status set_percents(const char *name, const char *value, fg_options *o) {
  const char *to = strchr(value, ':') + 1, *by = strchr(to, ':');
  int64_t first, last, step;
  if (!by || !tc_option_parse_integer(value, to - 1, 1, 100, &first) ||
      !tc_option_parse_integer(to, by, first, 100, &last) ||
      !tc_option_parse_integer(by + 1, value + strlen(value), 1, 100, &step))
    return tc_option_error(name, value, "a list of percentages from 1 to 100, like 10:90:10,");
  o->percents = 0;
  for (int64_t p = first; p <= last; p += step) {
    if (o->percents == FG_OPTIONS_LIST)
      return tc_option_error(name, value, "a list of at most 32 percentages");
    o->percent[o->percents++] = (int32_t)p;
  }
  return TC_OK;
}

static tc_status set_percent(const char *name, const char *value, fg_options *o) {
  int64_t percent = 1;
  if (strchr(value, ':')) return set_percents(name, value, o);
  if (strchr(value, ',')) return tc_option_list(name, value, FG_OPTIONS_LIST, 100, o->percent, &o->percents);
  TC_TRY(tc_option_int64(name, value, 1, 100, &percent));
  o->percent[0] = (int32_t)percent;
  o->percents = 1;
  return TC_OK;
}

static tc_status set_layout(const char *name, const char *value, fg_options *o) {
  const bool cyclic = strcmp(value, "cyclic") == 0;
  if (!cyclic && strcmp(value, "block") != 0) return tc_option_error(name, value, "cyclic or block");
  return set_value(name, "CYCLIC", cyclic, o);
}

static tc_status set_ranks(const char *name, const char *value, fg_options *o) {
  return tc_option_list(name, value, FG_OPTIONS_LIST, TC_LOOP_RANKS, o->ranks, &o->rank_counts);
}

static tc_status set_ranks_per_node(const char *name, const char *value, fg_options *o) {
  return tc_option_int32(name, value, 1, TC_LOOP_RANKS, &o->ranks_per_node);
}

static tc_status set_layers(const char *name, const char *value, fg_options *o) {
  o->chose_layers = true;
  return tc_registry_parse_list(&tc_access_layer_registry, name, value, NULL, FG_OPTIONS_LIST, o->layer,
                                &o->layers);
}

/* Upper limit of --private in seconds, about 30 years. */
static const double most_private_s = 1e9;

static tc_status set_private(const char *name, const char *value, fg_options *o) {
  tc_text text = {value, value + strlen(value)};
  if (tc_text_parse_double(&text, &o->private_s) && tc_text_at_end(&text) && o->private_s >= 0.0 &&
      o->private_s <= most_private_s)
    return TC_OK;
  return tc_option_error(name, value, "a number of seconds up to 1e9");
}

/* Sets the variant of the forecast. The option was formerly --reading with the values printed and beyond,
 * which this function also accepts. */
static tc_status set_variant(const char *name, const char *value, fg_options *o) {
  const bool incremental = strcmp(value, "incremental") == 0 || strcmp(value, "beyond") == 0;
  o->reading = incremental ? TC_LOOP_FORECAST_INCREMENTAL : TC_LOOP_FORECAST_PRINTED;
  if (incremental || strcmp(value, "printed") == 0) return TC_OK;
  return tc_option_error(name, value, "printed or incremental");
}

static tc_status set_machine(const char *name, const char *value, fg_options *o) {
  (void)name;
  o->machine = value;
  return TC_OK;
}

static tc_status set_output(const char *name, const char *value, fg_options *o) {
  (void)name;
  o->output = value;
  return TC_OK;
}

static tc_status set_accesses(const char *name, const char *value, fg_options *o) {
  return tc_option_int32(name, value, 1, 1000000, &o->accesses);
}

static tc_status set_json(const char *name, const char *value, fg_options *o) {
  (void)name;
  o->json = value;
  return TC_OK;
}

static tc_status set_csv(const char *name, const char *value, fg_options *o) {
  (void)name;
  o->csv = value;
  return TC_OK;
}

static tc_status set_repeats(const char *name, const char *value, fg_options *o) {
  return tc_option_int32(name, value, 1, FG_TURNS_REPEATS, &o->repeats);
}

static const struct option {
  const char *name;
  tc_status (*set)(const char *name, const char *value, fg_options *out);
} options[] = {{"--ranks", set_ranks},     {"--ranks-per-node", set_ranks_per_node},
               {"--layer", set_layers},    {"--size", set_size},
               {"--percent", set_percent}, {"--layout", set_layout},
               {"--set", set_named},       {"--private", set_private},
               {"--variant", set_variant}, {"--reading", set_variant},
               {"--machine", set_machine}, {"--json", set_json},
               {"--csv", set_csv},         {"--repeats", set_repeats},
               {"-o", set_output},         {"--accesses", set_accesses}};

/* Table of the options without a value (flags). */
static const struct flag {
  const char *name;
  size_t at; /* offset in fg_options of the bool that the flag sets */
} flags[] = {{"-q", offsetof(fg_options, quiet)}, {"--collide", offsetof(fg_options, collide)}};

/* True if the command supports the option or flag. */
static bool supports_option(const fg_command *command, const char *word) {
  for (const char *const *at = command->options; at && *at; at++)
    if (tc_option_is(word, *at)) return true;
  return false;
}

static bool *find_flag(const fg_command *command, const char *word, fg_options *out) {
  for (size_t i = 0; supports_option(command, word) && i < sizeof flags / sizeof *flags; i++)
    if (strcmp(word, flags[i].name) == 0) return (bool *)((char *)out + flags[i].at);
  return NULL;
}

static const struct option *find_option(const fg_command *command, const char *word) {
  for (size_t i = 0; supports_option(command, word) && i < sizeof options / sizeof *options; i++)
    if (tc_option_is(word, options[i].name)) return &options[i];
  return NULL;
}

static tc_status set_program(const fg_command *command, const char *word, fg_options *out) {
  if (!command->names_program || out->program)
    return tc_status_create(TC_USAGE, "too many words: '%s' (see --help)", word);
  out->program = word;
  return TC_OK;
}

static tc_status check_options(const fg_command *command, fg_options *o) {
  if (command->names_program && !o->program)
    return tc_status_create(TC_USAGE, "%s needs a program or a file (see --help)", command->name);
  if (o->layers == 0 && command->layers) TC_TRY(set_layers("--layer", command->layers, o));
  if (o->layers == 0) o->layer[o->layers++] = 0;
  if (o->percents > 1 && !command->run_parallel)
    return tc_status_create(TC_USAGE, "--percent: %s supports one percentage only: set a single number",
                            command->name);
  return o->percents == 1 ? set_value("--percent", "P", o->percent[0], o) : TC_OK;
}

tc_status fg_options_parse(const fg_command *command, int argc, char **argv, fg_options *out) {
  *out = (fg_options){.private_s = NAN, .repeats = 10};
  for (int i = 0; i < argc; i++) {
    if (argv[i][0] != '-') {
      TC_TRY(set_program(command, argv[i], out));
      continue;
    }
    const struct option *option = find_option(command, argv[i]);
    const char *value = NULL;
    bool *flag = find_flag(command, argv[i], out);
    if (flag) {
      *flag = true;
      continue;
    }
    if (!option) return tc_status_create(TC_USAGE, "unknown option %s (see --help)", argv[i]);
    TC_TRY(tc_option_value(argc, argv, &i, option->name, &value));
    TC_TRY(option->set(option->name, value, out));
  }
  return check_options(command, out);
}

tc_status fg_options_check_files(const fg_options *o) {
  tc_file_list files = {0};
  if (o->program && !fg_program_is_builtin(o->program))
    TC_TRY(tc_file_list_add_input(&files, "the program", o->program));
  TC_TRY(tc_file_list_add_input(&files, "--machine", o->machine));
  TC_TRY(tc_file_list_add_output(&files, "-o", o->output));
  TC_TRY(tc_file_list_add_output(&files, "--json", o->json));
  TC_TRY(tc_file_list_add_output(&files, "--csv", o->csv));
  TC_TRY(tc_file_prepare(o->csv, fg_run_csv_begin, "a CSV report of finegrain"));
  return tc_report_prepare("finegrain", o->json, NULL);
}
