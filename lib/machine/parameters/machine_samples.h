/* Samples of machine parameters: the latest measurements of each value, by up to five runs. The machine cache
 * (io/machine/machine_cache_update.h) stores them and uses their medians, so that one slow minute of the
 * machine does not spoil later forecasts. A run records the values that it has measured with
 * tc_machine_samples_record and tc_machine_samples_record_at, and tc_machine_samples_apply sets the medians.
 * Pure functions on plain data; no MPI, no clock. */
#ifndef TC_MACHINE_PARAMETERS_MACHINE_SAMPLES_H
#define TC_MACHINE_PARAMETERS_MACHINE_SAMPLES_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/parameters/machine.h"

enum {
  TC_SAMPLES_MAX = 5,                                    /* samples of a value; the oldest is replaced */
  TC_SAMPLE_VALUES = sizeof(tc_params) / sizeof(double), /* values of all parameters */
  TC_RUN_VALUES_MAX = 32,                                /* values in a tc_run_values */
  TC_SAMPLE_PERIOD_S = 600,                              /* least time in seconds between two samples */
  TC_SAMPLE_CLOCK_S = 3600 /* largest difference in seconds between clocks that are right */
};

/* One measurement of a value. */
typedef struct tc_machine_sample {
  double value, spread; /* median of the repetitions and their spread, as in tc_machine */
  double size_B;        /* working set or spread in bytes at which a value of a curve was measured; else 0 */
  int64_t time;         /* seconds since 1970; 0 if unknown */
} tc_machine_sample;

/* Samples of a value, the latest one last. */
typedef struct tc_value_samples {
  int count;
  tc_machine_sample sample[TC_SAMPLES_MAX];
} tc_value_samples;

/* Samples of all values, in the order of the members of tc_params. Zero-initialise before use. */
typedef struct tc_machine_samples {
  tc_value_samples of_value[TC_SAMPLE_VALUES];
} tc_machine_samples;

/* Values that a run has measured at its own working sets. */
typedef struct tc_run_values {
  int count;
  struct {
    int param;
    double size_B; /* working set in bytes; 0 for a parameter that is not a curve */
    double value, spread;
  } item[TC_RUN_VALUES_MAX];
} tc_run_values;

/* True if the repetitions of a measurement spread by more than half of their median. Such a measurement was
 * disturbed. */
bool tc_machine_spread_is_wide(double spread);

/* Returns the samples of value number w of a parameter. */
tc_value_samples *tc_machine_samples_of(tc_machine_samples *samples, int param, int w);
const tc_value_samples *tc_machine_samples_get(const tc_machine_samples *samples, int param, int w);

/* Returns the working set or the spread in bytes at which value number w of a curve is measured; 0 if the
 * parameter is not such a curve. */
double tc_machine_sample_size(const tc_params *params, int param, int w);

/* Adds a sample, and removes the oldest one of six. A sample within TC_SAMPLE_PERIOD_S of the latest one
 * replaces its value, so that many short jobs in one slow period count once. Samples at a different size are
 * removed first. A disturbed sample is only added if all others are disturbed, and an undisturbed one
 * replaces these. Does nothing if the value or the spread is not positive and finite, or if the time is
 * negative. */
void tc_value_samples_add(tc_value_samples *samples, const tc_machine_sample *sample);

/* Appends a sample of a file without these rules. Does nothing if it is not valid or there are already
 * TC_SAMPLES_MAX. */
void tc_value_samples_append(tc_value_samples *samples, const tc_machine_sample *sample);

/* Removes all samples that are more than TC_SAMPLE_CLOCK_S later than `time`, because their clock was wrong.
 * A latest sample from the future would never become due. */
void tc_machine_samples_remove_later(tc_machine_samples *samples, int64_t time);

/* Returns the sample with the median value; if their number is even, the better one of the two middle
 * samples, because disturbances only increase a cost. `is_rate` is true if larger values are better.
 * `samples` must not be empty. */
tc_machine_sample tc_value_samples_median(const tc_value_samples *samples, bool is_rate);

/* True if a value must be measured again at `time`: TC_SAMPLE_PERIOD_S after its latest sample if it has
 * fewer than three undisturbed samples, so that the median of a new machine soon ignores a slow period,
 * otherwise after a day. Also true if the latest sample is in the future, because the clock was then wrong.
 * False if there is no sample. */
bool tc_value_samples_are_due(const tc_value_samples *samples, int64_t time);

/* Sets the values of `machine` that must be measured again, and their spreads, to 0, so that they are
 * missing. tc_machine_samples_restore then sets each value that is still missing or only estimated to its
 * value in `recalled`. */
void tc_machine_samples_clear_due(const tc_machine_samples *samples, int64_t time, tc_machine *machine);
void tc_machine_samples_restore(const tc_machine *recalled, tc_machine *machine);

/* Adds the measured values of a machine that have no sample, with time 0. */
void tc_machine_samples_seed(tc_machine_samples *samples, const tc_machine *machine);

/* Adds the measured values of `measured` that differ from those of `before`, with the time of the
 * measurement. Values with spread 0 are estimates and are not added. */
void tc_machine_samples_record(tc_machine_samples *samples, const tc_machine *before,
                               const tc_machine *measured, int64_t time);

/* Adds values that a run has measured at its own working sets to the samples of the nearest working sets of
 * `machine`. A value is multiplied by the ratio of the machine's values at both sizes of the same curve, so
 * that only the level of the curve is a sample, not its shape. Estimates of `machine` get no sample. */
void tc_machine_samples_record_at(tc_machine_samples *samples, const tc_machine *machine,
                                  const tc_run_values *values, int64_t time);

/* Sets the value and the spread of each parameter of `machine` that has samples at its size to those of their
 * median. */
void tc_machine_samples_apply(const tc_machine_samples *samples, tc_machine *machine);

#endif
