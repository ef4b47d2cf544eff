/* Machine parameters for the forecasts of a run. They are adapted to the run's working set and number of
 * ranks per node. A session calls tc_run_machine_find in its first setup, and the program heat2d before its
 * run. Dry runs call tc_run_machine_params only. */
#ifndef TC_RUN_ENVIRONMENT_RUN_MACHINE_H
#define TC_RUN_ENVIRONMENT_RUN_MACHINE_H

#include "base/program/log.h"
#include "calibration/driver/calibrate.h"
#include "comm/world/world.h"
#include "io/machine/machine_lookup.h"

/* Machine parameters of a run, with their origin. */
typedef struct tc_run_machine {
  tc_machine_source origin; /* machine file, cache or measurement from which the parameters were taken */
  tc_params params;         /* parameters that apply to the run's ranks per node and working set */
  tc_params before; /* parameters from origin.recalled, which were available before this run measured any */
  double peak_B;    /* peak memory in bytes of this process before the calibration, which resets the peak */
  double bytes;     /* working set in bytes: memory that one step touches on the rank with the most rows */
  double machine_s; /* seconds that measuring the machine took; almost 0 with a machine file */
} tc_run_machine;

/* Collective. Finds the machine parameters for the value `path` of the key `machine` with
 * tc_machine_auto_get. `run` is the working set of this rank, with run->bytes > 0. The result is equal on all
 * ranks. Errors are returned on all ranks. */
tc_status tc_run_machine_find(const tc_world *world, const char *path, const tc_working_set *run,
                              const tc_log *log, tc_run_machine *out);

/* Not collective, but equal on all ranks. True if machine parameters are available. Returns false for
 * `machine: none`, and for `machine: auto` if ranks share cores and no parameters are cached. */
bool tc_run_machine_is_known(const tc_run_machine *machine);

/* Pure. Returns the parameters of `machine` that apply to a rank with a working set of `bytes` bytes on a
 * node with ranks_per_node ranks. */
tc_params tc_run_machine_params(const tc_machine *machine, int ranks_per_node, double bytes);

/* Not collective. True if a working set of `bytes` bytes fits into the level-2 cache of a core. */
bool tc_run_machine_in_cache(double bytes);

#endif
