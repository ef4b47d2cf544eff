/* Options of the command line of finegrain, including values that replace those in the loop file of a
 * program. The table of the options is in commands/options_table.c. A command may change values in its own
 * struct. All strings and paths point into argv. */
#ifndef TC_FINEGRAIN_OPTIONS_H
#define TC_FINEGRAIN_OPTIONS_H

#include "base/command/option.h"
#include "loops/loop_file.h"
#include "loops/loop_forecast.h"

enum { FG_OPTIONS_LIST = 32 };

/* A named value of a program, such as N, that the user sets with --set or a similar option. It replaces the
 * value in the program's loop file. */
typedef struct fg_program_value {
  char name[TC_LOOP_NAME];
  int64_t value;
} fg_program_value;

/* Parsed options of one command. The struct may be copied, because no member points into it. */
typedef struct fg_options {
  const char *program;      /* name of a built-in program, or path of a loop file */
  tc_option_numbers ranks;  /* values of --ranks */
  tc_option_numbers layers; /* values of --layer as indices in access_layers.def */
  /* values of --percent. The program runs once for each of them, with the percentage as the program value
   * P */
  tc_option_numbers percents;
  int32_t repeats;
  bool collide;
  int32_t ranks_per_node; /* value of --ranks-per-node; 0 if not set */
  int settings;
  fg_program_value set[TC_LOOP_SETTINGS];
  /* value of --private: measured seconds of the slowest rank with private memory; NaN if not set */
  double private_s;
  tc_loop_forecast_variant variant;
  /* value of --accesses: number of accesses per rank that `bench` times; 0 if not set */
  int32_t accesses;
  /* paths given with --machine, -o, --json and --csv; NULL if not set */
  const char *machine, *output, *json, *csv;
} fg_options;

/* Adds a value of the program to options->set. Replaces an earlier value of the same name. `option` is the
 * name of the command-line option for error messages. Errors: TC_USAGE if there are more than
 * TC_LOOP_SETTINGS values. */
tc_status fg_options_set(fg_options *options, const char *option, const char *name, int64_t value);

/* Returns the number that the user set for the program value `name`; NULL if the user did not set it. */
const int64_t *fg_options_value(const fg_options *options, const char *name);

/* Returns the value of --layout: "cyclic" or "block"; "" if not set. */
const char *fg_options_layout(const fg_options *options);

#endif
