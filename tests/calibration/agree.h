/* Checks of measured values, which must be finite numbers and equal on all ranks. The tests do not check
 * how fast the machine is. */
#ifndef TC_TESTS_CALIBRATION_AGREE_H
#define TC_TESTS_CALIBRATION_AGREE_H

#include <math.h>
#include <string.h>

#include "calibration/timing/bench.h"
#include "comm/world/mpi_world.h"
#include "machine/parameters/machine.h"
#include "support/expect.h"

/* Collective. Expects that all ranks have the same value. */
static inline void expect_same(const tc_world *world, double value, const char *what) {
  double extremes[2] = {value, -value};
  expect_ok(tc_world_max(world, extremes, 2));
  cr_assert(extremes[0] == -extremes[1], "%s: %.17g to %.17g", what, -extremes[1], extremes[0]);
}

/* Collective. Expects a positive value with a spread, equal on all ranks. */
static inline void expect_measured(const tc_world *world, tc_estimate estimate, const char *what) {
  cr_assert(isfinite(estimate.value) && estimate.value > 0.0, "%s: %g", what, estimate.value);
  cr_assert(isfinite(estimate.spread) && estimate.spread >= 0.0, "%s: spread %g", what, estimate.spread);
  expect_same(world, estimate.value, what);
  expect_same(world, estimate.spread, what);
}

/* Collective. Expects that all ranks have the machine of rank 0, with the same bytes. */
static inline void expect_shared(const tc_world *world, const tc_machine *machine) {
  tc_machine first = *machine;
  MPI_Bcast(&first, (int)sizeof first, MPI_BYTE, 0, tc_world_comm(world));
  cr_assert_eq(memcmp(&first, machine, sizeof first), 0, "rank %d has another machine", world->rank);
}

#endif
