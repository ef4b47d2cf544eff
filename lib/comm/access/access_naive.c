/* Access `naive` (Lagraviere 2019, Listing 2), the baseline of the paper. Every rank visits all n rows of the
 * matrix, tests which rank owns each row, and computes its own rows. x, y, D (diagonal), A (entries) and J
 * (columns) are accessed through pointers-to-shared (comm/access/shared_pointer.h). The entries of a row are
 * contiguous, so the address of a row in A and in J is computed once per row. The address in x is computed
 * for every column. */
#include <omp.h>

#include "base/core/pool.h"
#include "comm/access/access.h"
#include "comm/access/epoch.h"
#include "comm/access/shared_pointer.h"
#include "count/count_exchange.h"
#include "sparse/row_sum.h"

/* The terms of a row are added in parts of part_terms terms (sparse/row_sum.h). After progress_rows rows, a
 * thread that may call MPI provides progress for other ranks. */
enum { part_terms = 64 /* must be a multiple of 4 */, progress_rows = 16 };

typedef struct naive {
  const tc_halo *halo;
  const tc_arena *arena;
  const tc_ell *M;
  tc_world *world;
  tc_gid *column;    /* global position of the column of each entry of M (array J of the paper Lagraviere
                        2019) */
  uint8_t *affinity; /* [ranks] affinity of the elements that each rank owns */
  tc_pool memory;    /* owns the arrays of this struct */
} naive;

/* State of one thread that visits rows. Its pointers count the accesses that the thread has made. */
typedef struct row_visitor {
  const naive *self;
  /* `x` is the pointer-to-shared of the vector x, and `rows` that of the arrays that are distributed by rows
   * (y, D, A and J). */
  tc_shared_pointer x, rows;
  double *y;
  int64_t owner_tests;
} row_visitor;

static void fill_columns(naive *self) {
  const tc_halo *halo = self->halo;
  const tc_ell *M = self->M;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < M->rows; i++)
    for (size_t e = tc_ell_begin(M, i), end = tc_ell_end(M, i); e < end; e++) {
      int32_t c = M->column[e];
      self->column[e] = c < halo->owned ? tc_distribution_position(halo->distribution, self->world->rank, c)
                                        : halo->ghost_position[c - halo->owned];
    }
}

static void destroy_naive(void *context) {
  naive *self = context;
  TC_POOL_DESTROY_OWNER(&self);
}

static tc_status build_naive(naive *self) {
  TC_TRY(TC_POOL_ARRAY(&self->memory, self->affinity, self->world->ranks));
  TC_TRY(TC_POOL_ARRAY(&self->memory, self->column, tc_ell_entries(self->M)));
  tc_affinity_fill(self->world, self->affinity);
  fill_columns(self);
  return TC_OK;
}

static tc_status create_naive(tc_world *world, const tc_halo *halo, const tc_arena *arena, const tc_ell *M,
                              void **context) {
  naive *self = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, self, 1));
  *self = (naive){.halo = halo, .arena = arena, .M = M, .world = world};
  TC_RETURN_CREATED(tc_world_agree(world, build_naive(self)), self, destroy_naive(self), context);
}

/* Stores the value of x at global index `index` in *into. */
static tc_status load_value(row_visitor *w, tc_access_epoch *epoch, tc_gid index, double *into) {
  const double *const address = tc_shared_pointer_address(&w->x, index);
  if (!address) return tc_access_epoch_load(epoch, tc_distribution_locate(w->x.distribution, index), into);
  *into = *address;
  return TC_OK;
}

/* Computes y for the global row i, which this rank owns. The address of the row is computed again for each
 * array, as compilers do for the pointers-to-shared of the paper. */
static tc_status compute_row(row_visitor *w, tc_access_epoch *epoch, tc_gid i) {
  const tc_ell *M = w->self->M;
  const int32_t row_in_a = tc_shared_pointer_local_row(&w->rows, i),
                row_in_j = tc_shared_pointer_local_row(&w->rows, i);
  const double *const a = M->value + tc_ell_begin(M, row_in_a);
  const tc_gid *const j = w->self->column + tc_ell_begin(M, row_in_j);
  const int length = tc_ell_length(M, row_in_a);
  double x[part_terms], own_value;
  tc_part_sum sum = {{0.0}, {0.0}};
  TC_TRY(load_value(w, epoch, i, &own_value));
  for (int from = 0; from < length; from += part_terms) {
    const int terms = length - from < part_terms ? length - from : part_terms;
    for (int k = 0; k < terms; k++) TC_TRY(load_value(w, epoch, j[from + k], &x[k]));
    tc_part_sum_add(&sum, terms, a + from, x, tc_ell_subtrahend(M, own_value));
  }
  const double diagonal = tc_ell_leading_factor(M, tc_shared_pointer_local_row(&w->rows, i));
  w->y[tc_shared_pointer_local_row(&w->rows, i)] = diagonal * own_value + tc_part_sum_value(&sum);
  return TC_OK;
}

/* Visits the global rows begin .. end-1 and computes the rows that this rank owns. `may_call_mpi` is true if
 * this thread may call MPI between rows. */
static tc_status visit_rows(row_visitor *w, tc_access_epoch *epoch, bool may_call_mpi, tc_gid begin,
                            tc_gid end) {
  const tc_distribution *d = w->self->halo->distribution;
  for (tc_gid i = begin; i < end; i++) {
    if (may_call_mpi && i % progress_rows == 0) tc_access_epoch_progress(epoch);
    if (tc_distribution_owner(d, i) == w->self->world->rank) TC_TRY(compute_row(w, epoch, i));
  }
  w->owner_tests += end - begin;
  return TC_OK;
}

/* Adds to *count the numbers of accesses that a thread has made. */
static void count_accesses(const row_visitor *w, tc_counts *count) {
  count->shared_local += w->x.count[TC_AFFINITY_OWN] + w->rows.count[TC_AFFINITY_OWN];
  count->local_individual += w->x.count[TC_AFFINITY_NODE];
  count->remote_individual += w->x.count[TC_AFFINITY_VIRTUAL_REMOTE];
  count->owner_tests += w->owner_tests;
}

/* Visits all global rows. If there are several nodes, the thread that initialised MPI visits all rows,
 * because only that thread may call MPI. On one node the threads divide the rows. */
static tc_status visit_all_rows(const row_visitor *start, tc_access_epoch *epoch, tc_counts *count) {
  const tc_gid n = start->self->halo->distribution->rows;
  if (epoch->spans_nodes) {
    row_visitor visitor = *start;
    TC_TRY(visit_rows(&visitor, epoch, true, 0, n));
    count_accesses(&visitor, count);
    return TC_OK;
  }
#pragma omp parallel
  {
    row_visitor visitor = *start;
    int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    tc_status status = visit_rows(&visitor, epoch, false, n * thread / threads, n * (thread + 1) / threads);
    tc_status_free(&status); /* On one node all accesses are loads from shared memory, which cannot fail. */
#pragma omp critical(tc_naive_merge)
    count_accesses(&visitor, count);
  }
  return TC_OK;
}

static tc_status multiply_naive(void *context, const tc_vector *x, tc_vector *y, tc_ledger *ledger) {
  const naive *self = context;
  tc_access_epoch epoch;
  const tc_shared_pointer shared = {self->halo->distribution,
                                    tc_arena_node_pointers(self->arena, x),
                                    self->affinity,
                                    {0}};
  const row_visitor start = {self, shared, shared, y->value, 0};
  TC_TRY(tc_access_epoch_begin(self->arena, x, ledger, &epoch));
  TC_TRY(visit_all_rows(&start, &epoch, &ledger->count));
  return tc_access_epoch_end(&epoch);
}

/* Counts the accesses of a product. Each owned row has one access to x for each column and 5 further
 * accesses: to x_i of the row itself, to y_i, to D_i, to the start of the row in A, and to the start of the
 * row in J. */
static tc_status count_naive(const tc_pattern *pattern, const tc_distribution *distribution,
                             const int *node_of_rank, int rank, tc_counts *out) {
  TC_TRY(tc_count_individual(pattern, distribution, node_of_rank, rank, out));
  out->pointer_rows = out->pointer_runs = 0;
  out->shared_local = (int64_t)tc_pattern_entries(pattern) + 5 * (int64_t)pattern->rows -
                      out->local_individual - out->remote_individual;
  out->owner_tests = distribution->rows;
  return TC_OK;
}

const tc_access tc_access_naive = {
    .name = "naive",
    .summary = "every rank visits all rows and accesses all arrays through pointers-to-shared (Lagraviere "
               "2019, Listing 2)",
    .pointers = true,
    .shared = true,
    .schedule = TC_SCHEDULE(TC_SYNC(BARRIER), TC_STAGE(transfer), TC_STAGE(compute), TC_SYNC(GUARD)),
    .create = create_naive,
    .destroy = destroy_naive,
    .multiply = multiply_naive,
    .count = count_naive,
};
