/* One complete run, from a config to snapshots and a report. `tetracast run` and `tetracast rerun` call it
 * once per process, after MPI is initialised. All outputs are prepared before the mesh is distributed, so
 * that an unwritable path is reported before the work. */
#ifndef TC_APP_RUN_CONFIG_H
#define TC_APP_RUN_CONFIG_H

#include "comm/world/world.h"
#include "options/options.h"
#include "run/studies/rerun.h"

/* Collective. Runs the config of the options `choice`. `again` describes the earlier run that a rerun repeats
 * and with which it is compared; NULL if the run is not a rerun. Errors are returned on all ranks. */
tc_status app_run_config(tc_command_call *call, const tc_run_options *choice, tc_rerun *again);

#endif
