#define _GNU_SOURCE
#include "sampler/signals.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

#include "sampler/clock.h"
#include "sampler/handler.h"
#include "sampler/next.h"
#include "sampler/record.h"
#include "sampler/state.h"

/* What the program wants to happen on TC_CLOCK_SIGNAL. */
static struct sigaction theirs;

/* Other signals wait until the handler is done, also that of the C library's own by which threads are
 * cancelled at any point (sigfillset leaves it out): what the handler writes would stay half done. */
bool tc_signals_install(void) {
  TC_NEXT(sigaction);
  struct sigaction before, ours = {.sa_sigaction = tc_handler, .sa_flags = SA_SIGINFO | SA_RESTART};
  memset(&ours.sa_mask, 0xff, sizeof ours.sa_mask);
  if (next(TC_CLOCK_SIGNAL, &ours, &before) != 0) return false;
  if (!(before.sa_flags & SA_SIGINFO) || before.sa_sigaction != tc_handler)
    theirs = before; /* else: a child */
  return true;
}

static bool is_handler(const struct sigaction *action) {
  return (action->sa_flags & SA_SIGINFO) || (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
}

bool tc_signals_taken(void) { return is_handler(&theirs); }

void tc_signals_pass(int signal, siginfo_t *info, void *context) {
  if (theirs.sa_flags & SA_SIGINFO)
    theirs.sa_sigaction(signal, info, context);
  else if (is_handler(&theirs))
    theirs.sa_handler(signal);
}

static void take_over(const struct sigaction *action) {
  theirs = *action;
  if (is_handler(action))
    tc_record_note("the program has its own handler of SIGURG: it gets what is not the sampler's; "
                   "signals of both at one time may become one");
}

/* Stacks of the program's own for signals may have no room for the sampler's as well: it waits until they are
 * left. */
static const struct sigaction *spare(const struct sigaction *action, struct sigaction *copy) {
  if (!action || !is_handler(action) || !(action->sa_flags & SA_ONSTACK)) return action;
  *copy = *action;
  sigaddset(&copy->sa_mask, TC_CLOCK_SIGNAL);
  return copy;
}

TC_EXPORT int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old) {
  TC_NEXT(sigaction);
  struct sigaction copy;
  if (!tc_attached()) return next(number, action, old);
  if (number != TC_CLOCK_SIGNAL) return next(number, spare(action, &copy), old);
  const struct sigaction before = theirs;
  if (action) take_over(action);
  if (old) *old = before;
  return 0;
}

TC_EXPORT sighandler_t signal(int number, sighandler_t handler) {
  TC_NEXT(signal);
  if (!tc_attached() || number != TC_CLOCK_SIGNAL) return next(number, handler);
  const struct sigaction before = theirs;
  take_over(&(struct sigaction){.sa_handler = handler, .sa_flags = SA_RESTART});
  return before.sa_handler;
}

/* Who blocks all signals keeps handlers of the program's away, not the sampler's. */
static const sigset_t *open_set(int how, const sigset_t *set, sigset_t *copy) {
  if (!set || how == SIG_UNBLOCK || !tc_attached() || tc_signals_taken() ||
      !sigismember(set, TC_CLOCK_SIGNAL) || !sigismember(set, SIGWINCH))
    return set;
  *copy = *set;
  sigdelset(copy, TC_CLOCK_SIGNAL);
  return copy;
}

TC_EXPORT int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  TC_NEXT(pthread_sigmask);
  sigset_t copy;
  return next(how, open_set(how, set, &copy), old);
}

TC_EXPORT int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  TC_NEXT(sigprocmask);
  sigset_t copy;
  return next(how, open_set(how, set, &copy), old);
}

/* Whoever waits for all signals waits for none of the sampler's. */
TC_EXPORT int sigwait(const sigset_t *restrict set, int *restrict number) {
  TC_NEXT(sigwait);
  sigset_t copy;
  return next(open_set(SIG_BLOCK, set, &copy), number);
}

TC_EXPORT int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info) {
  TC_NEXT(sigwaitinfo);
  sigset_t copy;
  return next(open_set(SIG_BLOCK, set, &copy), info);
}

TC_EXPORT int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
                           const struct timespec *restrict time) {
  TC_NEXT(sigtimedwait);
  sigset_t copy;
  return next(open_set(SIG_BLOCK, set, &copy), info, time);
}
