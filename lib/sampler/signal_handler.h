/* Signal handler that takes the samples. program_signals.c installs it, and the clock of each thread triggers
 * it. A sample contains the registers, the stack and the weight in periods. After each sample the handler
 * requests the next signal. It forwards signals from other sources to the program's own handler. */
#ifndef TC_SAMPLER_SIGNAL_HANDLER_H
#define TC_SAMPLER_SIGNAL_HANDLER_H

#include <signal.h>

/* Handler of TS_CLOCK_SIGNAL. If no clock of the sampler sent the signal, the handler forwards it to the
 * program's own handler. */
void ts_signal_handler(int signal, siginfo_t *info, void *context);

/* Called when a thread ends. If its clock was closed or its signals stopped arriving, counts the time since
 * then as lost and writes a note. */
void ts_signal_handler_count_lost(void);

#endif
