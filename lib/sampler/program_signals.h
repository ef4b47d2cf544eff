/* Lets the program use SIGURG and signal masks as usual, although the sampler's clocks need SIGURG. attach.c
 * installs the sampler's handler. signal_handler.c forwards SIGURG signals that no clock sent. The sampler
 * intercepts sigaction, signal, sigprocmask and related functions, so that the program can set and query its
 * own actions as if the sampler were absent. */
#ifndef TC_SAMPLER_PROGRAM_SIGNALS_H
#define TC_SAMPLER_PROGRAM_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Installs ts_signal_handler for TS_CLOCK_SIGNAL. Returns false and sets errno if the system refuses. */
bool ts_signals_install(void);

/* True if the program has its own handler for TS_CLOCK_SIGNAL. */
bool ts_signals_program_has_handler(void);

/* Calls the program's own handler, if there is one. */
void ts_signals_forward(int signal, siginfo_t *info, void *context);

#endif
