/* Serial reference of pairing and contraction on dense matrices, written independently of the library.
 * dense_gather copies a level to all ranks. dense_pair and dense_contract compute the expected results. Row a
 * of a dense graph has the id dense_base + a. */
#ifndef TC_TESTS_LINEAR_MULTIGRID_DENSE_H
#define TC_TESTS_LINEAR_MULTIGRID_DENSE_H

#include <stdlib.h>
#include <string.h>

#include "linear/multigrid/graphs.h"
#include "linear/multigrid/pairing.h"

/* Offset of the ids in tests, so that ids do not fit into 32 bits. */
#define dense_base ((tc_gid)1 << 40)

typedef struct dense {
  int32_t n;
  double *excess, *diagonal; /* [n] */
  float *coupling;           /* [n * n] */
  bool *exists;              /* [n] false if no row has this number as its id */
  bool *is_coupled;          /* [n * n] */
} dense;

static inline dense dense_create(int32_t n) {
  dense g = {.n = n};
  expect_ok(TC_ALLOC_ZERO(g.excess, n));
  expect_ok(TC_ALLOC_ZERO(g.diagonal, n));
  expect_ok(TC_ALLOC_ZERO(g.coupling, n * n));
  expect_ok(TC_ALLOC_ZERO(g.exists, n));
  expect_ok(TC_ALLOC_ZERO(g.is_coupled, n * n));
  return g;
}

static inline void dense_free(dense *g) {
  tc_free(g->excess);
  tc_free(g->diagonal);
  tc_free(g->coupling);
  tc_free(g->exists);
  tc_free(g->is_coupled);
}

/* Adds dense_base to the ids of a level. */
static inline void dense_raise_ids(tc_level_graph *level) {
  for (int32_t i = 0; i < level->rows + level->ghosts; i++) level->id[i] += dense_base;
}

/* Writes the rows of this rank into a dense matrix of integers. Row a has 3 + n integers: existence, bits of
 * the excess, bits of the diagonal sum, and the couplings. A coupling is stored as its bits plus 1 << 40, so
 * that 0 means uncoupled. */
static inline void dense_fill_bits(const tc_level_graph *graph, int32_t n, int64_t *bits) {
  for (int32_t i = 0; i < graph->rows; i++) {
    const tc_gid a = graph->id[i] - dense_base;
    cr_assert(a >= 0 && a < n);
    int64_t *const row = bits + a * (3 + n);
    row[0] = 1;
    memcpy(&row[1], &graph->excess[i], sizeof row[1]);
    memcpy(&row[2], &graph->diagonal_sum[i], sizeof row[2]);
    for (int64_t k = graph->begin[i]; k < graph->begin[i + 1]; k++) {
      const tc_gid b = graph->id[graph->column[k]] - dense_base;
      uint32_t value;
      memcpy(&value, &graph->coupling[k], sizeof value);
      cr_assert(b >= 0 && b < n && b != a && row[3 + b] == 0, "two entries of row %d at %d", (int)a, (int)b);
      row[3 + b] = ((int64_t)1 << 40) + value;
    }
  }
}

/* Collective. Copies a graph with ids from dense_base to dense_base + n - 1 to all ranks, bit by bit. Each
 * number is set by one rank, so the sum over the ranks copies it. */
static inline dense dense_gather(const tc_level_graph *graph, int32_t n) {
  dense g = dense_create(n);
  int64_t *bits = NULL;
  expect_ok(TC_ALLOC_ZERO(bits, n * (3 + n)));
  dense_fill_bits(graph, n, bits);
  expect_ok(tc_world_sum_int64(graph->world, bits, n * (3 + n)));
  for (int32_t a = 0; a < n; a++) {
    const int64_t *row = bits + a * (3 + n);
    g.exists[a] = row[0] == 1;
    memcpy(&g.excess[a], &row[1], sizeof g.excess[a]);
    memcpy(&g.diagonal[a], &row[2], sizeof g.diagonal[a]);
    for (int32_t b = 0; b < n; b++) {
      const uint32_t value = (uint32_t)(row[3 + b] & UINT32_MAX);
      g.is_coupled[a * n + b] = row[3 + b] != 0;
      memcpy(&g.coupling[a * n + b], &value, sizeof value);
    }
  }
  tc_free(bits);
  return g;
}

static inline void dense_expect_equal(const dense *got, const dense *wanted) {
  const size_t n = (size_t)wanted->n;
  cr_assert_eq(got->n, wanted->n);
  for (int32_t a = 0; a < got->n; a++) {
    cr_assert_eq(got->exists[a], wanted->exists[a], "row %d", a);
    cr_assert(memcmp(&got->excess[a], &wanted->excess[a], sizeof(double)) == 0,
              "excess of row %d: %.17g %.17g", a, got->excess[a], wanted->excess[a]);
    cr_assert(memcmp(&got->diagonal[a], &wanted->diagonal[a], sizeof(double)) == 0, "diagonal of row %d", a);
  }
  cr_assert_eq(memcmp(got->is_coupled, wanted->is_coupled, n * n * sizeof *got->is_coupled), 0);
  cr_assert_eq(memcmp(got->coupling, wanted->coupling, n * n * sizeof *got->coupling), 0);
}

/* ---- reference of pairing ---- */

typedef struct dense_edge {
  double strength;
  uint64_t hash;
  int32_t a, b; /* the two rows, a < b */
} dense_edge;

static inline uint64_t dense_mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

static inline dense_edge dense_edge_of(double strength, int32_t i, int32_t j) {
  const int32_t a = i < j ? i : j, b = i < j ? j : i;
  return (dense_edge){strength, dense_mix(dense_mix((uint64_t)(dense_base + a)) + (uint64_t)(dense_base + b)),
                      a, b};
}

/* Total order of the edges: descending by strength, then by hash, then by the pair of rows. */
static inline int dense_compare(const void *x, const void *y) {
  const dense_edge *p = x, *q = y;
  if (p->strength != q->strength) return p->strength > q->strength ? -1 : 1;
  if (p->hash != q->hash) return p->hash > q->hash ? -1 : 1;
  if (p->a != q->a) return p->a > q->a ? -1 : 1;
  return p->b > q->b ? -1 : p->b < q->b;
}

/* Returns the inverse of the diagonal sum of row a, or -1 if the row is excluded from aggregates. */
static inline double dense_inverse(const dense *g, int32_t a, bool is_first) {
  const double inverse = g->diagonal[a] > 0.0 ? 1.0 / g->diagonal[a] : 1e300;
  bool is_isolated = true;
  for (int32_t b = 0; b < g->n; b++) is_isolated &= !g->is_coupled[a * g->n + b];
  return is_first && (is_isolated || g->excess[a] * inverse >= 0.3) ? -1.0 : inverse;
}

/* Sets mate[n] to the greedy matching. Goes through the edges in descending order, and makes two rows a pair
 * if neither belongs to a pair yet. */
static inline void dense_match(const dense *g, const double *inverse, double eta, int32_t *mate) {
  dense_edge *edge = NULL;
  int32_t edges = 0;
  expect_ok(TC_ALLOC(edge, g->n * g->n));
  for (int32_t a = 0; a < g->n; a++)
    for (int32_t b = a + 1; b < g->n; b++) {
      const double s = (double)g->coupling[a * g->n + b] * (inverse[a] + inverse[b]);
      if (g->is_coupled[a * g->n + b] && inverse[a] >= 0 && inverse[b] >= 0 && s > eta)
        edge[edges++] = dense_edge_of(s, a, b);
    }
  if (edges > 0) qsort(edge, (size_t)edges, sizeof *edge, dense_compare);
  for (int32_t a = 0; a < g->n; a++) mate[a] = -1;
  for (int32_t k = 0; k < edges; k++) {
    if (mate[edge[k].a] >= 0 || mate[edge[k].b] >= 0) continue;
    mate[edge[k].a] = edge[k].b;
    mate[edge[k].b] = edge[k].a;
  }
  tc_free(edge);
}

/* Returns the row whose pair the unpaired row a joins, or -1 if there is none. */
static inline int32_t dense_join(const dense *g, const double *inverse, double eta, const int32_t *mate,
                                 int32_t a) {
  dense_edge best = {0};
  int32_t joined = -1;
  for (int32_t b = 0; b < g->n; b++) {
    const double t = (double)g->coupling[a * g->n + b] * inverse[a];
    if (!g->is_coupled[a * g->n + b] || mate[b] < 0 || !(t > eta)) continue;
    const dense_edge edge = dense_edge_of(t, a, b);
    if (joined >= 0 && dense_compare(&edge, &best) > 0) continue;
    best = edge;
    joined = b;
  }
  return joined;
}

/* Sets label[a] to the smallest row of the aggregate of row a, or to -1 if row a has no aggregate. */
static inline void dense_pair(const dense *g, bool is_first, double eta, int32_t *label) {
  double *inverse = NULL;
  int32_t *mate = NULL, *joined = NULL;
  expect_ok(TC_ALLOC(inverse, g->n));
  expect_ok(TC_ALLOC(mate, g->n));
  expect_ok(TC_ALLOC(joined, g->n));
  for (int32_t a = 0; a < g->n; a++) inverse[a] = g->exists[a] ? dense_inverse(g, a, is_first) : -1.0;
  dense_match(g, inverse, eta, mate);
  for (int32_t a = 0; a < g->n; a++)
    joined[a] = mate[a] >= 0 || inverse[a] < 0.0 ? -1 : dense_join(g, inverse, eta, mate, a);
  for (int32_t a = 0; a < g->n; a++)
    label[a] = inverse[a] < 0.0 ? -1 : mate[a] >= 0 && mate[a] < a ? mate[a] : a;
  for (int32_t a = 0; a < g->n; a++) {
    if (joined[a] < 0) continue;
    const int32_t b = joined[a], first = mate[b] < b ? mate[b] : b;
    if (a < label[first]) label[first] = a;
  }
  for (int32_t a = 0; a < g->n; a++) {
    const int32_t b = joined[a] >= 0 ? joined[a] : a;
    if (mate[b] >= 0) label[a] = label[mate[b] < b ? mate[b] : b];
  }
  tc_free(inverse);
  tc_free(mate);
  tc_free(joined);
}

/* ---- reference of contraction ---- */

static inline int dense_compare_floats(const void *x, const void *y) {
  const float p = *(const float *)x, q = *(const float *)y;
  return (fabsf(p) < fabsf(q)) - (fabsf(p) > fabsf(q));
}

/* Returns the sum of the couplings between the aggregates I and J, added in order of descending magnitude. */
static inline float dense_sum(const dense *g, const int32_t *label, int32_t I, int32_t J, float *term,
                              bool *is_coupled) {
  int32_t terms = 0;
  double sum = 0.0;
  for (int32_t a = I; a < g->n; a++)
    for (int32_t b = J; b < g->n && label[a] == I; b++)
      if (label[b] == J && g->is_coupled[a * g->n + b]) term[terms++] = g->coupling[a * g->n + b];
  *is_coupled = terms > 0;
  if (terms > 0) qsort(term, (size_t)terms, sizeof *term, dense_compare_floats);
  for (int32_t k = 0; k < terms; k++) sum += (double)term[k];
  return (float)sum;
}

/* Returns the graph of the aggregates with these labels. */
static inline dense dense_contract(const dense *g, const int32_t *label) {
  const int32_t n = g->n;
  dense coarse = dense_create(n);
  float *term = NULL;
  expect_ok(TC_ALLOC(term, n * n));
  for (int32_t a = 0; a < n; a++) {
    if (label[a] < 0) continue;
    double excess = g->excess[a];
    for (int32_t b = 0; b < n; b++)
      if (g->is_coupled[a * n + b] && label[b] < 0) excess += (double)g->coupling[a * n + b];
    coarse.exists[label[a]] = true;
    coarse.excess[label[a]] += excess;
    coarse.diagonal[label[a]] += g->diagonal[a];
  }
  for (int32_t I = 0; I < n; I++)
    for (int32_t J = 0; J < n; J++)
      if (I != J && coarse.exists[I] && coarse.exists[J])
        coarse.coupling[I * n + J] = dense_sum(g, label, I, J, term, &coarse.is_coupled[I * n + J]);
  tc_free(term);
  return coarse;
}

#endif
