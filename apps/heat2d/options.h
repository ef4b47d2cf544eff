/* Options of heat2d's command line. main.c parses them once per process. The commands then check the files
 * and choose the grid for each number of ranks. */
#ifndef TC_HEAT2D_OPTIONS_H
#define TC_HEAT2D_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/status.h"

enum { H2_OPTIONS_RANKS = 32 };

typedef struct h2_options {
  int32_t rows, cols; /* number of computed points of the mesh in each direction */
  int32_t mprocs,
      nprocs; /* number of rows and columns of the grid of ranks; 0 stands for as square as possible */
  int32_t steps;
  int32_t ranks_per_node; /* 0 stands for the physical nodes (run) or for ranks_per_node of the machine file
                             (predict) */
  const char *machine, *json; /* paths; NULL if not set; borrowed from argv */
  int lists;                  /* number of values of --ranks */
  int32_t ranks[H2_OPTIONS_RANKS];
  bool quiet;
} h2_options;

typedef enum h2_command { H2_COMMAND_RUN = 1, H2_COMMAND_PREDICT = 2 } h2_command;

/* Not collective. Parses the words after the command's name and adds defaults. Errors: TC_USAGE, which names
 * the option. */
tc_status h2_options_parse(h2_command command, int argc, char **argv, h2_options *out);

/* Not collective. Checks that the report can be written and is not the machine file. The commands call it
 * before their work. Errors: TC_USAGE, TC_OUTPUT. */
tc_status h2_check_files(const h2_options *options);

/* Chooses the grid for this number of ranks if the user set none, and checks that it has one place for each
 * rank and no more rows or columns than the mesh. Errors: TC_USAGE. */
tc_status h2_options_grid(const h2_options *options, int ranks, int *mprocs, int *nprocs);

#endif
