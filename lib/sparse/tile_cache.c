/* Simulation of the cache that tile_cache.h describes. Warps in flight make their reads in random order
 * (hashes of a counter), and an LRU list of sectors decides which reads are misses. A slot is a place for one
 * tile in flight. When the last warp of a tile has finished, the next selected tile starts in the slot of the
 * finished one. Memory is proportional to the cache and the rows in flight. */
#include "sparse/tile_cache.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/core/pool.h"
#include "base/numeric/hash.h"

enum { warp_rows = 32, simulated_rows = 1 << 18, none = -1 };

/* Kinds of reads of a row: a value of x (of the row itself or of a neighbour), the value of a matrix entry,
 * or its column. */
enum { read_x, read_value, read_column, kind_count };

/* ---- sectors in the cache: a list from the most to the least recently used one, and a hash table ---- */

typedef struct sectors {
  int32_t capacity, count, buckets, first, last;
  uint64_t *key; /* [capacity] key of each sector in the cache (compute_key) */
  /* Arrays that link the sectors in the cache. previous, following [capacity]: neighbours of each sector in
   * the list by last use. chain [capacity]: next sector in the same hash bucket. bucket [buckets]: first
   * sector in each hash bucket. All elements are indices of sectors or `none`. */
  int32_t *previous, *following, *chain, *bucket;
} sectors;

static tc_status create_sectors(tc_pool *memory, int32_t capacity, sectors *s) {
  *s = (sectors){.capacity = capacity, .buckets = 2 * capacity, .first = none, .last = none};
  TC_TRY(TC_POOL_ARRAY(memory, s->key, capacity));
  TC_TRY(TC_POOL_ARRAY(memory, s->previous, capacity));
  TC_TRY(TC_POOL_ARRAY(memory, s->following, capacity));
  TC_TRY(TC_POOL_ARRAY(memory, s->chain, capacity));
  TC_TRY(TC_POOL_ARRAY(memory, s->bucket, s->buckets));
  memset(s->bucket, none, (size_t)s->buckets * sizeof *s->bucket);
  return TC_OK;
}

static int32_t *find_bucket(const sectors *s, uint64_t key) {
  return &s->bucket[tc_hash_mix(key) % (uint64_t)s->buckets];
}

static void unlink_sector(sectors *s, int32_t i) {
  *(s->previous[i] == none ? &s->first : &s->following[s->previous[i]]) = s->following[i];
  *(s->following[i] == none ? &s->last : &s->previous[s->following[i]]) = s->previous[i];
}

static void push_front(sectors *s, int32_t i) {
  s->previous[i] = none;
  s->following[i] = s->first;
  *(s->first == none ? &s->last : &s->previous[s->first]) = i;
  s->first = i;
}

/* Returns the index for a new sector: an unused index or, if the cache is full, the index of the least
 * recently used sector, which is evicted. */
static int32_t evict_sector(sectors *s) {
  if (s->count < s->capacity) return s->count++;
  const int32_t last = s->last;
  int32_t *link = find_bucket(s, s->key[last]);
  while (*link != last) link = &s->chain[*link];
  *link = s->chain[last];
  unlink_sector(s, last);
  return last;
}

/* Makes a sector the most recently used one and loads it if it is not in the cache. Returns true for a
 * miss. */
static bool touch_sector(sectors *s, uint64_t key) {
  int32_t i = *find_bucket(s, key);
  while (i != none && s->key[i] != key) i = s->chain[i];
  const bool is_miss = i == none;
  if (is_miss) {
    i = evict_sector(s);
    int32_t *bucket = find_bucket(s, key);
    s->key[i] = key;
    s->chain[i] = *bucket;
    *bucket = i;
  } else {
    unlink_sector(s, i);
  }
  push_front(s, i);
  return is_miss;
}

/* ---- warps and their reads ---- */

enum { reads_max = 3 * 64 + 1 };

typedef struct read {
  /* `k` is the index of the matrix entry in its row; `none` if the read is that of the row's own value of
   * x */
  int8_t kind, k;
} read;

typedef struct warp {
  int32_t slot, first; /* `slot` is the slot of the warp's tile, `first` the number of the warp's first row */
  int ready;
  read pending[reads_max]; /* [ready] reads that the warp can make now */
} warp;

typedef struct simulation {
  const tc_ell_pattern *x;
  tc_tile_cache cache;
  sectors sectors;
  /* `next` is the tile that starts next. Every `step`-th of the `tiles` tiles is simulated. */
  int32_t next, step, tiles;
  int32_t warps;             /* number of warps in flight */
  warp *warp;                /* [slots * warps per tile] warps in flight */
  int32_t *unfinished_warps; /* [slots] number of unfinished warps of the tile in each slot */
  uint64_t draws;
  int64_t rows, misses[kind_count];
} simulation;

static int32_t divide_rounding_up(int32_t n, int32_t divisor) { return n / divisor + (n % divisor > 0); }

static void add_read(warp *w, int kind, int k) { w->pending[w->ready++] = (read){(int8_t)kind, (int8_t)k}; }

static void start_warp(simulation *f, int32_t slot, int32_t first) {
  warp *w = &f->warp[f->warps++];
  w->slot = slot, w->first = first, w->ready = 0;
  add_read(w, read_x, none);
  for (int k = 0; k < f->x->width; k++) {
    if (f->cache.holds_all) add_read(w, read_value, k);
    add_read(w, f->cache.holds_all ? read_column : read_x, k);
  }
}

static void start_tile(simulation *f, int32_t slot) {
  if (f->next >= f->tiles) return;
  const int32_t begin = f->next * f->cache.tile, remaining = f->x->rows - begin,
                rows = remaining < f->cache.tile ? remaining : f->cache.tile;
  for (int32_t row = 0; row < rows; row += warp_rows) start_warp(f, slot, begin + row);
  f->unfinished_warps[slot] = divide_rounding_up(rows, warp_rows);
  f->rows += rows;
  f->next += f->step;
}

/* Returns the key of the sector that a read of a row touches. The key of a sector of x contains the tile's
 * number, because tiles do not share such sectors. */
static uint64_t compute_key(const simulation *f, read r, int32_t row) {
  const int64_t entry = (int64_t)row * f->x->width + (r.k == none ? 0 : r.k),
                byte = r.kind == read_value    ? entry * 8
                       : r.kind == read_column ? entry * 4
                       : r.k == none           ? (int64_t)row * 8
                                               : (int64_t)f->x->column[entry] * 8;
  const uint64_t tile = r.kind == read_x ? (uint64_t)(row / f->cache.tile) : 0;
  return (tile * kind_count + (uint64_t)r.kind) << 34 | (uint64_t)(byte / f->cache.sector_bytes);
}

static void read_rows(simulation *f, const warp *w, read r) {
  const int32_t begin = w->first / f->cache.tile * f->cache.tile, end = begin + f->cache.tile,
                last = end < f->x->rows ? end : f->x->rows;
  for (int32_t row = w->first; row < w->first + warp_rows && row < last; row++)
    f->misses[r.kind] += touch_sector(&f->sectors, compute_key(f, r, row));
}

static int32_t draw_warp(simulation *f, int32_t below) {
  return (int32_t)(tc_hash_mix(f->draws++) % (uint64_t)below);
}

/* Makes one read of a random warp. After the last read of a tile the next simulated tile starts in the same
 * slot. */
static void make_read(simulation *f) {
  warp *w = &f->warp[draw_warp(f, f->warps)];
  read *selected = &w->pending[draw_warp(f, w->ready)];
  const read r = *selected;
  read_rows(f, w, r);
  *selected = w->pending[--w->ready];
  if (r.kind == read_column) add_read(w, read_x, r.k);
  if (w->ready > 0) return;
  const int32_t slot = w->slot;
  *w = f->warp[--f->warps];
  if (--f->unfinished_warps[slot] == 0) start_tile(f, slot);
}

static tc_status run_simulation(tc_pool *memory, simulation *f) {
  const int32_t slots = f->cache.rows > f->cache.tile ? f->cache.rows / f->cache.tile : 1;
  TC_TRY(create_sectors(memory, f->cache.bytes / f->cache.sector_bytes, &f->sectors));
  TC_TRY(
      TC_POOL_ARRAY(memory, f->warp, (size_t)slots * (size_t)divide_rounding_up(f->cache.tile, warp_rows)));
  TC_TRY(TC_POOL_ARRAY_ZERO(memory, f->unfinished_warps, slots));
  for (int32_t slot = 0; slot < slots; slot++) start_tile(f, slot);
  while (f->warps > 0) make_read(f);
  return TC_OK;
}

tc_status tc_tile_cache_count(const tc_ell_pattern *columns, const tc_tile_cache *cache, tc_tile_reads *out) {
  simulation f = {.x = columns, .cache = *cache, .tiles = divide_rounding_up(columns->rows, cache->tile)};
  const int32_t simulated_tiles = divide_rounding_up(simulated_rows, cache->tile);
  f.step = f.tiles > simulated_tiles ? f.tiles / simulated_tiles : 1;
  tc_pool memory = {0};
  const tc_status status = run_simulation(&memory, &f);
  tc_pool_free(&memory);
  if (status) return status;
  const double rows = f.rows > 0 ? (double)f.rows : 1.0;
  out->x = (double)f.misses[read_x] / rows;
  out->matrix = cache->holds_all ? (double)(f.misses[read_value] + f.misses[read_column]) / rows
                                 : 12.0 * columns->width / cache->sector_bytes;
  return TC_OK;
}
