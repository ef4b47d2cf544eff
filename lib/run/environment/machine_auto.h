/* Machine of a run: from a machine file, from the cache, or measured. run/environment/run_machine.c calls
 * it during the setup of a session, after the working set of the run is known. All ranks call it with the
 * same path and get the same machine. */
#ifndef TC_RUN_ENVIRONMENT_MACHINE_AUTO_H
#define TC_RUN_ENVIRONMENT_MACHINE_AUTO_H

#include "base/program/log.h"
#include "calibration/driver/calibrate.h"
#include "comm/world/world.h"
#include "io/machine/machine_lookup.h"

/* Collective. Finds the machine that `path` names, which is the same on all ranks.
 * - "auto": the machine cached for this host and build, and for these numbers of nodes, ranks and threads
 * (io/machine/machine_cache.h). If there is none, it is measured (tc_calibrate, quick) and cached. The most
 * important parameters of a cached machine are measured again at the working set run->bytes > 0, which must
 * be equal on all ranks; from 16 MiB the costs of single reads are also measured. If these values differ much
 * from the cached ones, all parameters are measured again, but at most once per hour unless values contradict
 * each other. If ranks share cores, nothing is measured or cached. A cached machine is then used unchanged;
 * without one all parameters are unknown.
 * - "none": all parameters are unknown.
 * - Any other path: the machine in that file, unchanged.
 * Errors (on all ranks): TC_USAGE with file and line; those of tc_calibrate. */
tc_status tc_machine_auto_get(const tc_world *world, const char *path, const tc_working_set *run,
                              const tc_log *log, tc_machine_source *out);

#endif
