#include "base/program/stop_signals.h"

#include <signal.h>
#include <stddef.h>

static const int stop_signal[] = {SIGTERM, SIGINT, SIGUSR1};

enum { stop_signals = sizeof stop_signal / sizeof *stop_signal };

static volatile sig_atomic_t interrupted;

static void record_signal(int number) {
  if (number == SIGINT && interrupted) {
    signal(SIGINT, SIG_DFL);
    raise(SIGINT); /* the signal is delivered when this handler returns */
  }
  if (number == SIGINT) interrupted = 1;
  tc_stop_request(number);
}

void tc_stop_install(void) {
  struct sigaction action = {.sa_handler = record_signal, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  interrupted = 0;
  tc_stop_request(0);
  for (int k = 0; k < stop_signals; k++) {
    struct sigaction previous;
    sigaction(stop_signal[k], NULL, &previous);
    if (previous.sa_handler != SIG_IGN) sigaction(stop_signal[k], &action, NULL);
  }
}
