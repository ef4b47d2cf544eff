#include "solve/problem/forcing_cost.h"

#include <string.h>

#include "solve/step/step.h"
#include "support/forcing.h"
#include "support/formulas.h"
#include "support/parallel.h"
#include "support/problems.h"

static const cutting usual = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 7};

/* The source v(1-v)-w+t with one local state w, whose rate is v-w. */
typedef struct reaction {
  tc_state_options state;
  tc_source_options choice;
  tc_source *source;
} reaction;

static void reaction_make(const tc_problem *p, reaction *r) {
  r->state = (tc_state_options){"w", formula("0.25", 6), formula("v-w", 6)};
  r->choice = (tc_source_options){.source = formula("v*(1-v)-w+t", 6), .states = 1, .state = &r->state};
  expect_ok(tc_source_create(p->space, &r->choice, &r->source));
}

static void reaction_free(reaction *r) {
  tc_source_destroy(&r->source);
  tc_expression_destroy(&r->choice.source);
  tc_expression_destroy(&r->state.initial);
  tc_expression_destroy(&r->state.rate);
}

/* Makes three steps from a field of 0.5 in all cells and returns the result, which the caller frees. `*moved`
 * receives the counts of one step. */
static double *run_steps(const tc_problem *p, tc_forcing *input, tc_counts *moved) {
  const tc_step_options choice = {.integrator = tc_integrator_find("euler"),
                                  .strategy = tc_strategy_find("condensed"),
                                  .format = tc_format_at(0),
                                  .steps = 3,
                                  .dt = 1e-4,
                                  .input = input};
  const tc_log quiet = {NULL, TC_LOG_NORMAL, NULL, NULL};
  double *v = problem_zeros(p);
  tc_measurement measure;
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = 0.5;
  expect_ok(tc_step_run(p, &choice, NULL, 0, &quiet, v, &measure));
  *moved = measure.ledger.count;
  return v;
}

/* The measurement of forcing costs must report times for all existing forcing, and must not change a later
 * run. The forecast counts must equal those of a step. */
ThreadedTest(input_trial, takes_time_and_leaves_nothing) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  for (int sourced = 0; sourced < 2; sourced++) {
    tc_problem *p = problem_make(world, &usual, mesh);
    reaction r = {.source = NULL};
    tc_seconds cost;
    tc_counts forecast = {{0}}, moved;
    if (sourced) reaction_make(p, &r);
    entry e = entry_make(p, TC_BOUNDARY_VALUE, "0.5+t*x", r.source);
    double *before = run_steps(p, e.input, &moved);
    expect_ok(tc_forcing_measure_cost(p, e.input, 3e-4, before, &cost));
    cr_assert_eq(cost.boundary > 0.0, p->system->boundary_data->rows > 0);
    cr_assert_eq(cost.source > 0.0, sourced);
    cr_assert(cost.compute == 0.0 && cost.wait == 0.0 && cost.pack == 0.0);
    double *after = run_steps(p, e.input, &moved);
    cr_assert_eq(memcmp(before, after, sizeof(double) * (size_t)p->space->owned), 0);
    tc_forcing_count(e.input, 0, &forecast);
    cr_assert_eq(forecast.boundary_data, moved.boundary_data);
    cr_assert_eq(forecast.boundary_rows, moved.boundary_rows);
    cr_assert_eq(forecast.source_cells, moved.source_cells);
    cr_assert(moved.source_cells == (sourced ? p->space->owned : 0) && moved.boundary_data > 0);
    free(before);
    free(after);
    entry_free(&e);
    if (sourced) reaction_free(&r);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

/* Boundary data that do not depend on t must not be evaluated in a step, but they must be added to the rows
 * in each step. */
ParallelTest(input_trial, data_that_stay) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  tc_counts forecast = {{0}}, moved;
  entry e = entry_make(p, TC_BOUNDARY_EXCHANGE, "x+y", NULL);
  double *v = run_steps(p, e.input, &moved);
  tc_forcing_count(e.input, 0, &forecast);
  cr_assert(forecast.boundary_data == 0 && moved.boundary_data == 0);
  cr_assert(forecast.boundary_rows == moved.boundary_rows &&
            moved.boundary_rows == p->system->boundary_data->rows);
  free(v);
  entry_free(&e);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
