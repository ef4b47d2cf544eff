#include "solve/stability/stable_step.h"

#include <math.h>
#include <string.h>

#include "io/mesh/tetgen.h"
#include "solve/step/step.h"
#include "support/forcing.h"
#include "support/parallel.h"
#include "support/problems.h"

static const tc_stable_step_options usual =
    {"dt", "stabilisation", -1.0, 0.0, 0.9, 0.0, 0.0, 1000, {{0.0, 0.0}, {0.0, 0.0}, 0.0}, false};

static tc_problem *make(tc_world *world, const char *scheme, const double tensor[6], tc_mesh *mesh) {
  tc_problem_options choice = {.layout = {tc_order_find("metis"), 0, TC_DISTRIBUTION_METIS, 65536,
                                          TC_OBJECTIVE_CUT},
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

/* Whatever is chosen, a field of noise shrinks; the step and the bits are those of one rank. */
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
                                          TC_OBJECTIVE_CUT},
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

/* Fibres that conduct nine times better along than across and turn by 120 degrees from z = 0 to z = 1. */
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

/* A tensor of its own in every cell: a step is found, the same on any number of ranks, and the watch is
 * content. */
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
  const tc_step_options choice = {tc_integrator_find("euler"),
                                  tc_strategy_find("condensed"),
                                  tc_format_at(0),
                                  500,
                                  safe.step.dt,
                                  safe.proved,
                                  NULL,
                                  NULL,
                                  NULL,
                                  NULL,
                                  NULL};
  double *v = malloc(8 * (size_t)p->space->owned + 8);
  for (int32_t i = 0; i < p->space->owned; i++) v[i] = noise((uint64_t)p->space->id[i]);
  expect_ok(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure));
  for (int32_t i = 0; i < p->space->owned; i++) cr_assert_lt(fabs(v[i]), 0.5);
  free(v);
  twin_free(&t);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* A tensor that would let modes grow without stabilisation is refused, with the true reason. */
ParallelTest(safe_step, what_grows_is_refused) {
  const double tensor[6] = {1, 1, 25, 0, 0, 0}, unit[6] = {1, 1, 1, 0, 0, 0};
  tc_mesh *mesh = NULL;
  expect_ok(tc_tetgen_read("meshes/ventricle", NULL, &mesh));
  tc_problem *p = make(world, "gradient", tensor, mesh);
  tc_stable_step safe;
  tc_stable_step_options wish = usual;
  wish.stabilisation = 0.0;
  expect_error(tc_stable_step_find(p, &wish, NULL, &safe), TC_NUMERICAL,
               "no step is stable with diffusion.stabilisation 0");
  expect_error(tc_stable_step_find(p, &wish, NULL, &safe), TC_NUMERICAL,
               ": set it to auto or a larger number, improve the mesh there (tetgen -q) or set "
               "diffusion.scheme to two-point");
  tc_problem_destroy(&p);
  p = make(world, "gradient", unit, mesh);
  wish = usual;
  wish.dt = 1.0;
  expect_error(tc_stable_step_find(p, &wish, NULL, &safe), TC_NUMERICAL,
               "dt: a step of 1 is unstable on this mesh, where the bound is");
  tc_problem_destroy(&p);
  p = make(world, "two-point", unit, mesh);
  wish = usual;
  wish.stabilisation = 1.0;
  expect_error(tc_stable_step_find(p, &wish, NULL, &safe), TC_USAGE,
               "stabilisation: scheme two-point has no stabilisation");
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* 9 along directions that turn as they like from cell to cell, 1 across. */
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

/* No stabilisation alone helps; with limited points the first does. A number that is given is tried both
 * ways. */
ParallelTest(safe_step, tensors_that_turn_want_limited_points) {
  const double unit[6] = {1, 1, 1, 0, 0, 0};
  tc_mesh *mesh = mesh_box(5, 5, 5, 0.1);
  tc_problem *p = make(world, "gradient", unit, mesh);
  tc_stable_step_options wish = usual;
  tc_growth growth;
  tc_stable_step safe;
  turn_tensors(p);
  for (int s = 0; s < 2; s++) {
    wish.stabilisation = s == 0 ? -1.0 : 0.3;
    expect_ok(tc_problem_assemble(p, tc_stable_step_first_stabilisation(-1.0), false));
    expect_ok(tc_stable_step_find(p, &wish, NULL, &safe));
    cr_assert(safe.limited && p->system->limited && !safe.proved);
    cr_assert_eq(safe.stabilisation, 0.3);
    cr_assert_gt(safe.distant, 0);
  }
  expect_ok(tc_problem_assemble(p, 0.3, false));
  expect_ok(tc_growth_estimate(p, safe.step.dt, 480, NULL, NULL, &growth));
  cr_assert(growth.grows, "limited points were not needed");
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* What a source does between two values of v is as good as diffusion that is so much faster; states have
 * steps of their own. */
ParallelTest(safe_step, stiff_sources_shorten_the_step) {
  const double unit[6] = {1, 1, 1, 0, 0, 0};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = make(world, "gradient", unit, mesh);
  tc_stable_step plain, safe;
  tc_stable_step_options wish = usual;
  char said[512];
  expect_ok(tc_stable_step_find(p, &wish, NULL, &plain));
  const double fastest = plain.spectrum.largest;
  wish.stiffness = (tc_stiffness){{0.0, 3.0 * fastest}, {0.0, 3.5 * fastest}, 0.0};
  wish.dt = 0.09 * plain.bound;
  expect_ok(tc_stable_step_find(p, &wish, NULL, &safe));
  cr_assert_float_eq(safe.bound / plain.bound, 0.25, 1e-12);
  cr_assert_float_eq(safe.slowed, 4.0, 1e-12);
  tc_stable_step_format(&safe, mesh->cells, said, sizeof said);
  cr_assert(strstr(said, "steps 4 times shorter for the source"), "%s", said);
  wish.stiffness.states.growth = 10.0 * fastest;
  expect_ok(tc_stable_step_find(p, &wish, NULL, &safe));
  cr_assert_float_eq(safe.bound / plain.bound, 0.1, 1e-12);
  wish.dt = 0.5 * plain.bound;
  expect_error(tc_stable_step_find(p, &wish, NULL, &safe), TC_NUMERICAL, "is unstable on this mesh");
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* auto follows sources as well; whoever gives a step may take a longer one, as long as it is stable. */
ParallelTest(safe_step, auto_follows_the_source) {
  const double unit[6] = {1, 1, 1, 0, 0, 0};
  tc_mesh *mesh = mesh_box(3, 3, 3, 0.1);
  tc_problem *p = make(world, "gradient", unit, mesh);
  tc_stable_step plain, safe;
  tc_stable_step_options wish = usual;
  expect_ok(tc_stable_step_find(p, &wish, NULL, &plain));
  const double fastest = plain.spectrum.largest;
  wish.stiffness.v.growth = 2.0 * fastest;
  expect_ok(tc_stable_step_find(p, &wish, NULL, &safe));
  cr_assert_float_eq(safe.step.dt * fastest, 0.1, 1e-12);
  cr_assert_float_eq(safe.slowed, 18.0, 1e-9);
  wish.stiffness.v = (tc_slope){0.01 * fastest, 4.0 * fastest};
  expect_ok(tc_stable_step_find(p, &wish, NULL, &safe));
  cr_assert_float_eq(safe.step.dt * fastest, 0.9 * 2.0 / 13.0, 1e-12,
                     "with room for slopes three times as steep");
  wish.dt = 0.399 / fastest;
  expect_ok(tc_stable_step_find(p, &wish, NULL, &safe));
  cr_assert_eq(safe.step.dt, wish.dt);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}

/* Implicit steps: any length, auto so many explicit ones; but nothing may grow in R, whatever the step, and
 * sources bound them as if nothing diffused. */
ParallelTest(safe_step, implicit_steps) {
  const double unit[6] = {1, 1, 1, 0, 0, 0}, turned[6] = {1, 1, 1000, 0, 0, 300 * 0.1};
  tc_mesh *mesh = mesh_box(5, 4, 4, 0.1), *flat = create_flat_mesh(0.05);
  tc_problem *p = make(world, "gradient", unit, mesh);
  tc_stable_step_options wish = usual;
  tc_stable_step safe, looked;
  wish.multiple = 50.0;
  expect_ok(tc_stable_step_find(p, &wish, NULL, &safe));
  const double free = tc_spectrum_step_bound(&safe.spectrum);
  cr_assert_float_eq(safe.step.dt / (50.0 * free), 1.0, 1e-12);
  cr_assert(safe.step.steps == 1000 && isinf(safe.bound) && safe.slowed == 1.0);
  wish.dt = 1e6 * free;
  expect_ok(tc_stable_step_find(p, &wish, NULL, &safe));
  cr_assert_eq(safe.step.dt, wish.dt);
  wish.dt = 1e300;
  expect_error(tc_stable_step_find(p, &wish, NULL, &safe), TC_USAGE,
               "times the largest stable explicit step: use at most 1e+15 times that step, or time.method "
               "steady");
  wish.dt = 1e6 * free;
  wish.stiffness.v.decay = 4.0 / wish.dt;
  expect_error(tc_stable_step_find(p, &wish, NULL, &safe), TC_NUMERICAL,
               "implicit steps treat the source explicitly, which limits them to");
  wish.dt = 0.0;
  wish.stiffness.v.decay = 1.0 / free;
  expect_ok(tc_stable_step_find(p, &wish, NULL, &safe));
  cr_assert_float_eq(safe.step.dt / free, 2.0 / 3.0, 1e-12, "with room for slopes three times as steep");
  cr_assert_float_eq(safe.slowed, 75.0, 1e-9);
  tc_problem_destroy(&p);
  p = make(world, "gradient", turned, flat);
  wish = usual;
  expect_ok(tc_stable_step_find(p, &wish, NULL, &looked));
  wish.multiple = 90.0;
  wish.steps = 10; /* the same time, so the same look for growth */
  expect_ok(tc_stable_step_find(p, &wish, NULL, &safe));
  cr_assert(safe.stabilisation == looked.stabilisation && safe.growth.rate == looked.growth.rate);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&flat);
  tc_mesh_destroy(&mesh);
}

/* Nothing diffuses in a mesh of one cell. */
ParallelTest(safe_step, a_source_alone) {
  (void)world;
  const tc_stable_step safe = {.slowed = INFINITY, .proved = true};
  char said[512];
  tc_stable_step_format(&safe, 1, said, sizeof said);
  cr_assert(!strstr(said, "inf") && strstr(said, "the source alone bounds the step"), "%s", said);
}

/* Values and exchanges at the boundary are part of the proof, of the largest step, and of the mode that
 * decays least: it is no constant any more, and as slow as what is left of a field in the end. */
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
    tc_forcing_destroy(&e.input); /* of another assembly */
    expect_ok(tc_forcing_create(p, e.list, p->physics->boundaries, NULL, &e.input));
    const tc_step_options choice = {tc_integrator_find("euler"),
                                    tc_strategy_find("condensed"),
                                    tc_format_at(0),
                                    200,
                                    safe.step.dt,
                                    true,
                                    e.input,
                                    NULL,
                                    NULL,
                                    NULL,
                                    NULL};
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

/* The steady state of the problem minus x y, which is an exact solution: the largest magnitude. */
static double largest_error(tc_problem *p, entry *e) {
  const tc_step_options choice = {tc_integrator_find("steady"),
                                  tc_strategy_find("condensed"),
                                  tc_format_at(0),
                                  1,
                                  1.0,
                                  false,
                                  e->input,
                                  NULL,
                                  NULL,
                                  NULL,
                                  NULL};
  double *v = problem_zeros(p), *exact = problem_zeros(p), l2, largest;
  tc_measurement measure;
  expect_ok(tc_step_run(p, &choice, NULL, 0, NULL, v, &measure));
  expect_ok(tc_field_evaluate(p->space, "here", e->formula, 0.0, exact));
  expect_ok(tc_field_compare(p->space, v, exact, &l2, &largest));
  free(v);
  free(exact);
  return largest;
}

/* With 0.3 no mode grows, but one barely decays, and a value is wrong by 0.25. */
ParallelTest(safe_step, a_mode_that_barely_decays) {
  const double tensor[6] = {1, 1, 1000, 0, 0, 0};
  tc_mesh *mesh = mesh_slivers(7, 0.03, 2);
  tc_problem *p = make(world, "gradient", tensor, mesh);
  entry e = entry_make(p, TC_BOUNDARY_VALUE, "x*y", NULL);
  tc_stable_step safe;
  expect_ok(tc_stable_step_find(p, &usual, NULL, &safe));
  tc_forcing_destroy(&e.input); /* of another assembly */
  expect_ok(tc_forcing_create(p, e.list, p->physics->boundaries, NULL, &e.input));
  const double error = largest_error(p, &e);
  cr_assert(error < 0.1, "stabilisation %g: a value is wrong by %g", safe.stabilisation, error);
  entry_free(&e);
  tc_problem_destroy(&p);
  tc_mesh_destroy(&mesh);
}
