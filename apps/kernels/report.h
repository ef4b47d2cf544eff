/* Tables and JSON reports of kernels. The commands check the report's path before the work, fill the lists of
 * results, then write the table and the report. Not collective. */
#ifndef TC_KERNELS_REPORT_H
#define TC_KERNELS_REPORT_H

#include <stdio.h>

#include "base/text/json_writer.h"
#include "options.h"

/* Line of the table of `kernels run`: one block size, kernel and number of threads or tile. */
typedef struct kn_timing {
  int32_t block, threads, tile; /* `threads` is 0 for a device, `tile` is 0 for the processor */
  const kn_kernel *kernel;
  double step_s, fastest_s; /* median and minimum of the seconds of a product */
  int32_t untimed;          /* number of warm-up products in all rounds */
  double local_page_share;  /* result of kn_product_local_page_share */
  double levels_s, reads_s; /* forecasts of fastest_s (forecast.h); NAN if there are none */
} kn_timing;

typedef struct kn_forecasts kn_forecasts;

typedef struct kn_timing_list {
  const tc_device *device; /* NULL without a device */
  double copy_Bps; /* copy rate of the device, which counts bytes read plus bytes written; NAN without a
                      device */
  const kn_forecasts *forecasts; /* NULL without forecasts */
  int count;
  const kn_timing *timing;
} kn_timing_list;

/* Line of the table of `kernels count`: one block size and tile. */
typedef struct kn_sector_count {
  int32_t block, tile;
  double x;     /* sectors of x per row that a tile reads */
  double reads; /* sectors per row, values and columns included */
  double flops; /* flop/s that the bandwidths allow; 0 if they are not set */
  bool cache;   /* true if the cache is the limit, false if the memory is */
} kn_sector_count;

/* Line of the table of `kernels count --cache`: cache lines per row of form difference that are loaded from
 * beyond a cache. */
typedef struct kn_line_count {
  int32_t block, cache; /* block size in rows; cache size in bytes */
  double x, all;        /* repeated loads of lines of x; all loads */
} kn_line_count;

/* All results of `kernels count`. */
typedef struct kn_count_results {
  int tallies, fetches;
  kn_sector_count *tally;
  kn_line_count *fetch;
} kn_count_results;

/* Returns the largest counted block for which memory is the limit with this tile; 0 if there is none. */
int32_t kn_count_results_largest(const kn_count_results *counted, int32_t tile);

/* Return the flop/s of a product, and the minimum number of bytes per second that it moves, both from the
 * median time. */
double kn_timing_flops(const kn_options *options, const kn_timing *timing);
double kn_timing_Bps(const kn_options *options, const kn_timing *timing);

/* Write the first line of the output, and the tables of `kernels run` and `kernels count`. */
void kn_kernels_head(const kn_options *options, FILE *out);
void kn_kernels_timings(const kn_options *options, const kn_timing_list *timings, FILE *out);
void kn_kernels_counted(const kn_options *options, const kn_count_results *counted, FILE *out);

/* Checks that the report can be written. The commands call it before their work. `json` is NULL without a
 * report. Errors: TC_OUTPUT. */
tc_status kn_kernels_prepare(const char *json);
/* Write the JSON reports, which are published when complete. Errors: TC_OUTPUT. */
tc_status kn_kernels_timings_json(const kn_options *options, const kn_timing_list *timings);
tc_status kn_kernels_counted_json(const kn_options *options, const kn_count_results *counted);

#endif
