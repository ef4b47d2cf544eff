#include "comm/access/shared_pointer.h"

#include "comm/world/tally.h"

static tc_affinity kin_of(const tc_world *world, int rank) {
  if (rank == world->rank) return TC_AFFINITY_OWN;
  if (world->shm_group_of_rank[rank] != world->shm_group_of_rank[world->rank]) return TC_AFFINITY_REMOTE;
  return tc_tally_is_local(world, rank) ? TC_AFFINITY_NODE : TC_AFFINITY_VIRTUAL_REMOTE;
}

void tc_affinity_fill(const tc_world *world, uint8_t *kin) {
  for (int r = 0; r < world->ranks; r++) kin[r] = (uint8_t)kin_of(world, r);
}

double *tc_shared_pointer_address(tc_shared_pointer *p, tc_gid index) {
  const tc_location place = tc_distribution_locate(p->distribution, index);
  double *const piece = p->node_pointer[place.rank];
  p->count[p->affinity[place.rank]]++;
  return piece ? piece + place.local : NULL;
}

int32_t tc_shared_pointer_local_row(tc_shared_pointer *p, tc_gid index) {
  const tc_location place = tc_distribution_locate(p->distribution, index);
  p->count[p->affinity[place.rank]]++;
  return place.local;
}
