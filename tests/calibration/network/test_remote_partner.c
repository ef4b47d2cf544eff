#include "calibration/network/remote_partner.h"

#include "support/expect.h"

/* Returns a world in which only the members that describe shm groups (ranks that share memory) are set. */
static tc_world world_of(int ranks, int *near_of_rank, int rank) {
  tc_world world = {.rank = rank, .ranks = ranks, .shm_group_of_rank = near_of_rank};
  for (int r = 0; r < ranks; r++) {
    if (near_of_rank[r] >= world.shm_groups) world.shm_groups = near_of_rank[r] + 1;
    world.shm_rank += r < rank && near_of_rank[r] == near_of_rank[rank];
  }
  return world;
}

static void expect_remote_partners(int ranks, int *near_of_rank, const int *partner) {
  for (int r = 0; r < ranks; r++) {
    const tc_world world = world_of(ranks, near_of_rank, r);
    cr_expect_eq(tc_remote_partner(&world), partner[r], "rank %d: partner %d", r, tc_remote_partner(&world));
  }
}

Test(far, one_node_has_nobody_far) {
  expect_remote_partners(1, (int[]){0}, (int[]){0});
  expect_remote_partners(3, (int[]){0, 0, 0}, (int[]){0, 1, 2});
}

Test(far, the_same_number_on_the_next_node) {
  expect_remote_partners(2, (int[]){0, 1}, (int[]){1, 0});
  expect_remote_partners(6, (int[]){0, 0, 1, 1, 2, 2}, (int[]){2, 3, 4, 5, 0, 1});
}

Test(far, ranks_dealt_round_robin) {
  expect_remote_partners(6, (int[]){0, 1, 2, 0, 1, 2}, (int[]){1, 2, 0, 4, 5, 3});
}

/* Each rank accesses its counterpart on the next node. If that node has fewer ranks, the rank accesses the
 * last one of that node. */
Test(far, nodes_of_different_sizes) {
  expect_remote_partners(6, (int[]){0, 0, 0, 1, 2, 2}, (int[]){3, 3, 3, 4, 0, 1});
  expect_remote_partners(4, (int[]){0, 1, 1, 1}, (int[]){1, 0, 0, 0});
}

/* Only ranks that share no memory are remote. The assignment to virtual nodes must have no effect. */
Test(far, imagined_nodes_do_not_matter) {
  int near[4] = {0, 0, 0, 0}, nodes[4] = {0, 1, 2, 3};
  tc_world world = world_of(4, near, 2);
  world.node_of_rank = nodes;
  world.nodes = 4;
  cr_expect_eq(tc_remote_partner(&world), 2);
}
