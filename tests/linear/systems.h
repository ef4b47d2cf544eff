/* Linear systems A = I - step R of small problems, and records of their solves. Tests of solvers include this
 * header. A test calls scene_make, then scene_solve for each choice of options. */
#ifndef TC_TESTS_LINEAR_SYSTEMS_H
#define TC_TESTS_LINEAR_SYSTEMS_H

#include <math.h>

#include "base/core/memory.h"
#include "comm/layout/transpose.h"
#include "linear/solver/solver.h"
#include "solve/stability/spectrum.h"
#include "sparse/ell_kernels.h"
#include "support/problems.h"

typedef struct scene {
  tc_problem *problem;
  tc_ell *adjoint, *two_point; /* `two_point` is NULL if it is the scheme of the problem */
  tc_linear_system system;
  double *b; /* [owned] right-hand side, which is independent of the distribution */
} scene;

/* Returns the right-hand side of row i, a smooth peak with noise. It does not depend on the distribution. */
static inline double scene_right_side(const tc_space *space, int32_t i) {
  const double *at = space->centroid + 3 * (size_t)i, x = at[0] - 0.3, y = at[1] - 0.4, z = at[2] - 0.6;
  return 1.0 / (0.1 + x * x + y * y + z * z) + 0.1 * noise((uint64_t)space->id[i]);
}

/* Collective. Returns the scene of a problem, which the scene then owns. */
static inline scene scene_of_problem(tc_world *world, tc_problem *problem, double step) {
  scene s = {.problem = problem};
  const tc_space *space = s.problem->space;
  const tc_ell *R = s.problem->system->rates;
  double skew;
  expect_ok(tc_adjoint_create(world, space->halo, R, space->volume, &s.adjoint));
  expect_ok(tc_adjoint_compute_skewness(world, R, s.adjoint, space->volume, &skew));
  expect_ok(tc_problem_create_two_point(s.problem, &s.two_point));
  s.system = (tc_linear_system){.world = world,
                                .halo = space->halo,
                                .R = R,
                                .R_adjoint = s.adjoint,
                                .two_point = s.two_point,
                                .shift = 1.0,
                                .scale = -step,
                                .volume = space->volume,
                                .id = space->id,
                                .symmetric = skew < 1e-12};
  s.b = calloc((size_t)space->owned + 1, sizeof *s.b);
  for (int32_t i = 0; i < space->owned; i++) s.b[i] = scene_right_side(space, i);
  return s;
}

static inline scene scene_of_mesh(tc_world *world, const cutting *how, tc_mesh *mesh, double step) {
  return scene_of_problem(world, problem_make(world, how, mesh), step);
}

static inline scene scene_make(tc_world *world, const cutting *how, double step) {
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  const scene s = scene_of_mesh(world, how, mesh, step);
  tc_mesh_destroy(&mesh);
  return s;
}

/* Collective. Sets the step to a multiple of the largest stable step of explicit Euler. */
static inline void scene_set_step(scene *s, double multiple) {
  tc_spectrum spectrum;
  expect_ok(tc_spectrum_estimate(s->problem, &spectrum));
  s->system.scale = -multiple * tc_spectrum_step_bound(&spectrum);
  s->system.spread = true;
  s->system.largest = spectrum.largest;
}

static inline void scene_free(scene *s) {
  tc_ell_destroy(&s->adjoint);
  tc_ell_destroy(&s->two_point);
  tc_problem_destroy(&s->problem);
  free(s->b);
}

/* Returns solver options for tests. The multigrid options give several levels on several ranks even for a few
 * hundred rows. */
static inline tc_solver_options scene_choice(const char *method, const char *preconditioner) {
  tc_preconditioner_options preconditioner_options = tc_preconditioner_options_default();
  preconditioner_options.multigrid.coarsest = 10;
  preconditioner_options.multigrid.rows_per_rank = 16;
  return (tc_solver_options){.method = tc_method_find(method),
                             .method_options = {.restart = 30, .relaxation = 1.0},
                             .preconditioner = tc_preconditioner_find(preconditioner),
                             .preconditioner_options = preconditioner_options,
                             .tolerance = 1e-8,
                             .most_iterations = 3000,
                             .strategy = tc_strategy_find("neighbour"),
                             .format = tc_format_at(0)};
}

enum { most_told = 4000 };

/* Record of one solve, with x of all cells on every rank. */
typedef struct scene_run {
  tc_solve_result solution;
  tc_work work;
  int told;
  double history[most_told]; /* true residuals are stored with a negative sign */
  double *x;                 /* [cells] */
} scene_run;

static inline void scene_tell(void *self, int64_t iteration, double residual, bool is_true) {
  scene_run *run = self;
  (void)iteration;
  cr_assert_lt(run->told, most_told);
  run->history[run->told++] = is_true ? -residual : residual;
}

/* Collective. Returns x of all cells by cell number. */
static inline double *scene_gather(const scene *s, const double *own) {
  const tc_space *space = s->problem->space;
  double *x = NULL;
  expect_ok(TC_ALLOC_ZERO(x, space->cells));
  for (int32_t i = 0; i < space->owned; i++) x[space->id[i]] = own[i];
  MPI_Allreduce(MPI_IN_PLACE, x, (int)space->cells, MPI_DOUBLE, MPI_SUM, tc_world_comm(space->world));
  return x;
}

/* Collective. Returns the norm of b, which is the initial residual because a solve starts from 0. */
static inline double scene_norm(const scene *s, tc_solver *solver) {
  tc_ledger ledger = {0};
  tc_solve_result solution;
  expect_ok(tc_solver_solve(solver, s->b, INFINITY, NULL, &ledger, &solution));
  return solution.initial_residual;
}

/* Collective. Solves the system. Returns NULL if the options are invalid, for which the error must be
 * TC_USAGE. */
static inline scene_run *scene_solve(const scene *s, const tc_solver_options *choice) {
  tc_solver *solver = NULL;
  tc_status status = tc_solver_create(&s->system, choice, &solver);
  if (status) {
    cr_assert_eq(tc_status_code(status), TC_USAGE, "%s", tc_status_text(status));
    tc_status_free(&status);
    return NULL;
  }
  scene_run *run = NULL;
  expect_ok(TC_ALLOC_ZERO(run, 1));
  tc_ledger ledger = {0};
  const tc_solver_monitor monitor = {.self = run, .on_residual = scene_tell};
  const double norm = scene_norm(s, solver);
  expect_ok(tc_solver_solve(solver, s->b, norm, &monitor, &ledger, &run->solution));
  run->work = ledger.work;
  run->x = scene_gather(s, solver->x);
  tc_solver_destroy(&solver);
  return run;
}

static inline void scene_run_free(scene_run **run) {
  if (*run) tc_free((*run)->x);
  tc_free(*run);
  *run = NULL;
}

#endif
