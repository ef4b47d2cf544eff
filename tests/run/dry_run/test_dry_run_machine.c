#include "run/dry_run/dry_run_machine.h"

#include <unistd.h>

#include "io/machine/cache_folder.h"
#include "run/known_reads.h"
#include "support/expect.h"
#include "support/limited_calibration.h"
#include "support/parallel.h"

#define KNOWN_MACHINE "tests/support/machine.yaml"

/* Working set of a run with rows of width 4. */
static const tc_working_set narrow = {.width = 4};

/* Caches a machine, as a run with these numbers of nodes and ranks would do. The bandwidth identifies the
 * machine. If has_reads is true, the machine has the costs of single reads. */
static void cache_machine(int nodes, int ranks_per_node, double bandwidth_Bps, bool has_reads) {
  tc_machine_source origin;
  tc_machine_key key = {.nodes = nodes, .ranks_per_node = ranks_per_node, .threads = 1};
  expect_ok(tc_machine_lookup_file(KNOWN_MACHINE, NULL, &origin));
  gethostname(key.host, sizeof key.host - 1);
  origin.machine.ranks_per_node = ranks_per_node;
  origin.machine.params.private_bandwidth_Bps = bandwidth_Bps;
  if (has_reads) set_read_costs(&origin.machine.params);
  /* Without these parameters the cached machine would be incomplete and would be measured again. */
  origin.machine.params.node_send_s = 1e-9;
  for (int w = 0; w < TC_WORKING_SETS; w++) origin.machine.params.pointer_run_s[w] = 1e-9;
  cr_assert(tc_machine_cache_write(&key, &origin.machine));
}

/* Largest working set of the machine file, in bytes. Its bandwidth is that of main memory. */
static const double largest = 100663296;

ParallelTest(imagined_machine, a_file_serves_any_number_of_ranks) {
  (void)world;
  tc_dry_run_machine machine = {0};
  expect_ok(tc_machine_lookup_file(KNOWN_MACHINE, NULL, &machine.origin));
  cr_assert_eq(machine.count, 0);
  cr_assert_not_null(strstr(machine.origin.text, "machine.yaml"));
  const tc_params two = tc_dry_run_machine_params(&machine, 2, largest),
                  four = tc_dry_run_machine_params(&machine, 4, largest),
                  one = tc_dry_run_machine_params(&machine, 1, largest);
  /* The machine was measured with two ranks per node, with 10 GB/s each. Four ranks share the 20 GB/s, and
   * one rank gets 15 GB/s. */
  cr_assert_float_eq(two.private_bandwidth_Bps, 10e9, 1e6);
  cr_assert_float_eq(four.private_bandwidth_Bps, 5e9, 1e6);
  cr_assert_float_eq(one.private_bandwidth_Bps, 15e9, 1e6);
  tc_dry_run_machine_free(&machine);
}

ParallelTest(imagined_machine, a_missing_file_is_an_error) {
  (void)world;
  tc_dry_run_machine machine = {0};
  expect_error(tc_machine_lookup_file("/nowhere/m.yaml", NULL, &machine.origin), TC_USAGE, "/nowhere/m.yaml");
  tc_dry_run_machine_free(&machine);
}

/* The cache has machines of 1 and of 2 nodes. Parameters measured on two nodes must be preferred to those
 * measured on one. `origin.text` describes the first of the selected machines. */
ParallelTest(imagined_machine, this_machine_is_what_runs_have_remembered) {
  (void)world;
  const folder whole = folder_make(), cache = cache_use(&whole);
  static const int32_t ranks[] = {3, 5};
  tc_dry_run_machine machine = {0};
  cache_machine(1, 3, 1e9, true);
  cache_machine(2, 3, 2e9, true);
  cache_machine(1, 5, 3e9, true);
  expect_ok(tc_dry_run_machine_measure(2, ranks, 1, &narrow, NULL, &machine));
  cr_assert_eq(machine.count, 2);
  cr_assert_eq(machine.here[0].params.private_bandwidth_Bps, 2e9);
  cr_assert_eq(machine.here[1].params.private_bandwidth_Bps, 3e9);
  cr_assert_eq(tc_dry_run_machine_params(&machine, 5, 1e8).remote_latency_s, 20e-6);
  cr_assert_eq(strncmp(machine.origin.text, "cached since", 12), 0, "%s", machine.origin.text);
  cr_assert_eq(machine.origin.machine.ranks_per_node, 0, "no machine file was read");
  tc_dry_run_machine_free(&machine);
  cr_assert_null(machine.here);
  cache_remove(&whole, &cache);
}

/* A cached machine of several ranks has times of messages, but times of rows for a single width. It must be
 * used without a new measurement. */
ParallelTest(imagined_machine, messages_and_the_rows_of_a_run_suffice) {
  const folder whole = folder_make(), cache = cache_use(&whole);
  static const int32_t ranks[] = {3};
  tc_machine_key key = {.nodes = 1, .ranks_per_node = 3, .threads = 1};
  tc_dry_run_machine machine = {0};
  tc_machine read;
  (void)world;
  gethostname(key.host, sizeof key.host - 1);
  cache_machine(1, 3, 1e9, true);
  cr_assert(tc_machine_cache_read(&key, &read));
  memset(read.params.row_s[0][1], 0, sizeof read.params.row_s[0][1]);
  cr_assert_not(tc_machine_lookup_is_complete(&read));
  cr_assert(tc_machine_cache_write(&key, &read));
  expect_ok(tc_dry_run_machine_measure(1, ranks, 1, &narrow, NULL, &machine));
  cr_assert_not(machine.is_new);
  cr_assert_eq(machine.here[0].params.private_bandwidth_Bps, 1e9);
  tc_dry_run_machine_free(&machine);
  cache_remove(&whole, &cache);
}

/* The cached machine lacks the costs of single reads. One process must measure them, and all other parameters
 * must be those of the cache. */
ParallelTest(imagined_machine, single_reads_are_added) {
  const folder whole = folder_make(), cache = cache_use(&whole);
  static const int32_t ranks[] = {3};
  tc_dry_run_machine machine = {0};
  (void)world;
  cache_machine(1, 3, 1e9, false);
  expect_ok(tc_dry_run_machine_measure(1, ranks, 1, &narrow, NULL, &machine));
  const tc_params *p = &machine.here[0].params;
  cr_assert(tc_params_has_read_costs(p, 4) && !tc_params_has_read_costs(p, 16));
  cr_assert_geq(p->gather4_s[1], 3e-11, "as many times as much as for all ranks together");
  cr_assert_eq(p->private_bandwidth_Bps, 1e9);
  cr_assert_eq(strncmp(machine.origin.text, "cached since", 12), 0, "%s", machine.origin.text);
  tc_dry_run_machine_free(&machine);
  cache_remove(&whole, &cache);
}

/* A run has measured only the time of rows of one width and one format. A dry run measures the rows that it
 * needs, and the next dry run must find these times in the cache. */
ParallelTest(imagined_machine, what_a_run_has_measured_suffices) {
  if (world->ranks > 1) return;
  const folder whole = folder_make(), cache = cache_use(&whole);
  static const int32_t ranks[] = {1};
  static const tc_working_set wide = {.width = 16};
  const tc_machine_key key = tc_machine_cache_key(1, 1, 1);
  tc_machine_source origin;
  expect_ok(tc_machine_lookup_file(KNOWN_MACHINE, NULL, &origin));
  origin.machine.ranks_per_node = 1;
  set_read_costs(&origin.machine.params);
  memset(origin.machine.params.row_s[0][1], 0, sizeof origin.machine.params.row_s[0][1]);
  origin.machine.params.dot_s = 0.0;
  cr_assert(tc_machine_cache_write(&key, &origin.machine));
  for (int i = 0; i < 3; i++) {
    tc_dry_run_machine machine = {0};
    const struct rlimit before = little_memory_begin(1);
    expect_ok(tc_dry_run_machine_measure(1, ranks, 1, i ? &wide : &narrow, NULL, &machine));
    little_memory_end(before);
    cr_assert_eq(machine.is_new, i > 0, "only wide rows were not measured by a run");
    cr_assert_eq(strncmp(machine.origin.text, i == 1 ? "measured just now" : "cached since", 12), 0, "%s",
                 machine.origin.text);
    cr_assert_gt(machine.here[0].params.row_s[0][i ? 1 : 0][0], 0.0);
    tc_dry_run_machine_free(&machine);
  }
  cr_assert_eq(folder_files(&cache, 0), 2);
  cache_remove(&whole, &cache);
}
