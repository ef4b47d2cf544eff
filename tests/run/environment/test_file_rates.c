#include "run/environment/file_rates.h"

#include "io/mesh/mesh_files.h"
#include "support/expect.h"

/* All rates are measured, and no file remains. */
Test(file_rates, all_rates) {
  tc_machine machine = {.ranks_per_node = 1};
  char path[400];
  folder f = folder_make();
  file_path(&f, "machine.yaml", path);
  expect_ok(tc_file_rates_measure(path, 1 << 16, 2, &machine));
  cr_expect_gt(machine.params.write_file_Bps, 0.0);
  cr_expect_gt(machine.params.sync_s, 0.0);
  cr_expect_gt(machine.params.read_text_Bps, 0.0);
  cr_expect_eq(folder_files(&f, 0), 0);
  folder_remove(&f);
}

Test(file_rates, directory_that_does_not_exist) {
  tc_machine machine = {.ranks_per_node = 1};
  expect_error(tc_file_rates_measure("/nowhere/m.yaml", 64, 2, &machine), TC_OUTPUT, "/nowhere/m.yaml");
}
