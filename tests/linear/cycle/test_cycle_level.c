#include "linear/cycle/sent_messages.h"
#include "linear/cycle/whole_level.h"

/* The part of a level on this rank, and the whole level as its reference. On one rank, several threads
 * compute a level of 5000 rows, and one thread computes a level of 300 rows. */
typedef struct scene {
  whole_level whole;
  places rows, coarse;
  tc_cycle_level *level;
  float *b, *x, *coarse_b, *coarse_x; /* vectors of the whole level */
} scene;

typedef struct shape {
  int32_t rows;
  bool is_narrow, is_plain;
  spread how;
} shape;

static scene scene_make(tc_world *world, const shape *s, int degree) {
  scene out = {.whole = whole_level_make(s->rows, s->is_narrow, s->is_plain)};
  const int32_t coarse_rows = out.whole.coarse_rows;
  out.rows = places_make(world, s->how, s->rows);
  out.coarse = places_make(world, s->how == spread_blocks ? spread_scattered : s->how, coarse_rows);
  tc_level_graph *graph = graph_make(world, &out.whole, &out.rows, s->how == spread_first);
  tc_transfer *transfer = transfer_make(world, &out.whole, &out.rows, &out.coarse);
  expect_ok(tc_cycle_level_create(graph, transfer, degree, &out.level));
  tc_level_graph_destroy(&graph);
  tc_transfer_destroy(&transfer);
  out.b = calloc((size_t)s->rows, sizeof *out.b);
  out.x = calloc((size_t)s->rows, sizeof *out.x);
  out.coarse_b = calloc((size_t)coarse_rows, sizeof *out.coarse_b);
  out.coarse_x = calloc((size_t)coarse_rows, sizeof *out.coarse_x);
  for (int32_t i = 0; i < s->rows; i++) out.b[i] = (float)noise((uint64_t)i);
  for (int32_t i = 0; i < coarse_rows; i++) out.coarse_x[i] = (float)noise((uint64_t)i + 70000);
  return out;
}

static void scene_free(scene *s) {
  tc_cycle_level_destroy(&s->level);
  places_free(&s->rows);
  places_free(&s->coarse);
  whole_level_free(&s->whole);
  free(s->b);
  free(s->x);
  free(s->coarse_b);
  free(s->coarse_x);
}

static void set_local(const places *p, const float *whole, float *local) {
  for (int32_t i = 0; i < p->owned; i++) local[i] = whole[p->row[i]];
}

static void expect_bits(const char *what, const places *p, const float *whole, const float *local) {
  for (int32_t i = 0; i < p->owned; i++)
    cr_assert(memcmp(&local[i], &whole[p->row[i]], sizeof *local) == 0, "%s, row %d: %.9g, not %.9g", what,
              (int)p->row[i], (double)local[i], (double)whole[p->row[i]]);
}

/* Runs the four parts of a cycle (pre-smoothing, restriction, prolongation, post-smoothing). Each result must
 * have the bits of the plain loops of the reference. */
static void expect_cycle(scene *s, int degree) {
  float *coarse_b = calloc((size_t)s->coarse.owned + 1, sizeof *coarse_b);
  float *coarse_x = calloc((size_t)s->coarse.owned + 1, sizeof *coarse_x);
  set_local(&s->rows, s->b, tc_cycle_level_b(s->level));
  expect_ok(tc_cycle_level_smooth(s->level, true));
  whole_smooth(&s->whole, degree, s->b, true, s->x);
  expect_bits("pre-smoothing", &s->rows, s->x, tc_cycle_level_x(s->level));
  expect_ok(tc_cycle_level_restrict(s->level, coarse_b));
  whole_restrict(&s->whole, s->b, s->x, s->coarse_b);
  expect_bits("restriction", &s->coarse, s->coarse_b, coarse_b);
  set_local(&s->coarse, s->coarse_x, coarse_x);
  expect_ok(tc_cycle_level_prolong(s->level, coarse_x, 1.5F));
  whole_prolong(&s->whole, s->coarse_x, 1.5F, s->x);
  expect_bits("prolongation", &s->rows, s->x, tc_cycle_level_x(s->level));
  expect_ok(tc_cycle_level_smooth(s->level, false));
  whole_smooth(&s->whole, degree, s->b, false, s->x);
  expect_bits("post-smoothing", &s->rows, s->x, tc_cycle_level_x(s->level));
  free(coarse_b);
  free(coarse_x);
}

/* Calls `check` for all combinations of distribution, row width and kind of prolongation. */
static void for_shapes(tc_world *world, int32_t rows, int degree, void (*check)(scene *s, int degree)) {
  for (spread how = 0; how < spread_count; how++)
    for (int is_narrow = 0; is_narrow < 2; is_narrow++)
      for (int is_plain = 0; is_plain < 2; is_plain++) {
        scene s = scene_make(world, &(shape){rows, is_narrow, is_plain, how}, degree);
        check(&s, degree);
        scene_free(&s);
      }
}

/* Runs two cycles with different right-hand sides. The second cycle must not depend on the first one. */
static void expect_two_cycles(scene *s, int degree) {
  expect_cycle(s, degree);
  for (int32_t i = 0; i < s->whole.rows; i++) s->b[i] = (float)noise((uint64_t)i + 123456);
  expect_cycle(s, degree);
}

/* The reference does not depend on ranks and threads. If the results equal the reference, they have the same
 * bits on any number of ranks and threads. */
ThreadedTest(cycle_level, each_part_has_the_bits_of_plain_loops) {
  for_shapes(world, 5000, 2, expect_two_cycles);
  for_shapes(world, 301, 1, expect_two_cycles);
  for_shapes(world, 83, 5, expect_two_cycles);
}

/* ---- symmetry of the smoother and the transfers ---- */

/* Collective. Returns the dot product of a whole vector and a distributed one. */
static double dot(const places *p, const float *whole, const float *local) {
  double sum = 0.0;
  for (int32_t i = 0; i < p->owned; i++) sum += (double)whole[p->row[i]] * (double)local[i];
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

/* Collective. Returns <other, S b>, where S is pre-smoothing from x = 0, followed by post-smoothing if
 * also_post is true. */
static double smoothed_dot(scene *s, const float *b, const float *other, bool also_post) {
  set_local(&s->rows, b, tc_cycle_level_b(s->level));
  expect_ok(tc_cycle_level_smooth(s->level, true));
  if (also_post) expect_ok(tc_cycle_level_smooth(s->level, false));
  return dot(&s->rows, other, tc_cycle_level_x(s->level));
}

static void expect_self_adjoint(scene *s, int degree) {
  float *other = calloc((size_t)s->whole.rows, sizeof *other);
  for (int32_t i = 0; i < s->whole.rows; i++) other[i] = (float)(s->b[i] + 0.5 * noise((uint64_t)i + 555));
  for (int also_post = 0; also_post < 2; also_post++) {
    const double one = smoothed_dot(s, s->b, other, also_post), two = smoothed_dot(s, other, s->b, also_post);
    cr_expect_gt(one, 0.0);
    cr_expect_lt(fabs(one - two), 1e-6 * fabs(one), "degree %d: %.9g, %.9g", degree, one, two);
  }
  free(other);
}

ThreadedTest(cycle_level, smoothing_is_self_adjoint) {
  for_shapes(world, 2500, 2, expect_self_adjoint);
  for_shapes(world, 90, 3, expect_self_adjoint);
}

/* Compares <P y, r> with <y, P^T r>. P is the prolongation, P^T the restriction, and r the residual after
 * pre-smoothing. */
static void expect_adjoint_transfers(scene *s, int degree) {
  float *coarse_b = calloc((size_t)s->coarse.owned + 1, sizeof *coarse_b);
  float *coarse_x = calloc((size_t)s->coarse.owned + 1, sizeof *coarse_x);
  float *r = calloc((size_t)s->whole.rows, sizeof *r);
  whole_smooth(&s->whole, degree, s->b, true, s->x);
  for (int32_t i = 0; i < s->whole.rows; i++) r[i] = s->b[i] - whole_row_difference(&s->whole, i, s->x);
  set_local(&s->rows, s->b, tc_cycle_level_b(s->level));
  expect_ok(tc_cycle_level_smooth(s->level, true));
  expect_ok(tc_cycle_level_restrict(s->level, coarse_b));
  const double restricted = dot(&s->coarse, s->coarse_x, coarse_b);
  for (int32_t i = 0; i < s->rows.owned; i++) tc_cycle_level_b(s->level)[i] = 0.0F;
  set_local(&s->coarse, s->coarse_x, coarse_x);
  expect_ok(tc_cycle_level_smooth(s->level, true));
  expect_ok(tc_cycle_level_prolong(s->level, coarse_x, 1.0F));
  const double prolonged = dot(&s->rows, r, tc_cycle_level_x(s->level));
  cr_expect_lt(fabs(restricted - prolonged), 1e-5 * fabs(restricted), "%.9g, %.9g", restricted, prolonged);
  free(coarse_b);
  free(coarse_x);
  free(r);
}

ParallelTest(cycle_level, restriction_is_the_adjoint_of_prolongation) {
  for_shapes(world, 1201, 2, expect_adjoint_transfers);
}

/* ---- reference in double precision ---- */

static double exact_residual(const whole_level *w, int32_t i, double b, const double *x) {
  double sum = w->excess[i] * x[i];
  for (int32_t k = w->coupling.begin[i]; k < w->coupling.begin[i + 1]; k++)
    sum += (double)w->coupling.value[k] * (x[i] - x[w->coupling.column[k]]);
  return b - sum;
}

/* Smooths from x = 0 in double precision, with the formulas of the publication, which store the change z of a
 * step. Solves isolated rows exactly. */
static void smooth_exactly(const whole_level *w, int degree, const float *b, double *x) {
  double rho = 0.0;
  const size_t n = (size_t)w->rows;
  double *z = calloc(n, sizeof *z), *r = calloc(n, sizeof *r);
  for (int32_t i = 0; i < w->rows; i++) x[i] = whole_diagonal(w, i, &rho) * 0.0;
  for (int s = 1; s <= degree; s++) {
    for (int32_t i = 0; i < w->rows; i++) r[i] = exact_residual(w, i, (double)b[i], x);
    for (int32_t i = 0; i < w->rows; i++) {
      const double diagonal = whole_diagonal(w, i, &rho);
      const double scaled = diagonal > 0.0 ? r[i] / diagonal : 0.0;
      z[i] = (2.0 * s - 3.0) / (2.0 * s + 1.0) * z[i] + (8.0 * s - 4.0) / (2.0 * s + 1.0) / rho * scaled;
      x[i] += z[i];
    }
  }
  for (int32_t i = 0; i < w->rows; i++)
    if (w->coupling.begin[i] == w->coupling.begin[i + 1])
      x[i] = w->excess[i] != 0.0 ? (double)b[i] / w->excess[i] : 0.0;
  free(z);
  free(r);
}

static void expect_close(scene *s, int degree) {
  double *exact = calloc((size_t)s->whole.rows, sizeof *exact), largest = 0.0;
  set_local(&s->rows, s->b, tc_cycle_level_b(s->level));
  expect_ok(tc_cycle_level_smooth(s->level, true));
  smooth_exactly(&s->whole, degree, s->b, exact);
  for (int32_t i = 0; i < s->whole.rows; i++) largest = fmax(largest, fabs(exact[i]));
  const float *x = tc_cycle_level_x(s->level);
  for (int32_t i = 0; i < s->rows.owned; i++)
    cr_assert_lt(fabs((double)x[i] - exact[s->rows.row[i]]), 1e-6 * largest, "row %d", (int)s->rows.row[i]);
  free(exact);
}

ParallelTest(cycle_level, smoothing_is_close_to_the_exact_polynomial) {
  for_shapes(world, 701, 2, expect_close);
  for_shapes(world, 90, 5, expect_close);
}

/* ---- messages and memory of a cycle ---- */

/* Runs all four parts of a cycle, without a coarser level. */
static void run_cycle(scene *s) {
  float *coarse = calloc((size_t)s->coarse.owned + 1, sizeof *coarse);
  expect_ok(tc_cycle_level_smooth(s->level, true));
  expect_ok(tc_cycle_level_restrict(s->level, coarse));
  expect_ok(tc_cycle_level_prolong(s->level, coarse, 1.0F));
  expect_ok(tc_cycle_level_smooth(s->level, false));
  free(coarse);
}

static void expect_counts(scene *s, int degree) {
  const tc_cycle_counts counts = tc_cycle_level_counts(s->level);
  sent_messages_reset();
  run_cycle(s);
  cr_expect_eq(sent.messages_sent, counts.messages, "degree %d", degree);
  cr_expect_eq(sent.values_sent, counts.values, "degree %d", degree);
}

ParallelTest(cycle_level, counts_are_those_of_the_messages) {
  for_shapes(world, 401, 2, expect_counts);
  for_shapes(world, 90, 1, expect_counts);
}

/* If rows are scattered, all other ranks are peers. A cycle with a smoother of degree k must send 2 k + 2
 * messages to each peer. */
ParallelTest(cycle_level, cycle_needs_two_exchanges_a_step_and_two_more) {
  for (int degree = 1; degree < 4; degree++) {
    scene s = scene_make(world, &(shape){2000, true, true, spread_scattered}, degree);
    cr_expect_eq(tc_cycle_level_counts(s.level).messages, (2 * degree + 2) * (world->ranks - 1));
    scene_free(&s);
  }
}

/* On a level whose rows all belong to one rank, no rank may send messages. */
ParallelTest(cycle_level, level_of_one_rank_sends_nothing) {
  scene s = scene_make(world, &(shape){500, false, false, spread_first}, 2);
  const tc_cycle_counts counts = tc_cycle_level_counts(s.level);
  sent_messages_reset();
  run_cycle(&s);
  cr_expect(counts.messages == 0 && counts.values == 0 && sent.messages_sent == 0);
  scene_free(&s);
}

ParallelTest(cycle_level, level_without_a_coarser_one_is_only_smoothed) {
  const whole_level w = whole_level_make(600, false, true);
  places rows = places_make(world, spread_scattered, w.rows);
  tc_level_graph *graph = graph_make(world, &w, &rows, false);
  tc_cycle_level *level = NULL;
  float *b = calloc((size_t)w.rows, sizeof *b), *x = calloc((size_t)w.rows, sizeof *x);
  for (int32_t i = 0; i < w.rows; i++) b[i] = (float)noise((uint64_t)i);
  expect_ok(tc_cycle_level_create(graph, NULL, 2, &level));
  tc_level_graph_destroy(&graph);
  set_local(&rows, b, tc_cycle_level_b(level));
  sent_messages_reset();
  expect_ok(tc_cycle_level_smooth(level, true));
  expect_ok(tc_cycle_level_smooth(level, false));
  cr_expect_eq(sent.messages_sent, tc_cycle_level_counts(level).messages);
  cr_expect_eq(sent.values_sent, tc_cycle_level_counts(level).values);
  whole_smooth(&w, 2, b, true, x);
  whole_smooth(&w, 2, b, false, x);
  expect_bits("smoothing", &rows, x, tc_cycle_level_x(level));
  tc_cycle_level_destroy(&level);
  places_free(&rows);
  whole_level_free((whole_level *)&w);
  free(b);
  free(x);
}

/* For each narrow row a level stores four couplings and columns, excess, inverse diagonal, three vectors, its
 * aggregate and its place in the list of members. These are 15 numbers of 4 bytes. Slice bounds, padding and
 * coarse rows need a few more bytes. */
ParallelTest(cycle_level, narrow_rows_need_60_bytes) {
  scene s = scene_make(world, &(shape){4000, true, true, spread_first}, 2);
  const size_t bytes = tc_cycle_level_bytes(s.level);
  if (world->rank == 0) cr_expect(bytes >= 60 * 4000 && bytes < 65 * 4000, "%zu", bytes);
  scene_free(&s);
}
