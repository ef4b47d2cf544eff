/* Guard of SIGTERM around METIS. A thread polls the signal action every 0.2 ms. When METIS has installed its
 * handler, the thread stores the address of this handler and installs the guard's handler again. The guard's
 * handler checks if METIS has raised the signal. If so, it calls the handler of METIS; otherwise it applies
 * the action that was in force before the guard. tc_sigterm_guard_end stops the thread and restores the
 * former action. */
#include "graph/sigterm_guard.h"

#include <stddef.h>
#include <time.h>
#include <unistd.h>

enum { poll_ns = 200000 };

static tc_sigterm_guard *_Atomic current;

static void handle_sigterm(int signal, siginfo_t *info, void *context);

/* Waits at most one polling interval for a call of tc_sigterm_guard_end. Returns true if that function was
 * called. */
static bool is_done(tc_sigterm_guard *term) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += poll_ns;
  until.tv_sec += until.tv_nsec / 1000000000;
  until.tv_nsec %= 1000000000;
  return sem_timedwait(&term->done, &until) == 0;
}

static bool is_ours(const struct sigaction *action) {
  return (action->sa_flags & SA_SIGINFO) && action->sa_sigaction == handle_sigterm;
}

/* True if the thread that calls METIS has raised the signal. The signal then comes from METIS. */
static bool is_raised(const tc_sigterm_guard *term, const siginfo_t *info) {
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
  if (term->action.sa_flags & SA_SIGINFO)
    term->action.sa_sigaction(signal, info, context);
  else if (term->action.sa_handler == SIG_DFL)
    end_process(term);
  else if (term->action.sa_handler != SIG_IGN)
    term->action.sa_handler(signal);
}

/* Handler of the guard. At the end of a call METIS restores this handler, but without the flag SA_SIGINFO, so
 * the system does not set *info. The handler of METIS jumps out of the call of METIS and does not return. */
static void handle_sigterm(int signal, siginfo_t *info, void *context) {
  siginfo_t unknown = {.si_signo = signal, .si_code = SI_USER};
  struct sigaction now;
  tc_sigterm_guard *term = atomic_load(&current);
  /* The guard has ended and the former action is restored, so the signal is raised again. */
  if (!term) {
    raise(signal);
    return;
  }
  if (sigaction(SIGTERM, NULL, &now) != 0 || !is_ours(&now)) info = &unknown;
  if (!is_raised(term, info)) {
    forward_signal(term, signal, info, context);
    return;
  }
  void (*metis)(int) = atomic_load(&term->metis);
  atomic_store(&term->raised, true);
  if (metis) metis(signal);
}

/* Body of the guard's thread: installs the guard's handler again whenever METIS has replaced it. Blocking the
 * signal would not suffice, because the system delivers it to any thread that does not block it. This may be
 * a thread of MPI, where the handler of METIS crashes. */
static void *watch_sigterm(void *context) {
  tc_sigterm_guard *term = context;
  struct sigaction now;
  while (!is_done(term)) {
    if (sigaction(SIGTERM, NULL, &now) != 0 || is_ours(&now) || atomic_load(&term->ends)) continue;
    if (now.sa_sigaction != handle_sigterm && now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN)
      atomic_store(&term->metis, now.sa_handler);
    sigaction(SIGTERM, &term->ours, NULL);
  }
  return NULL;
}

/* Starts the guard's thread with SIGTERM blocked, because the handler of METIS would crash in this thread. */
static bool start_watch(tc_sigterm_guard *term) {
  sigset_t set, before;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &set, &before);
  const bool started =
      sem_init(&term->done, 0, 0) == 0 && pthread_create(&term->thread, NULL, watch_sigterm, term) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return started;
}

void tc_sigterm_guard_begin(tc_sigterm_guard *term) {
  sigaction(SIGTERM, NULL, &term->action);
  term->caller = pthread_self();
  term->process = getpid();
  term->metis = NULL;
  term->raised = term->ends = false;
  term->ours = term->action;
  term->ours.sa_sigaction = handle_sigterm;
  term->ours.sa_flags = (term->action.sa_flags & ~(int)SA_RESETHAND) | SA_SIGINFO;
  atomic_store(&current, term);
  sigaction(SIGTERM, &term->ours, NULL);
  term->watched = start_watch(term);
}

bool tc_sigterm_guard_end(tc_sigterm_guard *term) {
  if (term->watched) {
    sem_post(&term->done);
    pthread_join(term->thread, NULL);
    sem_destroy(&term->done);
  }
  sigaction(SIGTERM, &term->action, NULL);
  atomic_store(&current, NULL);
  return term->raised;
}
