/* Runner of ParallelTests. It calls MPI_Init once and runs the tests sequentially. Each test has one result
 * for all ranks and a time limit. The assertion macros of Criterion call the functions below instead of those
 * of Criterion's own runner.
 *
 *   mpirun -np 3 program [--list] [--tests N] [--threaded | --unthreaded] [--after SUITE/NAME] [--log FILE]
 *                        [PART OF FILE/SUITE/NAME ..]
 *
 * --tests N: the program must have N tests (tests/programs.cmake counts them in the sources). --threaded
 * selects the ThreadedTests only, --unthreaded the others. FILE is test_step for test_step.c. Rank 0 appends
 * "run NAME", then "ok NAME" or "failed NAME" to the log, and "end" after the last test. If a launch ends
 * early, tests/support/parallel.sh thus finds the test that was running. The environment variable
 * TETRACAST_TEST_SECONDS is the time limit of a test; the default is 300. */
#include "support/parallel.h"

#include <omp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/core/process.h"

static struct runner {
  parallel_test *first, **last;
  parallel_suite *suites;
  int rank, ranks, failures; /* failures counts those of the current test */
  const parallel_test *current;
  char too_long[300]; /* message for a test that exceeds the time limit */
  char **environment; /* copy of the variables at the start */
  FILE *log;
} run = {.last = &run.first};

void parallel_add_test(parallel_test *test) {
  *run.last = test;
  run.last = &test->next;
}

void parallel_add_suite(parallel_suite *suite) {
  suite->next = run.suites;
  run.suites = suite;
}

/* ---- functions called by the assertions of Criterion ---- */

static void print_message(const char *file, unsigned line, const char *text) {
  fprintf(stderr, "%s:%u: %s/%s, rank %d of %d: %s\n", file, line, run.current->suite, run.current->name,
          run.rank, run.ranks, text);
}

void criterion_send_assert(struct criterion_assert_stats *stats) {
  if (stats->passed) return;
  run.failures++;
  print_message(stats->file, stats->line, stats->message);
}

/* Ends all ranks after a failed cr_assert. Waits before that, because other ranks may still print
 * messages. */
void criterion_abort_test(void) {
  usleep(200000);
  MPI_Abort(MPI_COMM_WORLD, 1);
  abort();
}

void criterion_continue_test(void) {}
void cri_asserts_passed_incr(void) {}

void criterion_skip_test(const char *format, ...) {
  (void)format;
  print_message(run.current->file, (unsigned)run.current->line,
                "a ParallelTest cannot be skipped: return early instead");
  criterion_abort_test();
}

/* ---- one test ---- */

extern char **environ;

static void save_environment(void) {
  int count = 0;
  while (environ[count]) count++;
  run.environment = calloc((size_t)count + 1, sizeof *run.environment);
  for (int i = 0; run.environment && i < count; i++) run.environment[i] = strdup(environ[i]);
}

/* Undoes the changes of a test to the environment, so that later tests find the original variables. */
static void restore_environment(void) {
  clearenv();
  for (char **entry = run.environment; entry && *entry; entry++) {
    char *end = strchr(*entry, '=');
    if (!end) continue;
    *end = '\0';
    setenv(*entry, end + 1, 1);
    *end = '=';
  }
}

static void end_after_limit(int signal) {
  (void)signal;
  if (write(STDERR_FILENO, run.too_long, strlen(run.too_long)) < 0) _exit(2);
  usleep(200000);
  _exit(1); /* mpirun ends the other ranks */
}

static void limit_time(const parallel_test *test) {
  const char *wanted = getenv("TETRACAST_TEST_SECONDS");
  const unsigned seconds = wanted ? (unsigned)atoi(wanted) : 300;
  snprintf(run.too_long, sizeof run.too_long, "%s:%d: %s/%s, rank %d of %d: still running after %u s\n",
           test->file, test->line, test->suite, test->name, run.rank, run.ranks, seconds);
  signal(SIGALRM, end_after_limit);
  alarm(seconds);
}

static void log_result(const char *result, const parallel_test *test, const char *more) {
  if (run.log) fprintf(run.log, "%s %s/%s\n", result, test->suite, test->name);
  if (run.log) fflush(run.log);
  if (run.rank == 0 && more) printf("%-6s %s/%s%s\n", result, test->suite, test->name, more);
  if (run.rank == 0) fflush(stdout);
}

/* Collective. Runs a test. Returns true if it passed on all ranks. */
static bool run_test(parallel_test *test) {
  run.current = test;
  run.failures = 0;
  const int threads = omp_get_max_threads();
  log_result("run", test, NULL);
  limit_time(test);
  const double start = MPI_Wtime();
  tc_world *world = NULL;
  tc_status status = tc_world_create(MPI_COMM_WORLD, 0, &world);
  cr_assert_null(status, "%s", tc_status_text(status));
  test->body(world);
  tc_world_destroy(&world);
  omp_set_num_threads(threads);
  restore_environment();
  MPI_Allreduce(MPI_IN_PLACE, &run.failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  alarm(0);
  char seconds[40];
  snprintf(seconds, sizeof seconds, " (%.2f s)", MPI_Wtime() - start);
  log_result(run.failures ? "failed" : "ok", test, seconds);
  return run.failures == 0;
}

/* ---- choice of tests ---- */

typedef struct choice {
  bool list, threaded, unthreaded;
  long tests; /* negative if unknown */
  const char *after, *log;
  char **parts; /* parts of names; NULL at the end */
} choice;

static choice choice_read(int argc, char **argv) {
  choice c = {.tests = -1, .parts = argv + argc};
  for (int i = 1; i < argc; i++) {
    if (!strcmp(argv[i], "--list"))
      c.list = true;
    else if (!strcmp(argv[i], "--threaded"))
      c.threaded = true;
    else if (!strcmp(argv[i], "--unthreaded"))
      c.unthreaded = true;
    else if (!strcmp(argv[i], "--tests") && i + 1 < argc)
      c.tests = atol(argv[++i]);
    else if (!strcmp(argv[i], "--after") && i + 1 < argc)
      c.after = argv[++i];
    else if (!strcmp(argv[i], "--log") && i + 1 < argc)
      c.log = argv[++i];
    else {
      c.parts = argv + i;
      break;
    }
  }
  return c;
}

/* Writes test_step/SUITE/NAME for a test of test_step.c. */
static void name_test(const parallel_test *test, char *name, size_t size) {
  const char *slash = strrchr(test->file, '/'), *file = slash ? slash + 1 : test->file;
  snprintf(name, size, "%.*s/%s/%s", (int)strcspn(file, "."), file, test->suite, test->name);
}

static bool is_wanted(const choice *c, const parallel_test *test, const char *name) {
  bool wanted = !*c->parts;
  for (char **part = c->parts; *part; part++) wanted |= strstr(name, *part) != NULL;
  return wanted && (test->threaded ? !c->unthreaded : !c->threaded);
}

static long count_tests(void) {
  long count = 0;
  for (const parallel_test *test = run.first; test; test = test->next) count++;
  return count;
}

/* Removes the tests that are not selected from the list. Returns the number of remaining tests. */
static int choose(const choice *c) {
  bool begun = !c->after;
  int count = 0;
  for (parallel_test **link = &run.first; *link;) {
    char name[300];
    name_test(*link, name, sizeof name);
    const bool wanted = begun && is_wanted(c, *link, name);
    begun |= c->after && !strcmp(c->after, strchr(name, '/') + 1);
    count += wanted;
    if (wanted)
      link = &(*link)->next;
    else
      *link = (*link)->next;
  }
  return count;
}

static void start(int *argc, char ***argv) {
  for (parallel_suite *suite = run.suites; suite; suite = suite->next) suite->init();
  int provided;
  tc_process_prepare(TC_PROCESS_FILE_SIZE | TC_PROCESS_LARGE_ARRAYS);
  tc_world_prepare();
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &run.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &run.ranks);
  save_environment();
}

static bool has_all_tests(const choice *c, const char *program) {
  const long built = count_tests();
  if (c->tests < 0 || c->tests == built) return true;
  fprintf(stderr, "%s has %ld tests, not %ld: one is left out by the preprocessor, or the program is old\n",
          program, built, c->tests);
  return false;
}

int main(int argc, char **argv) {
  const choice c = choice_read(argc, argv);
  if (!has_all_tests(&c, argv[0])) return 2;
  const int count = choose(&c);
  if (!count && !c.after) {
    fprintf(stderr, "%s: no test is called so; --list names them\n", argv[0]);
    return 2;
  }
  for (parallel_test *test = run.first; c.list && test; test = test->next)
    printf("%s/%s\n", test->suite, test->name);
  if (c.list) return 0;
  if (c.threaded && omp_get_max_threads() < 2) {
    fprintf(stderr, "%s: --threaded needs OMP_NUM_THREADS\n", argv[0]);
    return 2;
  }
  start(&argc, &argv);
  if (c.log && run.rank == 0) run.log = fopen(c.log, "a");
  int failed = 0;
  for (parallel_test *test = run.first; test; test = test->next) failed += !run_test(test);
  if (run.rank == 0)
    printf("%d of %d tests passed on %d rank%s\n", count - failed, count, run.ranks,
           run.ranks > 1 ? "s" : "");
  MPI_Finalize();
  if (run.log) fprintf(run.log, "end\n");
  if (run.log) fclose(run.log);
  return failed ? 1 : 0;
}
