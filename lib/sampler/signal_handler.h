/* The signal handler that takes the samples. Installed by program_signals.c, triggered by the clock of each
 * thread. A sample contains the registers, the stack and the weight in periods. After each sample the handler
 * rearms the clock. Signals from other sources are forwarded to the program's own handler. */
#ifndef TC_SAMPLER_SIGNAL_HANDLER_H
#define TC_SAMPLER_SIGNAL_HANDLER_H

#include <signal.h>

/* Handler of TS_CLOCK_SIGNAL. Signals that no clock of the sampler sent are forwarded to the program's own
 * handler. */
void ts_signal_handler(int signal, siginfo_t *info, void *context);

/* Counts as lost the time of an ending thread since its clock was closed or its signals stopped arriving, and
 * writes a note about it. */
void ts_signal_handler_count_lost(void);

#endif
