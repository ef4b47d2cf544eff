/* What happens when a clock has ticked. */
#ifndef TC_SAMPLER_SIGNAL_HANDLER_H
#define TC_SAMPLER_SIGNAL_HANDLER_H

#include <signal.h>

/* The handler of TS_CLOCK_SIGNAL. Signals that no clock of the thread's sent go to the program's own handler.
 */
void ts_signal_handler(int signal, siginfo_t *info, void *context);

/* When a thread ends: what it used since its clock was taken from it, or since signals of that stopped
 * coming, is lost, and a note says so. */
void ts_signal_handler_count_lost(void);

#endif
