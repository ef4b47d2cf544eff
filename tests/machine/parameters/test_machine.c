#include "machine/parameters/machine.h"

#include <math.h>

#include "device/device_matrix.h"
#include "support/expect.h"

/* ---- parameters: the list and the struct ---- */

/* Writes all parameters of params.def. Each number of the struct must be written once, except run_B, which is
 * not a parameter. */
Test(params, the_list_covers_the_struct) {
  enum { numbers = offsetof(tc_params, run_B) / sizeof(double) };
  tc_params params;
  memset(&params, 0, sizeof params);
  int written = 0;
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    for (int v = 0; v < tc_param_values(p); v++) tc_param_at(&params, p)[v] += ++written;
  cr_assert_eq(written, numbers);
  const double *number = (const double *)&params;
  for (int i = 0; i < numbers; i++) cr_assert_eq(number[i], i + 1);
  cr_assert_eq(sizeof params, (numbers + 1) * sizeof(double));
}

Test(params, by_name) {
  tc_params params = {.remote_latency_s = 3, .copy_s = {1, 2, 3, 4, 5, 6, 7}};
  int found = 0;
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    if (!strcmp(tc_param_name(p), "remote_latency_s")) {
      found++;
      cr_assert_eq(tc_param_values(p), 1);
      cr_assert_eq(*tc_param_at(&params, p), 3);
    }
    if (!strcmp(tc_param_name(p), "copy_s")) {
      found++;
      cr_assert_eq(tc_param_values(p), TC_WORKING_SETS);
      cr_assert_eq(tc_param_at(&params, p)[4], 5);
    }
    if (!strcmp(tc_param_name(p), "gather16_s")) found += tc_param_values(p) == TC_SPREADS;
    if (!strcmp(tc_param_name(p), "level_Bps")) found += tc_param_values(p) == TC_LEVELS;
  }
  cr_assert_eq(found, 4);
}

/* Names must end with their unit, and descriptions must fit on one line. */
Test(params, names_and_meanings) {
  for (int p = 0; p < TC_PARAM_COUNT; p++) {
    const char *name = tc_param_name(p), *unit = strrchr(name, '_'), *meaning = tc_param_meaning(p);
    cr_assert_not_null(unit, "%s", name);
    const bool known = !strcmp(unit, "_s") || !strcmp(unit, "_B") || !strcmp(unit, "_Bps");
    cr_expect(known || p == TC_PARAM_device_tile, "%s", name);
    cr_expect(*meaning && !strchr(meaning, '\n'), "%s", name);
    for (int q = 0; q < p; q++) cr_expect_str_neq(name, tc_param_name(q));
  }
}

static void expect_near(double value, double wanted) {
  cr_expect_lt(fabs(value - wanted), 1e-12 * wanted + 1e-300, "%.17g, not %g", value, wanted);
}

/* Rows of width 4 and 16 need only the values that were measured at this width. Other widths need both. */
Test(params, widths) {
  static const int widths[] = {4, 16, 10};
  static const double narrow[] = {1.0, 0.0, 0.5};
  for (int i = 0; i < 3; i++) {
    cr_expect_eq(tc_params_width_share(0, widths[i]), narrow[i]);
    cr_expect_eq(tc_params_width_share(1, widths[i]), 1.0 - narrow[i]);
  }
  tc_params p = {.gather16_s = {1e-9}};
  cr_expect(!tc_params_has_read_costs(&p, 4) && tc_params_has_read_costs(&p, 16) &&
            !tc_params_has_read_costs(&p, 10));
  p.gather4_s[0] = 1e-9;
  cr_expect(tc_params_has_read_costs(&p, 4) && tc_params_has_read_costs(&p, 10));
}

/* Values of a curve must be linear in the logarithm of the working set, and constant outside the measured
 * range. */
Test(params, curve) {
  const tc_params p = {.working_set_B = {1, 10, 100, 1000, 1e4, 1e5, 1e6},
                       .copy_s = {2, 4, 3, 8, 10, 10, 10}};
  const double bytes[] = {0.1, 1, 10, 31.622776601683793, 100, 10000, 1e9},
               wanted[] = {2, 2, 4, 3.5, 3, 10, 10};
  for (int i = 0; i < 7; i++) expect_near(tc_params_curve(&p, p.copy_s, bytes[i]), wanted[i]);
  cr_expect_eq(tc_params_curve(&p, p.row_s[TC_KERNEL_ell][0], 10), 0.0, "the curve is unknown");
  const tc_params nowhere = {.copy_s = {2, 4, 3, 8, 10, 10, 10}};
  cr_expect_eq(tc_params_curve(&nowhere, nowhere.copy_s, 10), 0.0, "the working sets are unknown");
}

Test(params, for_a_working_set) {
  tc_params p = {.private_bandwidth_Bps = 7,
                 .cache_line_B = 64,
                 .working_set_B = {1, 10, 100, 1000, 1e4, 1e5, 1e6}};
  tc_params q = tc_params_for_working_set(&p, 10);
  cr_expect_eq(tc_params_cached_Bps(&q), 0.0, "without the curve it is unknown");
  for (int w = 0; w < TC_WORKING_SETS; w++) p.stream_Bps[w] = 100 - 10 * w;
  q = tc_params_for_working_set(&p, 10);
  expect_near(tc_params_cached_Bps(&q), 90);
  cr_expect_eq(q.private_bandwidth_Bps, 7.0, "the bandwidth of the memory is the same for all runs");
  p.run_B = 10;
  cr_expect_eq(memcmp(&q, &p, sizeof p), 0, "nothing else changes");
}

/* ---- a machine with another number of ranks on each node ---- */

static const tc_machine node_of_8 = {
    .ranks_per_node = 8,
    .params = {.private_bandwidth_Bps = 10,
               .remote_bandwidth_Bps = 7,
               .remote_latency_s = 2,
               .cache_line_B = 64,
               .lone_bandwidth_Bps = 30,
               .message_s = 0.5,
               .node_barrier_s = 3,
               .node_reduce_s = 6,
               .remote_reduce_s = 5,
               .working_set_B = {1, 2, 3, 4, 5, 6, 7},
               .stream_Bps = {100, 50, 40, 20, 10, 10, 10},
               .row_s = {[TC_KERNEL_ell] = {{10, 11, 12, 20, 40, 40, 40}, {20, 21, 22, 30, 80, 80, 80}},
                         [TC_KERNEL_pointer] = {{30, 30, 40, 50, 60, 60, 60}}},
               .copy_s = {1, 1, 2, 3, 4, 4, 4},
               .vectors_s = {9, 9, 9, 9, 20, 40, 40},
               .sweep4_s = {1, 2, 2, 3, 4, 4, 4},
               .sweep16_s = {9, 9, 9, 9, 20, 40, 40},
               .pointer_run_s = {5, 6, 7, 8, 20, 30, 30},
               .spread_B = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10},
               .gather4_s = {0.1, 0.1, 1, 2, 2, 2, 2, 2, 8, 8},
               .level_cache_B = {1120, 32, 64, 128},
               .level_Bps = {90, 50, 30, 12}},
};

Test(machine, as_measured) {
  tc_params p = tc_machine_params(&node_of_8, 8);
  cr_assert_eq(memcmp(&p, &node_of_8.params, sizeof p), 0);
}

/* If the measurement of the smallest working set was disturbed, the speed of the caches is unknown. With
 * fewer ranks, the times of the other working sets must then not decrease. */
Test(machine, as_measured_with_a_disturbed_cache) {
  tc_machine odd = node_of_8;
  odd.params.row_s[TC_KERNEL_ell][0][0] = odd.params.row_s[TC_KERNEL_ell][1][0] = odd.params.copy_s[0] = 50;
  odd.params.stream_Bps[0] = 15;
  tc_params p = tc_machine_params(&odd, 8);
  cr_assert_eq(memcmp(&p, &odd.params, sizeof p), 0);
  p = tc_machine_params(&odd, 4);
  cr_assert(p.row_s[TC_KERNEL_ell][0][3] == 20 && p.stream_Bps[3] == 20, "a cache is not made faster: %g, %g",
            p.row_s[TC_KERNEL_ell][0][3], p.stream_Bps[3]);
}

Test(machine, fewer_ranks_share_the_bandwidth) {
  tc_params p = tc_machine_params(&node_of_8, 4);
  cr_assert_eq(p.private_bandwidth_Bps, 20);
  p = tc_machine_params(&node_of_8, 1);
  cr_assert_eq(p.private_bandwidth_Bps, 30, "no more than a lone rank gets");
  tc_machine unknown = node_of_8;
  unknown.params.lone_bandwidth_Bps = 0;
  p = tc_machine_params(&unknown, 1);
  cr_assert_eq(p.private_bandwidth_Bps, 80);
}

/* With fewer ranks per node, the bandwidth per rank must not decrease, even if the measured bandwidth of a
 * lone rank is smaller. */
Test(machine, a_slow_lone_rank) {
  tc_machine odd = node_of_8;
  odd.params.lone_bandwidth_Bps = 9;
  cr_assert_eq(tc_machine_params(&odd, 8).private_bandwidth_Bps, 10);
  cr_assert_eq(tc_machine_params(&odd, 4).private_bandwidth_Bps, 10);
}

Test(machine, more_ranks_share_the_bandwidth) {
  tc_params p = tc_machine_params(&node_of_8, 16);
  cr_assert_eq(p.private_bandwidth_Bps, 5);
}

static void expect_curve(const double *curve, const double *wanted, const char *name) {
  for (int w = 0; w < TC_WORKING_SETS; w++)
    cr_expect_eq(curve[w], wanted[w], "%s[%d] is %g, not %g", name, w, curve[w], wanted[w]);
}

/* Values of working sets in caches must not change. Values of working sets in memory must change with the
 * rank's share of the bandwidth. */
Test(machine, curves) {
  const double half4[] = {10, 10, 10, 10, 20, 20, 20}, half16[] = {20, 20, 20, 20, 40, 40, 40},
               halfp[] = {30, 30, 30, 30, 30, 30, 30}, half_copy[] = {1, 1, 1, 1.5, 2, 2, 2},
               half_update[] = {1, 1, 1, 1.5, 2, 2, 2}, half_vectors[] = {9, 9, 9, 9, 10, 20, 20};
  tc_params p = tc_machine_params(&node_of_8, 4);
  expect_curve(p.row_s[TC_KERNEL_ell][0], half4, "row4_s");
  expect_curve(p.row_s[TC_KERNEL_ell][1], half16, "row16_s");
  expect_curve(p.row_s[TC_KERNEL_pointer][0], halfp, "pointer_row4_s");
  expect_curve(p.copy_s, half_copy, "copy_s");
  expect_curve(p.vectors_s, half_vectors, "vectors_s");
  expect_curve(p.sweep4_s, half_update, "sweep4_s");
  expect_curve(p.sweep16_s, half_vectors, "sweep16_s");
  const double double4[] = {10, 22, 24, 40, 80, 80, 80};
  p = tc_machine_params(&node_of_8, 16);
  expect_curve(p.row_s[TC_KERNEL_ell][0], double4, "row4_s");
}

/* A lone rank has 3 times the bandwidth and not 8 times, so the time of a row decreases to a third. */
Test(machine, rows_of_a_lone_rank) {
  const double third[] = {10, 10, 10, 10, 40 / 3.0, 40 / 3.0, 40 / 3.0};
  const tc_params p = tc_machine_params(&node_of_8, 1);
  expect_near(p.row_s[TC_KERNEL_ell][0][0], third[0]);
  for (int w = 1; w < TC_WORKING_SETS; w++) expect_near(p.row_s[TC_KERNEL_ell][0][w], third[w]);
}

/* The bandwidth of memory is shared, but limited by that of a lone rank and of the caches. */
Test(machine, stream) {
  const double with4[] = {100, 50, 40, 30, 20, 20, 20}, with16[] = {100, 25, 20, 10, 5, 5, 5};
  tc_params p = tc_machine_params(&node_of_8, 4);
  expect_curve(p.stream_Bps, with4, "stream_Bps");
  p = tc_machine_params(&node_of_8, 16);
  expect_curve(p.stream_Bps, with16, "stream_Bps");
}

/* Registers, L1 and L2 belong to one core. The size of L3 and the bandwidth of memory are shared by the ranks
 * of a node. */
Test(machine, levels) {
  const double caches[] = {1120, 32, 64, 256}, Bps[] = {90, 50, 30, 24},
               gathers[TC_SPREADS] = {0.1, 0.1, 0.5, 1, 1, 1, 1, 1, 4, 4};
  const tc_params p = tc_machine_params(&node_of_8, 4), q = tc_machine_params(&node_of_8, 1);
  cr_expect_eq(memcmp(p.level_cache_B, caches, sizeof caches), 0);
  cr_expect_eq(memcmp(p.level_Bps, Bps, sizeof Bps), 0);
  cr_expect_eq(q.level_Bps[3], 30, "no more than a lone rank gets");
  for (int v = 0; v < TC_SPREADS; v++) cr_expect_eq(p.gather4_s[v], gathers[v], "%d", v);
  cr_expect_eq(memcmp(p.spread_B, node_of_8.params.spread_B, sizeof p.spread_B), 0);
}

/* Divides one rank into four. Each new rank must have a quarter of the threads and of the bandwidth. The
 * caches per thread must not change. */
Test(machine, split) {
  tc_machine m = node_of_8;
  m.ranks_per_node = 1, m.threads = 8;
  tc_machine_divide_node(&m, 4);
  cr_expect(m.ranks_per_node == 4 && m.threads == 2);
  for (int level = 0; level < TC_LEVELS; level++) {
    cr_expect_eq(m.params.level_Bps[level], node_of_8.params.level_Bps[level] / 4);
    cr_expect_eq(m.params.level_cache_B[level], node_of_8.params.level_cache_B[level]);
  }
  for (int v = 0; v < TC_SPREADS; v++) {
    cr_expect_eq(m.params.gather4_s[v], 4 * node_of_8.params.gather4_s[v]);
    cr_expect_eq(m.params.spread_B[v], node_of_8.params.spread_B[v]);
  }
  cr_expect_eq(m.params.working_set_B[6], 7 / 4.0);
  cr_expect_eq(m.params.copy_s[6], 16);
  cr_expect_eq(m.params.stream_Bps[0], 25);
  for (int w = 0; w < TC_WORKING_SETS; w++)
    cr_expect_eq(m.params.pointer_run_s[w] + m.params.row_s[TC_KERNEL_pointer][0][w], 0.0, "%d", w);
}

/* A barrier of n ranks has ceil(log2(n)) rounds. The barrier was measured with eight ranks, three rounds and
 * 3 s. */
Test(machine, meetings) {
  static const int ranks[] = {1, 2, 5, 8, 9, 16, 64};
  static const double wanted[] = {1, 1, 3, 3, 4, 4, 6};
  for (int i = 0; i < 7; i++) {
    const tc_params p = tc_machine_params(&node_of_8, ranks[i]);
    cr_expect_eq(p.node_barrier_s, wanted[i], "%d ranks", ranks[i]);
    cr_expect_eq(p.node_reduce_s, 2 * wanted[i], "%d ranks", ranks[i]);
  }
}

/* The network and unknown values must not depend on the number of ranks on a node. */
Test(machine, the_rest_stays) {
  const double unknown[TC_WORKING_SETS] = {0};
  for (int ranks = 1; ranks <= 64; ranks *= 4) {
    tc_params p = tc_machine_params(&node_of_8, ranks);
    cr_expect_eq(p.remote_bandwidth_Bps, 7);
    cr_expect_eq(p.remote_latency_s, 2);
    cr_expect_eq(p.cache_line_B, 64);
    cr_expect_eq(p.lone_bandwidth_Bps, 30);
    cr_expect_eq(p.message_s, 0.5);
    cr_expect_eq(p.remote_reduce_s, 5);
    cr_expect_eq(p.exchange_bandwidth_Bps, 0);
    expect_curve(p.working_set_B, node_of_8.params.working_set_B, "working_set_B");
    expect_curve(p.row_s[TC_KERNEL_pointer][1], unknown, "pointer_row16_s");
    expect_curve(p.pointer_run_s, node_of_8.params.pointer_run_s, "pointer_run_s");
  }
}

/* ---- parameters of devices ---- */

static tc_machine with_device(int ranks, int devices) {
  return (tc_machine){.ranks_per_node = ranks,
                      .devices = devices,
                      .params = {.device_bandwidth_Bps = 60,
                                 .device_cache_B = 50,
                                 .launch_s = 3,
                                 .link_Bps = 12,
                                 .link_s = 2,
                                 .device_copy_s = {1, 2, 3, 4, 5, 6, 7},
                                 .device_direct_row16_s = {7, 6, 5, 4, 3, 2, 1}}};
}

static void expect_share(const tc_params *p, double share) {
  expect_near(p->device_bandwidth_Bps, 60 / share);
  expect_near(p->link_Bps, 12 / share);
  expect_near(p->device_copy_s[6], 7 * share);
  expect_near(p->device_direct_row16_s[0], 7 * share);
  cr_expect(p->device_cache_B == 50 && p->launch_s == 3 && p->link_s == 2, "these are not shared");
}

/* The ranks of a node share its devices evenly. If the number of devices is unknown, each rank has its
 * own. */
Test(machine, devices_are_shared) {
  static const struct {
    int measured, devices, ranks;
    double share;
  } cases[] = {{1, 1, 1, 1}, {1, 1, 4, 4}, {4, 1, 2, 0.5}, {1, 4, 4, 1}, {2, 4, 9, 3}, {1, 0, 8, 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tc_machine m = with_device(cases[i].measured, cases[i].devices);
    tc_params p = tc_machine_params(&m, cases[i].ranks);
    expect_share(&p, cases[i].share);
    m.params.private_bandwidth_Bps = 1; /* parameters of the CPU must not matter */
    p = tc_machine_params(&m, cases[i].ranks);
    expect_share(&p, cases[i].share);
  }
}

Test(machine, split_ranks_share_devices) {
  tc_machine m = with_device(1, 2);
  m.threads = 6;
  tc_machine_divide_node(&m, 6);
  expect_share(&m.params, 3);
}

/* The function must copy only device parameters, which it recognises by their names. */
Test(machine, what_is_of_a_device) {
  const tc_machine m = with_device(1, 1);
  tc_params p = {.launch_s = 99, .device_tile = 5, .pack_s = 8}, wanted = m.params;
  wanted.pack_s = 8;
  tc_params_copy_device(&m.params, &p);
  cr_expect_eq(memcmp(&p, &wanted, sizeof p), 0);
  for (int param = 0; param < TC_PARAM_COUNT; param++) {
    const char *name = tc_param_name(param);
    const bool named =
        !strncmp(name, "device_", 7) || !strcmp(name, "launch_s") || !strncmp(name, "link_", 5);
    cr_expect_eq(tc_param_is_device(param), named, "%s", name);
  }
  cr_expect_str_eq(tc_param_name(tc_param_device_row(TC_STAGING_SHARED, 1)), "device_shared_row16_s");
  cr_expect_str_eq(tc_param_name(tc_param_device_row(TC_STAGING_DIRECT, 0)), "device_direct_row4_s");
}
