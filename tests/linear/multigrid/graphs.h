/* Linear systems with given couplings on any number of ranks, for tests of multigrid levels. Usage: create a
 * graph_input, create a graph_system from it, and call graph_level to get level 0. The same input gives the
 * same system with any graph_cut. */
#ifndef TC_TESTS_LINEAR_MULTIGRID_GRAPHS_H
#define TC_TESTS_LINEAR_MULTIGRID_GRAPHS_H

#include <math.h>

#include "base/core/memory.h"
#include "base/numeric/hash.h"
#include "linear/multigrid/level_zero.h"
#include "support/expect.h"
#include "support/parallel.h"

enum { graph_width = 8 };

/* A symmetric M-matrix. Each row has at most graph_width couplings. Couplings of 0 are stored as entries of
 * R, too. */
typedef struct graph_input {
  int32_t rows;
  int32_t (*neighbour)[graph_width]; /* [rows] rows to which each row is coupled; -1 if there is no other */
  double (*coupling)[graph_width];   /* [rows] coupling to each of these rows */
  double *sum;                       /* [rows] row sum E_i of V (scale R), where V is the diagonal matrix of
                                      * the volumes */
} graph_input;

/* Distribution of the rows. If `shuffles` is true, the position of a row is unrelated to its id. */
typedef struct graph_cut {
  tc_distribution_kind kind;
  int32_t block_size;
  bool shuffles;
} graph_cut;

static const graph_cut graph_cuts[] = {{TC_DISTRIBUTION_METIS, 7, false},
                                       {TC_DISTRIBUTION_METIS, 7, true},
                                       {TC_DISTRIBUTION_CYCLIC, 1, false},
                                       {TC_DISTRIBUTION_CYCLIC, 3, true},
                                       {TC_DISTRIBUTION_CYCLIC, 1 << 20, false}}; /* all rows on rank 0 */
enum { graph_cut_count = 5 };

/* ---- input: couplings and row sums ---- */

static inline graph_input graph_input_create(int32_t rows) {
  graph_input in = {.rows = rows};
  expect_ok(TC_ALLOC(in.neighbour, rows));
  expect_ok(TC_ALLOC_ZERO(in.coupling, rows));
  expect_ok(TC_ALLOC_ZERO(in.sum, rows));
  for (int32_t i = 0; i < rows; i++)
    for (int k = 0; k < graph_width; k++) in.neighbour[i][k] = -1;
  return in;
}

static inline void graph_input_free(graph_input *in) {
  tc_free(in->neighbour);
  tc_free(in->coupling);
  tc_free(in->sum);
}

/* Adds the coupling of row i to row j, but not the coupling of row j to row i. */
static inline void graph_add_one_side(graph_input *in, int32_t i, int32_t j, double coupling) {
  int k = 0;
  while (in->neighbour[i][k] >= 0) k++;
  cr_assert_lt(k, graph_width);
  in->neighbour[i][k] = j;
  in->coupling[i][k] = coupling;
}

static inline void graph_add(graph_input *in, int32_t i, int32_t j, double coupling) {
  graph_add_one_side(in, i, j, coupling);
  graph_add_one_side(in, j, i, coupling);
}

/* Returns a pseudo-random number in [0, 1) that depends only on the index. */
static inline double graph_random(uint64_t index) { return (double)(tc_hash_mix(index) >> 11) * 0x1p-53; }

/* Returns a chain of rows. The couplings are 1 if `spread` is 0. Otherwise they are pseudo-random powers
 * 10^(spread r) with r in [0, 1). */
static inline graph_input graph_chain(int32_t rows, double spread) {
  graph_input in = graph_input_create(rows);
  for (int32_t i = 0; i + 1 < rows; i++)
    graph_add(&in, i, i + 1, pow(10.0, spread * graph_random((uint64_t)i)));
  return in;
}

/* Returns a grid of nx x ny x nz rows with 6 neighbours each. The couplings depend on `spread` as in
 * graph_chain. Rows with z = 0 have the row sum `sum`, and other rows 0. */
static inline graph_input graph_grid(int32_t nx, int32_t ny, int32_t nz, double spread, double sum) {
  const int32_t step[3] = {1, nx, nx * ny}, size[3] = {nx, ny, nz};
  graph_input in = graph_input_create(nx * ny * nz);
  for (int32_t i = 0; i < in.rows; i++) {
    in.sum[i] = i < nx * ny ? sum : 0.0;
    for (int a = 0; a < 3; a++)
      if (i / step[a] % size[a] + 1 < size[a])
        graph_add(&in, i, i + step[a], pow(10.0, spread * graph_random(3 * (uint64_t)i + (uint64_t)a)));
  }
  return in;
}

/* ---- distributed system of an input ---- */

typedef struct graph_system {
  tc_distribution *distribution;
  tc_halo *halo;
  tc_ell *R;
  double *volume; /* [owned] */
  tc_gid *id;     /* [owned] */
  tc_linear_system system;
} graph_system;

/* Returns the volume of a row. It is 0.5, 1 or 2, so that products with volumes are exact. */
static inline double graph_volume(tc_gid id) { return 0.5 * (double)(1 << id % 3); }

/* Returns the position of the row with this id. graph_ids returns the inverse mapping. */
static inline tc_gid graph_position(const graph_cut *cut, int32_t rows, tc_gid id) {
  tc_gid step = 7919; /* a prime number */
  while (rows % step == 0) step += 2;
  return cut->shuffles ? id * step % rows : id;
}

/* Returns an array with the id of the row at each position. */
static inline tc_gid *graph_ids(const graph_cut *cut, int32_t rows) {
  tc_gid *id = NULL;
  expect_ok(TC_ALLOC(id, rows));
  for (tc_gid i = 0; i < rows; i++) id[graph_position(cut, rows, i)] = i;
  return id;
}

static inline tc_distribution *graph_distribute(const tc_world *world, const graph_cut *cut, int32_t rows) {
  tc_distribution *d = NULL;
  tc_gid *first = NULL;
  expect_ok(TC_ALLOC(first, world->ranks + 1));
  for (int r = 0; r <= world->ranks; r++) first[r] = (tc_gid)rows * r / world->ranks;
  expect_ok(tc_distribution_create(cut->kind, rows, world->ranks, cut->block_size,
                                   cut->kind == TC_DISTRIBUTION_METIS ? first : NULL, &d));
  tc_free(first);
  return d;
}

/* Lists the positions of the ghosts of this rank, and sets number[position] to their numbers in the list, or
 * to -1. Returns the number of ghosts. */
static inline int32_t graph_list_ghosts(const tc_world *world, const graph_input *in, const graph_cut *cut,
                                        const tc_distribution *d, tc_gid *ghost, int32_t *number) {
  int32_t ghosts = 0;
  for (int32_t i = 0; i < in->rows; i++) number[i] = -1;
  for (int32_t i = 0; i < in->rows; i++)
    for (int k = 0; k < graph_width && in->neighbour[i][k] >= 0; k++) {
      const tc_gid p = graph_position(cut, in->rows, i),
                   q = graph_position(cut, in->rows, in->neighbour[i][k]);
      if (tc_distribution_owner(d, p) != world->rank || tc_distribution_owner(d, q) == world->rank) continue;
      if (number[q] >= 0) continue;
      number[q] = ghosts;
      ghost[ghosts++] = q;
    }
  return ghosts;
}

static inline void graph_create_halo(tc_world *world, const graph_input *in, const graph_cut *cut,
                                     graph_system *s) {
  tc_gid *ghost = NULL;
  int32_t *number = NULL, *final = NULL;
  expect_ok(TC_ALLOC(ghost, in->rows));
  expect_ok(TC_ALLOC(number, in->rows));
  const int32_t ghosts = graph_list_ghosts(world, in, cut, s->distribution, ghost, number);
  expect_ok(TC_ALLOC(final, ghosts));
  expect_ok(tc_halo_create(world, s->distribution, ghosts, ghost, final, &s->halo));
  tc_free(ghost);
  tc_free(number);
  tc_free(final);
}

/* Fills in row `local` of R, which is the row with this id. The scale of the system is -1. */
static inline void graph_fill_row(const tc_world *world, const graph_input *in, const graph_cut *cut,
                                  tc_gid id, int32_t local, graph_system *s) {
  const double volume = graph_volume(id);
  double diagonal = in->sum[id];
  for (int k = 0; k < graph_width && in->neighbour[id][k] >= 0; k++) {
    const tc_gid q = graph_position(cut, in->rows, in->neighbour[id][k]);
    s->R->column[local * graph_width + k] = tc_halo_find_column(s->halo, world->rank, q);
    s->R->value[local * graph_width + k] = in->coupling[id][k] / volume;
    diagonal += in->coupling[id][k];
  }
  s->R->diagonal[local] = -diagonal / volume;
  s->volume[local] = volume;
  s->id[local] = id;
}

/* Collective. Sets *s to the system A = shift I - R, where V (-R) is the matrix of the input and V the
 * volumes. Cells are numbered from 1 in messages. *s must not be moved afterwards. */
static inline void graph_system_create(tc_world *world, const graph_input *in, const graph_cut *cut,
                                       double shift, graph_system *s) {
  tc_gid *id = graph_ids(cut, in->rows);
  *s = (graph_system){.distribution = graph_distribute(world, cut, in->rows)};
  graph_create_halo(world, in, cut, s);
  const int32_t owned = s->halo->owned;
  expect_ok(tc_ell_create(owned, owned + s->halo->ghosts, graph_width, &s->R));
  expect_ok(TC_ALLOC(s->volume, owned));
  expect_ok(TC_ALLOC(s->id, owned));
  for (int32_t i = 0; i < owned; i++)
    graph_fill_row(world, in, cut, id[tc_distribution_position(s->distribution, world->rank, i)], i, s);
  tc_free(id);
  s->system = (tc_linear_system){.world = world,
                                 .halo = s->halo,
                                 .R = s->R,
                                 .R_adjoint = s->R,
                                 .shift = shift,
                                 .scale = -1.0,
                                 .volume = s->volume,
                                 .id = s->id,
                                 .base = 1,
                                 .symmetric = true};
}

static inline void graph_system_free(graph_system *s) {
  tc_ell_destroy(&s->R);
  tc_halo_destroy(&s->halo);
  tc_distribution_destroy(&s->distribution);
  tc_free(s->volume);
  tc_free(s->id);
}

/* Collective. Returns level 0 of the system. The caller must destroy the level before the system. */
static inline tc_level_graph *graph_level(const graph_system *s) {
  tc_level_graph *level = NULL;
  expect_ok(tc_level_zero_create(&s->system, s->R, &level));
  return level;
}

/* Collective. Returns the hash of a level. */
static inline uint64_t graph_hash(const tc_level_graph *level) {
  uint64_t hash = 0;
  expect_ok(tc_level_graph_hash(level, &hash));
  return hash;
}

#endif
