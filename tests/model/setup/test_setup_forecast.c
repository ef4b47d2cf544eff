/* Tests of the forecast of a solver's setup, term by term. With the parameters of these tests every term is a
 * short number. */
#include "model/setup/setup_forecast.h"

#include "model/approximately.h"

enum { rows = 64, cache = 64 * 80 }; /* a row of width 4 touches 80 bytes */

/* Returns a machine on which a read through an index list takes 1 s in the cache and 2 s beyond it. A message
 * takes 100 s plus 2 s per value, and a reduction 10 s. */
static tc_params machine_make(void) {
  tc_params m = {.pack_s = 1.0, .node_send_s = 100.0, .node_send_Bps = 4.0, .node_reduce_s = 10.0};
  for (int w = 0; w < TC_WORKING_SETS; w++) {
    m.working_set_B[w] = cache * (1 + w);
    for (int width = 0; width < TC_WIDTHS; width++) m.row_s[0][width][w] = w == 0 ? 5.0 : 10.0;
  }
  return m;
}

typedef struct load {
  tc_rank_work rank[2];
  tc_workload all;
  int colours;
} load;

static load load_make(tc_factoring factoring) {
  return (load){.rank = {{.rows = rows}, {.rows = 1}},
                .all = {.width = 4,
                        .threads = 1,
                        .solves = true,
                        .solver = {.factoring = factoring, .preconditioner_work.sweeps = 2},
                        .ranks = 1},
                .colours = 5};
}

static tc_setup_times predict(const tc_params *m, load *l) {
  l->all.rank = l->rank;
  return tc_setup_predict(m, &l->all, l->colours);
}

enum {
  transpose = 64 * 4 * 15 / 2,
  colours = 64 * (6 * 6 + 18),
  one_round = 10,
  copy = 64 * (22 + 2 * 63),
  ilu0 = 64 * 80
};

Test(set_up, of_one_rank) {
  const tc_params m = machine_make();
  load l = load_make(TC_FACTORING_COPY);
  tc_setup_times s = predict(&m, &l);
  expect_near(s.transpose, transpose);
  expect_near(s.colours, colours + one_round);
  expect_near(s.factors, copy);
  l.all.solver.factoring = TC_FACTORING_ILU0;
  expect_near(predict(&m, &l).factors, copy + ilu0);
  l.all.solver.preconditioner_work.sweeps = 1;
  expect_near(predict(&m, &l).factors, copy + ilu0 - 64 * 63);
  l.all.solver.has_adjoint = true;
  s = predict(&m, &l);
  expect_near(s.factors, 2 * (copy + ilu0 - 64 * 63));
  expect_near(s.colours, 2 * (colours + one_round));
  expect_near(s.transpose, transpose);
}

/* The working set exceeds the cache. Sorting and transposing read the matrix in memory order, so their reads
 * still take 1 s. */
Test(set_up, beyond_the_cache) {
  const tc_params m = machine_make();
  load l = load_make(TC_FACTORING_ILU0);
  l.rank[0].rows *= 2;
  const tc_setup_times s = predict(&m, &l);
  expect_near(s.transpose, 2 * transpose);
  expect_near(s.colours, 2 * (64 * 6 * 7 + 2 * 64 * 18) + one_round);
  expect_near(s.factors, 2 * 2 * (copy + ilu0));
}

Test(set_up, threads) {
  const tc_params m = machine_make();
  load l = load_make(TC_FACTORING_ILU0);
  l.all.threads = 3;
  tc_setup_times s = predict(&m, &l);
  expect_near(s.transpose, transpose);
  expect_near(s.colours, 3 * colours + one_round);
  expect_near(s.factors, 3 * copy + ilu0);
  l.colours = 0; /* without colours, rows depend on each other and one thread factorises */
  s = predict(&m, &l);
  expect_near(s.factors, 3 * (copy - 64 * 2 * 5) + 3 * ilu0);
  expect_near(s.colours, 0.0);
}

/* With 5 colours, colouring makes the same exchanges as a sweep, and 5 reductions. The factorisation
 * exchanges 9 values for each value of a sweep. */
Test(set_up, exchange) {
  const tc_params m = machine_make();
  load l = load_make(TC_FACTORING_ILU0);
  l.all.ranks = 2;
  l.rank[0].sweep_counts.local_messages = 3;
  l.rank[0].sweep_counts.local_values_out = 7;
  const tc_setup_times s = predict(&m, &l);
  expect_near(s.transpose, transpose);
  expect_near(s.colours, colours + 3 * 100 + 7 * 2 + 5 * one_round);
  expect_near(s.factors, copy + ilu0 + 3 * 100 + 7 * 2 * 9);
}

Test(set_up, what_is_not_made_or_not_known) {
  tc_params m = machine_make();
  load l = load_make(TC_FACTORING_NONE);
  l.all.solver.preconditioner_work.sweeps = l.colours = 0;
  tc_setup_times s = predict(&m, &l);
  cr_assert(s.transpose > 0.0 && s.colours == 0.0 && s.factors == 0.0);
  l.all.solver.factoring = TC_FACTORING_FILL;
  cr_assert(isnan(predict(&m, &l).factors), "the fill is unknown");
  cr_assert(s.aggregates == 0.0 && s.coarse_matrices == 0.0);
  l = load_make(TC_FACTORING_NONE);
  l.all.solver.preconditioner_work.cycles = 1;
  s = predict(&m, &l);
  cr_assert(isnan(s.aggregates) && isnan(s.coarse_matrices), "the multigrid levels are unknown");
  m.pack_s = 0.0;
  l = load_make(TC_FACTORING_COPY);
  s = predict(&m, &l);
  cr_assert(isnan(s.transpose) && isnan(s.colours) && isnan(s.factors));
}

/* The time for the multigrid levels must be reported separately, because a job has a separate phase for
 * them. */
Test(set_up, multigrid_levels) {
  tc_params m = machine_make();
  const tc_cycle_load cycle = {.levels = 1, .setup = {.aggregated = 10, .smoothed = 20, .stored = 30}};
  load l = load_make(TC_FACTORING_NONE);
  m.pairing_entry_s = 2.0;
  m.contraction_entry_s = 3.0;
  m.coarse_matrix_entry_s = 5.0;
  m.cycle_storage_entry_s = 7.0;
  l.colours = 0;
  l.all.solver.preconditioner_work = (tc_work){.cycles = 1};
  l.all.cycle = &cycle;
  const tc_setup_times s = predict(&m, &l);
  expect_near(s.aggregates, 10 * (2 + 3));
  expect_near(s.coarse_matrices, 20 * 5 + 30 * 7);
  expect_near(tc_setup_solver_s(&s), transpose);
}

/* Default costs of the multigrid levels must be used only for a calibrated machine, which is one that has
 * times of the smoother. */
Test(set_up, multigrid_levels_by_default) {
  tc_params m = machine_make();
  const tc_cycle_load cycle = {.levels = 1, .setup = {.aggregated = 10, .smoothed = 20, .stored = 30}};
  load l = load_make(TC_FACTORING_NONE);
  l.all.solver.preconditioner_work = (tc_work){.cycles = 1};
  l.all.cycle = &cycle;
  tc_setup_times s = predict(&m, &l);
  cr_expect(isnan(s.aggregates) && isnan(s.coarse_matrices));
  m.smooth4_s[0] = 1.0;
  s = predict(&m, &l);
  cr_expect(s.aggregates > 0.0 && s.coarse_matrices > 0.0);
}

Test(set_up, names) {
  cr_assert_str_eq(tc_setup_stage_name(TC_SETUP_transpose), "transpose");
  cr_assert_str_eq(tc_setup_stage_name(TC_SETUP_factors), "factors");
}
