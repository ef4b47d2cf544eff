#include "model/step/predict.h"

#include <math.h>
#include <string.h>

#include "comm/exchange/strategy.h"
#include "count/distribution.h"
#include "model/approximately.h"
#include "model/models/model_paper.h"

#define paper tc_model_at(TC_MODEL_paper)

/* Machine with which every term is a short number. A byte takes 1 s in memory and 2 s between nodes. */
static const tc_params slow = {.private_bandwidth_Bps = 1.0,
                               .remote_bandwidth_Bps = 0.5,
                               .remote_latency_s = 1000.0,
                               .cache_line_B = 64.0};

static tc_params machine_of(double private_Bps, double remote_Bps, double tau_s, double line_B) {
  return (tc_params){.private_bandwidth_Bps = private_Bps,
                     .remote_bandwidth_Bps = remote_Bps,
                     .remote_latency_s = tau_s,
                     .cache_line_B = line_B};
}

/* Returns the cost of a stage in the model of the paper, for a rank with these counts. */
static tc_stage_cost cost(const tc_params *machine, tc_stage stage, tc_counts counts) {
  return paper->stage_cost(machine, 1, &(tc_rank_load){.kernel = ell, .width = 16, .count = counts}, &stage);
}
#define COST(machine, name, counts) cost(machine, (tc_stage)TC_STAGE(name), counts)

/* Returns the machine Abel, the cluster of the paper. Table 5 of the paper follows only if "75 GB/s" per node
 * means 75*1024*1024*1000 B/s. */
static tc_params abel(void) { return machine_of(75.0 * 1024 * 1024 * 1000 / 16, 6e9, 3.4e-6, 64.0); }

static const tc_schedule *schedule_of(const char *strategy) {
  return tc_strategy_schedule(tc_strategy_find(strategy));
}

/* Returns the forecast of one step with a strategy, in seconds. */
static double predict(const tc_model *model, const tc_params *machine, const char *strategy, int ranks,
                      const tc_rank_load *load, tc_seconds *part) {
  double total = -1.0;
  expect_ok(tc_step_predict(model, machine, schedule_of(strategy), ranks, load, part, &total));
  return total;
}

/* Expects that work and waits of each rank add up to the time of the step. */
static void expect_whole_steps(int ranks, const tc_seconds *part, double total) {
  for (int r = 0; r < ranks; r++) expect_near(tc_seconds_total(&part[r]), total);
}

/* Case of Table 4 in Lagraviere 2019: n = 6 810 586 rows in blocks of 65536, round robin over 16 ranks. The
 * model counts whole blocks. The paper prints totals only, so the terms of equations (7) and (14) are checked
 * with values computed by hand. */
Test(predict, terms_at_the_size_of_the_paper) {
  enum { n = 6810586, ranks = 16, block = 65536 };
  tc_distribution *cyclic = NULL;
  int32_t most = 0;
  expect_ok(tc_distribution_create(TC_DISTRIBUTION_CYCLIC, n, ranks, block, NULL, &cyclic));
  for (int r = 0; r < ranks; r++)
    if (tc_distribution_owned(cyclic, r) > most) most = tc_distribution_owned(cyclic, r);
  tc_distribution_destroy(&cyclic);
  cr_assert_eq(most, 7 * block);
  const tc_params machine = abel();
  const tc_counts traffic = {.copied_values = most};
  expect_near(tc_paper_compute_s(&machine, most, 16, tc_format_at(0)), 458752 * 216 / 4.9152e9);
  expect_near(COST(&machine, copy, traffic).own.memory, 458752 * 16 / 4.9152e9);
}

Test(predict, single_terms_by_hand) {
  const tc_counts t = {.local_individual = 19,
                       .remote_individual = 23,
                       .local_blocks = 1000037, /* inside a node, only the values of blocks cost time */
                       .remote_blocks = 29,
                       .local_block_values = 31,
                       .remote_block_values = 37,
                       .local_values = 5,
                       .remote_values = 7,
                       .remote_messages = 3,
                       .local_values_out = 11,
                       .remote_values_out = 13,
                       .copied_values = 17};
  expect_near(tc_paper_compute_s(&slow, 10, 16, tc_format_at(0)), 10 * (16 * 12 + 24.0));
  expect_near(tc_paper_compute_s(&slow, 10, 4, tc_format_at(0)), 10 * (4 * 12 + 24.0));
  expect_near(COST(&slow, pack, t).own.memory, (11 + 13) * 20.0);
  expect_near(COST(&slow, copy, t).own.memory, 2 * 17 * 8.0);
  expect_near(cost(&slow, (tc_stage)TC_STAGE_BY_TERMS, (tc_counts){.terms = 41}).own.memory,
              41 * (3 * 8 + 2 * 4.0));
  expect_near(COST(&slow, unpack, t).own.memory, (5 + 7) * (8 + 4 + 64.0));
  expect_near(COST(&slow, transfer, t).concurrent.sharing, 2 * (11 + 31) * 8.0);
  expect_near(COST(&slow, transfer, t).serialised.latency, (3 + 29) * 1000.0);
  expect_near(COST(&slow, transfer, t).serialised.bandwidth, (13 + 37) * 8 / 0.5);
  expect_near(COST(&slow, compute, t).own.sharing, 19 * 64.0);
  expect_near(COST(&slow, transfer, t).own.latency, 23 * 1000.0);
}

/* In the format ell16, equation (6) has 2 bytes for each column index instead of 4. */
Test(predict, other_formats) {
  tc_seconds part;
  const tc_rank_load load = {.rows = 10, .kernel = TC_KERNEL_ell16, .width = 16};
  expect_near(tc_paper_compute_s(&slow, 10, 16, tc_format_find("ell16")), 10 * (16 * 10 + 24.0));
  expect_near(predict(paper, &slow, "none", 1, &load, &part), 10 * (16 * 10 + 24.0));
  expect_near(tc_paper_compute_s(&slow, 10, 4, tc_format_first(TC_ROW_FORM_DIFFERENCE)),
              10 * 64.0); /* the difference form has no diagonal */
}

Test(predict, each_term_knows_its_bandwidth) {
  const tc_params machine = machine_of(4.0, 0.5, 0.0, 64.0);
  const tc_counts t = {.local_values = 1,
                       .remote_messages = 1,
                       .local_values_out = 1,
                       .remote_values_out = 1,
                       .copied_values = 1};
  expect_near(tc_paper_compute_s(&machine, 1, 4, tc_format_at(0)), 72 / 4.0);
  expect_near(COST(&machine, pack, t).own.memory, 40 / 4.0);
  expect_near(COST(&machine, copy, t).own.memory, 16 / 4.0);
  expect_near(COST(&machine, unpack, t).own.memory, 76 / 4.0);
  expect_near(COST(&machine, transfer, t).concurrent.sharing, 16 / 4.0);
  expect_near(COST(&machine, transfer, t).serialised.bandwidth, 8 / 0.5);
  expect_near(COST(&machine, compute, (tc_counts){.local_individual = 1}).own.sharing, 64 / 4.0);
}

Test(predict, nothing_takes_no_time) {
  const tc_rank_load idle = {.rows = 0, .kernel = ell, .width = 16};
  tc_seconds part;
  const tc_params local = machine_of(1e9, 0.0, 0.0, 64.0);
  for (int i = 0; i < tc_strategy_count(); i++) { /* W_remote = 0 must not be a divisor */
    cr_assert_eq(predict(paper, &local, tc_strategy_at(i)->name, 1, &idle, &part), 0.0);
    for (int p = 0; p < TC_PHASE_COUNT; p++) cr_assert_eq(part.by_index[p], 0.0);
  }
}

/* The numbers of bytes and of values exceed the range of 32-bit integers. */
Test(predict, large_counts) {
  const tc_counts t = {.local_values = INT64_C(1) << 40,
                       .local_values_out = INT64_C(1) << 40,
                       .copied_values = INT64_C(1) << 40};
  expect_near(tc_paper_compute_s(&slow, INT32_MAX, 16, tc_format_at(0)), 2147483647.0 * 216);
  expect_near(COST(&slow, pack, t).own.memory, 0x1p40 * 20);
  expect_near(COST(&slow, copy, t).own.memory, 0x1p40 * 16);
  expect_near(COST(&slow, unpack, t).own.memory, 0x1p40 * 76);
}

/* Loads of two nodes with two ranks each. The ranks of node 0 put {10, 4} values inside the node, each with
 * 2*8 bytes of traffic. They also send {1, 2} messages with {3, 5} values to the other node. Node 1 packs the
 * most values. Equation (13) adds the longest put of a rank inside the node and the sum of all messages of
 * its ranks to other nodes. */
static const tc_rank_load four[4] = {
    {.rows = 100,
     .kernel = ell,
     .width = 4,
     .count = {.local_values_out = 10, .remote_values_out = 3, .remote_messages = 1, .local_values = 2}},
    {.rows = 90,
     .kernel = ell,
     .width = 4,
     .count = {.local_values_out = 4, .remote_values_out = 5, .remote_messages = 2, .remote_values = 400}},
    {.node = 1,
     .rows = 80,
     .kernel = ell,
     .width = 4,
     .count = {.local_values_out = 200, .copied_values = 1000}},
    {.node = 1,
     .rows = 70,
     .kernel = ell,
     .width = 16,
     .count = {.remote_values_out = 1, .remote_messages = 1}},
};
static const double node_put[2] = {160 + (1000 + 3 * 16) + (2000 + 5 * 16.0), 3200 + (1000 + 16.0)};
static const double pack_s[4] = {13 * 20, 9 * 20, 200 * 20, 20}, compute_s[4] = {7200, 6480, 5760, 70 * 216};
static const double unpack_s[4] = {2 * 76, 400 * 76, 0, 0}, copy_s[4] = {0, 0, 16000, 0};

/* Checks the forecast for four ranks, of which rank i has the load four[which[i]]. */
static void expect_four_ranks(const int which[4]) {
  tc_rank_load load[4];
  tc_seconds part[4];
  for (int r = 0; r < 4; r++) load[r] = four[which[r]];
  const double total = predict(paper, &slow, "condensed", 4, load, part);
  for (int r = 0; r < 4; r++) {
    int i = which[r];
    expect_near(part[r].pack, pack_s[i]);
    expect_near(part[r].transfer, node_put[i / 2]);
    expect_near(part[r].copy, copy_s[i]);
    expect_near(part[r].unpack, unpack_s[i]);
    expect_near(part[r].compute, compute_s[i]);
    expect_near(part[r].wait, (4000 + node_put[1]) - (pack_s[i] + node_put[i / 2]) + (400 * 76 + 6480.0) -
                                  (copy_s[i] + unpack_s[i] + compute_s[i]));
  }
  /* Equation (18): the slowest node before the barrier is node 1. The slowest rank after it is rank 1,
   * because of unpacking. */
  expect_near(total, (4000 + node_put[1]) + (400 * 76 + 6480.0));
  expect_whole_steps(4, part, total);
}

Test(predict, two_nodes_by_hand) {
  cr_assert_eq(node_put[0], 3288.0);
  cr_assert_eq(node_put[1], 4216.0);
  expect_four_ranks((int[]){0, 1, 2, 3});
}

/* The ranks of a node need not have consecutive numbers. */
Test(predict, ranks_in_any_order_of_nodes) {
  expect_four_ranks((int[]){2, 0, 3, 1});
  expect_four_ranks((int[]){3, 2, 1, 0});
}

/* One node packs the most and the other puts the most (the comments give the seconds of pack and put). The
 * step has the largest sum of a node, not the sum of the two maxima. */
Test(predict, pack_and_put_belong_to_one_node) {
  const tc_rank_load load[2] =
      {{.rows = 1, .kernel = ell, .width = 4, .count = {.local_values_out = 100}}, /* 2000 s + 1600 s */
       {.node = 1,
        .rows = 1,
        .kernel = ell,
        .width = 4,
        .count = {.remote_values_out = 50, .remote_messages = 4}}}; /* 1000 s + 4800 s */
  tc_seconds part[2];
  expect_near(predict(paper, &slow, "condensed", 2, load, part), 1000 + 4800 + 72.0);
  expect_near(part[0].wait, 1000 + 4800 - 3600.0);
  /* If both ranks are on one node, puts inside the node overlap, but messages are serialised: 2000 + (1600 +
   * 4800). */
  const tc_rank_load together[2] = {load[0], {.rows = 1, .kernel = ell, .width = 4, .count = load[1].count}};
  expect_near(predict(paper, &slow, "condensed", 2, together, part), 2000 + (1600 + 4800) + 72.0);
  expect_near(part[0].transfer, 6400.0);
  expect_near(part[1].transfer, 6400.0);
}

/* The largest copy, compute and unpack belong to different ranks (the comments give their seconds in this
 * order). After the barrier, the step has the largest sum of one rank, not the sum of these maxima. */
Test(predict, after_the_barrier_ranks_are_not_mixed) {
  const tc_rank_load load[3] =
      {{.rows = 100, .kernel = ell, .width = 4},                                 /* 0 + 7200 s + 0 */
       {.rows = 1, .kernel = ell, .width = 4, .count = {.copied_values = 400}},  /* 6400 s + 72 s + 0 */
       {.rows = 50, .kernel = ell, .width = 4, .count = {.remote_values = 50}}}; /* 0 + 3600 s + 3800 s */
  tc_seconds part[3];
  expect_near(predict(paper, &slow, "condensed", 3, load, part), 3600 + 3800.0);
  expect_near(part[0].wait, 200.0);
  expect_near(part[2].wait, 0.0);
}

/* Equations (10) and (16): single accesses. Local accesses are part of computing. Remote accesses are part of
 * the transfer and are not serialised over the ranks of a node. */
Test(predict, individual_accesses_by_hand) {
  const tc_rank_load load[3] =
      {{.rows = 100, .kernel = ell, .width = 4, .count = {.local_individual = 10, .remote_individual = 2}},
       {.rows = 10, .kernel = ell, .width = 4, .count = {.remote_individual = 5}},
       {.node = 1, .rows = 100, .kernel = ell, .width = 4, .count = {.local_individual = 50}}};
  tc_seconds part[3];
  const double total = predict(paper, &slow, "fine", 3, load, part);
  static const double transfer[3] = {2000, 5000, 0}, compute[3] = {7200 + 640, 720, 7200 + 3200};
  for (int r = 0; r < 3; r++) {
    cr_assert(part[r].pack == 0.0 && part[r].copy == 0.0 && part[r].unpack == 0.0);
    expect_near(part[r].transfer, transfer[r]);
    expect_near(part[r].compute, compute[r]);
  }
  expect_near(total, 10400.0); /* the ranks take 9840, 5720 and 10400 s */
  expect_whole_steps(3, part, total);
}

/* Equations (11) and (17): whole blocks. The ranks of a node transfer local blocks at the same time and
 * remote blocks sequentially. */
Test(predict, blocks_by_hand) {
  const tc_rank_load load[4] = {{.rows = 100,
                                 .kernel = ell,
                                 .width = 4,
                                 .count = {.local_blocks = 3,
                                           .local_block_values = 30,
                                           .remote_blocks = 1,
                                           .remote_block_values = 10}},
                                {.rows = 10,
                                 .kernel = ell,
                                 .width = 4,
                                 .count = {.local_blocks = 4,
                                           .local_block_values = 33,
                                           .remote_blocks = 2,
                                           .remote_block_values = 15}},
                                {.node = 1,
                                 .rows = 130,
                                 .kernel = ell,
                                 .width = 4,
                                 .count = {.local_blocks = 1, .local_block_values = 10}},
                                {.node = 1,
                                 .rows = 1,
                                 .kernel = ell,
                                 .width = 4,
                                 .count = {.remote_blocks = 1, .remote_block_values = 10}}};
  static const double transfer[2] = {2 * 33 * 8 + (1000 + 160) + (2000 + 240), 2 * 10 * 8 + (1000 + 160)};
  tc_seconds part[4];
  const double total = predict(paper, &slow, "block", 4, load, part);
  for (int r = 0; r < 4; r++) {
    cr_assert(part[r].pack == 0.0 && part[r].copy == 0.0 && part[r].unpack == 0.0);
    expect_near(part[r].transfer, transfer[r / 2]);
    expect_near(part[r].compute, 72.0 * load[r].rows);
  }
  /* The paper has no barrier between transfer and compute, so the step is the largest sum of one rank. Node 0
   * has the larger transfer and node 1 the larger compute. */
  expect_near(total, transfer[0] + 7200);
  expect_whole_steps(4, part, total);
}

static bool is_possible(const tc_params *machine, const char *strategy, int ranks, const tc_rank_load *load) {
  tc_seconds part[2];
  return isfinite(predict(paper, machine, strategy, ranks, load, part));
}

Test(predict, possible_with_what_is_known) {
  const tc_rank_load inside[2] = {{.rows = 9, .kernel = ell, .width = 4, .count = {.local_values_out = 5}},
                                  {.rows = 9, .kernel = ell, .width = 4, .count = {.local_values = 5}}};
  tc_rank_load across[2] = {inside[0], inside[1]};
  across[1].count.remote_messages = across[1].count.remote_values_out = 1;
  const tc_params node = machine_of(1e9, 0, 0, 64), no_tau = machine_of(1e9, 1e9, 0, 64),
                  no_wire = machine_of(1e9, 0, 1e-6, 64), all = machine_of(1e9, 1e9, 1e-6, 64),
                  none = machine_of(0, 1e9, 1e-6, 64);
  cr_assert(is_possible(&node, "condensed", 2, inside));
  cr_assert(is_possible(&all, "condensed", 2, across));
  cr_assert_not(is_possible(&node, "condensed", 2, across));
  cr_assert_not(is_possible(&no_tau, "condensed", 2, across));
  cr_assert_not(is_possible(&no_wire, "condensed", 2, across));
  cr_assert_not(is_possible(&none, "condensed", 2, inside));
  static const tc_counts remote[] = {{.remote_individual = 1},
                                     {.remote_blocks = 1, .remote_block_values = 1},
                                     {.remote_messages = 1, .remote_values_out = 1}};
  static const char *const strategy[] = {"fine", "block", "condensed"};
  for (int i = 0; i < 3; i++) {
    const tc_rank_load load = {.rows = 9, .kernel = ell, .width = 4, .count = remote[i]};
    cr_assert_not(is_possible(&node, strategy[i], 1, &load));
    cr_assert(is_possible(&all, strategy[i], 1, &load));
  }
}

/* The model `paper-cached` uses the bandwidth at the working set of the rank. In this test it is 4 bytes per
 * second instead of 1, so all terms except tau take a quarter of the time. */
Test(predict, paper_cached_has_the_bandwidth_of_the_working_set) {
  const tc_model *cached = tc_model_at(TC_MODEL_paper_cached);
  const tc_rank_load load = {.rows = 10, .kernel = ell, .width = 16, .count.copied_values = 3};
  tc_params machine = slow;
  tc_seconds part;
  cr_assert(isnan(predict(cached, &machine, "condensed", 1, &load, &part)), "no curve, no forecast");
  for (int w = 0; w < TC_WORKING_SETS; w++) {
    machine.working_set_B[w] = pow(10.0, w + 1.0);
    machine.stream_Bps[w] = 4.0 / (w + 1);
  }
  const tc_params small = tc_params_for_working_set(&machine, 10.0),
                  large = tc_params_for_working_set(&machine, 1e9);
  const double memory_s = predict(paper, &machine, "condensed", 1, &load, &part);
  expect_near(memory_s, 10 * 216 + 2 * 3 * 8.0);
  expect_near(predict(paper, &small, "condensed", 1, &load, &part), memory_s);
  expect_near(predict(cached, &small, "condensed", 1, &load, &part), memory_s / 4.0);
  expect_near(predict(cached, &large, "condensed", 1, &load, &part), memory_s / (4.0 / TC_WORKING_SETS));
}

/* A config selects a model by name. The model of the paper is the first one and therefore the default. */
Test(predict, models_by_name) {
  cr_assert_eq(TC_MODEL_paper, 0);
  for (int i = 0; i < TC_MODEL_COUNT; i++) {
    cr_assert_eq(tc_model_find(tc_model_at(i)->name), tc_model_at(i));
    cr_assert_gt(strlen(tc_model_at(i)->summary), 0);
  }
  cr_assert_eq(tc_model_find("paper"), tc_model_at(TC_MODEL_paper));
  cr_assert_eq(tc_model_find("refined"), tc_model_at(TC_MODEL_refined));
  cr_assert_null(tc_model_find("Paper"));
  cr_assert_null(tc_model_find(""));
}
