#include "options.h"

#include <math.h>
#include <string.h>

#include "base/text.h"
#include "command.h"
#include "io/files.h"
#include "layers.h"
#include "programs.h"
#include "report/report.h"

static tc_status refuse(const char *name, const char *value, const char *wanted) {
  return tc_status_make(TC_USAGE, "%s %s: %s is needed", name, value, wanted);
}

/* A whole number from low to high, as 1000 or 1e3, that fills [at, end). */
static bool read_integer(const char *at, const char *end, double low, double high, int64_t *out) {
  tc_text text = {at, end};
  double number;
  if (!tc_text_integer(&text, &number) || text.at != end || number < low || number > high) return false;
  *out = (int64_t)number;
  return true;
}

static tc_status read_number(const char *name, const char *value, int64_t low, int64_t high, int64_t *out) {
  if (read_integer(value, value + strlen(value), (double)low, (double)high, out)) return TC_OK;
  return tc_status_make(TC_USAGE, "%s %s: a whole number from %lld to %lld is needed", name, value,
                        (long long)low, (long long)high);
}

/* A value of the program; the last one counts. */
static tc_status set_value(const char *option, const char *name, int64_t value, tc_options *o) {
  int s = 0;
  while (s < o->settings && strcmp(o->set_name[s], name) != 0) s++;
  if (s == TC_LOOP_SETTINGS)
    return tc_status_make(TC_USAGE, "%s: more than %d values are set", option, TC_LOOP_SETTINGS);
  if (s == o->settings) o->settings++;
  snprintf(o->set_name[s], sizeof o->set_name[s], "%s", name);
  o->set[s] = (tc_constant){o->set_name[s], value};
  return TC_OK;
}

static tc_status set_named(const char *option, const char *value, tc_options *o) {
  const char *equals = strchr(value, '=');
  const double most = 4503599627370496.0; /* 2^52 */
  char name[TC_LOOP_NAME];
  int64_t number;
  if (!equals || equals - value >= TC_LOOP_NAME || equals == value ||
      !read_integer(equals + 1, value + strlen(value), -most, most, &number))
    return refuse(option, value, "a value of the program, like N=1000,");
  snprintf(name, sizeof name, "%.*s", (int)(equals - value), value);
  return set_value(option, name, number, o);
}

static tc_status set_size(const char *name, const char *value, tc_options *o) {
  int64_t size = 1;
  TC_TRY(read_number(name, value, 1, TC_LOOP_MOST - 1, &size));
  return set_value(name, "N", size, o);
}

static tc_status set_percent(const char *name, const char *value, tc_options *o) {
  int64_t percent = 1;
  TC_TRY(read_number(name, value, 1, 100, &percent));
  return set_value(name, "P", percent, o);
}

static tc_status set_layout(const char *name, const char *value, tc_options *o) {
  const bool cyclic = strcmp(value, "cyclic") == 0;
  if (!cyclic && strcmp(value, "block") != 0) return refuse(name, value, "cyclic or block");
  return set_value(name, "CYCLIC", cyclic, o);
}

static tc_status set_ranks(const char *name, const char *value, tc_options *o) {
  o->rank_counts = 0;
  for (const char *at = value, *end; at; at = *end ? end + 1 : NULL) {
    int64_t ranks = 1;
    end = at + strcspn(at, ",");
    if (o->rank_counts == TC_OPTIONS_LIST || !read_integer(at, end, 1, TC_LOOP_RANKS, &ranks))
      return refuse(name, value, "a list of at most 32 numbers from 1 to 65536, like 2,4,12,");
    o->ranks[o->rank_counts++] = (int32_t)ranks;
  }
  return TC_OK;
}

static tc_status set_ranks_per_node(const char *name, const char *value, tc_options *o) {
  int64_t ranks = 1;
  TC_TRY(read_number(name, value, 1, TC_LOOP_RANKS, &ranks));
  o->ranks_per_node = (int32_t)ranks;
  return TC_OK;
}

static tc_status set_layers(const char *name, const char *value, tc_options *o) {
  o->layers = 0;
  for (const char *at = value, *end; at; at = *end ? end + 1 : NULL) {
    char word[64];
    end = at + strcspn(at, ",");
    snprintf(word, sizeof word, "%.*s", (int)(end - at), at);
    if (o->layers == TC_OPTIONS_LIST) return refuse(name, value, "a shorter list");
    TC_TRY(tc_registry_choose(&tc_layers, name, word, NULL, &o->layer[o->layers++]));
  }
  return TC_OK;
}

static tc_status set_private(const char *name, const char *value, tc_options *o) {
  tc_text text = {value, value + strlen(value)};
  if (tc_text_double(&text, &o->private_s) && tc_text_done(&text) && o->private_s >= 0.0 &&
      isfinite(o->private_s))
    return TC_OK;
  return refuse(name, value, "a number of seconds");
}

static tc_status set_reading(const char *name, const char *value, tc_options *o) {
  o->reading = strcmp(value, "printed") == 0 ? TC_READING_PRINTED : TC_READING_BEYOND;
  if (o->reading == TC_READING_PRINTED || strcmp(value, "beyond") == 0) return TC_OK;
  return refuse(name, value, "printed or beyond");
}

static tc_status set_machine(const char *name, const char *value, tc_options *o) {
  (void)name;
  o->machine = value;
  return TC_OK;
}

static tc_status set_json(const char *name, const char *value, tc_options *o) {
  (void)name;
  o->json = value;
  return TC_OK;
}

static const struct option {
  const char *name;
  tc_status (*set)(const char *name, const char *value, tc_options *out);
} options[] = {{"--ranks", set_ranks},     {"--ranks-per-node", set_ranks_per_node},
               {"--layer", set_layers},    {"--size", set_size},
               {"--percent", set_percent}, {"--layout", set_layout},
               {"--set", set_named},       {"--private", set_private},
               {"--reading", set_reading}, {"--machine", set_machine},
               {"--json", set_json}};

/* Of "--name", or of "--name=value", if the command takes it. */
static const struct option *find(const tc_grain_command *command, const char *word) {
  const size_t length = strcspn(word, "=");
  bool takes = false;
  for (const char *const *at = command->options; at && *at; at++)
    takes = takes || (strlen(*at) == length && strncmp(*at, word, length) == 0);
  for (size_t i = 0; takes && i < sizeof options / sizeof *options; i++)
    if (strlen(options[i].name) == length && strncmp(options[i].name, word, length) == 0) return &options[i];
  return NULL;
}

static tc_status take_word(const tc_grain_command *command, const char *word, tc_options *out) {
  if (!command->names_program || out->program)
    return tc_status_make(TC_USAGE, "too many words: '%s' (see --help)", word);
  out->program = word;
  return TC_OK;
}

static tc_status finish(const tc_grain_command *command, tc_options *o) {
  if (command->names_program && !o->program)
    return tc_status_make(TC_USAGE, "%s needs a program or a file (see --help)", command->name);
  if (o->layers == 0) o->layer[o->layers++] = 0;
  return TC_OK;
}

tc_status tc_options_parse(const tc_grain_command *command, int argc, char **argv, tc_options *out) {
  *out = (tc_options){.private_s = NAN};
  for (int i = 0; i < argc; i++) {
    if (argv[i][0] != '-') {
      TC_TRY(take_word(command, argv[i], out));
      continue;
    }
    const struct option *option = find(command, argv[i]);
    const char *equals = strchr(argv[i], '=');
    if (!option) return tc_status_make(TC_USAGE, "unknown option %s (see --help)", argv[i]);
    if (!equals && ++i == argc)
      return tc_status_make(TC_USAGE, "option %s needs a value (see --help)", option->name);
    TC_TRY(option->set(option->name, equals ? equals + 1 : argv[i], out));
  }
  return finish(command, out);
}

tc_status tc_options_check_files(const tc_options *o) {
  tc_files files = {0};
  if (o->program && !tc_program_ships(o->program)) TC_TRY(tc_files_read(&files, "the program", o->program));
  TC_TRY(tc_files_read(&files, "--machine", o->machine));
  TC_TRY(tc_files_write(&files, "--json", o->json));
  return tc_report_prepare(o->json, NULL);
}
