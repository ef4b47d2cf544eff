#include "calibration/timing/bench.h"

#include <unistd.h>

#include "base/core/memory.h"
#include "calibration/agree.h"
#include "support/parallel.h"

/* ---- memory for the arrays of benchmarks ---- */

static bool is_multiple(const void *address, size_t of) { return (size_t)address % of == 0; }

/* Arrays must not overlap, must have the same alignment as memory of tc_alloc, and must end within the
 * benchmark's memory. */
ParallelTest(bench, arrays_are_aligned_and_apart) {
  static const size_t bytes[] = {1, 100, 64, 4 << 20, 8, (5 << 20) + 3, 0};
  enum { arrays = sizeof bytes / sizeof *bytes };
  tc_bench bench;
  expect_ok(tc_bench_init(world, (tc_bench_effort){1, 0, 0}, 8 << 20, &bench));
  char *end = bench.memory;
  for (int i = 0; i < arrays; i++) {
    char *array = tc_bench_alloc(&bench, bytes[i]);
    cr_assert_not_null(array);
    cr_assert(array >= end && array + bytes[i] <= bench.memory + bench.size, "array %d", i);
    cr_assert(is_multiple(array, bytes[i] >= 4 << 20 ? 2 << 20 : TC_ALIGNMENT), "array %d", i);
    memset(array, i, bytes[i]);
    end = array + bytes[i];
  }
  tc_bench_free(&bench);
  cr_assert_null(bench.memory);
}

/* The benchmark has twice the requested memory, because pointers to values are larger than columns. A
 * request for an array that does not fit must change nothing. */
ParallelTest(bench, what_does_not_fit) {
  const size_t bytes = 1 << 20;
  tc_bench bench;
  expect_ok(tc_bench_init(world, (tc_bench_effort){1, 0, 0}, bytes, &bench));
  char *first = tc_bench_alloc(&bench, 2 * bytes);
  cr_assert_not_null(first);
  const size_t used = bench.used;
  cr_assert_null(tc_bench_alloc(&bench, bench.size - used + 1));
  cr_assert_eq(bench.used, used);
  cr_assert_not_null(tc_bench_alloc(&bench, 64));
  tc_bench_reset(&bench);
  cr_assert_eq(tc_bench_alloc(&bench, 3), first, "all memory must be free again");
  tc_bench_free(&bench);
}

/* ---- timing of works ---- */

/* A work of a known minimum duration, which counts its calls. */
typedef struct chore {
  int calls;
  unsigned first_us, later_us; /* duration of the first call and of all later calls, in microseconds */
} chore;

static tc_status run_chore(void *context) {
  chore *c = context;
  const unsigned us = c->calls++ ? c->later_us : c->first_us;
  if (us) usleep(us);
  return TC_OK;
}

/* Collective. Times a chore. The ranks must make the same number of calls. */
static tc_estimate timed(const tc_world *world, tc_bench_effort effort, chore *c) {
  tc_bench bench;
  tc_estimate seconds;
  expect_ok(tc_bench_init(world, effort, 64, &bench));
  bench.waits = true; /* a sleeping rank uses no core, which the benchmark must not treat as a disturbance */
  expect_ok(tc_bench_time(&bench, run_chore, c, &seconds));
  tc_bench_free(&bench);
  expect_measured(world, seconds, "a chore");
  expect_same(world, c->calls, "calls");
  return seconds;
}

static int calls_of(const tc_world *world, tc_bench_effort effort, unsigned us) {
  chore c = {.first_us = us, .later_us = us};
  const tc_estimate seconds = timed(world, effort, &c);
  cr_assert_geq(seconds.value, 1e-6 * us, "shorter than the sleep: %g", seconds.value);
  return c.calls;
}

/* The first pass is not counted. A sleep never ends too early. The number of passes can therefore be
 * predicted where it depends only on a lower bound of the time. */
ParallelTest(bench, as_many_passes_as_wished) {
  cr_assert_eq(calls_of(world, (tc_bench_effort){1, 1e-9, 0}, 200), 1 + 1);
  cr_assert_eq(calls_of(world, (tc_bench_effort){3, 1e-9, 0}, 200), 1 + 3);
  cr_assert_eq(calls_of(world, (tc_bench_effort){9, 1e-9, 0}, 200), 1 + 3,
               "long work is repeated three times");
  cr_assert_eq(calls_of(world, (tc_bench_effort){100000, 390e-6, 0}, 200), 1 + 512,
               "work is repeated at most 512 times");
}

/* Work that is shorter than a repetition runs several times in each repetition. The loop tries again if an
 * empty pass takes too long, as on a busy machine. It ends when such a pass takes less than half of a
 * repetition. */
ParallelTest(bench, several_passes_in_a_repeat) {
  int calls = 0;
  while (calls <= 1 + 3) {
    calls = calls_of(world, (tc_bench_effort){3, 10e-3, 0}, 0);
    cr_assert_eq((calls - 1) % 3, 0);
  }
}

/* The warm-up repeats groups of four passes as long as the passes become faster. */
ParallelTest(bench, warms_up) {
  chore c = {.first_us = 50000, .later_us = 200};
  timed(world, (tc_bench_effort){3, 1e-9, 100.0}, &c);
  cr_assert_eq((c.calls - 1 - 3) % 4, 0);
  cr_assert_geq(c.calls, 1 + 4 + 4 + 3, "%d", c.calls);
  c = (chore){.first_us = 50000, .later_us = 200};
  timed(world, (tc_bench_effort){3, 1e-9, 1e-3}, &c);
  cr_assert_eq(c.calls, 1 + 3, "the time to warm up is over");
}

/* All ranks must get the time of the slowest rank. */
ParallelTest(bench, the_slowest_rank_counts) {
  const unsigned us = world->rank == world->ranks - 1 ? 3000 : 0;
  chore c = {.first_us = us, .later_us = us};
  cr_assert_geq(timed(world, (tc_bench_effort){3, 1e-9, 0}, &c).value, 3e-3);
}

/* The first counted pass takes longer than the others. The spread must show this, but the median must not. */
static tc_status run_first_pass_long(void *context) {
  int *calls = context;
  usleep(++*calls == 2 ? 300000 : 1000);
  return TC_OK;
}

ParallelTest(bench, median_and_spread) {
  tc_bench bench;
  tc_estimate seconds;
  int calls = 0;
  expect_ok(tc_bench_init(world, (tc_bench_effort){3, 1e-9, 0}, 64, &bench));
  bench.waits = true;
  expect_ok(tc_bench_time(&bench, run_first_pass_long, &calls, &seconds));
  tc_bench_free(&bench);
  expect_measured(world, seconds, "one pass");
  cr_assert_eq(calls, 1 + 3);
  cr_assert(seconds.spread > 0.0 && seconds.value * (1.0 + seconds.spread) >= 0.3);
}

/* A rank that sleeps seems to be disturbed in every repetition. The benchmark then adds repetitions up to
 * a limit, and uses the results although all of them seem disturbed. */
ParallelTest(bench, no_repeat_is_undisturbed) {
  tc_bench bench;
  tc_estimate seconds;
  chore c = {.first_us = 2000, .later_us = 2000};
  expect_ok(tc_bench_init(world, (tc_bench_effort){5, 2e-3, 0}, 64, &bench));
  cr_assert_eq(tc_bench_cpu_share(&bench), 1.0, "no benchmark has run yet");
  expect_ok(tc_bench_time(&bench, run_chore, &c, &seconds));
  cr_assert_lt(tc_bench_cpu_share(&bench), 0.5);
  tc_bench_free(&bench);
  expect_measured(world, seconds, "a chore");
  expect_same(world, c.calls, "calls");
  cr_assert(c.calls >= 1 + 3 && c.calls <= 1 + 4 * 5, "%d calls", c.calls);
}

/* Only the last rank works. The other ranks do nothing, except for one delay. */
typedef struct sideline {
  int calls;
  bool works;
} sideline;

static tc_status watch(void *context) {
  sideline *s = context;
  s->calls++;
  if (s->works || s->calls == 2) usleep(s->works ? 20000 : 5000);
  return TC_OK;
}

/* The delay is small compared with the time of the rank that works. Compared with the time of the other
 * ranks, it would be a spread of several thousand. */
ParallelTest(bench, ranks_without_work_do_not_count) {
  tc_bench bench;
  tc_estimate seconds;
  sideline s = {.works = world->rank == world->ranks - 1};
  expect_ok(tc_bench_init(world, (tc_bench_effort){3, 1e-9, 0}, 64, &bench));
  expect_ok(tc_bench_time(&bench, watch, &s, &seconds));
  tc_bench_free(&bench);
  expect_measured(world, seconds, "one pass");
  cr_assert(seconds.value >= 20e-3 && seconds.spread < 100.0, "spread %g", seconds.spread);
}

static tc_status fail_third(void *context) {
  int *calls = context;
  return ++*calls == 3 ? tc_status_create(TC_INTERNAL, "the third pass failed") : TC_OK;
}

ParallelTest(bench, an_error_ends_it) {
  tc_bench bench;
  tc_estimate seconds = {-1.0, -1.0};
  int calls = 0;
  expect_ok(tc_bench_init(world, (tc_bench_effort){3, 1e-9, 0}, 64, &bench));
  expect_error(tc_bench_time(&bench, fail_third, &calls, &seconds), TC_INTERNAL, "the third pass failed");
  tc_bench_free(&bench);
  cr_assert_eq(calls, 3);
  cr_assert(seconds.value == -1.0 && seconds.spread == -1.0, "the result must not be set");
}

ParallelTest(bench, estimates) {
  (void)world;
  const tc_estimate half = {0.5, 0.25}, nothing = {0.0, 0.25};
  cr_assert_eq(tc_estimate_rate(3.0, half).value, 6.0);
  cr_assert_eq(tc_estimate_rate(3.0, half).spread, 0.25);
  cr_assert_eq(tc_estimate_rate(3.0, nothing).value, 0.0, "an unknown time has no rate");
  cr_assert_eq(tc_estimate_per_unit(4.0, half).value, 0.125);
  cr_assert_eq(tc_estimate_per_unit(4.0, half).spread, 0.25);
  const tc_estimate one = {1.0, 0.5}, two = {2.0, 0.125};
  cr_assert_eq(tc_estimate_difference(two, one).value, 1.0);
  cr_assert_eq(tc_estimate_difference(two, one).spread, 0.125);
  cr_assert_eq(tc_estimate_difference(one, two).value, 0.1, "the difference must not be 0");
}
