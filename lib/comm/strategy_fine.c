/* Fine-grained access (Lagraviere 2019, Listing 3, UPCv1): each rank computes its own rows through private
 * pointers, and every occurrence of a column that another rank owns is one individual access: a load through
 * the node's shared memory, or one MPI_Get of one value that is completed before it is used. No reuse, no
 * copy, no batching.
 *
 * Only the thread that initialised MPI may get, so rows that touch another node are computed by it alone,
 * before the threads share the other rows. */
#include <math.h>
#include <omp.h>

#include "base/memory.h"
#include "base/timer.h"
#include "comm/count.h"
#include "comm/fine_rows.h"
#include "comm/progress.h"
#include "comm/shared_vector.h"
#include "comm/strategy.h"
#include "sparse/kernels.h"

enum { widest = 64 };

typedef struct fine {
  const tc_plan *plan;
  const tc_ell *M;
  tc_world *world;
  tc_fine_rows *rows;
} fine;

/* One multiply in progress, as one thread sees it. */
typedef struct access {
  const fine *self;
  const double *own;       /* of x */
  const tc_window *window; /* of x */
  int64_t local, remote;   /* accesses made, by node */
  double waited_s;         /* in gets from other nodes */
} access;

static void teardown(void *ctx) {
  fine *self = ctx;
  if (!self) return;
  tc_fine_rows_destroy(&self->rows);
  tc_free(self);
}

static tc_status setup(const tc_plan *plan, const tc_ell *M, tc_world *world, void **ctx) {
  fine *self = NULL;
  TC_TRY(tc_world_agree(world, TC_ALLOC_ZERO(self, 1)));
  self->plan = plan;
  self->M = M;
  self->world = world;
  tc_status status = tc_world_agree(world, tc_fine_rows_create(world, plan, M, &self->rows));
  if (status)
    teardown(self);
  else
    *ctx = self;
  return status;
}

static tc_status vector_create(void *ctx, tc_vector *v) {
  const fine *self = ctx;
  return tc_shared_vector_create(self->world, self->plan->owned, v);
}

static void vector_destroy(void *ctx, tc_vector *v) {
  (void)ctx;
  tc_shared_vector_destroy(v);
}

static void count_access(access *a, int rank) {
  if (rank == a->self->world->rank) return;
  bool local = a->self->world->node_of_rank[rank] == a->self->world->node;
  a->local += local;
  a->remote += !local;
}

/* One individual access to a value on another node: got and completed. */
static tc_status load_far(access *a, tc_place place, double *into) {
  double begin = tc_now_s();
  TC_TRY(tc_window_get(a->window, place.rank, place.local, into, 1));
  TC_TRY(TC_MPI(MPI_Win_flush(place.rank, a->window->far)));
  a->waited_s += tc_now_s() - begin;
  return TC_OK;
}

static tc_status compute_far_row(access *a, int32_t i, double *y) {
  const tc_ell *M = a->self->M;
  const size_t begin = (size_t)i * (size_t)M->width;
  double x[widest];
  for (int k = 0; k < M->width; k++) {
    tc_place place = tc_fine_place(a->self->rows, M->column[begin + (size_t)k]);
    const double *near = a->window->near[place.rank];
    if (near)
      x[k] = near[place.local];
    else
      TC_TRY(load_far(a, place, &x[k]));
    count_access(a, place.rank);
  }
  y[i] = M->diagonal[i] * a->own[i] + tc_row_sum(M->width, M->value + begin, x);
  return TC_OK;
}

static tc_status compute_far_rows(access *a, double *y, tc_progress *progress) {
  const tc_fine_rows *rows = a->self->rows;
  for (int32_t r = 0; r < rows->runs; r++) {
    if (rows->run[r].reach != TC_REACH_FAR) continue;
    for (int32_t i = rows->run[r].begin; i < rows->run[r].end; i++) {
      TC_TRY(compute_far_row(a, i, y));
      tc_progress_entered(progress);
    }
  }
  return TC_OK;
}

/* The sum of a row whose columns lie anywhere on the node, one load each as its column is met; the additions
 * are those of tc_row_sum. Terms go straight into the sums: a detour through an array would cost a failed
 * store forwarding. */
static inline double near_row_sum(int width, const double *value, const tc_place *place,
                                  double *const *near) {
  double s[4] = {0.0, 0.0, 0.0, 0.0};
  for (int k = 0; k < width; k += 4) {
    s[0] += value[k] * near[place[k].rank][place[k].local];
    s[1] += value[k + 1] * near[place[k + 1].rank][place[k + 1].local];
    s[2] += value[k + 2] * near[place[k + 2].rank][place[k + 2].local];
    s[3] += value[k + 3] * near[place[k + 3].rank][place[k + 3].local];
  }
  return (s[0] + s[2]) + (s[1] + s[3]);
}

/* A run of rows with loads from other ranks of the node. Inlined with a constant width. */
static inline void compute_near_run(access *a, const tc_fine_run *run, int width, double *y) {
  enum { rows_ahead = 16, line = 8 };
  const tc_ell *M = a->self->M;
  const int own = a->self->world->rank;
  const tc_place *place = a->self->rows->near + (size_t)run->slot * (size_t)width;
  const double *value = M->value + (size_t)run->begin * (size_t)width;
  for (int32_t i = run->begin; i < run->end; i++, place += width, value += width) {
    int foreign = 0;
    for (int k = 0; k < width; k += line) {
      __builtin_prefetch(value + rows_ahead * width + k);
      __builtin_prefetch(place + rows_ahead * width + k);
    }
    for (int k = 0; k < width; k++) foreign += place[k].rank != own;
    y[i] = M->diagonal[i] * a->own[i] + near_row_sum(width, value, place, a->window->near);
    a->local += foreign;
  }
}

/* With imagined nodes a load inside the real node may count as remote: look at each. */
static void recount_near_run(access *a, const tc_fine_run *run) {
  const size_t width = (size_t)a->self->M->width;
  const tc_place *place = a->self->rows->near + (size_t)run->slot * width;
  for (size_t e = 0; e < (size_t)(run->end - run->begin) * width; e++)
    if (a->self->world->node_of_rank[place[e].rank] != a->self->world->node) {
      a->local--;
      a->remote++;
    }
}

static void compute_run(access *a, const tc_fine_run *run, double *y) {
  if (run->reach == TC_REACH_OWN) tc_ell_multiply_rows(a->self->M, run->begin, run->end, a->own, y);
  if (run->reach != TC_REACH_NEAR) return;
  switch (a->self->M->width) { /* one instance per width in use, as in sparse/kernels.c */
  case 4: compute_near_run(a, run, 4, y); break;
  case 16: compute_near_run(a, run, 16, y); break;
  default: compute_near_run(a, run, a->self->M->width, y);
  }
  if (a->self->world->nodes != a->self->world->near_groups) recount_near_run(a, run);
}

/* The rows that need no other node, shared by the threads; the first of them serves the other nodes in
 * between. */
static void compute_rows(access *a, double *y, tc_progress *progress) {
  const tc_fine_rows *rows = a->self->rows;
#pragma omp parallel
  {
    access part = {.self = a->self, .own = a->own, .window = a->window};
    const int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    const int32_t end = tc_fine_first_run(rows, rows->owned * (thread + 1) / threads);
    for (int32_t r = tc_fine_first_run(rows, rows->owned * thread / threads); r < end; r++) {
      compute_run(&part, &rows->run[r], y);
      if (thread == 0) tc_progress_poke(progress);
    }
#pragma omp critical(tc_fine_merge)
    {
      a->local += part.local;
      a->remote += part.remote;
    }
  }
}

/* A barrier before: what others wrote into x is there. A barrier after: nobody reads x any more, and ranks
 * that are done early serve the others meanwhile. */
static tc_status multiply(void *ctx, tc_vector *x, tc_vector *y, tc_parts *parts, tc_traffic *traffic) {
  const fine *self = ctx;
  access a = {.self = self, .own = x->value, .window = tc_shared_vector_window(x)};
  double t0 = tc_now_s();
  TC_TRY(tc_window_barrier(a.window));
  double t1 = tc_now_s();
  tc_progress progress = tc_progress_start(a.window);
  TC_TRY(compute_far_rows(&a, y->value, &progress));
  compute_rows(&a, y->value, &progress);
  double t2 = tc_now_s();
  tc_progress_entered(&progress);
  TC_TRY(tc_window_barrier(a.window));
  double t3 = tc_now_s();
  parts->transfer += (t1 - t0) + a.waited_s + (t3 - t2);
  parts->compute += (t2 - t1) - a.waited_s;
  if (progress.needed) parts->longest_silence_s = fmax(parts->longest_silence_s, progress.silence_s);
  traffic->local_individual += a.local;
  traffic->remote_individual += a.remote;
  return TC_OK;
}

static tc_status count(const tc_pattern *pattern, const tc_distribution *distribution,
                       const int *node_of_rank, int rank, tc_traffic *out) {
  *out = (tc_traffic){0};
  tc_count_individual(pattern, distribution, node_of_rank, rank, out);
  return TC_OK;
}

const tc_strategy tc_strategy_fine = {
    .name = "fine",
    .summary = "own rows, every value of another rank read one by one as it is met (Listing 3, UPCv1)",
    .valid = true,
    .modelled = true,
    .setup = setup,
    .teardown = teardown,
    .vector_create = vector_create,
    .vector_destroy = vector_destroy,
    .multiply = multiply,
    .count = count,
};
