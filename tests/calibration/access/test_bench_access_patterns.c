/* Benchmark of accesses to shared arrays by access pattern (baseline, vector, coalesce). It runs between
 * ranks of a node, and between ranks that are treated as if they shared no memory. */
#include "calibration/access/bench_access_patterns.h"

#include <math.h>
#include <stdlib.h>

#include "calibration/agree.h"
#include "support/parallel.h"
#include "support/problems.h"

static const tc_bench_effort little = {3, 1e-4, 0};

static tc_estimate *measure(const tc_world *world, bool all) {
  tc_estimate *rate = calloc(TC_PATTERN_PARAMS, sizeof *rate);
  tc_bench bench;
  cr_assert_not_null(rate);
  expect_ok(tc_bench_init(world, little, 1000, &bench));
  expect_ok(tc_bench_patterns(&bench, all, rate));
  tc_bench_free(&bench);
  for (int i = 0; i < TC_PATTERN_PARAMS; i++) {
    cr_assert(isfinite(rate[i].value) && rate[i].value >= 0.0, "%s: %g", tc_param_name(TC_PATTERN_FIRST + i),
              rate[i].value);
    expect_same(world, rate[i].value, tc_param_name(TC_PATTERN_FIRST + i));
  }
  return rate;
}

static bool name_contains(int param, const char *part) { return strstr(tc_param_name(param), part) != NULL; }

/* Expects that exactly the parameters that can be measured have values. `near` is true if the node has
 * other ranks, and `far` if there are other nodes. The time of an operation may be 0, and single accesses
 * have no such time. */
static void expect_known(const tc_estimate *rate, bool near, bool far, bool all) {
  for (int i = 0; i < TC_PATTERN_PARAMS; i++) {
    const int param = TC_PATTERN_FIRST + i;
    const bool of_far = name_contains(param, "_far_") || name_contains(param, "cached"),
               of_near = name_contains(param, "_near_") || name_contains(param, "mixed"),
               brief = !name_contains(param, "mixed") && !name_contains(param, "cached") &&
                       !name_contains(param, "vector") && !name_contains(param, "near_write") &&
                       !name_contains(param, "far_write") && !name_contains(param, "coalesce_near");
    const bool wanted = (all || brief) && (of_far ? far : of_near ? near : true);
    if (name_contains(param, "operation"))
      cr_assert(rate[i].value == 0.0 || (wanted && !name_contains(param, "baseline")), "%s",
                tc_param_name(param));
    else
      cr_assert_eq(rate[i].value > 0.0, wanted, "%s: %g", tc_param_name(param), rate[i].value);
  }
}

ParallelTest(bench_pattern, of_a_node) {
  for (int all = 0; all < 2; all++) {
    tc_estimate *rate = measure(world, all);
    expect_known(rate, world->ranks > 1, false, all);
    cr_assert_geq(rate[TC_PARAM_local_read_s - TC_PATTERN_FIRST].value,
                  rate[TC_PARAM_private_read_s - TC_PATTERN_FIRST].value);
    free(rate);
  }
}

ParallelTest(bench_pattern, between_nodes) {
  (void)world;
  tc_world *torn = torn_world();
  tc_estimate *rate = measure(torn, true);
  expect_known(rate, false, torn->ranks > 1, true);
  free(rate);
  tc_world_destroy(&torn);
}

/* Two virtual nodes have two ranks and one rank. The rank that is alone cannot access a rank of its own
 * node. No rank is remote, because all ranks share memory. Accesses to other ranks must therefore not be
 * measured. */
ParallelTest(bench_pattern, nodes_of_different_size) {
  if (world->ranks != 3) return;
  tc_world_set_ranks_per_node(world, 2);
  tc_estimate *rate = measure(world, true);
  expect_known(rate, false, false, true);
  free(rate);
}

static void expect_fit(double op_s, double value_s) {
  double seconds[TC_PATTERN_LENGTHS], op, value;
  for (int i = 0; i < TC_PATTERN_LENGTHS; i++) seconds[i] = op_s + value_s * tc_access_pattern_length[i];
  tc_access_pattern_fit(seconds, &op, &value);
  cr_assert(fabs(op - op_s) <= 1e-9 * seconds[0] && fabs(value - value_s) <= 1e-9 * seconds[0], "%g, %g", op,
            value);
}

ParallelTest(bench_pattern, fit) {
  (void)world;
  expect_fit(24e-6, 6e-6);
  expect_fit(0.0, 2e-9);
  /* The fit gives the times of an operation and of a value. Neither may be negative. In the first case the
   * times rise faster than the number of values, and in the second case they fall. */
  double op, value;
  tc_access_pattern_fit((const double[]){1.0, 32.0, 1000.0}, &op, &value);
  cr_assert(op == 0.0 && value > 1.0 && value < 4.0, "%g, %g", op, value);
  tc_access_pattern_fit((const double[]){3.0, 2.0, 1.0}, &op, &value);
  cr_assert(fabs(value - 1.0 / 256.0) < 1e-12 && fabs(op + value - 3.0) < 1e-12, "%g, %g", op, value);
}

/* Noise can reduce a difference of two times to zero. Such an estimate must be replaced by the next one,
 * even though the next one is larger. */
ParallelTest(bench_pattern, nothing_gives_way) {
  (void)world;
  tc_estimate least = {0};
  tc_access_pattern_update_min((tc_estimate){-1e-6, 0.5}, &least);
  cr_assert_eq(least.value, TC_ACCESS_PATTERN_MIN_S, "a vanished difference must not become unknown");
  tc_access_pattern_update_min((tc_estimate){3e-6, 0.1}, &least);
  tc_access_pattern_update_min((tc_estimate){0.0, 0.5}, &least);
  cr_assert(least.value == 3e-6 && least.spread == 0.1);
  tc_access_pattern_update_min((tc_estimate){2e-6, 0.2}, &least);
  tc_access_pattern_update_min((tc_estimate){4e-6, 0.3}, &least);
  cr_assert(least.value == 2e-6 && least.spread == 0.2);
  cr_assert_eq(tc_access_pattern_min(0.0, 5e-9), 5e-9, "an unknown value must not be the minimum");
}
