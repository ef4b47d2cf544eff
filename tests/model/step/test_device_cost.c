/* Tests of the model `refined` for products on a device (GPU): forecast seconds of each stage, term by term.
 * The machine has made-up parameters with which each term is a short number, so that the sums can be checked
 * by hand. */
#include "model/step/device_cost.h"

#include "comm/exchange/exchange.h"
#include "comm/exchange/strategy.h"
#include "model/approximately.h"
#include "model/step/predict.h"

#define refined tc_model_at(TC_MODEL_refined)

/* Smallest working set of the machine, in bytes. A row of width 4 touches 80 bytes, so this working set
 * contains 100 of them. A row of width 16 touches 224 bytes. */
enum { smallest = 8000 };

/* Sets a parameter that depends on the working set. Its value is `first` for the smallest working set, and 1
 * more for each doubling of the working set. */
static void fill_curve(double *curve, double first) {
  for (int w = 0; w < TC_WORKING_SETS; w++) curve[w] = first + w;
}

static tc_params machine_make(void) {
  tc_params m = {.device_bandwidth_Bps = 0.5,
                 .device_sector_B = 20,
                 .launch_s = 1000,
                 .link_s = 300,
                 .link_Bps = 0.25,
                 .node_barrier_s = 7,
                 .unpack_s = 5};
  for (int w = 0; w < TC_WORKING_SETS; w++) m.working_set_B[w] = smallest * (1 << w);
  fill_curve(m.device_shared_row4_s, 10.0);
  fill_curve(m.device_shared_row16_s, 34.0);
  fill_curve(m.device_direct_row4_s, 50.0);
  fill_curve(m.device_direct_row16_s, 98.0);
  fill_curve(m.device_copy_s, 2.0);
  fill_curve(m.copy_s, 3.0);
  return m;
}

static const tc_device_load shared = {TC_STAGING_SHARED, false}, direct = {TC_STAGING_DIRECT, false},
                            entered = {TC_STAGING_SHARED, true};

static tc_rank_load load_of(int32_t rows, int width, tc_counts count, const tc_device_load *device) {
  return (tc_rank_load){.rows = rows, .kernel = ell, .width = width, .count = count, .device = device};
}

/* Returns the forecast seconds of a stage on one rank. Checks that all of them are costs of the rank alone.
 * On a device no rank waits for the work of other ranks of its node (`concurrent`, `serialised`). */
static double price(const tc_params *m, const tc_rank_load *load, tc_stage stage) {
  const tc_stage_cost p = tc_model_stage_cost(refined, m, 1, load, &stage);
  cr_expect(tc_costs_total(&p.concurrent) == 0.0 && tc_costs_total(&p.serialised) == 0.0);
  return tc_costs_total(&p.own);
}

static const tc_stage compute = TC_STAGE(compute);

/* A product needs the time of a kernel launch (1000) and of its rows. The time per row is read from a curve
 * at the working set of the rows. There is one curve for each staging of the kernel (shared, direct) and each
 * of the widths 4 and 16. Times for widths between these are interpolated. */
Test(device_model, computing) {
  const tc_params m = machine_make();
  const tc_counts much = {.copied_values = 100000}; /* does not change the working set */
  tc_rank_load load = load_of(200, 4, much, &shared);
  expect_near(price(&m, &load, compute), 1000 + 200 * 11.0);
  load.device = &direct;
  expect_near(price(&m, &load, compute), 1000 + 200 * 51.0);
  load = load_of(100, 16, much, &shared);
  expect_near(price(&m, &load, compute), 1000 + 100 * (34 + log2(100 * 224.0 / smallest)));
  load = load_of(10, 10, much, &direct);
  expect_near(price(&m, &load, compute), 1000 + 10 * (50 + 98) / 2.0);
  load.rows = 0;
  expect_near(price(&m, &load, compute), 0.0);
}

/* Rows of the form `difference` have no diagonal entry, so they move 8 bytes less than rows of the matrix.
 * Their time per row is reduced in the ratio of the bytes. */
Test(device_model, rows_of_differences_read_no_diagonal) {
  const tc_params m = machine_make();
  tc_rank_load load = load_of(100, 4, (tc_counts){{0}}, &shared);
  load.kernel = TC_KERNEL_difference;
  expect_near(price(&m, &load, compute), 1000 + 100 * 10 * (4 * 12 + 16) / (4 * 12 + 24.0));
}

/* A machine described from a data sheet has a bandwidth of the device but no measured curves. The time of
 * rows and of copies is then the number of their bytes divided by this bandwidth. Without the bandwidth the
 * time is unknown. */
Test(device_model, by_bytes) {
  tc_params m = machine_make();
  const tc_rank_load load = load_of(100, 16, (tc_counts){.copied_values = 100}, &shared);
  m.working_set_B[0] = 0.0;
  expect_near(price(&m, &load, compute), 1000 + 100 * (16 * 12 + 24) / 0.5);
  expect_near(price(&m, &load, (tc_stage)TC_STAGE(copy)), 1000 + 100 * 16 / 0.5);
  m.device_bandwidth_Bps = 0.0;
  cr_expect(isnan(price(&m, &load, compute)));
  cr_expect(isnan(price(&m, &load, (tc_stage)TC_STAGE(copy))));
}

/* Before an exchange, a kernel on the device gathers the 24 values that the rank sends, and the host
 * downloads them. If other ranks read the owned values directly in host memory, all 100 owned values are
 * downloaded without a gather. */
Test(device_model, packing) {
  const tc_params m = machine_make();
  tc_rank_load load = load_of(100, 4, (tc_counts){.local_values_out = 11, .remote_values_out = 13}, &shared);
  expect_near(price(&m, &load, (tc_stage)TC_STAGE(pack)),
              1000 + 24 * (4 + 20 + 8) / 0.5 + 300 + 24 * 8 / 0.25);
  const tc_stage whole = {.phase = TC_PHASE_pack, .all_values = true};
  expect_near(price(&m, &load, whole), 300 + 100 * 8 / 0.25);
  load.count = (tc_counts){{0}};
  expect_near(price(&m, &load, (tc_stage)TC_STAGE(pack)), 0.0);
}

/* After an exchange, the host copies the received values to their final positions in the vector, unless the
 * transport has stored them there. In both cases they are uploaded to the device. */
Test(device_model, unpacking) {
  const tc_params m = machine_make();
  const tc_rank_load load = load_of(100, 4, (tc_counts){.local_values = 17, .remote_values = 19}, &shared),
                     picked = load_of(100, 4, (tc_counts){.picked_values = 20}, &shared),
                     nothing = load_of(100, 4, (tc_counts){{0}}, &shared);
  const tc_stage placed = {.phase = TC_PHASE_unpack, .placed = true},
                 whole = {.phase = TC_PHASE_unpack, .all_values = true};
  expect_near(price(&m, &load, (tc_stage)TC_STAGE(unpack)), 36 * 5 + 300 + 36 * 8 / 0.25);
  expect_near(price(&m, &load, placed), 300 + 36 * 8 / 0.25);
  expect_near(price(&m, &picked, whole), 20 * 5 + 300 + 120 * 8 / 0.25);
  expect_near(price(&m, &nothing, placed), 0.0);
}

/* If the problem has a forcing (boundary data or a source), the host adds it to the field in each step. All
 * 100 owned values are therefore downloaded and uploaded again. */
Test(device_model, what_enters) {
  const tc_params m = machine_make();
  const tc_rank_load load = load_of(100, 4, (tc_counts){{0}}, &entered);
  expect_near(price(&m, &load, (tc_stage)TC_STAGE(pack)), 300 + 100 * 8 / 0.25);
  expect_near(price(&m, &load, (tc_stage)TC_STAGE(unpack)), 300 + 100 * 8 / 0.25);
}

/* The time of a pack stage must be unknown (NAN) if a parameter on which it depends is unknown. Other device
 * parameters must have no effect. */
Test(device_model, what_is_not_known) {
  const tc_rank_load load = load_of(100, 4, (tc_counts){.local_values_out = 1, .local_values = 1}, &shared);
  for (int p = TC_PARAM_device_bandwidth_Bps; p <= TC_PARAM_link_s; p++) {
    const bool needed = p == TC_PARAM_device_bandwidth_Bps || p >= TC_PARAM_launch_s;
    tc_params m = machine_make();
    *tc_param_at(&m, p) = 0.0;
    cr_expect_eq(isnan(price(&m, &load, (tc_stage)TC_STAGE(pack))), needed, "%s", tc_param_name(p));
  }
}

/* All models except `refined` do not support devices, so their time of a product on a device is unknown
 * (NAN). A barrier costs the same as without a device. */
Test(device_model, other_models_and_other_stages) {
  const tc_params m = machine_make();
  const tc_rank_load load = load_of(100, 4, (tc_counts){{0}}, &shared);
  const tc_stage barrier = TC_SYNC(BARRIER);
  expect_near(price(&m, &load, barrier), 7.0);
  for (int i = 0; i < tc_model_count(); i++) {
    const tc_stage_cost p = tc_model_stage_cost(tc_model_at(i), &m, 1, &load, &compute);
    cr_expect_eq(isnan(tc_costs_total(&p.own)), i != TC_MODEL_refined, "%s", tc_model_at(i)->name);
  }
}

/* ---- stages of a product on a device ---- */

/* Checks the stages of a product on a device with one strategy. `wanted` lists the phases of the stages in
 * their order. A phase is followed by + if all owned values are transferred between host and device. It is
 * followed by = if the received values already have their final positions and only need to be uploaded. */
static void expect_stages(const char *strategy, const char *wanted) {
  const tc_schedule s = tc_exchange_device_schedule(tc_strategy_find(strategy)->transport);
  char text[256] = "";
  for (int i = 0; i < s.stages; i++) {
    strcat(text, i ? " " : "");
    strcat(text, tc_phase_name(s.stage[i].phase));
    strcat(text, s.stage[i].all_values ? "+" : s.stage[i].placed ? "=" : "");
  }
  cr_expect_str_eq(text, wanted);
}

/* The schedule of a product on a device differs from the schedule on the host. It begins with a pack stage,
 * which downloads values. An unpack stage, which uploads the received values, precedes the computation. */
Test(device_model, schedules) {
  expect_stages("none", "pack unpack= compute");
  expect_stages("condensed", "pack transfer wait unpack copy compute");
  expect_stages("block", "pack+ wait transfer wait unpack+ compute");
  expect_stages("neighbour", "pack transfer wait unpack= compute");
}

/* On one rank the forecast of a step is the time of copying x, of the product and of a barrier. */
Test(device_model, a_step) {
  const tc_params m = machine_make();
  const tc_schedule s = tc_exchange_device_schedule(tc_strategy_find("condensed")->transport);
  const tc_rank_load load = load_of(100, 4, (tc_counts){.copied_values = 100}, &shared);
  tc_seconds part;
  double total;
  expect_ok(tc_step_predict(refined, &m, &s, 1, &load, &part, &total));
  expect_near(part.copy, 1000 + 100 * 2.0);
  expect_near(part.compute, 1000 + 100 * 10.0);
  expect_near(total, part.copy + part.compute + 7);
}
