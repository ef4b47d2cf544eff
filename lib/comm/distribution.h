/* Which rank owns which row. Pure arithmetic, no MPI: it describes imagined distributions as well as real
 * ones. */
#ifndef TC_COMM_DISTRIBUTION_H
#define TC_COMM_DISTRIBUTION_H

#include <stdint.h>

#include "base/status.h"

/* Rows are numbered by their position in the distributed order. The names of the kinds are in
 * distributions.def. */
typedef enum tc_distribution_kind {
  TC_DISTRIBUTION_METIS, /* rank r owns the contiguous rows first[r] .. first[r+1]-1 */
  TC_DISTRIBUTION_CYCLIC /* blocks of block_size rows dealt round robin (Lagraviere 2019, section 3) */
} tc_distribution_kind;

typedef struct tc_distribution {
  tc_distribution_kind kind;
  int32_t rows; /* of all ranks together */
  int32_t ranks;
  int32_t block_size;           /* > 0; the last block of all (cyclic) or of a rank (metis) may be short */
  int32_t *first;               /* [ranks+1], only for the contiguous kind */
  uint64_t per_block, per_rank; /* 2^62/divisor + 1: division by block_size and ranks without a division */
} tc_distribution;

/* first (contiguous kind: [ranks+1], copied; else NULL). Not collective. */
tc_status tc_distribution_create(tc_distribution_kind kind, int32_t rows, int32_t ranks, int32_t block_size,
                                 const int32_t *first, tc_distribution **out);
void tc_distribution_destroy(tc_distribution **distribution);

int32_t tc_distribution_owned(const tc_distribution *distribution, int32_t rank);     /* rows of a rank */
int32_t tc_distribution_owner(const tc_distribution *distribution, int32_t position); /* rank of a row */
int32_t tc_distribution_local(const tc_distribution *distribution,
                              int32_t position); /* its index on that rank */
int32_t tc_distribution_position(const tc_distribution *distribution, int32_t rank, int32_t local);

/* Owner and local index at once. */
typedef struct tc_place {
  int32_t rank, local;
} tc_place;

/* n / divisor for 0 <= n < 2^31, exactly: n (reciprocal divisor - 2^62) < 2^62. */
static inline int32_t tc_distribution_divide(int32_t n, uint64_t reciprocal) {
  __extension__ typedef unsigned __int128 wide;
  return (int32_t)(((wide)(uint32_t)n * reciprocal) >> 62);
}

/* For the contiguous kind. */
tc_place tc_distribution_locate_contiguous(const tc_distribution *distribution, int32_t position);

/* Inline, because the naive strategy asks for every access. */
static inline tc_place tc_distribution_locate(const tc_distribution *d, int32_t position) {
  if (d->kind == TC_DISTRIBUTION_METIS) return tc_distribution_locate_contiguous(d, position);
  int32_t block = tc_distribution_divide(position, d->per_block);
  int32_t round = tc_distribution_divide(block, d->per_rank);
  return (tc_place){block - round * d->ranks, round * d->block_size + (position - block * d->block_size)};
}

/* Blocks of a rank: its rows cut every block_size, in local order. In the cyclic kind these are the blocks
 * that are dealt. Block k of a rank begins at its local row k * block_size and has this many rows: */
int32_t tc_distribution_blocks(const tc_distribution *distribution, int32_t rank);
int32_t tc_distribution_block_rows(const tc_distribution *distribution, int32_t rank, int32_t block);

/* Names of the kinds, for configs and `tetracast list`. */
int tc_distribution_count(void);
const char *tc_distribution_name(int kind);
const char *tc_distribution_summary(int kind);

#endif
