#include "linear/multigrid/level_owners.h"

tc_level_owners tc_level_owners_choose(tc_level_owners above, int64_t all_rows, int64_t rows_per_rank) {
  const int64_t needed = all_rows > 0 ? (all_rows - 1) / rows_per_rank + 1 : 1;
  return (tc_level_owners){above.world_ranks, needed < above.ranks ? (int)needed : above.ranks};
}

int tc_level_owners_target(tc_level_owners owners, int rank) {
  const int64_t number = (int64_t)rank * owners.ranks / owners.world_ranks;
  return (int)((number * owners.world_ranks + owners.ranks - 1) / owners.ranks);
}
