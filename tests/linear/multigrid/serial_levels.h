/* Small levels that every rank stores completely, and a dense serial reference of smoothed aggregation, for
 * tests of distributed levels. Usage: create a serial_level, distribute it and its aggregates with
 * serial_distribute and serial_aggregate, and compare results with those of serial_smooth. */
#ifndef TC_TESTS_LINEAR_MULTIGRID_SERIAL_LEVELS_H
#define TC_TESTS_LINEAR_MULTIGRID_SERIAL_LEVELS_H

#include <math.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "linear/multigrid/aggregation.h"
#include "support/expect.h"
#include "support/parallel.h"

enum { serial_most = 64 };

/* A whole level. Row i has the id serial_id(i), which increases with i. */
typedef struct serial_level {
  int rows;
  double excess[serial_most];
  float coupling[serial_most][serial_most]; /* symmetric; 0 if rows are not coupled */
  int aggregate[serial_most];               /* first row of the aggregate of each row, or -1 without an
                                             * aggregate */
} serial_level;

/* Distribution of the fine rows, and of the coarse rows (one per aggregate). */
typedef struct serial_cut {
  enum { serial_blocks, serial_cyclic, serial_random, serial_last } fine;
  enum { serial_at_first_member, serial_at_root, serial_scattered } coarse;
} serial_cut;

static const serial_cut serial_cuts[] = {{serial_blocks, serial_at_first_member},
                                         {serial_blocks, serial_at_root},
                                         {serial_cyclic, serial_at_first_member},
                                         {serial_random, serial_at_first_member},
                                         {serial_random, serial_scattered},
                                         {serial_last, serial_at_root}};
enum { serial_cut_count = 6 };

static inline tc_gid serial_id(int row) { return 3 * (tc_gid)row + 5; }
static inline int serial_row(tc_gid id) { return (int)((id - 5) / 3); }

static inline void serial_couple(serial_level *s, int i, int j, double coupling) {
  s->coupling[i][j] = s->coupling[j][i] = (float)coupling;
}

static inline double serial_diagonal(const serial_level *s, int i) {
  double sum = s->excess[i];
  for (int j = 0; j < s->rows; j++) sum += (double)s->coupling[i][j];
  return sum;
}

/* ---- places (owner and local row) of rows ---- */

static inline int serial_owner(const tc_world *world, const serial_level *s, serial_cut cut, int row) {
  const int ranks = world->ranks;
  if (cut.fine == serial_blocks) return row * ranks / s->rows;
  if (cut.fine == serial_cyclic) return row % ranks;
  if (cut.fine == serial_last) return ranks - 1;
  return (int)(tc_hash_mix((uint64_t)row) % (uint64_t)ranks);
}

static inline int serial_coarse_owner(const tc_world *world, const serial_level *s, serial_cut cut,
                                      int first) {
  if (cut.coarse == serial_at_root) return 0;
  if (cut.coarse == serial_at_first_member) return serial_owner(world, s, cut, first);
  return (int)(tc_hash_mix((uint64_t)first + 1000) % (uint64_t)world->ranks);
}

/* Returns owner and local row of a row. In a cyclic distribution, the local rows have descending ids. */
static inline tc_row_place serial_place(const tc_world *world, const serial_level *s, serial_cut cut,
                                        int row) {
  tc_row_place place = {serial_owner(world, s, cut, row), 0};
  for (int j = 0; j < s->rows; j++)
    place.local +=
        (cut.fine == serial_cyclic ? j > row : j < row) && serial_owner(world, s, cut, j) == place.owner;
  return place;
}

static inline tc_row_place serial_coarse_place(const tc_world *world, const serial_level *s, serial_cut cut,
                                               int first) {
  tc_row_place place = {serial_coarse_owner(world, s, cut, first), 0};
  for (int j = 0; j < first; j++)
    place.local += s->aggregate[j] == j && serial_coarse_owner(world, s, cut, j) == place.owner;
  return place;
}

/* ---- distributed levels ---- */

static inline tc_level_graph *serial_alloc_graph(tc_world *world, int32_t rows, int32_t ghosts,
                                                 int64_t entries) {
  tc_level_graph *graph = NULL;
  expect_ok(TC_ALLOC_ZERO(graph, 1));
  *graph = (tc_level_graph){.world = world,
                            .ranks = world->ranks,
                            .rows = rows,
                            .ghosts = ghosts,
                            .all_rows = rows};
  expect_ok(TC_POOL_ARRAY(&graph->memory, graph->id, rows + ghosts));
  expect_ok(TC_POOL_ARRAY(&graph->memory, graph->excess, rows));
  expect_ok(TC_POOL_ARRAY(&graph->memory, graph->diagonal_sum, rows));
  expect_ok(TC_POOL_ARRAY_ZERO(&graph->memory, graph->begin, rows + 1));
  expect_ok(TC_POOL_ARRAY(&graph->memory, graph->column, entries));
  expect_ok(TC_POOL_ARRAY(&graph->memory, graph->coupling, entries));
  expect_ok(tc_world_sum_int64(world, &graph->all_rows, 1));
  return graph;
}

/* Sets column[row] to the local column of each row that this rank owns or reads, and to -1 for other rows.
 * Returns the halo. */
static inline tc_halo *serial_halo(const tc_world *world, const serial_level *s, serial_cut cut,
                                   int32_t *column) {
  tc_row_place place[serial_most];
  int32_t number[serial_most], ghost[serial_most], owned = 0, ghosts = 0;
  tc_halo *halo = NULL;
  for (int j = 0; j < s->rows; j++) {
    const tc_row_place own = serial_place(world, s, cut, j);
    bool is_read = false;
    for (int i = 0; i < s->rows; i++)
      is_read |= s->coupling[i][j] != 0.0f && serial_owner(world, s, cut, i) == world->rank;
    column[j] = own.owner == world->rank ? own.local : -1;
    owned += own.owner == world->rank;
    if (own.owner == world->rank || !is_read) continue;
    place[ghosts] = own;
    ghost[ghosts++] = j;
  }
  expect_ok(tc_halo_create_from_places(world, owned, ghosts, place, number, &halo));
  for (int32_t g = 0; g < ghosts; g++) column[ghost[g]] = owned + number[g];
  return halo;
}

/* Collective. Returns the level on this rank. */
static inline tc_level_graph *serial_distribute(tc_world *world, const serial_level *s, serial_cut cut) {
  int32_t column[serial_most], row_of[serial_most];
  tc_halo *halo = serial_halo(world, s, cut, column);
  tc_level_graph *graph =
      serial_alloc_graph(world, halo->owned, halo->ghosts, (int64_t)halo->owned * serial_most);
  graph->halo = graph->owned_halo = halo;
  for (int j = 0; j < s->rows; j++) {
    if (column[j] >= 0) graph->id[column[j]] = serial_id(j);
    if (column[j] >= 0 && column[j] < graph->rows) row_of[column[j]] = j;
  }
  for (int32_t i = 0; i < graph->rows; i++) {
    int64_t at = graph->begin[i];
    for (int j = 0; j < s->rows; j++) {
      if (s->coupling[row_of[i]][j] == 0.0f) continue;
      graph->column[at] = column[j];
      graph->coupling[at++] = s->coupling[row_of[i]][j];
    }
    graph->begin[i + 1] = at;
    graph->excess[i] = s->excess[row_of[i]];
    graph->diagonal_sum[i] = serial_diagonal(s, row_of[i]);
  }
  return graph;
}

/* Collective. Returns the aggregates of this rank's rows. In the contracted graph only the ids are set. */
static inline tc_aggregation serial_aggregate(const tc_level_graph *level, const serial_level *s,
                                              serial_cut cut) {
  tc_world *world = level->world;
  tc_aggregation aggregation = {.rounds = 0};
  int32_t coarse_rows = 0;
  expect_ok(TC_POOL_ARRAY(&aggregation.memory, aggregation.place, level->rows));
  expect_ok(TC_POOL_ARRAY(&aggregation.memory, aggregation.id, level->rows));
  for (int32_t i = 0; i < level->rows; i++) {
    const int first = s->aggregate[serial_row(level->id[i])];
    aggregation.id[i] = first < 0 ? -1 : serial_id(first);
    aggregation.place[i] = first < 0 ? (tc_row_place){-1, 0} : serial_coarse_place(world, s, cut, first);
  }
  for (int j = 0; j < s->rows; j++)
    coarse_rows += s->aggregate[j] == j && serial_coarse_owner(world, s, cut, j) == world->rank;
  aggregation.contracted = serial_alloc_graph(world, coarse_rows, 0, 0);
  for (int j = 0, c = 0; j < s->rows; j++)
    if (s->aggregate[j] == j && serial_coarse_owner(world, s, cut, j) == world->rank)
      aggregation.contracted->id[c++] = serial_id(j);
  return aggregation;
}

static inline void serial_aggregation_free(tc_aggregation *aggregation) {
  tc_level_graph_destroy(&aggregation->contracted);
  tc_pool_free(&aggregation->memory);
}

/* ---- serial reference of smoothed aggregation ---- */

/* Result of smoothed aggregation. The number of a coarse row is that of the first fine row of its
 * aggregate. */
typedef struct serial_result {
  float P[serial_most][serial_most];
  int order[serial_most]
           [serial_most]; /* position of each entry in its row of P, from 1; 0 if there is none */
  double g[serial_most];
  double KP[serial_most][serial_most], C[serial_most][serial_most];
  serial_level coarse;
} serial_result;

static inline double serial_largest(const serial_level *s, int i) {
  float largest = 0.0f;
  for (int j = 0; j < s->rows; j++) largest = fmaxf(largest, s->coupling[i][j]);
  return (double)largest;
}

static inline bool serial_is_strong(const serial_level *s, int i, int j) {
  const double w = (double)s->coupling[i][j];
  return w > 0.0 && w >= 0.25 * fmin(serial_largest(s, i), serial_largest(s, j));
}

/* Computes row i of the prolongation P, and g_i, which is 1 minus the sum of this row. */
static inline void serial_prolong(const serial_level *s, int i, serial_result *r) {
  const double omega = 2.0 / 3.0, t = s->aggregate[i] >= 0;
  double f = s->excess[i], flow = s->excess[i] * t, sum[serial_most] = {0.0};
  int entries = 0;
  if (t > 0.0) r->order[i][s->aggregate[i]] = ++entries;
  for (int j = 0; j < s->rows; j++) {
    const double w = (double)s->coupling[i][j];
    const int J = s->aggregate[j];
    if (!serial_is_strong(s, i, j)) continue;
    f += w;
    flow += w * (t - (J >= 0));
    if (J < 0) continue;
    sum[J] += w;
    if (!r->order[i][J]) r->order[i][J] = ++entries;
  }
  r->g[i] = 1.0 - t + (f > 0.0 ? omega / f * flow : 0.0);
  for (int J = 0; J < s->rows; J++) {
    const double own = J == s->aggregate[i];
    if (f <= 0.0) r->order[i][J] = own > 0.0;
    r->P[i][J] = (float)(f > 0.0 ? (1.0 - omega) * own + omega / f * sum[J] : own);
  }
}

static inline void serial_multiply(const serial_level *s, int i, serial_result *r) {
  for (int J = 0; J < s->rows; J++) {
    double sum = serial_diagonal(s, i) * (double)r->P[i][J];
    for (int j = 0; j < s->rows; j++) sum -= (double)s->coupling[i][j] * (double)r->P[j][J];
    r->KP[i][J] = sum;
  }
}

/* Computes coarse row I without its couplings, which need all rows of C. */
static inline void serial_coarsen(const serial_level *s, int I, serial_result *r) {
  double excess = 0.0;
  for (int i = 0; i < s->rows; i++) {
    double y = s->excess[i] * (1.0 - r->g[i]);
    for (int j = 0; j < s->rows; j++) y -= (double)s->coupling[i][j] * (r->g[i] - r->g[j]);
    excess += (double)r->P[i][I] * y;
    for (int J = 0; J < s->rows; J++) r->C[I][J] += (double)r->P[i][I] * r->KP[i][J];
  }
  r->coarse.excess[I] = fmax(0.0, excess);
}

/* Returns the result for a level, with sums in the order of ids. The caller frees it with tc_free. */
static inline serial_result *serial_smooth(const serial_level *s) {
  serial_result *r = NULL;
  expect_ok(TC_ALLOC_ZERO(r, 1));
  r->coarse.rows = s->rows;
  for (int i = 0; i < s->rows; i++) serial_prolong(s, i, r);
  for (int i = 0; i < s->rows; i++) serial_multiply(s, i, r);
  for (int I = 0; I < s->rows; I++) serial_coarsen(s, I, r);
  for (int I = 0; I < s->rows; I++)
    for (int J = 0; J < s->rows; J++)
      if (I != J) r->coarse.coupling[I][J] = (float)(-(r->C[I][J] + r->C[J][I]) / 2.0);
  return r;
}

#endif
