/* Contraction: creates the graph of the aggregates that a pass of pairing has formed (pairing.h). Its rows
 * are the aggregates, in the form of level_graph.h. Called by aggregation.c after each pass. */
#ifndef TC_LINEAR_MULTIGRID_CONTRACTION_H
#define TC_LINEAR_MULTIGRID_CONTRACTION_H

#include "linear/multigrid/level_owners.h"
#include "linear/multigrid/pairing.h"

/* Collective. Contracts `fine`: merges the rows of each aggregate to one row. aggregate[rows + ghosts] is the
 * aggregate of each row (pairing.h). The excess of an aggregate is the sum of the members' excesses, in the
 * order of their ids. Couplings of a member to rows without aggregate are first added to its excess, in the
 * order of the entries. The diagonal sum is the sum of the members' diagonal sums. The coupling of two
 * aggregates is the sum of the couplings between their members, computed exactly and rounded once to single
 * precision, so it does not depend on the order of the terms. Couplings within an aggregate are omitted. An
 * aggregate belongs to tc_level_owners_target(owners, owner of the smallest id). Rows of the result are in
 * the order of the smallest members in the memory of their ranks, which preserves the locality of the fine
 * rows.
 *
 * Sets place[fine->rows + fine->ghosts] to the owner and local row of the aggregate of each row and ghost;
 * the owner of rows without aggregate is -1. If `is_level` is true, the result is the next level, and its
 * diagonal sums are its diagonals. Errors (on all ranks): TC_INTERNAL if memory is exhausted; those of MPI
 * messages. */
tc_status tc_contraction_run(const tc_level_graph *fine, const tc_aggregate *aggregate,
                             tc_level_owners owners, bool is_level, tc_row_place *place,
                             tc_level_graph **out);

#endif
