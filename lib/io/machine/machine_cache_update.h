/* Update of the machine cache (machine_cache.h) by a run. The cache has two files for each key: the machine
 * file, and PATH.samples with the latest measurements of each value. The machine file has the medians of the
 * samples, so that one slow minute changes it little. The root of a run calls tc_machine_cache_update once,
 * after its measurements. A lock ensures that only one job updates these files at a time. Not collective. */
#ifndef TC_IO_MACHINE_MACHINE_CACHE_UPDATE_H
#define TC_IO_MACHINE_MACHINE_CACHE_UPDATE_H

#include <stdbool.h>

#include "base/program/log.h"
#include "io/machine/machine_cache.h"
#include "machine/parameters/machine_samples.h"

/* Measurements that a run has made, for tc_machine_cache_update. */
typedef struct tc_cache_update {
  const tc_machine *recalled; /* cached parameters before the run measured any value; borrowed */
  const tc_machine *measured; /* `recalled`, updated with the values that the run has measured; borrowed */
  tc_run_values values; /* values that the run has measured at the sizes of the working sets in this run */
  int64_t time;         /* present time in seconds since 1970 */
  bool restarts;        /* true if earlier measurements are not used, because new ones contradict them */
} tc_cache_update;

/* Adds the measurements to the samples of `key`, and caches `update->measured` with the medians of all
 * samples. A damaged file of samples counts as empty, and a verbose line of the log reports it. Samples that
 * are later than `update->time` are not used (tc_machine_samples_remove_later). If the medians contradict
 * each other (machine/parameters/plausibility.h), `update->measured` is cached without earlier samples. All
 * failures are reported by a verbose line of the log and are harmless, because later runs measure the machine
 * again. */
void tc_machine_cache_update(const tc_machine_key *key, const tc_log *log, const tc_cache_update *update);

/* Sets those values of `machine` to 0 that must be measured again at `time`, as determined from the age of
 * the samples (tc_value_samples_are_due). The caller has read `machine` from the cache. A file of samples
 * that cannot be read is reported by a verbose line of the log. */
void tc_machine_cache_clear_due(const tc_machine_key *key, const tc_log *log, int64_t time,
                                tc_machine *machine);

#endif
