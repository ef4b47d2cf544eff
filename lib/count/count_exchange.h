/* Counts of the exchange of one rank, from its pattern (Lagraviere 2019, sections 5.2.3 to 5.2.5). The
 * descriptions of the strategies (tc_traffic in count/traffic.h) point to these functions, and both dry runs
 * and real runs call them. Each function sets *out to the counts of one product of `rank`, whose rows have
 * the sparsity pattern `pattern`. node_of_rank, with one entry per rank, contains the node of each rank. All
 * functions are pure and do not call MPI. */
#ifndef TC_COUNT_COUNT_EXCHANGE_H
#define TC_COUNT_COUNT_EXCHANGE_H

#include "base/ledger/counts.h"
#include "count/distribution.h"
#include "count/pattern.h"

/* Number of rows of a tile, which is a group of rows for which the strategy batched fetches all values of
 * other nodes together. */
enum { TC_REMOTE_TILE_ROWS = 64 };

/* Counts C_local_indv and C_remote_indv of Lagraviere 2019. These are the numbers of matrix entries whose
 * column another rank of the same node owns, and whose column a rank of another node owns. Always returns
 * TC_OK. */
tc_status tc_count_individual(const tc_pattern *pattern, const tc_distribution *distribution,
                              const int *node_of_rank, int rank, tc_counts *out);

/* Variant of tc_count_individual in which a column that a rank of another node owns counts once per tile. A
 * tile consists of TC_REMOTE_TILE_ROWS rows that read values of other nodes. Also counts one batch per tile
 * and owner (comm/access/remote_tiles.h). Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_count_tiles(const tc_pattern *pattern, const tc_distribution *distribution,
                         const int *node_of_rank, int rank, tc_counts *out);

/* Counts B_local and B_remote of Lagraviere 2019: the number of blocks that the rank fetches from ranks of
 * its node, including its own blocks, and the number that it fetches from other nodes. Also counts the values
 * in these blocks. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_count_blocks(const tc_pattern *pattern, const tc_distribution *distribution,
                          const int *node_of_rank, int rank, tc_counts *out);

/* Counts S_local_in, S_remote_in, S_local_out, S_remote_out and C_remote_out of Lagraviere 2019: distinct
 * values received (in) and sent (out) within the node and to other nodes, and messages sent to other nodes.
 * Also counts messages sent within the node. The sent values are found from the rank's own rows, because
 * patterns are structurally symmetric. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_count_unique(const tc_pattern *pattern, const tc_distribution *distribution,
                          const int *node_of_rank, int rank, tc_counts *out);

/* Counts values and messages as tc_count_unique does, but separately for each colour of the rows, because
 * coloured sweeps have one exchange per colour (comm/exchange/colour_exchange.h). Sets out[c] to the counts
 * of colour c. colour[] contains the colour of each column number of the pattern. Errors: TC_INTERNAL if
 * memory is exhausted. */
tc_status tc_count_colours(const tc_pattern *pattern, const tc_distribution *distribution,
                           const int *node_of_rank, int rank, const int32_t *colour, int colours,
                           tc_counts *out);

#endif
