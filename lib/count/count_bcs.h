/* Counts of a product with the block column scatter distribution (comm/access/bcs.h). The strategy bcs
 * refers to tc_bcs_count in its traffic, and dry runs call it for each rank. tc_bcs_count_allreduce is
 * only for comparison with the paper. Pure; no MPI. */
#ifndef TC_COUNT_COUNT_BCS_H
#define TC_COUNT_COUNT_BCS_H

#include "base/ledger/counts.h"
#include "count/pattern.h"

/* Adds to all[distribution->ranks] what the rows of `rank`, described by `pattern`, make all ranks move in
 * one product. Always returns TC_OK. */
tc_status tc_bcs_count(const tc_pattern *pattern, const tc_distribution *distribution,
                       const int *node_of_rank, int rank, tc_counts *all);

/* Counts round 3 as in the paper: the ranks of a row of the grid add up partial sums of all its rows of y,
 * and each rank receives the result (MPI_Allreduce). It is counted as a reduce-scatter and an allgather,
 * as large reductions are implemented. Sets *out to the traffic of this rank. */
void tc_bcs_count_allreduce(const tc_distribution *distribution, const int *node_of_rank, int rank,
                            tc_counts *out);

#endif
