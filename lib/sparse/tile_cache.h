/* Reads of a device through a first-level cache of finite size, such as the read-only cache of a GPU
 * multiprocessor. Called by `kernels count`. The reads are counted from columns alone, without machine
 * parameters or a clock. Not collective. tc_reuse_count_tiles (reuse_distance.h) is the same count with an
 * unlimited cache.
 *
 * The cache is shared by the tiles in flight, which are those that the device computes at the same time. It
 * evicts the least recently used sector. 32 rows of a tile form a warp. A read of a warp reads the same term
 * of each of the 32 rows. In each step of the simulation a random warp in flight makes a random one of the
 * reads that it can make. The value of x of a neighbour can be read only after its column. Tiles do not share
 * sectors, because consecutive tiles run on different multiprocessors. Source of the parameters: Langguth et
 * al. 2015, sections 2 and 7. */
#ifndef TC_SPARSE_TILE_CACHE_H
#define TC_SPARSE_TILE_CACHE_H

#include <stdbool.h>

#include "sparse/reuse_distance.h"

typedef struct tc_tile_cache {
  int32_t tile;  /* number of rows per tile */
  int32_t rows;  /* number of rows that the device computes at the same time; at least the rows of one tile */
  int32_t bytes; /* size of the cache in bytes; at least one sector */
  int sector_bytes; /* bytes per sector: 8, 16, .. */
  bool holds_all;   /* true if values and columns of the matrix are read through the cache too */
} tc_tile_cache;

/* Numbers of sectors that are not in the cache and must be loaded, per row, averaged over all simulated rows.
 * x: sectors of x; matrix: sectors of values and columns. */
typedef struct tc_tile_reads {
  double x, matrix;
} tc_tile_reads;

/* Simulates every tile of the rows in `columns`, which must have equal lengths, if there are fewer than about
 * 2^19 rows. If there are more, simulates evenly spaced tiles with 2^18 to 2^19 rows in total. The result is
 * the same on every machine. Time is linear in the entries. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_tile_cache_count(const tc_ell_pattern *columns, const tc_tile_cache *cache, tc_tile_reads *out);

#endif
