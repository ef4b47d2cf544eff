/* Which rank owns which row. Pure arithmetic, no MPI: it describes imagined distributions as well as real
 * ones. */
#ifndef TC_COUNT_DISTRIBUTION_H
#define TC_COUNT_DISTRIBUTION_H

#include <stdint.h>

#include "base/core/gid.h"
#include "base/core/status.h"
#include "base/text/registry.h"
#include "count/grid.h"

/* Rows are numbered by their position in the distributed order. The names of the kinds are in
 * distributions.def. */
typedef enum tc_distribution_kind {
  TC_DISTRIBUTION_METIS, /* rank r owns the contiguous rows first[r] .. first[r+1]-1 */
  TC_DISTRIBUTION_CYCLIC /* blocks of block_size rows dealt round robin (Lagraviere 2019, section 3) */
} tc_distribution_kind;

/* Division by a number without a division: n / divisor = floor(n reciprocal / 2^(63 + shift)) for 0 <= n <
 * 2^62, exactly. reciprocal = floor(2^(63 + shift) / divisor) + 1 with 2^shift <= divisor < 2^(shift + 1), so
 * n (reciprocal divisor - 2^(63 + shift)) <= n divisor < 2^(63 + shift). */
typedef struct tc_fast_divisor {
  uint64_t reciprocal;
  int shift;
} tc_fast_divisor;

typedef struct tc_distribution {
  tc_distribution_kind kind;
  tc_gid rows; /* of all ranks together, below 2^62 */
  int32_t ranks;
  int32_t block_size; /* > 0; the last block of all (cyclic) or of a rank (metis) may be short */
  tc_gid *first;      /* [ranks+1], only for the contiguous kind */
  tc_grid grid;       /* of the ranks, for those who deal in two directions: the squarest at first */
  tc_fast_divisor per_block, per_rank; /* by block_size and ranks */
} tc_distribution;

/* first (contiguous kind: [ranks+1], copied; else NULL). Not collective. Errors: TC_USAGE when a rank would
 * own 2^31 rows or more, TC_INTERNAL out of memory. */
tc_status tc_distribution_create(tc_distribution_kind kind, tc_gid rows, int32_t ranks, int32_t block_size,
                                 const tc_gid *first, tc_distribution **out);
void tc_distribution_destroy(tc_distribution **distribution);

int32_t tc_distribution_owned(const tc_distribution *distribution, int32_t rank);    /* rows of a rank */
int32_t tc_distribution_owner(const tc_distribution *distribution, tc_gid position); /* rank of a row */
int32_t tc_distribution_local(const tc_distribution *distribution,
                              tc_gid position); /* its index on that rank */
tc_gid tc_distribution_position(const tc_distribution *distribution, int32_t rank, int32_t local);

/* Owner and local index at once. */
typedef struct tc_location {
  int32_t rank, local;
} tc_location;

static inline int64_t tc_fast_divide(int64_t n, tc_fast_divisor by) {
  __extension__ typedef unsigned __int128 wide;
  return (int64_t)((uint64_t)((wide)(2 * (uint64_t)n) * by.reciprocal >> 64) >> by.shift);
}

/* For the contiguous kind: the last rank whose first row is not beyond the position (ranks without rows share
 * their first with the next), without a branch on where that is. */
static inline tc_location tc_distribution_locate_contiguous(const tc_distribution *d, tc_gid position) {
  int32_t owner = 0;
  for (int32_t left = d->ranks; left > 1; left -= left / 2)
    owner += d->first[owner + left / 2] <= position ? left / 2 : 0;
  return (tc_location){owner, (int32_t)(position - d->first[owner])};
}

/* Inline, because the naive strategy asks for every access. */
static inline tc_location tc_distribution_locate(const tc_distribution *d, tc_gid position) {
  if (d->kind == TC_DISTRIBUTION_METIS) return tc_distribution_locate_contiguous(d, position);
  const int64_t block = tc_fast_divide(position, d->per_block), round = tc_fast_divide(block, d->per_rank);
  return (tc_location){(int32_t)(block - round * d->ranks),
                       (int32_t)(round * d->block_size + (position - block * d->block_size))};
}

/* Blocks of a rank: its rows cut every block_size, in local order. In the cyclic kind these are the blocks
 * that are dealt. Block k of a rank begins at its local row k * block_size and has this many rows: */
int32_t tc_distribution_blocks(const tc_distribution *distribution, int32_t rank);
int32_t tc_distribution_block_rows(const tc_distribution *distribution, int32_t rank, int32_t block);

extern const tc_registry tc_distribution_kinds; /* distributions.def; the index is a tc_distribution_kind */
const char *tc_distribution_name(int kind);

#endif
