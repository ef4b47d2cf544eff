/* The command line of finegrain. */
#ifndef TC_FINEGRAIN_OPTIONS_H
#define TC_FINEGRAIN_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "loops/loop_file.h"
#include "loops/loop_forecast.h"

enum { FG_OPTIONS_LIST = 32 };

/* A value of the program in place of the one in its file. */
typedef struct fg_program_value {
  char name[TC_LOOP_NAME];
  int64_t value;
} fg_program_value;

/* Can be copied: no member points into the struct. */
typedef struct fg_options {
  const char *program; /* a name or a file; this and all texts are borrowed from argv */
  int rank_counts, layers;
  int32_t ranks[FG_OPTIONS_LIST]; /* at least one */
  int layer[FG_OPTIONS_LIST];     /* numbers in access_layers.def, at least one */
  bool chose_layers;
  int percents;
  int32_t percent[FG_OPTIONS_LIST]; /* value P of the program; none: not given */
  int32_t repeats;
  bool collide;
  int32_t ranks_per_node; /* 0: not given */
  int settings;
  fg_program_value set[TC_LOOP_SETTINGS];
  double private_s; /* NaN: not given */
  tc_loop_forecast_variant reading;
  int32_t accesses;                          /* 0: not given */
  const char *machine, *output, *json, *csv; /* paths, NULL: not given */
  bool quiet;
} fg_options;

struct fg_command; /* command.h */

/* Reads what follows the command's name and fills in its defaults. Errors: TC_USAGE, naming the option. */
tc_status fg_options_parse(const struct fg_command *command, int argc, char **argv, fg_options *out);

/* A value of the program, in place of an earlier one of that name. Errors: TC_USAGE, too many. */
tc_status fg_options_set(fg_options *options, const char *name, int64_t value);

/* NULL: it is not set. */
const int64_t *fg_options_value(const fg_options *options, const char *name);

const char *fg_options_layout(const fg_options *options); /* "" where none is set */

/* Before the work: reports can be written, and are none of what is read. Errors: TC_USAGE, TC_OUTPUT. */
tc_status fg_options_check_files(const fg_options *options);

#endif
