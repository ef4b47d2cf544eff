/* Walking a rank's pattern to count what it exchanges (Lagraviere 2019, sections 5.2.3 to 5.2.5). Pure; no
 * MPI. Each function sets *out, for `rank`, whose rows `pattern` describes;
 * node_of_rank[distribution->ranks]. */
#ifndef TC_COUNT_COUNT_EXCHANGE_H
#define TC_COUNT_COUNT_EXCHANGE_H

#include "base/ledger/counts.h"
#include "count/distribution.h"
#include "count/pattern.h"

/* Rows of a tile. Its values of other nodes are fetched together. */
enum { TC_REMOTE_TILE_ROWS = 64 };

/* C_local_indv, C_remote_indv: occurrences of columns that other ranks own. Never fails. */
tc_status tc_count_individual(const tc_pattern *pattern, const tc_distribution *distribution,
                              const int *node_of_rank, int rank, tc_counts *out);

/* The same, but of other nodes each column once in TC_REMOTE_TILE_ROWS rows that read some, and for each
 * owner a batch (comm/access/remote_tiles.h). Errors: TC_INTERNAL out of memory. */
tc_status tc_count_tiles(const tc_pattern *pattern, const tc_distribution *distribution,
                         const int *node_of_rank, int rank, tc_counts *out);

/* B_local (own blocks included), B_remote, and the values in them. Errors: TC_INTERNAL out of memory. */
tc_status tc_count_blocks(const tc_pattern *pattern, const tc_distribution *distribution,
                          const int *node_of_rank, int rank, tc_counts *out);

/* S_local_in, S_remote_in, S_local_out, S_remote_out, C_remote_out: unique values and messages (those
 * inside the node too). What is sent follows from structural symmetry. Errors: TC_INTERNAL out of memory. */
tc_status tc_count_unique(const tc_pattern *pattern, const tc_distribution *distribution,
                          const int *node_of_rank, int rank, tc_counts *out);

/* The same for each colour by itself (comm/exchange/colour_exchange.h, with one value a row): out[colours],
 * without barriers. colour[]: by what the pattern's columns are numbered by. Errors: TC_INTERNAL out of
 * memory. */
tc_status tc_count_colours(const tc_pattern *pattern, const tc_distribution *distribution,
                           const int *node_of_rank, int rank, const int32_t *colour, int colours,
                           tc_counts *out);

#endif
