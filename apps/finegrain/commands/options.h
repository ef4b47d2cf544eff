/* Options of finegrain's command line. main.c parses them once per process before the command runs. A command
 * copies the struct before it changes values in it. All texts and paths are borrowed from argv. */
#ifndef TC_FINEGRAIN_OPTIONS_H
#define TC_FINEGRAIN_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

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
  const char *program; /* name of a built-in program, or path of a loop file */
  int rank_counts, layers;
  int32_t ranks[FG_OPTIONS_LIST]; /* [rank_counts] values of --ranks */
  /* [layers] layers of --layer as indices in access_layers.def; at least one */
  int layer[FG_OPTIONS_LIST];
  bool chose_layers; /* true if the user set --layer */
  int percents;
  /* [percents] values of --percent, for each of which the program runs with its value P set to it */
  int32_t percent[FG_OPTIONS_LIST];
  int32_t repeats;
  bool collide;
  int32_t ranks_per_node; /* 0 if not set */
  int settings;
  fg_program_value set[TC_LOOP_SETTINGS];
  /* value of --private: measured seconds of the slowest rank with private memory; NaN if not set */
  double private_s;
  tc_loop_forecast_variant reading;
  /* value of --accesses: number of accesses per rank that `bench` times; 0 if not set */
  int32_t accesses;
  /* paths given with --machine, -o, --json and --csv; NULL if not set */
  const char *machine, *output, *json, *csv;
  bool quiet;
} fg_options;

struct fg_command; /* defined in command.h */

/* Not collective. Parses the words of the command line after the command's name into *out and adds the
 * command's defaults. Errors: TC_USAGE with the name of the option. */
tc_status fg_options_parse(const struct fg_command *command, int argc, char **argv, fg_options *out);

/* Adds a value of the program to options->set. Replaces an earlier value of the same name. Errors: TC_USAGE
 * if there are more than TC_LOOP_SETTINGS values. */
tc_status fg_options_set(fg_options *options, const char *name, int64_t value);

/* Returns the value `name` of the program that the user set; NULL if the user did not set it. */
const int64_t *fg_options_value(const fg_options *options, const char *name);

/* returns the value of --layout: "cyclic" or "block"; "" if not set */
const char *fg_options_layout(const fg_options *options);

/* Not collective. Checks that the files of --json, --csv and -o can be written and are no input files. The
 * commands call it before their work. Errors: TC_USAGE, TC_OUTPUT. */
tc_status fg_options_check_files(const fg_options *options);

#endif
