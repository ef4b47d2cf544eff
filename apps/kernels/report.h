/* What kernels says at its end. */
#ifndef TC_KERNELS_REPORT_H
#define TC_KERNELS_REPORT_H

#include <stdio.h>

#include "options.h"
#include "report/json_writer.h"

/* Of one block size, number of threads and kernel. */
typedef struct tc_timing {
  int32_t block, threads;
  const tc_kernel *kernel;
  double step_s, fastest_s; /* of a product: the median of all, the fastest */
} tc_timing;

double tc_timing_flops(const tc_options *options, const tc_timing *timing);
double tc_timing_Bps(const tc_options *options, const tc_timing *timing);

/* The head of a table: what was computed. */
void tc_kernels_head(const tc_options *options, FILE *out);
void tc_kernels_timings(const tc_options *options, int count, const tc_timing *timing, FILE *out);

/* Before the work: the report can be written. NULL: none. Errors: TC_OUTPUT. */
tc_status tc_kernels_prepare(const char *json);
/* Errors: TC_OUTPUT; the file appears only when complete. */
tc_status tc_kernels_timings_json(const tc_options *options, int count, const tc_timing *timing);

#endif
