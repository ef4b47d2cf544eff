/* Request to stop, which belongs to the process: a program records it in the handlers of stop signals
 * (base/program/stop_signals.h). Runs with a checkpoint and the compression of snapshots check for it. Not
 * collective. */
#ifndef TC_BASE_CORE_STOP_REQUEST_H
#define TC_BASE_CORE_STOP_REQUEST_H

/* Async-signal-safe. Records the number of a signal, unless an earlier one is recorded. 0 clears the record.
 */
void tc_stop_request(int signal);

/* Returns the recorded signal, or 0 if there is none. */
int tc_stop_requested(void);

/* Returns the name of a stop signal, such as "SIGTERM", or "a signal" for others. */
const char *tc_stop_signal_name(int signal);

#endif
