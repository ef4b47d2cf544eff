/* for madvise and syscall */
#define _GNU_SOURCE
#include "comm/memory/window.h"

#include <errno.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "support/parallel.h"
#include "support/problems.h"

/* Each rank puts three numbers into the memory of every other rank, with new values in each round. Rank 1
 * has no memory in the window, so it only sends. */
static void exchange(const tc_world *world) {
  enum { each = 3, rounds = 5 };
  const int n = world->ranks;
  tc_window *window = NULL;
  tc_ledger ledger = {0};
  double out[64];
  expect_ok(tc_window_create(world, world->rank == 1 ? 0 : each * n, &window));
  for (int i = 0; world->rank != 1 && i < each * n; i++) cr_assert_eq(window->local[i], 0.0);
  MPI_Barrier(
      tc_world_comm(world)); /* otherwise a fast rank could store before others have checked the zeros */
  for (int round = 1; round <= rounds; round++) {
    for (int r = 0; r < n; r++) {
      if (r == 1) continue;
      for (int k = 0; k < each; k++) out[each * r + k] = round + 100 * world->rank + 10000 * r + 0.25 * k;
      expect_ok(tc_window_put(window, r, each * world->rank, out + each * r, each, &ledger));
    }
    if (world->rank == round % n) usleep(2000);
    expect_ok(tc_window_flush(window));
    expect_ok(tc_window_barrier(window, &ledger));
    for (int i = 0; world->rank != 1 && i < each * n; i++)
      cr_assert_eq(window->local[i], round + 100 * (i / each) + 10000 * world->rank + 0.25 * (i % each),
                   "round %d, %d: %g", round, i, window->local[i]);
    MPI_Barrier(tc_world_comm(world));
  }
  const int targets = n - (n > 1), local = world->nodes == 1 ? targets : world->rank != 1;
  const tc_counts wanted = {.local_messages = rounds * local,
                            .remote_messages = rounds * (targets - local),
                            .local_values_out = rounds * local * each,
                            .remote_values_out = rounds * (targets - local) * each,
                            .barriers = rounds};
  cr_assert_eq(tc_counts_difference(&ledger.count, &wanted), -1, "counts of the window");
  cr_assert_eq(ledger.calls[TC_PHASE_wait], rounds);
  cr_assert_eq(tc_seconds_total(&ledger.seconds), ledger.seconds.wait, "only waiting is timed here");
  tc_window_destroy(&window);
  cr_assert_null(window);
  tc_window_destroy(&window);
}

ParallelTest(window, puts_arrive) {
  tc_world *torn = torn_world();
  exchange(world);
  exchange(torn); /* in this world no ranks share memory, as on different nodes */
  tc_world_destroy(&torn);
}

/* Each rank reads two numbers of every rank. The owners change these numbers in each round. */
static void read_all(const tc_world *world) {
  tc_window *window = NULL;
  enum { rounds = 5 };
  const int n = world->ranks, local = world->nodes == 1 ? n : 1;
  tc_ledger ledger = {0};
  double in[64], single;
  expect_ok(tc_window_create(world, 4, &window));
  for (int round = 1; round <= rounds; round++) {
    for (int i = 0; i < 4; i++) window->local[i] = round + 100 * world->rank + 0.25 * i;
    if (world->rank == round % world->ranks) usleep(2000);
    expect_ok(tc_window_barrier(window, NULL));
    for (int r = 0; r < n; r++) expect_ok(tc_window_get(window, r, 1, in + 2 * r, 2, &ledger));
    expect_ok(tc_window_flush(window));
    for (int r = 0; r < n; r++) {
      expect_ok(tc_window_load(window, r, 3, &single, &ledger));
      cr_assert_eq(single, round + 100 * r + 0.75, "complete on return");
    }
    for (int i = 0; i < 2 * world->ranks; i++)
      cr_assert_eq(in[i], round + 100 * (i / 2) + 0.25 * (1 + i % 2), "round %d, %d: %g", round, i, in[i]);
    expect_ok(tc_window_barrier(window, NULL)); /* otherwise a fast rank would change them too early */
  }
  const tc_counts wanted = {.local_blocks = rounds * local,
                            .remote_blocks = rounds * (n - local),
                            .local_block_values = 2 * rounds * local,
                            .remote_block_values = 2 * rounds * (n - local),
                            .local_individual = rounds * local,
                            .remote_individual = rounds * (n - local)};
  cr_assert_eq(tc_counts_difference(&ledger.count, &wanted), -1, "counts of the window");
  tc_window_destroy(&window);
}

ParallelTest(window, gets_see_what_was_stored_before_the_barrier) {
  tc_world *torn = torn_world();
  read_all(world);
  read_all(torn);
  tc_world_destroy(&torn);
}

/* A rank can read the memory of ranks on the same node through a pointer, but not the memory of ranks on
 * other nodes. */
ParallelTest(window, pieces_nearby) {
  tc_world *torn = torn_world();
  tc_window *near = NULL, *far = NULL;
  expect_ok(tc_window_create(world, 2, &near));
  expect_ok(tc_window_create(torn, 2, &far));
  near->local[1] = 7.0 + world->rank;
  expect_ok(tc_window_barrier(near, NULL));
  for (int r = 0; r < world->ranks; r++) {
    cr_assert_eq(near->node_pointer[r][1], 7.0 + r);
    cr_assert_eq(far->node_pointer[r] != NULL, r == world->rank);
  }
  cr_assert_eq(near->node_pointer[world->rank], near->local);
  cr_assert(!tc_window_spans_nodes(near));
  cr_assert_eq(tc_window_spans_nodes(far), world->ranks > 1);
  MPI_Barrier(tc_world_comm(world));
  tc_window_destroy(&far);
  tc_window_destroy(&near);
  tc_world_destroy(&torn);
}

/* Rank 0 requests more memory than any machine has. All ranks must return an error. The test is skipped
 * with one rank, because a single rank uses no shared memory. */
ParallelTest(window, without_room_is_refused) {
  tc_window *window = NULL;
  if (world->ranks == 1) return;
  expect_error(tc_window_create(world, world->rank ? 1 : INT64_C(1) << 50, &window), TC_INTERNAL,
               "is too small");
  cr_assert_null(window);
}

#ifdef MADV_POPULATE_WRITE
static bool room_is_gone; /* true if madvise must fail as if no pages were free */

int madvise(void *at, size_t bytes, int advice) {
  if (!room_is_gone || advice != MADV_POPULATE_WRITE) return (int)syscall(SYS_madvise, at, bytes, advice);
  errno = EFAULT;
  return -1;
}

/* One rank gets no pages although its check of the free memory has succeeded. This happens if another
 * program allocates the memory in between. All ranks must return an error. */
ParallelTest(window, without_pages_is_an_error_on_all_ranks) {
  tc_window *window = NULL;
  room_is_gone = world->rank == world->ranks - 1;
  expect_error(tc_window_create(world, 1000, &window), TC_INTERNAL, "is full: another program");
  room_is_gone = false;
  cr_assert_null(window);
  expect_ok(tc_window_create(world, 1000, &window));
  tc_window_destroy(&window);
}
#endif
