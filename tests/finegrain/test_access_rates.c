/* Access rates (times per access by pattern): their measurement, the combination of several measurements,
 * and their transfer into a machine. */
#include "programs/access_rates.h"

#include <math.h>

#include "calibration/agree.h"
#include "support/parallel.h"
#include "support/problems.h"

ParallelTest(rates, are_known_everywhere) {
  tc_params m = {.stream_Bps = {1.0}, .baseline_far_read_s = 7.0, .remote_barrier_s = 3.0};
  expect_ok(fg_rates_measure(world, 0.02, &m));
  cr_assert(m.private_read_s > 0.0 && m.local_write_s > 0.0 && m.node_barrier_s > 0.0);
  cr_assert_eq(m.coalesce_near_write_s > 0.0, world->ranks > 1);
  cr_assert_eq(m.stream_Bps[0], 1.0, "other parameters are unchanged");
  cr_assert_eq(m.baseline_far_read_s, 7.0, "parameters that this launch cannot measure are unchanged");
  cr_assert_eq(m.remote_barrier_s, 3.0);
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    if (tc_param_is_pattern(p)) expect_same(world, *tc_param_get(&m, p), tc_param_name(p));
}

ParallelTest(rates, of_nodes) {
  (void)world;
  tc_world *torn = torn_world();
  tc_params m = {.baseline_near_read_s = 7.0};
  expect_ok(fg_rates_measure(torn, 0.02, &m));
  cr_assert_eq(m.baseline_near_read_s, 7.0);
  cr_assert_eq(m.cached_miss_s > 0.0, torn->ranks > 1);
  cr_assert_eq(m.remote_barrier_s > 0.0, torn->ranks > 1);
  tc_world_destroy(&torn);
}

ParallelTest(rates, mean) {
  (void)world;
  const tc_params a = {.local_read_s = 4e-9, .node_barrier_s = 1e-6, .dot_s = 1.0},
                  b = {.local_read_s = 6e-9, .node_barrier_s = 3e-6, .dot_s = 2.0, .mixed_s = 3e-9},
                  mean = fg_rates_mean(&a, &b);
  cr_assert_float_eq(mean.local_read_s, 5e-9, 1e-20);
  cr_assert_float_eq(mean.node_barrier_s, 2e-6, 1e-20);
  cr_assert_float_eq(mean.mixed_s, 3e-9, 1e-20, "only one measurement has it");
  cr_assert_eq(mean.dot_s, 1.0);
}

/* Combines two measurements. In `again` vector operations of one value are faster, and in `rates` those of
 * 256 values. The result must be near the minimum for both lengths. */
ParallelTest(rates, least) {
  (void)world;
  const tc_params again = {.local_read_s = 4e-9,
                           .private_read_s = 2e-9,
                           .vector_near_read_s = 2e-9,
                           .vector_near_read_operation_s = 1e-8,
                           .vector_far_read_s = 1e-8,
                           .vector_far_read_operation_s = 1e-5};
  tc_params rates = {.local_read_s = 5e-9,
                     .private_read_s = 1e-9,
                     .vector_near_read_s = 1e-9,
                     .vector_near_read_operation_s = 3e-8};
  const double most_s = 256.0 * rates.vector_near_read_s + rates.vector_near_read_operation_s;
  fg_access_rates_min(&again, &rates);
  cr_assert(rates.local_read_s == 4e-9 && rates.private_read_s == 1e-9);
  cr_assert_lt(rates.vector_near_read_s + rates.vector_near_read_operation_s, 1.3e-8);
  cr_assert_leq(256.0 * rates.vector_near_read_s + rates.vector_near_read_operation_s, 1.15 * most_s);
  cr_assert_float_eq(rates.vector_far_read_operation_s, 1e-5, 1e-10, "only `again` has it");
  cr_assert_eq(rates.vector_far_write_s, 0.0, "neither has it");
  rates = (tc_params){.local_read_s = 0.0};
  fg_access_rates_min(&again, &rates);
  cr_assert_eq(rates.local_read_s, 4e-9);
}

ParallelTest(rates, known_ones_are_kept) {
  (void)world;
  const tc_params rates = {.local_read_s = 4e-9, .node_barrier_s = 1e-6};
  tc_machine m = {.params = {.local_read_s = 5e-9, .local_write_s = 6e-9, .node_barrier_s = 2e-6},
                  .spread = {.local_read_s = 0.1, .local_write_s = 0.2}};
  fg_access_rates_apply(&rates, &m);
  cr_assert(m.params.local_read_s == 4e-9 && m.spread.local_read_s == 0.0);
  cr_assert(m.params.local_write_s == 6e-9 && m.spread.local_write_s == 0.2,
            "not measured, so it is unchanged");
  cr_assert_eq(m.params.node_barrier_s, 2e-6, "the value of the file comes from a longer measurement");
}
