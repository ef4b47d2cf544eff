/* Remote tiles: the rows of a rank that read values of other nodes, divided into tiles of TC_REMOTE_TILE_ROWS
 * rows. The remote values of a tile are fetched together. The access `batched` creates them during setup. The
 * forecast counts the same tiles (count/count_exchange.h). No function is collective or calls MPI. */
#ifndef TC_COMM_ACCESS_REMOTE_TILES_H
#define TC_COMM_ACCESS_REMOTE_TILES_H

#include "comm/access/row_reach.h"
#include "count/count_exchange.h"

/* Start of a tile: the indices of the first elements in the arrays row[], value[] and owner[] of
 * tc_remote_tiles. */
typedef struct tc_remote_tile {
  int64_t row, value, owner;
} tc_remote_tile;

typedef struct tc_remote_tiles {
  int32_t tiles;
  tc_remote_tile *tile; /* [tiles+1] start of each tile */
  int32_t *row;         /* [tile[tiles].row] rows of the tiles, as row numbers of M */
  /* [tile[tiles].value] locations of the values that each tile fetches. Each value of another node occurs
   * once per tile. */
  tc_location *value;
  /* [tile[tiles].owner] ranks that own the values in value[]; each rank occurs once per tile */
  int32_t *owner;
  int64_t
      *location_begin; /* [tile[tiles].row + 1] index in column_location[] of the first column of each row */
  /* Location of each column of the rows in row[], row after row. The location of a value of this node is its
   * owner and its local row. For a fetched value, `rank` is the number of ranks of the run, and `local` is
   * the index of the value in the tile's part of value[]. */
  tc_location *column_location;
  int64_t values_max; /* largest number of values that a tile fetches */
  /* Sums over all tiles. Nodes are those of world->node_of_rank. `local_reads` is the number of reads from
   * shared memory of values that other ranks of this node own. `pointer_rows` is the number of rows that read
   * no value of another node. */
  int64_t local_reads, pointer_rows;
  tc_pool memory; /* owns the arrays of this struct */
} tc_remote_tiles;

/* Creates the tiles of all rows with reach TC_ROW_REACH_REMOTE. tc_rows_by_reach_create must have created
 * `rows` with `separates_nodes` = true. `ghosts` is the number of ghosts of this rank. Borrows nothing.
 * Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_remote_tiles_create(const tc_world *world, const tc_rows_by_reach *rows, int32_t ghosts,
                                 const tc_ell *M, tc_remote_tiles **out);
void tc_remote_tiles_destroy(tc_remote_tiles **tiles);

#endif
