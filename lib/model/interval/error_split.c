#include "model/interval/error_split.h"

#include <math.h>

/* The working set of the job is assumed to be in memory if a row of the product then takes at least this
 * factor times as long as a row in the first cache. */
static const double memory_row_ratio = 1.2;

static const double gather_weight_max = 0.3, assumed_call_spread = 0.1;

static bool is_in_memory(const tc_split_question *q) {
  return !(q->row_ratio > 0.0) || q->row_ratio >= memory_row_ratio;
}

/* Returns weights, with the sum 1, that approximate the step of the run by the kernels of the speed probe. */
static tc_probe_times kernel_weights(const tc_split_question *q) {
  tc_probe_times weight = {{0.0}};
  if (is_in_memory(q)) {
    const double gather = fmin(fmax(q->gather_cost, 0.0), gather_weight_max);
    weight.kernel_s[TC_PROBE_STREAM] = 1.0 - gather;
    weight.kernel_s[TC_PROBE_GATHER] = gather;
  } else
    weight.kernel_s[TC_PROBE_INTEGER] = 1.0;
  return weight;
}

/* True if the times of all kernels whose weight is not 0 are known. */
static bool is_complete(const tc_probe_times *times, const tc_probe_times *weight) {
  for (int k = 0; k < TC_PROBE_KERNELS; k++)
    if (weight->kernel_s[k] > 0.0 && !(times->kernel_s[k] > 0.0 && isfinite(times->kernel_s[k])))
      return false;
  return true;
}

static tc_split_lack find_lack(const tc_split_question *q, const tc_probe_times *weight) {
  if (!(q->measured_s > 0.0 && q->forecast_s > 0.0)) return TC_SPLIT_NO_FORECAST;
  if (!is_complete(&q->reference, weight)) return TC_SPLIT_NO_REFERENCE;
  return q->calls > 0 && is_complete(&q->during, weight) ? TC_SPLIT_COMPLETE : TC_SPLIT_NO_PROBE;
}

/* Returns the time of the speed probe during the run, divided by its time when the machine was measured: the
 * geometric mean over the kernels with the weights `weight`. */
static double slow_down(const tc_split_question *q, const tc_probe_times *weight) {
  double sum = 0.0;
  for (int k = 0; k < TC_PROBE_KERNELS; k++)
    if (weight->kernel_s[k] > 0.0)
      sum += weight->kernel_s[k] * log(q->during.kernel_s[k] / q->reference.kernel_s[k]);
  return exp(sum);
}

tc_split tc_split_compute(const tc_split_question *q) {
  const tc_probe_times weight = kernel_weights(q);
  tc_split split = {.lack = find_lack(q, &weight),
                    .machine = NAN,
                    .model = NAN,
                    .total = NAN,
                    .cpu_share = q->cpu_share > 0.0 ? fmin(q->cpu_share, 1.0) : 1.0,
                    .kernel = is_in_memory(q) ? TC_PROBE_STREAM : TC_PROBE_INTEGER,
                    .slowest = q->slowest};
  split.is_known = split.lack == TC_SPLIT_COMPLETE;
  if (split.lack != TC_SPLIT_NO_FORECAST) split.total = q->measured_s / q->forecast_s;
  if (!split.is_known) return split;
  split.resolution = 2.0 * (q->call_spread > 0.0 ? q->call_spread : assumed_call_spread) / sqrt(q->calls);
  split.machine = slow_down(q, &weight) / split.cpu_share;
  split.model = split.total / split.machine;
  return split;
}
