/* Lists of the elements that each access pattern accesses, and walks (loops) over these lists. */
#include "calibration/access/access_walk.h"

#include "support/parallel.h"
#include "support/problems.h"

enum { count = 1000, length = 64 };

static int64_t index_of[count];

static int rank_of(int64_t index) { return (int)(index / TC_ACCESS_WALK_BLOCK); }

ParallelTest(walk, lists) {
  tc_bench bench = {.world = world};
  tc_access_walks walks;
  expect_ok(tc_access_walks_init(&bench, &walks));
  cr_assert_eq(walks.node_ranks, world->ranks - 1);
  cr_assert_eq(walks.remote_ranks, 0);
  tc_access_walk_random_own(&walks, true, count, index_of);
  for (int i = 0; i < count; i++) cr_assert_eq(index_of[i], tc_access_walk_element(world->rank, i));
  tc_access_walk_random_own(&walks, false, count, index_of);
  for (int i = 0; i < count; i++) cr_assert_eq(rank_of(index_of[i]), world->rank);
  if (walks.node_ranks > 0) {
    tc_access_walk_random_any(&walks, walks.node_ranks, walks.node_rank, count, index_of);
    for (int i = 0; i < count; i++)
      cr_assert(rank_of(index_of[i]) != world->rank && rank_of(index_of[i]) < world->ranks);
  }
  tc_access_walks_free(&walks);
}

/* Elements are accessed in sequences, each of which contains elements of one rank. The last sequence may
 * be shorter. All strides from 1 to the maximum must occur, or only 1 if the elements are consecutive. */
ParallelTest(walk, sequences) {
  tc_bench bench = {.world = world};
  const int32_t rank[] = {world->ranks - 1};
  tc_access_walks walks;
  expect_ok(tc_access_walks_init(&bench, &walks));
  for (int strides = 0; strides < 2; strides++) {
    int found[TC_ACCESS_WALK_MAX_STRIDE + 1] = {0};
    tc_access_walk_random_sequences(&walks, 1, rank, length, strides, count, index_of);
    for (int i = 0; i < count; i++) {
      const int64_t apart = i % length ? index_of[i] - index_of[i - 1] : 1;
      cr_assert_eq(rank_of(index_of[i]), rank[0]);
      cr_assert(apart >= 1 && apart <= (strides ? TC_ACCESS_WALK_MAX_STRIDE : 1), "%d: %lld", i,
                (long long)apart);
      found[apart]++;
    }
    for (int apart = 1; strides && apart <= TC_ACCESS_WALK_MAX_STRIDE; apart++) cr_assert_gt(found[apart], 0);
  }
  tc_access_walks_free(&walks);
}

/* A walk over a list must count each element once, both with single accesses and with vector operations. */
ParallelTest(walk, counts) {
  tc_bench bench = {.world = world};
  tc_access_counts reads, writes;
  tc_shared_access *access = NULL;
  tc_access_walks walks;
  expect_ok(tc_access_walks_init(&bench, &walks));
  expect_ok(tc_shared_access_create(tc_access_layer_find("batched"), walks.array, &access));
  tc_access_walk_random_own(&walks, false, count, index_of);
  tc_access_walk walk = {&walks, access, index_of, count, 0, false, false, false};
  expect_ok(tc_access_walk_run(&walk));
  walk.length = length;
  walk.ends_with_fence = true;
  expect_ok(tc_access_walk_run(&walk));
  walk.is_write = true;
  expect_ok(tc_access_walk_run(&walk));
  tc_shared_counts(access, &reads, &writes);
  cr_assert(reads.own == 2 * count && writes.own == count && reads.node_local == 0 && writes.remote == 0);
  tc_shared_access_destroy(&access);
  tc_access_walks_free(&walks);
}

ParallelTest(walk, between_nodes) {
  (void)world;
  tc_world *torn = torn_world();
  tc_bench bench = {.world = torn};
  tc_access_walks walks;
  expect_ok(tc_access_walks_init(&bench, &walks));
  cr_assert_eq(walks.node_ranks, 0);
  cr_assert_eq(walks.remote_ranks, torn->ranks - 1);
  tc_access_walks_free(&walks);
  tc_world_destroy(&torn);
}
