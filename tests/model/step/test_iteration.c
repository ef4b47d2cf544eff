/* Tests of the forecast cost of a solver's work, term by term. With the parameters of these tests every term
 * is a short number. */
#include "model/step/iteration.h"

#include "comm/exchange/strategy.h"
#include "model/approximately.h"

enum { rows = 100, cache = 8000 }; /* a row of width 4 touches 80 bytes */

static const tc_model *find_refined_model(void) { return tc_model_at(TC_MODEL_refined); }
static const tc_model *paper(void) { return tc_model_at(TC_MODEL_paper); }

static void fill_curve(double *curve, double small, double large) {
  for (int w = 0; w < TC_WORKING_SETS; w++) curve[w] = w == 0 ? small : large;
}

/* Returns a machine on which, per row, a stream (reading or writing a vector) takes 1 s in the cache and 2 s
 * beyond it. In addition to its streams, a dot product takes 3 s and an update (2 FLOPs) 1 s. */
static tc_params machine_make(void) {
  tc_params m = {.private_bandwidth_Bps = 2.0,
                 .remote_bandwidth_Bps = 0.5,
                 .remote_latency_s = 1000.0,
                 .cache_line_B = 64.0,
                 .exchange_bandwidth_Bps = 0.25,
                 .message_s = 300.0,
                 .remote_send_s = 200.0,
                 .node_send_s = 11.0,
                 .node_send_Bps = 4.0,
                 .node_barrier_s = 7.0,
                 .remote_barrier_s = 40.0,
                 .node_reduce_s = 5.0,
                 .remote_reduce_s = 60.0,
                 .pack_s = 3.0,
                 .dot_s = 3.0,
                 .add_s = 1.0};
  for (int w = 0; w < TC_WORKING_SETS; w++) m.working_set_B[w] = cache * (1 + w);
  fill_curve(m.row_s[ell][0], 10.0, 20.0);
  fill_curve(m.row_s[ell][1], 34.0, 68.0);
  fill_curve(m.copy_s, 2.0, 2.0);
  fill_curve(m.vectors_s, 13.0 + 12.0, 26.0 + 12.0);
  fill_curve(m.sweep4_s, 6.0, 12.0);
  fill_curve(m.sweep16_s, 18.0, 36.0);
  return m;
}

static double price_of(const tc_model *model, const tc_params *m, int nodes, const tc_rank_load *load,
                       int phase) {
  const tc_stage_cost price = tc_model_stage_cost(model, m, nodes, load, &(tc_stage){.phase = phase});
  return tc_costs_total(&price.own) + tc_costs_total(&price.concurrent) + tc_costs_total(&price.serialised);
}

static tc_rank_load load_of(const tc_solver_load *solving) {
  return (tc_rank_load){.rows = rows, .kernel = ell, .width = 4, .solver = solving};
}

Test(iteration, vectors) {
  const tc_params m = machine_make();
  const tc_solver_load cg = {.work = {.streams = 13, .dots = 3, .row_flops = 12}},
                       other = {.work = {.streams = 5, .dots = 7, .row_flops = 24}},
                       large = {.work = other.work, .between_B = 80.0, .iteration_B = 80.0};
  tc_rank_load load = load_of(&cg);
  expect_near(price_of(find_refined_model(), &m, 1, &load, TC_PHASE_vector),
              rows * 25.0); /* the same operations as in the benchmark must cost the time of the benchmark */
  expect_near(price_of(paper(), &m, 1, &load, TC_PHASE_vector), rows * 13 * 8 / 2.0);
  load.solver = &other;
  expect_near(price_of(find_refined_model(), &m, 1, &load, TC_PHASE_vector),
              rows * (5 * 1.0 + 7 * 3.0 + 5 * 1.0));
  load.solver = &large; /* 80 more bytes per row do not fit into the cache */
  expect_near(price_of(find_refined_model(), &m, 1, &load, TC_PHASE_vector),
              rows * (5 * 2.0 + 7 * 3.0 + 5 * 1.0));
  expect_near(price_of(find_refined_model(), &m, 1, &load, TC_PHASE_compute), rows * 20.0);
  load.solver = NULL;
  cr_assert_eq(price_of(find_refined_model(), &m, 1, &load, TC_PHASE_vector), 0.0);
}

/* A product may be combined with other vectors. A byte of the combination costs as much as a byte of the
 * product, whose rows of width 4 move 72 bytes. Without a solver, the workload contains the number of
 * products per step. */
Test(iteration, products_with_a_combination) {
  const tc_params m = machine_make();
  tc_rank_load load = load_of(NULL);
  load.products = (tc_step_products){.count = 5, .combined_B = 18.0};
  expect_near(price_of(paper(), &m, 1, &load, TC_PHASE_compute), rows * (72 + 18) / 2.0);
  expect_near(price_of(find_refined_model(), &m, 1, &load, TC_PHASE_compute), rows * 10.0 * 1.25);
  cr_assert_eq(price_of(find_refined_model(), &m, 1, &load, TC_PHASE_vector), 0.0);
  load.products.vectors_B = 80.0; /* 80 more bytes per row do not fit into the cache */
  expect_near(price_of(find_refined_model(), &m, 1, &load, TC_PHASE_compute), rows * 20.0 * 1.25);
  load.count.terms = 6;
  const tc_stage by_terms = TC_STAGE_BY_TERMS;
  const tc_stage_cost cost = tc_model_stage_cost(paper(), &m, 1, &load, &by_terms);
  expect_near(cost.own.memory, (6 * 32 + rows * 18) / 2.0);
  cr_assert_eq(tc_model_repetitions(&load, &(tc_stage)TC_STAGE(compute)), 5.0);
  cr_assert_eq(tc_model_repetitions(&load, &(tc_stage)TC_STAGE(boundary)), 1.0);
}

/* Two ranks on one node make three products per step. The slower rank has twice the rows, and the step must
 * take three times as long as one with a single product. */
Test(iteration, a_step_of_several_products) {
  const tc_params m = machine_make();
  const tc_schedule *none = tc_strategy_schedule(tc_strategy_find("none"));
  tc_rank_load load[2] = {load_of(NULL), load_of(NULL)};
  tc_seconds part[2], single[2];
  double total_s, single_s;
  for (int r = 0; r < 2; r++) load[r].products.combined_B = 36.0;
  load[1].rows = 2 * rows;
  expect_ok(tc_step_predict(paper(), &m, none, 2, load, single, &single_s));
  for (int r = 0; r < 2; r++) {
    load[r].products.count = 3;
    load[r].forcing_s.boundary = 1.0 + r;
  }
  expect_ok(tc_iteration_predict(paper(), &m, none, 2, load, part, &total_s));
  expect_near(single_s, 2 * rows * (72 + 36) / 2.0);
  expect_near(total_s, 3 * single_s + 2.0);
  for (int r = 0; r < 2; r++) {
    expect_near(part[r].compute, 3 * single[r].compute);
    expect_near(part[r].boundary, 1.0 + r);
    cr_assert(part[r].vector == 0.0 && part[r].precond == 0.0 && part[r].reduce == 0.0);
  }
}

/* The measured time of the benchmark is shorter than the sum of its dot products and updates. The model must
 * scale these two down to the benchmark, and streams must cost nothing. */
Test(iteration, what_contradicts_itself) {
  tc_params m = machine_make();
  const tc_solver_load solving = {.work = {.streams = 5, .dots = 7, .row_flops = 24}};
  const tc_rank_load load = load_of(&solving);
  fill_curve(m.vectors_s, 6.0, 6.0);
  expect_near(price_of(find_refined_model(), &m, 1, &load, TC_PHASE_vector), rows * (7 * 1.5 + 5 * 0.5));
}

/* Vector operations of a polynomial preconditioner belong to the phase precond. */
Test(iteration, streams_of_preconditioners) {
  const tc_params m = machine_make();
  const tc_solver_load solving = {.work = {.streams = 9, .dots = 2, .row_flops = 20},
                                  .preconditioner_work = {.streams = 4, .row_flops = 6}};
  const tc_rank_load load = load_of(&solving);
  expect_near(price_of(find_refined_model(), &m, 1, &load, TC_PHASE_vector),
              rows * (5 * 1.0 + 2 * 3.0 + 5 * 1.0));
  expect_near(price_of(find_refined_model(), &m, 1, &load, TC_PHASE_precond), rows * (4 * 1.0 + 3 * 1.0));
  expect_near(price_of(paper(), &m, 1, &load, TC_PHASE_vector), rows * 5 * 8 / 2.0);
  expect_near(price_of(paper(), &m, 1, &load, TC_PHASE_precond), rows * 4 * 8 / 2.0);
}

/* Messages during sweeps cost as much as those of the strategy neighbour, which are 11 s per message and 1/4
 * s per byte inside the node. */
Test(iteration, sweeps) {
  const tc_params m = machine_make();
  const tc_solver_load inside = {.work = {.sweeps = 2},
                                 .sweep_counts = {.local_messages = 6, .local_values_out = 10}},
                       across = {.work = {.sweeps = 2},
                                 .sweep_counts = {.remote_messages = 6, .remote_values_out = 10}};
  tc_rank_load load = load_of(&inside);
  expect_near(price_of(find_refined_model(), &m, 1, &load, TC_PHASE_precond), 2 * rows * 6.0 + 66 + 20);
  expect_near(price_of(paper(), &m, 1, &load, TC_PHASE_precond), 2 * rows * (24 + 24) / 2.0 + 2 * 80 / 2.0);
  load.width = 7; /* the time is interpolated: (7 - 4) / (16 - 4) is a quarter */
  load.rows = 10;
  expect_near(price_of(find_refined_model(), &m, 1, &load, TC_PHASE_precond), 20 * 9.0 + 66 + 20);
  load = load_of(&across);
  expect_near(price_of(find_refined_model(), &m, 2, &load, TC_PHASE_precond), 2 * rows * 6.0 + 1200 + 320);
  expect_near(price_of(paper(), &m, 2, &load, TC_PHASE_precond), 2 * rows * 24.0 + 6000 + 160);
}

/* A reduction on five nodes needs three rounds between nodes. */
Test(iteration, reductions) {
  const tc_params m = machine_make(), nothing = {0};
  const tc_solver_load solving = {.work = {.reductions = 3}};
  const tc_rank_load load = load_of(&solving);
  expect_near(price_of(find_refined_model(), &m, 1, &load, TC_PHASE_reduce), 15.0);
  expect_near(price_of(find_refined_model(), &m, 5, &load, TC_PHASE_reduce), 15.0 + 3 * 180.0);
  cr_assert_eq(price_of(find_refined_model(), &nothing, 5, &load, TC_PHASE_reduce), 0.0);
  cr_assert_eq(price_of(paper(), &m, 5, &load, TC_PHASE_reduce), 0.0);
}

static double predict(const tc_model *model, const tc_params *m, int ranks, const tc_rank_load *load,
                      tc_seconds *part) {
  const tc_schedule *product = tc_strategy_schedule(tc_strategy_find("none"));
  double total;
  expect_ok(tc_iteration_predict(model, m, product, ranks, load, part, &total));
  return total;
}

/* Forecast of an iteration on two ranks. Rank 1 has half the rows of rank 0. An iteration has three products,
 * a sweep, vector operations, two reductions, and a source that is added once. */
Test(iteration, all_of_it_by_hand) {
  const tc_params m = machine_make();
  const tc_work work = {.products = 2,
                        .adjoint_products = 1,
                        .streams = 2,
                        .dots = 1,
                        .reductions = 2,
                        .row_flops = 4,
                        .sweeps = 1};
  const tc_solver_load solving = {.work = work};
  const tc_rank_load load[2] =
      {{.rows = rows, .kernel = ell, .width = 4, .forcing_s = {.source = 17.0}, .solver = &solving},
       {.rows = rows / 2, .kernel = ell, .width = 4, .forcing_s = {.source = 9.0}, .solver = &solving}};
  tc_seconds part[2];
  const double product = rows * 10.0, vectors_s = rows * (2.0 + 4.0) + rows * 6.0;
  expect_near(predict(find_refined_model(), &m, 2, load, part), 3 * product + vectors_s + 10.0 + 17.0);
  expect_near(part[0].compute, 3 * product);
  expect_near(part[1].compute, 1.5 * product);
  expect_near(part[0].vector, 600.0);
  expect_near(part[1].vector, 300.0);
  expect_near(part[0].precond, 600.0);
  expect_near(part[0].reduce, 10.0);
  expect_near(part[1].reduce, 10.0 + 600.0); /* the reductions include waiting for rank 0 */
  expect_near(part[0].source, 17.0);
  expect_near(part[1].source, 9.0);
  expect_near(tc_seconds_total(&part[0]), 3 * product + vectors_s + 10.0 + 17.0);
}

/* Bytes between nodes are serialised, so each rank of a node needs the time of all ranks of the node. */
Test(iteration, messages_in_turn) {
  const tc_params m = machine_make();
  const tc_solver_load solving = {.work = {.reductions = 1, .sweeps = 1},
                                  .sweep_counts = {.remote_messages = 1, .remote_values_out = 1}};
  tc_rank_load load[3];
  tc_seconds part[3];
  for (int r = 0; r < 3; r++) {
    load[r] = load_of(&solving);
    load[r].node = r == 2;
  }
  expect_near(predict(find_refined_model(), &m, 3, load, part), rows * 6.0 + 200 + 2 * 32 + 5 + 60);
  expect_near(part[0].precond, rows * 6.0 + 200 + 2 * 32);
  expect_near(part[2].precond, rows * 6.0 + 200 + 32);
  expect_near(part[2].reduce, 65.0 + 32);
}

/* If a cost of any rank is unknown, the forecast must be unknown. In this test one rank sends messages for
 * which the machine has no parameters. */
Test(iteration, one_rank_is_not_known) {
  tc_params m = machine_make();
  const tc_solver_load quiet = {.work = {.products = 1, .sweeps = 1, .reductions = 1}},
                       sending = {.work = quiet.work,
                                  .sweep_counts = {.remote_messages = 1, .remote_values_out = 1}};
  m.remote_send_s = m.message_s = 0.0;
  for (int which = 0; which < 3; which++) {
    tc_rank_load load[3];
    tc_seconds part[3];
    for (int r = 0; r < 3; r++) {
      load[r] = load_of(r == which ? &sending : &quiet);
      load[r].node = r;
    }
    cr_assert(isnan(predict(find_refined_model(), &m, 3, load, part)), "rank %d", which);
    cr_assert(isnan(part[which].precond) && isfinite(part[(which + 1) % 3].precond));
  }
}

static tc_stage_cost unknown_concurrent(const tc_params *machine, int nodes, const tc_rank_load *load,
                                        const tc_stage *stage) {
  (void)machine;
  (void)nodes;
  return (tc_stage_cost){.concurrent.sharing =
                             stage->phase == TC_PHASE_precond ? load->solver->between_B : 0.0};
}

/* If the concurrent cost of one rank is unknown, the forecast must be unknown, because the other ranks of the
 * node wait for this rank. */
Test(iteration, concurrent_cost_of_one_rank_is_unknown) {
  const tc_params m = machine_make();
  const tc_model model = {.name = "unknown", .stage_cost = unknown_concurrent};
  const tc_solver_load known = {.work = {.products = 1}, .between_B = 2.0},
                       unknown = {.work = {.products = 1}, .between_B = NAN};
  for (int which = 0; which < 2; which++) {
    tc_rank_load load[2] = {load_of(&known), load_of(&known)};
    tc_seconds part[2];
    expect_near(predict(&model, &m, 2, load, part), 2.0);
    load[which].solver = &unknown;
    cr_assert(isnan(predict(&model, &m, 2, load, part)), "rank %d", which);
    cr_assert(isnan(part[0].precond) && isnan(part[1].precond));
  }
}

/* If a parameter that the step needs is missing, the total is unknown, and so are the phases that need it.
 * The other phases are forecast. */
Test(iteration, what_is_not_known) {
  tc_params m = machine_make();
  const tc_solver_load plain = {.work = {.products = 1, .streams = 2, .reductions = 1}},
                       swept = {.work = {.products = 1, .streams = 2, .reductions = 1, .sweeps = 1}};
  tc_rank_load load = load_of(&plain);
  tc_seconds part;
  memset(m.sweep4_s, 0, sizeof m.sweep4_s);
  cr_assert(isfinite(predict(find_refined_model(), &m, 1, &load, &part)));
  load.solver = &swept;
  cr_assert(isnan(predict(find_refined_model(), &m, 1, &load, &part)));
  cr_assert(isnan(part.precond) && isfinite(part.vector) && isfinite(part.compute));
  cr_assert(isfinite(predict(paper(), &m, 1, &load, &part)));
  load.solver = &plain;
  m.dot_s = 0.0;
  cr_assert(isnan(predict(find_refined_model(), &m, 1, &load, &part)));
  cr_assert(isnan(part.vector) && isfinite(part.compute));
  m = machine_make();
  memset(m.row_s, 0, sizeof m.row_s);
  cr_assert(isnan(predict(find_refined_model(), &m, 1, &load, &part)));
}

/* Without a load of the cycles, no model can compute their time. The forecast must be unknown instead of too
 * short. */
Test(iteration, multigrid_cycles_are_unknown) {
  const tc_params m = machine_make();
  const tc_solver_load cycles = {.work = {.streams = 5, .cycles = 2}};
  const tc_rank_load load = load_of(&cycles);
  cr_assert(isnan(price_of(find_refined_model(), &m, 1, &load, TC_PHASE_precond)));
  cr_assert(isnan(price_of(paper(), &m, 1, &load, TC_PHASE_precond)));
  cr_assert(isfinite(price_of(find_refined_model(), &m, 1, &load, TC_PHASE_vector)));
}
