#include "machine/far.h"

static int index_of(const tc_world *world, int rank) {
  int index = 0;
  for (int r = 0; r < rank; r++) index += world->near_of_rank[r] == world->near_of_rank[rank];
  return index;
}

int tc_far_index(const tc_world *world) { return index_of(world, world->rank); }

int tc_far_partner(const tc_world *world) {
  const int next = (world->near_of_rank[world->rank] + 1) % world->near_groups;
  int wanted = tc_far_index(world), partner = world->rank;
  for (int r = 0; r < world->ranks && wanted >= 0; r++) {
    if (world->near_of_rank[r] != next) continue;
    partner = r;
    wanted--;
  }
  return partner;
}

int tc_far_most_on_node(const tc_world *world) {
  int most = 0;
  for (int r = 0; r < world->ranks; r++) {
    int index = index_of(world, r) + 1;
    if (index > most) most = index;
  }
  return most;
}
