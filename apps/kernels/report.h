/* Tables and JSON reports of kernels. The commands fill a kn_timing_list or kn_count_results, then write the
 * table and the report. Not collective. */
#ifndef TC_KERNELS_REPORT_H
#define TC_KERNELS_REPORT_H

#include <stdio.h>

#include "base/document/document.h"
#include "options.h"

/* Line of the table of `kernels run`, for one block size, one kernel and one number of threads (processor) or
 * rows per tile (device). */
typedef struct kn_timing {
  int32_t block, threads, tile; /* `threads` is 0 for a device, `tile` is 0 for the processor */
  const kn_kernel *kernel;
  double step_s, fastest_s; /* seconds of a product: median and minimum over all products of the line */
  int32_t warm_up_products; /* number of warm-up products in all rounds, which are not part of the times */
  /* share of the pages that are on the NUMA node of the thread that uses them
   * (kn_product_local_page_share) */
  double local_page_share;
  /* forecasts of fastest_s in seconds: `levels_s` by equation (6) with the bandwidths of memory levels,
   * `reads_s` by the cost of single reads (forecast.h); NAN without a forecast */
  double levels_s, reads_s;
} kn_timing;

typedef struct kn_forecasts kn_forecasts;

typedef struct kn_timing_list {
  tc_device *device; /* device that computes; NULL if the processor computes */
  /* copy rate of the device in bytes read plus bytes written per second; NAN without a device */
  double copy_Bps;
  kn_forecasts *forecasts; /* samples of machine parameters; NULL if --forecast is not set */
  int count;
  kn_timing *timing; /* [count] lines of the table */
} kn_timing_list;

/* Line of the table of `kernels count`, for one block size and one number of rows per tile. */
typedef struct kn_sector_count {
  int32_t block, tile;
  double x; /* number of sectors of x that a tile reads, per row of the tile */
  /* number of sectors that a tile reads for x, matrix values and columns, per row of the tile */
  double reads;
  /* floating-point operations per second that the bandwidths of options.h allow; 0 if they are not set */
  double flops;
  bool is_cache_limited; /* true if the cache bandwidth limits `flops`; false if the memory bandwidth does */
} kn_sector_count;

/* Line of the table of `kernels count --cache`: number of cache lines per row that a product of form
 * `difference` loads because a cache of a given size does not contain them. */
typedef struct kn_line_count {
  int32_t block, cache; /* block size in rows; cache size in bytes */
  /* `x`: loads of cache lines of x per row, without the first load of each line; `total`: these loads, the
   * loads of all lines of the matrix and the first loads of x, per row */
  double x, total;
} kn_line_count;

/* All results of `kernels count`: `sector_count` has one entry per block size and tile, `line_count` one per
 * block size and cache size. */
typedef struct kn_count_results {
  int sector_counts, line_counts;
  kn_sector_count *sector_count;
  kn_line_count *line_count;
} kn_count_results;

/* Functions that write to `out`. kn_kernels_head writes the first line of the output of both commands,
 * kn_kernels_timings the table of `kernels run`, and kn_kernels_counted the tables of `kernels count`. */
void kn_kernels_head(const kn_options *options, FILE *out);
void kn_kernels_timings(const kn_options *options, const kn_timing_list *timings, FILE *out);
void kn_kernels_counted(const kn_options *options, const kn_count_results *counted, FILE *out);

/* Functions that write the JSON reports of `kernels run` and `kernels count` to the file options->json. The
 * file appears under this name only when it is complete. Errors: TC_OUTPUT. */
tc_status kn_kernels_timings_json(const kn_options *options, const kn_timing_list *timings);
tc_status kn_kernels_counted_json(const kn_options *options, const kn_count_results *counted);

#endif
