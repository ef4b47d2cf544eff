#include "base/program/stop_signals.h"

#include <signal.h>
#include <stddef.h>

static const struct {
  int number;
  const char *name;
} asking[] = {{SIGTERM, "SIGTERM"}, {SIGINT, "SIGINT"}, {SIGUSR1, "SIGUSR1"}};

enum { count = sizeof asking / sizeof *asking };

/* A handler receives only the number of its signal, so the handler stores requests in global variables. */
static volatile sig_atomic_t asked, interrupted;

static void record_signal(int number) {
  if (number == SIGINT && interrupted) {
    signal(SIGINT, SIG_DFL);
    raise(SIGINT); /* the signal is delivered when this handler returns */
  }
  if (number == SIGINT) interrupted = 1;
  if (!asked) asked = number;
}

void tc_stop_install(void) {
  struct sigaction action = {.sa_handler = record_signal, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  asked = interrupted = 0;
  for (int k = 0; k < count; k++) {
    struct sigaction before;
    sigaction(asking[k].number, NULL, &before);
    if (before.sa_handler != SIG_IGN) sigaction(asking[k].number, &action, NULL);
  }
}

int tc_stop_requested(void) { return asked; }

const char *tc_stop_signal_name(int number) {
  for (int k = 0; k < count; k++)
    if (asking[k].number == number) return asking[k].name;
  return "a signal";
}
