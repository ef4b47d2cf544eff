/* Tests that a constant added to the initial field and to all boundary data is added to the solution. Tests
 * all integrators and solvers on meshes/bar, and some of them on meshes/ventricle. */
#include <float.h>
#include <math.h>
#include <stdio.h>

#include "io/mesh/tetgen.h"
#include "solve/space/field.h"
#include "solve/stability/spectrum.h"
#include "support/forcing.h"
#include "support/large_steps.h"
#include "support/parallel.h"
#include "support/problems.h"

static const double constants[] = {0.0, 300.0, 101325.0, 1e7, -1e6};
enum { constant_count = sizeof constants / sizeof *constants, step_count = 2 };

static const struct {
  const char *scheme, *method;
} pairs[] = {{"two-point", "cg"},
             {"two-point", "bicgstab"},
             {"gradient", "bicgstab"},
             {"two-point", "gmres"},
             {"gradient", "gmres"}};

static const struct {
  const char *name;
  tc_scope scope;
} preconditioners[] = {{"jacobi", TC_SCOPE_GLOBAL},
                       {"ssor", TC_SCOPE_GLOBAL},
                       {"ssor", TC_SCOPE_RANK},
                       {"ilu0", TC_SCOPE_GLOBAL},
                       {"ilu0", TC_SCOPE_RANK}};

/* A problem with prescribed values at marker 1, an exchange condition on all other markers, and a source that
 * does not read the field. */
typedef struct scene {
  tc_problem *problem;
  tc_expression *formula[2];
  tc_boundary_forcing list[16];
  tc_source_options choice;
  tc_source *source;
  tc_forcing *input;
  double constant;
} scene;

static const char *form[] = {"%.17g + (t < 0.003 ? 1 : 0.5)", "%.17g + (x < 4 ? -0.5 : 0.25)"};

/* Creates the forcing again with `constant` added to all boundary data. */
static void add_constant(scene *s, double constant) {
  const tc_physics *physics = s->problem->physics;
  char text[100];
  tc_forcing_destroy(&s->input);
  for (int k = 0; k < 2; k++) {
    tc_expression_destroy(&s->formula[k]);
    snprintf(text, sizeof text, form[k], constant);
    expect_ok(tc_expression_create("here", text, tc_expression_xyzt, 4, &s->formula[k]));
  }
  for (int m = 0; m < physics->boundaries; m++)
    s->list[m] = (tc_boundary_forcing){m, s->formula[physics->boundary[m].marker == 1 ? 0 : 1], NULL};
  expect_ok(tc_forcing_create(s->problem, s->list, physics->boundaries, s->source, &s->input));
  s->constant = constant;
}

static scene scene_make(tc_world *world, const char *scheme, const char *base) {
  const cutting how = {scheme, "rcm", TC_DISTRIBUTION_METIS, 65536};
  tc_mesh *mesh = NULL;
  expect_ok(tc_tetgen_read(base, NULL, &mesh));
  scene s = {.problem = problem_make(world, &how, mesh)};
  tc_physics *physics = s.problem->physics;
  tc_mesh_destroy(&mesh);
  expect_ok(tc_physics_alloc_exchange(physics));
  for (int32_t f = 0; f < physics->faces; f++) physics->exchange[f] = 4.0;
  for (int m = 0; m < physics->boundaries; m++) {
    physics->boundary[m].kind = physics->boundary[m].marker == 1 ? TC_BOUNDARY_VALUE : TC_BOUNDARY_EXCHANGE;
    physics->boundary[m].has_data = true;
  }
  expect_ok(tc_problem_assemble(s.problem, strcmp(scheme, "gradient") ? 0.0 : 0.3, false));
  s.source = source_make(s.problem->space, "x > 6 ? 0.5 : 0", &s.choice);
  return s;
}

static void scene_free(scene *s) {
  tc_forcing_destroy(&s->input);
  tc_source_destroy(&s->source);
  tc_expression_destroy(&s->choice.source);
  for (int k = 0; k < 2; k++) tc_expression_destroy(&s->formula[k]);
  tc_problem_destroy(&s->problem);
}

/* Final field of a run, and the statistics of its solves. */
typedef struct found {
  double *value; /* [owned] */
  tc_solve_statistics record;
} found;

static void run(scene *s, const tc_step_options *choice, double **value) {
  const tc_space *space = s->problem->space;
  tc_step_options own = *choice;
  tc_measurement measure;
  *value = problem_zeros(s->problem);
  for (int32_t i = 0; i < space->owned; i++) (*value)[i] = s->constant + (double)(space->id[i] % 8) / 8.0;
  own.input = s->input;
  expect_ok(tc_step_run(s->problem, &own, NULL, 0, NULL, *value, &measure));
}

static double largest_excess(const scene *s, const double *value, const double *base) {
  double most = 0.0;
  for (int32_t i = 0; i < s->problem->space->owned; i++)
    most = fmax(most, fabs(value[i] - s->constant - base[i]));
  expect_ok(tc_world_max(s->problem->space->world, &most, 1));
  return most;
}

static void expect_shifted(const scene *s, const double *value, const double *base, int64_t steps,
                           const char *label) {
  tc_field_stats field;
  expect_ok(tc_field_stats_compute(s->problem->space, base, &field));
  const double ulp = nextafter(fabs(s->constant), INFINITY) - fabs(s->constant),
               most = fmax(1e-6 * (field.max - field.min), 8.0 * ulp * sqrt((double)steps)),
               excess = largest_excess(s, value, base);
  cr_expect(field.max - field.min > 0.1 && excess <= most, "%s, constant %g: off by %g of %g", label,
            s->constant, excess, field.max - field.min);
}

static void expect_near(int64_t a, int64_t b, int64_t most, const char *label, double constant) {
  cr_expect(llabs(a - b) <= most, "%s, constant %g: %d iterations, not %d", label, constant, (int)a, (int)b);
}

static void expect_iterations(const scene *s, const tc_solve_statistics *with,
                              const tc_solve_statistics *without, const char *label) {
  expect_near(with->first, without->first, 2, label, s->constant);
  expect_near(with->max, without->max, 2, label, s->constant);
  expect_near(with->total, without->total, 2 * without->solves, label, s->constant);
}

static tc_implicit_steps steps_of(const char *method, int preconditioner, bool to_start) {
  tc_implicit_steps how = {.options = tc_implicit_options_default()};
  how.options.automatic = false;
  how.options.solver.method = tc_method_find(method);
  how.options.solver.preconditioner = tc_preconditioner_find(preconditioners[preconditioner].name);
  how.options.solver.preconditioner_options.scope = preconditioners[preconditioner].scope;
  how.options.solver.tolerance = 1e-12;
  how.options.relative_to_start = to_start;
  return how;
}

/* Performs two runs with the same solver, with and without the constant, and compares them. */
static void expect_solves(scene *s, const char *integrator, tc_implicit_steps how, double constant,
                          const char *label) {
  const int64_t steps = strcmp(integrator, "steady") ? step_count : 1;
  found base = {NULL}, other = {NULL};
  for (int c = 0; c < 2; c++) {
    found *to = c ? &other : &base;
    add_constant(s, c ? constant : 0.0);
    how.record = &to->record;
    const tc_step_options choice = large_steps(integrator, &how, NULL, steps, 0.002);
    run(s, &choice, &to->value);
  }
  expect_shifted(s, other.value, base.value, steps, label);
  expect_iterations(s, &other.record, &base.record, label);
  if (getenv("TETRACAST_TEST_TABLE"))
    printf("%-60s %d %d\n", label, (int)base.record.total, (int)other.record.total);
  free(base.value);
  free(other.value);
}

/* Runs every solver with every preconditioner, for a step and in steady state. The constants and the two
 * reference norms of residuals alternate, so that each of them is combined with each solver and each
 * preconditioner. */
static void solve_all(scene *s, const char *scheme) {
  char label[100];
  size_t count = 0;
  for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
    for (size_t p = 0; p < sizeof preconditioners / sizeof *preconditioners; p++)
      for (size_t steady = 0; steady < 2 && !strcmp(pairs[k].scheme, scheme); steady++) {
        const char *integrator = steady ? "steady" : "implicit";
        const bool to_start = (k + p + steady) % 2;
        snprintf(label, sizeof label, "%s, %s + %s (%s), %s, %s", scheme, pairs[k].method,
                 preconditioners[p].name, preconditioners[p].scope == TC_SCOPE_RANK ? "rank" : "global",
                 integrator, to_start ? "start" : "rhs");
        expect_solves(s, integrator, steps_of(pairs[k].method, (int)p, to_start),
                      constants[1 + count++ % (constant_count - 1)], label);
      }
}

static void step_all(scene *s, const char *scheme) {
  tc_spectrum spectrum;
  double *base = NULL, *value = NULL;
  expect_ok(tc_spectrum_estimate(s->problem, &spectrum));
  tc_step_options choice = large_steps("euler", NULL, NULL, 100, 0.5 * tc_spectrum_step_bound(&spectrum));
  choice.proved = false;
  for (int c = 0; c < constant_count; c++) {
    add_constant(s, constants[c]);
    run(s, &choice, c ? &value : &base);
    if (c) expect_shifted(s, value, base, choice.steps, scheme);
    free(value);
    value = NULL;
  }
  free(base);
}

static void test_scheme(tc_world *world, const char *scheme) {
  scene s = scene_make(world, scheme, "meshes/bar");
  solve_all(&s, scheme);
  step_all(&s, scheme);
  scene_free(&s);
}

/* Runs on one rank only, because the large number of combinations needs much time. */
ParallelTest(constant, is_added_to_the_solution_with_every_method) {
  if (world->ranks > 1) return;
  test_scheme(world, "two-point");
  test_scheme(world, "gradient");
}

/* One combination of scheme, method and integrator of each kind. */
static const struct {
  const char *scheme, *method, *integrator;
  int preconditioner;
} kinds[] = {{"two-point", "cg", "implicit", 0},
             {"gradient", "bicgstab", "implicit", 3},
             {"two-point", "gmres", "steady", 3},
             {"two-point", "", "euler", 0}};
enum { kind_count = sizeof kinds / sizeof *kinds };

/* Solves each combination of `kinds` on the mesh ventricle with a constant of 1e7, and stores the hashes of
 * the fields. */
static void solve_on_ventricle(tc_world *world, uint64_t hash[kind_count]) {
  for (int k = 0; k < kind_count; k++) {
    scene s = scene_make(world, kinds[k].scheme, "meshes/ventricle");
    const tc_implicit_steps how =
        steps_of(*kinds[k].method ? kinds[k].method : "cg", kinds[k].preconditioner, false);
    const tc_step_options choice = large_steps(kinds[k].integrator, &how, NULL, step_count, 1e-4);
    double *value[2];
    tc_field_stats field;
    for (int c = 0; c < 2; c++) {
      add_constant(&s, c ? 1e7 : 0.0);
      run(&s, &choice, &value[c]);
    }
    expect_shifted(&s, value[1], value[0], step_count, kinds[k].method);
    expect_ok(tc_field_stats_compute(s.problem->space, value[1], &field));
    hash[k] = field.hash;
    for (int c = 0; c < 2; c++) free(value[c]);
    scene_free(&s);
  }
}

/* Solves on each number of ranks up to that of the world. All fields must have the same bits. */
ParallelTest(constant, is_added_on_any_number_of_ranks) {
  uint64_t first[kind_count], hash[kind_count];
  for (int ranks = 1; ranks <= world->ranks && world->ranks > 1; ranks++) {
    MPI_Comm some;
    tc_world *few = NULL;
    MPI_Comm_split(MPI_COMM_WORLD, world->rank < ranks ? 0 : MPI_UNDEFINED, 0, &some);
    if (some == MPI_COMM_NULL) continue;
    expect_ok(tc_world_create(some, 0, &few));
    solve_on_ventricle(few, ranks == 1 ? first : hash);
    for (int k = 0; k < kind_count && world->rank == 0 && ranks > 1; k++)
      cr_assert_eq(hash[k], first[k], "%s on %d ranks", kinds[k].integrator, ranks);
    tc_world_destroy(&few);
    MPI_Comm_free(&some);
  }
}
