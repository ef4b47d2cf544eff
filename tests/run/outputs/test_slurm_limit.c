#define _POSIX_C_SOURCE 200809L
#include "run/outputs/slurm_limit.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "io/mesh/mesh_files.h"
#include "support/expect.h"

static void expect_seconds(const char *text, double wanted) {
  double seconds = -1.0;
  cr_assert(tc_slurm_limit_parse(text, &seconds), "%s", text);
  cr_assert_eq(seconds, wanted, "%s: %g", text, seconds);
}

Test(slurm_limit, answers_of_squeue) {
  static const char *const others[] = {"",        "\n",   "UNLIMITED\n", "NOT_SET", "INVALID",
                                       "1:2:3:4", "1:-2", "x-1:00",      "-5"};
  double seconds;
  expect_seconds("1-02:03:04\n", 93784.0);
  expect_seconds("12:34\n", 754.0);
  expect_seconds("59", 59.0);
  expect_seconds("0:00\n", 0.0);
  expect_seconds("100:00:01", 360001.0);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++)
    cr_assert_not(tc_slurm_limit_parse(others[i], &seconds), "%s", others[i]);
}

/* Criterion runs each test in its own process, so changes of the environment do not affect other tests. */
Test(slurm_limit, variables_of_the_job) {
  tc_slurm_limit found;
  unsetenv("SLURM_JOB_ID");
  setenv("SLURM_JOB_END_TIME", "1100", 1);
  cr_assert_not(tc_slurm_limit_read(1000.0, NULL, &found), "not in a job");
  setenv("SLURM_JOB_ID", "123", 1);
  unsetenv("SLURM_JOB_START_TIME");
  cr_assert(tc_slurm_limit_read(1000.0, NULL, &found));
  cr_assert(found.job == 123 && found.end_s == 1100.0 && found.start_s == 1000.0);
  setenv("SLURM_JOB_START_TIME", "940", 1);
  cr_assert(tc_slurm_limit_read(1000.0, NULL, &found));
  cr_assert_eq(found.start_s, 940.0);
}

/* Earlier versions of SLURM do not set SLURM_JOB_END_TIME, so the program calls squeue. */
Test(slurm_limit, command_of_the_job) {
  tc_slurm_limit found;
  folder f = folder_make();
  char path[400], program[500];
  setenv("SLURM_JOB_ID", "123", 1);
  unsetenv("SLURM_JOB_END_TIME");
  setenv("PATH", f.path, 1);
  cr_assert_not(tc_slurm_limit_read(1000.0, NULL, &found), "without the command");
  file_write(&f, "squeue", "#!/bin/sh\n[ \"$*\" = '-h -j 123 -o %L' ] && echo 1:40\n");
  file_path(&f, "squeue", path);
  cr_assert_eq(chmod(path, 0700), 0);
  snprintf(program, sizeof program, "%s:/usr/bin:/bin", f.path);
  setenv("PATH", program, 1);
  cr_assert(tc_slurm_limit_read(1000.0, NULL, &found));
  cr_assert_eq(found.end_s, 1100.0);
  setenv("SLURM_JOB_END_TIME", "900", 1); /* SLURM_JOB_END_TIME is in the past if the limit was raised after
                                           * the start of the job */
  cr_assert(tc_slurm_limit_read(1000.0, NULL, &found));
  cr_assert_eq(found.end_s, 1100.0);
  folder_remove(&f);
}
