/* Levels of a multigrid hierarchy distributed over virtual ranks: one process creates the hierarchy and
 * stores the patterns of all levels, and then counts the ranks, ghosts and peers of each level for any
 * distribution of the finest rows. The hierarchy is the same on any number of ranks, so the counts are those
 * of a run. Called by dry runs (run/dry_run/dry_run_trial.c). Not collective. */
#ifndef TC_LINEAR_HIERARCHY_VIRTUAL_LEVELS_H
#define TC_LINEAR_HIERARCHY_VIRTUAL_LEVELS_H

#include "linear/hierarchy/multigrid.h"

typedef struct tc_virtual_levels tc_virtual_levels;

/* Creates the hierarchy of a system on one rank, whose ids are 0 .. rows-1, and stores the patterns of all
 * levels but the finest. Arguments and errors are those of tc_multigrid_create. */
tc_status tc_virtual_levels_create(const tc_linear_system *system, const tc_ell *R,
                                   const tc_multigrid_options *options, tc_virtual_levels **out);
void tc_virtual_levels_destroy(tc_virtual_levels **levels); /* accepts NULL */

/* Sets *out to the figures of the hierarchy on `ranks` ranks, of which rank owner[id] owns the finest row
 * with this id. Ghosts and peers are the maxima over the ranks. Those of the finest level, and messages and
 * values of a cycle, are 0, because they depend on the halo of the system. Seconds and bytes are those of one
 * rank. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_virtual_levels_distribute(const tc_virtual_levels *levels, int ranks, const int32_t *owner,
                                       tc_multigrid_figures *out);

#endif
