/* Tests of the creation of level 0 from a matrix: contents, equal couplings in both rows of a pair, hashes,
 * and errors. */
#include "linear/multigrid/graphs.h"
#include "support/problems.h"

/* The system of an input with one distribution, and its level 0. */
typedef struct level_case {
  graph_system system;
  tc_level_graph *level;
} level_case;

static void open_case(tc_world *world, const graph_input *in, const graph_cut *cut, double shift,
                      level_case *c) {
  graph_system_create(world, in, cut, shift, &c->system);
  c->level = graph_level(&c->system);
}

static void close_case(level_case *c) {
  tc_level_graph_destroy(&c->level);
  graph_system_free(&c->system);
}

/* Returns the coupling of two rows that the input has in the row with the lower id. */
static float coupling_of(const graph_input *in, tc_gid id, tc_gid other) {
  const tc_gid low = id < other ? id : other, high = id < other ? other : id;
  for (int k = 0; k < graph_width; k++)
    if (in->neighbour[low][k] == high) return (float)in->coupling[low][k];
  return 0.0F;
}

static void expect_row(const graph_input *in, const tc_level_graph *level, int32_t i, double shift) {
  const tc_gid id = level->id[i];
  int wanted = 0;
  double diagonal = level->excess[i];
  for (int k = 0; k < graph_width && in->neighbour[id][k] >= 0; k++)
    wanted += coupling_of(in, id, in->neighbour[id][k]) != 0.0F;
  cr_assert_eq(level->begin[i + 1] - level->begin[i], wanted, "row %d", (int)id);
  for (int64_t k = level->begin[i]; k < level->begin[i + 1]; k++) {
    const tc_gid other = level->id[level->column[k]];
    if (k > level->begin[i]) cr_assert_gt(other, level->id[level->column[k - 1]]);
    cr_assert_eq(level->coupling[k], coupling_of(in, id, other), "rows %d and %d", (int)id, (int)other);
    diagonal += (double)level->coupling[k];
  }
  const double excess = shift * graph_volume(id) + in->sum[id];
  cr_assert_leq(fabs(level->excess[i] - excess), in->sum[id] == 0.0 ? 0.0 : 1e-14 * (1.0 + diagonal));
  cr_assert_eq(level->diagonal_sum[i], diagonal);
  cr_assert_eq(tc_level_graph_diagonal(level, i), diagonal);
}

static void expect_level(tc_world *world, const graph_input *in, double shift) {
  for (int c = 0; c < graph_cut_count; c++) {
    level_case l;
    open_case(world, in, &graph_cuts[c], shift, &l);
    cr_assert_eq(l.level->all_rows, in->rows);
    cr_assert(l.level->rows == l.system.halo->owned && l.level->ghosts == l.system.halo->ghosts);
    for (int32_t i = 0; i < l.level->rows; i++) expect_row(in, l.level, i, shift);
    close_case(&l);
  }
}

/* Rows with the row sum 0 must have an excess of exactly shift times volume. */
ThreadedTest(level_zero, contents) {
  graph_input in = graph_grid(5, 4, 6, 6.0, 0.25);
  expect_level(world, &in, 0.0);
  expect_level(world, &in, 3.0);
  graph_input_free(&in);
}

/* The couplings in the two rows of a pair differ by rounding errors, which change the single-precision value
 * for some pairs. Both rows must have the value of the row with the lower id. */
ParallelTest(level_zero, rows_that_differ_by_rounding) {
  graph_input in = graph_input_create(400);
  int differences = 0;
  for (int32_t i = 0; i + 1 < in.rows; i++) {
    const double low = 1.0 + graph_random((uint64_t)i), high = low * (1.0 + 1e-8);
    graph_add_one_side(&in, i, i + 1, low);
    graph_add_one_side(&in, i + 1, i, high);
    differences += (float)low != (float)high;
  }
  cr_assert_gt(differences, 10);
  expect_level(world, &in, 0.0);
  graph_input_free(&in);
}

/* Level 0 must omit couplings of 0, even if only the row with the lower id has a coupling of 0. */
ParallelTest(level_zero, zeros) {
  graph_input in = graph_chain(60, 1.0);
  for (int32_t i = 0; i < in.rows; i += 7)
    for (int k = 0; k < graph_width; k++) in.coupling[i][k] = 0.0;
  for (int32_t i = 1; i < in.rows; i += 7)
    in.coupling[i][0] = i % 2 ? 0.0 : 1e-60; /* the coupling to row i - 1 */
  for (int32_t i = 6; i < in.rows; i += 7) in.coupling[i][1] = 0.0;
  expect_level(world, &in, 0.0);
  graph_input_free(&in);
}

/* ---- hashes of levels ---- */

/* Returns the hash of level 0 on a single rank. */
static uint64_t hash_alone(const graph_input *in) {
  tc_world *self = NULL;
  level_case l;
  expect_ok(tc_world_create(MPI_COMM_SELF, 0, &self));
  open_case(self, in, &graph_cuts[0], 0.0, &l);
  const uint64_t hash = graph_hash(l.level);
  close_case(&l);
  tc_world_destroy(&self);
  return hash;
}

ThreadedTest(level_zero, hash_of_any_distribution) {
  graph_input in = graph_grid(4, 4, 7, 3.0, 0.1);
  const uint64_t alone = hash_alone(&in);
  for (int c = 0; c < graph_cut_count; c++) {
    level_case l;
    open_case(world, &in, &graph_cuts[c], 0.0, &l);
    cr_assert_eq(graph_hash(l.level), alone, "cut %d", c);
    if (l.level->rows > 0) l.level->coupling[0] = nextafterf(l.level->coupling[0], 10.0F);
    cr_assert_neq(graph_hash(l.level), alone, "cut %d: coupling", c);
    close_case(&l);
  }
  in.sum[5] = nextafter(in.sum[5], 1.0) + 1e-12;
  cr_assert_neq(hash_alone(&in), alone, "excess");
  graph_input_free(&in);
}

/* Returns the hash of level 0 of a problem without boundary data. All its row sums are 0. */
static uint64_t hash_problem(const tc_problem *p) {
  const tc_linear_system system = {.world = p->space->world,
                                   .halo = p->space->halo,
                                   .R = p->system->rates,
                                   .scale = -1.0,
                                   .volume = p->space->volume,
                                   .id = p->space->id};
  tc_level_graph *level = NULL;
  expect_ok(tc_level_zero_create(&system, system.R, &level));
  for (int32_t i = 0; i < level->rows; i++) cr_assert_eq(level->excess[i], 0.0);
  const uint64_t hash = graph_hash(level);
  tc_level_graph_destroy(&level);
  return hash;
}

ParallelTest(level_zero, hash_of_a_mesh) {
  const cutting cuts[] = {{"two-point", "rcm", TC_DISTRIBUTION_METIS, 7},
                          {"two-point", "none", TC_DISTRIBUTION_CYCLIC, 5},
                          {"two-point", "metis", TC_DISTRIBUTION_METIS, 16}};
  tc_mesh *mesh = mesh_box(4, 3, 3, 0.1);
  twin alone = twin_make("two-point", mesh);
  const uint64_t wanted = hash_problem(alone.problem);
  for (int c = 0; c < 3; c++) {
    tc_problem *p = problem_make(world, &cuts[c], mesh);
    cr_assert_eq(hash_problem(p), wanted, "cut %d", c);
    tc_problem_destroy(&p);
  }
  twin_free(&alone);
  tc_mesh_destroy(&mesh);
}

/* ---- errors ---- */

/* Expects an error with the same message on all ranks and for all distributions. */
static void expect_refused(tc_world *world, const graph_input *in, double shift, const char *message) {
  for (int c = 0; c < graph_cut_count; c++) {
    graph_system s;
    tc_level_graph *level = NULL;
    graph_system_create(world, in, &graph_cuts[c], shift, &s);
    expect_error(tc_level_zero_create(&s.system, s.R, &level), TC_NUMERICAL, message);
    cr_assert_null(level);
    graph_system_free(&s);
  }
}

/* Sets the coupling between the rows i and i + 1 of a chain, in both rows. */
static void set_link(graph_input *in, int32_t i, double coupling) {
  in->coupling[i][i > 0] = in->coupling[i + 1][0] = coupling;
}

/* Several couplings are invalid. The message must name the lowest row, with cells numbered from 1. */
ParallelTest(level_zero, wrong_couplings) {
  graph_input in = graph_chain(50, 0.0);
  set_link(&in, 40, -1.0);
  set_link(&in, 12, -3.125e-5);
  expect_refused(world, &in, 0.0,
                 "multigrid: the flux coefficient between cells 13 and 14 is -3.1e-05, but must be finite "
                 "and at least 0: set solver.preconditioner.name to ssor");
  set_link(&in, 12, NAN);
  expect_refused(world, &in, 0.0, "multigrid: the flux coefficient between cells 13 and 14 is nan, but");
  set_link(&in, 12, INFINITY);
  expect_refused(world, &in, 0.0, "multigrid: the flux coefficient between cells 13 and 14 is inf, but");
  set_link(&in, 12, 1e39); /* exceeds single precision, but is valid because level 0 scales the matrix */
  expect_refused(world, &in, 0.0, "multigrid: the flux coefficient between cells 41 and 42 is -1, but");
  graph_input_free(&in);
}

ParallelTest(level_zero, wrong_row_sums) {
  graph_input in = graph_chain(50, 0.0);
  in.sum[30] = NAN;
  expect_refused(world, &in, 0.0,
                 "multigrid: the row sum of cell 31 is nan times its diagonal, but must be at least 0: set "
                 "solver.preconditioner.name to ssor");
  in.sum[7] = -0.5;
  expect_refused(world, &in, 0.0, "multigrid: the row sum of cell 8 is -0.33 times its diagonal, but");
  in.sum[7] = in.sum[30] = 0.0;
  expect_refused(world, &in, -0.01, "multigrid: the row sum of cell 1 is -0.005 times");
  graph_input_free(&in);
}

/* Row sums that are slightly negative due to rounding must count as 0. */
ParallelTest(level_zero, negative_by_rounding) {
  graph_input in = graph_chain(50, 0.0);
  level_case l;
  in.sum[7] = -1e-12;
  open_case(world, &in, &graph_cuts[3], 0.0, &l);
  for (int32_t i = 0; i < l.level->rows; i++) cr_assert_eq(l.level->excess[i], 0.0);
  close_case(&l);
  graph_input_free(&in);
}

/* Only one row of a pair has a coupling to the other one. The message must name the pair in which the row
 * without the coupling is lowest. */
ParallelTest(level_zero, missing_couplings) {
  graph_input in = graph_chain(50, 0.0);
  graph_add_one_side(&in, 31, 40, 1.0);
  expect_refused(world, &in, 0.0, "multigrid: only one of the couplings between cells 41 and 32 exists: use");
  graph_add_one_side(&in, 20, 9, 1.0);
  expect_refused(world, &in, 0.0, "multigrid: only one of the couplings between cells 21 and 10 exists: use");
  graph_add_one_side(&in, 8, 20, 1.0);
  expect_refused(world, &in, 0.0, "multigrid: only one of the couplings between cells 21 and 9 exists: use");
  graph_add_one_side(&in, 2, 15, 2.0);
  expect_refused(world, &in, 0.0, "multigrid: only one of the couplings between cells 16 and 3 exists: use");
  graph_input_free(&in);
}

/* A coupling of 0 needs no counterpart in the other row. */
ParallelTest(level_zero, missing_couplings_of_zero) {
  graph_input in = graph_chain(50, 0.0), zeros = graph_chain(50, 0.0);
  graph_add_one_side(&zeros, 20, 9, 0.0);
  graph_add_one_side(&zeros, 7, 30, 0.0);
  level_case l;
  const uint64_t wanted = hash_alone(&in);
  for (int c = 0; c < graph_cut_count; c++) {
    open_case(world, &zeros, &graph_cuts[c], 0.0, &l);
    cr_expect_eq(graph_hash(l.level), wanted, "cut %d", c);
    close_case(&l);
  }
  graph_input_free(&zeros);
  graph_input_free(&in);
}

/* ---- scaled matrices ---- */

/* Multiplies the matrix by 2^exponent. */
static void scale_input(graph_input *in, int exponent) {
  for (int32_t i = 0; i < in->rows; i++) {
    in->sum[i] = ldexp(in->sum[i], exponent);
    for (int k = 0; k < graph_width; k++) in->coupling[i][k] = ldexp(in->coupling[i][k], exponent);
  }
}

/* Expects that level 0 of the scaled matrix is exactly 2^exponent times level 0 of the original matrix. */
static void expect_multiple(tc_world *world, const graph_input *in, const graph_input *scaled, int exponent) {
  for (int c = 0; c < graph_cut_count; c++) {
    level_case plain, multiple;
    open_case(world, in, &graph_cuts[c], 0.0, &plain);
    open_case(world, scaled, &graph_cuts[c], 0.0, &multiple);
    const tc_level_graph *a = plain.level, *b = multiple.level;
    cr_assert_eq(a->exponent, 0);
    cr_assert_eq(b->exponent != 0, abs(exponent) > 80, "2^%d: %d", exponent, b->exponent);
    for (int32_t i = 0; i < a->rows; i++)
      cr_assert_eq(ldexp(b->excess[i], b->exponent), ldexp(a->excess[i], exponent));
    for (int64_t k = 0; k < a->begin[a->rows]; k++)
      cr_assert_eq(ldexp((double)b->coupling[k], b->exponent), ldexp((double)a->coupling[k], exponent));
    close_case(&multiple);
    close_case(&plain);
  }
}

/* The matrix may be multiplied by numbers beyond the range of single precision. */
ParallelTest(level_zero, extreme_units) {
  const int exponents[] = {-900, -150, -100, -40, 40, 100, 150, 900};
  for (size_t k = 0; k < sizeof exponents / sizeof *exponents; k++) {
    graph_input in = graph_grid(4, 4, 5, 6.0, 0.25), scaled = graph_grid(4, 4, 5, 6.0, 0.25);
    scale_input(&scaled, exponents[k]);
    expect_multiple(world, &in, &scaled, exponents[k]);
    graph_input_free(&scaled);
    graph_input_free(&in);
  }
}

/* Level 0 scales small couplings to the range of single precision. The scale must not be so large that large
 * excesses overflow. */
ParallelTest(level_zero, small_couplings_with_large_excesses) {
  graph_input in = graph_grid(4, 4, 5, 2.0, 0.0);
  level_case l;
  scale_input(&in, -150);
  for (int32_t i = 0; i < in.rows; i++) in.sum[i] = 0x1p20;
  open_case(world, &in, &graph_cuts[1], 0.0, &l);
  cr_expect_eq(l.level->exponent, -80);
  for (int32_t i = 0; i < l.level->rows; i++) cr_expect_eq(l.level->excess[i], 0x1p100);
  close_case(&l);
  graph_input_free(&in);
}
