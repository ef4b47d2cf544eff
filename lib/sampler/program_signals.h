/* Lets the program use SIGURG and signal masks although the sampler's clocks need SIGURG.
 * attach.c installs the handler; signal_handler.c forwards signals of other origin. The functions sigaction,
 * signal, sigprocmask and their relatives are intercepted, so that the program sees only its own actions. */
#ifndef TC_SAMPLER_PROGRAM_SIGNALS_H
#define TC_SAMPLER_PROGRAM_SIGNALS_H

#include <signal.h>
#include <stdbool.h>

/* Installs ts_signal_handler for TS_CLOCK_SIGNAL. False with errno if the system refuses. */
bool ts_signals_install(void);

/* True if the program has its own handler for TS_CLOCK_SIGNAL. */
bool ts_signals_program_has_handler(void);

/* Calls that handler, if there is one. */
void ts_signals_forward(int signal, siginfo_t *info, void *context);

#endif
