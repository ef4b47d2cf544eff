/* Remote accesses to a rank that computes have to be served by this rank. The measured cost must be equal
 * on all ranks. The forecast adds the cost of these accesses to the time of a program. */
#include "programs/remote_service.h"

#include "calibration/agree.h"
#include "support/parallel.h"
#include "support/problems.h"

/* Measures the cost in a world whose ranks share no memory. */
static void expect_serving(const char *layer, int length) {
  tc_world *torn = torn_world();
  fg_remote_service s = {-1.0, -1.0};
  expect_ok(fg_remote_service_measure(torn, tc_access_layer_find(layer), length, 0.04, &s));
  cr_assert_eq(s.operation_s > 0.0, torn->ranks > 1, "%s: %g", layer, s.operation_s);
  cr_assert(s.service_s >= 0.0 && s.service_s <= s.operation_s, "%s: %g of %g", layer, s.service_s,
            s.operation_s);
  expect_same(torn, s.operation_s, "operation_s");
  expect_same(torn, s.service_s, "served_s");
  tc_world_destroy(&torn);
}

ParallelTest(serving, is_known_everywhere) {
  (void)world;
  expect_serving("plain", 1);
  expect_serving("batched", 3);
  expect_serving("batched", 100000);
}

static double more_s(double operation_s, double served_s, double operations, double alone_s,
                     double computing_s) {
  const fg_remote_service s = {operation_s, served_s};
  return fg_remote_service_seconds(&s, operations, alone_s, computing_s);
}

/* more_s returns the seconds that remote accesses add to a program. Few operations all access a rank that
 * computes. Of many operations, only those during the computing time do, and serving them extends this
 * time. With 0.1 s per operation, of which 0.05 s are service, 1 s of computing lasts for 20 operations. */
ParallelTest(serving, adds) {
  (void)world;
  cr_assert_float_eq(more_s(0.1, 0.05, 4, 0.03, 1.0), 4 * (0.1 - 0.03 + 0.05), 1e-12);
  cr_assert_float_eq(more_s(0.1, 0.05, 1000, 0.03, 1.0), 20 * (0.1 - 0.03 + 0.05), 1e-12);
  cr_assert_float_eq(more_s(0.02, 0.0, 10, 0.03, 1.0), 0.0, 1e-12, "less than alone_s is noise");
  cr_assert_float_eq(more_s(0.1, 0.2, 10, 0.1, 1.0), 10 * 0.2, 1e-12,
                     "the service takes longer than the operation");
  cr_assert_eq(more_s(0.1, 0.05, 0, 0.03, 1.0), 0.0);
}
