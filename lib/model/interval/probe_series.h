/* Times of the speed probe during a run. The speed probe is a small benchmark, from which error_split.h finds
 * how much of a forecast error is due to the machine. The caller adds the times of each call
 * (calibration/node/speed_probe.h) and requests the summary after the steps. The memory is bounded, because a
 * full series drops every second call. Pure. */
#ifndef TC_MODEL_INTERVAL_PROBE_SERIES_H
#define TC_MODEL_INTERVAL_PROBE_SERIES_H

#include "base/numeric/stats.h"
#include "machine/parameters/probe_times.h"

/* Zero-initialise before use. The size is about 100 kB. */
typedef struct tc_probe_series {
  tc_timing_series kernel[TC_PROBE_KERNELS];
} tc_probe_series;

typedef struct tc_probe_summary {
  int calls;                       /* calls that were added, at most INT_MAX */
  tc_probe_times mean;             /* mean times, in which the slowest tenth of the calls is ignored; 0
                                      without calls */
  double spread[TC_PROBE_KERNELS]; /* relative standard deviation of the calls in `mean`; 0 with fewer than 2
                                      calls */
} tc_probe_summary;

void tc_probe_series_add(tc_probe_series *series, const tc_probe_times *call);

tc_probe_summary tc_probe_series_summary(const tc_probe_series *series);

#endif
