#include "solve/problem/forcing.h"

#include <math.h>
#include <string.h>

#include "solve/space/field.h"
#include "support/forcing.h"
#include "support/parallel.h"
#include "support/problems.h"

static const cutting usual = {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, 7};

/* Adds the forcing of the steps `from` to `to` - 1. Each step has the length 0.5, and step 0 begins at t =
 * 0. */
static void step(tc_forcing *input, int from, int to, const double *now, double *next, tc_ledger *ledger) {
  for (int k = from; k < to; k++) expect_ok(tc_forcing_add(input, 0.5 * k, 0.5, now, next, ledger));
}

/* The boundary data must equal the formula at each face and time. Data that do not depend on t must be
 * evaluated once. The ledger must count all data and rows. */
ThreadedTest(input, data_are_evaluated_where_and_when_they_are_due) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  const char *formula[2] = {"1 + x + 10*y + 100*z", "1 + x + 10*y + 100*z + 1000*t"};
  for (int k = 0; k < 2; k++) {
    tc_ledger ledger = {0};
    entry e = entry_make(p, TC_BOUNDARY_FLUX, formula[k], NULL);
    const tc_boundary_data *in = p->system->boundary_data;
    double *now = problem_zeros(p), *next = problem_zeros(p), *wanted = problem_zeros(p);
    expect_ok(tc_forcing_begin(e.input, now));
    step(e.input, 0, 3, now, next, &ledger);
    for (int32_t f = 0; f < in->faces; f++) {
      const double *at = in->point + 3 * (size_t)f;
      cr_assert_float_eq(in->datum[f], 1.0 + at[0] + 10.0 * at[1] + 100.0 * at[2] + k * 1000.0, 1e-10);
    }
    cr_assert_eq(ledger.count.boundary_data, k * 3 * in->faces);
    cr_assert_eq(ledger.count.boundary_rows, 3 * in->rows);
    cr_assert(ledger.seconds.boundary > 0.0 || in->rows == 0);
    /* A second run starts again at t = 0. */
    expect_ok(tc_forcing_begin(e.input, now));
    memset(next, 0, (size_t)p->space->owned * sizeof *next);
    step(e.input, 0, 1, now, next, &ledger);
    for (int32_t f = 0; f < in->faces; f++) cr_assert_lt(in->datum[f], 200.0, "t must be 0 again");
    tc_boundary_data_apply(in, 0.5, wanted);
    for (int32_t i = 0; i < p->space->owned; i++) cr_assert_eq(next[i], wanted[i]);
    free(now);
    free(next);
    free(wanted);
    entry_free(&e);
  }
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The datum must be (1 - theta) g(t) + theta g(t + dt). If both weights are positive, each step evaluates
 * the formula twice. */
ThreadedTest(input, data_are_weighted_in_time) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  const tc_boundary_data *in;
  double *now = problem_zeros(p), *next = problem_zeros(p);
  for (double theta = 0.0; theta <= 1.0; theta += 0.25) {
    tc_ledger ledger = {0};
    tc_counts counts = {.local_individual = 0};
    entry e = entry_make(p, TC_BOUNDARY_VALUE, "x + t^2", NULL);
    in = p->system->boundary_data;
    expect_ok(tc_forcing_begin(e.input, now));
    tc_forcing_set_theta(e.input, theta);
    /* The last step goes from t = 1 to t = 1.5. */
    step(e.input, 0, 3, now, next, &ledger);
    for (int32_t f = 0; f < in->faces; f++)
      cr_assert_float_eq(in->datum[f], in->point[3 * (size_t)f] + 1.0 + theta * 1.25, 1e-14);
    tc_forcing_count(e.input, 0, &counts);
    cr_assert_eq(counts.boundary_data, (theta > 0.0 && theta < 1.0 ? 2 : 1) * in->faces);
    cr_assert_eq(ledger.count.boundary_data, 3 * counts.boundary_data);
    entry_free(&e);
  }
  free(now);
  free(next);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* A flux of t changes by 0.5 per step on all faces, so the bound of tc_forcing_take_change must equal the
 * exact norm. */
ThreadedTest(input, what_enters_differs_by_no_more_than_is_said) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &usual, mesh);
  tc_ledger ledger = {0};
  entry e = entry_make(p, TC_BOUNDARY_FLUX, "t", NULL);
  double *now = problem_zeros(p), *next = problem_zeros(p), square, change;
  expect_ok(tc_forcing_begin(e.input, now));
  /* The first step has the flux 0 and the second step the flux 0.5. */
  step(e.input, 0, 2, now, next, &ledger);
  expect_ok(tc_field_dot(p->space, next, next, &square));
  /* Norm of the forcing of a step in which the flux is 0.5. */
  const double size = sqrt(square);
  expect_ok(tc_forcing_take_change(e.input, &change));
  cr_assert_float_eq(change / (sqrt(2.0) * size), 1.0, 1e-12, "%g, %g", change, size);
  step(e.input, 2, 7, now, next, &ledger);
  expect_ok(tc_forcing_take_change(e.input, &change));
  cr_assert_float_eq(change / (5.0 * size), 1.0, 1e-12, "%g, %g", change, size);
  expect_ok(tc_forcing_take_change(e.input, &change));
  cr_assert_eq(change, 0.0);
  entry_free(&e);
  e = entry_make(p, TC_BOUNDARY_FLUX, "x", NULL);
  expect_ok(tc_forcing_begin(e.input, now));
  step(e.input, 0, 2, now, next, &ledger);
  expect_ok(tc_forcing_take_change(e.input, &change));
  cr_assert_eq(change, 0.0, "the flux does not depend on time");
  entry_free(&e);
  free(now);
  free(next);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The range of the solution must include the boundary values and the outside values. The contribution of the
 * source must widen this range. */
ParallelTest(input, the_range_grows_with_what_enters) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.0);
  tc_problem *p = problem_make(world, &usual, mesh);
  const tc_boundary_kind kinds[3] = {TC_BOUNDARY_VALUE, TC_BOUNDARY_EXCHANGE, TC_BOUNDARY_FLUX};
  for (int k = 0; k < 3; k++) {
    tc_source_options choice;
    tc_source *source = source_make(p->space, "4*(v - x/1000)", &choice);
    entry e = entry_make(p, kinds[k], "2 + t", source);
    double *now = problem_zeros(p), *next = problem_zeros(p), change, range[2] = {-1.0, 1.0};
    tc_ledger ledger = {0};
    for (int32_t i = 0; i < p->space->owned; i++) now[i] = -1.0;
    expect_ok(tc_forcing_begin(e.input, now));
    /* The largest boundary value is 3.5. The source adds at most 4.004 per unit of time, during 2 units of
     * time. */
    step(e.input, 0, 4, now, next, &ledger);
    expect_ok(tc_forcing_take_change(e.input, &change));
    tc_forcing_widen_range(e.input, range);
    if (kinds[k] == TC_BOUNDARY_FLUX) {
      cr_assert(isinf(range[0]) && isinf(range[1]));
    } else {
      cr_assert_float_eq(range[0], -1.0 - 8.0, 0.01, "%g", range[0]);
      cr_assert_float_eq(range[1], 3.5 + 8.0, 0.01, "%g", range[1]);
    }
    cr_assert_eq(ledger.count.source_cells, 4 * p->space->owned);
    free(now);
    free(next);
    entry_free(&e);
    tc_source_destroy(&source);
    tc_expression_destroy(&choice.source);
  }
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* If boundary data or a source are not finite, all ranks must report the same face or cell. If this occurs
 * during the run, they must also report the time. */
ParallelTest(input, what_is_not_finite_is_named) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.0);
  tc_problem *p = problem_make(world, &usual, mesh);
  double *now = problem_zeros(p), *next = problem_zeros(p);
  tc_ledger ledger = {0};
  entry e = entry_make(p, TC_BOUNDARY_VALUE, "1/x", NULL);
  expect_error(tc_forcing_begin(e.input, now), TC_USAGE,
               "here: the formula is not finite (NaN or infinite), or more than 1e+100, at a face of cell ");
  entry_free(&e);
  e = entry_make(p, TC_BOUNDARY_FLUX, "sqrt(0.8 - t)", NULL);
  expect_ok(tc_forcing_begin(e.input, now));
  step(e.input, 0, 2, now, next, &ledger);
  expect_ok(tc_forcing_check_finite(e.input));
  step(e.input, 2, 9, now, next, &ledger);
  expect_error(tc_forcing_check_finite(e.input), TC_USAGE, "at a face of cell 1 with marker ");
  expect_error(tc_forcing_check_finite(e.input), TC_USAGE, " at t = 1");
  expect_ok(tc_forcing_begin(e.input, now));
  expect_ok(tc_forcing_check_finite(e.input));
  entry_free(&e);
  tc_source_options choice;
  tc_source *source = source_make(p->space, "1/v", &choice);
  e = entry_make(p, TC_BOUNDARY_FLUX, "1", source);
  expect_error(tc_forcing_begin(e.input, now), TC_USAGE, "here: the formula is not finite");
  entry_free(&e);
  tc_source_destroy(&source);
  tc_expression_destroy(&choice.source);
  source = source_make(p->space, "sqrt(0.8 - t)", &choice);
  e = entry_make(p, TC_BOUNDARY_FLUX, "1", source);
  expect_ok(tc_forcing_begin(e.input, now));
  step(e.input, 0, 9, now, next, &ledger);
  expect_error(tc_forcing_check_finite(e.input), TC_NUMERICAL, "in cell 1 at t = 1, where v = 0");
  entry_free(&e);
  tc_source_destroy(&source);
  tc_expression_destroy(&choice.source);
  free(now);
  free(next);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
