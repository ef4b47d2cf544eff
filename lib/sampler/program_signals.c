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
 * A reader whose slot was overwritten during the copy copies the newest slot instead. */
enum { action_slots = 16, action_words = sizeof(struct sigaction) / sizeof(uint64_t) };
_Static_assert(sizeof(struct sigaction) % sizeof(uint64_t) == 0, "an action is copied in words");
static _Atomic uint64_t action_slot[action_slots][action_words];
static _Atomic uint32_t newest_action;
static atomic_flag action_lock = ATOMIC_FLAG_INIT;

static struct sigaction read_program_action(uint32_t *number) {
  uint64_t word[action_words];
  struct sigaction action;
  do {
    *number = atomic_load_explicit(&newest_action, memory_order_acquire);
    for (int w = 0; w < action_words; w++)
      word[w] = atomic_load_explicit(&action_slot[*number % action_slots][w], memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
  } while (atomic_load_explicit(&newest_action, memory_order_relaxed) - *number >= action_slots - 1);
  memcpy(&action, word, sizeof action);
  return action;
}

static struct sigaction get_program_action(void) {
  uint32_t number;
  return read_program_action(&number);
}

/* Sets the signal mask of the thread and returns the previous one. Makes the system call directly, because
 * the functions of the C library never block the two signals that the library itself uses. */
static uint64_t set_mask(uint64_t mask) {
  uint64_t previous = 0;
  syscall(SYS_rt_sigprocmask, SIG_SETMASK, &mask, &previous, sizeof mask);
  return previous;
}

static void write_program_action(const struct sigaction *action) {
  uint64_t word[action_words];
  const uint32_t number = newest_action + 1;
  memcpy(word, action, sizeof word);
  for (int w = 0; w < action_words; w++)
    atomic_store_explicit(&action_slot[number % action_slots][w], word[w], memory_order_relaxed);
  atomic_store_explicit(&newest_action, number, memory_order_release);
}

/* Stores an action as the newest one and returns the previous one. If `expected_number` is not 0, stores the
 * action only if the previous one has this number in the ring. Blocks all signals while it holds the lock,
 * because a handler that interrupts this thread would wait for the lock forever. */
static struct sigaction exchange_action(const struct sigaction *action, uint32_t expected_number) {
  const uint64_t mask = set_mask(UINT64_MAX);
  while (atomic_flag_test_and_set_explicit(&action_lock, memory_order_acquire)) sched_yield();
  const struct sigaction previous = get_program_action();
  if (expected_number == 0 || expected_number == newest_action) write_program_action(action);
  atomic_flag_clear_explicit(&action_lock, memory_order_release);
  set_mask(mask);
  return previous;
}

/* Installs the sampler's handler, which runs with all signals blocked. The mask is filled with memset,
 * because sigfillset omits the signal that the C library uses to cancel threads. A cancellation could leave a
 * record half written. */
bool ts_signals_install(void) {
  TS_NEXT(sigaction);
  /* The lock may still be set in a forked child, because another thread of the parent held it at the fork. */
  atomic_flag_clear(&action_lock);
  struct sigaction previous,
      sampler_action = {.sa_sigaction = ts_signal_handler, .sa_flags = SA_SIGINFO | SA_RESTART};
  memset(&sampler_action.sa_mask, 0xff, sizeof sampler_action.sa_mask);
  if (next(TS_CLOCK_SIGNAL, &sampler_action, &previous) != 0) return false;
  /* In a forked child the previous handler is already that of the sampler, and must not be stored as an
   * action of the program. */
  if (!(previous.sa_flags & SA_SIGINFO) || previous.sa_sigaction != ts_signal_handler)
    exchange_action(&previous, 0);
  return true;
}

static bool is_handler(const struct sigaction *action) {
  return (action->sa_flags & SA_SIGINFO) || (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
}

bool ts_signals_program_has_handler(void) {
  const struct sigaction action = get_program_action();
  return is_handler(&action);
}

static uint64_t get_mask(const sigset_t *set) {
  uint64_t mask;
  memcpy(&mask, set, sizeof mask);
  return mask;
}

/* Returns the bit mask of the signals that the system would block during the program's handler. */
static uint64_t get_handler_mask(const struct sigaction *action, int signal, const ucontext_t *interrupted) {
  const uint64_t own_bit = (uint64_t)1 << (signal - 1);
  return get_mask(&interrupted->uc_sigmask) | get_mask(&action->sa_mask) |
         (action->sa_flags & SA_NODEFER ? 0 : own_bit);
}

void ts_signals_forward(int signal, siginfo_t *info, void *context) {
  uint32_t number;
  const struct sigaction action = read_program_action(&number);
  if (!is_handler(&action)) return;
  if ((unsigned)action.sa_flags & SA_RESETHAND)
    exchange_action(&(struct sigaction){.sa_handler = SIG_DFL}, number);
  const uint64_t mask = set_mask(get_handler_mask(&action, signal, context));
  if (action.sa_flags & SA_SIGINFO)
    action.sa_sigaction(signal, info, context);
  else
    action.sa_handler(signal);
  set_mask(mask);
}

static struct sigaction replace_action(const struct sigaction *action) {
  const struct sigaction previous = exchange_action(action, 0);
  if (is_handler(action))
    ts_record_write_note("the program has its own handler of SIGURG, which receives its own signals; "
                         "two simultaneous signals may become one");
  return previous;
}

/* If a handler of the program runs on an alternate stack, adds the sampler's signal to the mask of this
 * handler, because the alternate stack may be too small for the sampler's handler too. */
static const struct sigaction *block_on_alternate_stack(const struct sigaction *action,
                                                        struct sigaction *copy) {
  if (!action || !is_handler(action) || !(action->sa_flags & SA_ONSTACK)) return action;
  *copy = *action;
  sigaddset(&copy->sa_mask, TS_CLOCK_SIGNAL);
  return copy;
}

TS_EXPORT int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old) {
  TS_NEXT(sigaction);
  struct sigaction copy;
  if (!ts_process_is_attached()) return next(number, action, old);
  if (number != TS_CLOCK_SIGNAL) return next(number, block_on_alternate_stack(action, &copy), old);
  const struct sigaction previous = action ? replace_action(action) : get_program_action();
  if (old) *old = previous;
  return 0;
}

TS_EXPORT sighandler_t signal(int number, sighandler_t handler) {
  TS_NEXT(signal);
  if (!ts_process_is_attached() || number != TS_CLOCK_SIGNAL) return next(number, handler);
  return replace_action(&(struct sigaction){.sa_handler = handler, .sa_flags = SA_RESTART}).sa_handler;
}

/* Removes the sampler's signal from a mask that blocks all signals. A program that sets such a mask only
 * intends to block its own handlers. A mask is recognised by the signals SIGURG and SIGWINCH. */
static const sigset_t *unblock_clock_signal(int how, const sigset_t *set, sigset_t *copy) {
  if (!set || how == SIG_UNBLOCK || !ts_process_is_attached() || ts_signals_program_has_handler() ||
      !sigismember(set, TS_CLOCK_SIGNAL) || !sigismember(set, SIGWINCH))
    return set;
  *copy = *set;
  sigdelset(copy, TS_CLOCK_SIGNAL);
  return copy;
}

TS_EXPORT int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  TS_NEXT(pthread_sigmask);
  sigset_t copy;
  return next(how, unblock_clock_signal(how, set, &copy), old);
}

TS_EXPORT int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
  TS_NEXT(sigprocmask);
  sigset_t copy;
  return next(how, unblock_clock_signal(how, set, &copy), old);
}

/* Removes the sampler's signal from a set with all signals, because a program that waits for all signals must
 * not receive those of the sampler. */
TS_EXPORT int sigwait(const sigset_t *restrict set, int *restrict number) {
  TS_NEXT(sigwait);
  sigset_t copy;
  return next(unblock_clock_signal(SIG_BLOCK, set, &copy), number);
}

TS_EXPORT int sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info) {
  TS_NEXT(sigwaitinfo);
  sigset_t copy;
  return next(unblock_clock_signal(SIG_BLOCK, set, &copy), info);
}

TS_EXPORT int sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info,
                           const struct timespec *restrict time) {
  TS_NEXT(sigtimedwait);
  sigset_t copy;
  return next(unblock_clock_signal(SIG_BLOCK, set, &copy), info, time);
}
