/* Tests of the combination of stage costs into the time of a step, with an invented model. */
#include <stdlib.h>

#include "model/approximately.h"
#include "model/step/cost_breakdown.h"

/* Invented model. Packing takes `width` seconds and computing `rows` seconds. A barrier takes 5 s per node. A
 * sync of neighbours takes 2 s, plus 1 s that is serialised over the ranks of the node. A transfer takes
 * `width` seconds, concurrently with other ranks, plus 1 s that is serialised. */
static tc_stage_cost price(const tc_params *machine, int nodes, const tc_rank_load *l,
                           const tc_stage *stage) {
  (void)machine;
  switch (stage->phase) {
  case TC_PHASE_pack: return (tc_stage_cost){.own.memory = l->width};
  case TC_PHASE_transfer: return (tc_stage_cost){.concurrent.sharing = l->width, .serialised.latency = 1.0};
  case TC_PHASE_compute: return (tc_stage_cost){.own.memory = l->rows};
  case TC_PHASE_wait:
    return stage->sync == TC_SYNC_NEIGHBOURS
               ? (tc_stage_cost){.own.sharing = 2.0, .serialised.bandwidth = 1.0}
               : (tc_stage_cost){.own.sharing = 5.0 * nodes};
  default: return (tc_stage_cost){0};
  }
}

static double run_schedule(bool is_single, tc_schedule schedule, int ranks, const tc_rank_load *load,
                           tc_seconds *part) {
  const tc_model model = {.name = "made up", .single_step = is_single, .stage_cost = price};
  const tc_params machine = {0};
  double total;
  expect_ok(tc_step_predict(&model, &machine, &schedule, ranks, load, part, &total));
  return total;
}

/* Expects that work and waits of each rank add up to the time of the step. */
static void expect_whole_steps(int ranks, const tc_seconds *part, double total) {
  for (int r = 0; r < ranks; r++) expect_near(tc_seconds_total(&part[r]), total);
}

/* The schedule has one barrier per step. In a sequence of steps, ranks compute and pack between two barriers,
 * so a step takes the largest sum of one rank. A single step takes the longest packing plus the longest
 * computing. */
Test(schedule, from_one_barrier_to_the_next) {
  const tc_schedule s = TC_SCHEDULE(TC_STAGE(pack), TC_SYNC(BARRIER), TC_STAGE(compute));
  const tc_rank_load load[3] = {{.rows = 10, .kernel = ell, .width = 90},
                                {.node = 1, .rows = 95, .kernel = ell, .width = 4},
                                {.node = 1, .rows = 20, .kernel = ell, .width = 30}};
  tc_seconds part[3];
  double total = run_schedule(false, s, 3, load, part);
  expect_near(total, (90 + 10) + 10.0);
  expect_near(part[0].wait, 10.0);
  expect_near(part[1].wait, 10 + 1.0);
  expect_near(part[2].wait, 10 + 50.0);
  expect_whole_steps(3, part, total);
  total = run_schedule(true, s, 3, load, part);
  expect_near(total, (90 + 10) + 95.0);
  expect_near(part[0].wait, 10 + 85.0);
  expect_near(part[1].wait, 10 + 86.0);
  expect_whole_steps(3, part, total);
}

/* Each barrier costs time. In a sequence of steps, a guard (a barrier before memory is overwritten) divides
 * the step like a barrier. In a single step, guards do not count. */
Test(schedule, guards) {
  const tc_schedule s = TC_SCHEDULE(TC_SYNC(BARRIER), TC_STAGE(pack), TC_SYNC(GUARD), TC_STAGE(compute));
  const tc_rank_load load[2] = {{.rows = 10, .kernel = ell, .width = 90},
                                {.rows = 95, .kernel = ell, .width = 4}};
  tc_seconds part[2];
  double total = run_schedule(false, s, 2, load, part);
  expect_near(total, 90 + 5 + 95 + 5.0);
  expect_near(part[0].wait, 10 + 85.0);
  expect_near(part[1].wait, 10 + 86.0);
  expect_whole_steps(2, part, total);
  total = run_schedule(true, s, 2, load, part);
  expect_near(total, 5 + 100.0);
  expect_near(part[0].wait, 5.0);
  expect_near(part[1].wait, 5 + 1.0);
}

/* Neighbours wait for each other's messages, so all ranks are as slow as the slowest one, although there is
 * no barrier. In a schedule without a sync, ranks must not wait. */
Test(schedule, neighbours_and_nobody) {
  const tc_schedule alone = TC_SCHEDULE(TC_STAGE(compute)),
                    s = TC_SCHEDULE(TC_STAGE(pack), TC_SYNC(NEIGHBOURS), TC_STAGE(compute));
  const tc_rank_load load[2] = {{.rows = 10, .kernel = ell, .width = 90},
                                {.node = 1, .rows = 95, .kernel = ell, .width = 4}};
  tc_seconds part[2];
  for (int is_single = 0; is_single < 2; is_single++) {
    expect_near(run_schedule(is_single, alone, 2, load, part), 95.0);
    cr_assert(part[0].wait == 0.0 && part[1].wait == 0.0);
  }
  const double total = run_schedule(false, s, 2, load, part);
  expect_near(total, 3 + 100.0);
  expect_near(part[1].wait, 3 + 1.0);
  expect_whole_steps(2, part, total);
  const tc_rank_load together[2] = {load[0],
                                    {.rows = 95, .kernel = ell, .width = 4}}; /* sync: 2 s + 1 s per rank */
  expect_near(run_schedule(false, s, 2, together, part), 4 + 100.0);
  expect_near(part[0].wait, 4.0);
}

/* Each rank of a node needs the longest concurrent cost of these ranks, and the sum of their serialised
 * costs. */
Test(schedule, together_and_in_turn) {
  const tc_schedule s = TC_SCHEDULE(TC_STAGE(transfer), TC_SYNC(BARRIER));
  const tc_rank_load load[4] = {{.node = 1, .rows = 0, .kernel = ell, .width = 2},
                                {.rows = 0, .kernel = ell, .width = 7},
                                {.node = 1, .rows = 0, .kernel = ell, .width = 4},
                                {.node = 1, .rows = 0, .kernel = ell, .width = 3}};
  tc_seconds part[4];
  expect_near(run_schedule(false, s, 4, load, part), 10 + 8.0);
  for (int r = 0; r < 4; r++) expect_near(part[r].transfer, r == 1 ? 7 + 1 : 4 + 3.0);
  expect_near(part[1].wait, 10.0);
  expect_near(part[0].wait, 10 + 1.0);
}

/* The time to compute a forecast must be proportional to the number of ranks, for any assignment of ranks to
 * nodes. With a loop over all ranks for each rank, this test would take minutes. */
Test(schedule, many_ranks) {
  enum { ranks = 131072, nodes = ranks / 16 };
  const tc_schedule s = TC_SCHEDULE(TC_STAGE(transfer), TC_SYNC(BARRIER), TC_STAGE(compute));
  tc_rank_load *load = calloc(ranks, sizeof *load);
  tc_seconds *part = calloc(ranks, sizeof *part);
  for (int is_cyclic = 0; is_cyclic < 2; is_cyclic++) {
    for (int r = 0; r < ranks; r++)
      load[r] = (tc_rank_load){.node = is_cyclic ? r % nodes : r / 16,
                               .rows = 100 + r % 7,
                               .kernel = ell,
                               .width = 4};
    const double total = run_schedule(false, s, ranks, load, part);
    expect_near(total, 5.0 * nodes + (4 + 16) + 106.0);
    expect_near(part[ranks - 1].transfer, 4 + 16.0);
    expect_whole_steps(ranks, part, total);
    tc_costs costs;
    const tc_model model = {.name = "made up", .stage_cost = price};
    expect_ok(tc_costs_compute(&model, &(tc_params){0}, &s, ranks, load, &costs));
    expect_near(costs.latency, 16.0);
    expect_near(costs.sharing, 4 + 5.0 * nodes);
  }
  free(load);
  free(part);
}

/* The forcing of a step follows the product and its last sync. It takes its measured time, and other ranks
 * wait for it at the next sync. */
Test(schedule, what_is_prescribed_comes_last) {
  const tc_schedule s = TC_SCHEDULE(TC_STAGE(pack), TC_SYNC(BARRIER), TC_STAGE(compute), TC_SYNC(GUARD));
  const tc_rank_load load[2] = {{.rows = 10, .width = 90, .forcing_s = {.boundary = 3.0, .source = 20.0}},
                                {.rows = 95, .width = 4, .forcing_s = {.source = 200.0}}};
  tc_seconds part[2];
  double total = run_schedule(false, s, 2, load, part);
  expect_near(total, (200 + 4) + 5 + 95 + 5.0);
  cr_assert(part[0].boundary == 3.0 && part[0].source == 20.0);
  cr_assert(part[1].boundary == 0.0 && part[1].source == 200.0);
  expect_near(part[0].wait, (204 - 113) + 5 + 85 + 5.0);
  expect_whole_steps(2, part, total);
  total = run_schedule(true, s, 2, load, part); /* the barrier divides the step: 90 + 5 and 95 + 200 */
  expect_near(total, 90 + 5 + 295.0);
  expect_whole_steps(2, part, total);
}

Test(schedule, a_step_is_a_product_and_what_is_prescribed) {
  const tc_schedule s = TC_SCHEDULE(TC_STAGE(compute), TC_SYNC(GUARD)), step = tc_model_step(&s, false);
  cr_assert_eq(step.stages, 4);
  cr_assert_eq(memcmp(step.stage, s.stage, 2 * sizeof *s.stage), 0);
  cr_assert(step.stage[2].phase == TC_PHASE_boundary && step.stage[3].phase == TC_PHASE_source);
}
