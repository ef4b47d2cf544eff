/* The machine that a run is forecast for. */
#ifndef TC_RUN_ENVIRONMENT_RUN_MACHINE_H
#define TC_RUN_ENVIRONMENT_RUN_MACHINE_H

#include "base/program/log.h"
#include "calibration/driver/calibrate.h"
#include "comm/world/world.h"
#include "io/machine/machine_lookup.h"

typedef struct tc_run_machine {
  tc_machine_source origin;
  tc_params params; /* for the run's ranks on a node and its working set */
  double bytes;     /* that working set: what one step of the largest rank works on */
} tc_run_machine;

/* Collective. path: as tc_machine_auto_get, which says what is measured. run: of this rank, with bytes > 0.
 * The same result on all ranks. Errors on all ranks. */
tc_status tc_run_machine_find(const tc_world *world, const char *path, const tc_workload *run,
                              const tc_log *log, tc_run_machine *out);

/* True if anything is known of the machine: false for `machine: none`, and for `auto` where ranks share cores
 * and none is remembered. Not collective, but the same on all ranks. */
bool tc_run_machine_is_known(const tc_run_machine *machine);

/* The parameters of a machine for this number of ranks on each node and of bytes a rank. Not collective. */
tc_params tc_run_machine_params(const tc_machine *machine, int ranks_per_node, double bytes);

/* Whether a rank's working set fits into a core's own cache (level 2). Not collective. */
bool tc_run_machine_in_cache(double bytes);

#endif
