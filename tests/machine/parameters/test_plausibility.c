#include "machine/parameters/plausibility.h"

#include <math.h>
#include <string.h>

#include "support/expect.h"

/* Parameters measured on an idle machine with two ranks (two cores of an AMD Zen 5), and invented parameters
 * of a network. */
static tc_params quiet = {
    .private_bandwidth_Bps = 2.6e10,
    .remote_bandwidth_Bps = 2.5e9,
    .remote_latency_s = 2.2e-5,
    .cache_line_B = 64,
    .lone_bandwidth_Bps = 4.4e10,
    .exchange_bandwidth_Bps = 2.1e9,
    .message_s = 1.9e-5,
    .remote_send_s = 1.7e-5,
    .node_barrier_s = 4.4e-7,
    .remote_barrier_s = 1.5e-5,
    .node_reduce_s = 9e-7,
    .remote_reduce_s = 3.1e-5,
    .node_send_s = 9e-7,
    .node_send_Bps = 6e9,
    .pack_s = 8.7e-10,
    .unpack_s = 1.03e-9,
    .dot_s = 6e-10,
    .add_s = 1.2e-10,
    .working_set_B = {1048576, 2242929, 4797723, 10262526, 21951970, 46956370, 100442112},
    .stream_Bps = {6.44e10, 5.9e10, 5.2e10, 4.5e10, 3.0e10, 2.7e10, 2.6e10},
    .row_s = {[TC_KERNEL_ell] = {{1.57e-9, 1.86e-9, 2.0e-9, 2.1e-9, 2.4e-9, 2.6e-9, 2.7e-9},
                                 {5.5e-9, 5.8e-9, 6.0e-9, 6.8e-9, 7.7e-9, 8.0e-9, 8.1e-9}},
              [TC_KERNEL_ell16] = {{1.57e-9, 1.8e-9, 1.9e-9, 2.0e-9, 2.4e-9, 2.6e-9, 2.7e-9},
                                   {5.4e-9, 5.4e-9, 5.5e-9, 5.9e-9, 6.6e-9, 6.9e-9, 7.0e-9}},
              [TC_KERNEL_difference] = {{1.57e-9, 1.8e-9, 1.9e-9, 2.0e-9, 2.2e-9, 2.4e-9, 2.5e-9},
                                        {5.5e-9, 5.8e-9, 6.0e-9, 6.8e-9, 7.5e-9, 7.8e-9, 7.9e-9}},
              [TC_KERNEL_pointer] = {{4.1e-9, 4.4e-9, 4.5e-9, 4.6e-9, 4.8e-9, 4.9e-9, 5.0e-9},
                                     {1.6e-8, 1.37e-8, 1.4e-8, 1.5e-8, 1.6e-8, 1.7e-8, 1.7e-8}}},
    .copy_s = {1.9e-10, 3.5e-10, 5.0e-10, 5.6e-10, 8.0e-10, 8.2e-10, 8.4e-10},
    .vectors_s = {3.1e-9, 3.3e-9, 3.7e-9, 4.2e-9, 5.1e-9, 5.6e-9, 5.7e-9},
    .sweep4_s = {2.1e-9, 2.3e-9, 2.7e-9, 3.2e-9, 3.6e-9, 3.9e-9, 4.0e-9},
    .sweep16_s = {4.1e-9, 4.3e-9, 4.7e-9, 5.2e-9, 5.6e-9, 5.9e-9, 6.0e-9},
    .smooth4_s = {2.5e-9, 2.5e-9, 2.6e-9, 2.9e-9, 3.2e-9, 3.5e-9, 4.0e-9},
    .smooth16_s = {8.0e-9, 8.1e-9, 8.4e-9, 9.5e-9, 1.1e-8, 1.3e-8, 1.4e-8},
    .pointer_lone_s = 2e-8,
    .pointer_run_s = {7e-9, 9e-9, 1.5e-8, 2e-8, 3e-8, 3.2e-8, 3.2e-8},
    .spread_B = {16384, 65536, 262144, 524288, 1048576, 2097152, 4194304, 16777216, 67108864, 268435456},
    .gather4_s = {1e-12, 1e-12, 2e-11, 9e-11, 3e-10, 7e-10, 9e-10, 1.5e-9, 2.5e-9, 3.1e-9},
    .gather16_s = {1e-13, 1e-12, 1e-11, 4e-11, 1e-10, 2e-10, 3e-10, 6e-10, 9e-10, 1.1e-9},
    .level_cache_B = {1120, 49152, 1048576, 16777216},
    .level_Bps = {1.5e11, 9e10, 4e10, 2.8e10},
    .device_copy_s = {8e-11, 1.2e-10, 2e-10, 5e-10, 5e-10, 5e-10, 5e-10},
    .device_shared_row4_s = {7e-9, 7e-9, 8e-9, 9e-9, 9e-9, 9e-9, 9.6e-9},
    .device_shared_row16_s = {2.6e-8, 2.6e-8, 2.7e-8, 2.8e-8, 3e-8, 4e-8, 4.4e-8},
    .device_direct_row4_s = {1.5e-9, 1.5e-9, 1.7e-9, 1.9e-9, 2e-9, 2.3e-9, 2.4e-9},
    .device_direct_row16_s = {6e-9, 6.2e-9, 6.4e-9, 6.5e-9, 8e-9, 1e-8, 1.4e-8},
    .baseline_near_read_s = 1.3e-8,
    .baseline_near_write_s = 1.1e-8,
    .baseline_far_read_s = 2.2e-5,
    .baseline_far_write_s = 1.9e-5,
    .vector_near_read_s = 5.3e-10,
    .vector_near_write_s = 5.4e-10,
    .vector_far_read_s = 3e-9,
    .vector_far_write_s = 3e-9,
    .coalesce_near_read_s = 2.2e-9,
    .coalesce_near_write_s = 2.1e-9,
    .coalesce_far_read_s = 8e-9,
    .coalesce_far_write_s = 8e-9,
    .private_read_s = 5.7e-9,
    .private_write_s = 4.5e-9,
    .local_read_s = 1.2e-8,
    .local_write_s = 1.1e-8,
    .owner_test_s = 4.1e-9,
    .pointer_s = 7.4e-9,
    .mixed_s = 1e-12,
    .cached_hit_s = 2e-8,
    .cached_miss_s = 2.4e-5,
};

/* Copies the times of format ell to all formats without values, so that new formats need no values in
 * `quiet`. */
__attribute__((constructor)) static void fill_other_formats(void) {
  for (int k = 0; k < TC_KERNEL_COUNT; k++)
    if (quiet.row_s[k][0][0] == 0.0)
      memcpy(quiet.row_s[k], quiet.row_s[TC_KERNEL_ell], sizeof quiet.row_s[k]);
}

static void expect_plausible(const tc_params *p, int ranks, const char *name) {
  int w = 0;
  const int param = tc_plausibility_find(p, ranks, &w);
  cr_expect_eq(param, -1, "%s: %s[%d]", name, param < 0 ? "" : tc_param_name(param), w);
}

Test(plausible, machines_as_they_are) {
  const tc_params nothing = {0}, abel = {.private_bandwidth_Bps = 4.9e9,
                                         .remote_bandwidth_Bps = 6e9,
                                         .remote_latency_s = 3.4e-6,
                                         .cache_line_B = 64};
  expect_plausible(&quiet, 2, "quiet");
  expect_plausible(&quiet, 0, "quiet");
  expect_plausible(&nothing, 8, "no parameter known");
  expect_plausible(&abel, 16, "a published machine");
}

/* Parameters of a rank with many threads must be plausible. With small working sets, the start of the threads
 * takes most of the time. The caches are 25 times as fast as memory. */
Test(plausible, many_threads) {
  tc_params p = quiet;
  for (int w = 0; w < TC_WORKING_SETS; w++) {
    const double pass_s = 5e-6 + p.working_set_B[w] / (p.working_set_B[w] < 5e7 ? 5e12 : 2e11);
    p.stream_Bps[w] = p.working_set_B[w] / pass_s;
    for (int width = 0; width < TC_WIDTHS; width++)
      for (int kernel = 0; kernel < TC_KERNEL_COUNT; kernel++)
        p.row_s[kernel][width][w] =
            kernel == TC_KERNEL_pointer ? 0.0 : tc_row_bytes(tc_params_width(width)) / p.stream_Bps[w];
    p.copy_s[w] = 16 / p.stream_Bps[w];
    p.vectors_s[w] = 104 / p.stream_Bps[w];
    p.sweep4_s[w] = p.sweep16_s[w] = 100 / p.stream_Bps[w];
    p.smooth4_s[w] = p.smooth16_s[w] = 100 / p.stream_Bps[w];
  }
  p.pack_s = p.unpack_s = p.copy_s[3];
  expect_plausible(&p, 1, "many threads");
}

enum {
  row4 = TC_PARAM_ROWS,
  row16 = TC_PARAM_ROWS + 1,
  ell16_row16 = TC_PARAM_ROWS + TC_KERNEL_ell16 * TC_WIDTHS + 1,
  pointer_row16 = TC_PARAM_ROWS + TC_KERNEL_pointer * TC_WIDTHS + 1
};

/* Values measured while four other processes used the two cores. Each of them contradicts the other
 * parameters and must be found. */
static const struct {
  int param, w;
  double value;
} disturbed[] = {{TC_PARAM_node_barrier_s, 0, 0.01865},
                 {TC_PARAM_node_barrier_s, 0, 6.5e-4},
                 {pointer_row16, 2, 5.599e-7},
                 {row16, 0, 3e-7},
                 {ell16_row16, 0, 3e-7},
                 {row4, 6, 1e-6},
                 {TC_PARAM_stream_Bps, 1, 1e9},
                 {TC_PARAM_stream_Bps, 6, 2e8},
                 {TC_PARAM_copy_s, 3, 1e-7},
                 {TC_PARAM_device_copy_s, 1, 3e-9},
                 {TC_PARAM_device_direct_row16_s, 6, 6e-7},
                 {TC_PARAM_dot_s, 0, 1e-7},
                 {TC_PARAM_vectors_s, 5, 1e-6},
                 {TC_PARAM_sweep4_s, 1, 3e-7},
                 {TC_PARAM_smooth4_s, 1, 3e-7},
                 {TC_PARAM_smooth16_s, 2, 9e-7},
                 {TC_PARAM_sweep16_s, 0, 8e-7},
                 {TC_PARAM_gather4_s, 7, 9e-9},
                 {TC_PARAM_gather4_s, 9, 1e-6},
                 {TC_PARAM_gather16_s, 5, 3e-9},
                 {TC_PARAM_gather16_s, 9, 2e-6},
                 {TC_PARAM_level_Bps, 0, 1e10},
                 {TC_PARAM_level_Bps, 2, 1.2e10},
                 {TC_PARAM_level_Bps, 3, 5e8},
                 {TC_PARAM_node_reduce_s, 0, 0.01865},
                 {TC_PARAM_pack_s, 0, 1e-6},
                 {TC_PARAM_unpack_s, 0, 1e-6},
                 {TC_PARAM_pointer_lone_s, 0, 1e-5},
                 {TC_PARAM_pointer_run_s, 0, 1e-5},
                 {TC_PARAM_pointer_run_s, 4, 1e-5},
                 {TC_PARAM_add_s, 0, 1e-7},
                 {TC_PARAM_remote_latency_s, 0, 0.004},
                 {TC_PARAM_message_s, 0, 0.004},
                 {TC_PARAM_remote_send_s, 0, 0.004},
                 {TC_PARAM_node_send_s, 0, 0.004},
                 {TC_PARAM_node_send_Bps, 0, 1e7},
                 {TC_PARAM_remote_barrier_s, 0, 9.38e-3},
                 {TC_PARAM_remote_reduce_s, 0, 9.38e-3},
                 {TC_PARAM_private_read_s, 0, 1e-4},
                 {TC_PARAM_private_write_s, 0, 1e-4},
                 {TC_PARAM_pointer_s, 0, 1e-4},
                 {TC_PARAM_cached_hit_s, 0, 1e-4},
                 {TC_PARAM_remote_bandwidth_Bps, 0, 1e7},
                 {TC_PARAM_exchange_bandwidth_Bps, 0, 1e7}};

Test(plausible, what_contradicts_the_rest) {
  for (size_t i = 0; i < sizeof disturbed / sizeof *disturbed; i++) {
    const int param = disturbed[i].param;
    tc_params p = quiet;
    int w = -1;
    tc_param_at(&p, param)[disturbed[i].w] = disturbed[i].value;
    cr_expect_eq(tc_plausibility_find(&p, 2, &w), param, "%s", tc_param_name(param));
    cr_expect_eq(w, disturbed[i].w, "%s", tc_param_name(param));
    cr_expect_eq(tc_plausibility_repair(&p, 2), 1, "%s", tc_param_name(param));
    expect_plausible(&p, 2, "repaired");
    const double now = tc_param_at(&p, param)[disturbed[i].w];
    tc_params was = quiet;
    const double ratio = now / tc_param_at(&was, param)[disturbed[i].w];
    if (tc_param_values(param) == 1)
      cr_expect_eq(now, 0.0, "%s must become unknown", tc_param_name(param));
    else
      cr_expect(ratio > 0.3 && ratio < 3.0, "%s[%d]: %g", tc_param_name(param), disturbed[i].w, now);
  }
}

/* Parameters that come from fits to noisy times, which can give values that are almost 0. A hundredth of the
 * parameter `beside` is a lower bound for each of them. */
static const struct {
  int param, beside;
} fallen[] = {{TC_PARAM_vector_far_read_s, TC_PARAM_vector_near_read_s},
              {TC_PARAM_vector_far_write_s, TC_PARAM_vector_near_write_s},
              {TC_PARAM_coalesce_near_read_s, TC_PARAM_vector_near_read_s},
              {TC_PARAM_coalesce_near_write_s, TC_PARAM_vector_near_write_s},
              {TC_PARAM_coalesce_far_read_s, TC_PARAM_vector_far_read_s},
              {TC_PARAM_coalesce_far_write_s, TC_PARAM_vector_far_write_s}};

Test(plausible, values_that_cost_next_to_nothing) {
  for (size_t i = 0; i < sizeof fallen / sizeof *fallen; i++) {
    const int param = fallen[i].param;
    tc_params p = quiet;
    int w = -1;
    *tc_param_at(&p, param) = 1e-12;
    cr_expect_eq(tc_plausibility_find(&p, 2, &w), param, "%s", tc_param_name(param));
    cr_expect_eq(tc_plausibility_repair(&p, 2), 1, "%s", tc_param_name(param));
    expect_plausible(&p, 2, "repaired");
    cr_expect_geq(*tc_param_at(&p, param), 0.99 * *tc_param_at(&p, fallen[i].beside) / 100.0, "%s",
                  tc_param_name(param));
  }
}

/* Long barriers must be plausible in two cases. Ranks that share a core may wait for a time slice at a
 * barrier. With 128 ranks, a barrier has seven rounds. */
Test(plausible, slow_barriers_of_a_crowd) {
  tc_params p = quiet;
  p.node_barrier_s = 0.004;
  expect_plausible(&p, 0, "ranks share cores");
  p.node_barrier_s = 7e-4;
  expect_plausible(&p, 128, "barrier of seven rounds");
}

/* The function that replaces implausible values must terminate for any values, and all values must be
 * plausible afterwards. */
Test(plausible, any_numbers_are_mended) {
  for (unsigned seed = 1; seed <= 500; seed++) {
    tc_params p = quiet;
    unsigned state = seed;
    for (int param = 0; param < TC_PARAM_COUNT; param++)
      for (int w = 0; w < tc_param_values(param); w++) {
        state = state * 1664525u + 1013904223u;
        if (!tc_param_is_axis(param)) tc_param_at(&p, param)[w] *= pow(10.0, (int)(state >> 16) % 13 - 6.0);
      }
    const int replaced = tc_plausibility_repair(&p, 2);
    cr_expect(replaced > 0 && replaced < 1000, "%d", replaced);
    expect_plausible(&p, 2, "repaired");
    for (int param = 0; param < TC_PARAM_COUNT; param++)
      for (int w = 0; w < tc_param_values(param) && tc_param_values(param) > 1; w++)
        cr_expect(tc_param_at(&p, param)[w] > 0.0 && isfinite(tc_param_at(&p, param)[w]));
  }
}
