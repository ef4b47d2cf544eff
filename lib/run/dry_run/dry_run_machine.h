/* Machine of dry runs and of their forecasts. The command predict reads a machine file or measures this
 * machine, adds the device, and requests the parameters of each case. Not collective: one process computes
 * everything. */
#ifndef TC_RUN_DRY_RUN_DRY_RUN_MACHINE_H
#define TC_RUN_DRY_RUN_DRY_RUN_MACHINE_H

#include <stdint.h>

#include "base/core/status.h"
#include "base/program/log.h"
#include "io/config/config.h"
#include "io/machine/machine_lookup.h"

typedef struct tc_dry_run_machine {
  tc_machine_source
      origin; /* source of a machine file; if there is none, the text of here[0], and ranks_per_node is 0 */
  int count;
  tc_machine *here; /* [count] this machine, measured for each number of ranks per node; empty if a machine
                       file is used */
} tc_dry_run_machine;

/* The next two functions require a zeroed *out. The caller frees it with tc_dry_run_machine_free, also after
 * an error. */

/* Reads the machine file `path`. Errors: TC_USAGE, those of tc_machine_lookup_file. */
tc_status tc_dry_run_machine_read(const char *path, const tc_log *log, tc_dry_run_machine *out);

/* Finds the parameters of this machine for each of ranks_per_node[count] ranks with `threads` threads each.
 * They are from the cache (with a network if two nodes were measured). If they are not cached, one process
 * measures them with the threads of all these ranks. Also measures the costs of single reads for rows of
 * `width` if they are missing. Errors: those of tc_calibrate; TC_INTERNAL if memory is exhausted. */
tc_status tc_dry_run_machine_measure(int count, const int32_t *ranks_per_node, int threads, int width,
                                     const tc_log *log, tc_dry_run_machine *out);

/* Finds the device parameters for runs of the config: those of the machine file, or those that are measured
 * here and divided by the number of ranks. *found is true if there is a device. Otherwise the CPU computes,
 * as in a run with `device: auto`. Errors: TC_USAGE if the config names a device and the file has no
 * parameters of a device; those of opening and measuring a device. */
tc_status tc_dry_run_machine_device(const tc_config *config, const tc_log *log, tc_dry_run_machine *machine,
                                    bool *found);

void tc_dry_run_machine_free(tc_dry_run_machine *machine);

/* Pure. Returns the parameters of a rank that shares its node with ranks_per_node - 1 others and touches a
 * working set of `bytes` bytes per step. */
tc_params tc_dry_run_machine_params(const tc_dry_run_machine *machine, int ranks_per_node, double bytes);

#endif
