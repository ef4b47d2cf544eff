/* Block-wise transfer (Lagraviere 2019, Listing 4, UPCv2): before computing, every block of x that holds at
 * least one needed value is fetched whole, with one get each, the rank's own blocks too, into a private copy.
 * Unlike the paper's, the copy has room for the needed blocks only, not for the whole vector. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/timer.h"
#include "comm/compute.h"
#include "comm/count.h"
#include "comm/shared_vector.h"
#include "comm/strategy.h"

/* A needed block. */
typedef struct piece {
  int32_t rank, block; /* block of that rank */
  int32_t rows;
  int32_t at; /* where it begins in the copy */
} piece;

typedef struct block_wise {
  const tc_halo *plan;
  tc_world *world;
  int32_t pieces;
  piece *
      piece; /* own blocks first, in order, so that own row i is copy[i]; then the others by rank and block */
  double *copy;
  tc_ell view; /* M with columns that index the copy: borrows all but `column` */
} block_wise;

static int by_rank_and_block(const void *a, const void *b) {
  const piece *x = a, *y = b;
  if (x->rank != y->rank) return (x->rank > y->rank) - (x->rank < y->rank);
  return (x->block > y->block) - (x->block < y->block);
}

static piece piece_of(const tc_distribution *d, tc_gid position) {
  int32_t rank = tc_distribution_owner(d, position);
  return (piece){.rank = rank, .block = tc_distribution_local(d, position) / d->block_size};
}

/* The blocks to fetch: own ones, then those of the ghosts, each once. */
static tc_status choose_pieces(block_wise *self) {
  const tc_halo *plan = self->plan;
  const tc_distribution *d = plan->distribution;
  int32_t own = tc_distribution_blocks(d, self->world->rank);
  TC_TRY(TC_ALLOC(self->piece, (size_t)own + (size_t)plan->ghosts));
  for (int32_t b = 0; b < own; b++) self->piece[b] = (piece){.rank = self->world->rank, .block = b};
  piece *other = self->piece + own;
  int32_t n = 0;
  for (int32_t g = 0; g < plan->ghosts; g++) other[g] = piece_of(d, plan->ghost_position[g]);
  qsort(other, (size_t)plan->ghosts, sizeof *other, by_rank_and_block);
  for (int32_t g = 0; g < plan->ghosts; g++)
    if (n == 0 || by_rank_and_block(&other[n - 1], &other[g]) != 0) other[n++] = other[g];
  self->pieces = own + n;
  return TC_OK;
}

/* Lays the pieces one after the other; returns the length of the copy. */
static int64_t lay_pieces(block_wise *self) {
  int64_t at = 0;
  for (int32_t p = 0; p < self->pieces; p++) {
    self->piece[p].rows =
        tc_distribution_block_rows(self->plan->distribution, self->piece[p].rank, self->piece[p].block);
    self->piece[p].at = (int32_t)at;
    at += self->piece[p].rows;
  }
  return at;
}

/* Where the value of a ghost lies in the copy. */
static int32_t find(const block_wise *self, int32_t ghost) {
  const tc_distribution *d = self->plan->distribution;
  int32_t own = tc_distribution_blocks(d, self->world->rank);
  piece wanted = piece_of(d, self->plan->ghost_position[ghost]);
  const piece *found =
      bsearch(&wanted, self->piece + own, (size_t)(self->pieces - own), sizeof wanted, by_rank_and_block);
  return found->at + tc_distribution_local(d, self->plan->ghost_position[ghost]) % d->block_size;
}

static tc_status map_columns(block_wise *self, const tc_ell *M) {
  int32_t *where = NULL;
  size_t entries = (size_t)M->rows * (size_t)M->width;
  self->view = *M;
  self->view.column = NULL;
  TC_TRY(TC_ALLOC(self->view.column, entries));
  TC_TRY(TC_ALLOC(where, self->plan->ghosts));
  for (int32_t g = 0; g < self->plan->ghosts; g++) where[g] = find(self, g);
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < M->rows; i++)
    for (size_t e = (size_t)i * (size_t)M->width; e < ((size_t)i + 1) * (size_t)M->width; e++) {
      int32_t ghost = M->column[e] - self->plan->owned;
      self->view.column[e] = ghost < 0 ? M->column[e] : where[ghost];
    }
  tc_free(where);
  return TC_OK;
}

static tc_status prepare(block_wise *self, const tc_ell *M) {
  TC_TRY(choose_pieces(self));
  int64_t length = lay_pieces(self);
  if (length > INT32_MAX)
    return tc_status_make(TC_USAGE,
                          "strategy block: the blocks that rank %d needs hold %lld values, more than 32-bit "
                          "columns can index; take a smaller distribution.block_size",
                          self->world->rank, (long long)length);
  TC_TRY(TC_ALLOC(self->copy, length));
#pragma omp parallel for schedule(static) /* pages belong near the threads that will compute with them */
  for (int64_t i = 0; i < length; i++) self->copy[i] = 0.0;
  return map_columns(self, M);
}

static void teardown(void *ctx) {
  block_wise *self = ctx;
  if (!self) return;
  tc_free(self->piece);
  tc_free(self->copy);
  tc_free(self->view.column);
  tc_free(self);
}

static tc_status setup(const tc_halo *plan, const tc_ell *M, tc_world *world, void **ctx) {
  block_wise *self = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, self, 1));
  self->plan = plan;
  self->world = world;
  tc_status status = tc_world_agree(world, prepare(self, M));
  if (status)
    teardown(self);
  else
    *ctx = self;
  return status;
}

static tc_status vector_create(void *ctx, tc_vector *v) {
  const block_wise *self = ctx;
  return tc_shared_vector_create(self->world, self->plan->owned, v);
}

static void vector_destroy(void *ctx, tc_vector *v) {
  (void)ctx;
  tc_shared_vector_destroy(v);
}

static tc_status fetch(const block_wise *self, const tc_window *x, const piece *p, tc_ledger *ledger) {
  int64_t offset = (int64_t)p->block * self->plan->distribution->block_size;
  return tc_window_get(x, p->rank, offset, self->copy + p->at, p->rows, ledger);
}

/* The gets from other nodes are started first: they travel while the blocks of this node are copied. */
static tc_status fetch_all(const block_wise *self, const tc_window *x, tc_ledger *ledger) {
  const double began = tc_now_s();
  for (int far = 1; far >= 0; far--)
    for (int32_t p = 0; p < self->pieces; p++)
      if ((x->near[self->piece[p].rank] == NULL) == far) TC_TRY(fetch(self, x, &self->piece[p], ledger));
  TC_TRY(tc_window_complete(x));
  tc_ledger_lap(ledger, TC_PHASE_transfer, began);
  return TC_OK;
}

/* The second barrier keeps a rank from computing, deaf to MPI, while others still fetch from it, and from
 * overwriting x. */
static tc_status multiply(void *ctx, tc_vector *x, tc_vector *y, tc_ledger *ledger) {
  const block_wise *self = ctx;
  const tc_window *window = tc_shared_vector_window(x);
  TC_TRY(tc_window_barrier(window, ledger));
  TC_TRY(fetch_all(self, window, ledger));
  TC_TRY(tc_window_barrier(window, ledger));
  tc_compute(&self->view, self->copy, y->value, ledger);
  return TC_OK;
}

const tc_strategy tc_strategy_block = {
    .name = "block",
    .summary = "every block with a needed value fetched whole, with one get each (Listing 4, UPCv2)",
    .valid = true,
    .modelled = true,
    .schedule = TC_SCHEDULE(TC_MEET(WORLD), TC_DO(transfer), TC_MEET(GUARD), TC_DO(compute)),
    .setup = setup,
    .teardown = teardown,
    .vector_create = vector_create,
    .vector_destroy = vector_destroy,
    .multiply = multiply,
    .count = tc_count_blocks,
};
