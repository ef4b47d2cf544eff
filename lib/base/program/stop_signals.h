/* Stop signals: SIGTERM, SIGINT and SIGUSR1 request that a program stops at the next suitable step instead of
 * ending at once. Runs install the signal handlers before the first step (run/outputs). The compression of
 * snapshots also checks for stop requests. The state of this module is global, because signals belong to the
 * process. Not collective, and called by one thread. */
#ifndef TC_BASE_PROGRAM_STOP_SIGNALS_H
#define TC_BASE_PROGRAM_STOP_SIGNALS_H

/* Installs handlers for SIGTERM, SIGINT and SIGUSR1, except for signals that the process ignores. A second
 * SIGINT ends the process at once, with the default action. Interrupted system calls are restarted. Clears
 * earlier requests, also if the handlers were already installed. */
void tc_stop_install(void);

/* Returns the first signal received since tc_stop_install, or 0 if there is none. */
int tc_stop_requested(void);

/* Returns the name of a stop signal, such as "SIGTERM", or "a signal" for others. */
const char *tc_stop_signal_name(int signal);

#endif
