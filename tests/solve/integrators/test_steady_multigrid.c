/* Tests of steady states with the preconditioner multigrid. They cover problems with fluxes only, whose
 * matrix is singular, and fields and boundary data with a large offset. */
#include <math.h>

#include "solve/space/field.h"
#include "support/forcing.h"
#include "support/large_steps.h"
#include "support/parallel.h"
#include "support/problems.h"

/* Each scheme with a solver method for its matrices. */
static const struct {
  cutting how;
  const char *method;
} both[] = {{{"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7}, "cg"},
            {{"gradient", "metis", TC_DISTRIBUTION_METIS, 65536}, "bicgstab"}};

/* Solves for the steady state. v is the initial field and receives the result. Levels of at least 10 rows
 * give the box of the tests several levels. */
static tc_status find(tc_problem *p, const char *method, const char *preconditioner, tc_forcing *input,
                      double *v, tc_solve_statistics *record) {
  tc_implicit_steps steps = {.options = tc_implicit_options_default(), .record = record};
  tc_solver_options *const solver = &steps.options.solver;
  tc_measurement measure;
  solver->method = tc_method_find(method);
  solver->preconditioner = tc_preconditioner_find(preconditioner);
  solver->preconditioner_options.multigrid.coarsest = 10;
  solver->preconditioner_options.multigrid.rows_per_rank = 100;
  solver->tolerance = 1e-12;
  const tc_step_options choice = large_steps("steady", &steps, input, 1, 1.0);
  return tc_step_run(p, &choice, NULL, 0, NULL, v, &measure);
}

static double *constant(const tc_problem *p, double value) {
  double *v = calloc((size_t)p->space->owned + 1, sizeof *v);
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = value;
  return v;
}

/* With fluxes only, a steady state exists only if the net inflow is 0. Its mean must then be the mean of the
 * initial field, and the field must equal that computed with the preconditioner jacobi. */
ParallelTest(steady_multigrid, fluxes_alone_leave_a_constant_open) {
  tc_mesh *mesh = mesh_box(3, 3, 2, 0.1);
  for (int k = 0; k < 2; k++) {
    tc_problem *p = problem_make(world, &both[k].how, mesh);
    double *v = constant(p, 3.0), *w = constant(p, 3.0), before, after, l2, largest;
    tc_solve_statistics record;
    entry e = entry_make(p, TC_BOUNDARY_FLUX, "1", NULL);
    expect_error(find(p, both[k].method, "multigrid", e.input, v, NULL), TC_NUMERICAL,
                 "the net inflow is 6 per unit of time");
    entry_free(&e);
    e = entry_make(p, TC_BOUNDARY_FLUX, "2*x - 1", NULL);
    expect_ok(tc_field_integral(p->space, v, &before));
    expect_ok(find(p, both[k].method, "multigrid", e.input, v, &record));
    expect_ok(tc_field_integral(p->space, v, &after));
    cr_expect_float_eq(after, before, 1e-10);
    cr_expect(record.total > 0 && record.total < 40, "%lld iterations", (long long)record.total);
    expect_ok(find(p, both[k].method, "jacobi", e.input, w, NULL));
    expect_ok(tc_field_compare(p->space, v, w, &l2, &largest));
    cr_expect_lt(largest, 1e-8, "%s: %g", both[k].method, largest);
    free(v);
    free(w);
    entry_free(&e);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

/* A layer without conduction divides the box into two components with fluxes only. The source is balanced
 * over the whole box, but not in each component. */
ParallelTest(steady_multigrid, each_component_must_be_balanced) {
  tc_mesh *mesh = mesh_box(2, 2, 6, 0.0);
  mesh_mark_slab(mesh, 1.0 / 3, 0.5);
  tc_problem *p = problem_make(world, &both[0].how, mesh);
  tc_source_options choice;
  tc_source *source = source_make(p->space, "x < 0.5 ? 1 : -1", &choice);
  tc_forcing *input = NULL;
  double *v = constant(p, 1.0);
  problem_insulate(p);
  expect_ok(tc_forcing_create(p, NULL, 0, source, &input));
  expect_error(find(p, "cg", "multigrid", input, v, NULL), TC_NUMERICAL, "no connection to the rest");
  free(v);
  tc_forcing_destroy(&input);
  tc_source_destroy(&source);
  tc_expression_destroy(&choice.source);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* An offset of the initial field alone must not change the solution. An offset of both the boundary values
 * and the initial field must be added to the solution, up to rounding. */
ParallelTest(steady_multigrid, offsets) {
  static const struct {
    double start, added;
    const char *data;
  } cases[] = {{-1e9, 0.0, "x*y + z"}, {1e100, 0.0, "x*y + z"}, {1e6, 1e6, "1e6 + x*y + z"}};
  tc_mesh *mesh = mesh_box(3, 3, 2, 0.15);
  for (int k = 0; k < 2; k++) {
    tc_problem *p = problem_make(world, &both[k].how, mesh);
    double *v = constant(p, 0.0);
    entry e = entry_make(p, TC_BOUNDARY_VALUE, "x*y + z", NULL);
    expect_ok(find(p, both[k].method, "multigrid", e.input, v, NULL));
    entry_free(&e);
    for (size_t m = 0; m < sizeof cases / sizeof *cases; m++) {
      double *w = constant(p, cases[m].start);
      e = entry_make(p, TC_BOUNDARY_VALUE, cases[m].data, NULL);
      expect_ok(find(p, both[k].method, "multigrid", e.input, w, NULL));
      for (int32_t i = 0; i < p->space->owned; i++)
        cr_expect_lt(fabs(w[i] - cases[m].added - v[i]), 1e-8, "%s from %g", both[k].method, cases[m].start);
      entry_free(&e);
      free(w);
    }
    free(v);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}
