/* Reuse distances of the vector x in a product: stack distances (Mattson et al. 1970) of the cache lines of
 * x, which include the matrix data streamed between two uses. Counted by count/pattern_reuse.c for runs and
 * dry runs and by the program `kernels`; the models of performance turn them into cache misses. They are
 * computed from columns alone, without machine parameters or a clock. No function is collective.
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

/* ELL pattern: the columns of the rows of a matrix, without values. */
typedef struct tc_ell_pattern {
  int32_t rows, columns; /* columns: entries of x, at least as many as rows */
  int width;             /* at most 64 */
  const int32_t *column; /* [rows][width], padded with the row's own number; borrowed */
} tc_ell_pattern;

/* Distances in half octaves: bin b begins at 64 * 2^(b/2) bytes. The first bin also holds shorter distances,
 * the last also longer ones. */
enum { TC_REUSE_BINS = 56, TC_REUSE_LINE = 64 };

/* Numbers of column reads in one product. */
typedef struct tc_reuse {
  double scattered[TC_REUSE_BINS]; /* by distance: reads that are not in order */
  /* By distance: reads whose adjacent line was touched later than their own line and within the last 16 rows.
   * A processor prefetches them. */
  double in_order[TC_REUSE_BINS];
  double cold, cold_in_order; /* first reads of a line in this product, out of order and in order */
  double rows, lines;         /* `lines`: all lines of x, read or not */
  int32_t sampled;            /* sampling interval: one of `sampled` lines was counted */
} tc_reuse;

/* Counts the reads. row_bytes is the number of bytes a row streams in addition to x; 0 counts x alone. A
 * fixed rule selects one line in each group of consecutive lines, 2^14 to 2^15 in total, and the counts are
 * scaled, so the numbers are the same on every machine. (Samples of contiguous lines are less exact: groups
 * of 64 lines gave errors up to 40 % in the tails, single lines 2 %.) Distances below about `sampled` KiB are
 * inaccurate. tc_reuse_count_exact counts all lines. Time is linear in the entries plus logarithmic for each
 * read of a sampled line. Memory is linear in the columns. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_reuse_count(const tc_ell_pattern *columns, double row_bytes, tc_reuse *out);
tc_status tc_reuse_count_exact(const tc_ell_pattern *columns, double row_bytes, tc_reuse *out);

/* Returns the sampling interval for an x of `columns` entries: one line in this number is counted. */
int32_t tc_reuse_sampling_interval(int32_t columns);

/* Counts the reads of rows `first` and later. Earlier rows touch lines but are not counted. `sampled` is the
 * sampling interval, usually that of the whole matrix. out->rows is the number of counted rows. Errors:
 * TC_INTERNAL if memory is exhausted. */
tc_status tc_reuse_count_part(const tc_ell_pattern *columns, int32_t first, int32_t sampled, double row_bytes,
                              tc_reuse *out);

/* Bytes a row streams in addition to x: values, 32-bit columns, diagonal and result. */
static inline double tc_reuse_row_bytes(int width) { return 12.0 * width + 16.0; }

/* Returns the smallest distance of a bin in bytes. */
double tc_reuse_bin_bytes(int bin);

/* Returns the number of out-of-order reads with a distance of at least `bytes`, without first reads. Reads
 * within a bin are assumed uniform in the logarithm of the distance. */
double tc_reuse_reads_beyond(const tc_reuse *reuse, double bytes);

/* Returns the number of lines of x that a product loads out of order from beyond a cache of `cache_B` bytes.
 * These are reads with a larger distance and, if the product touches more bytes than the cache holds, also
 * first reads. */
double tc_reuse_cache_misses(const tc_reuse *reuse, double row_bytes, double cache_B);

/* Subtracts the reads of `usual`, scaled to the number of rows of `from`. The differences may be negative.
 * rows, lines and sampled do not change. */
void tc_reuse_subtract(tc_reuse *from, const tc_reuse *usual);

/* Counts the reads of a device that caches x only within a tile of `tile` consecutive rows. The result is the
 * number of distinct sectors of `sector_bytes` (8, 16, ..) that a tile reads, own values included, per row; 0
 * without rows. Time and memory are linear. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_reuse_count_tiles(const tc_ell_pattern *columns, int32_t tile, int sector_bytes,
                               double *sectors_a_row);

#endif
