#include "calibration/network/remote_partner.h"

int tc_remote_partner(const tc_world *world) {
  const int next = (world->shm_group_of_rank[world->rank] + 1) % world->shm_groups;
  int remaining = world->shm_rank, partner = world->rank;
  for (int r = 0; r < world->ranks && remaining >= 0; r++) {
    if (world->shm_group_of_rank[r] != next) continue;
    partner = r;
    remaining--;
  }
  return partner;
}
