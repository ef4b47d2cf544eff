/* Tests of the model `refined`, term by term. With these parameters every term is a short number. */
#include <math.h>
#include <string.h>

#include "comm/exchange/strategy.h"
#include "model/approximately.h"
#include "model/step/predict.h"

#define model tc_model_at(TC_MODEL_refined)

/* Smallest working set of the machine, in bytes. A row of width 4 touches 80 bytes: 48 of entries, and 32 of
 * the diagonal, x, y and the copy of x. A row of width 16 touches 224 bytes. The smallest working set has 100
 * rows of width 4, and the others have 2, 4, .. 64 times this number. Curves rise by 1 for each doubling of
 * the working set. */
enum { smallest = 8000 };

static void fill_curve(double *curve, double first) {
  for (int w = 0; w < TC_WORKING_SETS; w++) curve[w] = first + w;
}

static tc_params machine_make(void) {
  tc_params m = {.private_bandwidth_Bps = NAN, /* the model uses only tau of the paper's parameters */
                 .remote_bandwidth_Bps = NAN,
                 .cache_line_B = NAN,
                 .remote_latency_s = 1000.0,
                 .exchange_bandwidth_Bps = 0.5,
                 .message_s = 300.0,
                 .node_barrier_s = 7.0,
                 .remote_barrier_s = 40.0,
                 .pack_s = 3.0,
                 .unpack_s = 5.0};
  for (int w = 0; w < TC_WORKING_SETS; w++) m.working_set_B[w] = smallest * (1 << w);
  fill_curve(m.row_s[TC_KERNEL_ell][0], 10.0);
  fill_curve(m.row_s[TC_KERNEL_ell][1], 34.0);
  fill_curve(m.row_s[TC_KERNEL_pointer][0], 20.0);
  fill_curve(m.row_s[TC_KERNEL_pointer][1], 64.0);
  fill_curve(m.copy_s, 2.0);
  return m;
}

/* Returns the increase of a curve between the smallest working set and `bytes` bytes. */
static double curve_increase(double bytes) { return bytes > smallest ? log2(bytes / smallest) : 0.0; }

Test(refined, bytes_of_a_row) {
  cr_assert_eq(tc_row_bytes(4), 80.0);
  cr_assert_eq(tc_row_bytes(16), 224.0);
}

/* Curves are linear in the logarithm of the working set and constant beyond their ends. */
Test(refined, curves) {
  const tc_params m = machine_make();
  tc_params none = m;
  for (int w = 0; w < TC_WORKING_SETS; w++) {
    expect_near(tc_params_curve(&m, m.copy_s, smallest * (1 << w)), 2.0 + w);
    if (w < TC_WORKING_SETS - 1)
      expect_near(tc_params_curve(&m, m.copy_s, smallest * (1 << w) * sqrt(2.0)), 2.5 + w);
  }
  expect_near(tc_params_curve(&m, m.copy_s, smallest * pow(2.0, 3.25)), 5.25);
  expect_near(tc_params_curve(&m, m.copy_s, 1.0), 2.0);
  expect_near(tc_params_curve(&m, m.copy_s, 0.0), 2.0);
  expect_near(tc_params_curve(&m, m.copy_s, 1e15), 8.0);
  none.copy_s[0] = 0.0;
  cr_assert_eq(tc_params_curve(&none, none.copy_s, 1e4), 0.0);
  none = m;
  none.working_set_B[0] = 0.0;
  cr_assert_eq(tc_params_curve(&none, none.copy_s, 1e4), 0.0);
}

static tc_stage_cost price_by(const tc_params *m, tc_rank_load load, tc_stage stage) {
  return model->stage_cost(m, 1, &load, &stage);
}
#define price_of(m, load, name) price_by(m, load, (tc_stage)TC_STAGE(name))

static double step_of(const tc_params *m, const char *strategy, int ranks, const tc_rank_load *load,
                      tc_seconds *part) {
  double total;
  expect_ok(
      tc_step_predict(model, m, tc_strategy_schedule(tc_strategy_find(strategy)), ranks, load, part, &total));
  return total;
}

/* A row costs the value of the curve at the working set of the rank. Other widths are interpolated or
 * extrapolated linearly from the widths 4 and 16. */
Test(refined, computing) {
  const tc_params m = machine_make();
  const tc_rank_load narrow = {.rows = 100, .kernel = ell, .width = 4},
                     more = {.rows = 400, .kernel = ell, .width = 4},
                     wide = {.rows = 100, .kernel = ell, .width = 16},
                     between = {.rows = 100, .kernel = ell, .width = 7},
                     narrowest = {.rows = 100, .kernel = ell, .width = 2};
  expect_near(price_of(&m, narrow, compute).own.memory, 100 * 10.0);
  expect_near(price_of(&m, more, compute).own.memory, 400 * 12.0);
  expect_near(price_of(&m, wide, compute).own.memory, 100 * (34.0 + log2(22400.0 / smallest)));
  expect_near(price_of(&m, between, compute).own.memory,
              100 * (10.0 + log2(11600.0 / smallest) + 0.25 * 24.0));
  /* Curves are constant below the smallest working set. */
  expect_near(price_of(&m, narrowest, compute).own.memory, 100 * (10.0 - 24.0 / 6.0));
}

/* Each format has its own curves. They are evaluated at the working set that the rows would have in format
 * ell. A format without measured curves must have no forecast. */
Test(refined, other_formats) {
  tc_params m = machine_make();
  const tc_rank_load load = {.rows = 200, .kernel = TC_KERNEL_ell16, .width = 4};
  cr_assert(isnan(price_of(&m, load, compute).own.memory));
  fill_curve(m.row_s[TC_KERNEL_ell16][0], 5.0);
  fill_curve(m.row_s[TC_KERNEL_ell16][1], 9.0);
  expect_near(price_of(&m, load, compute).own.memory, 200 * 6.0);
}

/* A row that reads values of other ranks of the node costs a row of the pointer kernel, regardless of the
 * number of these values. */
Test(refined, rows_through_pointers) {
  tc_params m = machine_make();
  tc_rank_load load = {.rows = 100,
                       .kernel = ell,
                       .width = 4,
                       .count = {.pointer_rows = 30, .local_individual = 77}};
  expect_near(price_of(&m, load, compute).own.memory, 100 * 10.0);
  expect_near(price_of(&m, load, compute).own.sharing, 30 * (20.0 - 10.0));
  load.rows = 400;
  expect_near(price_of(&m, load, compute).own.memory, 400 * 12.0);
  expect_near(price_of(&m, load, compute).own.sharing, 30 * (22.0 - 12.0));
  load.rows = 100;
  /* Because of noise, a row with pointers may seem faster than a plain row. It then has no extra time. */
  fill_curve(m.row_s[TC_KERNEL_pointer][0], 9.0);
  expect_near(price_of(&m, load, compute).own.sharing, 0.0);
}

/* A value that a strategy moves adds 8 bytes to the working set for each buffer that stores it. The buffers
 * are the copy of x, packed and received messages, ghosts, fetched blocks, and values copied from blocks.
 * Values that are read in the memory of other ranks do not count. The comments name the strategies. */
Test(refined, room_of_what_is_moved) {
  static const struct {
    tc_counts counts; /* counts of a rank with 100 rows */
    int values;       /* values stored in all these buffers */
  } cases[] = {
      {{.barriers = 2}, 0}, /* none */
      {{.local_individual = 9, .remote_individual = 8, .pointer_rows = 7, .pointer_runs = 5, .terms = 6},
       0},                                                         /* fine */
      {{.local_values_out = 10, .local_values = 20}, 10 + 2 * 20}, /* neighbour */
      {{.remote_values_out = 10, .remote_values = 20, .remote_messages = 5}, 10 + 2 * 20},
      {{.copied_values = 100, .local_values_out = 10, .local_values = 20}, 100 + 10 + 2 * 20}, /* condensed */
      {{.local_blocks = 3, .local_block_values = 130, .picked_values = 20}, 130 + 20},         /* block */
      {{.remote_blocks = 3, .remote_block_values = 30}, 30},
  };
  tc_params m = machine_make();
  m.copy_s[0] = 0.0;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const tc_rank_load load = {.rows = 100, .kernel = ell, .width = 4, .count = cases[i].counts};
    expect_near(price_of(&m, load, compute).own.memory,
                100 * (10 + curve_increase(8000 + 8 * cases[i].values)));
  }
}

Test(refined, packing_and_copying) {
  const tc_params m = machine_make();
  const tc_rank_load load = {.rows = 200,
                             .kernel = ell, /* 16000 bytes, plus those of moved values */
                             .width = 4,
                             .count = {.local_values_out = 11,
                                       .remote_values_out = 13,
                                       .local_values = 17,
                                       .remote_values = 19,
                                       .copied_values = 23}};
  expect_near(price_of(&m, load, pack).own.memory, (11 + 13) * 3.0);
  expect_near(price_of(&m, load, unpack).own.memory, (17 + 19) * 5.0);
  expect_near(price_of(&m, load, copy).own.memory,
              23 * (2.0 + curve_increase(16000 + 8 * (23 + 24 + 2 * 36))));
  const tc_rank_load blocks = {.rows = 200,
                               .kernel = ell,
                               .width = 4,
                               .count = {.picked_values = 29, .local_block_values = 1000}};
  expect_near(price_of(&m, blocks, unpack).own.memory, 29 * 5.0);
}

/* The time to copy a message inside the node is that of a working set of the size of the message. The time to
 * copy a block is that of the working set of the rank. */
Test(refined, transfers_inside_the_node) {
  const tc_params m = machine_make();
  tc_rank_load load = {.rows = 400,
                       .kernel = ell,
                       .width = 4,
                       .count = {.local_values_out = 100, .local_blocks = 1000, .remote_values_out = 9}};
  expect_near(price_of(&m, load, transfer).own.sharing, 100 * 2.0);
  load.count.local_values_out = 2000; /* twice 16000 bytes, 4 times the smallest working set */
  expect_near(price_of(&m, load, transfer).own.sharing, 2000 * 4.0);
  load.count = (tc_counts){.local_block_values = 50};
  expect_near(price_of(&m, load, transfer).own.sharing, 50 * (2.0 + curve_increase(32000 + 8 * 50)));
}

/* All ranks of a node share its network connection, so the cost per byte is serialised (added over the ranks
 * of the node). The costs per message and per single read do not depend on other ranks. */
Test(refined, transfers_between_nodes) {
  const tc_params m = machine_make();
  const tc_rank_load load = {.rows = 400,
                             .kernel = ell,
                             .width = 4,
                             .count = {.remote_values_out = 10,
                                       .remote_block_values = 20,
                                       .remote_messages = 3,
                                       .remote_blocks = 4,
                                       .remote_individual = 5}};
  expect_near(price_of(&m, load, transfer).serialised.bandwidth, (10 + 20) * 8 / 0.5);
  expect_near(price_of(&m, load, transfer).own.latency, (3 + 4) * 300 + 5 * 1000.0);
  const tc_params alone = {.exchange_bandwidth_Bps = 0.0};
  const tc_rank_load inside = {.rows = 400, .kernel = ell, .width = 4, .count = {.local_values_out = 10}};
  cr_assert_eq(price_of(&alone, inside, transfer).serialised.bandwidth, 0.0,
               "an unknown bandwidth does not matter without remote values");
}

/* Single reads in batches cost a time per value and a time per batch if these were measured. If not, they
 * cost as much as separate reads. */
Test(refined, batches_between_nodes) {
  tc_params m = machine_make();
  const tc_rank_load load = {.rows = 400,
                             .kernel = ell,
                             .width = 4,
                             .count = {.remote_individual = 50, .remote_batches = 3}};
  expect_near(price_of(&m, load, transfer).own.latency, 50 * 1000.0);
  m.coalesce_far_read_s = 6.0;
  expect_near(price_of(&m, load, transfer).own.latency, 50 * 6.0);
  m.coalesce_far_read_operation_s = 20.0;
  expect_near(price_of(&m, load, transfer).own.latency, 50 * 6.0 + 3 * 20.0);
}

/* Two-sided messages must cost nothing in the stage that sends them. The stage that waits for them has their
 * cost, a time per message and a time per byte. If messages were not measured, they cost as much as puts. */
Test(refined, two_sided_messages) {
  tc_params m = machine_make();
  const tc_stage send = TC_STAGE_TWO_SIDED, wait = TC_SYNC(NEIGHBOURS);
  const tc_rank_load load = {.rows = 400,
                             .kernel = ell,
                             .width = 4,
                             .count = {.local_messages = 2,
                                       .local_values_out = 100,
                                       .remote_messages = 3,
                                       .remote_values_out = 10,
                                       .local_values = 77}};
  const tc_stage_cost puts = price_of(&m, load, transfer), unknown = price_by(&m, load, wait);
  cr_assert_eq(memcmp(&unknown, &puts, sizeof puts), 0, "not measured: the cost of puts");
  m.node_send_s = 11.0;
  const tc_stage_cost half = price_by(&m, load, wait);
  cr_assert_eq(memcmp(&half, &puts, sizeof puts), 0, "measured in part: the cost of puts");
  m.node_send_Bps = 4.0;
  m.remote_send_s = 200.0;
  const tc_stage_cost sent = price_by(&m, load, send), come = price_by(&m, load, wait);
  cr_assert_eq(tc_costs_total(&sent.own) + tc_costs_total(&sent.serialised), 0.0);
  expect_near(come.own.sharing, 2 * 11 + 800 / 4.0);
  expect_near(come.own.latency, 3 * 200.0);
  expect_near(come.serialised.bandwidth, 80 / 0.5);
}

/* The strategy bcs multiplies entries separately from the sum of their row, so its terms are counted. A term
 * costs a fifth of a row of width 4 and one gathered value. */
Test(refined, terms_by_hand) {
  tc_params m = machine_make();
  const tc_counts counts = {.terms = 50, .local_messages = 4, .local_values_out = 10, .copied_values = 200};
  const tc_rank_load load = {.rows = 100, .kernel = ell, .width = 4, .count = counts};
  tc_seconds part;
  m.node_send_s = 11.0;
  m.node_send_Bps = 4.0;
  const double more = curve_increase(8000 + 8 * (200 + 10)), term = (10 + more) / 5 + 3;
  expect_near(step_of(&m, "bcs", 1, &load, &part), 200 * (2 + more) + (4 * 11 + 20.0) + 50 * term);
  expect_near(part.compute, 50 * term);
  expect_near(part.copy, 200 * (2 + more));
}

/* The strategy neighbour does not copy or unpack and has no barrier. */
Test(refined, neighbours_by_hand) {
  tc_params m = machine_make();
  const tc_counts counts = {.local_messages = 1, .local_values_out = 10, .local_values = 10};
  const tc_rank_load load[2] = {{.rows = 100, .kernel = ell, .width = 4, .count = counts},
                                {.rows = 50, .kernel = ell, .width = 4, .count = counts}};
  tc_seconds part[2];
  m.node_send_s = 11.0;
  m.node_send_Bps = 4.0;
  const double compute = 100 * (10 + curve_increase(8000 + 8 * (10 + 2 * 10)));
  expect_near(step_of(&m, "neighbour", 2, load, part), 30 + (11 + 20) + compute);
  expect_near(part[0].wait, 31.0);
  expect_near(part[1].wait, 31 + compute - 500.0);
  cr_assert(part[0].transfer == 0.0 && part[0].unpack == 0.0 && part[0].copy == 0.0);
}

/* A barrier costs one round inside the node and one round between nodes for each doubling of the nodes. */
Test(refined, barriers) {
  const tc_params m = machine_make();
  static const struct {
    int nodes;
    double wanted;
  } cases[] = {{1, 7}, {2, 47}, {3, 87}, {4, 87}, {5, 127}, {8, 127}, {1024, 407}};
  const tc_rank_load load = {.rows = 100, .kernel = ell, .width = 4};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    expect_near(model->stage_cost(&m, cases[i].nodes, &load, &(tc_stage)TC_SYNC(BARRIER)).own.sharing,
                cases[i].wanted);
    expect_near(model->stage_cost(&m, cases[i].nodes, &load, &(tc_stage)TC_SYNC(GUARD)).own.sharing,
                cases[i].wanted);
  }
}

/* The step of two ranks on two nodes. A step has one barrier with a strategy that packs values, and two
 * barriers with the other strategies. Each barrier takes 47 s. */
Test(refined, a_step_by_hand) {
  const tc_params m = machine_make();
  const tc_counts first = {.remote_values_out = 10, .remote_messages = 1, .remote_values = 20},
                  second = {.remote_values_out = 20, .remote_messages = 1, .remote_values = 10};
  const tc_rank_load packing[2] = {{.rows = 100, .kernel = ell, .width = 4, .count = first},
                                   {.node = 1, .rows = 50, .kernel = ell, .width = 4, .count = second}};
  /* The terms are pack, transfer, unpack and compute of each rank. */
  const double work[2] = {30 + 460 + 100 + 100 * (10 + curve_increase(8000 + 8 * (10 + 2 * 20))),
                          60 + 620 + 50 + 500.0};
  tc_seconds part[2];
  expect_near(step_of(&m, "condensed", 2, packing, part), work[0] + 47);
  expect_near(part[0].transfer, 10 * 16 + 300.0);
  expect_near(part[1].transfer, 20 * 16 + 300.0);
  expect_near(part[0].wait, 47.0);
  expect_near(part[1].wait, 47 + work[0] - work[1]);
  const tc_counts single = {.remote_individual = 2};
  const tc_rank_load reading[2] = {{.rows = 100, .kernel = ell, .width = 4, .count = single},
                                   {.node = 1, .rows = 50, .kernel = ell, .width = 4}};
  expect_near(step_of(&m, "fine", 2, reading, part), 2000 + 1000 + 2 * 47.0);
  expect_near(part[0].transfer, 2 * 1000.0);
  expect_near(part[0].wait, 2 * 47.0);
  expect_near(part[1].wait, 2500 + 2 * 47.0);
}

/* Blocks are fetched between two barriers. Rows are computed between the second barrier and the first one of
 * the next step. A rank that fetches longer delays all ranks, although it computes less. */
Test(refined, blocks_by_hand) {
  const tc_params m = machine_make();
  const tc_rank_load load[2] =
      {{.rows = 100, .kernel = ell, .width = 4, .count = {.local_block_values = 200}},
       {.rows = 50, .kernel = ell, .width = 4, .count = {.local_block_values = 300}}};
  tc_seconds part[2];
  const double more = curve_increase(8000 + 8 * 200), compute[2] = {100 * (10 + more), 50 * 10.0},
               fetch[2] = {200 * (2 + more), 300 * 2.0};
  expect_near(step_of(&m, "block", 2, load, part), (fetch[1] + 7) + (compute[0] + 7));
  expect_near(part[0].wait, 2 * 7 + fetch[1] - fetch[0]);
  expect_near(part[1].wait, 2 * 7 + compute[0] - compute[1]);
}

/* On one node, barriers have no rounds between nodes. */
Test(refined, barriers_of_one_node) {
  const tc_params m = machine_make();
  const tc_rank_load load[2] = {{.rows = 100, .kernel = ell, .width = 4},
                                {.rows = 100, .kernel = ell, .width = 4}};
  tc_seconds part[2];
  expect_near(step_of(&m, "fine", 2, load, part), 1014.0);
  expect_near(part[1].wait, 14.0);
}

static bool is_possible(const tc_params *m, const char *strategy, tc_counts counts) {
  const tc_rank_load load = {.rows = 100, .kernel = ell, .width = 4, .count = counts};
  tc_seconds part;
  return isfinite(step_of(m, strategy, 1, &load, &part));
}

enum {
  row4 = TC_PARAM_ROWS,
  row16 = TC_PARAM_ROWS + 1,
  pointer_row4 = TC_PARAM_ROWS + TC_KERNEL_pointer * TC_WIDTHS,
  pointer_row16
};

/* A missing parameter makes the forecast unknown only for loads that need this parameter. */
Test(refined, possible_with_what_is_known) {
  static const struct {
    int param;
    bool inside, pointers, message, block, read; /* true if a load of this kind needs the parameter */
  } cases[] = {{TC_PARAM_working_set_B, true, true, true, true, true},
               {row4, true, true, true, true, true},
               {row16, false, false, false, false, false},
               {TC_PARAM_copy_s, true, false, false, false, false},
               {TC_PARAM_pack_s, true, false, true, false, false},
               {TC_PARAM_unpack_s, true, false, false, false, false},
               {pointer_row4, false, true, false, false, false},
               {pointer_row16, false, false, false, false, false},
               {TC_PARAM_exchange_bandwidth_Bps, false, false, true, true, false},
               {TC_PARAM_message_s, false, false, true, true, false},
               {TC_PARAM_remote_latency_s, false, false, false, false, true},
               {TC_PARAM_node_barrier_s, false, false, false, false, false},
               {TC_PARAM_remote_barrier_s, false, false, false, false, false},
               {TC_PARAM_private_bandwidth_Bps, false, false, false, false, false},
               {TC_PARAM_remote_bandwidth_Bps, false, false, false, false, false}};
  static const tc_counts inside = {.local_values_out = 1, .local_values = 1, .copied_values = 1},
                         pointers = {.pointer_rows = 1},
                         message = {.remote_messages = 1, .remote_values_out = 1},
                         block = {.remote_blocks = 1, .remote_block_values = 1},
                         read = {.remote_individual = 1};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    tc_params m = machine_make();
    tc_param_at(&m, cases[i].param)[0] = 0.0;
    const char *name = tc_param_name(cases[i].param);
    cr_assert_eq(is_possible(&m, "condensed", inside), !cases[i].inside, "%s", name);
    cr_assert_eq(is_possible(&m, "fine", pointers), !cases[i].pointers, "%s", name);
    cr_assert_eq(is_possible(&m, "condensed", message), !cases[i].message, "%s", name);
    cr_assert_eq(is_possible(&m, "block", block), !cases[i].block, "%s", name);
    cr_assert_eq(is_possible(&m, "fine", read), !cases[i].read, "%s", name);
  }
}
