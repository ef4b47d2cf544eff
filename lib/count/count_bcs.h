/* Counts of a product with the block column scatter distribution (comm/access/bcs.h). The description of the
 * strategy bcs (tc_traffic) points to tc_bcs_count, and dry runs call it for each rank. The function is pure
 * and does not call MPI. */
#ifndef TC_COUNT_COUNT_BCS_H
#define TC_COUNT_COUNT_BCS_H

#include "base/ledger/counts.h"
#include "count/pattern.h"

/* Counts one product. Adds to `all`, which has one entry per rank, the values and messages that each rank
 * moves because of the rows of `rank`. `pattern` is the sparsity pattern of these rows. Always returns
 * TC_OK. */
tc_status tc_bcs_count(const tc_pattern *pattern, const tc_distribution *distribution,
                       const int *node_of_rank, int rank, tc_counts *all);

#endif
