/* Samples of machine parameters. A sample is a measurement of one value by one run, and up to five of them
 * are stored for each value. The machine cache (io/machine/machine_cache_update.h) stores the samples and
 * uses their medians, so that one slow minute of the machine does not affect later forecasts. A run records
 * the values that it has measured with tc_machine_samples_record and tc_machine_samples_record_at, and
 * tc_machine_samples_apply sets the medians. Pure functions on plain data; no MPI, no clock. */
#ifndef TC_MACHINE_PARAMETERS_MACHINE_SAMPLES_H
#define TC_MACHINE_PARAMETERS_MACHINE_SAMPLES_H

#include <stdbool.h>
#include <stdint.h>

#include "machine/parameters/machine.h"

enum {
  TC_SAMPLES_MAX = 5, /* largest number of samples of a value; a new one replaces the oldest */
  TC_SAMPLE_VALUES = sizeof(tc_params) / sizeof(double), /* number of values of all parameters */
  TC_RUN_VALUES_MAX = 32,                                /* largest number of values in a tc_run_values */
  TC_SAMPLE_PERIOD_S = 600,                              /* least time in seconds between two samples */
  TC_SAMPLE_CLOCK_S = 3600 /* largest difference in seconds between two correct clocks */
};

/* One measurement of a value. */
typedef struct tc_machine_sample {
  double value, spread; /* median of the repetitions and their spread, as in tc_machine */
  double size_B; /* working set, or size of the randomly read part of x, in bytes at which a value of a curve
                    was measured; 0 for other parameters */
  int64_t time;  /* seconds since 1970; 0 if unknown */
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

/* Returns the working set, or the size of the randomly read part of x (spread_B), in bytes at which value
 * number w of a curve is measured. Returns 0 if the parameter is not such a curve. */
double tc_machine_sample_size(const tc_params *params, int param, int w);

/* Adds a sample. If there are then more than TC_SAMPLES_MAX, removes the oldest. A sample within
 * TC_SAMPLE_PERIOD_S of the latest one replaces that one, so that many short jobs in one slow period count
 * once. Samples at a different size are removed first. A disturbed sample (tc_machine_spread_is_wide) is only
 * added if all others are disturbed too. An undisturbed sample replaces all disturbed ones. Does nothing if
 * the value or the spread is not positive and finite, or if the time is negative. */
void tc_value_samples_add(tc_value_samples *samples, const tc_machine_sample *sample);

/* Appends a sample that was read from a file, without the rules of tc_value_samples_add. Does nothing if the
 * sample is not valid, or if there are already TC_SAMPLES_MAX samples. */
void tc_value_samples_append(tc_value_samples *samples, const tc_machine_sample *sample);

/* Removes all samples that are more than TC_SAMPLE_CLOCK_S later than `time`, the current time. The clock of
 * such a sample was wrong, and the value would not be measured again for a long time. */
void tc_machine_samples_remove_later(tc_machine_samples *samples, int64_t time);

/* Returns the sample with the median value. If the number of samples is even, returns the better one of the
 * two middle samples, because disturbances only increase a cost. `is_rate` is true if larger values are
 * better. `samples` must not be empty. */
tc_machine_sample tc_value_samples_median(const tc_value_samples *samples, bool is_rate);

/* Returns true if a value must be measured again at `time`. A value with at least three undisturbed samples
 * is due a day after its latest sample. A value with fewer is due already after TC_SAMPLE_PERIOD_S, so that
 * the median on a new machine is soon reliable. Also returns true if the latest sample is in the future,
 * because its clock was wrong. Returns false if there is no sample. */
bool tc_value_samples_are_due(const tc_value_samples *samples, int64_t time);

/* tc_machine_samples_clear_due sets the values of `machine` that must be measured again, and their spreads,
 * to 0, which marks them as missing. After the measurement, tc_machine_samples_restore sets each value that
 * is still missing or only estimated to its value in `recalled`. */
void tc_machine_samples_clear_due(const tc_machine_samples *samples, int64_t time, tc_machine *machine);
void tc_machine_samples_restore(const tc_machine *recalled, tc_machine *machine);

/* Adds a sample with time 0 (unknown) for each measured value of the machine that has no sample. */
void tc_machine_samples_seed(tc_machine_samples *samples, const tc_machine *machine);

/* Adds a sample for each value of `measured` that differs from the value in `before`. `time` is the time of
 * the measurement. Values with spread 0 are estimates and are not added. */
void tc_machine_samples_record(tc_machine_samples *samples, const tc_machine *before,
                               const tc_machine *measured, int64_t time);

/* Adds values that a run has measured at its own working sets to the samples of the nearest working sets of
 * `machine`. A value is first converted to the size of that working set: it is multiplied by the ratio of the
 * machine's values at the two sizes. Values of `machine` that are only estimates get no sample. */
void tc_machine_samples_record_at(tc_machine_samples *samples, const tc_machine *machine,
                                  const tc_run_values *values, int64_t time);

/* Sets each value of `machine`, and its spread, to those of the median sample. Does not change values without
 * samples at their size. */
void tc_machine_samples_apply(const tc_machine_samples *samples, tc_machine *machine);

#endif
