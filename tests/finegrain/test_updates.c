/* What updates at random take beyond those of private memory: known to all ranks alike. */
#include "updates.h"

#include "machine/agree.h"
#include "support/parallel.h"
#include "support/problems.h"

enum { elements = 1 << 14 };

ParallelTest(updates, are_known_everywhere) {
  tc_shared_array *array;
  tc_updates u = {.elements = elements, .draws = 1000};
  tc_access_counts reads, writes;
  double update_s = -1.0;
  expect_ok(tc_shared_array_create(world, elements, 1, &array));
  expect_ok(tc_shared_access_open(tc_access_layer_find("plain"), array, &u.access));
  expect_ok(tc_updates_measure(world, &u, 0.02, &update_s));
  cr_assert(update_s > 0.0 && update_s < 1.0, "%g", update_s);
  expect_same(world, update_s, "update_s");
  tc_shared_counts(u.access, &reads, &writes);
  cr_assert(reads.own + reads.near > 0 && reads.own + reads.near == writes.own + writes.near);
  tc_shared_access_close(&u.access);
  tc_shared_array_destroy(&array);
}
