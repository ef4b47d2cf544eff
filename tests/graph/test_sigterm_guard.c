#include "graph/partition/sigterm_guard.h"

#include <criterion/criterion.h>
#include <sys/wait.h>
#include <unistd.h>

/* Sends SIGTERM to this process while its first thread blocks the signal. If no other thread has received
 * the signal after 50 ms, the exit code is 0. */
static void send_signal_during_guard(void) {
  static tc_sigterm_guard guard;
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  tc_sigterm_guard_begin(&guard);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  kill(getpid(), SIGTERM);
  usleep(50000);
  sigpending(&set);
  _exit(sigismember(&set, SIGTERM) == 1 ? 0 : 9);
}

/* The guard's thread must block SIGTERM. Otherwise the handler of METIS would run in this thread and jump
 * to the stack of the calling thread. */
Test(sigterm_guard, its_thread_receives_no_signal) {
  const pid_t child = fork();
  if (child == 0) send_signal_during_guard();
  int status = -1;
  cr_assert_eq(waitpid(child, &status, 0), child);
  cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0, "status %d", status);
}
