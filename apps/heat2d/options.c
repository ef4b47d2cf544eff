/* Parser of heat2d's command line. A table maps each option to the function that sets it and to the commands
 * that support it. The grid is checked when the number of ranks is known. */
#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "base/file/file_list.h"
#include "base/program/option.h"
#include "io/machine/machine_lookup.h"
#include "papers/heat2d/heat2d.h"
#include "report/document/report.h"

/* Upper limits of options. most_points: a message has at most INT_MAX values. most_ranks: a forecast
 * allocates memory for every rank. */
enum { most_points = 1 << 30, most_ranks = 1 << 20, most_steps = INT32_MAX };

static tc_status set_size(const char *name, const char *value, h2_options *o) {
  TC_TRY(tc_option_int32(name, value, 1, most_points, &o->rows));
  o->cols = o->rows;
  return TC_OK;
}

static tc_status set_rows(const char *name, const char *value, h2_options *o) {
  return tc_option_int32(name, value, 1, most_points, &o->rows);
}

static tc_status set_cols(const char *name, const char *value, h2_options *o) {
  return tc_option_int32(name, value, 1, most_points, &o->cols);
}

static tc_status set_steps(const char *name, const char *value, h2_options *o) {
  return tc_option_int32(name, value, 1, most_steps, &o->steps);
}

static tc_status set_ranks_per_node(const char *name, const char *value, h2_options *o) {
  return tc_option_int32(name, value, 1, most_ranks, &o->ranks_per_node);
}

static tc_status set_grid(const char *name, const char *value, h2_options *o) {
  const char *cross = strchr(value, 'x');
  int64_t rows = 0, cols = 0;
  if (!cross || !tc_option_parse_integer(value, cross, 1, most_ranks, &rows) ||
      !tc_option_parse_integer(cross + 1, value + strlen(value), 1, most_ranks, &cols))
    return tc_option_error(name, value, "rows x columns of ranks, like 2x4,");
  o->mprocs = (int32_t)rows;
  o->nprocs = (int32_t)cols;
  return TC_OK;
}

static tc_status set_ranks(const char *name, const char *value, h2_options *o) {
  return tc_option_list(name, value, H2_OPTIONS_RANKS, most_ranks, o->ranks, &o->lists);
}

static tc_status set_machine(const char *name, const char *value, h2_options *o) {
  (void)name;
  o->machine = value;
  return TC_OK;
}

static tc_status set_json(const char *name, const char *value, h2_options *o) {
  (void)name;
  o->json = value;
  return TC_OK;
}

static const struct option {
  const char *name;
  int commands; /* sum of the h2_command values of the commands that support the option */
  tc_status (*set)(const char *name, const char *value, h2_options *out);
} options[] = {
    {"--size", H2_COMMAND_RUN | H2_COMMAND_PREDICT, set_size},
    {"--rows", H2_COMMAND_RUN | H2_COMMAND_PREDICT, set_rows},
    {"--cols", H2_COMMAND_RUN | H2_COMMAND_PREDICT, set_cols},
    {"--steps", H2_COMMAND_RUN | H2_COMMAND_PREDICT, set_steps},
    {"--machine", H2_COMMAND_RUN | H2_COMMAND_PREDICT, set_machine},
    {"--ranks-per-node", H2_COMMAND_RUN | H2_COMMAND_PREDICT, set_ranks_per_node},
    {"--json", H2_COMMAND_RUN | H2_COMMAND_PREDICT, set_json},
    {"--grid", H2_COMMAND_RUN, set_grid},
    {"--ranks", H2_COMMAND_PREDICT, set_ranks},
};

static const struct option *find_option(h2_command command, const char *word) {
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    if ((options[i].commands & (int)command) && tc_option_is(word, options[i].name)) return &options[i];
  return NULL;
}

static tc_status check_options(h2_command command, const h2_options *o) {
  if (command == H2_COMMAND_PREDICT && !o->machine)
    return tc_status_create(TC_USAGE, "predict needs --machine FILE (see --help)");
  if (command == H2_COMMAND_PREDICT && o->lists == 0)
    return tc_status_create(TC_USAGE, "predict needs --ranks LIST (see --help)");
  return TC_OK;
}

tc_status h2_options_parse(h2_command command, int argc, char **argv, h2_options *out) {
  *out = (h2_options){.rows = 2000, .cols = 2000, .steps = command == H2_COMMAND_RUN ? 100 : 1000};
  for (int i = 0; i < argc; i++) {
    if (command == H2_COMMAND_RUN && strcmp(argv[i], "-q") == 0) {
      out->quiet = true;
      continue;
    }
    const struct option *option = find_option(command, argv[i]);
    const char *value = NULL;
    if (!option) return tc_status_create(TC_USAGE, "unknown option %s (see --help)", argv[i]);
    TC_TRY(tc_option_value(argc, argv, &i, option->name, &value));
    TC_TRY(option->set(option->name, value, out));
  }
  return check_options(command, out);
}

tc_status h2_options_grid(const h2_options *o, int ranks, int *mprocs, int *nprocs) {
  tc_heat2d_grid_compute(ranks, mprocs, nprocs);
  if (o->mprocs > 0) {
    *mprocs = o->mprocs;
    *nprocs = o->nprocs;
  }
  if ((int64_t)*mprocs * *nprocs != ranks)
    return tc_status_create(TC_USAGE,
                            "--grid %dx%d has %lld places, but there are %d ranks: set a matching grid",
                            *mprocs, *nprocs, (long long)*mprocs * *nprocs, ranks);
  if (*mprocs > o->rows || *nprocs > o->cols)
    return tc_status_create(TC_USAGE,
                            "a grid of %dx%d ranks is too large for %d x %d points: use fewer ranks", *mprocs,
                            *nprocs, (int)o->rows, (int)o->cols);
  return TC_OK;
}

tc_status h2_check_files(const h2_options *o) {
  tc_file_list files = {0};
  if (o->machine && tc_machine_kind_of(o->machine) == TC_MACHINE_FILE)
    TC_TRY(tc_file_list_add_input(&files, "--machine", o->machine));
  TC_TRY(tc_file_list_add_output(&files, "--json", o->json));
  return tc_report_prepare("heat2d", o->json, NULL);
}
