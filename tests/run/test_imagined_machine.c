#include "run/imagined_machine.h"

#include <criterion/criterion.h>
#include <unistd.h>

#include "io/cache_folder.h"
#include "support/expect.h"

#define KNOWN_MACHINE "tests/support/machine.yaml"

/* As a run with that many ranks and nodes would have remembered it, with a bandwidth to know it by. */
static void remember(int nodes, int ranks_per_node, double bandwidth_Bps) {
  tc_machine_origin origin;
  tc_machine_key key = {.nodes = nodes, .ranks_per_node = ranks_per_node, .threads = 1};
  expect_ok(tc_machine_read(KNOWN_MACHINE, &origin));
  gethostname(key.host, sizeof key.host - 1);
  origin.machine.ranks_per_node = ranks_per_node;
  origin.machine.params.private_bandwidth_Bps = bandwidth_Bps;
  origin.machine.params.node_send_s = 1e-6; /* without it an older version would have measured it */
  cr_assert(tc_machine_cache_remember(&key, &origin.machine));
}

/* The largest working set that the file knows: its bandwidth is that of memory. */
static const double largest = 100663296;

Test(imagined_machine, a_file_serves_any_number_of_ranks) {
  tc_imagined_machine machine = {0};
  expect_ok(tc_imagined_machine_read(KNOWN_MACHINE, &machine));
  cr_assert_eq(machine.count, 0);
  cr_assert_not_null(strstr(machine.origin.text, "machine.yaml"));
  const tc_params two = tc_imagined_machine_params(&machine, 2, largest),
                  four = tc_imagined_machine_params(&machine, 4, largest),
                  one = tc_imagined_machine_params(&machine, 1, largest);
  /* two ranks a node are what it was measured with; four share its 20 GB/s, one alone gets 15 of them */
  cr_assert_float_eq(two.private_bandwidth_Bps, 10e9, 1e6);
  cr_assert_float_eq(four.private_bandwidth_Bps, 5e9, 1e6);
  cr_assert_float_eq(one.private_bandwidth_Bps, 15e9, 1e6);
  tc_imagined_machine_free(&machine);
}

Test(imagined_machine, a_missing_file_is_an_error) {
  tc_imagined_machine machine = {0};
  expect_error(tc_imagined_machine_read("/nowhere/m.yaml", &machine), TC_USAGE, "/nowhere/m.yaml");
  tc_imagined_machine_free(&machine);
}

/* What was measured on two nodes goes before what was measured on one; the text is that of the first. */
Test(imagined_machine, this_machine_is_what_runs_have_remembered) {
  const folder whole = folder_make(), cache = cache_use(&whole);
  static const int32_t ranks[] = {3, 5};
  tc_imagined_machine machine = {0};
  remember(1, 3, 1e9);
  remember(2, 3, 2e9);
  remember(1, 5, 3e9);
  expect_ok(tc_imagined_machine_here(2, ranks, 1, NULL, &machine));
  cr_assert_eq(machine.count, 2);
  cr_assert_eq(machine.here[0].params.private_bandwidth_Bps, 2e9);
  cr_assert_eq(machine.here[1].params.private_bandwidth_Bps, 3e9);
  cr_assert_eq(tc_imagined_machine_params(&machine, 5, 1e8).remote_latency_s, 20e-6);
  cr_assert_eq(strncmp(machine.origin.text, "remembered since", 16), 0, "%s", machine.origin.text);
  cr_assert_eq(machine.origin.machine.ranks_per_node, 0, "it is of no file");
  tc_imagined_machine_free(&machine);
  cr_assert_null(machine.here);
  cache_remove(&whole, &cache);
}
