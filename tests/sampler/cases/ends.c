/* Program `ends HOW`: works for 0.05 s in each process and then ends in the way that HOW names.
 * test_wrap_exit.c checks the samples. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "burn.h"

static const double work_s = 0.05;
static const char *self;
extern char **environ;

static void end_by_exit(void) { exit(3); }
static void end_at_once(void) { _exit(4); }
static void end_quickly(void) { quick_exit(5); }
static void end_by_abort(void) { abort(); }
static void end_by_kill(void) { raise(SIGKILL); }

static void end_by_fault(void) {
  volatile int *volatile nowhere = NULL;
  *nowhere = 1;
}

static int code_of(int state) { return WIFEXITED(state) ? WEXITSTATUS(state) : 128 + WTERMSIG(state); }

static void end_forked(void) {
  int state = 0;
  const pid_t child = fork();
  burn(work_s);
  if (child == 0) _exit(9);
  waitpid(child, &state, 0);
  exit(code_of(state));
}

/* After vfork, the child shares the memory of its parent until it executes another program. */
static void end_borrowed(void) {
  int state = 0;
  const pid_t child = vfork();
  if (child == 0) {
    execl("/bin/true", "true", NULL);
    _exit(1);
  }
  waitpid(child, &state, 0);
  burn(work_s);
  exit(code_of(state));
}

static void end_by_exec(void) { execve(self, (char *[]){(char *)(size_t)self, "exit", NULL}, environ); }
static void end_by_execl(void) { execl(self, self, "exit", NULL); }

/* Executes the program `ends word` with an additional environment variable, which end_word expects. */
static void end_by_execle(void) {
  char *environment[1024] = {"TC_TEST_WORD=there"};
  for (int e = 0; environ[e] && e < 1022; e++) environment[e + 1] = environ[e];
  execle(self, self, "word", NULL, environment);
}

static void end_word(void) {
  const char *word = getenv("TC_TEST_WORD");
  exit(word && strcmp(word, "there") == 0 ? 21 : 1);
}

static void end_after_failure(void) {
  execl("/nowhere/at/all", "all", NULL);
  burn(work_s);
  exit(22);
}

static void end_system(void) {
  char command[1024];
  snprintf(command, sizeof command, "nice '%s' exit", self);
  exit(code_of(system(command)) + 10);
}

static void end_spawned(void) {
  pid_t child;
  int state = 0;
  char *argv[] = {(char *)(size_t)self, "exit", NULL};
  if (posix_spawn(&child, self, NULL, NULL, argv, environ) != 0) exit(1);
  waitpid(child, &state, 0);
  exit(code_of(state) + 20);
}

static void *work_forever(void *unused) {
  for (;;) burn(work_s);
  return unused;
}

static void end_with_threads(void) {
  pthread_t thread;
  for (int t = 0; t < 2; t++) pthread_create(&thread, NULL, work_forever, NULL);
  burn(work_s);
  exit(6);
}

static void *exit_later(void *unused) {
  burn(work_s);
  exit(7);
  return unused;
}

static void end_without_main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, exit_later, NULL);
  pthread_exit(NULL);
}

static void *be_killed(void *unused) {
  burn(work_s);
  raise(SIGKILL);
  return unused;
}

static void end_while_main_waits(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, be_killed, NULL);
  pthread_join(thread, NULL);
}

static const struct end {
  const char *name;
  void (*end)(void);
} ends[] = {
    {"exit", end_by_exit},          {"_exit", end_at_once},        {"quick", end_quickly},
    {"abort", end_by_abort},        {"kill", end_by_kill},         {"fault", end_by_fault},
    {"fork", end_forked},           {"vfork", end_borrowed},       {"execve", end_by_exec},
    {"execl", end_by_execl},        {"execle", end_by_execle},     {"word", end_word},
    {"failure", end_after_failure}, {"system", end_system},        {"spawn", end_spawned},
    {"threads", end_with_threads},  {"without", end_without_main}, {"waits", end_while_main_waits},
};

int main(int argc, char **argv) {
  self = argv[0];
  burn(work_s);
  for (size_t e = 0; argc > 1 && e < sizeof ends / sizeof *ends; e++)
    if (strcmp(argv[1], ends[e].name) == 0) ends[e].end();
  return 99;
}
