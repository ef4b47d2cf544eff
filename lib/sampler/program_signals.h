/* The program's own dealings with SIGURG, and with signal masks. */
#ifndef TC_SAMPLER_PROGRAM_SIGNALS_H
#define TC_SAMPLER_PROGRAM_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* From now on TC_CLOCK_SIGNAL comes to tc_handler. False: refused, errno says why. */
bool tc_signals_install(void);

/* Whether the program has a handler of its own for it. */
bool tc_signals_taken(void);

/* Calls that handler, if there is one. */
void tc_signals_pass(int signal, siginfo_t *info, void *context);

#endif
