#include "linear/cycle/coarsest.h"
#include "linear/cycle/dense_cholesky.h"
#include "linear/cycle/sent_messages.h"
#include "linear/cycle/whole_level.h"

/* Reference: solves the whole level with one dense Cholesky factor, with rows in the order of their ids. */
static void solve_whole(const whole_level *w, const float *b, float *x) {
  const size_t n = (size_t)w->rows;
  double *lower = calloc(tc_dense_cholesky_size(w->rows), sizeof *lower);
  double *inverse = calloc(n, sizeof *inverse), *unknown = calloc(n, sizeof *unknown), unused = 0.0;
  for (int32_t i = 0; i < w->rows; i++) {
    double *row = lower + tc_dense_cholesky_size(i);
    for (int32_t k = w->coupling.begin[i]; k < w->coupling.begin[i + 1]; k++)
      if (w->coupling.column[k] < i) row[w->coupling.column[k]] = -(double)w->coupling.value[k];
    row[i] = whole_diagonal(w, i, &unused);
    unknown[i] = (double)b[i];
  }
  tc_dense_cholesky_factorise(w->rows, lower, inverse);
  tc_dense_cholesky_solve(w->rows, lower, inverse, unknown);
  for (int32_t i = 0; i < w->rows; i++) x[i] = (float)unknown[i];
  free(lower);
  free(inverse);
  free(unknown);
}

/* Returns the largest |b - K x| over the rows of the whole level. */
static double largest_residual(const whole_level *w, const float *b, const float *x) {
  double largest = 0.0;
  for (int32_t i = 0; i < w->rows; i++) {
    double sum = w->excess[i] * (double)x[i];
    for (int32_t k = w->coupling.begin[i]; k < w->coupling.begin[i + 1]; k++)
      sum += (double)w->coupling.value[k] * ((double)x[i] - (double)x[w->coupling.column[k]]);
    largest = fmax(largest, fabs((double)b[i] - sum));
  }
  return largest;
}

/* Collective. Solves twice on all ranks, and expects the bits of the reference `x` both times. The messages
 * must agree with the counts of the solver. */
static void expect_solution(tc_world *world, const whole_level *w, spread how, const float *b,
                            const float *x) {
  places rows = places_make(world, how, w->rows);
  tc_level_graph *graph = graph_make(world, w, &rows, how == spread_first);
  tc_coarsest *coarsest = NULL;
  expect_ok(tc_coarsest_create(graph, &coarsest));
  tc_level_graph_destroy(&graph);
  for (int repetition = 0; repetition < 2; repetition++) {
    for (int32_t i = 0; i < rows.owned; i++) tc_coarsest_b(coarsest)[i] = b[rows.row[i]];
    sent_messages_reset();
    expect_ok(tc_coarsest_solve(coarsest));
    const tc_cycle_counts counts = tc_coarsest_counts(coarsest);
    cr_expect(sent.messages_sent == counts.messages && sent.values_sent == counts.values);
    cr_expect(how != spread_first || counts.messages == 0);
    for (int32_t i = 0; i < rows.owned; i++)
      cr_assert(memcmp(&tc_coarsest_x(coarsest)[i], &x[rows.row[i]], sizeof *x) == 0, "row %d",
                (int)rows.row[i]);
  }
  cr_expect(tc_coarsest_bytes(coarsest) > 0 || rows.owned == 0);
  tc_coarsest_destroy(&coarsest);
  places_free(&rows);
}

/* In the cases with 1 or 2 rows, some ranks may own no row. */
ParallelTest(coarsest, solution_has_the_bits_of_one_rank) {
  static const int32_t sizes[] = {1, 2, 5, 61, 300};
  for (size_t n = 0; n < sizeof sizes / sizeof *sizes; n++) {
    whole_level w = whole_level_make(sizes[n], false, true);
    float *b = calloc((size_t)w.rows, sizeof *b), *x = calloc((size_t)w.rows, sizeof *x);
    for (int32_t i = 0; i < w.rows; i++) {
      w.excess[i] += 0.25;
      b[i] = (float)noise((uint64_t)i);
    }
    solve_whole(&w, b, x);
    cr_expect_lt(largest_residual(&w, b, x), 1e-5);
    for (spread how = 0; how < spread_count; how++) expect_solution(world, &w, how, b, x);
    whole_level_free(&w);
    free(b);
    free(x);
  }
}

/* If all excesses (row sums) are 0, fields that are constant in each component are in the null space. One
 * pivot of each component vanishes. A right-hand side of the form K y must nevertheless be solved. */
ParallelTest(coarsest, singular_systems_are_solved) {
  whole_level w = whole_level_make(250, false, true);
  float *b = calloc((size_t)w.rows, sizeof *b), *x = calloc((size_t)w.rows, sizeof *x),
        *y = calloc((size_t)w.rows, sizeof *y);
  for (int32_t i = 0; i < w.rows; i++) {
    w.excess[i] = 0.0;
    y[i] = (float)noise((uint64_t)i);
  }
  for (int32_t i = 0; i < w.rows; i++) b[i] = whole_row_difference(&w, i, y);
  solve_whole(&w, b, x);
  cr_expect_lt(largest_residual(&w, b, x), 1e-5);
  for (spread how = 0; how < spread_count; how++) expect_solution(world, &w, how, b, x);
  whole_level_free(&w);
  free(b);
  free(x);
  free(y);
}
