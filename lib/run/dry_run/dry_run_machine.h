/* Machine parameters for the forecasts of dry runs. The command predict reads a machine file or measures this
 * machine, adds the parameters of the device, and then gets the parameters for each case with
 * tc_dry_run_machine_params. Not collective: one process computes everything. */
#ifndef TC_RUN_DRY_RUN_DRY_RUN_MACHINE_H
#define TC_RUN_DRY_RUN_DRY_RUN_MACHINE_H

#include <stdint.h>

#include "base/core/status.h"
#include "base/program/log.h"
#include "calibration/driver/calibrate.h"
#include "io/config/config.h"
#include "io/machine/machine_lookup.h"

/* Machine parameters of a dry run, either from a machine file or of this machine. */
typedef struct tc_dry_run_machine {
  /* Parameters in the machine file (tc_machine_lookup_file). Without a machine file,
   * origin.machine.ranks_per_node is 0, and origin.text describes the origin of here[0]. */
  tc_machine_source origin;
  bool is_new; /* true if no run has measured the needed parameters yet, so that the next run will measure
                  them */
  int count;   /* length of here[]: how many numbers of ranks per node the cases have */
  /* [count] Parameters of this machine for each number of ranks per node; empty if a machine file is used. */
  tc_machine *here;
} tc_dry_run_machine;

/* Finds the parameters of this machine for ranks_per_node[i] ranks with `threads` threads each, for each i <
 * count. Uses the parameters that runs have cached if these contain all parameters that a forecast of `run`
 * needs. The members bytes, min and steps of `run` are not used. Otherwise uses the parameters that a dry run
 * has measured within the last hour, if they contain the rows, vectors and sweeps of `run`. If there are
 * none, this process measures them with the threads of all ranks of a node, and caches them for later dry
 * runs. A time budget of 5 s limits the repetitions of the measurements. Also measures the costs of single
 * reads for the rows of the run if these costs are missing. Network parameters are available only if the
 * cache has a measurement on two nodes. *out must be zeroed. The caller frees it with
 * tc_dry_run_machine_free, also after an error. Errors: those of tc_calibrate; TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_dry_run_machine_measure(int count, const int32_t *ranks_per_node, int threads,
                                     const tc_working_set *run, const tc_log *log, tc_dry_run_machine *out);

/* Adds the parameters of the device that the config selects. They are taken from the machine file, or are
 * measured and divided by the number of ranks that share the device. Sets *found to false if there is no
 * device, so that the CPU computes, as in a run with `device: auto`. Errors: TC_USAGE if the config names a
 * device and the machine file has no device parameters; those of opening and measuring a device. */
tc_status tc_dry_run_machine_device(const tc_config *config, const tc_log *log, tc_dry_run_machine *machine,
                                    bool *found);

void tc_dry_run_machine_free(tc_dry_run_machine *machine);

/* Pure. Returns the parameters of a rank that shares its node with ranks_per_node - 1 others and touches a
 * working set of `bytes` bytes per step. */
tc_params tc_dry_run_machine_params(const tc_dry_run_machine *machine, int ranks_per_node, double bytes);

#endif
