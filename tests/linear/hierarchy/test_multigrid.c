/* Tests of the preconditioner multigrid as a whole. Bits and iterations must be the same on any number of
 * ranks, and the cycle must be symmetric and positive. Further tests check the number of iterations and the
 * figures of the levels. */
#include "linear/hierarchy/multigrid.h"

#include "io/mesh/tetgen.h"
#include "linear/systems.h"
#include "support/formulas.h"

static const cutting one_rank = {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 1 << 30};

/* Collective. Returns a scene for a steady state with an isotropic tensor. `h` is the exchange coefficient of
 * all boundary faces. If `h` is "0", nothing flows through the boundary. */
static scene steady_scene(tc_world *world, const cutting *how, tc_mesh *mesh, const char *h) {
  const tc_boundary_kind kind = strcmp(h, "0") ? TC_BOUNDARY_EXCHANGE : TC_BOUNDARY_FLUX;
  tc_expression *coefficient = formula(h, 3), *outside = formula("0", 4);
  const tc_boundary_options boundary = {{"d", {0, NULL}, kind, NULL, coefficient, outside, NULL}, 0, NULL};
  tc_problem_options choice = cutting_choice(how);
  tc_problem *problem = NULL;
  for (int k = 0; k < 6; k++) choice.tensor[k] = k < 3;
  choice.boundary = &boundary;
  expect_ok(tc_problem_create(world, &choice, world->rank == 0 ? mesh : NULL, NULL, &problem));
  tc_expression_destroy(&coefficient);
  tc_expression_destroy(&outside);
  scene s = scene_of_problem(world, problem, 1.0);
  s.system.shift = 0.0;
  return s;
}

static tc_solver_options multigrid_choice(const char *method) {
  tc_solver_options choice = scene_choice(method, "multigrid");
  choice.preconditioner_options.multigrid.coarsest = 50;
  choice.preconditioner_options.multigrid.rows_per_rank = 500;
  choice.tolerance = 1e-10;
  return choice;
}

/* Subtracts the mean of the right-hand side, so that a system with fluxes on the whole boundary has a
 * solution. Every rank computes the mean in the order of the cell numbers. */
static void remove_mean(scene *s) {
  const tc_space *space = s->problem->space;
  double *b = scene_gather(s, s->b), *volume = scene_gather(s, space->volume), sum = 0.0, total = 0.0;
  for (tc_gid c = 0; c < space->cells; c++) {
    sum += volume[c] * b[c];
    total += volume[c];
  }
  for (int32_t i = 0; i < space->owned; i++) s->b[i] -= sum / total;
  tc_free(b);
  tc_free(volume);
}

static void expect_converged(const scene_run *run, int64_t most, const char *what) {
  const tc_solve_result *r = &run->solution;
  cr_expect_eq(r->reason, TC_REASON_converged, "%s: %s", what, tc_reason_name(r->reason));
  cr_expect_leq(r->iterations, most, "%s: %lld iterations", what, (long long)r->iterations);
  cr_expect_leq(r->residual, r->target, "%s", what);
}

/* Solves the system on all ranks and on one rank. Both solves must need the same number of iterations, at
 * most `most`, and have the same bits. */
static void expect_same(scene *split, scene *whole, const tc_solver_options *choice, int64_t most,
                        const char *what) {
  const tc_gid cells = whole->problem->space->cells;
  scene_run *run = scene_solve(split, choice), *alone = scene_solve(whole, choice);
  expect_converged(run, most, what);
  cr_assert_eq(run->solution.iterations, alone->solution.iterations, "%s: %lld, not %lld iterations", what,
               (long long)run->solution.iterations, (long long)alone->solution.iterations);
  for (tc_gid c = 0; c < cells; c++)
    cr_assert_eq(run->x[c], alone->x[c], "%s: cell %lld", what, (long long)c);
  cr_expect_eq(run->work.cycles, run->solution.forecast_work.cycles, "%s", what);
  cr_expect_eq(alone->work.cycle_messages, 0, "%s: one rank sends messages", what);
  scene_run_free(&run);
  scene_run_free(&alone);
}

/* The allowed numbers of iterations are measured ones plus a few iterations. Without multigrid the solves
 * need about 60 to 100 iterations. */
static void expect_all_same(tc_world *world, tc_world *self, tc_distribution_kind kind, const char *h) {
  const cutting how = {"two-point", "rcm", kind, 64};
  tc_mesh *mesh = mesh_box(8, 7, 7, 0.1);
  scene split = steady_scene(world, &how, mesh, h), whole = steady_scene(self, &one_rank, mesh, h);
  tc_solver_options choice = multigrid_choice("cg");
  if (!strcmp(h, "0")) remove_mean(&split);
  if (!strcmp(h, "0")) remove_mean(&whole);
  expect_same(&split, &whole, &choice, 30, h);
  choice.preconditioner_options.multigrid.smooths_all = true;
  choice.preconditioner_options.multigrid.rows_per_rank = 1;
  choice.preconditioner_options.multigrid.smoothing = 3;
  expect_same(&split, &whole, &choice, 25, "all levels smoothed");
  choice.method = tc_method_find("gmres");
  expect_same(&split, &whole, &choice, 30, "gmres");
  scene_free(&split);
  scene_free(&whole);
  tc_mesh_destroy(&mesh);
}

ThreadedTest(multigrid, has_the_same_bits_on_any_number_of_ranks) {
  tc_world *self = NULL;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  expect_all_same(world, self, TC_DISTRIBUTION_METIS, "1");
  expect_all_same(world, self, TC_DISTRIBUTION_CYCLIC, "0");
  tc_world_destroy(&self);
}

/* For the scheme gradient, multigrid uses the hierarchy of the two-point matrix. The solves must converge,
 * and the residual that gmres reports must be the true residual. */
ParallelTest(multigrid, serves_the_scheme_gradient) {
  const cutting how = {"gradient", "rcm", TC_DISTRIBUTION_METIS, 64},
                one = {"gradient", "none", TC_DISTRIBUTION_CYCLIC, 1 << 30};
  tc_world *self = NULL;
  tc_mesh *mesh = mesh_box(6, 5, 5, 0.1);
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  scene split = steady_scene(world, &how, mesh, "1"), whole = steady_scene(self, &one, mesh, "1");
  const char *const method[] = {"bicgstab", "gmres"};
  for (int k = 0; k < 2; k++) {
    const tc_solver_options choice = multigrid_choice(method[k]);
    scene_run *run = scene_solve(&whole, &choice);
    cr_expect_eq(run->solution.verifications, 1, "%s: %lld verifications", method[k],
                 (long long)run->solution.verifications);
    scene_run_free(&run);
    expect_same(&split, &whole, &choice, 40, method[k]);
  }
  scene_free(&split);
  scene_free(&whole);
  tc_mesh_destroy(&mesh);
  tc_world_destroy(&self);
}

/* Collective. Returns <x, y> of arrays on this rank, weighted by volumes if `volume` is not NULL. */
static double dot(const tc_world *world, int32_t rows, const double *volume, const double *x,
                  const double *y) {
  double sum = 0.0;
  for (int32_t i = 0; i < rows; i++) sum += (volume ? volume[i] : 1.0) * x[i] * y[i];
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, tc_world_comm(world));
  return sum;
}

static void fill_noise(const scene *s, uint64_t seed, double *x) {
  for (int32_t i = 0; i < s->problem->space->owned; i++)
    x[i] = noise((uint64_t)s->system.id[i] + seed * 100000);
}

/* Checks with random vectors that the cycle is symmetric and positive. The norm passed to the cycle must
 * change only the exponent of the scale, and not the result. */
static void expect_symmetric(const scene *s, tc_multigrid *m) {
  const tc_space *space = s->problem->space;
  double *x = problem_zeros(s->problem), *y = problem_zeros(s->problem), *px = problem_zeros(s->problem),
         *py = problem_zeros(s->problem), *scaled = problem_zeros(s->problem);
  for (uint64_t k = 0; k < 20; k++) {
    fill_noise(s, 2 * k, x);
    fill_noise(s, 2 * k + 1, y);
    expect_ok(tc_multigrid_apply(m, x, 0.0, px));
    expect_ok(tc_multigrid_apply(m, y, 1.0, py));
    expect_ok(tc_multigrid_apply(m, x, 1e9, scaled));
    const double left = dot(space->world, space->owned, space->volume, px, y),
                 right = dot(space->world, space->owned, space->volume, x, py),
                 size = sqrt(dot(space->world, space->owned, space->volume, px, px));
    cr_expect_float_eq(left, right, 1e-5 * size, "%.17g, %.17g", left, right);
    cr_expect_gt(dot(space->world, space->owned, space->volume, px, x), 0.0);
    for (int32_t i = 0; i < space->owned; i++) cr_assert_eq(px[i], scaled[i]);
  }
  free(x);
  free(y);
  free(px);
  free(py);
  free(scaled);
}

static void expect_figures(const scene *s, const tc_multigrid *m) {
  tc_multigrid_figures f = *tc_multigrid_get_figures(m);
  expect_ok(tc_multigrid_figures_combine(s->system.world, &f));
  cr_expect_geq(f.levels, 3);
  cr_expect_eq(f.level[0].rows, s->problem->space->cells);
  cr_expect(f.complexity > 1.0 && f.complexity < 1.45, "complexity %g", f.complexity);
  cr_expect(f.is_solved && !strcmp(f.level[f.levels - 1].aggregation, "direct"));
  cr_expect(!strcmp(f.level[0].aggregation, "plain") && !strcmp(f.level[1].aggregation, "smoothed"));
  cr_expect_geq(f.rounds, 3 * (f.levels - 1));
  cr_expect_gt(f.bytes, 60 * s->problem->space->cells);
  cr_expect_eq(f.cycle_B, tc_multigrid_count_cycle_bytes(&f, 2));
  cr_expect(f.level[0].transfers == f.level[0].rows && f.level[1].transfers > f.level[1].rows);
  cr_expect_eq(f.cycle.messages > 0, s->system.world->ranks > 1);
  for (int l = 1; l < f.levels; l++) {
    cr_expect_lt(f.level[l].rows, f.level[l - 1].rows / 4);
    cr_expect_leq(f.level[l].ranks, f.level[l - 1].ranks);
  }
}

ParallelTest(multigrid, is_symmetric_and_positive) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 64};
  tc_mesh *mesh = mesh_box(8, 7, 7, 0.1);
  scene s = steady_scene(world, &how, mesh, "1");
  const tc_solver_options choice = multigrid_choice("cg");
  tc_multigrid *m = NULL;
  expect_ok(tc_multigrid_create(&s.system, s.system.R, &choice.preconditioner_options.multigrid, &m));
  expect_figures(&s, m);
  expect_symmetric(&s, m);
  tc_multigrid_destroy(&m);
  scene_free(&s);
  tc_mesh_destroy(&mesh);
}

/* Few edges exceed a strength of 0.9, so a level cannot be coarsened. The smoother alone treats this level,
 * and the preconditioner must remain usable. */
ParallelTest(multigrid, survives_a_level_that_cannot_be_coarsened) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 64};
  tc_mesh *mesh = mesh_box(5, 5, 5, 0.0);
  scene s = steady_scene(world, &how, mesh, "1");
  tc_solver_options choice = multigrid_choice("cg");
  choice.preconditioner_options.multigrid.strength = 0.9;
  tc_multigrid *m = NULL;
  expect_ok(tc_multigrid_create(&s.system, s.system.R, &choice.preconditioner_options.multigrid, &m));
  const tc_multigrid_figures *f = tc_multigrid_get_figures(m);
  cr_expect(!f->is_solved && !strcmp(f->level[f->levels - 1].aggregation, "none"));
  tc_multigrid_destroy(&m);
  scene_run *run = scene_solve(&s, &choice);
  expect_converged(run, 200, "weak edges");
  scene_run_free(&run);
  scene_free(&s);
  tc_mesh_destroy(&mesh);
}

/* Expected bytes of a cycle for a level of 100 rows with 400 couplings and a coarsest level of 10 rows. */
ParallelTest(multigrid, counts_the_bytes_of_a_cycle) {
  (void)world;
  const tc_multigrid_figures f =
      {.levels = 2,
       .level = {{.rows = 100, .entries = 400, .transfers = 100, .aggregation = "plain"},
                 {.rows = 10, .aggregation = "direct"}}};
  const double rows_B = 8.0 * 400 + 8.0 * 100, vector_B = 4.0 * 100, application_B = 32.0 * 100,
               transfers_B = 2.0 * 4 * 100 + 4.0 * (3 * 100 + 2 * 10), factor_B = 8.0 * 10 * 10;
  cr_expect_eq(tc_multigrid_count_cycle_bytes(&f, 2),
               application_B + 2.0 * rows_B + 11.0 * vector_B + transfers_B + factor_B);
  cr_expect_eq(tc_multigrid_count_cycle_bytes(&f, 1),
               application_B + 2.0 * rows_B + 7.0 * vector_B + transfers_B + factor_B);
}

/* With short steps the diagonal dominates in all rows, so no row belongs to an aggregate. The hierarchy must
 * then have a single level. */
ParallelTest(multigrid, needs_one_level_for_short_steps) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 64};
  scene s = scene_make(world, &how, 0.0);
  scene_set_step(&s, 0.01);
  const tc_solver_options choice = multigrid_choice("cg");
  tc_multigrid *m = NULL;
  expect_ok(tc_multigrid_create(&s.system, s.system.R, &choice.preconditioner_options.multigrid, &m));
  const tc_multigrid_figures *f = tc_multigrid_get_figures(m);
  cr_expect(f->levels == 1 && f->is_solved && f->level[0].excluded == f->level[0].rows);
  tc_multigrid_destroy(&m);
  scene_run *run = scene_solve(&s, &choice);
  expect_converged(run, 8, "short step");
  scene_run_free(&run);
  scene_free(&s);
}

/* meshes/ventricle has 14 312 cells. With jacobi, cg needs 307 iterations for such a system. */
ParallelTest(multigrid, solves_the_ventricle) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 64};
  tc_mesh *mesh = NULL;
  tc_world *self = NULL;
  expect_ok(tc_tetgen_read("meshes/ventricle", NULL, &mesh));
  expect_ok(tc_mesh_orient(mesh));
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  scene split = steady_scene(world, &how, mesh, "0.1"), whole = steady_scene(self, &one_rank, mesh, "0.1");
  tc_solver_options choice = multigrid_choice("cg");
  choice.preconditioner_options.multigrid = tc_multigrid_options_default();
  expect_same(&split, &whole, &choice, 22, "ventricle");
  scene_free(&split);
  scene_free(&whole);
  tc_world_destroy(&self);
  tc_mesh_destroy(&mesh);
}

/* ---- scaled matrices, adjoint matrices and visits of levels ---- */

/* If the matrix is multiplied by 2^exponent, the result of the preconditioner must be divided by exactly this
 * number. */
static void expect_scaled(scene *s, int exponent) {
  const tc_solver_options choice = multigrid_choice("cg");
  const tc_multigrid_options *options = &choice.preconditioner_options.multigrid;
  double *x = problem_zeros(s->problem), *y = problem_zeros(s->problem), *z = problem_zeros(s->problem);
  tc_multigrid *m = NULL;
  fill_noise(s, 1, x);
  expect_ok(tc_multigrid_create(&s->system, s->system.R, options, &m));
  expect_ok(tc_multigrid_apply(m, x, 1.0, y));
  tc_multigrid_destroy(&m);
  s->system.scale = ldexp(s->system.scale, exponent);
  expect_ok(tc_multigrid_create(&s->system, s->system.R, options, &m));
  expect_ok(tc_multigrid_apply(m, x, 1.0, z));
  tc_multigrid_destroy(&m);
  s->system.scale = ldexp(s->system.scale, -exponent);
  for (int32_t i = 0; i < s->problem->space->owned; i++) cr_assert_eq(z[i], ldexp(y[i], -exponent));
  free(x);
  free(y);
  free(z);
}

ParallelTest(multigrid, serves_matrices_in_any_unit) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 64};
  tc_mesh *mesh = mesh_box(6, 5, 5, 0.1);
  scene s = steady_scene(world, &how, mesh, "1");
  expect_scaled(&s, -200);
  expect_scaled(&s, -30);
  expect_scaled(&s, 200);
  scene_free(&s);
  tc_mesh_destroy(&mesh);
}

/* Methods that need the adjoint must use the same hierarchy for the matrix and for its adjoint. */
ParallelTest(multigrid, serves_the_adjoint) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 64};
  const char *const method[] = {"bicg", "qmr"};
  tc_mesh *mesh = mesh_box(6, 5, 5, 0.1);
  scene s = steady_scene(world, &how, mesh, "1");
  for (int k = 0; k < 2; k++) {
    const tc_solver_options choice = multigrid_choice(method[k]);
    tc_solver *solver = NULL;
    expect_ok(tc_solver_create(&s.system, &choice, &solver));
    cr_expect(solver->preconditioner[0] && solver->preconditioner[1] == solver->preconditioner[0]);
    tc_solver_destroy(&solver);
    scene_run *run = scene_solve(&s, &choice);
    expect_converged(run, 30, method[k]);
    scene_run_free(&run);
  }
  scene_free(&s);
  tc_mesh_destroy(&mesh);
}

/* Record of the levels with which the hierarchy has called a visitor function. */
typedef struct received_levels {
  tc_world *world;
  int count;
  int64_t rows[TC_MULTIGRID_LEVELS], excluded[TC_MULTIGRID_LEVELS];
} received_levels;

static tc_status receive_level(void *self, int level, const tc_level_graph *graph, int exponent,
                               const tc_gid *aggregate, const tc_transfer *transfer) {
  received_levels *r = self;
  int64_t *const excluded = &r->excluded[level];
  cr_assert(level == r->count && exponent == 0 && !aggregate == !transfer);
  r->rows[r->count++] = graph->all_rows;
  for (int32_t i = 0; aggregate && i < graph->rows; i++) {
    cr_assert_leq(aggregate[i], graph->id[i]);
    *excluded += aggregate[i] < 0;
  }
  return tc_world_sum_int64(r->world, excluded, 1);
}

ParallelTest(multigrid, passes_its_levels_to_a_visitor) {
  const cutting how = {"two-point", "rcm", TC_DISTRIBUTION_METIS, 64};
  tc_mesh *mesh = mesh_box(6, 5, 5, 0.1);
  scene s = steady_scene(world, &how, mesh, "1");
  const tc_solver_options choice = multigrid_choice("cg");
  const tc_multigrid_options *options = &choice.preconditioner_options.multigrid;
  received_levels received = {.world = world};
  const tc_multigrid_visitor visitor = {&received, receive_level};
  tc_multigrid *m = NULL;
  expect_ok(tc_multigrid_visit_levels(&s.system, s.system.R, options, &visitor, NULL));
  expect_ok(tc_multigrid_create(&s.system, s.system.R, options, &m));
  const tc_multigrid_figures *f = tc_multigrid_get_figures(m);
  cr_assert_eq(received.count, f->levels);
  for (int l = 0; l < f->levels; l++)
    cr_expect(received.rows[l] == f->level[l].rows && received.excluded[l] == f->level[l].excluded);
  tc_multigrid_destroy(&m);
  scene_free(&s);
  tc_mesh_destroy(&mesh);
}
