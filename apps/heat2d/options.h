/* The command line of heat2d. */
#ifndef TC_HEAT2D_OPTIONS_H
#define TC_HEAT2D_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"

enum { H2_OPTIONS_RANKS = 32 };

typedef struct h2_options {
  int32_t rows, cols;     /* points of the mesh */
  int32_t mprocs, nprocs; /* 0: as square as possible */
  int32_t steps;
  int32_t ranks_per_node;     /* 0: the real nodes (run), the machine's (predict) */
  const char *machine, *json; /* paths, NULL when not given; borrowed from argv */
  int lists;                  /* of --ranks */
  int32_t ranks[H2_OPTIONS_RANKS];
  bool quiet;
} h2_options;

typedef enum h2_command { H2_COMMAND_RUN = 1, H2_COMMAND_PREDICT = 2 } h2_command;

/* Reads what follows the command's name and fills in its defaults. Errors: TC_USAGE, naming the option. */
tc_status h2_options_parse(h2_command command, int argc, char **argv, h2_options *out);

/* Before the work, not collective: the report can be written and is not the machine file. Errors: TC_USAGE,
 * TC_OUTPUT. */
tc_status h2_check_files(const h2_options *options);

/* Chooses the grid for so many ranks where none was given, and checks that it has as many places as there are
 * ranks and no more rows or columns than the mesh. Errors: TC_USAGE. */
tc_status h2_options_grid(const h2_options *options, int ranks, int *mprocs, int *nprocs);

#endif
