/* The benchmark fills the table of accesses (Table 1 of Zhang and Seidel 2006). Each entry that the ranks
 * can measure must be there, and all ranks must have the same table. */
#include "calibration/access/bench_accesses.h"

#include <math.h>

#include "calibration/access/bench_access_patterns.h"
#include "calibration/agree.h"
#include "support/parallel.h"
#include "support/problems.h"

static const tc_bench_effort little = {3, 1e-4, 0};

static void expect_row(const tc_world *world, const tc_estimate each[2], bool known) {
  for (int write = 0; write < 2; write++) {
    cr_assert(isfinite(each[write].value) && each[write].value >= 0.0);
    cr_assert_eq(each[write].value > 0.0, known);
    expect_same(world, each[write].value, "an access");
  }
}

static void expect_table(const tc_world *world, const tc_access_table *t, bool near, bool far) {
  for (int p = 0; p < TC_ACCESS_PATTERNS; p++) {
    expect_row(world, t->node_local[p], near || p == TC_ACCESS_LOCAL);
    expect_row(world, t->remote[p], far && p != TC_ACCESS_LOCAL);
  }
}

/* A repeated measurement may replace an estimate only by a smaller one. The exception is a first estimate
 * that was lost in the noise. */
static void expect_smaller_kept(double least, double first) {
  cr_assert(least <= first || first == TC_ACCESS_PATTERN_MIN_S, "%g after %g", least, first);
}

/* Measures the table twice with every layer of shared arrays. */
static void measure(const tc_world *world, int accesses, bool near, bool far) {
  tc_bench bench;
  expect_ok(tc_bench_init(world, little, 1000, &bench));
  for (int l = 0; l < tc_access_layer_count(); l++) {
    tc_access_table first = {.node_local = {{{0.0, 0.0}}}}, least;
    expect_ok(tc_bench_accesses(&bench, tc_access_layer_at(l), accesses, 3, &first));
    expect_table(world, &first, near, far);
    least = first;
    expect_ok(tc_bench_accesses(&bench, tc_access_layer_at(l), accesses, 3, &least));
    for (int p = 0; p < TC_ACCESS_PATTERNS; p++) {
      expect_smaller_kept(least.node_local[p][0].value, first.node_local[p][0].value);
      expect_smaller_kept(least.remote[p][1].value, first.remote[p][1].value);
    }
  }
  cr_assert(!bench.waits);
  tc_bench_free(&bench);
}

/* 300 accesses are one vector operation of the maximum length and a shorter one. */
ParallelTest(bench_accesses, of_a_node) {
  measure(world, 300, world->ranks > 1, false);
  measure(world, 1, world->ranks > 1, false);
}

ParallelTest(bench_accesses, between_nodes) {
  (void)world;
  tc_world *torn = torn_world();
  measure(torn, 20, false, torn->ranks > 1);
  tc_world_destroy(&torn);
}
