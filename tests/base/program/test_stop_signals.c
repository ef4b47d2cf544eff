#include "base/program/stop_signals.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support/expect.h"

Test(stop, the_first_signal_counts) {
  tc_stop_install();
  cr_assert_eq(tc_stop_requested(), 0);
  raise(SIGUSR1);
  raise(SIGTERM);
  raise(SIGINT);
  cr_assert_eq(tc_stop_requested(), SIGUSR1);
  cr_assert_str_eq(tc_stop_signal_name(SIGUSR1), "SIGUSR1");
  cr_assert_str_eq(tc_stop_signal_name(SIGHUP), "a signal");
  tc_stop_install();
  cr_assert_eq(tc_stop_requested(), 0);
  raise(SIGTERM);
  raise(SIGTERM);
  cr_assert_eq(tc_stop_requested(), SIGTERM);
}

/* Runs the function in a child process. Returns the signal that ended the child, or minus its exit status. */
static int run_child(void (*function)(void)) {
  int how;
  const pid_t child = fork();
  if (child == 0) {
    function();
    _exit(17);
  }
  waitpid(child, &how, 0);
  return WIFSIGNALED(how) ? WTERMSIG(how) : -WEXITSTATUS(how);
}

static void interrupt_once(void) {
  tc_stop_install();
  raise(SIGINT);
}

static void interrupt_twice(void) {
  interrupt_once();
  raise(SIGINT);
}

static void terminate_and_interrupt(void) {
  tc_stop_install();
  raise(SIGTERM);
  raise(SIGINT);
}

static void start_ignoring(void) {
  signal(SIGINT, SIG_IGN);
  tc_stop_install();
  raise(SIGINT);
  raise(SIGINT);
  if (tc_stop_requested()) _exit(1);
}

Test(stop, a_second_interrupt_ends_the_process) {
  cr_assert_eq(run_child(interrupt_once), -17);
  cr_assert_eq(run_child(interrupt_twice), SIGINT);
  cr_assert_eq(run_child(terminate_and_interrupt), -17);
  cr_assert_eq(run_child(start_ignoring), -17);
}
