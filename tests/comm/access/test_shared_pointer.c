#include "comm/access/shared_pointer.h"

#include "support/problems.h"

enum { rows = 100, most_ranks = 8 };

/* Checks the address and the affinity (own, same node, other node) of all elements that this rank can
 * address. */
static void expect_elements(const tc_world *world, const tc_distribution *d) {
  double piece[most_ranks][rows], *near[most_ranks];
  uint8_t affinity[most_ranks];
  int64_t wanted[TC_AFFINITIES] = {0};
  tc_affinity_fill(world, affinity);
  for (int r = 0; r < world->ranks; r++) {
    const bool shared = world->shm_group_of_rank[r] == world->shm_group_of_rank[world->rank];
    near[r] = shared ? piece[r] : NULL;
  }
  tc_shared_pointer p = {d, near, affinity, {0}};
  for (tc_gid i = 0; i < rows; i++) {
    const int owner = tc_distribution_owner(d, i);
    const bool absent = world->shm_group_of_rank[owner] != world->shm_group_of_rank[world->rank];
    cr_assert_eq(tc_shared_pointer_address(&p, i),
                 absent ? NULL : &piece[owner][tc_distribution_local(d, i)]);
    if (owner == world->rank) cr_assert_eq(tc_shared_pointer_local_row(&p, i), tc_distribution_local(d, i));
    wanted[absent                                                           ? TC_AFFINITY_REMOTE
           : owner == world->rank                                           ? TC_AFFINITY_OWN
           : world->node_of_rank[owner] == world->node_of_rank[world->rank] ? TC_AFFINITY_NODE
                                                                            : TC_AFFINITY_VIRTUAL_REMOTE] +=
        1 + (owner == world->rank);
  }
  cr_assert_arr_eq(p.count, wanted, sizeof wanted);
}

static void expect_all(const tc_world *world) {
  const int blocks[] = {1, 7, rows / world->ranks, rows};
  tc_gid first[most_ranks + 1] = {0};
  tc_distribution *d = NULL;
  for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++) {
    expect_ok(tc_distribution_create(TC_DISTRIBUTION_CYCLIC, rows, world->ranks, blocks[b], NULL, &d));
    expect_elements(world, d);
    tc_distribution_destroy(&d);
  }
  for (int r = 1; r <= world->ranks; r++) first[r] = r < world->ranks ? rows / 3 * (r / 2) : rows;
  expect_ok(tc_distribution_create(TC_DISTRIBUTION_METIS, rows, world->ranks, 7, first, &d));
  expect_elements(world, d);
  tc_distribution_destroy(&d);
}

ParallelTest(pointer, to_every_element) {
  cr_assert_leq(world->ranks, most_ranks);
  expect_all(world);
  tc_world_set_ranks_per_node(world, 2);
  expect_all(world);
}

ParallelTest(pointer, where_no_memory_is_shared) {
  (void)world;
  tc_world *torn = torn_world();
  expect_all(torn);
  tc_world_destroy(&torn);
}
