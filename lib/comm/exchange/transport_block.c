/* Block-wise transfer (Lagraviere 2019, Listing 4, UPCv2). Each rank fetches every block of x that contains
 * at least one needed value into private memory, with one get per block. It also copies the blocks that it
 * owns. Unlike in the paper, the private memory holds only the needed blocks, not the whole vector. The
 * ghosts are copied from these blocks. The barrier in `begin` ensures that x is complete on all ranks. The
 * barrier in `end` ensures that all gets are complete. */
#include <stdlib.h>

#include "base/core/pool.h"
#include "base/core/timer.h"
#include "comm/exchange/transport.h"
#include "count/count_exchange.h"

/* A block of another rank that contains the value of a ghost. */
typedef struct remote_block {
  int32_t rank, block; /* owner, and number of the block among the blocks of the owner */
  int32_t rows;        /* number of rows in the block */
  int64_t first_value; /* index of the block's first value in `fetched` of block_wise */
} remote_block;

typedef struct block_wise {
  const tc_halo *halo;
  tc_world *world;
  const tc_arena *from;
  int32_t owned_blocks;       /* number of blocks that this rank owns */
  int32_t remote_blocks;      /* number of blocks of other ranks to fetch */
  remote_block *remote_block; /* [remote_blocks] blocks of other ranks to fetch, sorted by rank and block */
  double *fetched;            /* values of the fetched blocks, in the order of `remote_block` */
  int64_t *ghost_index;       /* [ghosts] index of each ghost's value in `fetched` */
  tc_pool memory;             /* owns the arrays of this struct */
} block_wise;

/* Lists the blocks that contain ghosts, and finds the index of each ghost's value in `fetched`. Ghosts are
 * sorted by owner and position, so the ghosts of one block are consecutive. */
static void list_remote_blocks(block_wise *self) {
  const tc_distribution *d = self->halo->distribution;
  int64_t length = 0;
  for (int32_t g = 0; g < self->halo->ghosts; g++) {
    const tc_location location = tc_distribution_locate(d, self->halo->ghost_position[g]);
    const int32_t block = location.local / d->block_size;
    const remote_block *last = self->remote_blocks > 0 ? &self->remote_block[self->remote_blocks - 1] : NULL;
    if (!last || last->rank != location.rank || last->block != block) {
      const int32_t rows = tc_distribution_block_rows(d, location.rank, block);
      // NOLINTNEXTLINE(clang-analyzer-core.NullDereference): allocated for one block per ghost
      self->remote_block[self->remote_blocks++] = (remote_block){location.rank, block, rows, length};
      length += rows;
    }
    self->ghost_index[g] =
        self->remote_block[self->remote_blocks - 1].first_value + location.local % d->block_size;
  }
}

static tc_status prepare_blocks(block_wise *self) {
  const tc_halo *halo = self->halo;
  self->owned_blocks = tc_distribution_blocks(halo->distribution, self->world->rank);
  TC_TRY(TC_POOL_ARRAY(&self->memory, self->remote_block, halo->ghosts));
  TC_TRY(TC_POOL_ARRAY(&self->memory, self->ghost_index, halo->ghosts));
  list_remote_blocks(self);
  const remote_block *last = self->remote_blocks > 0 ? &self->remote_block[self->remote_blocks - 1] : NULL;
  return TC_POOL_ARRAY_ZERO(&self->memory, self->fetched, last ? last->first_value + last->rows : 0);
}

static void destroy_block(void *context) {
  block_wise *self = context;
  TC_POOL_DESTROY_OWNER(&self);
}

static tc_status create_block(const tc_transport_setup *setup, void **context) {
  block_wise *self = NULL;
  TC_TRY(TC_WORLD_ALLOC(setup->world, self, 1));
  *self = (block_wise){.halo = setup->halo, .world = setup->world, .from = setup->from};
  TC_RETURN_CREATED(tc_world_agree(self->world, prepare_blocks(self)), self, destroy_block(self), context);
}

static tc_status fetch_block(const block_wise *self, const tc_vector *x, int32_t rank, int32_t block,
                             int32_t rows, double *into, tc_ledger *ledger) {
  const int64_t row = (int64_t)block * self->halo->distribution->block_size;
  return tc_window_get(self->from->window, rank, tc_arena_offset(self->from, x, row), into, rows, ledger);
}

static tc_status fetch_owned_blocks(const block_wise *self, const tc_vector *x, const tc_vector *into,
                                    tc_ledger *ledger) {
  const tc_distribution *d = self->halo->distribution;
  const int rank = self->world->rank;
  for (int32_t b = 0; b < self->owned_blocks; b++)
    TC_TRY(fetch_block(self, x, rank, b, tc_distribution_block_rows(d, rank, b),
                       into->value + (int64_t)b * d->block_size, ledger));
  return TC_OK;
}

/* If `is_remote` is true, fetches the blocks of ranks that share no memory with this rank. Otherwise fetches
 * the blocks of ranks that share memory with it. */
static tc_status fetch_remote_blocks(const block_wise *self, const tc_vector *x, bool is_remote,
                                     tc_ledger *ledger) {
  for (int32_t p = 0; p < self->remote_blocks; p++) {
    const remote_block *b = &self->remote_block[p];
    if ((self->from->window->node_pointer[b->rank] == NULL) == is_remote)
      TC_TRY(fetch_block(self, x, b->rank, b->block, b->rows, self->fetched + b->first_value, ledger));
  }
  return TC_OK;
}

/* Begins the exchange: waits until x is complete on all ranks, and starts the gets from other nodes, which
 * are completed in end_block. */
static tc_status begin_block(void *context, const tc_vector *x, const tc_vector *into, tc_ledger *ledger) {
  const block_wise *self = context;
  (void)into;
  TC_TRY(tc_window_barrier(self->from->window, ledger));
  const double now = tc_now_s();
  TC_TRY(fetch_remote_blocks(self, x, true, ledger));
  tc_ledger_add_time(ledger, TC_PHASE_transfer, now);
  return TC_OK;
}

static void unpack_ghosts(const block_wise *self, const tc_vector *into, tc_ledger *ledger) {
  const double now = tc_now_s();
  double *const ghost = into->value + into->owned;
#pragma omp parallel for schedule(static)
  for (int32_t g = 0; g < into->ghosts; g++) ghost[g] = self->fetched[self->ghost_index[g]];
  ledger->count.picked_values += into->ghosts;
  tc_ledger_add_values(ledger, TC_PHASE_unpack, into->ghosts);
  tc_ledger_add_time(ledger, TC_PHASE_unpack, now);
}

/* Completes the exchange. The barrier after the gets has two purposes. No rank leaves MPI to compute while
 * other ranks still need MPI progress on that rank to fetch values. No rank overwrites x while other ranks
 * fetch values of x. */
static tc_status end_block(void *context, const tc_vector *x, const tc_vector *into, tc_ledger *ledger) {
  const block_wise *self = context;
  const double now = tc_now_s();
  TC_TRY(fetch_owned_blocks(self, x, into, ledger));
  TC_TRY(fetch_remote_blocks(self, x, false, ledger));
  TC_TRY(tc_window_flush(self->from->window));
  tc_ledger_add_time(ledger, TC_PHASE_transfer, now);
  TC_TRY(tc_window_barrier(self->from->window, ledger));
  unpack_ghosts(self, into, ledger);
  return TC_OK;
}

const tc_transport tc_transport_block = {
    .name = "block",
    .summary = "every block with a needed value fetched whole, with one get each (Lagraviere 2019, Listing "
               "4, UPCv2)",
    .shared = true,
    .all_values = true,
    .schedule = TC_SCHEDULE(TC_SYNC(BARRIER), TC_STAGE(transfer), TC_SYNC(GUARD), TC_STAGE(unpack),
                            TC_STAGE(compute)),
    .create = create_block,
    .destroy = destroy_block,
    .begin = begin_block,
    .end = end_block,
    .count = tc_count_blocks,
};
