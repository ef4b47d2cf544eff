/* Guard of SIGTERM around METIS. A thread polls the signal action every 0.2 ms. When METIS has installed its
 * handler, the thread stores the address of this handler and installs the guard's handler again. The guard's
 * handler checks if METIS has raised the signal. If so, it calls the handler of METIS; otherwise it applies
 * the action that was in force before the guard. tc_sigterm_guard_end stops the thread and restores the
 * former action. */
#include "graph/partition/sigterm_guard.h"

#include <stddef.h>
#include <time.h>
#include <unistd.h>

enum { poll_ns = 200000 };

static tc_sigterm_guard *_Atomic current;

static void handle_sigterm(int signal, siginfo_t *info, void *context);

/* Waits at most one polling interval for a call of tc_sigterm_guard_end. Returns true if that function was
 * called. */
static bool wait_for_stop(tc_sigterm_guard *term) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += poll_ns;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  return sem_timedwait(&term->done, &until) == 0;
}

static bool is_guard_action(const struct sigaction *action) {
  return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == handle_sigterm;
}

/* True if the thread that calls METIS has raised the signal. The signal then comes from METIS. */
static bool is_from_metis(const tc_sigterm_guard *term, const siginfo_t *info) {
  return info->si_code == SI_TKILL && info->si_pid == term->process &&
         pthread_equal(pthread_self(), term->caller) && !atomic_load(&term->ends);
}

/* Ends the process through the default action, which takes effect when the signal is unblocked. */
static void end_process(tc_sigterm_guard *term) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigset_t set;
  atomic_store(&term->ends, true);
  sigaction(SIGTERM, &action, NULL);
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  raise(SIGTERM);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

/* Handles a signal from outside with the action that was in force before tc_sigterm_guard_begin. */
static void forward_signal(tc_sigterm_guard *term, int signal, siginfo_t *info, void *context) {
  if (term->former_action.sa_flags & SA_SIGINFO)
    term->former_action.sa_sigaction(signal, info, context);
  else if (term->former_action.sa_handler == SIG_DFL)
    end_process(term);
  else if (term->former_action.sa_handler != SIG_IGN)
    term->former_action.sa_handler(signal);
}

/* Handler of the guard. At the end of a call METIS restores this handler, but without the flag SA_SIGINFO, so
 * the system does not set *info. The handler of METIS jumps out of the call of METIS and does not return. */
static void handle_sigterm(int signal, siginfo_t *info, void *context) {
  siginfo_t unknown = {.si_signo = signal, .si_code = SI_USER};
  struct sigaction current_action;
  tc_sigterm_guard *term = atomic_load(&current);
  /* The guard has ended and the former action is restored. The signal is raised again, so that this action is
   * applied to it. */
  if (!term) {
    raise(signal);
    return;
  }
  if (sigaction(SIGTERM, NULL, &current_action) != 0 || !is_guard_action(&current_action)) info = &unknown;
  if (!is_from_metis(term, info)) {
    forward_signal(term, signal, info, context);
    return;
  }
  void (*metis)(int) = atomic_load(&term->metis);
  atomic_store(&term->raised, true);
  if (metis) metis(signal);
}

/* Thread that installs the guard's handler again whenever METIS has replaced it. Blocking the signal is not
 * enough: the system may deliver it to a thread of MPI, where METIS's handler crashes. */
static void *watch_sigterm(void *context) {
  tc_sigterm_guard *term = context;
  struct sigaction current_action;
  while (!wait_for_stop(term)) {
    if (sigaction(SIGTERM, NULL, &current_action) != 0 || is_guard_action(&current_action) ||
        atomic_load(&term->ends))
      continue;
    if (current_action.sa_sigaction != handle_sigterm && current_action.sa_handler != SIG_DFL &&
        current_action.sa_handler != SIG_IGN)
      atomic_store(&term->metis, current_action.sa_handler);
    sigaction(SIGTERM, &term->guard_action, NULL);
  }
  return NULL;
}

/* Starts the guard's thread with SIGTERM blocked, because the handler of METIS would crash in this thread. */
static bool start_thread(tc_sigterm_guard *term) {
  sigset_t set, previous;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, &previous);
  const bool is_started =
      sem_init(&term->done, 0, 0) == 0 && pthread_create(&term->thread, NULL, watch_sigterm, term) == 0;
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  return is_started;
}

void tc_sigterm_guard_begin(tc_sigterm_guard *term) {
  sigaction(SIGTERM, NULL, &term->former_action);
  term->caller = pthread_self();
  term->process = getpid();
  term->metis = NULL;
  term->raised = term->ends = false;
  term->guard_action = term->former_action;
  term->guard_action.sa_sigaction = handle_sigterm;
  term->guard_action.sa_flags = (term->former_action.sa_flags & ~(int)SA_RESETHAND) | SA_SIGINFO;
  atomic_store(&current, term);
  sigaction(SIGTERM, &term->guard_action, NULL);
  term->has_thread = start_thread(term);
}

bool tc_sigterm_guard_end(tc_sigterm_guard *term) {
  if (term->has_thread) {
    sem_post(&term->done);
    pthread_join(term->thread, NULL);
    sem_destroy(&term->done);
  }
  sigaction(SIGTERM, &term->former_action, NULL);
  atomic_store(&current, NULL);
  return term->raised;
}
