/* Interleaved timing of several works: all works must run equally often, and no longer than requested. */
#include "programs/interleaved_timing.h"

#include "calibration/agree.h"
#include "support/parallel.h"
#include "support/problems.h"

static tc_status count(void *context) {
  ++*(int *)context;
  return TC_OK;
}

static void expect_turns(const tc_world *world, int repeats, double enough_s, int least, int most) {
  int times[FG_INTERLEAVED_TIMING_WORKS] = {0};
  const fg_timed_work turn[] = {{count, &times[0]}, {count, &times[1]}, {count, &times[2]}};
  fg_interleaved_timing t;
  expect_ok(fg_interleaved_timing_run(world, FG_INTERLEAVED_TIMING_WORKS, turn, repeats, enough_s, &t));
  for (int i = 0; i < FG_INTERLEAVED_TIMING_WORKS; i++)
    cr_assert_eq(times[i], t.repeats, "%d of %d", times[i], t.repeats);
  cr_assert(t.repeats >= least && t.repeats <= most, "%d", t.repeats);
  cr_assert(t.s[0] >= 0.0 && t.s[1] >= 0.0 && t.sum_s >= t.s[0]);
  cr_assert(t.cpu_share >= 0.0 && t.cpu_share <= 1.0);
  expect_same(world, t.s[1], "s");
  expect_same(world, t.sum_s, "sum_s");
  expect_same(world, t.repeats, "repeats");
}

ParallelTest(turns, repeats) {
  expect_turns(world, 10, 1e9, 10, 10);
  expect_turns(world, 10, 0.0, FG_INTERLEAVED_TIMING_MIN, FG_INTERLEAVED_TIMING_MIN);
  expect_turns(world, 1, 0.0, 1, 1);
}

/* A work that fails. The timing must return its error on all ranks. */
static tc_status fail(void *context) {
  (void)context;
  return tc_status_create(TC_NUMERICAL, "wrong");
}

ParallelTest(turns, errors) {
  fg_interleaved_timing t;
  expect_error(fg_interleaved_timing_run(world, 1, &(fg_timed_work){fail, NULL}, 3, 1.0, &t), TC_NUMERICAL,
               "wrong");
}
