#include "solve/stability/stable_step.h"

#include <math.h>
#include <string.h>

#include "io/mesh/tetgen.h"
#include "solve/step/step.h"
#include "support/forcing.h"
#include "support/parallel.h"
#include "support/problems.h"

static const tc_stable_step_options usual = {.where_dt = "dt",
                                             .where_stabilisation = "stabilisation",
                                             .stabilisation = -1.0,
                                             .safety = 0.9,
                                             .steps = 1000};

static tc_problem *make(tc_world *world, const char *scheme, const double tensor[6], tc_mesh *mesh) {
  tc_problem_options choice = {.layout = {tc_order_find("metis"), 0, TC_DISTRIBUTION_METIS, 65536,
                                          TC_OBJECTIVE_CUT, TC_PARTITIONER_AUTO},
                               .scheme = tc_scheme_find(scheme)};
  memcpy(choice.tensor, tensor, sizeof choice.tensor);
  choice.stabilisation = tc_stable_step_first_stabilisation(-1.0);
  tc_problem *problem = NULL;
  expect_ok(tc_problem_create(world, &choice, world->rank == 0 ? mesh : NULL, NULL, &problem));
  return problem;
}

static tc_mesh *create_flat_mesh(double height) {
  tc_mesh *mesh = mesh_box(5, 5, 5, 0.15);
  for (int32_t node = 0; node < mesh->nodes; node++) mesh->points[3 * (size_t)node + 2] *= height;
  return mesh;
}

ParallelTest(safe_step, a_good_mesh_is_proved_stable_with_the_first) {
  const double unit[6] = {1, 1, 1, 0, 0, 0};
  tc_mesh *mesh = mesh_box(5, 4, 4, 0.1);
  tc_problem *p = make(world, "gradient", unit, mesh);
  tc_stable_step safe;
  expect_ok(tc_stable_step_find(p, &usual, NULL, &safe));
  cr_assert(safe.proved && safe.stabilisation == 0.0 && safe.growth.products == 0);
  cr_assert_eq(safe.certificate.cells, mesh->cells);
  cr_assert_float_eq(safe.step.dt, 0.9 * safe.bound, 1e-15);
  tc_problem_destroy(&p);
  p = make(world, "two-point", unit, mesh);
  expect_ok(tc_stable_step_find(p, &usual, NULL, &safe));
  cr_assert(safe.proved);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* With flat cells and an anisotropic tensor, stability is not proved, but a step without growth must be
 * found. All results must have the bits of one rank. */
ParallelTest(safe_step, flat_cells_and_anisotropic_tensors) {
  const double tensor[6] = {1, 1, 1000, 0, 0, 300 * 0.1};
  tc_mesh *mesh = create_flat_mesh(0.05);
  tc_stable_step safe, alone;
  tc_problem *p = make(world, "gradient", tensor, mesh);
  expect_ok(tc_stable_step_find(p, &usual, NULL, &safe));
  cr_assert(!safe.proved && !safe.growth.grows && safe.growth.products > 0);
  cr_assert_lt(safe.certificate.cells, mesh->cells);
  tc_problem_destroy(&p);
  tc_world *self = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  p = NULL;
  tc_problem_options choice = {.layout = {tc_order_find("none"), 0, TC_DISTRIBUTION_CYCLIC, 1 << 30,
                                          TC_OBJECTIVE_CUT, TC_PARTITIONER_AUTO},
                               .scheme = tc_scheme_find("gradient")};
  memcpy(choice.tensor, tensor, sizeof choice.tensor);
  expect_ok(tc_problem_create(self, &choice, mesh, NULL, &p));
  expect_ok(tc_stable_step_find(p, &usual, NULL, &alone));
  cr_assert(alone.stabilisation == safe.stabilisation && alone.step.dt == safe.step.dt &&
            alone.growth.rate == safe.growth.rate && alone.certificate.cells == safe.certificate.cells);
  tc_problem_destroy(&p);
  tc_world_destroy(&self);
  tc_mesh_destroy(&mesh);
}

/* Sets fibres that conduct nine times better along than across. Their direction turns by 120 degrees from
 * z = 0 to z = 1. */
static void set_fibre_tensor(tc_problem *p) {
  expect_ok(tc_physics_set_nonuniform(p->physics));
  for (int32_t c = 0; c < p->physics->cells; c++) {
    const double angle = 2.0944 * tc_geometry_centroid(p->space->geometry, c)[2];
    const double x = cos(angle), y = sin(angle);
    const double tensor[6] = {1.0 + 8.0 * x * x, 1.0 + 8.0 * y * y, 1.0, 8.0 * x * y, 0.0, 0.0};
    memcpy(p->physics->tensor + 6 * (size_t)c, tensor, sizeof tensor);
  }
  expect_ok(tc_problem_assemble(p, tc_stable_step_first_stabilisation(-1.0), false));
}

/* Each cell has a different tensor. The search must find the same step as on one rank, and a run with this
 * step must pass the watchdog. */
ParallelTest(safe_step, tensors_that_turn) {
  const double unit[6] = {1, 1, 1, 0, 0, 0};
  tc_mesh *mesh = mesh_box(5, 5, 5, 0.15);
  tc_stable_step safe, alone;
  tc_measurement measure;
  twin t = twin_make("gradient", mesh);
  tc_problem *p = make(world, "gradient", unit, mesh);
  set_fibre_tensor(p);
  set_fibre_tensor(t.problem);
  expect_ok(tc_stable_step_find(p, &usual, NULL, &safe));
  expect_ok(tc_stable_step_find(t.problem, &usual, NULL, &alone));
  cr_assert(alone.stabilisation == safe.stabilisation && alone.step.dt == safe.step.dt &&
            alone.growth.rate == safe.growth.rate && alone.certificate.cells == safe.certificate.cells);
  const tc_step_options choice = {.integrator = tc_integrator_find("euler"),
                                  .strategy = tc_strategy_find("condensed"),
                                  .format = tc_format_at(0),
                                  .steps = 500,
                                  .dt = safe.step.dt,
                                  .proved = safe.proved};
  double *v = malloc(8 * (size_t)p->space->owned + 8);
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = noise((uint64_t)p->space->id[i]);
  expect_ok(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure));
  for (int32_t i = 0; i < p->space->owned; i++) cr_assert_lt(fabs(v[i]), 0.5);
  free(v);
  twin_free(&t);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* If modes grow without stabilisation, the error must name the stabilisation. If dt is too long, the error
 * must name dt. */
ParallelTest(safe_step, what_grows_is_refused) {
  const double tensor[6] = {1, 1, 25, 0, 0, 0}, unit[6] = {1, 1, 1, 0, 0, 0};
  tc_mesh *mesh = NULL;
  expect_ok(tc_tetgen_read("meshes/ventricle", NULL, &mesh));
  tc_problem *p = make(world, "gradient", tensor, mesh);
  tc_stable_step safe;
  tc_stable_step_options options = usual;
  options.stabilisation = 0.0;
  expect_error(tc_stable_step_find(p, &options, NULL, &safe), TC_NUMERICAL,
               "no step is stable with diffusion.stabilisation 0");
  expect_error(tc_stable_step_find(p, &options, NULL, &safe), TC_NUMERICAL,
               ": set it to auto or a larger number, improve the mesh there (tetgen -q) or set "
               "diffusion.scheme to two-point");
  tc_problem_destroy(&p);
  p = make(world, "gradient", unit, mesh);
  options = usual;
  options.dt = 1.0;
  expect_error(tc_stable_step_find(p, &options, NULL, &safe), TC_NUMERICAL,
               "dt: a step of 1 is unstable on this mesh, where the bound is");
  tc_problem_destroy(&p);
  p = make(world, "two-point", unit, mesh);
  options = usual;
  options.stabilisation = 1.0;
  expect_error(tc_stable_step_find(p, &options, NULL, &safe), TC_USAGE,
               "stabilisation: scheme two-point has no stabilisation");
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Sets a conductivity of 9 along a random direction in each cell and of 1 across it. */
static void turn_tensors(tc_problem *p) {
  expect_ok(tc_physics_set_nonuniform(p->physics));
  for (int32_t cell = 0; cell < p->physics->cells; cell++) {
    double f[3], *tensor = p->physics->tensor + 6 * (size_t)cell;
    for (int i = 0; i < 3; i++) f[i] = noise(3 * (uint64_t)p->space->submesh->id[cell] + (uint64_t)i);
    const double length2 = f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
    for (int i = 0; i < 3; i++) {
      tensor[i] = 1.0 + 8.0 * f[i] * f[i] / length2;
      tensor[3 + i] = 8.0 * f[i == 2] * f[i == 0 ? 1 : 2] / length2;
    }
  }
}

/* For these tensors no stabilisation is sufficient without limited harmonic points. With limited points, a
 * stabilisation of 0.3 is sufficient. The search must also try limited points if the user sets the
 * stabilisation. */
ParallelTest(safe_step, tensors_that_turn_want_limited_points) {
  const double unit[6] = {1, 1, 1, 0, 0, 0};
  tc_mesh *mesh = mesh_box(5, 5, 5, 0.1);
  tc_problem *p = make(world, "gradient", unit, mesh);
  tc_stable_step_options options = usual;
  tc_growth growth;
  tc_stable_step safe;
  turn_tensors(p);
  for (int s = 0; s < 2; s++) {
    options.stabilisation = s == 0 ? -1.0 : 0.3;
    expect_ok(tc_problem_assemble(p, tc_stable_step_first_stabilisation(-1.0), false));
    expect_ok(tc_stable_step_find(p, &options, NULL, &safe));
    cr_assert(safe.limited && p->system->limited && !safe.proved);
    cr_assert_eq(safe.stabilisation, 0.3);
    cr_assert_gt(safe.distant, 0);
  }
  expect_ok(tc_problem_assemble(p, 0.3, false));
  expect_ok(tc_growth_estimate(p, safe.step.dt, 480, NULL, NULL, &growth));
  cr_assert(growth.grows, "the test needs tensors that require limited points");
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* A negative slope of the source in v has the same effect as faster diffusion and reduces the stable step.
 * The slopes of states limit the step separately. */
ParallelTest(safe_step, stiff_sources_shorten_the_step) {
  const double unit[6] = {1, 1, 1, 0, 0, 0};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = make(world, "gradient", unit, mesh);
  tc_stable_step plain, safe;
  tc_stable_step_options options = usual;
  char line[1024];
  expect_ok(tc_stable_step_find(p, &options, NULL, &plain));
  const double fastest = plain.spectrum.largest;
  options.stiffness = (tc_stiffness){{0.0, 3.0 * fastest}, {0.0, 3.5 * fastest}, 0.0};
  options.dt = 0.09 * plain.bound;
  expect_ok(tc_stable_step_find(p, &options, NULL, &safe));
  cr_assert_float_eq(safe.bound / plain.bound, 0.25, 1e-12);
  cr_assert_float_eq(safe.slowed, 4.0, 1e-12);
  tc_stable_step_format(&safe, mesh->cells, line, sizeof line);
  cr_assert(strstr(line, "steps 4 times shorter for the source"), "%s", line);
  options.stiffness.states.growth = 10.0 * fastest;
  expect_ok(tc_stable_step_find(p, &options, NULL, &safe));
  cr_assert_float_eq(safe.bound / plain.bound, 0.1, 1e-12);
  options.dt = 0.5 * plain.bound;
  expect_error(tc_stable_step_find(p, &options, NULL, &safe), TC_NUMERICAL, "is unstable on this mesh");
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* An automatic step must also be accurate for the source. A step that the user sets may be longer if it is
 * stable. */
ParallelTest(safe_step, auto_follows_the_source) {
  const double unit[6] = {1, 1, 1, 0, 0, 0};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = make(world, "gradient", unit, mesh);
  tc_stable_step plain, safe;
  tc_stable_step_options options = usual;
  expect_ok(tc_stable_step_find(p, &options, NULL, &plain));
  const double fastest = plain.spectrum.largest;
  options.stiffness.v.growth = 2.0 * fastest;
  expect_ok(tc_stable_step_find(p, &options, NULL, &safe));
  cr_assert_float_eq(safe.step.dt * fastest, 0.1, 1e-12);
  cr_assert_float_eq(safe.slowed, 18.0, 1e-9);
  options.stiffness.v = (tc_slope){0.01 * fastest, 4.0 * fastest};
  expect_ok(tc_stable_step_find(p, &options, NULL, &safe));
  cr_assert_float_eq(safe.step.dt * fastest, 0.9 * 2.0 / 13.0, 1e-12,
                     "with room for slopes three times as steep");
  options.dt = 0.399 / fastest;
  expect_ok(tc_stable_step_find(p, &options, NULL, &safe));
  cr_assert_eq(safe.step.dt, options.dt);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Diffusion does not limit implicit steps, and their automatic step is a multiple of the explicit step. The
 * slope of the source alone limits the step. As for explicit steps, no mode of R may grow. */
ParallelTest(safe_step, implicit_steps) {
  const double unit[6] = {1, 1, 1, 0, 0, 0}, turned[6] = {1, 1, 1000, 0, 0, 300 * 0.1};
  tc_mesh *mesh = mesh_box(5, 4, 4, 0.1), *flat = create_flat_mesh(0.05);
  tc_problem *p = make(world, "gradient", unit, mesh);
  tc_stable_step_options options = usual;
  tc_stable_step safe, explicit_steps;
  options.multiple = 50.0;
  expect_ok(tc_stable_step_find(p, &options, NULL, &safe));
  const double free = tc_spectrum_step_bound(&safe.spectrum);
  cr_assert_float_eq(safe.step.dt / (50.0 * free), 1.0, 1e-12);
  cr_assert(safe.step.steps == 1000 && isinf(safe.bound) && safe.slowed == 1.0);
  options.dt = 1e6 * free;
  expect_ok(tc_stable_step_find(p, &options, NULL, &safe));
  cr_assert_eq(safe.step.dt, options.dt);
  options.dt = 1e300;
  expect_error(tc_stable_step_find(p, &options, NULL, &safe), TC_USAGE,
               "times the largest stable explicit step: use at most 1e+15 times that step, or time.method "
               "steady");
  options.dt = 1e6 * free;
  options.stiffness.v.decay = 4.0 / options.dt;
  expect_error(tc_stable_step_find(p, &options, NULL, &safe), TC_NUMERICAL,
               "implicit steps treat the source explicitly, which limits them to");
  options.dt = 0.0;
  options.stiffness.v.decay = 1.0 / free;
  expect_ok(tc_stable_step_find(p, &options, NULL, &safe));
  cr_assert_float_eq(safe.step.dt / free, 2.0 / 3.0, 1e-12, "with room for slopes three times as steep");
  cr_assert_float_eq(safe.slowed, 75.0, 1e-9);
  tc_problem_destroy(&p);
  p = make(world, "gradient", turned, flat);
  options = usual;
  expect_ok(tc_stable_step_find(p, &options, NULL, &explicit_steps));
  options.multiple = 90.0;
  /* The end time is the same, so the growth estimate must be the same. */
  options.steps = 10;
  expect_ok(tc_stable_step_find(p, &options, NULL, &safe));
  cr_assert(safe.stabilisation == explicit_steps.stabilisation &&
            safe.growth.rate == explicit_steps.growth.rate);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&flat);
  tc_mesh_destroy(&mesh);
}

/* In a mesh of one cell, the source alone limits the step. */
ParallelTest(safe_step, a_source_alone) {
  (void)world;
  const tc_stable_step safe = {.slowed = INFINITY, .proved = true};
  char line[1024];
  tc_stable_step_format(&safe, 1, line, sizeof line);
  cr_assert(!strstr(line, "inf") && strstr(line, "only the source limits the step"), "%s", line);
}

/* Boundary values and exchanges affect the certificate, the largest step and the mode that decays most
 * slowly. The field of a long run must decay at the rate of this mode. */
ParallelTest(safe_step, boundaries_that_let_something_out) {
  static const tc_boundary_kind kinds[] = {TC_BOUNDARY_VALUE, TC_BOUNDARY_EXCHANGE};
  const double unit[6] = {1, 1, 1, 0, 0, 0};
  tc_mesh *mesh = mesh_box(4, 4, 4, 0.1);
  for (int k = 0; k < 2; k++) {
    tc_problem *p = make(world, "gradient", unit, mesh);
    tc_stable_step closed, safe;
    tc_growth growth;
    double *v = malloc(8 * (size_t)p->space->owned + 8), square[2];
    expect_ok(tc_stable_step_find(p, &usual, NULL, &closed));
    entry e = entry_make(p, kinds[k], "0", NULL);
    expect_ok(tc_stable_step_find(p, &usual, NULL, &safe));
    cr_assert(safe.proved && safe.bound < (k == 0 ? 0.99 : 1.0) * closed.bound, "%g %g", safe.bound,
              closed.bound);
    expect_ok(tc_growth_estimate(p, safe.step.dt, 960, NULL, NULL, &growth));
    /* The problem was assembled again, so the forcing must be created again. */
    tc_forcing_destroy(&e.input);
    expect_ok(tc_forcing_create(p, e.list, p->physics->boundaries, NULL, &e.input));
    const tc_step_options choice = {.integrator = tc_integrator_find("euler"),
                                    .strategy = tc_strategy_find("condensed"),
                                    .format = tc_format_at(0),
                                    .steps = 200,
                                    .dt = safe.step.dt,
                                    .proved = true,
                                    .input = e.input};
    for (int32_t i = 0; i < p->space->owned; i++) v[i] = 1.0;
    for (int half = 0; half < 2; half++) {
      tc_measurement measure;
      expect_ok(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure));
      expect_ok(tc_field_dot(p->space, v, v, &square[half]));
    }
    const double decay = 0.5 * log(square[1] / square[0]) / 200.0;
    cr_assert(growth.settled && growth.rate < 0.0);
    cr_assert_float_eq(growth.rate / decay, 1.0, 0.02, "%g, %g", growth.rate, decay);
    free(v);
    entry_free(&e);
    tc_problem_destroy(&p);
  }
  tc_mesh_destroy(&mesh);
}

/* Returns the largest difference between the steady state and the exact solution x y. */
static double largest_error(tc_problem *p, entry *e) {
  const tc_step_options choice = {.integrator = tc_integrator_find("steady"),
                                  .strategy = tc_strategy_find("condensed"),
                                  .format = tc_format_at(0),
                                  .steps = 1,
                                  .dt = 1.0,
                                  .proved = false,
                                  .input = e->input};
  double *v = problem_zeros(p), *exact = problem_zeros(p), l2, largest;
  tc_measurement measure;
  expect_ok(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure));
  expect_ok(tc_field_evaluate(p->space, "here", e->formula, 0.0, exact));
  expect_ok(tc_field_compare(p->space, v, exact, &l2, &largest));
  free(v);
  free(exact);
  return largest;
}

/* With a stabilisation of 0.3 no mode grows, but one decays so slowly that a value is wrong by 0.25. The
 * search must choose a larger stabilisation. */
ParallelTest(safe_step, a_mode_that_barely_decays) {
  const double tensor[6] = {1, 1, 1000, 0, 0, 0};
  tc_mesh *mesh = mesh_slivers(7, 0.03, 2);
  tc_problem *p = make(world, "gradient", tensor, mesh);
  entry e = entry_make(p, TC_BOUNDARY_VALUE, "x*y", NULL);
  tc_stable_step safe;
  expect_ok(tc_stable_step_find(p, &usual, NULL, &safe));
  /* The problem was assembled again, so the forcing must be created again. */
  tc_forcing_destroy(&e.input);
  expect_ok(tc_forcing_create(p, e.list, p->physics->boundaries, NULL, &e.input));
  const double error = largest_error(p, &e);
  cr_assert(error < 0.1, "stabilisation %g: a value is wrong by %g", safe.stabilisation, error);
  entry_free(&e);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
