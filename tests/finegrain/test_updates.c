/* What updates at random take beyond those of private memory: known to all ranks alike. */
#include "updates.h"

#include "machine/agree.h"
#include "support/parallel.h"
#include "support/problems.h"

ParallelTest(updates, are_known_everywhere) {
  tc_world *own = NULL;
  double beyond_s = -1.0;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &own));
  expect_ok(tc_updates_measure(world, own, 1 << 14, 0.02, &beyond_s));
  cr_assert(beyond_s > 0.0 && beyond_s < 1.0, "%g", beyond_s);
  expect_same(world, beyond_s, "beyond_s");
  tc_world_destroy(&own);
}
