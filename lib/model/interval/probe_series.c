#include "model/interval/probe_series.h"

#include <limits.h>
#include <math.h>
#include <string.h>

void tc_probe_series_add(tc_probe_series *series, const tc_probe_times *call) {
  for (int k = 0; k < TC_PROBE_KERNELS; k++) tc_timing_series_add(&series->kernel[k], call->kernel_s[k]);
}

tc_probe_summary tc_probe_series_summary(const tc_probe_series *series) {
  const size_t added = series->kernel[0].added;
  tc_probe_summary summary = {.calls = added < INT_MAX ? (int)added : INT_MAX};
  for (int k = 0; k < TC_PROBE_KERNELS; k++) {
    double sorted[TC_TIMING_SERIES_MAX];
    const size_t stored = series->kernel[k].stored, used = stored - stored / 10;
    memcpy(sorted, series->kernel[k].value, stored * sizeof *sorted);
    tc_values_sort(sorted, stored);
    const double mean = tc_mean(sorted, used);
    summary.mean.kernel_s[k] = mean;
    summary.spread[k] = mean > 0.0 ? sqrt(tc_variance(sorted, used)) / mean : 0.0;
  }
  return summary;
}
