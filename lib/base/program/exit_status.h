/* Exit of a program: prints the final error and returns the exit code. Called once, where main ends. In a
 * parallel run every rank calls it, but only one rank prints. Not collective. */
#ifndef TC_BASE_PROGRAM_EXIT_STATUS_H
#define TC_BASE_PROGRAM_EXIT_STATUS_H

#include <stdbool.h>

#include "base/core/status.h"

/* Frees the status and returns its exit code (base/core/status.h). If `speaks` is true, prints an error to
 * stderr as "program: error: .." ("program: .." if the run was stopped on request), and reports TC_OUTPUT if
 * stdout could not be written. */
int tc_exit_status_report(const char *program, tc_status status, bool speaks);

#endif
