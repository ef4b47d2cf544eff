/* Levels of a multigrid hierarchy distributed over virtual ranks: one process creates the hierarchy and
 * stores the patterns of all levels, and then counts the ranks, ghosts and messages of each level for any
 * distribution of the finest rows. The hierarchy is the same on any number of ranks, so the counts are those
 * of a run. Called by dry runs (run/dry_run/dry_run_trial.c). Not collective. */
#ifndef TC_LINEAR_HIERARCHY_VIRTUAL_LEVELS_H
#define TC_LINEAR_HIERARCHY_VIRTUAL_LEVELS_H

#include "linear/hierarchy/multigrid.h"

typedef struct tc_virtual_levels tc_virtual_levels;

/* Creates the hierarchy of a system on one rank, whose ids are 0 .. rows-1, and stores the patterns of all
 * transfers and of all levels but the finest. Arguments and errors are those of tc_multigrid_create. */
tc_status tc_virtual_levels_create(const tc_linear_system *system, const tc_ell *R,
                                   const tc_multigrid_options *options, tc_virtual_levels **out);
void tc_virtual_levels_destroy(tc_virtual_levels **levels); /* accepts NULL */

/* Distribution of the finest rows over virtual ranks. All pointers are borrowed. */
typedef struct tc_virtual_distribution {
  int ranks;
  const int32_t *owner;     /* [finest rows] rank of the row with each id */
  const int *node_of_rank;  /* [ranks] number of the node of each rank */
  const tc_counts *product; /* [ranks] counts of a product with the strategy `neighbour`, whose messages
                               contain each ghost of the finest level once */
} tc_virtual_distribution;

/* Sets *out to the figures of the hierarchy on virtual ranks, equal to the combined figures of a run on such
 * ranks (tc_multigrid_figures_combine) except bytes and seconds, which are those of one rank. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_virtual_levels_distribute(const tc_virtual_levels *levels,
                                       const tc_virtual_distribution *distribution,
                                       tc_multigrid_figures *out);

#endif
