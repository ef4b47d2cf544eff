/* Distribution of rows to ranks. Computes the owner and the local row of each position in the distributed
 * order, and conversely the position of a local row. All ranks of a run store the same distribution. Dry runs
 * create distributions for other numbers of ranks. A lookup needs constant time if the kind is cyclic, and
 * time proportional to log(ranks) if it is metis. No function calls MPI. */
#ifndef TC_COUNT_DISTRIBUTION_H
#define TC_COUNT_DISTRIBUTION_H

#include <stdint.h>

#include "base/core/gid.h"
#include "base/core/pool.h"
#include "base/text/registry.h"
#include "count/grid.h"

/* Kinds of distribution. Rows are numbered by their position in the distributed order. The names of the
 * kinds are in distributions.def. */
typedef enum tc_distribution_kind {
  TC_DISTRIBUTION_METIS, /* rank r owns the rows first[r] .. first[r+1]-1, which METIS has chosen */
  TC_DISTRIBUTION_CYCLIC /* blocks of block_size rows, distributed round robin (Lagraviere 2019, section 3) */
} tc_distribution_kind;

/* Divisor in a form that allows exact division without a division instruction: floor(n / divisor) = floor(n
 * reciprocal / 2^(63 + shift)) for 0 <= n < 2^62. Here 2^shift <= divisor < 2^(shift + 1) and reciprocal =
 * floor(2^(63 + shift) / divisor) + 1. The division is exact because n (reciprocal divisor - 2^(63 + shift))
 * <= n divisor < 2^(63 + shift). */
typedef struct tc_fast_divisor {
  uint64_t reciprocal;
  int shift;
} tc_fast_divisor;

typedef struct tc_distribution {
  tc_distribution_kind kind;
  tc_gid rows; /* total number of rows on all ranks, below 2^62 */
  int32_t ranks;
  int32_t block_size; /* rows per block, > 0; the last block of the matrix (cyclic) or of each rank (metis)
                       * may have fewer */
  tc_gid *first;      /* [ranks+1] first row of each rank; NULL for cyclic */
  tc_grid grid;       /* grid of ranks for the strategy bcs; initially tc_grid_squarest */
  tc_fast_divisor per_block, per_rank; /* block_size and ranks, prepared for fast division */
  tc_pool memory;                      /* owns `first` */
} tc_distribution;

/* Creates a distribution. If the kind is metis, first[ranks+1] contains the first row of each rank and is
 * copied. If the kind is cyclic, `first` is NULL. Not collective. The caller frees `*out`. Errors: TC_USAGE
 * if a rank would own 2^31 rows or more, TC_INTERNAL if memory is exhausted. */
tc_status tc_distribution_create(tc_distribution_kind kind, tc_gid rows, int32_t ranks, int32_t block_size,
                                 const tc_gid *first, tc_distribution **out);
void tc_distribution_destroy(tc_distribution **distribution);

int32_t tc_distribution_owned(const tc_distribution *distribution,
                              int32_t rank); /* number of rows that a rank owns */
int32_t tc_distribution_owner(const tc_distribution *distribution,
                              tc_gid position); /* rank that owns a row */
int32_t tc_distribution_local(const tc_distribution *distribution,
                              tc_gid position); /* number of a row on the rank that owns it */
tc_gid tc_distribution_position(const tc_distribution *distribution, int32_t rank, int32_t local);

/* Owner of a position, and the number of the row among the owner's rows. */
typedef struct tc_location {
  int32_t rank, local;
} tc_location;

static inline int64_t tc_fast_divide(int64_t n, tc_fast_divisor by) {
  __extension__ typedef unsigned __int128 wide;
  return (int64_t)((uint64_t)((wide)(2 * (uint64_t)n) * by.reciprocal >> 64) >> by.shift);
}

/* Returns the owner and the local row of a position if the kind is metis. The owner is the last rank whose
 * first row is not after the position, because a rank without rows has the same first row as the next rank.
 * The binary search has no data-dependent branch. */
static inline tc_location tc_distribution_locate_contiguous(const tc_distribution *d, tc_gid position) {
  int32_t owner = 0;
  for (int32_t left = d->ranks; left > 1; left -= left / 2)
    owner += d->first[owner + left / 2] <= position ? left / 2 : 0;
  return (tc_location){owner, (int32_t)(position - d->first[owner])};
}

/* Returns the owner and the local row of a position. The function is inline, because the strategy naive calls
 * it for every access. */
static inline tc_location tc_distribution_locate(const tc_distribution *d, tc_gid position) {
  if (d->kind == TC_DISTRIBUTION_METIS) return tc_distribution_locate_contiguous(d, position);
  const int64_t block = tc_fast_divide(position, d->per_block), round = tc_fast_divide(block, d->per_rank);
  return (tc_location){(int32_t)(block - round * d->ranks),
                       (int32_t)(round * d->block_size + (position - block * d->block_size))};
}

/* tc_distribution_blocks returns the number of blocks of a rank. A block is block_size consecutive local
 * rows. If the kind is cyclic, these are the blocks of the distribution. tc_distribution_block_rows returns
 * the number of rows of block number `block`, which begins at local row block * block_size. */
int32_t tc_distribution_blocks(const tc_distribution *distribution, int32_t rank);
int32_t tc_distribution_block_rows(const tc_distribution *distribution, int32_t rank, int32_t block);

/* registry of the kinds in distributions.def; indexed by tc_distribution_kind */
extern const tc_registry tc_distribution_kinds;
const char *tc_distribution_name(int kind);

#endif
