/* Facts about the environment of a run that its report contains: date, host names, cluster, directory and
 * library versions. The program calls tc_run_environment_init at its start. Sessions and reports borrow the
 * environment, which must outlive them. */
#ifndef TC_RUN_ENVIRONMENT_RUN_ENVIRONMENT_H
#define TC_RUN_ENVIRONMENT_RUN_ENVIRONMENT_H

#include "comm/world/world.h"
#include "io/config/config.h"
#include "machine/parameters/machine.h"
#include "report/document/report.h"

typedef struct tc_run_environment {
  const char *command; /* name of the command, such as "run"; borrowed; NULL if unknown */
  double start_s;      /* start of the program on the monotonic clock, in s; 0 if unknown */
  /* Date of the start. Name of the SLURM cluster or, without SLURM, of the first host. */
  char date[32], here[128];
  char libraries[160];
  char *hosts, *directory; /* root only: names of all hosts, one per line; current directory at the start */
} tc_run_environment;

/* Collective. Called at the start of the program. Fills in all members except `command`. The caller zeroes
 * *out before the call, sets `command` and also `start_s` if the program started earlier than this call. The
 * caller frees *out with tc_run_environment_free, also after an error. Errors are returned on all ranks. */
tc_status tc_run_environment_init(const tc_world *world, tc_run_environment *out);
void tc_run_environment_free(tc_run_environment *circumstances);

/* Not collective, on the root. Fills in the environment of a report and zeroes the other members of *out.
 * `machine` contains the machine parameters that the forecasts use. The texts in *out are borrowed from the
 * environment, the config and the machine. */
void tc_run_environment_fill_report(const tc_run_environment *circumstances, const tc_config *config,
                                    const tc_machine *machine, tc_report_run *out);

#endif
