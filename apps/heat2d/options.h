/* Options of the command line of heat2d. The commands call h2_check_files before their work and
 * h2_options_grid for each number of ranks. */
#ifndef TC_HEAT2D_OPTIONS_H
#define TC_HEAT2D_OPTIONS_H

#include "base/command/option.h"

enum { H2_OPTIONS_RANKS = 32 };

typedef struct h2_options {
  int32_t rows, cols; /* number of rows and columns of computed points in the whole mesh */
  /* number of rows and columns of the grid of ranks; both 0 if the user set none, in which case the grid is
   * as square as possible */
  int32_t mprocs, nprocs;
  int32_t steps;
  /* value of --ranks-per-node: number of ranks that are counted as one node. If it is 0 (not set), `run` uses
   * the physical nodes and `predict` uses ranks_per_node of the machine file */
  int32_t ranks_per_node;
  const char *machine, *json; /* paths given with --machine and --json; NULL if not set; borrowed from argv */
  tc_option_numbers ranks;    /* at most H2_OPTIONS_RANKS values of --ranks */
} h2_options;

extern const tc_option h2_options_table[];

/* Not collective. Checks that the file of --json can be written and is not the machine file. The commands
 * call it before their work. Errors: TC_USAGE, TC_OUTPUT. */
tc_status h2_check_files(const h2_options *options);

/* Sets *mprocs and *nprocs to the numbers of rows and columns of the grid of `ranks` ranks. The user may set
 * them; otherwise the grid is as square as possible. Checks that their product is `ranks` and that the grid
 * has no more rows or columns than the mesh. Errors: TC_USAGE. */
tc_status h2_options_grid(const h2_options *options, int ranks, int *mprocs, int *nprocs);

#endif
