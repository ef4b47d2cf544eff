/* Runner of tests of one process. It replaces the runner of Criterion, which starts the program again for
 * each test, because loading the libraries of MPI and HDF5 takes longer than most tests. This runner runs
 * each test in a fork of the process. Tests therefore cannot affect each other, and a crash or a hang ends
 * one test only. The assertion macros of Criterion call the functions below.
 *
 *   program [--list] [--one-process] [--tests N] [PART OF SUITE/NAME ..]
 *
 * --tests N: the program must have N tests (tests/CMakeLists.txt counts them in the source). --one-process
 * runs all tests in this process, where a failed cr_assert ends the program. The environment variable
 * TETRACAST_TEST_SECONDS is the time limit of a test; the default is 300. Exit codes: 0 all tests have
 * passed, 1 a test has failed, 2 wrong options, 77 all tests were skipped. */
#include <criterion/criterion.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { passed = 0, failed = 1, skipped = 77 };
enum {
  exit_base = 100
}; /* this is added to the exit code of a test, so that a call of exit in a test counts as a failure */

extern struct criterion_test *const __start_cr_tst[], *const __stop_cr_tst[]; /* symbols that the linker
                                                                               * defines: the arrays of all
                                                                               * tests and suites */
extern struct criterion_suite *const __start_cr_sts[] __attribute__((weak)), *const __stop_cr_sts[]
    __attribute__((weak));

static struct runner {
  const struct criterion_test *current;
  int failures, skips; /* counts of the current test */
  pid_t process;       /* process of the current test */
  jmp_buf end;         /* end of the body of the current test */
  bool is_inside;      /* the body of the current test runs */
  volatile sig_atomic_t is_too_long;
} run;

/* ---- functions called by the macros of Criterion ---- */

static void print_message(const char *file, unsigned line, const char *text) {
  fprintf(stderr, "%s:%u: %s/%s: %s\n", file, line, run.current->category, run.current->name, text);
}

void criterion_send_assert(struct criterion_assert_stats *stats) {
  if (stats->passed) return;
  run.failures++;
  print_message(stats->file, stats->line, stats->message);
}

/* Ends the current test after a failed cr_assert. Processes that the test itself has forked end at once. */
void criterion_abort_test(void) {
  fflush(NULL);
  if (!run.is_inside || getpid() != run.process) _exit(failed);
  longjmp(run.end, 1);
}

void criterion_continue_test(void) {}
void cri_asserts_passed_incr(void) {}

void criterion_skip_test(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  printf("skipped %s/%s: ", run.current->category, run.current->name);
  vprintf(format, arguments);
  va_end(arguments);
  putchar('\n');
  run.skips++;
  criterion_abort_test();
}

static const struct criterion_test_extra_data *suite_data(void) {
  for (struct criterion_suite *const *suite = __start_cr_sts; suite < __stop_cr_sts; suite++)
    if (strcmp((*suite)->name, run.current->category) == 0) return (*suite)->data;
  return NULL;
}

void criterion_internal_test_setup(void) {
  const struct criterion_test_extra_data *suite = suite_data(), *own = run.current->data;
  if (suite && suite->init) suite->init();
  if (own->init) own->init();
}

void criterion_internal_test_main(void (*body)(void)) {
  run.is_inside = true;
  if (setjmp(run.end) == 0) body();
  run.is_inside = false;
}

void criterion_internal_test_teardown(void) {
  const struct criterion_test_extra_data *suite = suite_data(), *own = run.current->data;
  if (own->fini) own->fini();
  if (suite && suite->fini) suite->fini();
}

/* ---- one test ---- */

static int run_here(void) {
  run.process = getpid();
  run.failures = run.skips = 0;
  run.current->test();
  return run.failures ? failed : run.skips ? skipped : passed;
}

static void end_after_limit(int signal) {
  (void)signal;
  run.is_too_long = 1;
  kill(run.process, SIGKILL);
}

static int wait_for_test(unsigned seconds) {
  int status = 0;
  run.is_too_long = 0;
  alarm(seconds);
  while (waitpid(run.process, &status, 0) < 0) continue; /* repeats after the interruption by an alarm */
  alarm(0);
  return status;
}

static int judge(int status, unsigned seconds) {
  char text[100];
  const int result = WIFEXITED(status) ? WEXITSTATUS(status) - exit_base : -1;
  if (result == passed || result == failed || result == skipped) return result;
  if (run.is_too_long)
    snprintf(text, sizeof text, "still running after %u s", seconds);
  else if (WIFSIGNALED(status))
    snprintf(text, sizeof text, "ended by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
  else
    snprintf(text, sizeof text, "ended with exit code %d", WEXITSTATUS(status));
  print_message(run.current->data->file_, run.current->data->line_, text);
  return failed;
}

static int run_forked(void) {
  const char *wanted = getenv("TETRACAST_TEST_SECONDS");
  const unsigned seconds = wanted ? (unsigned)atoi(wanted) : 300;
  fflush(NULL);
  const pid_t process = fork();
  if (process < 0) {
    perror("fork");
    exit(failed);
  }
  if (process == 0) {
    signal(SIGALRM, SIG_DFL);
    exit(exit_base + run_here());
  }
  run.process = process;
  return judge(wait_for_test(seconds), seconds);
}

/* ---- choice of tests ---- */

typedef struct choice {
  bool list, one_process;
  long tests;   /* negative if unknown */
  char **parts; /* parts of names; NULL at the end */
} choice;

static choice choice_read(int argc, char **argv) {
  choice c = {.tests = -1, .parts = argv + argc};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--list"))
      c.list = true;
    else if (!strcmp(argv[i], "--one-process"))
      c.one_process = true;
    else if (!strcmp(argv[i], "--tests") && i + 1 < argc)
      c.tests = atol(argv[++i]);
    else {
      c.parts = argv + i;
      break;
    }
  }
  return c;
}

static bool is_wanted(const choice *c, const struct criterion_test *test) {
  char name[200];
  bool wanted = !*c->parts;
  snprintf(name, sizeof name, "%s/%s", test->category, test->name);
  for (char **part = c->parts; *part; part++) wanted |= strstr(name, *part) != NULL;
  return wanted;
}

static int run_tests(const choice *c) {
  int results[skipped + 1] = {0};
  for (struct criterion_test *const *test = __start_cr_tst; test < __stop_cr_tst; test++) {
    if (!is_wanted(c, *test)) continue;
    run.current = *test;
    const int result = c->one_process ? run_here() : run_forked();
    if (result == failed) printf("FAILED %s/%s\n", (*test)->category, (*test)->name);
    results[result]++;
  }
  printf("%d tests passed, %d failed, %d skipped\n", results[passed], results[failed], results[skipped]);
  if (results[failed]) return failed;
  return results[passed] ? passed : skipped;
}

int main(int argc, char **argv) {
  const choice c = choice_read(argc, argv);
  const long built = __stop_cr_tst - __start_cr_tst;
  int count = 0;
  if (c.tests >= 0 && c.tests != built) {
    fprintf(stderr, "%s has %ld tests, not %ld: one is left out by the preprocessor, or the program is old\n",
            argv[0], built, c.tests);
    return failed;
  }
  for (struct criterion_test *const *test = __start_cr_tst; test < __stop_cr_tst; test++) {
    if (!is_wanted(&c, *test)) continue;
    count++;
    if (c.list) printf("%s/%s\n", (*test)->category, (*test)->name);
  }
  if (!count) {
    fprintf(stderr, "%s: no test is called so; --list names them\n", argv[0]);
    return 2;
  }
  if (c.list) return 0;
  if (!freopen("/dev/null", "r", stdin)) return failed;
  signal(SIGALRM, end_after_limit);
  return run_tests(&c);
}
