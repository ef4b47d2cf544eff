/* What kernels says at its end. */
#ifndef TC_KERNELS_REPORT_H
#define TC_KERNELS_REPORT_H

#include <stdio.h>

#include "base/text/json_writer.h"
#include "options.h"

/* Of one block size and kernel, and one number of threads or, on a device, size of tiles. */
typedef struct kn_timing {
  int32_t block, threads, tile; /* threads 0: a device; tile 0: none */
  const kn_kernel *kernel;
  double step_s, fastest_s; /* of a product: the median of all, the fastest */
  int32_t untimed;          /* products before those that are timed, of all rounds */
  double local_page_share;  /* kn_product_local_page_share */
  double levels_s, reads_s; /* forecasts of step_s (forecast.h); NAN: none */
} kn_timing;

typedef struct kn_forecasts kn_forecasts;

typedef struct kn_timing_list {
  const tc_device *device;       /* NULL: none */
  double copy_Bps;               /* at which it copies what a product moves, read and written; NAN: none */
  const kn_forecasts *forecasts; /* NULL: none */
  int count;
  const kn_timing *timing;
} kn_timing_list;

/* Of one block size and tile. */
typedef struct kn_sector_count {
  int32_t block, tile;
  double x;     /* sectors of x that a tile reads, divided by its rows */
  double reads; /* sectors that a row reads: values and columns too */
  double flops; /* that a device allows; 0: nothing is known of one */
  bool cache;   /* its cache is the limit, not memory */
} kn_sector_count;

/* Of one block size and cache: lines that a row of form difference fetches from behind it. */
typedef struct kn_line_count {
  int32_t block, cache; /* bytes */
  double x, all;        /* of x, a second time and more often; with what comes once */
} kn_line_count;

/* What is counted. */
typedef struct kn_count_results {
  int tallies, fetches;
  kn_sector_count *tally;
  kn_line_count *fetch;
} kn_count_results;

/* The largest block with this tile that memory limits, 0: none. Beyond it the cache limits all that are
 * counted. */
int32_t kn_count_results_largest(const kn_count_results *counted, int32_t tile);

double kn_timing_flops(const kn_options *options, const kn_timing *timing);
double kn_timing_Bps(const kn_options *options, const kn_timing *timing);

/* The head of a table: what was computed. */
void kn_kernels_head(const kn_options *options, FILE *out);
void kn_kernels_timings(const kn_options *options, const kn_timing_list *timings, FILE *out);
void kn_kernels_counted(const kn_options *options, const kn_count_results *counted, FILE *out);

/* Before the work: the report can be written. NULL: none. Errors: TC_OUTPUT. */
tc_status kn_kernels_prepare(const char *json);
/* Errors: TC_OUTPUT; the file appears only when complete. */
tc_status kn_kernels_timings_json(const kn_options *options, const kn_timing_list *timings);
tc_status kn_kernels_counted_json(const kn_options *options, const kn_count_results *counted);

#endif
