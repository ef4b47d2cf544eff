/* Stop signals: SIGTERM, SIGINT and SIGUSR1 request that a program stops at the next suitable step instead of
 * ending at once (base/core/stop_request.h). A program passes tc_stop_install to its runs
 * (tc_run_options.listen), which call it if they write checkpoints. The library does not use this file. The
 * state of this module is global, because signals belong to the process. Not collective. Only one thread may
 * call it. */
#ifndef TC_BASE_PROGRAM_STOP_SIGNALS_H
#define TC_BASE_PROGRAM_STOP_SIGNALS_H

#include "base/core/stop_request.h"

/* Installs handlers for SIGTERM, SIGINT and SIGUSR1, except for signals that the process ignores. A second
 * SIGINT ends the process at once, with the default action. Interrupted system calls are restarted. Clears
 * earlier requests, also if the handlers were already installed. */
void tc_stop_install(void);

#endif
