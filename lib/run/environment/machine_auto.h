/* This machine, remembered or measured. */
#ifndef TC_RUN_ENVIRONMENT_MACHINE_AUTO_H
#define TC_RUN_ENVIRONMENT_MACHINE_AUTO_H

#include "base/program/log.h"
#include "calibration/driver/calibrate.h"
#include "comm/world/world.h"
#include "io/machine/machine_lookup.h"

/* Collective. path "auto": the machine remembered for this host, nodes, ranks and threads (machine_cache.h),
 * else it is measured (tc_calibrate, quick) and remembered. Where ranks share cores, nothing is measured or
 * remembered: a remembered machine is used as it is, otherwise nothing is known. In either other case what
 * matters most is measured at the working set of the run, with bytes > 0 that are the same on all ranks, and
 * for 16 MiB and more what single reads cost; where that is another machine, everything is measured again, at
 * most once an hour unless values contradict each other. "none": a machine of which nothing is known. Any
 * other path: that machine file, as it is. Same result on all ranks. Errors on all ranks: TC_USAGE naming the
 * file and line; what tc_calibrate finds. */
tc_status tc_machine_auto_get(const tc_world *world, const char *path, const tc_workload *run,
                              const tc_log *log, tc_machine_source *out);

#endif
