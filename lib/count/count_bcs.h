/* Counts of a product with the block column scatter distribution (comm/access/bcs.h). The strategy bcs
 * refers to tc_bcs_count in its traffic, and dry runs call it for each rank. tc_bcs_count_allreduce is
 * only for comparison with the paper. Pure; no MPI. */
#ifndef TC_COUNT_COUNT_BCS_H
#define TC_COUNT_COUNT_BCS_H

#include "base/ledger/counts.h"
#include "count/pattern.h"

/* Counts one product. Adds to all[distribution->ranks] the values and messages that all ranks move because of
 * the rows of `rank`, which `pattern` describes. Always returns TC_OK. */
tc_status tc_bcs_count(const tc_pattern *pattern, const tc_distribution *distribution,
                       const int *node_of_rank, int rank, tc_counts *all);

/* Counts round 3 as in the paper: the ranks of a row of the grid add up their partial sums of all rows of y
 * that this grid row has, and each of these ranks receives the result (MPI_Allreduce). The reduction is
 * counted as a reduce-scatter and an allgather, the usual implementation for large data. Sets *out to the
 * traffic of this rank. */
void tc_bcs_count_allreduce(const tc_distribution *distribution, const int *node_of_rank, int rank,
                            tc_counts *out);

#endif
