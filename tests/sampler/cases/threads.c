/* Program `threads HOW`: runs threads that are difficult to sample. Prints the CPU seconds of the first
 * thread and of the functions of the other threads. The start and the end of threads are not counted. The
 * sampler sets up and removes the clock of a thread there, which takes milliseconds on a busy machine. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

#include "burn.h"

/* CPU time in ns used by the functions of the created threads */
static _Atomic int64_t created_ns;

static void count_created(double begin_s) {
  created_ns += (int64_t)(1e9 * (cpu_s(CLOCK_THREAD_CPUTIME_ID) - begin_s));
}

static void burn_created(const double *seconds) {
  const double begin_s = cpu_s(CLOCK_THREAD_CPUTIME_ID);
  burn(*seconds);
  count_created(begin_s);
}

static void *work(void *seconds) {
  burn_created(seconds);
  return NULL;
}

static void run_with(const pthread_attr_t *attributes, void *(*function)(void *), double seconds) {
  pthread_t thread;
  if (pthread_create(&thread, attributes, function, &seconds) != 0) exit(1);
  pthread_join(thread, NULL);
}

/* Runs 25 rounds of eight concurrent threads. */
static void run_many(double seconds) {
  pthread_t thread[8];
  for (int round = 0; round < 25; round++) {
    for (int t = 0; t < 8; t++)
      if (pthread_create(&thread[t], NULL, work, &seconds) != 0) exit(1);
    for (int t = 0; t < 8; t++) pthread_join(thread[t], NULL);
  }
}

static void run_short(void) { run_many(0.001); }
static void run_brief(void) { run_many(0.0004); }

static void *work_until_cancelled(void *type) {
  int before;
  if (type) pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &before);
  for (;;) {
    burn(0.0005);
    pthread_testcancel();
  }
  return NULL;
}

static void run_cancelled(void) {
  pthread_t thread;
  void *result;
  for (int t = 0; t < 40; t++) {
    if (pthread_create(&thread, NULL, work_until_cancelled, t % 2 ? &thread : NULL) != 0) exit(1);
    burn(0.002);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    if (result != PTHREAD_CANCELED) exit(1);
  }
}

/* Function of a thread that disables cancellation, so that a request to cancel the thread remains pending.
 * The signal handler of the sampler must not enable cancellation. Otherwise the thread would end before it
 * has finished its work. */
static void *work_disabled(void *seconds) {
  int before;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  burn_created(seconds);
  return seconds;
}

static void run_pending(void) {
  double seconds = 0.06;
  pthread_t thread;
  void *result;
  if (pthread_create(&thread, NULL, work_disabled, &seconds) != 0) exit(1);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  if (result != &seconds) exit(1);
}

static volatile sig_atomic_t urgent, alarms;

static void count_urgent(int number) { urgent += number == SIGURG; }

/* The program installs its own handler for SIGURG, which the sampler uses too, and raises the signal 50
 * times. A few of these signals may merge with a pending signal of the sampler. */
static void run_urgent(void) {
  struct sigaction action = {.sa_handler = count_urgent}, found;
  sigaction(SIGURG, &action, NULL);
  sigaction(SIGURG, NULL, &found);
  if (found.sa_handler != count_urgent) exit(1);
  for (int k = 0; k < 50; k++) {
    burn(0.002);
    raise(SIGURG);
  }
  const int counted = urgent;
  if (counted < 40 || counted > 50 || signal(SIGURG, SIG_IGN) != count_urgent) exit(1);
  raise(SIGURG);
  if (urgent != counted) exit(1);
}

/* The handler must run with the signal mask that it would have without the sampler. SIGUSR1 is blocked,
 * SIGUSR2 is not, and SIGURG is not because of SA_NODEFER. */
static volatile sig_atomic_t handled, wrong;

static void check_action(int number, siginfo_t *info, void *context) {
  sigset_t blocked;
  pthread_sigmask(SIG_SETMASK, NULL, &blocked);
  handled++;
  wrong += number != SIGURG || !context || info->si_signo != SIGURG;
  wrong += !sigismember(&blocked, SIGUSR1) || sigismember(&blocked, SIGUSR2) || sigismember(&blocked, SIGURG);
}

static void run_action(void) {
  struct sigaction action = {.sa_sigaction = check_action, .sa_flags = SA_SIGINFO | SA_NODEFER}, found;
  burn(0.03);
  sigaddset(&action.sa_mask, SIGUSR1);
  sigaction(SIGURG, &action, NULL);
  raise(SIGURG);
  if (handled != 1 || wrong != 0) exit(1);
  action.sa_flags |= (int)SA_RESETHAND;
  sigaction(SIGURG, &action, NULL);
  raise(SIGURG);
  sigaction(SIGURG, NULL, &found);
  if (handled != 2 || wrong != 0 || found.sa_handler != SIG_DFL) exit(1);
  raise(SIGURG);
  if (handled != 2) exit(1);
}

/* One thread changes the handler while another one receives signals. No handler may be called with the
 * arguments of the other kind of handler. */
static volatile sig_atomic_t changing = 1;

static void check_info(int number, siginfo_t *info, void *context) {
  wrong += number != SIGURG || (uintptr_t)info < 4096 || !context || info->si_signo != SIGURG;
}

static void *receive_signals(void *unused) {
  while (changing) pthread_kill(pthread_self(), SIGURG);
  return unused;
}

static void run_changing(void) {
  const struct sigaction action[] = {{.sa_sigaction = check_info, .sa_flags = SA_SIGINFO},
                                     {.sa_handler = count_urgent}};
  pthread_t thread;
  sigaction(SIGURG, &action[0], NULL);
  if (pthread_create(&thread, NULL, receive_signals, NULL)) exit(1);
  for (int k = 0; k < 400000; k++) sigaction(SIGURG, &action[k % 2], NULL);
  changing = 0;
  pthread_join(thread, NULL);
  if (wrong) exit(1);
}

/* A program that has a handler for SIGURG may also block SIGURG, so that the sampler receives no more
 * signals. */
static void run_silent(void) {
  sigset_t urgent_alone;
  signal(SIGURG, count_urgent);
  burn(0.03);
  sigemptyset(&urgent_alone);
  sigaddset(&urgent_alone, SIGURG);
  pthread_sigmask(SIG_BLOCK, &urgent_alone, NULL);
  burn(0.12);
}

static void run_child(void (*function)(void)) {
  int state = 0;
  const pid_t child = fork();
  if (child == 0) {
    function();
    _exit(0);
  }
  if (child < 0 || waitpid(child, &state, 0) != child || state != 0) exit(1);
}

static void receive(void) { kill(getpid(), SIGURG); }

static void receive_and_count(void) {
  receive();
  if (urgent != 1) _exit(1);
}

/* Forks two children, which inherit the action for SIGURG. The first one inherits the default action, which
 * ignores the signal, and the second one a handler. */
static void run_urgent_children(void) {
  struct sigaction action = {.sa_handler = count_urgent};
  burn(0.03);
  run_child(receive);
  sigaction(SIGURG, &action, NULL);
  run_child(receive_and_count);
}

/* Uses nearly all of a thread stack of the minimum size. */
__attribute__((noinline)) static void *fill_stack(void *seconds) {
  volatile char room[8192];
  memset((void *)(uintptr_t)room, 1, sizeof room);
  burn_created(seconds);
  return room[5] == 1 ? NULL : seconds;
}

static void run_small(void) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, (size_t)sysconf(_SC_THREAD_STACK_MIN));
  run_with(&attributes, fill_stack, 0.06);
}

/* The program supplies a thread stack that is too small for the sampler, so this thread is not sampled. */
static void run_own(void) {
  static _Alignas(64) unsigned char stack[16384];
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, stack, sizeof stack);
  run_with(&attributes, fill_stack, 0.05);
  burn(0.1);
}

static void work_on_alarm(int number) {
  burn(0.01);
  alarms += number == SIGUSR1;
}

/* The program handles its signals on an alternate stack that has room for one handler only. Samples during
 * this handler must not overflow the stack. */
static void run_alternate(void) {
  const size_t bytes = (size_t)sysconf(_SC_MINSIGSTKSZ) + 2048;
  stack_t stack = {.ss_sp = malloc(bytes), .ss_size = bytes};
  struct sigaction action = {.sa_handler = work_on_alarm, .sa_flags = SA_ONSTACK};
  if (!stack.ss_sp || sigaltstack(&stack, NULL) != 0) exit(1);
  sigaction(SIGUSR1, &action, NULL);
  for (int k = 0; k < 10; k++) {
    raise(SIGUSR1);
    burn(0.002);
  }
  if (alarms != 10) exit(1);
}

static void block_all(void) {
  sigset_t all, now;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, NULL);
  pthread_sigmask(SIG_BLOCK, NULL, &now);
  if (!sigismember(&now, SIGTERM) || !sigismember(&now, SIGWINCH)) exit(1);
}

static void *work_blocked(void *seconds) {
  block_all();
  return work(seconds);
}

/* Runs a thread that blocks all signals, and a thread that inherits a mask that blocks all signals. */
static void run_blocked(void) {
  const double seconds = 0.05;
  run_with(NULL, work_blocked, seconds);
  block_all();
  burn(seconds);
  run_with(NULL, work, seconds);
}

static void block_and_work(void) {
  block_all();
  burn(0.05);
}

static void run_blocked_child(void) { run_child(block_and_work); }

/* The program closes all file descriptors, those of the sampler included, by system calls, and reuses their
 * numbers. */
static void run_closing(void) {
  burn(0.02);
  for (int d = 3; d < 65536; d++) syscall(SYS_close, d);
  for (int d = 3; d < 100; d++)
    if (dup(1) < 0) exit(1);
  double seconds = 0.05;
  run_with(NULL, work, seconds);
  run_with(NULL, work, seconds);
}

/* The program closes all file descriptors by functions of the C library. On some machines this takes more
 * than 0.05 s. The thread therefore works until it has used 0.2 s of CPU time since the start of this
 * function. */
static void run_closing_range(void) {
  const double until_s = cpu_s(CLOCK_THREAD_CPUTIME_ID) + 0.2;
  burn(0.02);
  closefrom(3);
  for (int d = 3; d < 65536; d++) close(d);
  if (close_range(3, 65535, 0) != 0) exit(1);
  for (int d = 3; d < 100; d++)
    if (dup(1) != d) exit(1);
  burn(until_s - cpu_s(CLOCK_THREAD_CPUTIME_ID));
  run_with(NULL, work, 0.05);
}

static int work_c11(void *seconds) {
  burn_created(seconds);
  return 17;
}

static void run_c11(void) {
  double seconds = 0.06;
  thrd_t thread;
  int result = 0;
  if (thrd_create(&thread, work_c11, &seconds) != thrd_success) exit(1);
  thrd_join(thread, &result);
  if (result != 17) exit(1);
}

static int descend(int depth) {
  if (depth == 0) return burn(0.06) > 0;
  volatile int below = descend(depth - 1);
  return below + (depth < 0);
}

static void run_deep(void) {
  if (descend(5000) != 1) exit(1);
}

static void *work_errno(void *seconds) {
  const double begin = cpu_s(CLOCK_THREAD_CPUTIME_ID), until = begin + *(const double *)seconds;
  do {
    errno = 4711;
    for (volatile int i = 0; i < 100000; i++) continue;
    if (errno != 4711) exit(1);
  } while (cpu_s(CLOCK_THREAD_CPUTIME_ID) < until);
  count_created(begin);
  return NULL;
}

static void run_errno(void) { run_with(NULL, work_errno, 0.06); }

static void run_two(void) {
  double seconds = 0.1;
  pthread_t thread;
  if (pthread_create(&thread, NULL, work, &seconds) != 0) exit(1);
  burn(seconds);
  pthread_join(thread, NULL);
}

static const struct mode {
  const char *name;
  void (*run)(void);
} modes[] = {
    {"short", run_short},
    {"brief", run_brief},
    {"cancelled", run_cancelled},
    {"pending", run_pending},
    {"urgent", run_urgent},
    {"action", run_action},
    {"changing", run_changing},
    {"silent", run_silent},
    {"urgent-children", run_urgent_children},
    {"blocked-child", run_blocked_child},
    {"small", run_small},
    {"own", run_own},
    {"alternate", run_alternate},
    {"blocked", run_blocked},
    {"closing", run_closing},
    {"closing-range", run_closing_range},
    {"c11", run_c11},
    {"deep", run_deep},
    {"errno", run_errno},
    {"two", run_two},
};

int main(int argc, char **argv) {
  const double before = cpu_s(CLOCK_THREAD_CPUTIME_ID);
  for (size_t m = 0; argc > 1 && m < sizeof modes / sizeof *modes; m++)
    if (strcmp(argv[1], modes[m].name) == 0) {
      modes[m].run();
      printf("%.6f\n", cpu_s(CLOCK_THREAD_CPUTIME_ID) - before + 1e-9 * (double)created_ns);
      return 0;
    }
  return 99;
}
