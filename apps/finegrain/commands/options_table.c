/* Table of the options of finegrain. The options --size, --percent, --layout and --set all set values of the
 * program. If several of them set the same value, the last one is used. Output files are checked before any
 * work begins. */
#include <math.h>
#include <string.h>

#include "base/command/command_line.h"
#include "base/file/directory.h"
#include "base/file/file_list.h"
#include "commands/command.h"
#include "output/run_table.h"
#include "pgas/shared_access.h"
#include "programs/interleaved_timing.h"
#include "programs/programs.h"
#include "report/document/report.h"

static tc_status set_value(const tc_option *option, const char *value, void *options) {
  const char *equals = strchr(value, '=');
  const int64_t max_value = (int64_t)1 << 52;
  char name[TC_LOOP_NAME];
  int64_t number;
  if (!equals || equals - value >= TC_LOOP_NAME || equals == value ||
      !tc_option_parse_integer(equals + 1, value + strlen(value), -max_value, max_value, &number))
    return tc_option_error(option->name, value, "a value of the program, like N=1000");
  snprintf(name, sizeof name, "%.*s", (int)(equals - value), value);
  return fg_options_set(options, option->name, name, number);
}

static tc_status set_size(const tc_option *option, const char *value, void *options) {
  int64_t size = 1;
  TC_TRY(tc_option_int64(option->name, value, 1, TC_LOOP_MAX - 1, &size));
  return fg_options_set(options, option->name, "N", size);
}

static tc_status set_layout(const tc_option *option, const char *value, void *options) {
  const bool cyclic = strcmp(value, "cyclic") == 0;
  if (!cyclic && strcmp(value, "block") != 0) return tc_option_error(option->name, value, "cyclic or block");
  return fg_options_set(options, option->name, "CYCLIC", cyclic);
}

/* Parses a range of percentages FROM:TO:STEP and stores all its percentages in `list`. */
static tc_status set_percent_range(const char *name, const char *value, tc_option_numbers *list) {
  const char *to = strchr(value, ':') + 1, *step_text = strchr(to, ':');
  int64_t first, last, step;
  if (!step_text || !tc_option_parse_integer(value, to - 1, 1, 100, &first) ||
      !tc_option_parse_integer(to, step_text, first, 100, &last) ||
      !tc_option_parse_integer(step_text + 1, value + strlen(value), 1, 100, &step))
    return tc_option_error(name, value, "a list of percentages from 1 to 100, like 10:90:10");
  list->count = 0;
  for (int64_t p = first; p <= last; p += step) {
    if (list->count == FG_OPTIONS_LIST)
      return tc_option_error(name, value, "a list of at most 32 percentages");
    list->item[list->count++] = (int32_t)p;
  }
  return TC_OK;
}

static tc_status set_percents(const tc_option *option, const char *value, void *percents) {
  tc_option_numbers *list = percents;
  if (strchr(value, ':')) return set_percent_range(option->name, value, list);
  if (strchr(value, ',')) return tc_option_set_numbers(option, value, list);
  list->count = 1;
  return tc_option_int32(option->name, value, 1, 100, list->item);
}

/* Sets the variant of the forecast from option --variant or its former name --reading. The former values
 * `printed` and `beyond` are also accepted. */
static tc_status set_variant(const tc_option *option, const char *value, void *variant) {
  const bool is_incremental = strcmp(value, "incremental") == 0 || strcmp(value, "beyond") == 0;
  *(tc_loop_forecast_variant *)variant =
      is_incremental ? TC_LOOP_FORECAST_INCREMENTAL : TC_LOOP_FORECAST_PRINTED;
  if (is_incremental || strcmp(value, "printed") == 0) return TC_OK;
  return tc_option_error(option->name, value, "printed or incremental");
}

#define TEXT(member)              TC_OPTION_TEXT(fg_options, member)
#define NUMBER(member, low, high) TC_OPTION_INT32(fg_options, member, low, high)
#define LAYERS                    TC_OPTION_INDICES(fg_options, layers, tc_access_layer_registry)
#define RANKS                     TC_OPTION_LIST(fg_options, ranks, FG_OPTIONS_LIST, TC_LOOP_RANKS)
#define PERCENTS                                                                                             \
  TC_OPTION_SET(fg_options, percents, tc_option_numbers, set_percents), .count_max = FG_OPTIONS_LIST,        \
                                                                        .high = 100
static const char layers[] = "plain, cached, batched, private",
                  limiting_layers[] =
                      "plain, cached, batched, private: limits the patterns that are possible";

const tc_option fg_options_table[] = {
    {"NAME|FILE", "a program or a file",
     "a built-in program (finegrain list), or a loop file (configs/loops/README.md), with . or / in its name",
     TEXT(program), .commands = "analyse predict run", .is_required = true},
    {"--machine", "FILE", "machine file, like configs/machines/mupc-2006.yaml", TEXT(machine),
     .commands = "predict", .is_required = true},
    {"--ranks", "LIST", "numbers of ranks, like 2,4,12", RANKS, .commands = "analyse", .initial = "4"},
    {"--ranks", "LIST", "numbers of ranks, like 2,4,12", RANKS, .commands = "predict", .is_required = true},
    {"--layer", "LIST", limiting_layers, LAYERS, .commands = "analyse predict", .initial = "plain"},
    {"--layer", "LIST", layers, LAYERS, .commands = "bench", .initial = "plain,cached,batched"},
    {"--layer", "LIST", "plain, cached, batched, private (default: plain,cached,batched)", LAYERS,
     .commands = "run"},
    {"--ranks-per-node", "K", "rank r is on node r / K", NUMBER(ranks_per_node, 1, TC_LOOP_RANKS),
     .commands = "analyse", .initial = "1"},
    {"--ranks-per-node", "K", "rank r is on node r / K; default: ranks_per_node of the machine file",
     NUMBER(ranks_per_node, 1, TC_LOOP_RANKS), .commands = "predict"},
    {"--size", "N", "value N of the program", TC_OPTION_STRUCT(set_size), .commands = "analyse predict"},
    {"--size", "N",
     "value N of the program; default: 2^20 (histogram), 240 (matrix), 2000 (sobel); on several nodes 2^14, "
     "48, 1000",
     TC_OPTION_STRUCT(set_size), .commands = "run"},
    {"--percent", "P", "value P of the program", PERCENTS, .commands = "analyse predict"},
    {"--percent", "LIST", "values P of the program, a line each: 10, or 10,50, or FROM:TO:STEP like 10:90:10",
     PERCENTS, .commands = "run"},
    {"--layout", "cyclic|block", "value CYCLIC of the program", TC_OPTION_STRUCT(set_layout),
     .commands = "analyse predict run"},
    {"--set", "NAME=VALUE", "sets any other value of the program", TC_OPTION_STRUCT(set_value),
     .commands = "analyse predict run", .is_repeated = true},
    {"--private", "S",
     "measured seconds of the slowest rank with private memory, up to 1e9; default: the time of its private "
     "accesses, or 0 if the machine file lacks it",
     TC_OPTION_DOUBLE(fg_options, private_s, 0, 1000000000, "expected a number of seconds up to 1e9"),
     .commands = "predict"},
    {"--variant", "V",
     "incremental: adds the extra time of shared accesses, compared with private ones (default); printed: "
     "adds the whole time of shared accesses, as the paper prints it",
     TC_OPTION_SET(fg_options, variant, tc_loop_forecast_variant, set_variant), .alias = "--reading",
     .commands = "predict"},
    {"--repeats", "K", "runs whose median counts; fewer, but at least 3, if they take long",
     NUMBER(repeats, 1, FG_INTERLEAVED_TIMING_MAX), .commands = "run", .initial = "10"},
    {"--collide", NULL,
     "histogram: ranks may update the same element, so increments are lost as in the paper",
     TC_OPTION_FLAG(fg_options, collide), .commands = "run"},
    {"--accesses", "N", "accesses per rank, from 1 to 1000000 (default: 4096; far 512)",
     NUMBER(accesses, 1, 1000000), .commands = "bench"},
    {"-o", "FILE",
     "writes the rates into a machine file for predict. Other values in a file that Tetracast wrote are "
     "unchanged; a new file also gets those of tetracast calibrate --quick",
     TEXT(output), .commands = "bench"},
    {"--json", "FILE", "writes the result as JSON", TEXT(json), .commands = "analyse predict bench"},
    {"--json", "FILE", "writes the result with all digits", TEXT(json), .commands = "run"},
    {"--csv", "FILE", "writes the result with all digits", TEXT(csv), .commands = "run"},
    {"-q", NULL, "no progress messages", TC_OPTION_LOG(TC_LOG_QUIET), .commands = "run bench"},
    {0},
};

tc_status fg_options_check(const tc_command_call *call) {
  fg_options *o = call->options;
  if (!tc_command_line_has(call, "--private")) o->private_s = NAN;
  if (o->percents.count > 1 && !call->command->is_parallel)
    return tc_status_create(TC_USAGE, "--percent: %s supports one percentage only: set a single number",
                            call->command->name);
  return o->percents.count == 1 ? fg_options_set(o, "--percent", "P", o->percents.item[0]) : TC_OK;
}

tc_status fg_options_check_files(const fg_options *o) {
  tc_file_list files = {0};
  if (o->program && tc_registry_find(&fg_programs, o->program) < 0)
    TC_TRY(tc_file_list_add_input(&files, "the program", o->program));
  TC_TRY(tc_file_list_add_input(&files, "--machine", o->machine));
  TC_TRY(tc_file_list_add_output(&files, "-o", o->output));
  TC_TRY(tc_file_list_add_output(&files, "--json", o->json));
  TC_TRY(tc_file_list_add_output(&files, "--csv", o->csv));
  TC_TRY(tc_file_prepare(o->csv, fg_run_csv_begin, "a CSV report of finegrain"));
  return tc_report_prepare("finegrain", o->json, NULL);
}
