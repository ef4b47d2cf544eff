/* Request to stop the runs of this process. The handlers of stop signals record the request
 * (base/program/stop_signals.h). Runs that write checkpoints and the compression of snapshots check for it.
 * Not collective. */
#ifndef TC_BASE_CORE_STOP_REQUEST_H
#define TC_BASE_CORE_STOP_REQUEST_H

/* Async-signal-safe. Records the number of a signal, unless another signal has already been recorded. The
 * number 0 clears the record. */
void tc_stop_request(int signal);

/* Returns the recorded signal, or 0 if there is none. */
int tc_stop_requested(void);

/* Returns the name of a stop signal, such as "SIGTERM", or "a signal" for others. */
const char *tc_stop_signal_name(int signal);

#endif
