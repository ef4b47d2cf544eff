/* `kernels count`: counts the memory accesses of a product y = A x without computing it. For a device it
 * counts the sectors (units of memory access) that are read if the device computes tiles (groups of
 * consecutive rows). For a processor it counts the cache lines that are loaded. The counts depend only on the
 * column indices of the matrix, which is constructed (an instance) or read from a file (--pattern). If
 * bandwidths are set, it also prints the limits of floating-point operations per second by equation (2) of
 * Langguth et al. (2015). */
#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "command.h"
#include "machine/limits/levels.h"
#include "options.h"
#include "report.h"
#include "sparse/instance.h"
#include "sparse/tile_cache.h"

/* size in bytes of one value of y and of x */
enum { y_bytes = 8, x_bytes = 8 };
static int matrix_bytes(const kn_options *o) { return 12 * o->width; }

/* Returns the memory in bytes per row that counting needs: 4 bytes for each column index, twice as much if a
 * pattern is read, and 32 bytes of work memory. */
static int count_bytes(const kn_options *o) { return (o->pattern ? 8 : 4) * o->width + 32; }

/* Computes t->flops by equation (2) of Langguth et al. (2015): the lower of the two limits that the memory
 * bandwidth and the cache bandwidth set. Sets t->is_cache_limited to true if the limit of the cache bandwidth
 * is the lower one. Does nothing if no bandwidth is set. */
static void compute_limits(const kn_options *o, kn_sector_count *t) {
  if (o->cache_Bps <= 0.0) return;
  const kn_row_form *form = kn_row_form_at(o->form);
  const double flop = (double)kn_row_form_flop(form, o->width) / kn_row_form_flop(form, TC_INSTANCE_DEGREE);
  const double memory = flop * tc_memory_levels_roofline(o->bandwidth_Bps, kn_row_form_bytes(form, o->width));
  const double cache = flop * tc_memory_levels_roofline(o->cache_Bps, t->reads * o->sector + y_bytes);
  t->is_cache_limited = cache < memory;
  t->flops = fmin(cache, memory);
}

/* Counts the sectors that the tiles read for x and for the matrix, per row. If --tile-cache is set, all tiles
 * that a device processes at the same time share a cache of that size. Otherwise each tile has an unlimited
 * cache. */
static tc_status count_reads(const kn_options *o, const tc_ell_pattern *A, kn_sector_count *t) {
  const tc_tile_cache cache = {.tile = t->tile,
                               .rows = o->in_flight,
                               .bytes = o->tile_cache,
                               .sector_bytes = o->sector,
                               .holds_all = o->cached && strcmp(o->cached, "all") == 0};
  tc_tile_reads reads = {.matrix = (double)matrix_bytes(o) / o->sector};
  TC_TRY(o->tile_cache > 0 ? tc_tile_cache_count(A, &cache, &reads)
                           : tc_reuse_count_tiles(A, t->tile, o->sector, &reads.x));
  t->x = reads.x;
  t->reads = reads.x + reads.matrix;
  return TC_OK;
}

static tc_status count_tiles(const kn_options *o, int32_t block, const tc_ell_pattern *A,
                             kn_sector_count *sector_count) {
  for (int i = 0; i < o->tiles.count; i++) {
    kn_sector_count *t = &sector_count[i];
    *t = (kn_sector_count){.block = block, .tile = o->tiles.item[i]};
    TC_TRY(count_reads(o, A, t));
    compute_limits(o, t);
  }
  return TC_OK;
}

/* Counts the cache lines that the processor loads per row, for each cache size of --cache. Assumes that the
 * processor does not prefetch, so that lines of x that are read in order are counted like all others. */
static tc_status count_cache_lines(const kn_options *o, int32_t block, const tc_ell_pattern *A,
                                   kn_line_count *line_count) {
  tc_reuse reuse;
  if (o->caches.count == 0) return TC_OK;
  TC_TRY(tc_reuse_count(A, matrix_bytes(o) + y_bytes, &reuse));
  for (int b = 0; b < TC_REUSE_BINS; b++) reuse.scattered[b] += reuse.in_order[b];
  for (int i = 0; i < o->caches.count; i++) {
    const double repeated = tc_reuse_reads_beyond(&reuse, o->caches.item[i]) / o->cells;
    line_count[i] = (kn_line_count){block, o->caches.item[i], repeated,
                                    repeated + (matrix_bytes(o) + x_bytes) / (double)TC_REUSE_LINE};
  }
  return TC_OK;
}

static tc_status count_block(const kn_options *o, int b, int32_t *column, const kn_count_results *out) {
  const tc_ell_pattern A = {o->cells, o->cells, o->width, column, NULL};
  const int32_t block = o->blocks.item[b];
  TC_TRY(kn_options_instance(o, block, column));
  TC_TRY(count_tiles(o, block, &A, out->sector_count + b * o->tiles.count));
  return count_cache_lines(o, block, &A, out->line_count + b * o->caches.count);
}

static tc_status count_kernels(tc_command_call *call) {
  const kn_options *o = call->options;
  kn_count_results counted = {.sector_counts = o->blocks.count * o->tiles.count,
                              .line_counts = o->blocks.count * o->caches.count};
  int32_t *column = NULL;
  tc_status status = TC_OK;
  TC_TRY(kn_options_fit(o, count_bytes(o), 0));
  TC_GUARD(status, TC_ALLOC(counted.sector_count, counted.sector_counts));
  TC_GUARD(status, TC_ALLOC(counted.line_count, counted.line_counts));
  TC_GUARD(status, TC_ALLOC(column, (size_t)o->cells * (size_t)o->width));
  for (int b = 0; b < o->blocks.count; b++) TC_GUARD(status, count_block(o, b, column, &counted));
  kn_kernels_head(o, stdout);
  kn_kernels_counted(o, &counted, stdout);
  if (o->json) status = kn_kernels_counted_json(o, &counted);
cleanup:
  tc_free(counted.sector_count);
  tc_free(counted.line_count);
  tc_free(column);
  return status;
}

const tc_command kn_command_count = {
    .name = "count",
    .summary = "counts the reads of a device that works on tiles of rows",
    .about = "Counts the sectors of x that a device reads if it computes a tile of rows at a time (a thread "
             "block\n"
             "of a GPU) and caches the sectors during the tile. No device is needed.\n",
    .example = "example: kernels count --directed --blocks 8,64,13333,500000 --bandwidth 171.17e9 \\\n"
               "           --cache-bandwidth 394.1e9\n\n"
               "Figure 17 of Langguth, Wu, Chai and Cai 2015, kernel 2 on a K20 (kernel 1: --tile 64\n"
               "--in-flight 1024 --cached x --bandwidth 208e9; apps/kernels/README.md compares both):\n"
               "  kernels count --directed --blocks 8,300,700,500000 --tile 512 --tile-cache 49152 \\\n"
               "    --in-flight 2048 --cached all --bandwidth 171.17e9 --cache-bandwidth 394.1e9\n",
    .check = kn_options_check,
    .run = count_kernels,
};
