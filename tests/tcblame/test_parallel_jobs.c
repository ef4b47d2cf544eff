/* Tests of the parallel execution of several programs. */
#define _GNU_SOURCE /* for sched_getaffinity */
#include "compile/parallel_jobs.h"

#include <sched.h>
#include <signal.h>

#include "scratch.h"
#include "support/expect.h"

TestSuite(workers, .fini = remove_scratch);

enum { most_jobs = 40 };

static void expect_file(const char *path, const char *wanted) {
  char text[256] = "";
  FILE *file = fopen(path, "r");
  cr_assert_not_null(file, "%s", path);
  text[fread(text, 1, sizeof text - 1, file)] = '\0';
  fclose(file);
  cr_expect_str_eq(text, wanted, "%s: %s", path, text);
}

Test(workers, each_says_whether_it_ended_well_and_what_it_wrote) {
  static const char *const well[] = {"sh", "-c", "pwd; echo told >&2", NULL};
  static const char *const badly[] = {"sh", "-c", "echo no; exit 3", NULL};
  static const char *const killed[] = {"sh", "-c", "kill -9 $$", NULL};
  char out[3][256], wanted[256];
  for (int i = 0; i < 3; i++) snprintf(out[i], sizeof out[i], "%s/%d", scratch(), i);
  tb_job job[] = {{.folder = scratch(), .argv = well, .output = out[0]},
                  {.folder = "/", .argv = badly, .output = out[1]},
                  {.folder = "/", .argv = killed, .output = out[2]}};
  expect_ok(tb_jobs_run(3, job));
  cr_expect(job[0].has_succeeded && !job[1].has_succeeded && !job[2].has_succeeded);
  snprintf(wanted, sizeof wanted, "%s\ntold\n", scratch());
  expect_file(out[0], wanted);
  expect_file(out[1], "no\n");
}

/* While a job runs, it creates a file and counts the files of all running jobs. The number must not exceed
 * the number of cores. */
Test(workers, no_more_run_at_a_time_than_there_are_cores) {
  static const char text[] = "touch $0.run; ls | grep -c run; sleep 0.02; rm $0.run";
  static char number[most_jobs][4], out[most_jobs][256];
  const char *word[most_jobs][5];
  tb_job job[most_jobs];
  cpu_set_t cores;
  cr_assert_eq(sched_getaffinity(0, sizeof cores, &cores), 0);
  for (int i = 0; i < most_jobs; i++) {
    snprintf(number[i], sizeof number[i], "%d", i);
    snprintf(out[i], sizeof out[i], "%s/%d.out", scratch(), i);
    const char *const words[] = {"sh", "-c", text, number[i], NULL};
    memcpy(word[i], words, sizeof words);
    job[i] = (tb_job){.folder = scratch(), .argv = word[i], .output = out[i]};
  }
  expect_ok(tb_jobs_run(most_jobs, job));
  for (int i = 0; i < most_jobs; i++) {
    FILE *file = fopen(out[i], "r");
    int there = 0;
    cr_assert(file && fscanf(file, "%d", &there) == 1, "%s", out[i]);
    fclose(file);
    cr_expect(job[i].has_succeeded);
    cr_expect_leq(there, CPU_COUNT(&cores));
  }
}

/* tcblame may inherit from its parent process the setting to ignore SIGCHLD. It must still receive the exit
 * status of its children. */
Test(workers, children_are_waited_for_where_they_are_ignored) {
  static const char *const word[] = {"true", NULL};
  tb_job job = {.folder = "/", .argv = word, .output = in_scratch("out")};
  signal(SIGCHLD, SIG_IGN);
  expect_ok(tb_jobs_run(1, &job));
  cr_expect(job.has_succeeded);
}

Test(workers, a_program_that_is_not_there_is_named) {
  static const char *const word[] = {"no-such-program", NULL}, *const other[] = {"true", NULL};
  tb_job job[] = {{.folder = "/", .argv = other, .output = in_scratch("a")},
                  {.folder = scratch(), .argv = word, .output = in_scratch("b")},
                  {.folder = "/nowhere/at/all", .argv = other, .output = in_scratch("c")}};
  expect_error(tb_jobs_run(2, job), TC_INTERNAL, "no-such-program: cannot be started");
  cr_expect(job[0].has_succeeded);
  expect_error(tb_jobs_run(1, &job[2]), TC_INTERNAL, "/nowhere/at/all");
}

Test(workers, nothing_to_do_is_done) { expect_ok(tb_jobs_run(0, NULL)); }
