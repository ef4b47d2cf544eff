/* Options of finegrain's command line. main.c parses them once per process before the command runs. Commands
 * copy the struct to add defaults. All texts and paths are borrowed from argv. */
#ifndef TC_FINEGRAIN_OPTIONS_H
#define TC_FINEGRAIN_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "loops/loop_file.h"
#include "loops/loop_forecast.h"

enum { FG_OPTIONS_LIST = 32 };

/* Value of a program that replaces the one in its loop file. */
typedef struct fg_program_value {
  char name[TC_LOOP_NAME];
  int64_t value;
} fg_program_value;

/* May be copied, because no member points into the struct. */
typedef struct fg_options {
  const char *program; /* name of a built-in program, or a file */
  int rank_counts, layers;
  int32_t ranks[FG_OPTIONS_LIST]; /* [rank_counts] numbers of ranks */
  int layer[FG_OPTIONS_LIST];     /* [layers] indices in access_layers.def, at least one */
  bool chose_layers;              /* true if --layer is set */
  int percents;
  int32_t percent[FG_OPTIONS_LIST]; /* [percents] values of the program's value P; empty if not set */
  int32_t repeats;
  bool collide;
  int32_t ranks_per_node; /* 0 if not set */
  int settings;
  fg_program_value set[TC_LOOP_SETTINGS];
  double private_s; /* value of --private in seconds; NaN if not set */
  tc_loop_forecast_variant reading;
  int32_t accesses;                          /* value of --accesses; 0 if not set */
  const char *machine, *output, *json, *csv; /* paths; NULL if not set */
  bool quiet;
} fg_options;

struct fg_command; /* defined in command.h */

/* Not collective. Parses the words after the command's name and adds the command's defaults. Errors:
 * TC_USAGE, which names the option. */
tc_status fg_options_parse(const struct fg_command *command, int argc, char **argv, fg_options *out);

/* Sets a value of the program, replacing an earlier one of that name. Errors: TC_USAGE if there are more than
 * TC_LOOP_SETTINGS values. */
tc_status fg_options_set(fg_options *options, const char *name, int64_t value);

/* Returns the value that the user set, or NULL if there is none. */
const int64_t *fg_options_value(const fg_options *options, const char *name);

const char *fg_options_layout(const fg_options *options); /* "cyclic", "block", or "" if not set */

/* Not collective. Checks that the reports can be written and do not overwrite input files. The commands call
 * it before their work. Errors: TC_USAGE, TC_OUTPUT. */
tc_status fg_options_check_files(const fg_options *options);

#endif
