/* Fine-grained access (Lagraviere 2019, Listing 3, UPCv1): each rank computes its own rows through private
 * pointers, and every occurrence of a column that another rank owns is one individual access: a load through
 * the node's shared memory, or one MPI_Get of one value that is completed before it is used. No reuse, no
 * copy, no batching.
 *
 * Only the thread that initialised MPI may get, so rows that touch another node are computed by it alone,
 * before the threads share the other rows. */
#include <omp.h>

#include "base/memory.h"
#include "comm/access.h"
#include "comm/count.h"
#include "comm/epoch.h"
#include "comm/fine_rows.h"
#include "comm/near_rows.h"
#include "comm/tally.h"
#include "sparse/kernels.h"
#include "sparse/row.h"

enum { widest = 64 };

typedef struct fine {
  const tc_halo *halo;
  const tc_arena *arena;
  const tc_ell *M;
  tc_world *world;
  tc_fine_rows *rows;
} fine;

/* One thread's reading. */
typedef struct reading {
  const fine *self;
  const double *own;   /* of x */
  double *const *near; /* [ranks] the pieces of x on this node */
  tc_counts count;     /* of values read in the memory that the node shares */
} reading;

static void close(void *context) {
  fine *self = context;
  if (!self) return;
  tc_fine_rows_destroy(&self->rows);
  tc_free(self);
}

static tc_status open(tc_world *world, const tc_halo *halo, const tc_arena *arena, const tc_ell *M,
                      void **context) {
  fine *self = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, self, 1));
  self->halo = halo;
  self->arena = arena;
  self->M = M;
  self->world = world;
  tc_status status = tc_world_agree(world, tc_fine_rows_create(world, halo, M, &self->rows));
  if (status)
    close(self);
  else
    *context = self;
  return status;
}

/* Whether a row reads other ranks, and only ranks of the same node; counts those that share memory. */
static bool count_row(reading *r, const tc_place *place) {
  const tc_world *world = r->self->world;
  bool others = false, remote = false;
  for (int k = 0; k < r->self->M->width; k++) {
    if (place[k].rank == world->rank) continue;
    others = true;
    remote = remote || !tc_tally_is_local(world, place[k].rank);
    if (r->near[place[k].rank]) tc_tally_single(world, place[k].rank, &r->count);
  }
  return others && !remote;
}

static tc_status compute_far_row(reading *r, tc_epoch *epoch, int32_t i, double *y) {
  const tc_ell *M = r->self->M;
  const size_t begin = (size_t)i * (size_t)M->width;
  tc_place place[widest];
  double x[widest];
  for (int k = 0; k < M->width; k++) place[k] = tc_fine_place(r->self->rows, M->column[begin + (size_t)k]);
  r->count.pointer_rows += count_row(r, place); /* with imagined nodes only */
  for (int k = 0; k < M->width; k++)
    if (r->near[place[k].rank])
      x[k] = r->near[place[k].rank][place[k].local];
    else
      TC_TRY(tc_epoch_load(epoch, place[k], &x[k]));
  y[i] = tc_ell_lead(M, i) * r->own[i] + tc_row_sum(M->width, M->value + begin, x, tc_ell_less(M, r->own[i]));
  return TC_OK;
}

static tc_status compute_far_rows(reading *r, tc_epoch *epoch, double *y) {
  const tc_fine_rows *rows = r->self->rows;
  for (int32_t k = 0; k < rows->runs; k++) {
    if (rows->run[k].reach != TC_REACH_FAR) continue;
    for (int32_t i = rows->run[k].begin; i < rows->run[k].end; i++) TC_TRY(compute_far_row(r, epoch, i, y));
  }
  return TC_OK;
}

/* With imagined nodes a load inside the real node may count as remote: look at each. */
static void recount_near_run(reading *r, const tc_fine_run *run) {
  const int width = r->self->M->width;
  const tc_place *place = r->self->rows->near + (size_t)run->slot * (size_t)width;
  for (int32_t i = run->begin; i < run->end; i++, place += width)
    r->count.pointer_rows += count_row(r, place);
}

static void compute_run(reading *r, const tc_fine_run *run, double *y) {
  if (run->reach == TC_REACH_OWN) tc_ell_multiply_rows(r->self->M, run->begin, run->end, r->own, y);
  if (run->reach != TC_REACH_NEAR) return;
  const fine *self = r->self;
  const tc_near_reading x = {self->M, self->world->rank, r->own, r->near};
  const tc_place *place = self->rows->near + (size_t)run->slot * (size_t)self->M->width;
  const int64_t foreign = tc_near_multiply_rows(&x, place, run->begin, run->end, y);
  if (self->world->imagined) {
    recount_near_run(r, run);
    return;
  }
  r->count.local_individual += foreign;
  r->count.pointer_rows += run->end - run->begin;
}

/* The rows that need no other node, shared by the threads; the first of them serves the other nodes in
 * between. */
static void compute_rows(reading *whole, tc_epoch *epoch, double *y) {
  const tc_fine_rows *rows = whole->self->rows;
#pragma omp parallel
  {
    reading part = {.self = whole->self, .own = whole->own, .near = whole->near};
    const int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    const int32_t end = tc_fine_first_run(rows, rows->owned * (thread + 1) / threads);
    for (int32_t k = tc_fine_first_run(rows, rows->owned * thread / threads); k < end; k++) {
      compute_run(&part, &rows->run[k], y);
      if (thread == 0) tc_epoch_serve(epoch);
    }
#pragma omp critical(tc_fine_merge)
    tc_counts_add(&whole->count, &part.count);
  }
}

static tc_status multiply(void *context, const tc_vector *x, tc_vector *y, tc_ledger *ledger) {
  const fine *self = context;
  tc_epoch epoch;
  reading whole = {.self = self, .own = x->value, .near = tc_arena_near(self->arena, x)};
  TC_TRY(tc_epoch_open(self->arena, x, ledger, &epoch));
  TC_TRY(compute_far_rows(&whole, &epoch, y->value));
  compute_rows(&whole, &epoch, y->value);
  tc_counts_add(&ledger->count, &whole.count);
  return tc_epoch_close(&epoch);
}

const tc_access tc_access_fine = {
    .name = "fine",
    .summary = "own rows, every value of another rank read one by one as it is met (Listing 3, UPCv1)",
    .modelled = true,
    .shared = true,
    .schedule = TC_SCHEDULE(TC_MEET(WORLD), TC_DO(transfer), TC_DO(compute), TC_MEET(GUARD)),
    .open = open,
    .close = close,
    .multiply = multiply,
    .count = tc_count_individual,
};
