/* Simulation of the cache. Warps in flight make their reads in random order (hashes of a counter), and an LRU
 * list of sectors decides which reads are misses. When the last warp of a tile has finished, the next
 * selected tile starts in its slot. Memory is proportional to the cache and the rows in flight. */
#include "sparse/tile_cache.h"

#include <string.h>

#include "base/core/memory.h"
#include "base/core/pool.h"
#include "base/numeric/hash.h"

enum { warp_rows = 32, rows_counted = 1 << 18, none = -1 };

/* Kinds of reads of a row: a value of x (of the row itself or of a neighbour), the value of a matrix entry,
 * or its column. */
enum { read_x, read_value, read_column, kinds };

/* ---- sectors in the cache: a list from the most to the least recently used one, and a hash table ---- */

typedef struct sectors {
  int32_t capacity, count, buckets, first, last;
  uint64_t *key; /* [capacity] key of each sector in the cache (key_of) */
  /* before, after: [capacity] neighbours of each sector in the list. chain: [capacity] next sector in the
   * same hash bucket. bucket: [buckets] first sector in each hash bucket. All elements are indices of sectors
   * or `none`. */
  int32_t *before, *after, *chain, *bucket;
} sectors;

static tc_status sectors_create(tc_pool *memory, int32_t capacity, sectors *s) {
  *s = (sectors){.capacity = capacity, .buckets = 2 * capacity, .first = none, .last = none};
  TC_TRY(TC_POOL_ARRAY(memory, s->key, capacity));
  TC_TRY(TC_POOL_ARRAY(memory, s->before, capacity));
  TC_TRY(TC_POOL_ARRAY(memory, s->after, capacity));
  TC_TRY(TC_POOL_ARRAY(memory, s->chain, capacity));
  TC_TRY(TC_POOL_ARRAY(memory, s->bucket, s->buckets));
  memset(s->bucket, none, (size_t)s->buckets * sizeof *s->bucket);
  return TC_OK;
}

static int32_t *bucket_of(const sectors *s, uint64_t key) {
  return &s->bucket[tc_hash_mix(key) % (uint64_t)s->buckets];
}

static void unlink_sector(sectors *s, int32_t i) {
  *(s->before[i] == none ? &s->first : &s->after[s->before[i]]) = s->after[i];
  *(s->after[i] == none ? &s->last : &s->before[s->after[i]]) = s->before[i];
}

static void push_front(sectors *s, int32_t i) {
  s->before[i] = none;
  s->after[i] = s->first;
  *(s->first == none ? &s->last : &s->before[s->first]) = i;
  s->first = i;
}

/* Returns the index for a new sector: an unused index or, if the cache is full, the index of the least
 * recently used sector, which is evicted. */
static int32_t evict_sector(sectors *s) {
  if (s->count < s->capacity) return s->count++;
  const int32_t last = s->last;
  int32_t *at = bucket_of(s, s->key[last]);
  while (*at != last) at = &s->chain[*at];
  *at = s->chain[last];
  unlink_sector(s, last);
  return last;
}

/* Makes a sector the most recently used one and loads it if it is not in the cache. Returns true for a
 * miss. */
static bool touch_sector(sectors *s, uint64_t key) {
  int32_t i = *bucket_of(s, key);
  while (i != none && s->key[i] != key) i = s->chain[i];
  const bool misses = i == none;
  if (misses) {
    i = evict_sector(s);
    int32_t *bucket = bucket_of(s, key);
    s->key[i] = key;
    s->chain[i] = *bucket;
    *bucket = i;
  } else {
    unlink_sector(s, i);
  }
  push_front(s, i);
  return misses;
}

/* ---- warps and their reads ---- */

enum { reads_most = 3 * 64 + 1 };

typedef struct read {
  int8_t kind, k; /* k: index in the row of the entry to which the read belongs; `none` for the value of x
                     that belongs to the row itself */
} read;

typedef struct warp {
  int32_t slot, first; /* slot: slot of the warp's tile; first: number of the warp's first row */
  int ready;
  read of[reads_most]; /* [ready] reads that the warp can make now */
} warp;

typedef struct flight {
  const tc_ell_pattern *x;
  tc_tile_cache cache;
  sectors sectors;
  /* next: tile that starts next. step: every step-th tile is simulated. tiles: number of all tiles. */
  int32_t next, step, tiles;
  int32_t warps; /* number of warps in flight */
  warp *warp;    /* [slots * warps per tile] warps in flight */
  int32_t *left; /* [slots] number of unfinished warps of the tile in each slot */
  uint64_t draws;
  int64_t rows, misses[kinds];
} flight;

static int32_t divide_up(int32_t n, int32_t by) { return n / by + (n % by > 0); }

static void add_read(warp *w, int kind, int k) { w->of[w->ready++] = (read){(int8_t)kind, (int8_t)k}; }

static void start_warp(flight *f, int32_t slot, int32_t first) {
  warp *w = &f->warp[f->warps++];
  w->slot = slot, w->first = first, w->ready = 0;
  add_read(w, read_x, none);
  for (int k = 0; k < f->x->width; k++) {
    if (f->cache.holds_all) add_read(w, read_value, k);
    add_read(w, f->cache.holds_all ? read_column : read_x, k);
  }
}

static void start_tile(flight *f, int32_t slot) {
  if (f->next >= f->tiles) return;
  const int32_t begin = f->next * f->cache.tile, rest = f->x->rows - begin,
                rows = rest < f->cache.tile ? rest : f->cache.tile;
  for (int32_t row = 0; row < rows; row += warp_rows) start_warp(f, slot, begin + row);
  f->left[slot] = divide_up(rows, warp_rows);
  f->rows += rows;
  f->next += f->step;
}

/* Returns the key of the sector that a read of a row touches. The key of a sector of x contains the tile's
 * number, because tiles do not share such sectors. */
static uint64_t key_of(const flight *f, read r, int32_t row) {
  const int64_t entry = (int64_t)row * f->x->width + (r.k == none ? 0 : r.k),
                place = r.kind == read_value    ? entry * 8
                        : r.kind == read_column ? entry * 4
                        : r.k == none           ? (int64_t)row * 8
                                                : (int64_t)f->x->column[entry] * 8;
  const uint64_t tile = r.kind == read_x ? (uint64_t)(row / f->cache.tile) : 0;
  return (tile * kinds + (uint64_t)r.kind) << 34 | (uint64_t)(place / f->cache.sector_bytes);
}

static void read_rows(flight *f, const warp *w, read r) {
  const int32_t begin = w->first / f->cache.tile * f->cache.tile, end = begin + f->cache.tile,
                last = end < f->x->rows ? end : f->x->rows;
  for (int32_t row = w->first; row < w->first + warp_rows && row < last; row++)
    f->misses[r.kind] += touch_sector(&f->sectors, key_of(f, r, row));
}

static int32_t draw_warp(flight *f, int32_t below) {
  return (int32_t)(tc_hash_mix(f->draws++) % (uint64_t)below);
}

/* Makes one read of a random warp. After the last read of a tile the next simulated tile starts in the same
 * slot. */
static void step_warp(flight *f) {
  warp *w = &f->warp[draw_warp(f, f->warps)];
  read *chosen = &w->of[draw_warp(f, w->ready)];
  const read r = *chosen;
  read_rows(f, w, r);
  *chosen = w->of[--w->ready];
  if (r.kind == read_column) add_read(w, read_x, r.k);
  if (w->ready > 0) return;
  const int32_t slot = w->slot;
  *w = f->warp[--f->warps];
  if (--f->left[slot] == 0) start_tile(f, slot);
}

static tc_status run_flight(tc_pool *memory, flight *f) {
  const int32_t slots = f->cache.rows > f->cache.tile ? f->cache.rows / f->cache.tile : 1;
  TC_TRY(sectors_create(memory, f->cache.bytes / f->cache.sector_bytes, &f->sectors));
  TC_TRY(TC_POOL_ARRAY(memory, f->warp, (size_t)slots * (size_t)divide_up(f->cache.tile, warp_rows)));
  TC_TRY(TC_POOL_ARRAY_ZERO(memory, f->left, slots));
  for (int32_t slot = 0; slot < slots; slot++) start_tile(f, slot);
  while (f->warps > 0) step_warp(f);
  return TC_OK;
}

tc_status tc_tile_cache_count(const tc_ell_pattern *columns, const tc_tile_cache *cache, tc_tile_reads *out) {
  flight f = {.x = columns, .cache = *cache, .tiles = divide_up(columns->rows, cache->tile)};
  const int32_t wanted = divide_up(rows_counted, cache->tile);
  f.step = f.tiles > wanted ? f.tiles / wanted : 1;
  tc_pool memory = {0};
  const tc_status status = run_flight(&memory, &f);
  tc_pool_free(&memory);
  if (status) return status;
  const double rows = f.rows > 0 ? (double)f.rows : 1.0;
  out->x = (double)f.misses[read_x] / rows;
  out->matrix = cache->holds_all ? (double)(f.misses[read_value] + f.misses[read_column]) / rows
                                 : 12.0 * columns->width / cache->sector_bytes;
  return TC_OK;
}
