/* Reuse distances of the vector x in a product: stack distances (Mattson et al. 1970) of the cache lines of
 * x, which include the matrix data streamed between two uses. Counted by count/pattern_reuse.c for runs and
 * dry runs and by the program `kernels`; the models of performance turn them into cache misses. The distances
 * are computed from columns alone, without machine parameters or a clock. No function is collective.
 *
 * Rows are computed in their order. Each row reads its own value of x, then its columns in ascending order.
 * Padding (the row's own column) is skipped. The distance of a read is the number of bytes touched since the
 * last use of its line: 64 for each other line of x, and row_bytes for each row in between. An LRU cache of C
 * bytes therefore misses the reads with a distance of C or more. Reads of the row's own value touch their
 * lines but are not counted, because they traverse x in order for any pattern. */
#ifndef TC_SPARSE_REUSE_DISTANCE_H
#define TC_SPARSE_REUSE_DISTANCE_H

#include <stdint.h>

#include "base/core/status.h"
#include "sparse/row_range.h"

/* ELL pattern: the columns of the rows of a matrix, without values. */
typedef struct tc_ell_pattern {
  int32_t rows, columns; /* columns: number of entries of x, at least `rows` */
  int width; /* number of columns stored per row, at most 64; in general rows that of the longest row */
  const int32_t *column; /* columns of all rows, padded with the row's own number; borrowed */
  /* General rows: [rows + 1] first column of each row (sparse/row_range.h), borrowed. NULL if all rows have
   * `width` columns. */
  const int64_t *begin;
} tc_ell_pattern;

/* These functions return the range of the columns of row i in the array `column`. */
static inline size_t tc_ell_pattern_begin(const tc_ell_pattern *pattern, int32_t i) {
  return tc_row_begin(pattern->begin, pattern->width, i);
}
static inline size_t tc_ell_pattern_end(const tc_ell_pattern *pattern, int32_t i) {
  return tc_row_begin(pattern->begin, pattern->width, i + 1);
}

/* Reads are counted in TC_REUSE_BINS bins by distance. Bin b begins at 64 * 2^(b/2) bytes, so two bins are
 * one octave. The first bin also holds shorter distances, the last bin also longer ones. TC_REUSE_LINE: bytes
 * of a cache line. */
enum { TC_REUSE_BINS = 56, TC_REUSE_LINE = 64 };

/* Numbers of reads of x in one product, each caused by a column of a row. A read of a line is in order if an
 * adjacent cache line of x was touched after the last touch of this line and within the last 16 rows.
 * Processors prefetch such lines. */
typedef struct tc_reuse {
  double scattered[TC_REUSE_BINS]; /* number of reads in each bin that are not in order */
  /* Number of reads in each bin that are in order. */
  double in_order[TC_REUSE_BINS];
  /* Numbers of cold reads, which are the first reads of a cache line in the product. cold: reads that are not
   * in order. cold_in_order: reads that are in order. The bins do not contain cold reads. */
  double cold, cold_in_order;
  double rows, lines; /* rows: number of rows whose reads are counted; lines: number of all cache lines of x,
                         read or not */
  int32_t sampled; /* sampling interval: only the reads of one in `sampled` cache lines were counted, and the
                      numbers were multiplied by `sampled` */
} tc_reuse;

/* Counts the reads of x by reuse distance. row_bytes is the number of bytes that a row streams in addition to
 * x; with 0 the distances count x alone. For general rows, row_bytes is the average over the rows, and a row
 * streams 12 bytes more for each column by which it is longer than the average row. A fixed rule selects one
 * cache line of x in each group of consecutive lines. There are 2^14 to 2^15 groups (fewer if x is small).
 * The counts are multiplied by the size of a group. The numbers are the same on every machine. (Samples of
 * consecutive lines are less exact. Samples of 64 consecutive lines gave errors of up to 40 % for long
 * distances, and samples of single lines gave 2 %.) Distances below about 1024 * out->sampled bytes are
 * inaccurate. Time is linear in the number of entries, and each read of a sampled line takes logarithmic time
 * in addition. Memory is linear in the number of columns. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_reuse_count(const tc_ell_pattern *columns, double row_bytes, tc_reuse *out);

/* Returns the number n such that tc_reuse_count counts the reads of one in n cache lines of x, for an x of
 * `columns` entries. */
int32_t tc_reuse_sampling_interval(int32_t columns);

/* Like tc_reuse_count, but counts only the reads of rows `first` and later. Earlier rows touch cache lines,
 * but their reads are not counted. `sampled` is the sampling interval, usually that of the whole matrix.
 * out->rows is the number of counted rows. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_reuse_count_part(const tc_ell_pattern *columns, int32_t first, int32_t sampled, double row_bytes,
                              tc_reuse *out);

/* Returns the number of bytes that a row of `width` entries streams in addition to x: values, 32-bit columns,
 * diagonal and result. */
static inline double tc_reuse_row_bytes(double width) { return 12.0 * width + 16.0; }

/* Returns the bytes that a row of a pattern streams in addition to x, averaged over the rows. A general row
 * also streams the 8 bytes of the position at which it begins. */
double tc_reuse_pattern_row_bytes(const tc_ell_pattern *columns);

/* Returns the smallest distance of bin number `bin` in bytes. */
double tc_reuse_bin_bytes(int bin);

/* Returns the number of reads that are not in order and have a distance of at least `bytes`, without cold
 * reads. The reads of a bin are assumed to be distributed uniformly over the logarithm of the distance. */
double tc_reuse_reads_beyond(const tc_reuse *reuse, double bytes);

/* Returns the number of reads of x in a product that miss a cache of `cache_B` bytes and are not in order.
 * These are the reads with a distance of at least cache_B. If a product touches at least cache_B bytes, the
 * cold reads are included. */
double tc_reuse_cache_misses(const tc_reuse *reuse, double row_bytes, double cache_B);

/* Subtracts from each number of reads in *from the number in *reference times from->rows / reference->rows.
 * The differences may be negative. The members rows, lines and sampled do not change. */
void tc_reuse_subtract(tc_reuse *from, const tc_reuse *reference);

/* Counts the sectors of x that a device loads if it caches x only within a tile of `tile` consecutive rows. A
 * sector has `sector_bytes` bytes (8, 16, ..). A tile loads each sector once that contains a value read by
 * the tile's rows, own values included. Sets *sectors_a_row to the number of sectors that all tiles load
 * divided by the number of rows; 0 if there are no rows. Time and memory are linear in the size of the
 * pattern. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_reuse_count_tiles(const tc_ell_pattern *columns, int32_t tile, int sector_bytes,
                               double *sectors_a_row);

#endif
