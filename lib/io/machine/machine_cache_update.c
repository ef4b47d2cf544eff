#include "io/machine/machine_cache_update.h"

#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "io/machine/cache_lock.h"
#include "io/machine/machine_samples_file.h"
#include "machine/parameters/plausibility.h"

/* Reads the samples of machine parameters that earlier runs have measured. `time` is the present time. */
static void read_samples(const char *path, const tc_log *log, int64_t time, tc_machine_samples *samples) {
  tc_status status = tc_machine_samples_read(path, samples);
  if (status)
    tc_log_write(log, TC_LOG_VERBOSE, "earlier machine measurements are not used: %s",
                 tc_status_text(status));
  tc_status_free(&status);
  tc_machine_samples_remove_later(samples, time);
}

/* A cached machine may have values without samples, because an earlier version wrote it or because its file
 * of samples is lost. Adds these values as samples of unknown time, so that one new measurement does not
 * replace them. */
static void add_samples(const tc_cache_update *update, tc_machine_samples *samples) {
  static const tc_machine unknown;
  if (!update->restarts) tc_machine_samples_seed(samples, update->recalled);
  tc_machine_samples_record(samples, update->restarts ? &unknown : update->recalled, update->measured,
                            update->time);
  tc_machine_samples_record_at(samples, update->measured, &update->values, update->time);
}

/* Sets the memory bandwidth to the bandwidth of the largest working set, as a calibration does. */
static void set_bandwidths(tc_machine *machine) {
  enum { last = TC_WORKING_SETS - 1 };
  tc_params *p = &machine->params, *spread = &machine->spread;
  if (!(spread->stream_Bps[last] > 0.0)) return;
  p->private_bandwidth_Bps = p->stream_Bps[last];
  spread->private_bandwidth_Bps = spread->stream_Bps[last];
  if (machine->ranks_per_node > 1 || !(p->lone_bandwidth_Bps > 0.0)) return;
  p->lone_bandwidth_Bps = p->stream_Bps[last];
  spread->lone_bandwidth_Bps = spread->stream_Bps[last];
}

/* Sets *machine to the measured machine with the medians of all samples. If the medians contradict each
 * other, the machine has changed. *machine is then the measured machine, and `samples` has only its values.
 * Samples of earlier runs and update->values are discarded. */
static void build_machine(const tc_machine_key *key, const tc_cache_update *update,
                          tc_machine_samples *samples, tc_machine *machine) {
  int w;
  add_samples(update, samples);
  *machine = *update->measured;
  tc_machine_samples_apply(samples, machine);
  set_bandwidths(machine);
  if (tc_plausibility_find(&machine->params, key->ranks_per_node, &w) < 0) return;
  *machine = *update->measured;
  memset(samples, 0, sizeof *samples);
  tc_machine_samples_seed(samples, machine);
}

static tc_status update_locked(const tc_machine_key *key, const char *path, const char *samples_path,
                               const tc_log *log, const tc_cache_update *update) {
  tc_machine_samples *samples = NULL;
  tc_machine machine;
  TC_TRY(TC_ALLOC_ZERO(samples, 1));
  if (!update->restarts) read_samples(samples_path, log, update->time, samples);
  build_machine(key, update, samples, &machine);
  const tc_status status = tc_machine_samples_write(samples, samples_path);
  tc_free(samples);
  if (status) return status;
  if (tc_machine_cache_write(key, &machine)) return TC_OK;
  return tc_status_create(TC_OUTPUT, "%s: cannot be written: check the permissions and the disk", path);
}

enum { path_size = 4096, samples_path_size = path_size + 16 };

/* Finds the paths of the machine file and of the samples file of a key. Returns false if the cache has no
 * directory. */
static bool find_paths(const tc_machine_key *key, char path[path_size],
                       char samples_path[samples_path_size]) {
  if (!tc_machine_cache_path(key, path, path_size)) return false;
  snprintf(samples_path, samples_path_size, "%s.samples", path);
  return true;
}

static tc_status update_cache(const tc_machine_key *key, const tc_log *log, const tc_cache_update *update) {
  char path[path_size], samples_path[samples_path_size];
  tc_file_lock lock = {0};
  if (!find_paths(key, path, samples_path))
    return tc_status_create(TC_OUTPUT, "neither XDG_CACHE_HOME nor HOME names a directory for the cache: set "
                                       "one of them");
  TC_TRY(tc_cache_lock_acquire(samples_path, &lock));
  const tc_status status = update_locked(key, path, samples_path, log, update);
  tc_file_lock_release(&lock);
  return status;
}

void tc_machine_cache_update(const tc_machine_key *key, const tc_log *log, const tc_cache_update *update) {
  tc_status status = update_cache(key, log, update);
  if (status)
    tc_log_write(log, TC_LOG_VERBOSE, "machine parameters cannot be cached: %s", tc_status_text(status));
  tc_status_free(&status);
}

void tc_machine_cache_clear_due(const tc_machine_key *key, const tc_log *log, int64_t time,
                                tc_machine *machine) {
  char path[path_size], samples_path[samples_path_size];
  tc_machine_samples *samples = NULL;
  if (!find_paths(key, path, samples_path)) return;
  tc_status status = TC_ALLOC_ZERO(samples, 1);
  if (!status) {
    read_samples(samples_path, log, time, samples);
    tc_machine_samples_clear_due(samples, time, machine);
  }
  tc_status_free(&status);
  tc_free(samples);
}
