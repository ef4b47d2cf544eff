/* Counts of the exchange of one rank, from its pattern (Lagraviere 2019, sections 5.2.3 to 5.2.5).
 * Strategies refer to these functions in their traffic (count/traffic.h), for dry runs and real runs. Each
 * function sets *out for `rank`, whose rows `pattern` describes, with node_of_rank[distribution->ranks].
 * Pure; no MPI. */
#ifndef TC_COUNT_COUNT_EXCHANGE_H
#define TC_COUNT_COUNT_EXCHANGE_H

#include "base/ledger/counts.h"
#include "count/distribution.h"
#include "count/pattern.h"

/* Rows of a tile, whose values of other nodes are fetched together. */
enum { TC_REMOTE_TILE_ROWS = 64 };

/* Counts C_local_indv and C_remote_indv of the paper: the number of entries whose column another rank of the
 * node or a rank of another node owns. Always returns TC_OK. */
tc_status tc_count_individual(const tc_pattern *pattern, const tc_distribution *distribution,
                              const int *node_of_rank, int rank, tc_counts *out);

/* Counts columns of the own node as tc_count_individual does. Columns of other nodes count once per tile of
 * TC_REMOTE_TILE_ROWS rows that read other nodes, with one batch per owner (comm/access/remote_tiles.h).
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_count_tiles(const tc_pattern *pattern, const tc_distribution *distribution,
                         const int *node_of_rank, int rank, tc_counts *out);

/* Counts B_local (own blocks included) and B_remote of the paper: blocks fetched inside the node and from
 * other nodes. Also counts the values in these blocks. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_count_blocks(const tc_pattern *pattern, const tc_distribution *distribution,
                          const int *node_of_rank, int rank, tc_counts *out);

/* Counts S_local_in, S_remote_in, S_local_out, S_remote_out and C_remote_out of the paper: distinct values
 * received and sent, and messages. Also counts messages inside the node. The sent values follow from
 * structural symmetry. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_count_unique(const tc_pattern *pattern, const tc_distribution *distribution,
                          const int *node_of_rank, int rank, tc_counts *out);

/* Counts the same as tc_count_unique, but separately for each colour in out[colours]. Omits barriers and
 * counts one value per row (comm/exchange/colour_exchange.h). colour[] is indexed by the pattern's column
 * numbers. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_count_colours(const tc_pattern *pattern, const tc_distribution *distribution,
                           const int *node_of_rank, int rank, const int32_t *colour, int colours,
                           tc_counts *out);

#endif
