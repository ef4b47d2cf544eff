/* What kernels says at its end. */
#ifndef TC_KERNELS_REPORT_H
#define TC_KERNELS_REPORT_H

#include <stdio.h>

#include "base/text/json_writer.h"
#include "options.h"

/* Of one block size and kernel, and one number of threads or, on a device, size of tiles. */
typedef struct tc_timing {
  int32_t block, threads, tile; /* threads 0: a device; tile 0: none */
  const tc_kernel *kernel;
  double step_s, fastest_s; /* of a product: the median of all, the fastest */
  int32_t untimed;          /* products before those that are timed, of all rounds */
  double near;              /* tc_product_near */
  double levels_s, reads_s; /* forecasts of step_s (forecast.h); NAN: none */
} tc_timing;

typedef struct tc_forecasts tc_forecasts;

typedef struct tc_timings {
  const tc_device *device;       /* NULL: none */
  double copy_Bps;               /* at which it copies what a product moves, read and written; NAN: none */
  const tc_forecasts *forecasts; /* NULL: none */
  int count;
  const tc_timing *timing;
} tc_timings;

/* Of one block size and tile. */
typedef struct tc_tally {
  int32_t block, tile;
  double x;     /* sectors of x that a tile reads, divided by its rows */
  double reads; /* sectors that a row reads: values and columns too */
  double flops; /* that a device allows; 0: nothing is known of one */
  bool cache;   /* its cache is the limit, not memory */
} tc_tally;

/* Of one block size and cache: lines that a row of form difference fetches from behind it. */
typedef struct tc_fetches {
  int32_t block, cache; /* bytes */
  double x, all;        /* of x, a second time and more often; with what comes once */
} tc_fetches;

/* What is counted. */
typedef struct tc_counted {
  int tallies, fetches;
  tc_tally *tally;
  tc_fetches *fetch;
} tc_counted;

/* The largest block with this tile that memory limits, 0: none. Beyond it the cache limits all that are
 * counted. */
int32_t tc_counted_largest(const tc_counted *counted, int32_t tile);

double tc_timing_flops(const tc_options *options, const tc_timing *timing);
double tc_timing_Bps(const tc_options *options, const tc_timing *timing);

/* The head of a table: what was computed. */
void tc_kernels_head(const tc_options *options, FILE *out);
void tc_kernels_timings(const tc_options *options, const tc_timings *timings, FILE *out);
void tc_kernels_counted(const tc_options *options, const tc_counted *counted, FILE *out);

/* Before the work: the report can be written. NULL: none. Errors: TC_OUTPUT. */
tc_status tc_kernels_prepare(const char *json);
/* Errors: TC_OUTPUT; the file appears only when complete. */
tc_status tc_kernels_timings_json(const tc_options *options, const tc_timings *timings);
tc_status tc_kernels_counted_json(const tc_options *options, const tc_counted *counted);

#endif
