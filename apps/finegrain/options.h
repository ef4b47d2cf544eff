/* The command line of finegrain. */
#ifndef TC_FINEGRAIN_OPTIONS_H
#define TC_FINEGRAIN_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "io/loop_file.h"
#include "model/pattern.h"

enum { TC_OPTIONS_LIST = 32 };

typedef struct tc_options {
  const char *program; /* a name or a file; this and all texts are borrowed from argv */
  int rank_counts, layers;
  int32_t ranks[TC_OPTIONS_LIST]; /* at least one */
  int layer[TC_OPTIONS_LIST];     /* numbers in access_layers.def, at least one */
  int32_t ranks_per_node;         /* 0: not given */
  int settings;
  tc_constant set[TC_LOOP_SETTINGS]; /* values of the program; names live in set_name */
  char set_name[TC_LOOP_SETTINGS][TC_LOOP_NAME];
  double private_s; /* NaN: not given */
  tc_pattern_reading reading;
  const char *machine, *json; /* paths, NULL: not given */
  bool quiet;
} tc_options;

struct tc_grain_command; /* command.h */

/* Reads what follows the command's name and fills in its defaults. Errors: TC_USAGE, naming the option. */
tc_status tc_options_parse(const struct tc_grain_command *command, int argc, char **argv, tc_options *out);

/* Before the work: the report can be written, and is none of what is read. Errors: TC_USAGE, TC_OUTPUT. */
tc_status tc_options_check_files(const tc_options *options);

#endif
