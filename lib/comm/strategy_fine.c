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
#include "comm/progress.h"
#include "comm/shared_vector.h"
#include "comm/strategy.h"
#include "sparse/kernels.h"

enum { widest = 64, poke_every = 256 };

/* What a row reads: own values only, also values of other nodes, or (from 0 on) a slot of `near`. */
enum { OWN_ROW = -1, FAR_ROW = -2 };

typedef struct fine {
  const tc_plan *plan;
  const tc_ell *M;
  tc_world *world;
  tc_place *ghost; /* [ghosts] where each lives */
  int32_t *slot;   /* [owned] OWN_ROW, FAR_ROW or the row's place in `near` */
  tc_place *near;  /* [slots][width] for rows that read others on this node: every column, own ones too, as
                    * rank and  local index, so that an access is two loads and no branch */
} fine;

/* One multiply in progress. */
typedef struct access {
  const fine *self;
  const double *own;       /* of x */
  const tc_window *window; /* of x */
  int64_t local, remote;   /* accesses made, by node */
  double waited_s;         /* in gets from other nodes */
} access;

static bool is_near(const fine *self, int rank) {
  return self->world->near_of_rank[rank] == self->world->near_of_rank[self->world->rank];
}

static tc_place place_of(const fine *self, int32_t column) {
  int32_t ghost = column - self->plan->owned;
  return ghost < 0 ? (tc_place){self->world->rank, column} : self->ghost[ghost];
}

/* OWN_ROW, FAR_ROW, or 0 for a row that needs a slot. */
static int32_t classify(const fine *self, int32_t row) {
  const int32_t *column = self->M->column + (size_t)row * (size_t)self->M->width;
  int32_t kind = OWN_ROW;
  for (int k = 0; k < self->M->width; k++) {
    if (column[k] < self->plan->owned) continue;
    if (!is_near(self, place_of(self, column[k]).rank)) return FAR_ROW;
    kind = 0;
  }
  return kind;
}

static tc_status prepare(fine *self) {
  const tc_plan *plan = self->plan;
  const size_t width = (size_t)self->M->width;
  int32_t slots = 0;
  TC_TRY(TC_ALLOC(self->ghost, plan->ghosts));
  TC_TRY(TC_ALLOC(self->slot, plan->owned));
  for (int32_t g = 0; g < plan->ghosts; g++)
    self->ghost[g] = tc_distribution_locate(plan->distribution, plan->ghost_position[g]);
  for (int32_t i = 0; i < plan->owned; i++) {
    self->slot[i] = classify(self, i);
    if (self->slot[i] == 0) self->slot[i] = slots++;
  }
  TC_TRY(TC_ALLOC(self->near, (size_t)slots * width));
  for (int32_t i = 0; i < plan->owned; i++)
    for (size_t k = 0; self->slot[i] >= 0 && k < width; k++)
      self->near[(size_t)self->slot[i] * width + k] = place_of(self, self->M->column[(size_t)i * width + k]);
  return TC_OK;
}

static void teardown(void *ctx) {
  fine *self = ctx;
  if (!self) return;
  tc_free(self->ghost);
  tc_free(self->slot);
  tc_free(self->near);
  tc_free(self);
}

static tc_status setup(const tc_plan *plan, const tc_ell *M, tc_world *world, void **ctx) {
  fine *self = NULL;
  TC_TRY(tc_world_agree(world, TC_ALLOC_ZERO(self, 1)));
  self->plan = plan;
  self->M = M;
  self->world = world;
  tc_status status = tc_world_agree(world, prepare(self));
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

static tc_status fetch_far_row(access *a, const int32_t *column, double *x) {
  for (int k = 0; k < a->self->M->width; k++) {
    tc_place place = place_of(a->self, column[k]);
    if (a->window->near[place.rank])
      x[k] = a->window->near[place.rank][place.local];
    else
      TC_TRY(load_far(a, place, &x[k]));
    count_access(a, place.rank);
  }
  return TC_OK;
}

static tc_status compute_far_rows(access *a, double *y, tc_progress *progress) {
  const tc_ell *M = a->self->M;
  double x[widest];
  for (int32_t i = 0; i < M->rows; i++) {
    if (a->self->slot[i] != FAR_ROW) continue;
    size_t begin = (size_t)i * (size_t)M->width;
    TC_TRY(fetch_far_row(a, M->column + begin, x));
    y[i] = M->diagonal[i] * a->own[i] + tc_row_sum(M->width, M->value + begin, x);
    tc_progress_entered(progress);
  }
  return TC_OK;
}

/* A row with loads from other ranks of the node, one for each of its columns. Inlined with a constant width.
 */
static inline void compute_near_row(access *a, int width, int32_t i, double *y) {
  const tc_ell *M = a->self->M;
  const tc_place *place = a->self->near + (size_t)a->self->slot[i] * (size_t)width;
  const int own = a->self->world->rank;
  double x[widest];
  int foreign = 0;
  for (int k = 0; k < width; k++) {
    x[k] = a->window->near[place[k].rank][place[k].local];
    foreign += place[k].rank != own;
  }
  y[i] = M->diagonal[i] * a->own[i] + tc_row_sum(width, M->value + (size_t)i * (size_t)width, x);
  a->local += foreign;
}

/* With imagined nodes a load inside the real node may count as remote: look at each. */
static void recount_near_row(access *a, int32_t i) {
  const int width = a->self->M->width;
  const tc_place *place = a->self->near + (size_t)a->self->slot[i] * (size_t)width;
  for (int k = 0; k < width; k++)
    if (a->self->world->node_of_rank[place[k].rank] != a->self->world->node) {
      a->local--;
      a->remote++;
    }
}

static void compute_one_near_row(access *a, int32_t i, double *y) {
  switch (a->self->M->width) {
  case 4: compute_near_row(a, 4, i, y); break;
  case 16: compute_near_row(a, 16, i, y); break;
  default: compute_near_row(a, a->self->M->width, i, y);
  }
  if (a->self->world->nodes != a->self->world->near_groups) recount_near_row(a, i);
}

/* The end of the run of rows from i on that read own values only; at most poke_every rows, so that the others
 * are served in between. */
static int32_t own_run_end(const fine *self, int32_t i, int32_t end) {
  int32_t stop = end - i > poke_every ? i + poke_every : end;
  while (i < stop && self->slot[i] == OWN_ROW) i++;
  return i;
}

/* The rows of one thread that need no other node. progress: NULL but on the thread that may enter MPI. */
static void compute_rows(access *a, int32_t begin, int32_t end, double *y, tc_progress *progress) {
  for (int32_t i = begin; i < end;) {
    int32_t stop = own_run_end(a->self, i, end);
    tc_ell_multiply_rows(a->self->M, i, stop, a->own, y);
    for (i = stop; i < end && i < stop + poke_every && a->self->slot[i] != OWN_ROW; i++)
      if (a->self->slot[i] >= 0) compute_one_near_row(a, i, y);
    if (progress) tc_progress_poke(progress);
  }
}

static void compute_near_rows(access *a, double *y, tc_progress *progress) {
  const int64_t rows = a->self->plan->owned;
#pragma omp parallel
  {
    access part = {.self = a->self, .own = a->own, .window = a->window};
    const int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    compute_rows(&part, (int32_t)(rows * thread / threads), (int32_t)(rows * (thread + 1) / threads), y,
                 thread == 0 && progress->needed ? progress : NULL);
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
  compute_near_rows(&a, y->value, &progress);
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
