#include "machine/parameters/machine_samples.h"

#include <math.h>
#include <string.h>

bool tc_machine_spread_is_wide(double spread) {
  const double max_spread = 0.5;
  return !(spread <= max_spread);
}

/* Returns the index of value number w of a parameter in tc_machine_samples.of_value. */
static int find_value(int param, int w) {
  static const tc_params origin;
  return (int)(tc_param_get(&origin, param) - (const double *)&origin) + w;
}

tc_value_samples *tc_machine_samples_of(tc_machine_samples *samples, int param, int w) {
  return &samples->of_value[find_value(param, w)];
}

const tc_value_samples *tc_machine_samples_get(const tc_machine_samples *samples, int param, int w) {
  return &samples->of_value[find_value(param, w)];
}

double tc_machine_sample_size(const tc_params *params, int param, int w) {
  if (param == TC_PARAM_gather4_s || param == TC_PARAM_gather16_s) return params->spread_B[w];
  return param > TC_PARAM_working_set_B ? params->working_set_B[w] : 0.0;
}

/* ---- samples of one value ---- */

static bool is_same_size(double a, double b) {
  const double tolerance = 1e-6;
  return fabs(a - b) <= tolerance * fmax(a, b);
}

static bool is_valid(const tc_machine_sample *s) {
  return s->value > 0.0 && isfinite(s->value) && s->spread > 0.0 && isfinite(s->spread) && s->time >= 0;
}

/* Returns true if the sample `old` must be removed before `added` is added, because `old` has another size or
 * was disturbed. */
static bool is_superseded(const tc_machine_sample *old, const tc_machine_sample *added) {
  if (!is_same_size(old->size_B, added->size_B)) return true;
  return tc_machine_spread_is_wide(old->spread) && !tc_machine_spread_is_wide(added->spread);
}

static void remove_superseded(tc_value_samples *samples, const tc_machine_sample *added) {
  int count = 0;
  for (int i = 0; i < samples->count; i++)
    if (!is_superseded(&samples->sample[i], added)) samples->sample[count++] = samples->sample[i];
  samples->count = count;
}

static void remove_oldest(tc_value_samples *samples) {
  samples->count--;
  memmove(samples->sample, samples->sample + 1, (size_t)samples->count * sizeof *samples->sample);
}

/* Returns true if `time` is so close to the latest sample that the same temporary change of the machine's
 * speed may affect both measurements. */
static bool is_same_period(const tc_value_samples *samples, int64_t time) {
  const int64_t latest = samples->count > 0 ? samples->sample[samples->count - 1].time : 0;
  return latest > 0 && time - latest < TC_SAMPLE_PERIOD_S && latest - time < TC_SAMPLE_PERIOD_S;
}

void tc_value_samples_add(tc_value_samples *samples, const tc_machine_sample *sample) {
  tc_machine_sample added = *sample;
  if (!is_valid(sample)) return;
  remove_superseded(samples, sample);
  const bool has_better = samples->count > 0 && !tc_machine_spread_is_wide(samples->sample[0].spread);
  if (has_better && tc_machine_spread_is_wide(sample->spread)) return;
  if (is_same_period(samples, sample->time))
    added.time = samples->sample[--samples->count].time;
  else if (samples->count == TC_SAMPLES_MAX)
    remove_oldest(samples);
  samples->sample[samples->count++] = added;
}

void tc_value_samples_append(tc_value_samples *samples, const tc_machine_sample *sample) {
  if (is_valid(sample) && samples->count < TC_SAMPLES_MAX) samples->sample[samples->count++] = *sample;
}

bool tc_value_samples_are_due(const tc_value_samples *samples, int64_t time) {
  enum { enough = 3, day_s = 86400 };
  if (samples->count == 0) return false;
  const tc_machine_sample *latest = &samples->sample[samples->count - 1];
  const bool has_enough = samples->count >= enough && !tc_machine_spread_is_wide(latest->spread);
  const bool is_future = latest->time - time >= TC_SAMPLE_PERIOD_S;
  return is_future || time - latest->time >= (has_enough ? day_s : TC_SAMPLE_PERIOD_S);
}

static void remove_later(tc_value_samples *samples, int64_t time) {
  int count = 0;
  for (int i = 0; i < samples->count; i++)
    if (samples->sample[i].time <= time + TC_SAMPLE_CLOCK_S) samples->sample[count++] = samples->sample[i];
  samples->count = count;
}

void tc_machine_samples_remove_later(tc_machine_samples *samples, int64_t time) {
  for (int v = 0; v < TC_SAMPLE_VALUES; v++) remove_later(&samples->of_value[v], time);
}

static bool is_better(double a, double b, bool is_rate) { return is_rate ? a > b : a < b; }

tc_machine_sample tc_value_samples_median(const tc_value_samples *samples, bool is_rate) {
  tc_machine_sample sorted[TC_SAMPLES_MAX] = {samples->sample[0]};
  for (int i = 0; i < samples->count; i++) {
    int at = i;
    for (; at > 0 && is_better(samples->sample[i].value, sorted[at - 1].value, is_rate); at--)
      sorted[at] = sorted[at - 1];
    sorted[at] = samples->sample[i];
  }
  return sorted[(samples->count - 1) / 2];
}

/* ---- samples of a machine ---- */

/* Returns true if samples of a parameter are stored. Fitted parameters have none, because their spread is R^2
 * of the fit. */
static bool has_samples(int param) {
  return !tc_param_is_axis(param) && !tc_param_is_line(param) && !tc_machine_param_is_fitted(param);
}

static tc_machine_sample sample_of(const tc_machine *machine, int param, int w, int64_t time) {
  return (tc_machine_sample){tc_param_get(&machine->params, param)[w],
                             tc_param_get(&machine->spread, param)[w],
                             tc_machine_sample_size(&machine->params, param, w), time};
}

void tc_machine_samples_seed(tc_machine_samples *samples, const tc_machine *machine) {
  for (int param = 0; param < TC_PARAM_COUNT; param++)
    for (int w = 0; w < tc_param_values(param) && has_samples(param); w++) {
      tc_value_samples *value = tc_machine_samples_of(samples, param, w);
      const tc_machine_sample sample = sample_of(machine, param, w, 0);
      if (value->count == 0) tc_value_samples_add(value, &sample);
    }
}

void tc_machine_samples_record(tc_machine_samples *samples, const tc_machine *before,
                               const tc_machine *measured, int64_t time) {
  for (int param = 0; param < TC_PARAM_COUNT; param++)
    for (int w = 0; w < tc_param_values(param) && has_samples(param); w++) {
      const tc_machine_sample old = sample_of(before, param, w, time),
                              sample = sample_of(measured, param, w, time);
      if (old.value != sample.value || old.spread != sample.spread)
        tc_value_samples_add(tc_machine_samples_of(samples, param, w), &sample);
    }
}

void tc_machine_samples_clear_due(const tc_machine_samples *samples, int64_t time, tc_machine *machine) {
  for (int param = 0; param < TC_PARAM_COUNT; param++)
    for (int w = 0; w < tc_param_values(param) && has_samples(param); w++)
      if (tc_value_samples_are_due(tc_machine_samples_get(samples, param, w), time))
        tc_param_at(&machine->params, param)[w] = tc_param_at(&machine->spread, param)[w] = 0.0;
}

void tc_machine_samples_restore(const tc_machine *recalled, tc_machine *machine) {
  for (int param = 0; param < TC_PARAM_COUNT; param++)
    for (int w = 0; w < tc_param_values(param) && has_samples(param); w++) {
      const double spread = tc_param_get(&recalled->spread, param)[w];
      if (!(spread > 0.0) || tc_param_get(&machine->spread, param)[w] > 0.0) continue;
      tc_param_at(&machine->params, param)[w] = tc_param_get(&recalled->params, param)[w];
      tc_param_at(&machine->spread, param)[w] = spread;
    }
}

/* Returns the ratio of the value of a curve at working set w to its value at `bytes`. */
static double find_ratio(const tc_params *p, int param, int w, double bytes) {
  const double *curve = tc_param_get(p, param);
  return curve[w] / tc_params_curve(p, curve, bytes);
}

void tc_machine_samples_record_at(tc_machine_samples *samples, const tc_machine *machine,
                                  const tc_run_values *values, int64_t time) {
  const tc_params *p = &machine->params;
  for (int i = 0; i < values->count; i++) {
    const int param = values->item[i].param;
    const double bytes = values->item[i].size_B;
    const int w = bytes > 0.0 ? tc_params_nearest_set(p, TC_WORKING_SETS, bytes) : 0;
    if (!(tc_param_get(&machine->spread, param)[w] > 0.0)) continue;
    const double ratio = bytes > 0.0 ? find_ratio(p, param, w, bytes) : 1.0;
    tc_value_samples_add(tc_machine_samples_of(samples, param, w),
                         &(tc_machine_sample){ratio * values->item[i].value, values->item[i].spread,
                                              tc_machine_sample_size(p, param, w), time});
  }
}

static void apply_value(const tc_value_samples *samples, tc_machine *machine, int param, int w) {
  if (samples->count == 0) return;
  const tc_machine_sample median = tc_value_samples_median(samples, tc_param_is_rate(param));
  if (!is_same_size(median.size_B, tc_machine_sample_size(&machine->params, param, w))) return;
  tc_param_at(&machine->params, param)[w] = median.value;
  tc_param_at(&machine->spread, param)[w] = median.spread;
}

void tc_machine_samples_apply(const tc_machine_samples *samples, tc_machine *machine) {
  for (int param = 0; param < TC_PARAM_COUNT; param++)
    for (int w = 0; w < tc_param_values(param) && has_samples(param); w++)
      apply_value(tc_machine_samples_get(samples, param, w), machine, param, w);
}
