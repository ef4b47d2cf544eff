/* The program's own dealings with SIGURG, and with signal masks. */
#ifndef TC_SAMPLER_PROGRAM_SIGNALS_H
#define TC_SAMPLER_PROGRAM_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* From now on TS_CLOCK_SIGNAL comes to ts_signal_handler. False: refused, errno says why. */
bool ts_signals_install(void);

/* Whether the program has a handler of its own for it. */
bool ts_signals_program_has_handler(void);

/* Calls that handler, if there is one. */
void ts_signals_forward(int signal, siginfo_t *info, void *context);

#endif
