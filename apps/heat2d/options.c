#include "options.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "io/files.h"
#include "io/machine_known.h"
#include "model/heat2d.h"
#include "report/report.h"

/* Limits: a message has at most INT_MAX values; a forecast allocates something for every rank. */
enum { most_points = 1 << 30, most_ranks = 1 << 20, most_steps = INT32_MAX };

static tc_status refuse(const char *name, const char *value, const char *wanted) {
  return tc_status_make(TC_USAGE, "%s %s: %s is needed", name, value, wanted);
}

/* A whole number from low to high, as 1000 or 1e3, that fills [at, end). */
static bool read_integer(const char *at, const char *end, int32_t low, int32_t high, int32_t *out) {
  tc_text text = {at, end};
  double number;
  if (!tc_text_integer(&text, &number) || text.at != end || number < low || number > high) return false;
  *out = (int32_t)number;
  return true;
}

static tc_status read_number(const char *name, const char *value, int32_t low, int32_t high, int32_t *out) {
  if (read_integer(value, value + strlen(value), low, high, out)) return TC_OK;
  return tc_status_make(TC_USAGE, "%s %s: a whole number from %d to %d is needed", name, value, (int)low,
                        (int)high);
}

static tc_status set_size(const char *name, const char *value, tc_options *o) {
  TC_TRY(read_number(name, value, 1, most_points, &o->rows));
  o->cols = o->rows;
  return TC_OK;
}

static tc_status set_rows(const char *name, const char *value, tc_options *o) {
  return read_number(name, value, 1, most_points, &o->rows);
}

static tc_status set_cols(const char *name, const char *value, tc_options *o) {
  return read_number(name, value, 1, most_points, &o->cols);
}

static tc_status set_steps(const char *name, const char *value, tc_options *o) {
  return read_number(name, value, 1, most_steps, &o->steps);
}

static tc_status set_ranks_per_node(const char *name, const char *value, tc_options *o) {
  return read_number(name, value, 1, most_ranks, &o->ranks_per_node);
}

static tc_status set_grid(const char *name, const char *value, tc_options *o) {
  const char *cross = strchr(value, 'x');
  if (cross && read_integer(value, cross, 1, most_ranks, &o->mprocs) &&
      read_integer(cross + 1, value + strlen(value), 1, most_ranks, &o->nprocs))
    return TC_OK;
  return refuse(name, value, "rows x columns of ranks, like 2x4,");
}

static tc_status set_ranks(const char *name, const char *value, tc_options *o) {
  o->lists = 0;
  for (const char *at = value, *end; at; at = *end ? end + 1 : NULL) {
    end = at + strcspn(at, ",");
    if (o->lists == TC_OPTIONS_RANKS || !read_integer(at, end, 1, most_ranks, &o->ranks[o->lists++]))
      return refuse(name, value, "a list of at most 32 numbers from 1 to 1048576, like 16,32,64,");
  }
  return TC_OK;
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
  int commands; /* that take it */
  tc_status (*set)(const char *name, const char *value, tc_options *out);
} options[] = {
    {"--size", TC_COMMAND_RUN | TC_COMMAND_PREDICT, set_size},
    {"--rows", TC_COMMAND_RUN | TC_COMMAND_PREDICT, set_rows},
    {"--cols", TC_COMMAND_RUN | TC_COMMAND_PREDICT, set_cols},
    {"--steps", TC_COMMAND_RUN | TC_COMMAND_PREDICT, set_steps},
    {"--machine", TC_COMMAND_RUN | TC_COMMAND_PREDICT, set_machine},
    {"--ranks-per-node", TC_COMMAND_RUN | TC_COMMAND_PREDICT, set_ranks_per_node},
    {"--json", TC_COMMAND_RUN | TC_COMMAND_PREDICT, set_json},
    {"--grid", TC_COMMAND_RUN, set_grid},
    {"--ranks", TC_COMMAND_PREDICT, set_ranks},
};

/* Of "--name", or of "--name=value". */
static const struct option *find(tc_command command, const char *word) {
  const size_t length = strcspn(word, "=");
  for (size_t i = 0; i < sizeof options / sizeof *options; i++)
    if ((options[i].commands & (int)command) && strlen(options[i].name) == length &&
        strncmp(options[i].name, word, length) == 0)
      return &options[i];
  return NULL;
}

static tc_status check(tc_command command, const tc_options *o) {
  if (command == TC_COMMAND_PREDICT && !o->machine)
    return tc_status_make(TC_USAGE, "predict needs --machine FILE (see --help)");
  if (command == TC_COMMAND_PREDICT && o->lists == 0)
    return tc_status_make(TC_USAGE, "predict needs --ranks LIST (see --help)");
  return TC_OK;
}

tc_status tc_options_parse(tc_command command, int argc, char **argv, tc_options *out) {
  *out = (tc_options){.rows = 2000, .cols = 2000, .steps = command == TC_COMMAND_RUN ? 100 : 1000};
  for (int i = 0; i < argc; i++) {
    if (command == TC_COMMAND_RUN && strcmp(argv[i], "-q") == 0) {
      out->quiet = true;
      continue;
    }
    const struct option *option = find(command, argv[i]);
    const char *equals = strchr(argv[i], '=');
    if (!option) return tc_status_make(TC_USAGE, "unknown option %s (see --help)", argv[i]);
    if (!equals && ++i == argc)
      return tc_status_make(TC_USAGE, "option %s needs a value (see --help)", option->name);
    TC_TRY(option->set(option->name, equals ? equals + 1 : argv[i], out));
  }
  return check(command, out);
}

tc_status tc_options_grid(const tc_options *o, int ranks, int *mprocs, int *nprocs) {
  tc_heat2d_grid_choose(ranks, mprocs, nprocs);
  if (o->mprocs > 0) {
    *mprocs = o->mprocs;
    *nprocs = o->nprocs;
  }
  if ((int64_t)*mprocs * *nprocs != ranks)
    return tc_status_make(TC_USAGE, "--grid %dx%d has %lld places, but there are %d ranks", *mprocs, *nprocs,
                          (long long)*mprocs * *nprocs, ranks);
  if (*mprocs > o->rows || *nprocs > o->cols)
    return tc_status_make(TC_USAGE, "a grid of %dx%d ranks is too large for %d x %d points", *mprocs, *nprocs,
                          (int)o->rows, (int)o->cols);
  return TC_OK;
}

tc_status tc_heat_check_files(const tc_options *o) {
  tc_files files = {0};
  if (o->machine && tc_machine_kind_of(o->machine) == TC_MACHINE_FILE)
    TC_TRY(tc_files_read(&files, "--machine", o->machine));
  TC_TRY(tc_files_write(&files, "--json", o->json));
  return tc_report_prepare(o->json, NULL);
}
