/* Tables and JSON reports of kernels. The commands check the report's path before the work, fill the lists of
 * results, then write the table and the report. Not collective. */
#ifndef TC_KERNELS_REPORT_H
#define TC_KERNELS_REPORT_H

#include <stdio.h>

#include "base/text/json_writer.h"
#include "options.h"

/* Line of `run`: one block size, kernel and number of threads or tile. */
typedef struct kn_timing {
  int32_t block, threads, tile; /* threads 0: on a device; tile 0: on the processor */
  const kn_kernel *kernel;
  double step_s, fastest_s; /* seconds of a product: median and minimum */
  int32_t untimed;          /* warm-up products of all rounds */
  double local_page_share;  /* kn_product_local_page_share */
  double levels_s, reads_s; /* forecasts of fastest_s (forecast.h); NAN: none */
} kn_timing;

typedef struct kn_forecasts kn_forecasts;

typedef struct kn_timing_list {
  const tc_device *device;       /* NULL: none */
  double copy_Bps;               /* copy rate of the device, bytes read plus bytes written; NAN: no device */
  const kn_forecasts *forecasts; /* NULL: none */
  int count;
  const kn_timing *timing;
} kn_timing_list;

/* Line of `count`: one block size and tile. */
typedef struct kn_sector_count {
  int32_t block, tile;
  double x;     /* sectors of x per row that a tile reads */
  double reads; /* sectors per row, values and columns included */
  double flops; /* flop/s that the bandwidths allow; 0: not set */
  bool cache;   /* the cache is the limit, not the memory */
} kn_sector_count;

/* Line of `count --cache`: cache lines per row of form difference that are loaded from beyond a cache. */
typedef struct kn_line_count {
  int32_t block, cache; /* bytes */
  double x, all;        /* repeated loads of x; all loads */
} kn_line_count;

/* Results of `count`. */
typedef struct kn_count_results {
  int tallies, fetches;
  kn_sector_count *tally;
  kn_line_count *fetch;
} kn_count_results;

/* Returns the largest counted block that memory limits with this tile; 0: none. */
int32_t kn_count_results_largest(const kn_count_results *counted, int32_t tile);

/* Return flop/s, and bytes per second that a product moves at least, from the median time. */
double kn_timing_flops(const kn_options *options, const kn_timing *timing);
double kn_timing_Bps(const kn_options *options, const kn_timing *timing);

/* Write the first line, and the tables of `run` and `count`. */
void kn_kernels_head(const kn_options *options, FILE *out);
void kn_kernels_timings(const kn_options *options, const kn_timing_list *timings, FILE *out);
void kn_kernels_counted(const kn_options *options, const kn_count_results *counted, FILE *out);

/* Checks before the work that the report can be written. json NULL: no report. Errors: TC_OUTPUT. */
tc_status kn_kernels_prepare(const char *json);
/* Write the reports. The file is published when it is complete. Errors: TC_OUTPUT. */
tc_status kn_kernels_timings_json(const kn_options *options, const kn_timing_list *timings);
tc_status kn_kernels_counted_json(const kn_options *options, const kn_count_results *counted);

#endif
