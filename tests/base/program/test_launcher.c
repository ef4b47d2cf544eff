#include "base/program/launcher.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

static void unset_variables(void) {
  unsetenv("OMPI_COMM_WORLD_RANK");
  unsetenv("PMIX_RANK");
  unsetenv("PMI_RANK");
  unsetenv("OMPI_COMM_WORLD_SIZE");
  unsetenv("PMI_SIZE");
  unsetenv("SLURM_STEP_NUM_TASKS");
  unsetenv("SLURM_PROCID");
}

Test(launcher, alone_is_first) {
  unset_variables();
  cr_assert(tc_launcher_is_first());
}

Test(launcher, the_number_of_ranks) {
  unset_variables();
  setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
  cr_assert_eq(tc_launcher_ranks(), 1, "the variable belongs to another launch");
  setenv("OMPI_COMM_WORLD_RANK", "1", 1);
  cr_assert_eq(tc_launcher_ranks(), 4);
  setenv("OMPI_COMM_WORLD_SIZE", "many", 1);
  cr_assert_eq(tc_launcher_ranks(), 1);
  unset_variables();
  setenv("PMIX_RANK", "0", 1);
  setenv("SLURM_STEP_NUM_TASKS", "3", 1);
  cr_assert_eq(tc_launcher_ranks(), 3);
}

Test(launcher, each_launcher_tells_the_rank) {
  static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};
  for (int i = 0; i < 3; i++) {
    unset_variables();
    setenv(names[i], "0", 1);
    cr_assert(tc_launcher_is_first(), "%s", names[i]);
    setenv(names[i], "3", 1);
    cr_assert_not(tc_launcher_is_first(), "%s", names[i]);
  }
}

static void expect_launch(const char *variable, int processes, bool is_first) {
  const tc_process_launch launch = tc_launcher_read();
  cr_expect(variable ? launch.variable && strcmp(launch.variable, variable) == 0 : !launch.variable);
  cr_expect_eq(launch.processes, processes, "%d", launch.processes);
  cr_expect_eq(launch.is_first, is_first);
}

/* A batch allocation sets variables such as SLURM_NTASKS. They do not mean that a launcher has started
 * this process. */
Test(launcher, what_was_started) {
  unset_variables();
  setenv("SLURM_NTASKS", "16", 1);
  expect_launch(NULL, 1, true);
  setenv("SLURM_STEP_NUM_TASKS", "8", 1);
  setenv("SLURM_PROCID", "3", 1);
  expect_launch("SLURM_STEP_NUM_TASKS", 8, false);
  setenv("PMI_SIZE", "4", 1);
  setenv("PMI_RANK", "0", 1);
  expect_launch("PMI_SIZE", 4, true);
  setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
  setenv("OMPI_COMM_WORLD_RANK", "1", 1);
  expect_launch("OMPI_COMM_WORLD_SIZE", 2, false);
  setenv("OMPI_COMM_WORLD_SIZE", "many", 1);
  expect_launch("OMPI_COMM_WORLD_SIZE", 1, false);
}
