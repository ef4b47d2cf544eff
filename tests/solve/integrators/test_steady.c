/* Tests of the integrator `steady`: steady states with a known solution, problems without a steady state,
 * and the effect of rounding. */
#include <math.h>

#include "solve/space/field.h"
#include "support/forcing.h"
#include "support/large_steps.h"
#include "support/parallel.h"
#include "support/problems.h"

static const cutting how = {"gradient", "metis", TC_DISTRIBUTION_METIS, 65536};
static const cutting symmetric = {"two-point", "rcm", TC_DISTRIBUTION_CYCLIC, 7};

static double *constant(const tc_problem *p, double value) {
  double *v = calloc((size_t)p->space->owned + 1, sizeof *v);
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = value;
  return v;
}

/* Solves for the steady state. v is the initial field and receives the result. With a tolerance of 1e-16,
 * rounding limits the accuracy. */
static tc_status find(tc_problem *p, tc_forcing *input, double tolerance, double *v,
                      tc_solve_statistics *record) {
  tc_implicit_steps steps = {.options = tc_implicit_options_default(), .record = record};
  tc_measurement measure;
  steps.options.solver.tolerance = tolerance;
  const tc_step_options choice = large_steps("steady", &steps, input, 1, 1.0);
  return tc_step_run(p, &choice, NULL, 0, NULL, v, &measure);
}

static const char *const linear = "1 + x - 2*y + 3*z";

static void expect_linear(const tc_problem *p, const double *v) {
  for (int32_t i = 0; i < p->space->owned; i++) {
    const double *at = p->space->centroid + 3 * (size_t)i;
    cr_assert_float_eq(v[i], 1.0 + at[0] - 2.0 * at[1] + 3.0 * at[2], 1e-9);
  }
}

/* Linear boundary values have a linear steady state. The field on all ranks must have the bits of the field
 * on one rank. */
ThreadedTest(steady, linear_data_have_a_linear_solution) {
  tc_mesh *mesh = mesh_box(5, 4, 3, 0.15);
  tc_problem *p = problem_make(world, &how, mesh);
  twin t = twin_make("gradient", mesh);
  tc_problem *const both[] = {p, t.problem};
  tc_field_stats field[2];
  tc_solve_statistics record[2];
  for (int k = 0; k < 2; k++) {
    entry e = entry_make(both[k], TC_BOUNDARY_VALUE, linear, NULL);
    double *v = constant(both[k], 0.0);
    expect_ok(find(both[k], e.input, 1e-12, v, &record[k]));
    expect_linear(both[k], v);
    expect_ok(tc_field_stats_compute(both[k]->space, v, &field[k]));
    free(v);
    entry_free(&e);
  }
  cr_assert_eq(field[0].hash, field[1].hash);
  cr_assert(record[0].total == record[1].total && record[0].total > 5 && record[0].solves == 1);
  cr_assert_not(record[0].conserves);
  twin_free(&t);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* A step loop that has found a steady state receives a new initial field and solves again. The result must
 * have the bits of a separate solve from this initial field. */
ParallelTest(steady, solves_again_from_a_loaded_field) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  entry e = entry_make(p, TC_BOUNDARY_VALUE, linear, NULL);
  double *v = constant(p, 0.0), *other = constant(p, 7.0);
  tc_implicit_steps steps = {.options = tc_implicit_options_default()};
  const tc_step_options choice = large_steps("steady", &steps, e.input, 1, 1.0);
  tc_step_loop *loop = NULL;
  tc_status stop = TC_OK;
  expect_ok(find(p, e.input, 1e-8, other, NULL));
  expect_ok(tc_step_open(p, &choice, NULL, 0, NULL, v, &loop));
  expect_ok(tc_step_advance(loop, 1, &stop));
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = 7.0;
  expect_ok(tc_step_load(loop, v));
  cr_assert_eq(memcmp(tc_step_state(loop)->value, v, (size_t)p->space->owned * sizeof *v), 0);
  expect_ok(tc_step_advance(loop, 1, &stop));
  cr_assert_eq(memcmp(tc_step_state(loop)->value, other, (size_t)p->space->owned * sizeof *v), 0);
  tc_step_close(&loop, false);
  free(v);
  free(other);
  entry_free(&e);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Implicit steps over a long time must end in the steady state. */
ParallelTest(steady, is_where_large_steps_end) {
  tc_mesh *mesh = mesh_box(4, 4, 3, 0.1);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  tc_source_options choice;
  tc_source *source = source_make(p->space, "5*x - y*z", &choice);
  entry e = entry_make(p, TC_BOUNDARY_EXCHANGE, "1 + x", source);
  double *v = constant(p, 1.0), *w = constant(p, 2.0), l2, largest;
  tc_implicit_steps steps = {.options = tc_implicit_options_default()};
  tc_measurement measure;
  steps.options.solver.tolerance = 1e-13;
  const tc_step_options march = large_steps("implicit", &steps, e.input, 40, 1.0);
  expect_ok(find(p, e.input, 1e-13, v, NULL));
  expect_ok(tc_step_run(p, &march, NULL, 0, NULL, w, &measure));
  expect_ok(tc_field_compare(p->space, v, w, &l2, &largest));
  cr_assert_lt(largest, 1e-10);
  free(v);
  free(w);
  entry_free(&e);
  tc_source_destroy(&source);
  tc_expression_destroy(&choice.source);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* With boundary values of 0 the steady state is 0. The solve must reach 0 from an initial field of 7. */
ParallelTest(steady, without_anything_coming_in_nothing_is_left) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &how, mesh);
  entry e = entry_make(p, TC_BOUNDARY_VALUE, "0", NULL);
  tc_solve_statistics record;
  double *v = constant(p, 7.0);
  expect_ok(find(p, e.input, 1e-8, v, &record));
  cr_assert(record.total == 0 && record.reason[TC_REASON_converged_exactly] == 1);
  for (int32_t i = 0; i < p->space->owned; i++) cr_assert_eq(v[i], 0.0);
  free(v);
  entry_free(&e);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* If boundary data are below a limit, their squares underflow in norms. Such data must be an error. Data
 * above the limit must give a solution of full relative accuracy. */
ParallelTest(steady, what_comes_in_may_be_too_small) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &how, mesh);
  double *v = constant(p, 7.0);
  entry e = entry_make(p, TC_BOUNDARY_VALUE, "1e-200", NULL);
  expect_error(find(p, e.input, 1e-8, v, NULL), TC_USAGE,
               "forcing: boundary data and sources are too small (the field would have");
  entry_free(&e);
  e = entry_make(p, TC_BOUNDARY_VALUE, "1e-95", NULL);
  expect_ok(find(p, e.input, 1e-8, v, NULL));
  for (int32_t i = 0; i < p->space->owned; i++) cr_assert_float_eq(v[i] / 1e-95, 1.0, 1e-6);
  free(v);
  entry_free(&e);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* With fluxes on all sides, a steady state exists only if the net inflow is 0. The mean of the steady state
 * must then be the mean of the initial field. */
ParallelTest(steady, fluxes_alone_leave_a_constant_open) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  static const cutting *const both[] = {&symmetric, &how};
  for (int k = 0; k < 2; k++) {
    tc_problem *p = problem_make(world, both[k], mesh);
    double *v = constant(p, 3.0), before, after, low, high;
    tc_solve_statistics record;
    tc_field_stats field;
    expect_error(find(p, NULL, 1e-8, v, NULL), TC_NUMERICAL, "steady state: is a constant field");
    entry e = entry_make(p, TC_BOUNDARY_FLUX, "1", NULL);
    expect_error(find(p, e.input, 1e-8, v, NULL), TC_NUMERICAL, "the net inflow is 6 per unit of time");
    entry_free(&e);
    /* The net inflow is 0, because the flow leaves the box at x = 0 and arrives at x = 1. */
    e = entry_make(p, TC_BOUNDARY_FLUX, "2*x - 1", NULL);
    expect_ok(tc_field_integral(p->space, v, &before));
    expect_ok(find(p, e.input, 1e-12, v, &record));
    expect_ok(tc_field_integral(p->space, v, &after));
    cr_assert(record.conserves);
    cr_assert_float_eq(after, before, 1e-12);
    expect_ok(tc_field_stats_compute(p->space, v, &field));
    low = field.min;
    high = field.max;
    cr_assert(low < 2.9 && high > 3.1, "%g, %g", low, high);
    free(v);
    entry_free(&e);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

/* The matrix of a single cell is 0 and has no preconditioner. The error must still name the net inflow as
 * the cause. */
ParallelTest(steady, one_cell_is_told_what_is_not_balanced) {
  tc_mesh *mesh = mesh_single(1.0);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  double *v = constant(p, 3.0);
  entry e = entry_make(p, TC_BOUNDARY_FLUX, "1", NULL);
  expect_error(find(p, e.input, 1e-8, v, NULL), TC_NUMERICAL, "the net inflow is");
  free(v);
  entry_free(&e);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* A layer without conduction divides the box into two components. The source is balanced over the whole
 * box, but not in each component. */
ParallelTest(steady, pieces_have_means_of_their_own) {
  tc_mesh *mesh = mesh_box(2, 2, 6, 0.0);
  mesh_mark_slab(mesh, 1.0 / 3, 0.5);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  tc_source_options choice;
  tc_source *source = source_make(p->space, "x < 0.5 ? 1 : -1", &choice);
  tc_forcing *input = NULL;
  double *v = constant(p, 1.0);
  expect_ok(tc_forcing_create(p, NULL, 0, source, &input));
  expect_ok(find(p, input, 1e-8, v, NULL));
  tc_forcing_destroy(&input);
  problem_insulate(p);
  expect_ok(tc_forcing_create(p, NULL, 0, source, &input));
  expect_error(find(p, input, 1e-8, v, NULL), TC_NUMERICAL, "no connection to the rest");
  free(v);
  tc_forcing_destroy(&input);
  tc_source_destroy(&source);
  tc_expression_destroy(&choice.source);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* An exchange condition with h = 0 has no outflow, so there is no steady state with a source. */
ParallelTest(steady, what_cannot_leave_is_no_steady_state) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &how, mesh);
  tc_source_options choice;
  tc_source *source = source_make(p->space, "1", &choice);
  entry e = entry_make(p, TC_BOUNDARY_EXCHANGE, "1", source);
  double *v = constant(p, 0.0);
  for (int32_t f = 0; f < p->physics->faces; f++) p->physics->exchange[f] = 0.0;
  tc_forcing_destroy(&e.input);
  expect_ok(tc_problem_assemble(p, 0.3, false));
  expect_ok(tc_forcing_create(p, e.list, p->physics->boundaries, source, &e.input));
  expect_error(find(p, e.input, 1e-8, v, NULL), TC_NUMERICAL, "so small compared with the conduction");
  free(v);
  entry_free(&e);
  tc_source_destroy(&source);
  tc_expression_destroy(&choice.source);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* An exchange condition has a coefficient h that is lost in the rounding of the matrix. It must not be
 * treated as a flux. The error must name rounding as the cause, even if the net inflow is 0. */
ParallelTest(steady, an_exchange_may_be_too_weak) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  static const char *const outside[] = {"3", "2*x - 1"};
  for (int k = 0; k < 2; k++) {
    entry e = entry_make(p, TC_BOUNDARY_EXCHANGE, outside[k], NULL);
    double *v = constant(p, 0.0);
    for (int32_t f = 0; f < p->physics->faces; f++) p->physics->exchange[f] = 1e-15;
    tc_forcing_destroy(&e.input);
    expect_ok(tc_problem_assemble(p, 0.3, false));
    expect_ok(tc_forcing_create(p, e.list, p->physics->boundaries, NULL, &e.input));
    expect_error(find(p, e.input, 1e-8, v, NULL), TC_NUMERICAL, "that it is below rounding");
    free(v);
    entry_free(&e);
  }
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* The initial field must not affect the solution, even if its magnitude exceeds that of the solution by
 * many orders. */
ParallelTest(steady, a_start_that_is_far_away_does_not_matter) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.15);
  tc_problem *p = problem_make(world, &how, mesh);
  entry e = entry_make(p, TC_BOUNDARY_VALUE, linear, NULL);
  static const double start[] = {-1e9, 1e100};
  for (int k = 0; k < 2; k++) {
    double *v = constant(p, start[k]);
    expect_ok(find(p, e.input, 1e-12, v, NULL));
    expect_linear(p, v);
    free(v);
  }
  entry_free(&e);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* With fluxes only, the steady state depends on the mean of the initial field alone. A perturbation with mean
 * 0 must not change the result. */
ParallelTest(steady, the_mean_of_a_rough_start_stays) {
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  entry e = entry_make(p, TC_BOUNDARY_FLUX, "2*x - 1", NULL);
  double *v = constant(p, 3.0), *w = constant(p, 3.0), l2, largest;
  for (int32_t i = 0; i < p->space->owned; i++)
    w[i] += 1e5 * (p->space->id[i] % 2 ? 1.0 : -1.0) / p->space->volume[i];
  expect_ok(find(p, e.input, 1e-12, v, NULL));
  expect_ok(find(p, e.input, 1e-12, w, NULL));
  expect_ok(tc_field_compare(p->space, v, w, &l2, &largest));
  cr_assert_lt(largest, 1e-9);
  free(v);
  free(w);
  entry_free(&e);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

ParallelTest(steady, sources_that_follow_the_field_are_no_single_system) {
  tc_mesh *mesh = mesh_box(2, 2, 2, 0.0);
  tc_problem *p = problem_make(world, &how, mesh);
  tc_source_options choice;
  tc_source *source = source_make(p->space, "1 - v", &choice);
  tc_forcing *input = NULL;
  double *v = constant(p, 0.0);
  expect_ok(tc_forcing_create(p, NULL, 0, source, &input));
  expect_error(find(p, input, 1e-8, v, NULL), TC_USAGE, "depends on v or on local states");
  free(v);
  tc_forcing_destroy(&input);
  tc_source_destroy(&source);
  tc_expression_destroy(&choice.source);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Factor between the conductivities of the upper and the lower half of the box. */
static const double jump = 1e6;

/* Exact solution, which is linear in each half of the box and has the same flux through the plane z = 0.5 on
 * both sides. In the lower half, the third row of the tensor times the gradient is -0.3 + 0.2*-2 + 0.7*3. */
static double exact_layered_field(const double *at) {
  const double z = at[2] - 0.5;
  return 1.0 + at[0] - 2.0 * at[1] + (z < 0.0 ? 3.0 : 1.0 + 2.0 / jump) * z;
}

static void mark_upper_half(tc_mesh *mesh) {
  for (int32_t c = 0; c < mesh->cells; c++) {
    double z = 0.0;
    for (int k = 0; k < 4; k++)
      z += mesh->points[3 * (size_t)mesh->vertices[4 * (size_t)c + (size_t)k] + 2] / 4.0;
    mesh->region[c] = z < 0.5 ? 1 : 2;
  }
}

static void raise_upper_half(tc_problem *p) {
  expect_ok(tc_physics_set_nonuniform(p->physics));
  for (int32_t i = 0; i < p->physics->cells; i++)
    for (int k = 0; p->space->submesh->region[i] == 2 && k < 6; k++)
      p->physics->tensor[6 * (size_t)i + (size_t)k] *= jump;
}

/* The rows of the upper half are 1e6 times larger, so they dominate all norms. An error in the lower half
 * must not be hidden by these norms. */
ParallelTest(steady, a_jump_hides_no_error) {
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.0);
  mark_upper_half(mesh);
  tc_problem *p = problem_make(world, &symmetric, mesh);
  raise_upper_half(p);
  expect_ok(tc_problem_assemble(p, 0.3, false));
  entry e = entry_make(p, TC_BOUNDARY_VALUE, "x*y + z", NULL);
  double *v = constant(p, 0.0), *w = constant(p, 0.0), l2, largest;
  tc_solve_statistics record;
  expect_ok(find(p, e.input, 0.0, v, NULL));
  expect_ok(find(p, e.input, 1e-6, w, &record));
  expect_ok(tc_field_compare(p->space, v, w, &l2, &largest));
  cr_assert(largest < 1e-5 && record.solves > 1, "%g after %lld", largest, (long long)record.solves);
  free(v);
  free(w);
  entry_free(&e);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* In the rows at the plane z = 0.5, the terms and their rounding errors are much larger than diagonal times
 * value. The solver must accept such a residual, and the field must be accurate from any initial field. */
ParallelTest(steady, rounding_beside_a_jump_is_no_residual) {
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.0);
  mark_upper_half(mesh);
  tc_problem *p = problem_make(world, &how, mesh);
  raise_upper_half(p);
  p->system->stabilisation = 0.3;
  entry e = entry_make(p, TC_BOUNDARY_VALUE, "1 + x - 2*y + (z < 0.5 ? 3 : 1 + 2e-6)*(z - 0.5)", NULL);
  for (int start = 0; start < 2; start++) {
    double *v = constant(p, 1e3 * start);
    tc_solve_statistics record;
    expect_ok(find(p, e.input, 1e-16, v, &record));
    cr_assert_gt(record.solves, 1);
    for (int32_t i = 0; i < p->space->owned; i++)
      cr_assert_float_eq(v[i], exact_layered_field(p->space->centroid + 3 * (size_t)i), 1e-9);
    free(v);
  }
  entry_free(&e);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
