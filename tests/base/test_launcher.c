#include "base/launcher.h"

#include <criterion/criterion.h>
#include <stdlib.h>

static void forget(void) {
  unsetenv("OMPI_COMM_WORLD_RANK");
  unsetenv("PMIX_RANK");
  unsetenv("PMI_RANK");
}

Test(launcher, alone_is_first) {
  forget();
  cr_assert(tc_launcher_is_first());
}

Test(launcher, the_number_of_ranks) {
  forget();
  setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
  cr_assert_eq(tc_launcher_ranks(), 1, "of another launch");
  setenv("OMPI_COMM_WORLD_RANK", "1", 1);
  cr_assert_eq(tc_launcher_ranks(), 4);
  setenv("OMPI_COMM_WORLD_SIZE", "many", 1);
  cr_assert_eq(tc_launcher_ranks(), 1);
  forget();
  setenv("PMIX_RANK", "0", 1);
  setenv("SLURM_STEP_NUM_TASKS", "3", 1);
  cr_assert_eq(tc_launcher_ranks(), 3);
}

Test(launcher, each_launcher_tells_the_rank) {
  static const char *const names[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"};
  for (int i = 0; i < 3; i++) {
    forget();
    setenv(names[i], "0", 1);
    cr_assert(tc_launcher_is_first(), "%s", names[i]);
    setenv(names[i], "3", 1);
    cr_assert_not(tc_launcher_is_first(), "%s", names[i]);
  }
}
