/* A cell slab is a range of consecutive cell numbers on one rank. Values of owned cells are redistributed
 * to slabs. */
#define _GNU_SOURCE
#include "support/out_of_memory.h"

#include "base/numeric/hash.h"
#include "io/hdf/cell_slab.h"
#include "support/expect.h"
#include "support/parallel.h"

/* Returns in `id` the cells of this rank in descending order. `salt` selects a random distribution; 0 assigns
 * all cells to the last rank. */
static int32_t distribute_cells(const tc_world *world, int32_t cells, uint64_t salt, tc_gid *id) {
  int32_t owned = 0;
  for (int32_t i = cells; i-- > 0;) {
    int rank = salt ? (int)(tc_hash_mix((uint64_t)i + salt) % (unsigned)world->ranks) : world->ranks - 1;
    if (rank == world->rank) id[owned++] = i;
  }
  return owned;
}

static void gather(const tc_world *world, int32_t cells, uint64_t salt) {
  tc_gid *id = malloc((size_t)cells * sizeof *id);
  double *value = malloc((size_t)cells * sizeof *value), *out = malloc((size_t)cells * sizeof *out);
  int32_t owned = distribute_cells(world, cells, salt, id);
  tc_cell_slab *slab = NULL;
  expect_ok(tc_cell_slab_create(world, cells, owned, id, &slab));
  cr_assert_eq(slab->first, (int64_t)cells * world->rank / world->ranks);
  cr_assert_eq(slab->first + slab->count, (int64_t)cells * (world->rank + 1) / world->ranks);
  /* The second gather must not return values of the first. */
  for (int turn = 0; turn < 2; turn++) {
    for (int32_t i = 0; i < owned; i++) value[i] = 3.0 * (double)id[i] + turn;
    for (int32_t i = 0; i < slab->count; i++) out[i] = -1;
    expect_ok(tc_cell_slab_gather(slab, value, out));
    for (int32_t i = 0; i < slab->count; i++) cr_assert_eq(out[i], 3.0 * (double)(slab->first + i) + turn);
  }
  tc_cell_slab_destroy(&slab);
  cr_assert_null(slab);
  tc_cell_slab_destroy(&slab);
  free(id);
  free(value);
  free(out);
}

/* Small numbers of cells: fewer than ranks, equal to the number of ranks, and not divisible by it. */
ParallelTest(slab, every_small_number_of_cells) {
  for (int32_t cells = 1; cells <= 40; cells++)
    for (uint64_t salt = 0; salt < 4; salt++) gather(world, cells, salt);
}

ParallelTest(slab, many_cells) { gather(world, 100003, 5); }

/* If each rank already owns the cells of its slab, it sends one message, which is to itself. The structure
 * must not contain other peers. */
ParallelTest(slab, only_partners_are_known) {
  const tc_gid cells = 100;
  tc_gid id[100], begin = cells * world->rank / world->ranks, end = cells * (world->rank + 1) / world->ranks;
  tc_cell_slab *slab = NULL;
  for (tc_gid cell = begin; cell < end; cell++) id[cell - begin] = cell;
  expect_ok(tc_cell_slab_create(world, cells, (int32_t)(end - begin), id, &slab));
  tc_ledger ledger = {0};
  double now = 0.0;
  expect_ok(tc_neighbour_exchange_begin(slab->exchange, &now, &ledger));
  expect_ok(tc_neighbour_exchange_end(slab->exchange, &now, &ledger));
  cr_assert_eq(ledger.count.local_messages + ledger.count.remote_messages, 1);
  cr_assert(ledger.count.local_values == end - begin && ledger.count.remote_values == 0);
  tc_cell_slab_destroy(&slab);
}

/* If the cell numbers are not exactly 0 to cells - 1, all ranks return the same message. A later creation
 * with correct numbers succeeds. */
ParallelTest(slab, rows_that_are_not_the_cells) {
  tc_gid id[12];
  int32_t owned = distribute_cells(world, 12, 0, id);
  tc_cell_slab *slab = NULL;
  if (owned) id[3] = id[4] = -1;
  expect_error(tc_cell_slab_create(world, 12, owned, id, &slab), TC_INTERNAL, "row 3 has cell number -1");
  owned = distribute_cells(world, 12, 0, id);
  if (owned) id[0] = id[1];
  expect_error(tc_cell_slab_create(world, 12, owned, id, &slab), TC_INTERNAL, "cell");
  owned = distribute_cells(world, 12, 0, id);
  expect_error(tc_cell_slab_create(world, 13, owned, id, &slab), TC_INTERNAL, "the ranks own ");
  cr_assert_null(slab);
  expect_ok(tc_cell_slab_create(world, 12, owned, id, &slab));
  tc_cell_slab_destroy(&slab);
}

/* In attempt n the n-th allocation on the last rank fails. All ranks return the error, and the first
 * attempt without a failure succeeds. */
ParallelTest(slab, memory_runs_short) {
  tc_gid id[40];
  const int32_t owned = distribute_cells(world, 40, 5, id);
  int hit = 1, n = 0;
  while (hit) {
    tc_cell_slab *slab = NULL;
    short_memory_hit = false;
    short_memory_left = world->rank == world->ranks - 1 ? n++ : -1;
    tc_status status = tc_cell_slab_create(world, 40, owned, id, &slab);
    short_memory_left = -1;
    hit = short_memory_hit;
    MPI_Allreduce(MPI_IN_PLACE, &hit, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    cr_assert_eq(status != NULL, hit, "%s", tc_status_text(status));
    cr_assert_eq(slab == NULL, hit);
    tc_status_free(&status);
    tc_cell_slab_destroy(&slab);
  }
}
