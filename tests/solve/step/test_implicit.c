/* Tests of implicit steps: orders in time, conservation, bounds of the field, equal bits on all ranks, and
 * failed solves. */
#include "solve/step/implicit.h"

#include <math.h>

#include "solve/observe/balance.h"
#include "solve/space/field.h"
#include "solve/stability/spectrum.h"
#include "support/forcing.h"
#include "support/large_steps.h"
#include "support/parallel.h"
#include "support/problems.h"
#include "support/work_difference.h"

static const cutting symmetric = {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7};

static double explicit_step(const tc_problem *p) {
  tc_spectrum spectrum;
  expect_ok(tc_spectrum_estimate(p, &spectrum));
  return tc_spectrum_step_bound(&spectrum);
}

static double *wave(const tc_problem *p) {
  double *v = calloc((size_t)p->space->owned + 1, sizeof *v);
  for (int32_t i = 0; i < p->space->owned; i++) {
    const double *at = p->space->centroid + 3 * (size_t)i;
    v[i] = 2.0 + cos(3.14 * at[0]) * cos(3.14 * at[1]) + at[2];
  }
  return v;
}

/* Runs `steps` implicit steps of length dt. v is the initial field and receives the result. */
static tc_status run_implicit_steps(tc_problem *p, const tc_implicit_steps *how, tc_forcing *input,
                                    int64_t steps, double dt, double *v, tc_measurement *measure) {
  const tc_step_options choice = large_steps("implicit", how, input, steps, dt);
  return tc_step_run(p, &choice, NULL, 0, NULL, v, measure);
}

static double largest_difference(const tc_problem *p, const double *a, const double *b) {
  double l2, largest;
  expect_ok(tc_field_compare(p->space, a, b, &l2, &largest));
  return largest;
}

/* Returns the order in time, computed from three runs, each with half the step size of the previous one. */
static double order_of(tc_problem *p, double theta, tc_forcing *input, int64_t steps, double end) {
  const tc_implicit_steps how = exact_steps(theta);
  double *v[3];
  tc_measurement measure;
  for (int half = 0; half < 3; half++) {
    v[half] = wave(p);
    expect_ok(
        run_implicit_steps(p, &how, input, steps << half, end / (double)(steps << half), v[half], &measure));
  }
  const double coarse = largest_difference(p, v[0], v[1]), fine = largest_difference(p, v[1], v[2]);
  for (int half = 0; half < 3; half++) free(v[half]);
  return log2(coarse / fine);
}

/* Boundary data and sources without v are weighted with theta. A source that reads v is explicit and
 * reduces the order of Crank-Nicolson to 1. */
static void expect_orders(tc_problem *p, const char *formula, double second) {
  tc_source_options choice;
  tc_source *source = source_make(p->space, formula, &choice);
  entry e = entry_make(p, TC_BOUNDARY_EXCHANGE, "2 + x + sin(40*t)", source);
  cr_assert_float_eq(order_of(p, 1.0, e.input, 32, 0.05), 1.0, 0.1, "%s", formula);
  cr_assert_float_eq(order_of(p, 0.5, e.input, 32, 0.05), second, 0.1, "%s", formula);
  entry_free(&e);
  tc_source_destroy(&source);
  tc_expression_destroy(&choice.source);
}

ParallelTest(implicit, orders_in_time) {
  tc_mesh *mesh = mesh_box(5, 4, 4, 0.1);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  const double end = 0.05;
  cr_assert_float_eq(order_of(p, 1.0, NULL, 16, end), 1.0, 0.1);
  cr_assert_float_eq(order_of(p, 0.5, NULL, 16, end), 2.0, 0.1);
  expect_orders(p, "0", 2.0);
  expect_orders(p, "(1 + x) * sin(40*t)", 2.0);
  expect_orders(p, "(1 + x) * sin(40*t) - 20*v", 1.0);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The integral must be conserved at any solver tolerance. */
ParallelTest(implicit, keeps_the_integral) {
  tc_mesh *mesh = mesh_box(5, 4, 4, 0.1);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  tc_solve_statistics record;
  tc_implicit_steps how = exact_steps(1.0);
  double *v = wave(p), before, after;
  tc_measurement measure;
  how.options.solver.tolerance = 1e-2;
  how.options.relative_to_start = true;
  how.record = &record;
  expect_ok(tc_field_integral(p->space, v, &before));
  expect_ok(run_implicit_steps(p, &how, NULL, 20, 100.0 * explicit_step(p), v, &measure));
  expect_ok(tc_field_integral(p->space, v, &after));
  cr_assert_float_eq(after / before, 1.0, 1e-13, "%.17g", after / before - 1.0);
  cr_assert(record.conserves && record.symmetric && record.bitwise && record.skew < 1e-14);
  cr_assert_eq(record.solves, 20);
  cr_assert(record.total > 20 && record.max < 60 && record.worst > 1e-4 && record.worst <= 1e-2, "%d, %d, %g",
            (int)record.total, (int)record.max, record.worst);
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The integral must be conserved for any step size, because the rounding errors of products affect dt R v
 * only. */
ParallelTest(implicit, keeps_the_integral_in_long_steps) {
  tc_mesh *mesh = mesh_box(5, 4, 4, 0.1);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  tc_implicit_steps how = {.options = tc_implicit_options_default()};
  tc_measurement measure;
  for (double multiple = 1e2; multiple < 1e11; multiple *= 1e3) {
    double *v = wave(p), before, after;
    expect_ok(tc_field_integral(p->space, v, &before));
    expect_ok(run_implicit_steps(p, &how, NULL, 5, multiple * explicit_step(p), v, &measure));
    expect_ok(tc_field_integral(p->space, v, &after));
    cr_assert_float_eq(after / before, 1.0, 1e-14, "%g: %g", multiple, after / before - 1.0);
    free(v);
  }
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Backward Euler with the two-point scheme must not create a new extremum, even with a large step. */
ParallelTest(implicit, keeps_the_range) {
  tc_mesh *mesh = mesh_box(5, 4, 4, 0.1);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  const double dt = explicit_step(p);
  for (double times = 3.0; times < 1e4; times *= 10.0) {
    tc_implicit_steps how = exact_steps(1.0);
    double *v = wave(p);
    tc_measurement measure;
    tc_field_stats before, after;
    how.options.solver.tolerance = 1e-12;
    for (int32_t i = 0; i < p->space->owned; i++) v[i] = p->space->id[i] % 5 == 0;
    expect_ok(tc_field_stats_compute(p->space, v, &before));
    expect_ok(run_implicit_steps(p, &how, NULL, 3, times * dt, v, &measure));
    expect_ok(tc_field_stats_compute(p->space, v, &after));
    cr_assert(after.min > before.min - 1e-10 && after.max < before.max + 1e-10);
    free(v);
  }
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* With any number of ranks and threads, and with any strategy, the field must have the bits of a run on one
 * rank. Counts and work must equal their forecasts. */
ThreadedTest(implicit, the_same_bits_and_the_work_that_was_told) {
  tc_mesh *mesh = mesh_box(4, 4, 3, 0.1);
  twin t = twin_make(symmetric.scheme, mesh);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  tc_implicit_steps how = {.options = tc_implicit_options_default()};
  tc_solve_statistics alone, record;
  tc_measurement measure;
  const double dt = 100.0 * explicit_step(p);
  double *wanted = wave(t.problem);
  how.record = &alone;
  expect_ok(run_implicit_steps(t.problem, &how, NULL, 4, dt, wanted, &measure));
  cr_assert_gt(alone.total, 40);
  for (int s = 0; s < tc_strategy_count(); s++) {
    if (!tc_strategy_is_valid(tc_strategy_at(s)) && world->ranks > 1) continue;
    tc_step_options choice = large_steps("implicit", &how, NULL, 4, dt);
    double *v = wave(p);
    tc_counts counted;
    /* Work of a step outside the solver. The solver counts its own work. */
    tc_work work = {.products = 1, .streams = 23, .dots = 6, .reductions = 2, .row_flops = 32};
    choice.strategy = tc_strategy_at(s);
    how.record = &record;
    expect_ok(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure));
    for (int32_t i = 0; i < p->space->owned; i++)
      cr_assert_eq(v[i], wanted[p->space->id[i]], "%s: cell %d", choice.strategy->name, (int)p->space->id[i]);
    cr_assert(record.total == alone.total && record.first == alone.first && record.worst == alone.worst);
    problem_count(choice.strategy, p, world->node_of_rank, &counted);
    for (int c = 0; c < TC_COUNT_COUNT; c++)
      cr_assert_eq(measure.ledger.count.by_index[c], record.work.products * counted.by_index[c]);
    tc_work_add(&work, 1, &record.last.forecast_work);
    cr_assert_eq(work_difference(&work, &record.work), -1, "%s: %d is %d",
                 tc_work_name(work_difference(&work, &record.work)),
                 (int)work.by_index[work_difference(&work, &record.work)],
                 (int)record.work.by_index[work_difference(&work, &record.work)]);
    cr_assert_eq(work_difference(&measure.ledger.work, &record.work), -1);
    cr_assert(measure.iteration_s > 0.0 && measure.iteration_s < measure.total_s);
    free(v);
  }
  free(wanted);
  tc_problem_destroy(&p);
  twin_free(&t);
  tc_mesh_destroy(&mesh);
}

ParallelTest(implicit, a_constant_field_is_left_alone) {
  tc_mesh *mesh = mesh_box(4, 4, 3, 0.1);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  tc_solve_statistics record;
  tc_implicit_steps how = exact_steps(1.0);
  tc_measurement measure;
  how.record = &record;
  how.largest = 2.0 / explicit_step(p);
  double *v = wave(p);
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = 0.1;
  expect_ok(run_implicit_steps(p, &how, NULL, 5, 100.0 * explicit_step(p), v, &measure));
  for (int32_t i = 0; i < p->space->owned; i++) cr_assert_eq(v[i], 0.1);
  cr_assert(record.total == 0 && record.reason[TC_REASON_converged_exactly] == 5);
  cr_assert_eq(measure.iteration_s, 0.0);
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Preconditioners and sweeps with the scope `rank` depend on the number of ranks, so the result must not
 * be reported as bitwise reproducible. */
ParallelTest(implicit, says_whether_bits_depend_on_ranks) {
  static const struct {
    const char *method, *preconditioner;
    tc_scope scope;
    bool bitwise;
  } cases[] = {{"cg", "ssor", TC_SCOPE_GLOBAL, true},
               {"cg", "ssor", TC_SCOPE_RANK, false},
               {"sor", "none", TC_SCOPE_GLOBAL, true},
               {"sor", "none", TC_SCOPE_RANK, false}};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  double *v = wave(p);
  for (int k = 0; k < 4; k++) {
    tc_implicit_steps how = {.options = tc_implicit_options_default()};
    tc_solve_statistics record;
    tc_measurement measure;
    how.record = &record;
    how.options.automatic = false;
    how.options.solver.method = tc_method_find(cases[k].method);
    how.options.solver.preconditioner = tc_preconditioner_find(cases[k].preconditioner);
    how.options.solver.preconditioner_options.scope = cases[k].scope;
    expect_ok(run_implicit_steps(p, &how, NULL, 1, 2.0 * explicit_step(p), v, &measure));
    cr_assert_eq(record.bitwise, cases[k].bitwise, "%s + %s", cases[k].method, cases[k].preconditioner);
  }
  free(v);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* If norms overflow, the solve must fail, and the field must not be accepted as converged. */
ParallelTest(implicit, steps_that_overflow_are_no_solution) {
  static const double dt[] = {1e200, 1e300, 1e308};
  tc_mesh *mesh = mesh_box(4, 4, 3, 0.1);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  tc_implicit_steps how = exact_steps(1.0);
  tc_measurement measure;
  how.largest = 2.0 / explicit_step(p);
  for (int k = 0; k < 3; k++) {
    double *v = wave(p);
    expect_error(run_implicit_steps(p, &how, NULL, 1, dt[k], v, &measure), TC_NUMERICAL, "step 1: cg ");
    free(v);
  }
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Meshes of few cells, on which some ranks own no cell. */
ParallelTest(implicit, few_cells) {
  static const cutting heap = {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 1000000};
  tc_mesh *meshes[2] = {mesh_single(1.0), mesh_box(2, 2, 2, 0.0)};
  const tc_implicit_steps how = exact_steps(0.7);
  for (int k = 0; k < 2; k++) {
    tc_problem *p = problem_make(world, &heap, meshes[k]);
    double *v = wave(p), integral, after;
    tc_measurement measure;
    expect_ok(tc_field_integral(p->space, v, &integral));
    expect_ok(run_implicit_steps(p, &how, NULL, 3, 1.0, v, &measure));
    expect_ok(tc_field_integral(p->space, v, &after));
    cr_assert_float_eq(after / integral, 1.0, 1e-13);
    free(v);
    tc_problem_destroy(&p);
    tc_mesh_destroy(&meshes[k]);
  }
}

static void expect_balanced(tc_problem *p, double theta, tc_boundary_kind kind, double tolerance) {
  tc_source_options source_choice;
  tc_source *source = source_make(p->space, "cos(7*t) + y", &source_choice);
  entry e = entry_make(p, kind, "1 + x + sin(9*t)", source);
  const tc_implicit_steps how = exact_steps(theta);
  const tc_step_options choice = large_steps("implicit", &how, e.input, 9, 0.01);
  tc_balance *balance = NULL;
  tc_measurement measure;
  double *v = wave(p), integral;
  expect_ok(tc_balance_create(p, tc_source_value(source), &balance));
  tc_hook hook = tc_balance_hook(balance);
  expect_ok(tc_step_run(p, &choice, &hook, 1, NULL, v, &measure));
  expect_ok(tc_balance_update(balance));
  expect_ok(tc_field_integral(p->space, v, &integral));
  cr_assert_lt(tc_balance_error(balance, integral), tolerance, "theta %g: %g", theta,
               tc_balance_error(balance, integral));
  free(v);
  tc_balance_destroy(&balance);
  entry_free(&e);
  tc_source_destroy(&source);
  tc_expression_destroy(&source_choice.source);
}

/* The cumulative inflow of the balance must equal the change of the integral for every theta. */
ParallelTest(implicit, what_enters_is_what_is_gained) {
  tc_mesh *mesh = mesh_box(4, 4, 3, 0.1);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  for (double theta = 0.5; theta <= 1.0; theta += 0.25) {
    expect_balanced(p, theta, TC_BOUNDARY_VALUE, 1e-11);
    expect_balanced(p, theta, TC_BOUNDARY_EXCHANGE, 1e-11);
    expect_balanced(p, theta, TC_BOUNDARY_FLUX, 1e-13);
  }
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The source is explicit, so v changes by -dt v per step if all cells have the same value. */
ParallelTest(implicit, sources_are_those_of_the_beginning) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  tc_source_options choice;
  tc_source *source = source_make(p->space, "-v", &choice);
  tc_forcing *input = NULL;
  const tc_implicit_steps how = exact_steps(0.5);
  tc_measurement measure;
  double *v = wave(p), wanted = 3.0;
  expect_ok(tc_forcing_create(p, NULL, 0, source, &input));
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = wanted;
  expect_ok(run_implicit_steps(p, &how, input, 10, 0.1, v, &measure));
  for (int step = 0; step < 10; step++) wanted -= 0.1 * wanted;
  for (int32_t i = 0; i < p->space->owned; i++) cr_assert_float_eq(v[i], wanted, 1e-12);
  free(v);
  tc_forcing_destroy(&input);
  tc_source_destroy(&source);
  tc_expression_destroy(&choice.source);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

typedef struct recorded {
  int64_t residuals, ends, iterations;
  double last;
} recorded;

static void record_residual(void *self, int64_t step, int64_t iteration, double residual, bool is_true) {
  recorded *h = self;
  cr_assert(step == h->ends + 1 && (iteration > 0 || is_true));
  h->residuals++;
  h->last = residual;
}

static void record_end(void *self, int64_t step, const tc_solve_result *solution) {
  recorded *h = self;
  cr_assert(step == ++h->ends);
  h->iterations += solution->iterations;
}

/* A failed solve must return an error with step, method and reason. If the residual is below `accept`, the
 * solve must be accepted. */
ParallelTest(implicit, a_failed_solve_is_an_error) {
  static const cutting skew = {"gradient", "rcm", TC_DISTRIBUTION_CYCLIC, 7};
  tc_mesh *mesh = mesh_box(4, 4, 3, 0.1);
  tc_problem *p = problem_make(world, &symmetric, mesh), *q = problem_make(world, &skew, mesh);
  const double dt = 100.0 * explicit_step(p);
  tc_solve_statistics record;
  tc_implicit_steps how = exact_steps(1.0);
  recorded h = {.ends = 0};
  const tc_implicit_monitor monitor = {&h, record_residual, record_end};
  tc_measurement measure;
  double *v = wave(p);
  how.record = &record;
  how.monitor = &monitor;
  how.options.solver.most_iterations = 3;
  expect_error(run_implicit_steps(p, &how, NULL, 2, dt, v, &measure), TC_NUMERICAL,
               "step 1: cg reached solver.most_iterations at iteration 3 (relative residual: ");
  cr_assert(h.residuals == 5 && h.ends == 1 && h.iterations == 3,
            "initial residual, three iterations, and true residual");
  cr_assert(h.last == record.worst && record.worst > 1e-13);
  cr_assert(record.reason[TC_REASON_limit] == 1 && record.accepted == 1);
  h = (recorded){.ends = 0};
  /* The residual is relative to the norm of v - mean. */
  how.options.accept = 10.0;
  free(v);
  v = wave(p);
  expect_ok(run_implicit_steps(p, &how, NULL, 2, dt, v, &measure));
  cr_assert(record.accepted == 2 && record.worst <= 10.0 && record.worst > 0.1 && h.ends == 2);
  how.options.automatic = false;
  how.options.solver.method = tc_method_find("cg");
  free(v);
  v = wave(q);
  expect_error(run_implicit_steps(q, &how, NULL, 2, dt, v, &measure), TC_USAGE,
               "cg needs a symmetric matrix");
  free(v);
  tc_problem_destroy(&p);
  tc_problem_destroy(&q);
  tc_mesh_destroy(&mesh);
}
