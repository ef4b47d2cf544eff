/* Access `batched`. As in `fine`, values of other ranks on the same node are read individually. The rows that
 * read values of other nodes are divided into tiles of TC_REMOTE_TILE_ROWS rows (remote_tiles.h). For each
 * tile, the rank fetches every required value of another node once. Values of one owner that are consecutive
 * in the tile's list are fetched with one get. The rows of the tiles are computed first, then all other rows
 * by all threads. */
#include "base/core/pool.h"
#include "comm/access/access.h"
#include "comm/access/node_rows.h"
#include "comm/access/remote_tiles.h"
#include "count/count_exchange.h"

typedef struct batched {
  const tc_arena *arena;
  const tc_ell *M;
  tc_world *world;
  tc_rows_by_reach *rows;
  tc_remote_tiles *tiles;
  double *value; /* values of other nodes that were fetched for the current tile */
  /* [ranks + 1] segment of x of each rank, or NULL if the rank's memory is not shared. The last entry is the
   * array `value`, because the location of a fetched value has the rank number `ranks` (remote_tiles.h). */
  double **node_pointer;
  tc_pool memory; /* owns `value` and `node_pointer` */
} batched;

static void destroy_batched(void *context) {
  batched *self = context;
  tc_rows_by_reach_destroy(&self->rows);
  tc_remote_tiles_destroy(&self->tiles);
  TC_POOL_DESTROY_OWNER(&self);
}

static tc_status build_batched(const tc_halo *halo, batched *self) {
  TC_TRY(tc_rows_by_reach_create(self->world, halo, self->M, true, &self->rows));
  TC_TRY(tc_remote_tiles_create(self->world, self->rows, halo->ghosts, self->M, &self->tiles));
  TC_TRY(TC_POOL_ARRAY(&self->memory, self->value, self->tiles->values_max));
  return TC_POOL_ARRAY(&self->memory, self->node_pointer, self->world->ranks + 1);
}

static tc_status create_batched(tc_world *world, const tc_halo *halo, const tc_arena *arena, const tc_ell *M,
                                void **context) {
  batched *self = NULL;
  TC_TRY(TC_WORLD_ALLOC(world, self, 1));
  *self = (batched){.arena = arena, .M = M, .world = world};
  TC_RETURN_CREATED(tc_world_agree(world, build_batched(halo, self)), self, destroy_batched(self), context);
}

static tc_status compute_tile(const batched *self, int32_t tile, tc_access_epoch *epoch, double *y) {
  const tc_remote_tiles *t = self->tiles;
  const tc_remote_tile *begin = &t->tile[tile], *end = begin + 1;
  const tc_node_rows_input x = {self->M, self->world->rank, self->node_pointer[self->world->rank],
                                self->node_pointer};
  TC_TRY(tc_access_epoch_get_begin(epoch, end->value - begin->value, t->value + begin->value, self->value));
  TC_TRY(tc_access_epoch_get_end(epoch, end->owner - begin->owner, t->owner + begin->owner));
  for (int64_t r = begin->row; r < end->row; r++)
    tc_node_rows_multiply_any(&x, t->column_location + t->location_begin[r], t->row[r], t->row[r] + 1, y);
  return TC_OK;
}

static tc_status multiply_batched(void *context, const tc_vector *x, tc_vector *y, tc_ledger *ledger) {
  batched *self = context;
  double *const *pointers = tc_arena_node_pointers(self->arena, x);
  tc_rows_by_reach_input row_input = {self->world, self->rows, self->M, x->value, pointers, {{0}}};
  tc_access_epoch epoch;
  for (int r = 0; r < self->world->ranks; r++) self->node_pointer[r] = pointers[r];
  self->node_pointer[self->world->ranks] = self->value;
  TC_TRY(tc_access_epoch_begin(self->arena, x, ledger, &epoch));
  for (int32_t tile = 0; tile < self->tiles->tiles; tile++)
    TC_TRY(compute_tile(self, tile, &epoch, y->value));
  tc_rows_by_reach_multiply(&row_input, &epoch, y->value);
  tc_counts_add(&ledger->count, &row_input.count);
  ledger->count.local_individual += self->tiles->local_reads;
  ledger->count.pointer_rows += self->tiles->pointer_rows;
  return tc_access_epoch_end(&epoch);
}

const tc_access tc_access_batched = {
    .name = "batched",
    .summary = "as fine, but values of other nodes are fetched for 64 rows at a time, each once",
    .shared = true,
    .schedule = TC_SCHEDULE(TC_SYNC(BARRIER), TC_STAGE(transfer), TC_STAGE(compute), TC_SYNC(GUARD)),
    .create = create_batched,
    .destroy = destroy_batched,
    .multiply = multiply_batched,
    .count = tc_count_tiles,
};
