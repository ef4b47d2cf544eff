#include "run/environment/machine_auto.h"

#include <time.h>
#include <unistd.h>

#include "base/program/log_stream.h"
#include "io/machine/machine_samples_file.h"
#include "run/environment/machines.h"

/* ---- machine files ---- */

#define MINIMAL "ranks_per_node: 3\nprivate_bandwidth_Bps: 3e9\ncache_line_B: 64\n"

ParallelTest(machine_auto, a_file_is_taken_as_it_is) {
  static const char *const text[2] = {MINIMAL, MINIMAL "name: Abel\n"}, *const name[2] = {"a machine file",
                                                                                          "Abel"};
  place p = place_make(world);
  char path[400], wanted[600], *log = NULL;
  file_path(&p.whole, "abel.yaml", path);
  for (int i = 0; i < 2; i++) {
    if (world->rank == 0) file_write(&p.whole, "abel.yaml", text[i]);
    const tc_machine_source origin = obtain(world, path, &log);
    cr_assert_eq(origin.machine.ranks_per_node, 3);
    cr_assert_eq(origin.machine.params.private_bandwidth_Bps, 3e9);
    cr_assert_eq(origin.machine.params.working_set_B[0], 0.0, "nothing is measured");
    snprintf(wanted, sizeof wanted, "%s: %s", path, name[i]);
    cr_assert_str_eq(origin.text, wanted);
    if (world->rank == 0) cr_assert_not_null(strstr(log, wanted));
    free(log);
    log = NULL;
  }
  place_remove(world, &p);
}

/* Only rank 0 reads the file, and all ranks must return its error. */
ParallelTest(machine_auto, errors_of_a_file_agree) {
  place p = place_make(world);
  char path[400], where[420];
  tc_machine_source origin;
  file_path(&p.whole, "abel.yaml", path);
  expect_error(tc_machine_auto_get(world, path, &(tc_working_set){.bytes = 2 << 20, .width = 16}, NULL,
                                   &origin),
               TC_USAGE, path);
  if (world->rank == 0) file_write(&p.whole, "abel.yaml", MINIMAL "colour: red\n");
  snprintf(where, sizeof where, "%s:4: ", path);
  expect_error(tc_machine_auto_get(world, path, &(tc_working_set){.bytes = 2 << 20, .width = 16}, NULL,
                                   &origin),
               TC_USAGE, where);
  place_remove(world, &p);
}

/* One of the seven values is a thousand times the others, as after a typing error or if another program
 * disturbed the measurement. */
ParallelTest(machine_auto, a_file_that_contradicts_itself) {
  place p = place_make(world);
  char path[400], wanted[500];
  tc_machine_source origin;
  file_path(&p.whole, "abel.yaml", path);
  if (world->rank == 0)
    file_write(&p.whole, "abel.yaml",
               MINIMAL "working_set_B: [1e6, 2e6, 4e6, 8e6, 16e6, 32e6, 64e6]\n"
                       "row16_s: [5e-9, 5e-9, 5e-6, 6e-9, 7e-9, 8e-9, 8e-9]\n");
  snprintf(wanted, sizeof wanted, "%s:5: row16_s: number 3 (5e-06) contradicts the other", path);
  expect_error(tc_machine_auto_get(world, path, &(tc_working_set){.bytes = 2 << 20, .width = 16}, NULL,
                                   &origin),
               TC_USAGE, wanted);
  place_remove(world, &p);
}

/* ---- machine: none ---- */

ParallelTest(machine_auto, none) {
  const tc_params nothing = {0};
  char *log = NULL;
  const tc_machine_source origin = obtain(world, "none", &log);
  cr_assert_str_eq(origin.text, "none");
  const tc_params params = tc_machine_params(&origin.machine, world->ranks);
  cr_assert_eq(memcmp(&params, &nothing, sizeof nothing), 0);
  if (world->rank == 0) cr_assert_str_eq(log, "", "nothing is measured");
  free(log);
  cr_assert_eq(tc_machine_kind_of("auto"), TC_MACHINE_AUTO);
  cr_assert_eq(tc_machine_kind_of("none"), TC_MACHINE_NONE);
  cr_assert_eq(tc_machine_kind_of("./none"), TC_MACHINE_FILE);
}

/* ---- machine: auto ---- */

static void expect_recalled(const tc_machine_key *key, int nodes, int ranks, int threads, bool wanted) {
  tc_machine_source origin;
  tc_machine_key other = *key;
  other.nodes += nodes;
  other.ranks_per_node += ranks;
  other.threads += threads;
  cr_assert_eq(tc_machine_lookup_cached(&other, NULL, &origin),
               wanted ? TC_MACHINE_CACHE_FRESH : TC_MACHINE_CACHE_MISSING);
  if (!wanted) return;
  cr_assert_eq(strncmp(origin.text, "cached since 2", 14), 0, "%s", origin.text);
  cr_assert_eq(origin.machine.ranks_per_node, key->ranks_per_node);
}

static bool has_read_costs(const tc_machine *machine, int width) {
  return tc_params_has_read_costs(&machine->params, width);
}

/* Collective. The costs of single reads were measured for rows of width 16. A run with rows of width 4 must
 * add the costs for its width to the cache, and the next run must find these costs in the cache. */
static void expect_width_added(const tc_world *world, const tc_machine_key *key) {
  tc_machine cached;
  char *log = NULL;
  tc_machine_source origin = obtain_for(world, "auto", 4, &log);
  cr_assert(has_read_costs(&origin.machine, 4));
  if (world->rank == 0) {
    cr_assert_not_null(strstr(log, "measuring single reads"));
    cr_assert(tc_machine_cache_read(key, &cached) && has_read_costs(&cached, 4));
    cr_assert(has_read_costs(&cached, 16) || strstr(log, "measuring the machine again"), "%s", log);
  }
  free(log);
  origin = obtain_for(world, "auto", 4, &log);
  if (world->rank == 0)
    cr_assert(!strstr(log, "measuring single reads") || strstr(log, "measuring the machine again"), "%s",
              log);
  free(log);
}

static void expect_equal_probes(const tc_probe_times *a, const tc_probe_times *b, bool is_equal) {
  for (int k = 0; k < TC_PROBE_KERNELS; k++) {
    cr_assert(a->kernel_s[k] > 0.0 && b->kernel_s[k] > 0.0);
    cr_assert_eq(a->kernel_s[k] == b->kernel_s[k], is_equal);
  }
}

/* Each run measures the speed of the machine directly before its other measurements. The cache contains the
 * speed at the time when the cached parameters were measured. */
static void expect_probes(const tc_machine_source *first, const tc_machine_source *second) {
  const tc_probe_times cached = tc_params_probe(&first->machine.params),
                       later = tc_params_probe(&second->machine.params);
  expect_equal_probes(&first->probe, &cached, true);
  expect_equal_probes(&cached, &later, true);
  expect_equal_probes(&second->probe, &later, false);
}

/* The first run measures and caches the parameters, and the second run uses the cache. If the speed of the
 * machine has changed much between the runs, the second run measures again. Its log and `origin.text` must
 * then state this. */
ParallelTest(machine_auto, measured_then_remembered) {
  if (is_shared(world)) return;
  place p = place_make(world);
  const tc_machine_key key = own_key(world);
  char *log = NULL;
  tc_machine_source first = obtain(world, "auto", &log);
  cr_assert_str_eq(first.text, "measured just now");
  cr_assert(first.machine.params.row_s[0][1][1] > 0.0 && first.machine.params.working_set_B[1] == 2 << 20,
            "the working set of the run must replace the nearest one");
  cr_assert(has_read_costs(&first.machine, 16) && !has_read_costs(&first.machine, 4));
  if (world->rank == 0) {
    cr_assert(strstr(log, "measuring the machine") && !strstr(log, "cached since"));
    expect_recalled(&key, 0, 0, 0, true);
    expect_recalled(&key, 1, 0, 0, false);
    expect_recalled(&key, 0, 1, 0, false);
    expect_recalled(&key, 0, 0, 1, false);
    free(log);
  }
  tc_machine_source second = obtain(world, "auto", &log);
  const bool measured_again = strcmp(second.text, "measured just now") == 0;
  if (!measured_again) {
    cr_assert_eq(strncmp(second.text, "cached since 2", 14), 0, "%s", second.text);
    expect_probes(&first, &second);
  }
  if (world->rank == 0) {
    cr_assert_not_null(strstr(log, "machine: cached since 2"));
    cr_assert_eq(strstr(log, "measuring the machine again") != NULL, measured_again);
    free(log);
  }
  expect_width_added(world, &key);
  place_remove(world, &p);
}

static void expect_measured_again(const tc_world *world, double stream_Bps, const char *reason) {
  place p = place_make(world);
  const tc_machine_key key = own_key(world);
  tc_machine absurd = absurd_machine(world, stream_Bps);
  char *log = NULL;
  tc_machine cached;
  if (world->rank == 0) cr_assert(tc_machine_cache_write(&key, &absurd));
  const tc_machine_source origin = obtain(world, "auto", &log);
  cr_assert_str_eq(origin.text, "measured just now");
  cr_assert_neq(origin.machine.params.private_bandwidth_Bps, stream_Bps);
  if (world->rank == 0) {
    cr_assert_not_null(strstr(log, reason));
    cr_assert(tc_machine_cache_read(&key, &cached));
    cr_assert_eq(cached.params.private_bandwidth_Bps, origin.machine.params.private_bandwidth_Bps,
                 "the new parameters must be cached");
    free(log);
  }
  place_remove(world, &p);
}

ParallelTest(machine_auto, slower_by_orders_than_remembered) {
  if (world->ranks > 2 || is_shared(world)) return;
  expect_measured_again(world, 1e14, "contradict the cached machine parameters: measuring the machine again");
}

/* Only rank 0 makes the following decisions, so one rank is enough. */
ParallelTest(machine_auto, faster_than_remembered) {
  if (world->ranks > 1) return;
  expect_measured_again(world, 1e6,
                        "speed of the machine differs from the cached one: measuring the machine again");
}

/* One cached value is a thousandth of the others, so the cached parameters must not be used. */
ParallelTest(machine_auto, the_remembered_machine_contradicts_itself) {
  if (world->ranks > 1) return;
  place p = place_make(world);
  const tc_machine_key key = own_key(world);
  tc_machine_source origin;
  tc_machine absurd = absurd_machine(world, 1e10);
  char *text = NULL;
  size_t size = 0;
  FILE *stream = open_memstream(&text, &size);
  tc_log_stream sink;
  const tc_log log = {tc_log_stream_init(&sink, stream), TC_LOG_VERBOSE, NULL, NULL};
  absurd.params.stream_Bps[3] /= 1000.0;
  cr_assert(tc_machine_cache_write(&key, &absurd));
  cr_assert_eq(tc_machine_lookup_cached(&key, &log, &origin), TC_MACHINE_CACHE_MISSING);
  cr_assert_eq(origin.machine.ranks_per_node, 0);
  fclose(stream);
  cr_assert_not_null(strstr(text, "cached machine parameters are inconsistent: measuring the machine again"));
  free(text);
  place_remove(world, &p);
}

/* Returns a machine with the times of rows of all formats, of vectors and of the smoother. */
static tc_machine complete_machine(const tc_world *world, int ranks) {
  tc_machine machine = absurd_machine(world, 1e10);
  machine.ranks_per_node = ranks;
  machine.params.dot_s = 1e-9;
  machine.params.smooth4_s[0] = 1e-9;
  for (int kernel = 0; kernel < TC_KERNEL_COUNT; kernel++)
    for (int width = 0; width < TC_WIDTHS; width++)
      for (int w = 0; w < TC_WORKING_SETS; w++) machine.params.row_s[kernel][width][w] = 1e-9;
  return machine;
}

/* A run measures only its own width, format and operations, and older versions measured fewer parameters.
 * Such machines are incomplete. */
ParallelTest(machine_auto, parameters_that_were_not_measured) {
  if (world->ranks > 1) return;
  const tc_machine whole = complete_machine(world, 1);
  tc_machine machine = whole;
  cr_assert(tc_machine_lookup_is_complete(&machine));
  machine.params.row_s[TC_KERNEL_pointer - 1][0][0] = 0.0;
  cr_assert_not(tc_machine_lookup_is_complete(&machine));
  machine = whole;
  machine.params.dot_s = 0.0;
  cr_assert_not(tc_machine_lookup_is_complete(&machine));
  machine = whole;
  machine.params.smooth4_s[0] = 0.0;
  cr_assert_not(tc_machine_lookup_is_complete(&machine));
}

/* Without the costs of messages or of isolated rows, a machine is incomplete. If other programs disturbed the
 * measurement of messages, the machine counts as complete, so that it is not measured again. */
ParallelTest(machine_auto, messages_that_were_disturbed) {
  if (world->ranks > 1) return;
  tc_machine machine = complete_machine(world, 2);
  cr_assert_not(tc_machine_lookup_is_complete(&machine));
  machine.params.node_send_s = 1e-6;
  cr_assert_not(tc_machine_lookup_is_complete(&machine));
  machine.params.pointer_run_s[0] = 1e-8;
  cr_assert(tc_machine_lookup_is_complete(&machine));
  machine.params.node_send_s = 0.0;
  snprintf(machine.source, sizeof machine.source, "%s", TC_MACHINE_MEASURED_BUSY);
  cr_assert(tc_machine_lookup_is_complete(&machine));
}

/* Parameters measured within the last hour are not measured again, even if the machine is much faster now. */
ParallelTest(machine_auto, once_an_hour_is_enough) {
  if (world->ranks > 1) return;
  place p = place_make(world);
  const tc_machine_key key = own_key(world);
  tc_machine slow = absurd_machine(world, 1e6);
  const time_t now = time(NULL);
  char *log = NULL;
  strftime(slow.date, sizeof slow.date, "%Y-%m-%dT%H:%M:%SZ", gmtime(&now));
  cr_assert(tc_machine_cache_write(&key, &slow));
  const tc_machine_source origin = obtain(world, "auto", &log);
  cr_assert_eq(strncmp(origin.text, "cached since 2", 14), 0, "%s", origin.text);
  cr_assert_not_null(strstr(origin.text, " times as fast"), "%s", origin.text);
  cr_assert_eq(origin.machine.params.private_bandwidth_Bps, 1e6,
               "the other parameters must be those of the cache");
  cr_assert_gt(origin.machine.params.stream_Bps[1], 1e6, "the working set of the run must be measured");
  cr_assert_null(strstr(log, "measuring the machine again"));
  free(log);
  place_remove(world, &p);
}

/* Makes the cached samples one hour older. Then replaces the sample of one parameter by `slow_pack_s`, as if
 * the machine had been slow during this measurement. */
static void change_samples(const tc_machine_key *key, double slow_pack_s) {
  static tc_machine_samples samples;
  char path[400], samples_path[420];
  cr_assert(tc_machine_cache_path(key, path, sizeof path));
  snprintf(samples_path, sizeof samples_path, "%s.samples", path);
  expect_ok(tc_machine_samples_read(samples_path, &samples));
  for (int i = 0; i < TC_SAMPLE_VALUES; i++)
    for (int k = 0; k < samples.of_value[i].count; k++) samples.of_value[i].sample[k].time -= 3600;
  tc_machine_samples_of(&samples, TC_PARAM_pack_s, 0)->sample[0].value = slow_pack_s;
  expect_ok(tc_machine_samples_write(&samples, samples_path));
}

/* A second run an hour later measures the parameters that it needs again, and caches the better value. If
 * other programs disturb this measurement, the cached value remains unchanged. */
ParallelTest(machine_auto, a_slow_minute_is_corrected) {
  if (world->ranks > 1) return;
  place p = place_make(world);
  const tc_machine_key key = own_key(world);
  char *log = NULL;
  tc_machine_source first = obtain(world, "auto", &log);
  tc_machine slow, cached;
  free(log);
  cr_assert(tc_machine_cache_read(&key, &slow));
  const double slow_s = slow.params.pack_s *= 4.0;
  change_samples(&key, slow_s);
  cr_assert(tc_machine_cache_write(&key, &slow));
  const tc_machine_source second = obtain(world, "auto", &log);
  cr_assert(log && strstr(log, "measuring the machine for the forecast"));
  cr_assert_eq(second.recalled.params.pack_s, slow_s);
  cr_assert_neq(second.machine.params.pack_s, slow_s, "the run uses its own measurement");
  cr_assert(tc_machine_cache_read(&key, &cached));
  cr_assert_leq(cached.params.pack_s, slow_s);
  cr_assert_eq(first.recalled.ranks_per_node, 0);
  free(log);
  place_remove(world, &p);
}

/* The costs of single reads may have changed since they were cached. A large run depends on these costs and
 * measures them again. A small run uses the cached costs. */
ParallelTest(machine_auto, reads_of_large_runs_are_measured) {
  if (world->ranks > 1) return;
  place p = place_make(world);
  const tc_machine_key key = own_key(world);
  char *log = NULL;
  tc_machine_source first = obtain_for(world, "auto", 4, &log);
  free(log);
  tc_machine other = first.machine;
  for (int i = 0; i < TC_SPREADS; i++) other.params.gather4_s[i] *= 1.0 + 1e-6;
  cr_assert(tc_machine_cache_write(&key, &other));
  for (int large = 0; large < 2; large++) {
    const tc_machine_source found = obtain_of(world, "auto", 4, (large ? 16 : 2) << 20, &log);
    const double is = found.machine.params.gather4_s[TC_SPREADS - 1];
    if (!strstr(log, "measuring the machine again")) {
      cr_assert_eq(strstr(log, "measuring single reads") != NULL, large);
      cr_assert_eq(is != other.params.gather4_s[TC_SPREADS - 1], large);
    }
    free(log);
  }
  place_remove(world, &p);
}

/* Without a cache directory, the run measures the machine and does not fail. */
ParallelTest(machine_auto, what_cannot_be_remembered) {
  char *log = NULL;
  if (world->ranks > 1) return;
  unsetenv("HOME");
  unsetenv("XDG_CACHE_HOME");
  const tc_machine_source origin = obtain(world, "auto", &log);
  cr_assert_str_eq(origin.text, "measured just now");
  cr_assert_not_null(strstr(log, "cannot be cached"));
  free(log);
}
