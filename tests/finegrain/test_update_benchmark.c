/* The benchmark of random updates must make as many reads as writes, distribute them over the array, and
 * restore the array. */
#include "programs/update_benchmark.h"

#include "support/parallel.h"
#include "support/problems.h"

enum { elements = 1 << 14, draws = 1000 };

static double value_of(const tc_shared_array *array, int64_t local) {
  return (double)(100000 * array->world->rank + local) + 0.25;
}

ParallelTest(updates, leave_the_array_as_it_is) {
  tc_shared_array *array;
  fg_update_benchmark u = {.elements = elements, .draws = draws};
  tc_access_counts reads, writes;
  expect_ok(tc_shared_array_create(world, elements, 1, &array));
  expect_ok(tc_shared_access_create(tc_access_layer_find("plain"), array, &u.access));
  const int64_t owned = tc_distribution_owned(array->distribution, world->rank);
  for (int64_t i = 0; i < owned; i++) array->window->local[i] = value_of(array, i);
  expect_ok(tc_shared_fence(u.access));
  for (int again = 0; again < 3; again++) expect_ok(fg_update_benchmark_run(&u));
  expect_ok(tc_shared_fence(u.access));
  for (int64_t i = 0; i < owned; i++) cr_assert_eq(array->window->local[i], value_of(array, i));
  tc_shared_counts(u.access, &reads, &writes);
  cr_assert_eq(fg_update_benchmark_batch(&u), draws);
  cr_assert(reads.own + reads.node_local == 3 * draws && writes.own + writes.node_local == 3 * draws);
  cr_assert(world->ranks == 1 || reads.node_local * world->ranks > 2 * draws, "of others: %lld",
            (long long)reads.node_local);
  tc_shared_access_destroy(&u.access);
  tc_shared_array_destroy(&array);
}
