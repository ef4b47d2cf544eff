/* Signals that ask a program to end at the next place that suits it, in place of ending it at once. Signals
 * belong to the process, and so does what is kept of them. */
#ifndef TC_BASE_PROGRAM_STOP_SIGNALS_H
#define TC_BASE_PROGRAM_STOP_SIGNALS_H

/* From now on SIGTERM, SIGINT and SIGUSR1 ask, but for those that were ignored; a second SIGINT ends the
 * process at once, as it always did. Calls of the system go on where a signal has met them. Nothing is
 * asked yet, also where somebody had listened before. */
void tc_stop_install(void);

/* The signal that has asked first since then, 0 without. */
int tc_stop_requested(void);

/* Signals do again what they did before, and nothing is asked. */
void tc_stop_uninstall(void);

/* "SIGTERM", or "a signal" for one that does not ask. */
const char *tc_stop_signal_name(int signal);

#endif
