/* The rows of a rank that read other nodes, in tiles of TC_REMOTE_TILE_ROWS rows whose values are fetched
 * together: for the strategy batched. No MPI calls, nothing collective. */
#ifndef TC_COMM_ACCESS_REMOTE_TILES_H
#define TC_COMM_ACCESS_REMOTE_TILES_H

#include "comm/access/row_reach.h"
#include "count/count_exchange.h"

/* Where a tile begins in each list below. */
typedef struct tc_remote_tile {
  int64_t row, value, owner;
} tc_remote_tile;

typedef struct tc_remote_tiles {
  int32_t tiles;
  tc_remote_tile *tile;         /* [tiles+1] */
  int32_t *row;                 /* rows of M */
  tc_location *value;           /* to fetch: each value of another node once a tile */
  int32_t *owner;               /* ranks that they are fetched from, each once a tile */
  tc_location *column_location; /* [rows][width] where each column is read: on the node; or, with the number
                      of ranks in place of a rank, among the tile's values */
  int64_t max;                  /* values of a tile */
  int64_t local, pointer_rows;  /* counts of all tiles: reads of other ranks in the memory of the node; rows
                                   that read nothing but the node */
} tc_remote_tiles;

/* Of all rows that are FAR, with other nodes as they are counted (tc_rows_by_reach_create). Borrows nothing.
 * Errors: TC_INTERNAL out of memory. */
tc_status tc_remote_tiles_create(const tc_world *world, const tc_rows_by_reach *rows, int32_t ghosts,
                                 const tc_ell *M, tc_remote_tiles **out);
void tc_remote_tiles_destroy(tc_remote_tiles **tiles);

#endif
