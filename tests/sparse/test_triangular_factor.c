#include "sparse/triangular_factor.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "sparse/matrix.h"
#include "support/expect.h"

/* Size of the test matrix, whose rows have neighbours at random distances. The last columns are ghosts. */
enum { rows = 5000, ghosts = 60, columns = rows + ghosts, width = 8, rank_keys = 0 };

static double random_value(uint64_t index) { return (double)tc_hash_mix(index + 17) * 0x1p-63 - 1.0; }

static int count_entries(const tc_ell *A, int32_t i) {
  int n = 0;
  while (n < width && A->column[i * width + n] != i) n++;
  return n;
}

static bool is_coupled(const tc_ell *A, int32_t i, int32_t j) {
  for (int k = 0; k < width; k++)
    if (A->column[i * width + k] == j) return true;
  return false;
}

static void add_coupling(tc_ell *A, int32_t i, int32_t j) {
  const int n = count_entries(A, i), m = j < rows ? count_entries(A, j) : 0;
  if (i == j || n == width || m == width || is_coupled(A, i, j)) return;
  A->column[i * width + n] = j;
  A->value[i * width + n] = random_value((uint64_t)i * columns + (uint64_t)j);
  if (j >= rows) return;
  A->column[j * width + m] = i;
  A->value[j * width + m] = random_value((uint64_t)j * columns + (uint64_t)i);
}

static tc_ell *matrix_make(void) {
  tc_ell *A = NULL;
  expect_ok(tc_ell_create(rows, columns, width, &A));
  for (int32_t i = 0; i < rows; i++) {
    if (i % 97 == 0) continue; /* some rows have few entries, or none */
    for (uint64_t k = 0; k < 3; k++) {
      const int32_t j = i + 1 + (int32_t)(tc_hash_mix((uint64_t)i * 3 + k) % (k == 0 ? 900 : 40));
      if (j < rows) add_coupling(A, i, j);
    }
  }
  for (int32_t g = 0; g < ghosts; g++)
    for (int32_t k = 0; k < 5; k++) add_coupling(A, g * 83 + k, rows + g);
  return A;
}

/* Sets key[columns] to a greedy colouring and returns the number of colours. Ghosts also have colours, which
 * differ from those of the rows that read them. */
static int colour(const tc_ell *A, int32_t *key) {
  int colours = 0;
  for (int32_t i = 0; i < columns; i++) key[i] = -1;
  for (int32_t g = 0; g < ghosts; g++) key[rows + g] = g % 7;
  for (int32_t i = 0; i < rows; i++) {
    bool taken[64] = {false};
    for (int k = 0; k < width; k++)
      if (key[A->column[i * width + k]] >= 0) taken[key[A->column[i * width + k]]] = true;
    for (key[i] = 0; taken[key[i]];) key[i]++;
    if (key[i] >= colours) colours = key[i] + 1;
  }
  return colours > 7 ? colours : 7;
}

typedef struct scene {
  tc_ell *A;
  int32_t *key;
  double *scale, *lead, *r, *ghost;
} scene;

static scene scene_make(void) {
  scene s = {.A = matrix_make()};
  expect_ok(TC_ALLOC(s.key, columns));
  expect_ok(TC_ALLOC(s.scale, rows));
  expect_ok(TC_ALLOC(s.lead, rows));
  expect_ok(TC_ALLOC(s.r, rows));
  expect_ok(TC_ALLOC(s.ghost, ghosts));
  for (int32_t i = 0; i < rows; i++) {
    s.scale[i] = 0.3 + 0.1 * random_value((uint64_t)i + 10000);
    s.lead[i] = random_value((uint64_t)i + 20000);
    s.r[i] = random_value((uint64_t)i + 30000);
  }
  for (int32_t g = 0; g < ghosts; g++) s.ghost[g] = random_value((uint64_t)g + 40000);
  return s;
}

static void scene_free(scene *s) {
  tc_ell_destroy(&s->A);
  tc_free(s->key);
  tc_free(s->scale);
  tc_free(s->lead);
  tc_free(s->r);
  tc_free(s->ghost);
}

static int32_t largest_key(const int32_t *key) {
  int32_t largest = 0;
  for (int32_t i = 0; i < rows; i++)
    if (key[i] > largest) largest = key[i];
  return largest;
}

/* Reference solve. Visits rows by ascending key and adds the terms of a row alternately to two sums. */
static void reference(const scene *s, bool in_place, double *y) {
  for (int32_t key = 0; key <= largest_key(s->key); key++)
    for (int32_t i = 0; i < rows; i++) {
      double sum[2] = {0.0, 0.0};
      int n = 0;
      if (s->key[i] != key) continue;
      for (int k = 0; k < width; k++) {
        const int32_t j = s->A->column[i * width + k];
        if (s->key[j] < key) sum[n++ % 2] += s->scale[i] * s->A->value[i * width + k] * y[j];
      }
      y[i] = (in_place ? y[i] : s->lead[i] * s->r[i]) - (sum[0] + sum[1]);
    }
}

/* Expects the result of the reference solve. To detect reads that are too early, values that are not computed
 * yet are NaN: owned rows at the start, and ghosts until the sweep reaches their key (the number by which
 * rows are ordered). Only in an in-place solve do owned rows contain r at the start. */
static void expect_solved(const scene *s, int keys, bool in_place, bool back, int threads) {
  const tc_triangular_factor_options choice = {s->key, keys,   s->scale, in_place ? NULL : s->lead,
                                               back,   threads};
  double *y = NULL, *wanted = NULL;
  tc_triangular_factor *t = NULL;
  expect_ok(TC_ALLOC(y, columns));
  expect_ok(TC_ALLOC(wanted, columns));
  for (int32_t i = 0; i < rows; i++) y[i] = wanted[i] = in_place ? s->r[i] : NAN;
  for (int32_t g = 0; g < ghosts; g++) {
    y[rows + g] = NAN;
    wanted[rows + g] = s->ghost[g];
  }
  reference(s, in_place, wanted);
  expect_ok(tc_triangular_factor_create(s->A, &choice, &t));
  cr_assert_eq(t->steps, keys + 1);
  for (int step = 0; step < t->steps; step++) {
    tc_triangular_factor_solve(t, step, s->r, y);
    for (int32_t g = 0; g < ghosts; g++)
      if (s->key[rows + g] == step) y[rows + g] = s->ghost[g];
  }
  for (int32_t i = 0; i < rows; i++)
    cr_assert(y[i] == wanted[i], "%d threads, row %d: %.17g, wanted %.17g", threads, (int)i, y[i], wanted[i]);
  tc_triangular_factor_destroy(&t);
  cr_assert_null(t);
  tc_free(y);
  tc_free(wanted);
}

/* Solves in ascending and in descending order of the colours. Ghosts become available step by step, one
 * colour after each step. */
Test(triangle, rows_in_the_order_of_colours) {
  scene s = scene_make();
  const int colours = colour(s.A, s.key);
  for (int back = 0; back < 2; back++) {
    for (int threads = 1; threads < 5; threads += 2)
      for (int in_place = 0; in_place < 2; in_place++) expect_solved(&s, colours, in_place, back, threads);
    for (int32_t i = 0; i < columns; i++) s.key[i] = colours - 1 - s.key[i];
  }
  scene_free(&s);
}

/* Each row has its own key, in an order that differs from that of storage. */
Test(triangle, rows_with_different_keys) {
  scene s = scene_make();
  for (int32_t i = 0; i < rows; i++) s.key[i] = (int32_t)((int64_t)i * 1777 % rows);
  for (int32_t g = 0; g < ghosts; g++) s.key[rows + g] = g % 7;
  expect_solved(&s, rows, false, false, 3);
  scene_free(&s);
}

/* Solves in the order of storage, without ghosts. */
Test(triangle, rows_in_their_own_order) {
  scene s = scene_make();
  for (int back = 0; back < 2; back++) {
    for (int32_t i = 0; i < rows; i++) s.key[i] = back ? rows - 1 - i : i;
    for (int32_t g = 0; g < ghosts; g++) s.key[rows + g] = INT32_MAX;
    for (int in_place = 0; in_place < 2; in_place++) expect_solved(&s, rank_keys, in_place, back, 1);
  }
  scene_free(&s);
}

/* Solves a system of a single row without off-diagonal entries, with more threads than rows. */
Test(triangle, a_single_row) {
  const int32_t key[1] = {0};
  const double one[1] = {1.0}, lead[1] = {0.5}, r[1] = {3.0};
  double y[1] = {NAN};
  tc_ell *A = NULL;
  tc_triangular_factor *t = NULL;
  expect_ok(tc_ell_create(1, 1, 4, &A));
  expect_ok(tc_triangular_factor_create(A, &(tc_triangular_factor_options){key, 1, one, lead, false, 2}, &t));
  for (int step = 0; step < t->steps; step++) tc_triangular_factor_solve(t, step, r, y);
  cr_assert_eq(y[0], 1.5);
  tc_triangular_factor_destroy(&t);
  tc_ell_destroy(&A);
}
