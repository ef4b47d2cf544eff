/* Owners of the rows of a level. The level above is the next finer one. A level of n rows uses min(ranks of
 * the level above, ceil(n / rows_per_rank)) ranks, chosen evenly among the ranks of the level above. An
 * aggregate belongs to the owner of the member with the smallest id, or to the rank to which this owner
 * passes its rows. Values do not depend on owners. */
#ifndef TC_LINEAR_MULTIGRID_LEVEL_OWNERS_H
#define TC_LINEAR_MULTIGRID_LEVEL_OWNERS_H

#include <stdint.h>

/* The ranks 0 .. world_ranks-1, of which a level uses `ranks`. Owner k (counted from 0) of a level with p
 * ranks is the world rank ceil(k world_ranks / p). Rows that come from rows of world rank r on the next finer
 * level belong to owner floor(r p / world_ranks). */
typedef struct tc_level_owners {
  int world_ranks, ranks;
} tc_level_owners;

/* Pure. Returns the owners of a level of `all_rows` rows, if the next finer level has the owners `above`. */
static inline tc_level_owners tc_level_owners_choose(tc_level_owners above, int64_t all_rows,
                                                     int64_t rows_per_rank) {
  const int64_t needed = all_rows > 0 ? (all_rows - 1) / rows_per_rank + 1 : 1;
  return (tc_level_owners){above.world_ranks, needed < above.ranks ? (int)needed : above.ranks};
}

/* Pure. Returns the world rank that owns the rows of a level which come from the rows of world rank `rank` on
 * the next finer level. */
static inline int tc_level_owners_target(tc_level_owners owners, int rank) {
  const int64_t number = (int64_t)rank * owners.ranks / owners.world_ranks;
  return (int)((number * owners.world_ranks + owners.ranks - 1) / owners.ranks);
}

#endif
