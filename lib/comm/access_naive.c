/* The naive version (Lagraviere 2019, Listing 2): every rank walks all n rows and tests the affinity of each;
 * x, y, D, A and J are all reached through pointers-to-shared. Such a pointer has an owner, a phase and an
 * address, computed anew at each access from a global index; this file emulates that. */
#include <omp.h>

#include "base/memory.h"
#include "comm/access.h"
#include "comm/count.h"
#include "comm/epoch.h"
#include "comm/tally.h"
#include "sparse/row.h"

enum { widest = 64, serve_every = 16 };

typedef struct naive {
  const tc_halo *halo;
  const tc_arena *arena;
  const tc_ell *M;
  tc_world *world;
  tc_gid *column; /* [owned][width] global positions: the paper's J */
} naive;

/* One thread's walk. */
typedef struct walk {
  const naive *self;
  double *const *near; /* [ranks] the pieces of x on this node */
  double *y;
  tc_counts count; /* of values read in the memory that the node shares */
} walk;

static void fill_columns(naive *self) {
  const tc_halo *halo = self->halo;
  const tc_ell *M = self->M;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < M->rows; i++)
    for (size_t e = (size_t)i * (size_t)M->width; e < ((size_t)i + 1) * (size_t)M->width; e++) {
      int32_t c = M->column[e];
      self->column[e] = c < halo->owned ? tc_distribution_position(halo->distribution, self->world->rank, c)
                                        : halo->ghost_position[c - halo->owned];
    }
}

static void close(void *context) {
  naive *self = context;
  if (!self) return;
  tc_free(self->column);
  tc_free(self);
}

static tc_status open(tc_world *world, const tc_halo *halo, const tc_arena *arena, const tc_ell *M,
                      void **context) {
  naive *self = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, self, 1));
  self->halo = halo;
  self->arena = arena;
  self->M = M;
  self->world = world;
  tc_status status = tc_world_agree(world, TC_ALLOC(self->column, (size_t)M->rows * (size_t)M->width));
  if (status) {
    close(self);
    return status;
  }
  fill_columns(self);
  *context = self;
  return TC_OK;
}

/* x[index] through a pointer-to-shared. */
static tc_status load(walk *w, tc_epoch *epoch, tc_gid index, double *into) {
  const tc_world *world = w->self->world;
  const tc_place p = tc_distribution_locate(w->self->halo->distribution, index);
  const double *const piece = w->near[p.rank];
  if (p.rank != world->rank) {
    if (!piece) return tc_epoch_load(epoch, p, into);
    tc_tally_single(world, p.rank, &w->count);
  }
  *into = piece[p.local];
  return TC_OK;
}

/* Row i (a global index, owned by this rank), the address of every array element worked out anew. */
static tc_status compute_row(walk *w, tc_epoch *epoch, tc_gid i) {
  const naive *self = w->self;
  const tc_distribution *d = self->halo->distribution;
  const int width = self->M->width;
  double x[widest], a[widest], own;
  for (int k = 0; k < width; k++) {
    size_t at_j = (size_t)tc_distribution_locate(d, i).local * (size_t)width + (size_t)k;
    size_t at_a = (size_t)tc_distribution_locate(d, i).local * (size_t)width + (size_t)k;
    a[k] = self->M->value[at_a];
    TC_TRY(load(w, epoch, self->column[at_j], &x[k]));
  }
  TC_TRY(load(w, epoch, i, &own));
  double diagonal = tc_ell_lead(self->M, tc_distribution_locate(d, i).local);
  w->y[tc_distribution_locate(d, i).local] =
      diagonal * own + tc_row_sum(width, a, x, tc_ell_less(self->M, own));
  return TC_OK;
}

/* One thread's share of all n rows. serve: whether this thread may call MPI in between. */
static tc_status walk_rows(walk *w, tc_epoch *epoch, bool serve, tc_gid begin, tc_gid end) {
  const tc_distribution *d = w->self->halo->distribution;
  for (tc_gid i = begin; i < end; i++) {
    if (serve && i % serve_every == 0) tc_epoch_serve(epoch);
    if (tc_distribution_owner(d, i) == w->self->world->rank) TC_TRY(compute_row(w, epoch, i));
  }
  return TC_OK;
}

/* Across nodes only the thread that initialised MPI may access; on one node the threads share the walk. */
static tc_status walk_all(walk *whole, tc_epoch *epoch) {
  const tc_gid n = whole->self->halo->distribution->rows;
  if (epoch->remote) return walk_rows(whole, epoch, true, 0, n);
#pragma omp parallel
  {
    walk part = {.self = whole->self, .near = whole->near, .y = whole->y};
    int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    tc_status status = walk_rows(&part, epoch, false, n * thread / threads, n * (thread + 1) / threads);
    tc_status_free(&status); /* loads inside a node cannot fail */
#pragma omp critical(tc_naive_merge)
    tc_counts_add(&whole->count, &part.count);
  }
  return TC_OK;
}

static tc_status multiply(void *context, const tc_vector *x, tc_vector *y, tc_ledger *ledger) {
  const naive *self = context;
  tc_epoch epoch;
  walk whole = {.self = self, .near = tc_arena_near(self->arena, x), .y = y->value};
  TC_TRY(tc_epoch_open(self->arena, x, ledger, &epoch));
  TC_TRY(walk_all(&whole, &epoch));
  tc_counts_add(&ledger->count, &whole.count);
  return tc_epoch_close(&epoch);
}

/* Every row goes through pointers-to-shared: none is special. */
static tc_status count(const tc_pattern *pattern, const tc_distribution *distribution,
                       const int *node_of_rank, int rank, tc_counts *out) {
  TC_TRY(tc_count_individual(pattern, distribution, node_of_rank, rank, out));
  out->pointer_rows = 0;
  return TC_OK;
}

const tc_access tc_access_naive = {
    .name = "naive",
    .summary = "every rank walks all rows, all arrays through pointers-to-shared (Listing 2)",
    .modelled = false,
    .shared = true,
    .schedule = TC_SCHEDULE(TC_MEET(WORLD), TC_DO(transfer), TC_DO(compute), TC_MEET(GUARD)),
    .open = open,
    .close = close,
    .multiply = multiply,
    .count = count,
};
