/* Emulates the program's own action for SIGURG (see program_signals.h). This module stores the action that
 * the program sets instead of installing it. Handlers read the action without a lock, so writers publish each
 * new action in a ring of slots. Signal masks that would block all signals are changed so that SIGURG remains
 * unblocked. */
#define _GNU_SOURCE
#include "sampler/program_signals.h"

#include <errno.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include "sampler/clock.h"
#include "sampler/next_symbol.h"
#include "sampler/process_state.h"
#include "sampler/record_writer.h"
#include "sampler/signal_handler.h"

/* Actions that the program has set for TS_CLOCK_SIGNAL, in a ring. A handler may read one slot while another
 * thread sets a new action. A writer therefore fills the next slot of the ring and then publishes its number.
 * If a slot is overwritten while a reader copies it, the reader copies the newest one. */
enum { slots = 16, words = sizeof(struct sigaction) / sizeof(uint64_t) };
_Static_assert(sizeof(struct sigaction) % sizeof(uint64_t) == 0, "an action is copied in words");
static _Atomic uint64_t slot[slots][words];
static _Atomic uint32_t newest;
static atomic_flag setting = ATOMIC_FLAG_INIT;

static struct sigaction read_theirs(uint32_t *number) {
  uint64_t word[words];
  struct sigaction action;
  do {
    *number = atomic_load_explicit(&newest, memory_order_acquire);
    for (int w = 0; w < words; w++)
      word[w] = atomic_load_explicit(&slot[*number % slots][w], memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
  } while (atomic_load_explicit(&newest, memory_order_relaxed) - *number >= slots - 1);
  memcpy(&action, word, sizeof action);
  return action;
}

static struct sigaction program_action(void) {
  uint32_t number;
  return read_theirs(&number);
}

/* Sets the signal mask of the calling thread by a system call and returns the previous mask. The C library's
 * function would never block two signals that it uses itself. */
static uint64_t set_mask(uint64_t mask) {
  uint64_t before = 0;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, &before, sizeof mask);
  return before;
}

static void write_theirs(const struct sigaction *action) {
  uint64_t word[words];
  const uint32_t number = newest + 1;
  memcpy(word, action, sizeof word);
  for (int w = 0; w < words; w++)
    atomic_store_explicit(&slot[number % slots][w], word[w], memory_order_relaxed);
  atomic_store_explicit(&newest, number, memory_order_release);
}

/* Stores an action as the newest one of the ring and returns the previous one. If `only` is not 0, stores it
 * only if `only` is the number of the previous action. All signals are blocked while the lock is held,
 * because a handler of this thread that needs the lock would never get it. */
static struct sigaction exchange_action(const struct sigaction *action, uint32_t only) {
  const uint64_t mask = set_mask(UINT64_MAX);
  while (atomic_flag_test_and_set_explicit(&setting, memory_order_acquire)) sched_yield();
  const struct sigaction before = program_action();
  if (only == 0 || only == newest) write_theirs(action);
  atomic_flag_clear_explicit(&setting, memory_order_release);
  set_mask(mask);
  return before;
}

/* Installs the sampler's handler and stores the program's earlier action. While the handler runs, all signals
 * are blocked, including the C library's own signal for asynchronous cancellation, which sigfillset omits.
 * Otherwise the thread could be cancelled with a record half written. */
bool ts_signals_install(void) {
  TS_NEXT(sigaction);
  /* In a forked child the lock may still be set, because another thread of the parent held it at the fork. */
  atomic_flag_clear(&setting);
  struct sigaction before, ours = {.sa_sigaction = ts_signal_handler, .sa_flags = SA_SIGINFO | SA_RESTART};
  memset(&ours.sa_mask, 0xff, sizeof ours.sa_mask);
  if (next(TS_CLOCK_SIGNAL, &ours, &before) != 0) return false;
  /* In a forked child the installed action is already that of the sampler. */
  if (!(before.sa_flags & SA_SIGINFO) || before.sa_sigaction != ts_signal_handler)
    exchange_action(&before, 0);
  return true;
}

static bool is_handler(const struct sigaction *action) {
  return (action->sa_flags & SA_SIGINFO) || (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
}

bool ts_signals_program_has_handler(void) {
  const struct sigaction action = program_action();
  return is_handler(&action);
}

static uint64_t mask_of(const sigset_t *set) {
  uint64_t mask;
  memcpy(&mask, set, sizeof mask);
  return mask;
}

/* Returns the set of signals, as a bit mask, that the system would block while it runs the program's handler
 * for `signal`. */
static uint64_t mask_during(const struct sigaction *action, int signal, const ucontext_t *interrupted) {
  const uint64_t own = (uint64_t)1 << (signal - 1);
  return mask_of(&interrupted->uc_sigmask) | mask_of(&action->sa_mask) |
         (action->sa_flags & SA_NODEFER ? 0 : own);
}

void ts_signals_forward(int signal, siginfo_t *info, void *context) {
  uint32_t number;
  const struct sigaction action = read_theirs(&number);
  if (!is_handler(&action)) return;
  if ((unsigned)action.sa_flags & SA_RESETHAND)
    exchange_action(&(struct sigaction){.sa_handler = SIG_DFL}, number);
  const uint64_t mask = set_mask(mask_during(&action, signal, context));
  if (action.sa_flags & SA_SIGINFO)
    action.sa_sigaction(signal, info, context);
  else
    action.sa_handler(signal);
  set_mask(mask);
}

static struct sigaction replace_action(const struct sigaction *action) {
  const struct sigaction before = exchange_action(action, 0);
  if (is_handler(action))
    ts_record_write_note("the program has its own handler of SIGURG, which receives its own signals; "
                         "two simultaneous signals may become one");
  return before;
}

/* Blocks the sampler's signal during handlers on alternate stacks, because these may be too small for the
 * sampler's handler. */
static const struct sigaction *without_alternate_stack(const struct sigaction *action,
                                                       struct sigaction *copy) {
  if (!action || !is_handler(action) || !(action->sa_flags & SA_ONSTACK)) return action;
  *copy = *action;
  sigaddset(&copy->sa_mask, TS_CLOCK_SIGNAL);
  return copy;
}

TS_EXPORT int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old) {
  TS_NEXT(sigaction);
  struct sigaction copy;
  if (!ts_attached()) return next(number, action, old);
  if (number != TS_CLOCK_SIGNAL) return next(number, without_alternate_stack(action, &copy), old);
  const struct sigaction before = action ? replace_action(action) : program_action();
  if (old) *old = before;
  return 0;
}

TS_EXPORT sighandler_t signal(int number, sighandler_t handler) {
  TS_NEXT(signal);
  if (!ts_attached() || number != TS_CLOCK_SIGNAL) return next(number, handler);
  return replace_action(&(struct sigaction){.sa_handler = handler, .sa_flags = SA_RESTART}).sa_handler;
}

/* Removes the sampler's signal from a mask that blocks all signals. A program with such a mask intends to
 * block its own handlers, not the sampler's. */
static const sigset_t *open_set(int how, const sigset_t *set, sigset_t *copy) {
  if (!set || how == SIG_UNBLOCK || !ts_attached() || ts_signals_program_has_handler() ||
      !sigismember(set, TS_CLOCK_SIGNAL) || !sigismember(set, SIGWINCH))
    return set;
  *copy = *set;
  sigdelset(copy, TS_CLOCK_SIGNAL);
  return copy;
}

TS_EXPORT int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  TS_NEXT(pthread_sigmask);
  sigset_t copy;
  return next(how, open_set(how, set, &copy), old);
}

TS_EXPORT int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  TS_NEXT(sigprocmask);
  sigset_t copy;
  return next(how, open_set(how, set, &copy), old);
}

/* Removes the sampler's signal from the set, because a program that waits for all signals must not receive
 * those of the sampler. */
TS_EXPORT int sigwait(const sigset_t *restrict set, int *restrict number) {
  TS_NEXT(sigwait);
  sigset_t copy;
  return next(open_set(SIG_BLOCK, set, &copy), number);
}

TS_EXPORT int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info) {
  TS_NEXT(sigwaitinfo);
  sigset_t copy;
  return next(open_set(SIG_BLOCK, set, &copy), info);
}

TS_EXPORT int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
                           const struct timespec *restrict time) {
  TS_NEXT(sigtimedwait);
  sigset_t copy;
  return next(open_set(SIG_BLOCK, set, &copy), info, time);
}
