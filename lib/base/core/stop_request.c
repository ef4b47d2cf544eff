#include "base/core/stop_request.h"

#include <signal.h>

/* A signal handler has no argument except the number of the signal, so the request must be a global
 * variable. */
static volatile sig_atomic_t requested_signal;

void tc_stop_request(int signal) {
  if (!requested_signal || !signal) requested_signal = signal;
}

int tc_stop_requested(void) { return requested_signal; }

const char *tc_stop_signal_name(int signal) {
  return signal == SIGTERM   ? "SIGTERM"
         : signal == SIGINT  ? "SIGINT"
         : signal == SIGUSR1 ? "SIGUSR1"
                             : "a signal";
}
