/* Levels of a multigrid hierarchy for tests of the cycle. Every rank generates the whole level, with rows in
 * the order of their ids, and builds the graph and the transfer of its own rows from it. The reference below
 * computes the whole level with plain loops. */
#ifndef TC_TESTS_WHOLE_LEVEL_H
#define TC_TESTS_WHOLE_LEVEL_H

#include <stdlib.h>

#include "base/core/memory.h"
#include "linear/cycle/cycle_level.h"
#include "linear/multigrid/level_owners.h"
#include "support/meshes.h"
#include "support/parallel.h"

/* Sparse rows of a whole level, in CSR format. The columns of a row are in ascending order. */
typedef struct whole_rows {
  int32_t rows;
  int32_t *begin;  /* [rows + 1] */
  int32_t *column; /* [begin[rows]] */
  float *value;    /* [begin[rows]]; NULL if every entry is 1 */
} whole_rows;

/* A level (couplings and excesses), the prolongation from the next coarser level, and its transpose, the
 * restriction. */
typedef struct whole_level {
  int32_t rows, coarse_rows;
  whole_rows coupling, prolongation, restriction;
  double *excess; /* [rows] */
} whole_level;

/* Returns a pseudo-random number between 0 and 1 for the edge of rows a and b. The order of a and b has no
 * effect. */
static inline double edge_noise(int32_t a, int32_t b) {
  const uint64_t lo = (uint64_t)(a < b ? a : b), hi = (uint64_t)(a < b ? b : a);
  return 0.5 + 0.5 * noise(lo * 100003 + hi);
}

enum { whole_most_entries = 40 };

static inline void whole_rows_begin(whole_rows *w, int32_t rows, bool has_values) {
  const size_t most = (size_t)rows * whole_most_entries + 1;
  *w = (whole_rows){rows, calloc((size_t)rows + 1, sizeof *w->begin), calloc(most, sizeof *w->column),
                    has_values ? calloc(most, sizeof *w->value) : NULL};
}

static inline void whole_rows_free(whole_rows *w) {
  free(w->begin);
  free(w->column);
  free(w->value);
}

static inline void whole_rows_add(whole_rows *w, int32_t row, int32_t column, float value) {
  const int32_t at = w->begin[row + 1]++;
  w->column[at] = column;
  if (w->value) w->value[at] = value;
}

/* True if rows a and b are coupled. Each 97th row is isolated. In narrow levels the rows form a grid with
 * four neighbours each. In other levels a row has up to twenty candidates, of which a third is uncoupled at
 * random. */
static inline bool is_coupled(bool is_narrow, int32_t rows, int32_t a, int32_t b) {
  const int32_t distance = a < b ? b - a : a - b;
  const int32_t side = rows < 400 ? 5 : 31;
  if (a == b || b < 0 || b >= rows || a % 97 == 5 || b % 97 == 5) return false;
  if (distance == 1 || distance == side) return true;
  return !is_narrow && edge_noise(a, b) < 0.66;
}

static inline void add_couplings(whole_level *w, bool is_narrow) {
  const int32_t side = w->rows < 400 ? 5 : 31;
  for (int32_t i = 0; i < w->rows; i++) {
    w->coupling.begin[i + 1] = w->coupling.begin[i];
    for (int32_t line = -2; line <= 2; line++)
      for (int32_t step = -2; step <= 2; step++) {
        const int32_t j = i + line * side + step;
        if (!is_coupled(is_narrow, w->rows, i, j)) continue;
        const double strength = 0.2 + edge_noise(i, j);
        const bool is_negative = !is_narrow && edge_noise(j + 7, i + 7) < 0.05;
        whole_rows_add(&w->coupling, i, j, (float)(is_negative ? -0.05 * strength : strength));
      }
  }
}

static inline int compare_columns(const void *a, const void *b) {
  return *(const int32_t *)a - *(const int32_t *)b;
}

/* Fills in the prolongation. If is_plain is true, row i belongs to aggregate i / 7, and each 13th row to
 * none. Otherwise rows have up to five entries. */
static inline void add_prolongation(whole_level *w, bool is_plain) {
  for (int32_t i = 0; i < w->rows; i++) {
    w->prolongation.begin[i + 1] = w->prolongation.begin[i];
    if (i % 13 == 3 && i > 20) continue;
    const int32_t first = i / 7, count = is_plain ? 1 : 1 + (int32_t)(5.0 * edge_noise(i, i));
    for (int32_t k = 0; k < count && first + 3 * k < w->coarse_rows; k++)
      whole_rows_add(&w->prolongation, i, first + 3 * k, (float)edge_noise(i, 5000 + k));
  }
}

static inline void transpose_rows(const whole_rows *p, whole_rows *t) {
  for (int32_t row = 0; row < t->rows; row++) {
    t->begin[row + 1] = t->begin[row];
    const int32_t first = 7 * (row - 15) < 0 ? 0 : 7 * (row - 15);
    for (int32_t i = first; i < p->rows && i < 7 * (row + 1); i++)
      for (int32_t k = p->begin[i]; k < p->begin[i + 1]; k++)
        if (p->column[k] == row) whole_rows_add(t, row, i, p->value ? p->value[k] : 1.0F);
  }
}

static inline whole_level whole_level_make(int32_t rows, bool is_narrow, bool is_plain) {
  whole_level w = {.rows = rows, .coarse_rows = (rows + 6) / 7};
  whole_rows_begin(&w.coupling, rows, true);
  whole_rows_begin(&w.prolongation, rows, !is_plain);
  whole_rows_begin(&w.restriction, w.coarse_rows, !is_plain);
  w.excess = calloc((size_t)rows, sizeof *w.excess);
  for (int32_t i = 0; i < rows; i++) w.excess[i] = i % 3 ? 0.0 : 0.3 * edge_noise(i, 9);
  add_couplings(&w, is_narrow);
  add_prolongation(&w, is_plain);
  transpose_rows(&w.prolongation, &w.restriction);
  return w;
}

static inline void whole_level_free(whole_level *w) {
  whole_rows_free(&w->coupling);
  whole_rows_free(&w->prolongation);
  whole_rows_free(&w->restriction);
  free(w->excess);
}

/* ---- distribution of a whole level ---- */

typedef enum spread { spread_blocks, spread_scattered, spread_first, spread_count } spread;

/* Owner of each row, and its local row on the owner. With spread_scattered, a rank stores its rows in
 * descending order. */
typedef struct places {
  int32_t rows, owned;
  tc_row_place *at; /* [rows] */
  int32_t *row;     /* [owned] row of each local number */
} places;

static inline int spread_owner(const tc_world *world, spread how, int32_t rows, int32_t row) {
  if (how == spread_first) return 0;
  if (how == spread_blocks) return (int)((int64_t)row * world->ranks / rows);
  return (int)(tc_hash_mix((uint64_t)row) % (uint64_t)world->ranks);
}

static inline places places_make(const tc_world *world, spread how, int32_t rows) {
  places p = {.rows = rows};
  int32_t *count = calloc((size_t)world->ranks, sizeof *count);
  p.at = calloc((size_t)rows, sizeof *p.at);
  p.row = calloc((size_t)rows, sizeof *p.row);
  for (int32_t k = 0; k < rows; k++) {
    const int32_t row = how == spread_scattered ? rows - 1 - k : k;
    const int owner = spread_owner(world, how, rows, row);
    if (owner == world->rank) p.row[count[owner]] = row;
    p.at[row] = (tc_row_place){owner, count[owner]++};
  }
  p.owned = count[world->rank];
  free(count);
  return p;
}

static inline void places_free(places *p) {
  free(p->at);
  free(p->row);
}

/* Ghosts of this rank: ghost_of[column] is the number of each ghost, or -1. */
typedef struct ghosts {
  int32_t count, *ghost_of;
  tc_row_place *place; /* [count] */
} ghosts;

static inline ghosts ghosts_find(const tc_world *world, const whole_rows *w, const places *rows,
                                 const places *columns) {
  const size_t n = (size_t)columns->rows;
  ghosts g = {0, malloc(n * sizeof *g.ghost_of), malloc(n * sizeof *g.place)};
  for (int32_t j = 0; j < columns->rows; j++) g.ghost_of[j] = -1;
  for (int32_t i = 0; i < rows->owned; i++)
    for (int32_t k = w->begin[rows->row[i]]; k < w->begin[rows->row[i] + 1]; k++) {
      const int32_t j = w->column[k];
      if (columns->at[j].owner == world->rank || g.ghost_of[j] >= 0) continue;
      g.ghost_of[j] = g.count;
      g.place[g.count++] = columns->at[j];
    }
  return g;
}

/* Collective. Translates the columns of this rank's rows to owned rows and ghosts, and returns the halo of
 * the ghosts. Allocates begin, column and value in `pool`. *ghost_row receives the row of each ghost. */
static inline tc_halo *localise(tc_world *world, const whole_rows *w, const places *rows,
                                const places *columns, tc_pool *pool, tc_transfer_rows *out,
                                int32_t **ghost_row) {
  tc_halo *halo = NULL;
  ghosts g = ghosts_find(world, w, rows, columns);
  int32_t *number = calloc((size_t)g.count + 1, sizeof *number);
  *ghost_row = calloc((size_t)g.count + 1, sizeof **ghost_row);
  expect_ok(tc_halo_create_from_places(world, columns->owned, g.count, g.place, number, &halo));
  out->rows = rows->owned;
  expect_ok(TC_POOL_ARRAY_ZERO(pool, out->begin, rows->owned + 1));
  expect_ok(TC_POOL_ARRAY_ZERO(pool, out->column, w->begin[w->rows]));
  if (w->value) expect_ok(TC_POOL_ARRAY_ZERO(pool, out->value, w->begin[w->rows]));
  for (int32_t i = 0; i < rows->owned; i++) {
    int64_t at = out->begin[i];
    for (int32_t k = w->begin[rows->row[i]]; k < w->begin[rows->row[i] + 1]; k++, at++) {
      const int32_t j = w->column[k], ghost = g.ghost_of[j];
      out->column[at] = ghost < 0 ? columns->at[j].local : columns->owned + number[ghost];
      if (w->value) out->value[at] = w->value[k];
      if (ghost >= 0) (*ghost_row)[number[ghost]] = j;
    }
    out->begin[i + 1] = at;
  }
  free(g.ghost_of);
  free(g.place);
  free(number);
  return halo;
}

static inline tc_gid id_of_row(int32_t row) { return 7 * (tc_gid)row + 3; }

/* Collective. Returns the graph of this rank's rows. */
static inline tc_level_graph *graph_make(tc_world *world, const whole_level *w, const places *rows,
                                         bool only_first) {
  tc_level_graph *graph = NULL;
  tc_transfer_rows local = {0};
  int32_t *ghost_row;
  expect_ok(TC_ALLOC_ZERO(graph, 1));
  graph->world = world;
  graph->owned_halo = localise(world, &w->coupling, rows, rows, &graph->memory, &local, &ghost_row);
  graph->halo = graph->owned_halo;
  graph->ranks = only_first ? 1 : world->ranks;
  graph->rows = rows->owned;
  graph->ghosts = graph->halo->ghosts;
  graph->all_rows = w->rows;
  graph->begin = local.begin;
  graph->column = local.column;
  graph->coupling = local.value;
  expect_ok(TC_POOL_ARRAY_ZERO(&graph->memory, graph->id, graph->rows + graph->ghosts));
  expect_ok(TC_POOL_ARRAY_ZERO(&graph->memory, graph->excess, graph->rows));
  for (int32_t i = 0; i < graph->rows; i++) {
    graph->id[i] = id_of_row(rows->row[i]);
    graph->excess[i] = w->excess[rows->row[i]];
  }
  for (int32_t g = 0; g < graph->ghosts; g++) graph->id[graph->rows + g] = id_of_row(ghost_row[g]);
  free(ghost_row);
  return graph;
}

/* Collective. Returns the transfer between this rank's rows and its coarse rows. */
static inline tc_transfer *transfer_make(tc_world *world, const whole_level *w, const places *rows,
                                         const places *coarse) {
  tc_transfer *t = NULL;
  int32_t *unused;
  expect_ok(TC_ALLOC_ZERO(t, 1));
  t->world = world;
  t->correction_halo = localise(world, &w->prolongation, rows, coarse, &t->memory, &t->prolongation, &unused);
  free(unused);
  t->residual_halo = localise(world, &w->restriction, coarse, rows, &t->memory, &t->restriction, &unused);
  free(unused);
  return t;
}

/* ---- serial reference of a cycle ---- */

static inline float whole_sum(const float a[4]) { return (a[0] + a[2]) + (a[1] + a[3]); }

static inline float whole_row_difference(const whole_level *w, int32_t i, const float *x) {
  float a[4] = {0.0F, 0.0F, 0.0F, 0.0F};
  const int32_t begin = w->coupling.begin[i];
  for (int32_t k = begin; k < w->coupling.begin[i + 1]; k++)
    a[(k - begin) % 4] += w->coupling.value[k] * (x[i] - x[w->coupling.column[k]]);
  return (float)w->excess[i] * x[i] + whole_sum(a);
}

static inline double whole_diagonal(const whole_level *w, int32_t i, double *largest) {
  double diagonal = w->excess[i], sum = w->excess[i];
  for (int32_t k = w->coupling.begin[i]; k < w->coupling.begin[i + 1]; k++) {
    diagonal += (double)w->coupling.value[k];
    sum += fabs((double)w->coupling.value[k]);
  }
  if (diagonal > 0.0) *largest = fmax(*largest, 1.0 + sum / diagonal);
  return diagonal;
}

/* Reference: one smoothing of the whole level with plain loops. If from_zero is true, the initial x counts as
 * 0. */
static inline void whole_smooth(const whole_level *w, int degree, const float *b, bool from_zero, float *x) {
  double rho = 0.0;
  const size_t n = (size_t)w->rows;
  float *old = calloc(n, sizeof *old), *next = calloc(n, sizeof *next), *inverse = calloc(n, sizeof *inverse);
  for (int32_t i = 0; i < w->rows; i++) {
    const double diagonal = whole_diagonal(w, i, &rho);
    inverse[i] = diagonal > 0.0 ? (float)(1.0 / diagonal) : 0.0F;
    old[i] = x[i] = from_zero ? 0.0F : x[i];
  }
  for (int s = 1; s <= degree; s++) {
    const float momentum = (float)((2.0 * s - 3.0) / (2.0 * s + 1.0));
    const float rate = (float)((8.0 * s - 4.0) / ((2.0 * s + 1.0) * rho));
    for (int32_t i = 0; i < w->rows; i++) {
      const float change = rate * ((b[i] - whole_row_difference(w, i, x)) * inverse[i]);
      next[i] = x[i] + (s == 1 ? change : momentum * (x[i] - old[i]) + change);
    }
    memcpy(old, x, n * sizeof *x);
    memcpy(x, next, n * sizeof *x);
  }
  for (int32_t i = 0; i < w->rows; i++)
    if (w->coupling.begin[i] == w->coupling.begin[i + 1])
      x[i] = w->excess[i] != 0.0 ? b[i] / (float)w->excess[i] : 0.0F;
  free(old);
  free(next);
  free(inverse);
}

/* Returns row i of P x or P^T x. */
static inline float whole_transfer_row(const whole_rows *p, int32_t i, const float *x) {
  float a[4] = {0.0F, 0.0F, 0.0F, 0.0F};
  for (int32_t k = p->begin[i]; k < p->begin[i + 1]; k++) {
    if (p->value)
      a[(k - p->begin[i]) % 4] += p->value[k] * x[p->column[k]];
    else
      a[0] += x[p->column[k]];
  }
  return whole_sum(a);
}

static inline void whole_restrict(const whole_level *w, const float *b, const float *x, float *coarse_b) {
  float *r = calloc((size_t)w->rows, sizeof *r);
  for (int32_t i = 0; i < w->rows; i++) r[i] = b[i] - whole_row_difference(w, i, x);
  for (int32_t i = 0; i < w->coarse_rows; i++) coarse_b[i] = whole_transfer_row(&w->restriction, i, r);
  free(r);
}

static inline void whole_prolong(const whole_level *w, const float *coarse_x, float factor, float *x) {
  for (int32_t i = 0; i < w->rows; i++) x[i] += factor * whole_transfer_row(&w->prolongation, i, coarse_x);
}

#endif
