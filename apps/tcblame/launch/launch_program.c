#define _GNU_SOURCE
#include "launch/launch_program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text/line.h"

/* Signals that tcblame forwards to the program. Signals from the terminal are not forwarded, because the
 * program receives them directly. */
static const int forwarded_signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGCONT};

static void collect_signals(sigset_t *set) {
  sigemptyset(set);
  sigaddset(set, SIGCHLD);
  for (size_t s = 0; s < sizeof forwarded_signals / sizeof *forwarded_signals; s++)
    sigaddset(set, forwarded_signals[s]);
}

/* Runs in the child process: restores the signal mask `mask` and executes the program. If exec fails, writes
 * errno to the descriptor `failure`, from which the parent reads it. */
static _Noreturn void exec_program(char **argv, const sigset_t *mask, int failure) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  sigprocmask(SIG_SETMASK, mask, NULL);
  execvp(argv[0], argv);
  const int reason = errno;
  if (write(failure, &reason, sizeof reason) < 0) _exit(126);
  _exit(127);
}

static void wait_and_forward(pid_t child, const sigset_t *set, int *state) {
  siginfo_t info;
  while (waitpid(child, state, WNOHANG) == 0) {
    const int number = sigwaitinfo(set, &info);
    if (number > 0 && number != SIGCHLD && info.si_code != SI_KERNEL) kill(child, number);
  }
}

static tc_status start_error(const char *program, int reason) {
  return tc_status_create(TC_USAGE, "%s: cannot be started: %s: use an executable program", program,
                          strerror(reason));
}

/* True if the program can be executed. If its name has no slash, searches the directories `folders`,
 * separated by colons, like execvp. */
static bool is_executable(const char *program, const char *folders) {
  tc_line path = {0};
  if (strchr(program, '/')) return access(program, X_OK) == 0;
  for (const char *at = folders; at; at = strchr(at, ':'), at += at != NULL) {
    path = (tc_line){0};
    const int length = (int)strcspn(at, ":");
    tc_line_add(&path, "%.*s%s%s", length, at, length > 0 ? "/" : "", program);
    if (access(path.text, X_OK) == 0) return true;
  }
  return false;
}

tc_status tb_launch_check(const char *program) {
  const char *folders = getenv("PATH");
  if (is_executable(program, folders ? folders : "/bin:/usr/bin")) return TC_OK;
  return start_error(program, errno);
}

tc_status tb_launch(char **argv, int *code) {
  sigset_t set, mask;
  int failure[2], reason = 0, state = 0;
  if (pipe2(failure, O_CLOEXEC) != 0)
    return tc_status_create(TC_INTERNAL,
                            "cannot create a pipe: %s: raise the limit of open files (ulimit -n)",
                            strerror(errno));
  collect_signals(&set);
  signal(SIGCHLD, SIG_DFL); /* if SIGCHLD is ignored, the kernel does not report children */
  sigprocmask(SIG_BLOCK, &set, &mask);
  const pid_t child = fork();
  const int fork_reason = errno;
  if (child == 0) exec_program(argv, &mask, failure[1]);
  close(failure[1]);
  if (child > 0) wait_and_forward(child, &set, &state);
  const bool failed = child < 0 || read(failure[0], &reason, sizeof reason) == (ssize_t)sizeof reason;
  close(failure[0]);
  sigprocmask(SIG_SETMASK, &mask, NULL);
  if (failed)
    return child < 0
               ? tc_status_create(TC_INTERNAL,
                                  "cannot create a process: %s: raise the limit of processes (ulimit -u)",
                                  strerror(fork_reason))
               : start_error(argv[0], reason);
  *code = WIFSIGNALED(state) ? 128 + WTERMSIG(state) : WEXITSTATUS(state);
  return TC_OK;
}
