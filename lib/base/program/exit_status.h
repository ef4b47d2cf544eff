/* The end of a program. */
#ifndef TC_BASE_PROGRAM_EXIT_STATUS_H
#define TC_BASE_PROGRAM_EXIT_STATUS_H

#include <stdbool.h>

#include "base/core/status.h"

/* Takes over the status and returns the exit code (base/core/status.h). A process that speaks says what went
 * wrong on stderr, as "program: error: .." ("program: stopped .." where that was wished for), also where it
 * was stdout that could not be written. */
int tc_exit_status_report(const char *program, tc_status status, bool speaks);

#endif
