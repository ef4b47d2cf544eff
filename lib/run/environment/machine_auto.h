/* Machine parameters of a run: from a machine file, from the cache, or measured.
 * run/environment/run_machine.c calls tc_machine_auto_get during the setup of a session, after it has
 * computed the working set of the run. All ranks call it with the same path and get the same parameters. */
#ifndef TC_RUN_ENVIRONMENT_MACHINE_AUTO_H
#define TC_RUN_ENVIRONMENT_MACHINE_AUTO_H

#include <stdbool.h>

#include "base/program/log.h"
#include "calibration/driver/calibrate.h"
#include "comm/world/world.h"
#include "io/machine/machine_lookup.h"

/* Collective. Finds the machine parameters for the value `path` of the config key `machine`:
 * - "auto": the parameters cached for this host and build and for the run's numbers of nodes, ranks and
 * threads (io/machine/machine_cache.h). Some parameters that the run needs are measured (tc_calibrate_run),
 * within a time budget that follows from run->steps. These are the ones that the cache lacks, or of which it
 * has only few or old measurements. The most important cached parameters are measured again at the working
 * set run->bytes > 0, which must be equal on all ranks. From 16 MiB on, the costs of single reads are also
 * measured. out->machine receives the values that were just measured, and the cache receives the medians of
 * the latest measurements (io/machine/machine_cache_update.h). If the new values differ much from the cached
 * ones, all parameters that the run needs are measured again. This happens at most once per hour unless
 * values contradict each other. If there are more threads than cores, nothing is measured or cached. Cached
 * parameters are then used unchanged. If none are cached, all parameters are unknown.
 * - "none": all parameters are unknown.
 * - Any other path: the parameters in this machine file, unchanged.
 * out->recalled receives the parameters of the cache or of the file before any measurement. The result is
 * equal on all ranks. Errors (on all ranks): TC_USAGE with file and line; those of tc_calibrate. */
tc_status tc_machine_auto_get(const tc_world *world, const char *path, const tc_working_set *run,
                              const tc_log *log, tc_machine_source *out);

/* Collective. Measures the machine on which the ranks run, for any problem. If `uses_cache` is true, returns
 * the cached parameters if they are complete (tc_machine_lookup_is_complete), and does not compare them with
 * the present speed of the machine. If they are incomplete, measures the parameters and caches them. The
 * result is equal on all ranks. Errors (on all ranks): TC_USAGE if nothing is cached and ranks share cores;
 * those of tc_calibrate. */
tc_status tc_machine_auto_measure(const tc_world *world, bool uses_cache, const tc_log *log,
                                  tc_machine_source *out);

#endif
