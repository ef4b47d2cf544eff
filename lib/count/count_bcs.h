/* Counts of a product with the block column scatter distribution (comm/access/bcs.h). No MPI. */
#ifndef TC_COUNT_COUNT_BCS_H
#define TC_COUNT_COUNT_BCS_H

#include "base/ledger/counts.h"
#include "count/pattern.h"

/* Pure. What the rows of `rank`, which `pattern` describes, make all ranks move in a product: added to
 * all[distribution->ranks]. Never fails. */
tc_status tc_bcs_count(const tc_pattern *pattern, const tc_distribution *distribution,
                       const int *node_of_rank, int rank, tc_counts *all);

/* Pure. Round 3 as the paper has it: the ranks of a row of the grid add up partial sums of all its rows of y,
 * so that everybody gets all (MPI_Allreduce). Counted as the two halves that large sums take: each rank adds
 * up its share and hands it out. Sets *out to what this rank moves. */
void tc_bcs_count_allreduce(const tc_distribution *distribution, const int *node_of_rank, int rank,
                            tc_counts *out);

#endif
