/* Distributed linear systems without a mesh, whose rows have very different lengths. Tests of general rows
 * use them. Rows i and j of a staircase are coupled if i + j >= rows - 1. Row i then has i + 1 off-diagonal
 * entries, or i if that would count the diagonal, so lengths range from 1 to rows - 1. The entries of a row
 * are in ascending order of ids, so that sums do not depend on the distribution. */
#ifndef TC_TESTS_STAIRCASE_H
#define TC_TESTS_STAIRCASE_H

#include <math.h>
#include <stdlib.h>

#include "comm/layout/transpose.h"
#include "linear/operator/linear_system.h"
#include "support/meshes.h"

typedef struct staircase_kind {
  int32_t rows;      /* must not be a multiple of 7 */
  int width;         /* number of stored entries per row, padding included; 0 for general rows, which have no
                      * padding */
  bool is_mixed;     /* true if the positions of rows are shuffled; false if they are the ids */
  bool is_symmetric; /* false: entries differ from their mirrored entries */
  tc_distribution_kind kind;
  int32_t block_size;
} staircase_kind;

typedef struct staircase {
  staircase_kind kind;
  tc_world *world;
  tc_distribution *distribution;
  tc_halo *halo;
  tc_ell *R, *adjoint;
  double *volume, *b;
  tc_gid *id;
  tc_linear_system system;
} staircase;

static inline bool staircase_is_coupled(int32_t rows, int32_t i, int32_t j) {
  return i != j && i + j >= rows - 1;
}

static inline int32_t staircase_id(const staircase_kind *how, tc_gid position) {
  return how->is_mixed ? (int32_t)((7 * position + 3) % how->rows) : (int32_t)position;
}

static inline tc_gid staircase_position(const staircase_kind *how, int32_t id) {
  tc_gid position = 0;
  while (staircase_id(how, position) != id) position++;
  return position;
}

static inline double staircase_volume(int32_t id) { return 1.0 + 0.4 * noise((uint64_t)id + 500000); }

/* Returns the entry of V R in row i and column j, where V is the diagonal matrix of the volumes. */
static inline double staircase_entry(const staircase_kind *how, int32_t i, int32_t j) {
  const int32_t low = i < j ? i : j, high = i < j ? j : i;
  const uint64_t pair = (uint64_t)low * 1000 + (uint64_t)high;
  const double skew = how->is_symmetric ? 0.0 : 0.2 * noise(pair + (i < j ? 0 : 3000000));
  return -(1.0 + skew) * (1.1 + noise(pair)) * ldexp(1.0, (int)(pair % 5));
}

/* Returns the diagonal entry of V R in row i, whose magnitude exceeds the sum of the other entries. */
static inline double staircase_diagonal(const staircase_kind *how, int32_t i) {
  double sum = 0.0;
  for (int32_t j = 0; j < how->rows; j++)
    if (staircase_is_coupled(how->rows, i, j)) sum -= staircase_entry(how, i, j);
  return (how->is_symmetric ? 1.3 : 1.6) * sum;
}

static inline void staircase_distribute(staircase *s) {
  const staircase_kind *how = &s->kind;
  tc_gid first[65];
  for (int r = 0; r <= s->world->ranks; r++) /* the ranks own different numbers of rows */
    first[r] = how->rows * (tc_gid)r * (r + 1) / (s->world->ranks * (s->world->ranks + 1));
  expect_ok(tc_distribution_create(how->kind, how->rows, s->world->ranks, how->block_size,
                                   how->kind == TC_DISTRIBUTION_METIS ? first : NULL, &s->distribution));
}

/* Creates the halo. Returns the local column of each id that the rank's rows read, and -1 for other ids. */
static inline int32_t *staircase_columns(staircase *s) {
  const int32_t n = s->kind.rows, owned = tc_distribution_owned(s->distribution, s->world->rank);
  int32_t *column = malloc((size_t)n * sizeof *column), *number = malloc((size_t)n * sizeof *number),
          ghosts = 0;
  tc_gid *position = malloc((size_t)n * sizeof *position);
  for (int32_t j = 0; j < n; j++) {
    bool is_read = false;
    for (int32_t i = 0; i < owned; i++) is_read |= staircase_is_coupled(n, (int32_t)s->id[i], j);
    if (is_read && tc_distribution_owner(s->distribution, staircase_position(&s->kind, j)) != s->world->rank)
      position[ghosts++] = staircase_position(&s->kind, j);
  }
  expect_ok(tc_halo_create(s->world, s->distribution, ghosts, position, number, &s->halo));
  for (int32_t j = 0; j < n; j++)
    column[j] = tc_halo_find_column(s->halo, s->world->rank, staircase_position(&s->kind, j));
  free(number);
  free(position);
  return column;
}

static inline tc_ell *staircase_alloc(const staircase *s, int32_t owned) {
  const int32_t n = s->kind.rows;
  tc_ell *R = NULL;
  int64_t *begin = calloc((size_t)owned + 1, sizeof *begin);
  for (int32_t i = 0; i < owned; i++) {
    begin[i + 1] = begin[i];
    for (int32_t j = 0; j < n; j++) begin[i + 1] += staircase_is_coupled(n, (int32_t)s->id[i], j);
  }
  if (s->kind.width)
    expect_ok(tc_ell_create(owned, owned + s->halo->ghosts, s->kind.width, &R));
  else
    expect_ok(tc_ell_create_general(owned, owned + s->halo->ghosts, begin, &R));
  free(begin);
  return R;
}

static inline void staircase_fill(staircase *s, const int32_t *column) {
  const int32_t n = s->kind.rows;
  s->R = staircase_alloc(s, s->halo->owned);
  for (int32_t i = 0; i < s->R->rows; i++) {
    const int32_t id = (int32_t)s->id[i];
    size_t e = tc_ell_begin(s->R, i);
    s->volume[i] = staircase_volume(id);
    s->b[i] = noise((uint64_t)id + 700000);
    s->R->diagonal[i] = staircase_diagonal(&s->kind, id) / s->volume[i];
    for (int32_t j = 0; j < n; j++) {
      if (!staircase_is_coupled(n, id, j)) continue;
      s->R->value[e] = staircase_entry(&s->kind, id, j) / s->volume[i];
      s->R->column[e++] = column[j];
    }
  }
}

/* Collective. Fills in *s with the distributed system. *s must not be moved afterwards, because the system
 * contains pointers to its members. */
static inline void staircase_make(tc_world *world, const staircase_kind *how, staircase *s) {
  *s = (staircase){.kind = *how, .world = world};
  staircase_distribute(s);
  const int32_t owned = tc_distribution_owned(s->distribution, world->rank);
  s->id = calloc((size_t)owned + 1, sizeof *s->id);
  s->volume = calloc((size_t)owned + 1, sizeof *s->volume);
  s->b = calloc((size_t)owned + 1, sizeof *s->b);
  for (int32_t i = 0; i < owned; i++)
    s->id[i] = staircase_id(how, tc_distribution_position(s->distribution, world->rank, i));
  int32_t *column = staircase_columns(s);
  staircase_fill(s, column);
  free(column);
  expect_ok(tc_adjoint_create(world, s->halo, s->R, s->volume, &s->adjoint));
  s->system = (tc_linear_system){.world = world,
                                 .halo = s->halo,
                                 .R = s->R,
                                 .R_adjoint = s->adjoint,
                                 .shift = 1.0,
                                 .scale = 0.5,
                                 .volume = s->volume,
                                 .id = s->id,
                                 .symmetric = how->is_symmetric};
}

static inline void staircase_free(staircase *s) {
  tc_ell_destroy(&s->R);
  tc_ell_destroy(&s->adjoint);
  tc_halo_destroy(&s->halo);
  tc_distribution_destroy(&s->distribution);
  free(s->volume);
  free(s->b);
  free(s->id);
}

/* Collective. Returns the values of all rows by id, gathered from the owned values `own`. The caller frees
 * the array. */
static inline double *staircase_gather(const staircase *s, const double *own) {
  double *all = calloc((size_t)s->kind.rows, sizeof *all);
  for (int32_t i = 0; i < s->R->rows; i++) all[s->id[i]] = own[i];
  MPI_Allreduce(MPI_IN_PLACE, all, s->kind.rows, MPI_DOUBLE, MPI_SUM, tc_world_comm(s->world));
  return all;
}

#endif
