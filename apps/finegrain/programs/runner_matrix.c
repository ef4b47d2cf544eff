/* Matrix product C += A B without blocking. Each row is computed by the owner of that row of A (section 5.2
 * of Zhang and Seidel 2006). All values are small integers, so products are exact. Two tests that cost less
 * than the matrix product verify the result. One computes the diagonal of C again. The other compares C v
 * with A (B v) for a random vector v. */
#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "programs/runner.h"

enum { a, b, c, vector_count = 2 };

/* Vectors by which the result is verified. */
typedef struct matrix {
  int64_t n;
  double *v, *w; /* [n] random vector v, and w = B v */
} matrix;

static int64_t matrix_size(const fg_program_context *s) { return s->loops->array[a].size[1]; }

/* Returns the value of element `index` of A, B or a random vector, selected by `selector`: an integer from -8
 * to 8.
 */
static double matrix_element(uint64_t selector, int64_t index) {
  return (double)(tc_hash_mix((uint64_t)index * 8 + selector) % 17) - 8.0;
}

static tc_status create_matrix(fg_program_context *s) {
  for (int k = a; k <= b; k++)
    for (int64_t l = 0; l < fg_program_context_owned(s, k); l++)
      fg_program_context_local(s, k)[l] = matrix_element((uint64_t)k, fg_program_context_index(s, k, l));
  return TC_OK;
}

/* Adds the n products A[i][k] B[k][j] to C[i][j]. Reads and writes C[i][j] for each product, as a compiler
 * must if it may not hold shared values in registers. */
static tc_status add_products(fg_program_context *s, int64_t n, int64_t i, int64_t j) {
  for (int64_t k = 0; k < n; k++) {
    double sum, left, right;
    TC_TRY(tc_shared_get(s->access[c], i * n + j, &sum));
    TC_TRY(tc_shared_get(s->access[a], i * n + k, &left));
    TC_TRY(tc_shared_get(s->access[b], k * n + j, &right));
    TC_TRY(tc_shared_put(s->access[c], i * n + j, sum + left * right));
  }
  tc_shared_array_progress(s->array[b]);
  return TC_OK;
}

static tc_status run_matrix(fg_program_context *s) {
  const int64_t n = matrix_size(s);
  for (int64_t i = 0; i < n; i++)
    for (int64_t j = 0; j < n && fg_program_context_is_local(s, a, i * n); j++)
      TC_TRY(add_products(s, n, i, j));
  return fg_program_context_fence(s);
}

/* Returns row i of C in this rank's own memory. The rank must own the row. */
static const double *local_row(const fg_program_context *s, int64_t n, int64_t i) {
  return fg_program_context_local(s, c) + tc_distribution_locate(s->array[c]->distribution, i * n).local;
}

static tc_status expect_sum(const fg_program_context *s, const char *what, int64_t i, double computed,
                            double expected) {
  if (computed == expected) return TC_OK;
  return tc_status_create(TC_NUMERICAL,
                          "matrix with layer %s: %s of row %lld of C is wrong, %.17g instead of %.17g: "
                          "please report this as a bug",
                          s->layer->name, what, (long long)i, computed, expected);
}

/* Verifies row i of C after all rounds. Its diagonal element must be exact. Its product with the random
 * vector v must equal the number of rounds times the product of row i of A with w = B v. */
static tc_status check_row(const fg_program_context *s, const matrix *m, int64_t i) {
  const double *row = local_row(s, m->n, i);
  double computed = 0.0, expected = 0.0, diagonal = 0.0;
  for (int64_t k = 0; k < m->n; k++) {
    computed += row[k] * m->v[k];
    expected += matrix_element(a, i * m->n + k) * m->w[k];
    diagonal += matrix_element(a, i * m->n + k) * matrix_element(b, k * m->n + i);
  }
  TC_TRY(expect_sum(s, "the diagonal", i, row[i], s->rounds * diagonal));
  return expect_sum(s, "the product with a vector", i, computed, s->rounds * expected);
}

static void fill_vectors(const matrix *m, int number) {
  for (int64_t k = 0; k < m->n; k++) m->v[k] = matrix_element(3, number * m->n + k);
  for (int64_t k = 0; k < m->n; k++) {
    m->w[k] = 0.0;
    for (int64_t j = 0; j < m->n; j++) m->w[k] += matrix_element(b, k * m->n + j) * m->v[j];
  }
}

static tc_status check_matrix(const fg_program_context *s) {
  matrix m = {.n = matrix_size(s)};
  TC_TRY(TC_ALLOC(m.v, 2 * m.n));
  m.w = m.v + m.n;
  tc_status status = TC_OK;
  for (int vector = 0; vector < vector_count; vector++) {
    fill_vectors(&m, vector);
    for (int64_t i = 0; i < m.n && !status; i++)
      if (fg_program_context_is_local(s, a, i * m.n)) status = check_row(s, &m, i);
  }
  tc_free(m.v);
  return status;
}

const fg_runner fg_runner_matrix = {
    .name = "matrix",
    .summary = "integers: the diagonal and products with random vectors are exact",
    .node_size = 240,
    .multinode_size = 48,
    .create = create_matrix,
    .run = run_matrix,
    .check = check_matrix,
};
