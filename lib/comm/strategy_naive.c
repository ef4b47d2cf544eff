/* The naive version (Lagraviere 2019, Listing 2): every rank walks all n rows and tests the affinity of each;
 * x, y, D, A and J are all reached through pointers-to-shared. Such a pointer has an owner, a phase and an
 * address, computed anew at each access from a global index; this file emulates that. */
#include <omp.h>

#include "base/memory.h"
#include "comm/access.h"
#include "comm/count.h"
#include "comm/strategy.h"
#include "comm/tally.h"
#include "sparse/row.h"

enum { widest = 64, serve_every = 16 };

typedef struct naive {
  const tc_halo *plan;
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
  const tc_halo *plan = self->plan;
  const tc_ell *M = self->M;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < M->rows; i++)
    for (size_t e = (size_t)i * (size_t)M->width; e < ((size_t)i + 1) * (size_t)M->width; e++) {
      int32_t c = M->column[e];
      self->column[e] = c < plan->owned ? tc_distribution_position(plan->distribution, self->world->rank, c)
                                        : plan->ghost_position[c - plan->owned];
    }
}

static void teardown(void *ctx) {
  naive *self = ctx;
  if (!self) return;
  tc_free(self->column);
  tc_free(self);
}

static tc_status setup(const tc_halo *plan, const tc_ell *M, tc_world *world, void **ctx) {
  naive *self = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, self, 1));
  self->plan = plan;
  self->M = M;
  self->world = world;
  tc_status status = tc_world_agree(world, TC_ALLOC(self->column, (size_t)M->rows * (size_t)M->width));
  if (status) {
    teardown(self);
    return status;
  }
  fill_columns(self);
  *ctx = self;
  return TC_OK;
}

static tc_status vector_create(void *ctx, tc_vector *v) {
  const naive *self = ctx;
  return tc_shared_vector_create(self->world, self->plan->owned, v);
}

static void vector_destroy(void *ctx, tc_vector *v) {
  (void)ctx;
  tc_shared_vector_destroy(v);
}

/* x[index] through a pointer-to-shared. */
static tc_status load(walk *w, tc_access *access, tc_gid index, double *into) {
  const tc_world *world = w->self->world;
  tc_place p = tc_distribution_locate(w->self->plan->distribution, index);
  if (!w->near[p.rank]) return tc_access_load(access, p, into);
  if (p.rank != world->rank) tc_tally_single(world, p.rank, &w->count);
  *into = w->near[p.rank][p.local];
  return TC_OK;
}

/* Row i (a global index, owned by this rank), the address of every array element worked out anew. */
static tc_status compute_row(walk *w, tc_access *access, tc_gid i) {
  const naive *self = w->self;
  const tc_distribution *d = self->plan->distribution;
  const int width = self->M->width;
  double x[widest], a[widest], own;
  for (int k = 0; k < width; k++) {
    size_t at_j = (size_t)tc_distribution_locate(d, i).local * (size_t)width + (size_t)k;
    size_t at_a = (size_t)tc_distribution_locate(d, i).local * (size_t)width + (size_t)k;
    a[k] = self->M->value[at_a];
    TC_TRY(load(w, access, self->column[at_j], &x[k]));
  }
  TC_TRY(load(w, access, i, &own));
  double diagonal = self->M->diagonal[tc_distribution_locate(d, i).local];
  w->y[tc_distribution_locate(d, i).local] = diagonal * own + tc_row_sum(width, a, x);
  return TC_OK;
}

/* One thread's share of all n rows. serve: whether this thread may call MPI in between. */
static tc_status walk_rows(walk *w, tc_access *access, bool serve, tc_gid begin, tc_gid end) {
  const tc_distribution *d = w->self->plan->distribution;
  for (tc_gid i = begin; i < end; i++) {
    if (serve && i % serve_every == 0) tc_access_serve(access);
    if (tc_distribution_owner(d, i) == w->self->world->rank) TC_TRY(compute_row(w, access, i));
  }
  return TC_OK;
}

/* Across nodes only the thread that initialised MPI may access; on one node the threads share the walk. */
static tc_status walk_all(walk *whole, tc_access *access) {
  const tc_gid n = whole->self->plan->distribution->rows;
  if (access->remote) return walk_rows(whole, access, true, 0, n);
#pragma omp parallel
  {
    walk part = {.self = whole->self, .near = whole->near, .y = whole->y};
    int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    tc_status status = walk_rows(&part, access, false, n * thread / threads, n * (thread + 1) / threads);
    tc_status_free(&status); /* loads inside a node cannot fail */
#pragma omp critical(tc_naive_merge)
    tc_counts_add(&whole->count, &part.count);
  }
  return TC_OK;
}

static tc_status multiply(void *ctx, tc_vector *x, tc_vector *y, tc_ledger *ledger) {
  tc_access access;
  walk whole = {.self = ctx, .near = tc_shared_vector_window(x)->near, .y = y->value};
  TC_TRY(tc_access_open(x, ledger, &access));
  TC_TRY(walk_all(&whole, &access));
  tc_counts_add(&ledger->count, &whole.count);
  return tc_access_close(&access);
}

/* Every row goes through pointers-to-shared: none is special. */
static tc_status count(const tc_pattern *pattern, const tc_distribution *distribution,
                       const int *node_of_rank, int rank, tc_counts *out) {
  TC_TRY(tc_count_individual(pattern, distribution, node_of_rank, rank, out));
  out->pointer_rows = 0;
  return TC_OK;
}

const tc_strategy tc_strategy_naive = {
    .name = "naive",
    .summary = "every rank walks all rows, all arrays through pointers-to-shared (Listing 2)",
    .valid = true,
    .modelled = false,
    .schedule = TC_SCHEDULE(TC_MEET(WORLD), TC_DO(transfer), TC_DO(compute), TC_MEET(GUARD)),
    .setup = setup,
    .teardown = teardown,
    .vector_create = vector_create,
    .vector_destroy = vector_destroy,
    .multiply = multiply,
    .count = count,
};
