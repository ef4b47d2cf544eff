/* The machine that predictions are for. Not collective: one process works. */
#ifndef TC_RUN_DRY_RUN_DRY_RUN_MACHINE_H
#define TC_RUN_DRY_RUN_DRY_RUN_MACHINE_H

#include <stdint.h>

#include "base/core/status.h"
#include "base/program/log.h"
#include "io/config/config.h"
#include "io/machine/machine_lookup.h"

typedef struct tc_dry_run_machine {
  tc_machine_source
      origin; /* of a file; else its ranks_per_node is 0, its text that of the first of these: */
  int count;
  tc_machine *here; /* [count] this machine, for each number of ranks on it */
} tc_dry_run_machine;

/* Both need a zeroed *out, which is the caller's (tc_dry_run_machine_free), also after an error. */

/* Errors: TC_USAGE, as tc_machine_lookup_file. */
tc_status tc_dry_run_machine_read(const char *path, const tc_log *log, tc_dry_run_machine *out);

/* This machine with each of the numbers of ranks on it: as a run remembered it (with a network when two nodes
 * were measured), else measured here, one process standing in for them with as many threads as the ranks
 * would have together; so what it does not know of single reads in rows of the width. */
tc_status tc_dry_run_machine_measure(int count, const int32_t *ranks_per_node, int threads, int width,
                                     const tc_log *log, tc_dry_run_machine *out);

/* What runs of the config on a device would find: of a file what it says, else the device here is measured,
 * and ranks take its parts. *found: there is one; if not the processor computes, as runs would have it
 * (device: auto). Errors: TC_USAGE, a file that says nothing of a device that is asked for by name; those of
 * opening and measuring one. */
tc_status tc_dry_run_machine_device(const tc_config *config, const tc_log *log, tc_dry_run_machine *machine,
                                    bool *found);

void tc_dry_run_machine_free(tc_dry_run_machine *machine);

/* The parameters for that many ranks a node, each working on so many bytes. */
tc_params tc_dry_run_machine_params(const tc_dry_run_machine *machine, int ranks_per_node, double bytes);

#endif
