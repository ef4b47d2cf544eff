/* When and where the program runs, for reports. */
#ifndef TC_RUN_ENVIRONMENT_RUN_ENVIRONMENT_H
#define TC_RUN_ENVIRONMENT_RUN_ENVIRONMENT_H

#include "comm/world/world.h"
#include "io/config/config.h"
#include "machine/parameters/machine.h"
#include "report/document/report.h"

typedef struct tc_run_environment {
  const char *command;      /* borrowed; NULL: not known */
  double start_s;           /* by the monotonic clock */
  char date[32], here[128]; /* when it began; the name of this machine: SLURM's cluster, or the first host */
  char libraries[160];
  char *hosts, *directory; /* root only: one per line; that in which the program was started */
} tc_run_environment;

/* Collective, at the start: notes the date, the hosts and the rest. *out is zeroed before, but for `command`,
 * and the caller's also after an error (tc_run_environment_free). Errors on all ranks. */
tc_status tc_run_environment_init(const tc_world *world, tc_run_environment *out);
void tc_run_environment_free(tc_run_environment *circumstances);

/* Not collective, on the root: what a report says of them; the rest of *out is zeroed. machine: that of the
 * forecasts. Texts stay the circumstances', the config's and the machine's. */
void tc_run_environment_fill_report(const tc_run_environment *circumstances, const tc_config *config,
                                    const tc_machine *machine, tc_report_run *out);

#endif
