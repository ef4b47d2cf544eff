#include "comm/access/shared_pointer.h"

#include "comm/world/tally.h"

static tc_affinity find_affinity(const tc_world *world, int rank) {
  if (rank == world->rank) return TC_AFFINITY_OWN;
  if (world->shm_group_of_rank[rank] != world->shm_group_of_rank[world->rank]) return TC_AFFINITY_REMOTE;
  return tc_tally_is_local(world, rank) ? TC_AFFINITY_NODE : TC_AFFINITY_VIRTUAL_REMOTE;
}

void tc_affinity_fill(const tc_world *world, uint8_t *affinity) {
  for (int r = 0; r < world->ranks; r++) affinity[r] = (uint8_t)find_affinity(world, r);
}

double *tc_shared_pointer_address(tc_shared_pointer *p, tc_gid index) {
  const tc_location location = tc_distribution_locate(p->distribution, index);
  double *const segment = p->node_pointer[location.rank];
  p->count[p->affinity[location.rank]]++;
  return segment ? segment + location.local : NULL;
}

int32_t tc_shared_pointer_local_row(tc_shared_pointer *p, tc_gid index) {
  const tc_location location = tc_distribution_locate(p->distribution, index);
  p->count[p->affinity[location.rank]]++;
  return location.local;
}
