/* Reads of a device through a first-level cache of finite size, such as the read-only cache of a
 * multiprocessor of a GPU. Counted from columns alone: no machine, no clock, not collective.
 * tc_reuse_count_tiles (reuse_distance.h) is the same with an unlimited cache.
 *
 * The cache holds the sectors that were used last, of all rows in flight. These are whole tiles. 32 rows are
 * read together (a warp): one read of a warp is the same value of each of its rows. Each read is made by any
 * warp in flight, with equal probability, and is any read of that warp that is possible: x of a neighbour
 * needs the column first. Tiles do not share sectors: consecutive tiles run on different multiprocessors.
 * Source of the parameters: Langguth et al. 2015, sections 2 and 7. */
#ifndef TC_SPARSE_TILE_CACHE_H
#define TC_SPARSE_TILE_CACHE_H

#include <stdbool.h>

#include "sparse/reuse_distance.h"

typedef struct tc_tile_cache {
  int32_t tile;     /* rows of a tile */
  int32_t rows;     /* in flight, at least one tile */
  int32_t bytes;    /* of the cache, at least one sector */
  int sector_bytes; /* 8, 16, .. */
  bool holds_all;   /* values and columns of the matrix are read through the cache too */
} tc_tile_cache;

/* Sectors that a row reads from beyond the cache. */
typedef struct tc_tile_reads {
  double x, matrix;
} tc_tile_reads;

/* Every tile of small instances, evenly spread tiles of about 2^18 rows of large ones. The same numbers on
 * every machine. Time is linear in the entries. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_tile_cache_count(const tc_ell_pattern *columns, const tc_tile_cache *cache, tc_tile_reads *out);

#endif
