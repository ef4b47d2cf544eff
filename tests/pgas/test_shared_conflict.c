/* Tests of accesses to the same element between two fences. Puts of one rank must take effect in program
 * order, and accesses of several ranks must be atomic. MPI guarantees neither for puts and gets. To test
 * this, the MPI_Put of this program delays puts and performs them in reverse order at the next flush. */
#include <mpi.h>

#include "pgas/shared_access.h"
#include "support/problems.h"

enum { most_puts = 64 };

typedef struct put {
  const void *from;
  int count, rank;
  MPI_Datatype type;
  MPI_Aint at;
} put;

static put waiting[most_puts];
static int puts_waiting, gets;

int MPI_Put(const void *from, int count, MPI_Datatype type, int rank, MPI_Aint at, int target_count,
            MPI_Datatype target_type, MPI_Win window) {
  (void)target_count, (void)target_type, (void)window;
  cr_assert_lt(puts_waiting, most_puts);
  waiting[puts_waiting++] = (put){from, count, rank, type, at};
  return MPI_SUCCESS;
}

int MPI_Get(void *into, int count, MPI_Datatype type, int rank, MPI_Aint at, int target_count,
            MPI_Datatype target_type, MPI_Win window) {
  gets++;
  return PMPI_Get(into, count, type, rank, at, target_count, target_type, window);
}

static void put_in_reverse(MPI_Win window) {
  while (puts_waiting > 0) {
    const put *p = &waiting[--puts_waiting];
    PMPI_Put(p->from, p->count, p->type, p->rank, p->at, p->count, p->type, window);
    PMPI_Win_flush(p->rank, window);
  }
}

int MPI_Win_flush(int rank, MPI_Win window) {
  put_in_reverse(window);
  return PMPI_Win_flush(rank, window);
}

int MPI_Win_flush_all(MPI_Win window) {
  put_in_reverse(window);
  return PMPI_Win_flush_all(window);
}

/* The last rank puts several values into the same elements of rank 0, with which it shares no memory. The
 * last value must remain. */
static void expect_last_put(const tc_access_layer *layer, const tc_world *world) {
  const int64_t index[] = {5, 9, 5, 5, 6, 7, 5};
  const double value[] = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0};
  tc_shared_array *array = NULL;
  tc_shared_access *a = NULL;
  double found = 0.0;
  expect_ok(tc_shared_array_create(world, 64, 0, &array));
  expect_ok(tc_shared_access_create(layer, array, &a));
  if (world->rank == world->ranks - 1) expect_ok(tc_shared_put_many(a, 3, index, value));
  expect_ok(tc_shared_fence(a));
  expect_ok(tc_shared_get(a, 5, &found));
  cr_expect_eq(found, 3.0, "%s: element 5 is %g", layer->name, found);
  expect_ok(tc_shared_fence(a));
  if (world->rank == world->ranks - 1) expect_ok(tc_shared_put_many(a, 7, index, value));
  expect_ok(tc_shared_fence(a));
  expect_ok(tc_shared_get(a, 5, &found));
  cr_expect_eq(found, 7.0, "%s: element 5 is %g", layer->name, found);
  expect_ok(tc_shared_fence(a));
  tc_shared_access_destroy(&a);
  tc_shared_array_destroy(&array);
}

ParallelTest(shared_conflict, last_of_repeated_puts_remains) {
  (void)world;
  tc_world *torn = torn_world();
  for (int l = 0; l < tc_access_layer_count(); l++) expect_last_put(tc_access_layer_at(l), torn);
  tc_world_destroy(&torn);
}

/* All ranks put and get the same elements of rank 0. Each value that a rank gets must be one that some rank
 * has put. The layer must not call MPI_Get, which is not atomic. */
static void expect_whole_values(const tc_access_layer *layer, const tc_world *world) {
  int64_t index[16];
  double mine[16], found[16];
  tc_shared_array *array = NULL;
  tc_shared_access *a = NULL;
  expect_ok(tc_shared_array_create(world, 16, 0, &array));
  expect_ok(tc_shared_access_create(layer, array, &a));
  for (int k = 0; k < 16; k++) index[k] = k;
  for (int k = 0; k < 16; k++) mine[k] = 1.0 + world->rank;
  gets = 0;
  for (int round = 0; round < 20; round++) {
    expect_ok(tc_shared_put_many(a, 16, index, mine));
    expect_ok(tc_shared_get_many(a, 16, index, found));
    for (int k = 0; k < 16; k++)
      cr_assert(found[k] == floor(found[k]) && found[k] >= 0.0 && found[k] <= world->ranks);
  }
  cr_expect_eq(gets, 0, "%s: MPI_Get is used", layer->name);
  expect_ok(tc_shared_fence(a));
  tc_shared_access_destroy(&a);
  tc_shared_array_destroy(&array);
}

ParallelTest(shared_conflict, ranks_that_meet_find_whole_values) {
  (void)world;
  tc_world *torn = torn_world();
  for (int l = 0; l < tc_access_layer_count(); l++) expect_whole_values(tc_access_layer_at(l), torn);
  tc_world_destroy(&torn);
}
