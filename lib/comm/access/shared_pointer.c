#include "comm/access/shared_pointer.h"

#include "comm/memory/tally.h"

static tc_kin kin_of(const tc_world *world, int rank) {
  if (rank == world->rank) return TC_KIN_OWN;
  if (world->near_of_rank[rank] != world->near_of_rank[world->rank]) return TC_KIN_ABSENT;
  return tc_tally_is_local(world, rank) ? TC_KIN_LOCAL : TC_KIN_REMOTE;
}

void tc_kin_fill(const tc_world *world, uint8_t *kin) {
  for (int r = 0; r < world->ranks; r++) kin[r] = (uint8_t)kin_of(world, r);
}

double *tc_pointer_at(tc_pointer *p, tc_gid index) {
  const tc_place place = tc_distribution_locate(p->distribution, index);
  double *const piece = p->near[place.rank];
  p->count[p->kin[place.rank]]++;
  return piece ? piece + place.local : NULL;
}

int32_t tc_pointer_row(tc_pointer *p, tc_gid index) {
  const tc_place place = tc_distribution_locate(p->distribution, index);
  p->count[p->kin[place.rank]]++;
  return place.local;
}
