/* State of the creation of level 0 on one rank: level_zero.c fills in the graph, and level_zero_check.c
 * checks it. Internal to level_zero.c and level_zero_check.c. */
#ifndef TC_LINEAR_MULTIGRID_LEVEL_ZERO_INTERNAL_H
#define TC_LINEAR_MULTIGRID_LEVEL_ZERO_INTERNAL_H

#include <math.h>

#include "linear/multigrid/level_zero.h"

/* Pair of rows, by id, of which only the row `lower` has a coupling to the other row. `row` has the higher id
 * and lacks the coupling. */
typedef struct tc_lacking_pair {
  tc_gid row, lower;
} tc_lacking_pair;

/* The matrix, and the graph of level 0 that is created from it. */
typedef struct tc_level_source {
  const tc_linear_system *system;
  const tc_ell *R;
  tc_level_graph *graph;
  /* General rows: entries of R that belong to the couplings of the graph, sorted by the ids of their columns;
   * NULL if all rows have the same length */
  double *rate;
  double factor; /* values of the graph are those of V A times this power of two, where V contains the cell
                    volumes */
  /* Number of couplings to rows of this rank with a higher id, minus the number of couplings received from
   * rows of this rank. It is 0 if both rows of each pair have a coupling. */
  int64_t unmatched;
  tc_lacking_pair lacking; /* lowest pair with a row of this rank; TC_GID_NONE if there is none */
} tc_level_source;

/* Value of a coupling that this rank or another rank has not yet copied from the row with the lower id. */
static const float tc_level_zero_missing = -INFINITY;

/* Not collective. Records that row `row` lacks the coupling that the row with the lower id has to it. Retains
 * the lowest pair. */
void tc_level_zero_add_lacking(tc_level_source *source, tc_gid row, tc_gid lower);

/* Collective. Called after all couplings are stored. Returns the error of the wrong row with the lowest id,
 * so that the message is the same for any distribution. Errors (on all ranks): TC_NUMERICAL. */
tc_status tc_level_zero_check(tc_level_source *source);

#endif
