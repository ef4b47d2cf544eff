/* Counts of a product with the block column scatter distribution (comm/access/bcs.h). The strategy bcs
 * refers to tc_bcs_count in its traffic, and dry runs call it for each rank. tc_bcs_count_allreduce is
 * only for comparison with the paper. Pure; no MPI. */
#ifndef TC_COUNT_COUNT_BCS_H
#define TC_COUNT_COUNT_BCS_H

#include "base/ledger/counts.h"
#include "count/pattern.h"

/* Counts one product. Adds to `all`, which has one entry per rank, the values and messages that each rank
 * moves because of the rows of `rank`. `pattern` is the sparsity pattern of these rows. Always returns
 * TC_OK. */
tc_status tc_bcs_count(const tc_pattern *pattern, const tc_distribution *distribution,
                       const int *node_of_rank, int rank, tc_counts *all);

/* Counts round 3 of the product as in the paper (Blanco et al. 2000): each rank of a grid row has partial
 * sums of the same rows of y. The ranks of the grid row add them up, and each of these ranks receives the
 * result (MPI_Allreduce). The reduction is counted as a reduce-scatter and an allgather, the usual
 * implementation for large data. Sets *out to the traffic of this rank. */
void tc_bcs_count_allreduce(const tc_distribution *distribution, const int *node_of_rank, int rank,
                            tc_counts *out);

#endif
