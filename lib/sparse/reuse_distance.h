/* How far apart in a product the uses of its vector x lie: stack distances (Mattson et al. 1970) of the lines
 * of x, what the matrix streams meanwhile being part of them. Counted from columns alone: no machine, no
 * clock, not collective.
 *
 * Rows are done in their order. Each reads its own value of x, then its columns, lowest first; padding (the
 * row's own column) is left out. The distance of a read is the bytes that were touched since its line was
 * last: 64 for each other line of x, and row_bytes for each row between. So a cache of C bytes that forgets
 * what was used longest ago misses the reads with a distance of C or more. Reads of the row's own value
 * touch their lines and are not counted: they go through x in order, whatever the columns. */
#ifndef TC_SPARSE_REUSE_DISTANCE_H
#define TC_SPARSE_REUSE_DISTANCE_H

#include <stdint.h>

#include "base/core/status.h"

/* Columns of the rows of a matrix, and all that is looked at of it. */
typedef struct tc_ell_pattern {
  int32_t rows, columns; /* columns: entries of x, at least as many as rows */
  int width;             /* at most 64 */
  const int32_t *column; /* [rows][width], padded with the row's own */
} tc_ell_pattern;

/* Distances by half octaves: bin b begins at 64 * 2^(b/2) bytes; the first holds shorter ones too, the last
 * longer ones. */
enum { TC_REUSE_BINS = 56, TC_REUSE_LINE = 64 };

/* Reads of columns in one product. */
typedef struct tc_reuse {
  double scattered[TC_REUSE_BINS]; /* by distance, those that are not */
  double in_order[TC_REUSE_BINS];  /* that follow a line next to theirs, which was touched after theirs and
                                      within the last 16 rows: a processor fetches them ahead */
  double cold, cold_in_order;      /* of lines that this product has not touched before */
  double rows, lines;              /* lines of x, read or not */
  int32_t sampled;                 /* one line in so many was looked at */
} tc_reuse;

/* Counts the reads. row_bytes: what a row streams beside x; 0: x alone. 2^14 to 2^15 lines are looked at, one
 * in each group of consecutive ones by a fixed rule, with what happens to the lines beside it, and counts
 * multiplied: the same numbers on every machine. (Pages of lines that stay together say less: with pages of
 * 64, tails were off by up to 40 %, with single lines by 2 %.) Distances below some `sampled` KiB are rough.
 * exact: all lines. Time: linear in the entries, and logarithmic for those of lines that are looked at;
 * memory linear in the columns. Errors: TC_INTERNAL out of memory. */
tc_status tc_reuse_count(const tc_ell_pattern *columns, double row_bytes, tc_reuse *out);
tc_status tc_reuse_count_exact(const tc_ell_pattern *columns, double row_bytes, tc_reuse *out);

/* One line in so many is looked at where x has so many entries. */
int32_t tc_reuse_sampling_interval(int32_t columns);

/* The same of a part of a matrix, sampled as the whole may be: rows before `first` touch lines, but only
 * reads of the others are counted. out->rows: of these. */
tc_status tc_reuse_count_part(const tc_ell_pattern *columns, int32_t first, int32_t sampled, double row_bytes,
                              tc_reuse *out);

/* What a row streams beside x: values, 32-bit columns, diagonal and result. */
static inline double tc_reuse_row_bytes(int width) { return 12.0 * width + 16.0; }

/* Where a bin begins. */
double tc_reuse_bin_bytes(int bin);

/* Reads at this distance and beyond that are neither in order nor first; those of a bin lie evenly on the
 * scale of bins. */
double tc_reuse_reads_beyond(const tc_reuse *reuse, double bytes);

/* Lines of x that a product reads from behind a cache of so many bytes and not in order: what is beyond them,
 * and where a product touches more than that, also what it reads for the first time. */
double tc_reuse_cache_misses(const tc_reuse *reuse, double row_bytes, double cache_B);

/* What is read more often than elsewhere: takes off the reads of `usual`, as many times as there are more
 * rows here. What is left may be negative. rows, lines and sampled stay. */
void tc_reuse_subtract(tc_reuse *from, const tc_reuse *usual);

/* What a device reads that keeps x only while it does `tile` consecutive rows: distinct sectors of
 * `sector_bytes` (8, 16, ..) that each tile reads, own values included, all of them divided by the rows. 0
 * without rows. Time and memory linear. Errors: TC_INTERNAL out of memory. */
tc_status tc_reuse_count_tiles(const tc_ell_pattern *columns, int32_t tile, int sector_bytes,
                               double *sectors_a_row);

#endif
