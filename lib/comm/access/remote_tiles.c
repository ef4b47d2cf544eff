/* Remote tiles, built in one pass over the rows with reach TC_ROW_REACH_REMOTE. Nodes are those of
 * tc_world.node_of_rank. A tile has up to TC_REMOTE_TILE_ROWS rows that read another node. With virtual
 * nodes, ranks of the same node may share no memory. Rows that need MPI only to read values of such ranks are
 * added to the current tile, but do not count towards the limit. The arrays are allocated for the case that
 * no two rows read the same value, so the pass cannot fail. */
#include "comm/access/remote_tiles.h"

#include "base/core/memory.h"
#include "base/core/pool.h"
#include "comm/world/tally.h"

/* State of the construction of the tiles. */
typedef struct builder {
  const tc_world *world;
  const tc_rows_by_reach *rows;
  tc_remote_tiles *tiles;
  tc_remote_tile end;   /* numbers of rows, values and owners that have been added to the lists so far */
  int32_t counted_rows; /* number of rows of the last tile, so far, that read values of another node */
  int32_t *ghost_tile;  /* [ghosts] last tile that fetches the value of each ghost; -1 if no tile does */
  int32_t *rank_tile;   /* [ranks] last tile that fetches from each rank; -1 if no tile does */
  int32_t *ghost_slot;  /* [ghosts] index of the ghost among the values of the tile ghost_tile[ghost] */
  tc_pool memory;       /* owns the arrays of this struct */
} builder;

/* Adds a value to the list of values that the current tile fetches, and returns its index in the tile. A
 * value of another node is added once per tile. A value of this node is added for every read. */
static int32_t add_fetched_value(builder *b, int32_t ghost, tc_location location) {
  tc_remote_tiles *t = b->tiles;
  const int32_t tile = t->tiles - 1;
  if (b->rank_tile[location.rank] != tile) t->owner[b->end.owner++] = location.rank;
  b->rank_tile[location.rank] = tile;
  if (b->ghost_tile[ghost] == tile && !tc_tally_is_local(b->world, location.rank))
    return b->ghost_slot[ghost];
  b->ghost_tile[ghost] = tile;
  b->ghost_slot[ghost] = (int32_t)(b->end.value - t->tile[tile].value);
  t->value[b->end.value++] = location;
  return b->ghost_slot[ghost];
}

static bool reads_other_nodes(const builder *b, const int32_t *column, int length) {
  bool is_remote = false;
  for (int k = 0; k < length; k++)
    is_remote = is_remote || !tc_tally_is_local(b->world, tc_rows_by_reach_location(b->rows, column[k]).rank);
  return is_remote;
}

static void add_row(builder *b, int32_t row, const int32_t *column, int length) {
  tc_remote_tiles *t = b->tiles;
  const tc_world *world = b->world;
  const bool is_remote = reads_other_nodes(b, column, length);
  if (t->tiles == 0 || (is_remote && b->counted_rows == TC_REMOTE_TILE_ROWS)) {
    t->tile[t->tiles++] = b->end;
    b->counted_rows = 0;
  }
  tc_location *location = t->column_location + t->location_begin[b->end.row];
  for (int k = 0; k < length; k++) {
    location[k] = tc_rows_by_reach_location(b->rows, column[k]);
    const int owner = location[k].rank;
    const bool shares_memory = world->shm_group_of_rank[owner] == world->shm_group_of_rank[world->rank];
    if (shares_memory && tc_tally_is_local(world, owner))
      t->local_reads += owner != world->rank;
    else
      location[k] =
          (tc_location){world->ranks, add_fetched_value(b, column[k] - b->rows->owned, location[k])};
  }
  t->pointer_rows += !is_remote;
  b->counted_rows += is_remote;
  t->row[b->end.row++] = row;
  t->location_begin[b->end.row] = t->location_begin[b->end.row - 1] + length;
}

static void add_rows(builder *b, const tc_ell *M) {
  tc_remote_tiles *t = b->tiles;
  t->location_begin[0] = 0;
  for (int32_t r = 0; r < b->rows->runs; r++) {
    const tc_row_reach_run *run = &b->rows->run[r];
    if (run->reach != TC_ROW_REACH_REMOTE) continue;
    for (int32_t i = run->begin; i < run->end; i++)
      add_row(b, i, M->column + tc_ell_begin(M, i), tc_ell_length(M, i));
  }
  t->tile[t->tiles] = b->end;
  for (int32_t i = 0; i < t->tiles; i++) {
    const int64_t values = t->tile[i + 1].value - t->tile[i].value;
    t->values_max = values > t->values_max ? values : t->values_max;
  }
}

/* Counts the rows that are added to tiles, and their entries. */
static void count_remote_rows(const tc_rows_by_reach *rows, const tc_ell *M, size_t *count, size_t *entries) {
  *count = *entries = 0;
  for (int32_t r = 0; r < rows->runs; r++) {
    const tc_row_reach_run *run = &rows->run[r];
    if (run->reach != TC_ROW_REACH_REMOTE) continue;
    *count += (size_t)(run->end - run->begin);
    *entries += tc_ell_begin(M, run->end) - tc_ell_begin(M, run->begin);
  }
}

static tc_status alloc_tiles(builder *b, int32_t ghosts, const tc_ell *M) {
  tc_remote_tiles *t = b->tiles;
  size_t rows, entries;
  count_remote_rows(b->rows, M, &rows, &entries);
  TC_TRY(TC_POOL_ARRAY(&t->memory, t->tile, rows + 1));
  TC_TRY(TC_POOL_ARRAY(&t->memory, t->row, rows));
  TC_TRY(TC_POOL_ARRAY(&t->memory, t->location_begin, rows + 1));
  TC_TRY(TC_POOL_ARRAY(&t->memory, t->value, entries));
  TC_TRY(TC_POOL_ARRAY(&t->memory, t->owner, entries));
  TC_TRY(TC_POOL_ARRAY(&t->memory, t->column_location, entries));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->ghost_tile, ghosts));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->ghost_slot, ghosts));
  TC_TRY(TC_POOL_ARRAY(&b->memory, b->rank_tile, b->world->ranks));
  for (int32_t g = 0; g < ghosts; g++) b->ghost_tile[g] = -1;
  for (int r = 0; r < b->world->ranks; r++) b->rank_tile[r] = -1;
  return TC_OK;
}

tc_status tc_remote_tiles_create(const tc_world *world, const tc_rows_by_reach *rows, int32_t ghosts,
                                 const tc_ell *M, tc_remote_tiles **out) {
  builder b = {.world = world, .rows = rows};
  TC_TRY(TC_ALLOC_ZERO(b.tiles, 1));
  tc_status status = alloc_tiles(&b, ghosts, M);
  if (!status) add_rows(&b, M);
  tc_pool_free(&b.memory);
  TC_RETURN_CREATED(status, b.tiles, tc_remote_tiles_destroy(&b.tiles), out);
}

void tc_remote_tiles_destroy(tc_remote_tiles **tiles) { TC_POOL_DESTROY_OWNER(tiles); }
