/* Signal handler that takes the samples. program_signals.c installs the handler, and the clock of each thread
 * triggers it. A sample contains the registers, the call stack and the weight, which is the number of
 * sampling periods that the sample represents. After each signal the handler requests the next one. The
 * handler forwards signals from other sources to the program's own handler. */
#ifndef TC_SAMPLER_SIGNAL_HANDLER_H
#define TC_SAMPLER_SIGNAL_HANDLER_H

#include <signal.h>

/* Handler of TS_CLOCK_SIGNAL. If no clock of the sampler sent the signal, the handler forwards it to the
 * program's own handler. */
void ts_signal_handler(int signal, siginfo_t *info, void *context);

/* Called in a thread that ends. If the program closed the clock of the thread or the clock's signals stopped
 * arriving, counts the periods since the last sample as lost and writes a note. */
void ts_signal_handler_count_lost(void);

#endif
