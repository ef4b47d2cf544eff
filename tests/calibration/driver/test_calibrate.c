#include "calibration/driver/calibrate.h"

#include <omp.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/program/log_stream.h"
#include "calibration/agree.h"
#include "calibration/driver/calibration.h"
#include "calibration/node/node_benches.h"
#include "comm/world/core_load.h"
#include "machine/parameters/memory_reader.h"
#include "support/limited_calibration.h"
#include "support/parallel.h"

/* ---- a whole calibration ---- */

static bool is_of_network(int param) {
  static const char *const names[] = {"remote_bandwidth_Bps",   "remote_latency_s",
                                      "exchange_bandwidth_Bps", "message_s",
                                      "remote_send_s",          "remote_barrier_s",
                                      "remote_reduce_s"};
  for (int i = 0; i < 7; i++)
    if (strcmp(tc_param_name(param), names[i]) == 0) return true;
  return false;
}

static bool is_of_sharing(int param) {
  return strncmp(tc_param_name(param), "pointer_", 8) == 0 ||
         strncmp(tc_param_name(param), "node_send_", 10) == 0;
}

/* True for the parameters that are fitted to iterations and messages. Only the option --fit measures them. */
static bool is_fitted(int param) { return strncmp(tc_param_name(param), "fit_", 4) == 0; }

static bool is_of_probe(int param) {
  return param >= TC_PARAM_probe_integer_s && param <= TC_PARAM_probe_gather_s;
}

/* True for parameters that this calibration does not measure: those of devices, access patterns, jobs and
 * single reads. Single reads are measured by thorough calibrations and by runs. pointer_lone_s was
 * measured by earlier versions only. */
static bool is_not_measured(int param) {
  return tc_param_is_device(param) || param == TC_PARAM_pointer_lone_s ||
         (tc_param_section(param) != TC_PARAM_SECTION_NONE && !is_of_probe(param)) ||
         (param >= TC_PARAM_spread_B && param <= TC_PARAM_gather16_s);
}

/* The ranks share one node, so parameters of the network must be unknown. Messages on the node, and rows
 * whose values are read through pointers, are measured only if there are two ranks. Rows through pointers
 * must never be cheaper than plain rows, although the time of a barrier is subtracted from them. */
static void expect_params(const tc_world *world, tc_machine *machine) {
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    for (int v = 0; v < tc_param_values(p); v++) {
      const double value = tc_param_at(&machine->params, p)[v], spread = tc_param_at(&machine->spread, p)[v];
      cr_assert(isfinite(value) && value >= 0.0, "%s[%d]: %g", tc_param_name(p), v, value);
      cr_assert(isfinite(spread) && spread >= 0.0, "%s[%d]: spread %g", tc_param_name(p), v, spread);
      const bool unknown =
          is_of_network(p) || is_fitted(p) || is_not_measured(p) || (is_of_sharing(p) && world->ranks == 1);
      if (unknown) cr_assert_eq(value, 0.0, "%s[%d]: %g", tc_param_name(p), v, value);
      if (!unknown) cr_assert_gt(value, 0.0, "%s[%d]", tc_param_name(p), v);
    }
  for (int w = 0; w < TC_WORKING_SETS && world->ranks > 1; w++) {
    for (int width = 0; width < TC_WIDTHS; width++)
      cr_assert_geq(machine->params.row_s[TC_KERNEL_pointer][width][w],
                    machine->params.row_s[TC_KERNEL_ell][width][w]);
  }
}

static void expect_working_sets(const tc_params *p) {
  for (int w = 1; w < TC_WORKING_SETS; w++)
    cr_assert_gt(p->working_set_B[w], p->working_set_B[w - 1], "working set %d", w);
  cr_assert_eq(p->working_set_B[0], 1 << 20);
  cr_assert_leq(p->working_set_B[TC_WORKING_SETS - 1], 96 << 20);
}

/* Collective. Returns the text that the machine must have as its source. */
static const char *source_of(const tc_world *world, const tc_machine *machine) {
  tc_core_load load;
  expect_ok(tc_core_load_find(world, &load));
  if (tc_core_load_is_shared(&load)) return TC_MACHINE_MEASURED_SHARED;
  return tc_machine_was_busy(machine) || machine->replaced ? TC_MACHINE_MEASURED_BUSY : TC_MACHINE_MEASURED;
}

static void expect_description(const tc_world *world, const tc_machine *machine) {
  char host[TC_MACHINE_TEXT] = "";
  int number[6], length = 0;
  gethostname(host, sizeof host - 1);
  cr_assert_str_eq(machine->host, host);
  cr_assert_str_eq(machine->name, host);
  cr_assert_str_eq(machine->source, source_of(world, machine));
  cr_assert_eq(sscanf(machine->date, "%4d-%2d-%2dT%2d:%2d:%2dZ%n", &number[0], &number[1], &number[2],
                      &number[3], &number[4], &number[5], &length),
               6, "date %s", machine->date);
  cr_assert(length == 20 && machine->date[length] == '\0' && number[0] >= 2020, "date %s", machine->date);
  cr_assert_eq(machine->nodes, 1);
  cr_assert_eq(machine->ranks_per_node, world->ranks);
  cr_assert_eq(machine->threads, omp_get_max_threads());
}

ParallelTest(calibrate, what_one_node_can_show) {
  char *text = NULL;
  size_t size = 0;
  FILE *stream = world->rank == 0 ? open_memstream(&text, &size) : NULL;
  tc_log_stream sink;
  const tc_log log = {tc_log_stream_init(&sink, stream), TC_LOG_VERBOSE, NULL, NULL};
  tc_machine machine;
  memset(&machine, 0x5a, sizeof machine);
  const struct rlimit before = little_memory_begin(world->ranks);
  expect_ok(tc_calibrate(world, TC_CALIBRATE_QUICK, &log, &machine));
  little_memory_end(before);
  expect_shared(world, &machine);
  expect_params(world, &machine);
  expect_working_sets(&machine.params);
  cr_assert_eq(machine.params.private_bandwidth_Bps, machine.params.stream_Bps[TC_WORKING_SETS - 1]);
  expect_description(world, &machine);
  if (!stream) return;
  fclose(stream);
  cr_assert(strstr(text, "row16_s") && strstr(text, "lone_bandwidth_Bps"), "the log lacks a benchmark: %s",
            text);
  free(text);
}

/* ---- times of single reads ---- */

static void expect_reads(const tc_params *p, int index, bool known) {
  const double *value = index == 0 ? p->gather4_s : p->gather16_s;
  for (int i = 0; i < TC_SPREADS; i++) {
    cr_assert(known ? value[i] > 0.0 : value[i] == 0.0, "%d: %g", i, value[i]);
    cr_assert_gt(p->spread_B[i], i > 0 ? p->spread_B[i - 1] : 0.0);
  }
}

/* A spread is the number of bytes of x over which single reads are distributed (params.def). The measured
 * spreads must rise. The second measurement, for rows of another width, uses the spreads of the first one,
 * except those beyond its own maximum. */
ParallelTest(calibrate, single_reads) {
  tc_machine machine = {.ranks_per_node = 1};
  tc_params *p = &machine.params;
  tc_calibration c;
  expect_ok(tc_calibration_init(world, (tc_bench_effort){3, 1e-5, 0}, 1 << 20, NULL, &machine, &c));
  expect_ok(tc_calibration_measure_gathers(&c, 0, 1 << 19, true));
  expect_reads(p, 0, true);
  expect_reads(p, 1, false);
  expect_ok(tc_calibration_measure_gathers(&c, 1, 1 << 20, true));
  expect_reads(p, 0, true);
  expect_reads(p, 1, true);
  cr_assert_eq(p->spread_B[TC_SPREADS - 1], 1 << 19);
  expect_ok(tc_calibration_measure_gathers(&c, 1, 1 << 18, true));
  expect_reads(p, 0, false);
  expect_reads(p, 1, true);
  cr_assert_eq(p->spread_B[TC_SPREADS - 1], 1 << 18);
  tc_calibration_free(&c);
  expect_shared(world, &machine);
}

/* Only every second spread is measured. The smallest spread gets the least possible cost, and the others
 * are interpolated between the neighbouring spreads. */
ParallelTest(calibrate, every_second_of_the_single_reads) {
  tc_machine machine = {.ranks_per_node = 1};
  const tc_params *p = &machine.params;
  tc_calibration c;
  expect_ok(tc_calibration_init(world, (tc_bench_effort){3, 1e-5, 0}, 1 << 20, NULL, &machine, &c));
  expect_ok(tc_calibration_measure_gathers(&c, 0, 1 << 20, false));
  tc_calibration_free(&c);
  expect_reads(p, 0, true);
  cr_assert_eq(p->gather4_s[0], TC_MEMORY_READER_MIN_S);
  for (int i = 2; i < TC_SPREADS; i += 2) {
    const double below = p->gather4_s[i - 1], above = p->gather4_s[i + 1];
    cr_assert(p->gather4_s[i] >= fmin(below, above) && p->gather4_s[i] <= fmax(below, above), "%d", i);
    cr_assert_eq(machine.spread.gather4_s[i],
                 fmax(machine.spread.gather4_s[i - 1], machine.spread.gather4_s[i + 1]),
                 "the spread must be the larger one of the neighbours");
  }
}

/* A run measures single reads only for the row width that it uses. It does not repeat measurements whose
 * values are available. */
ParallelTest(calibrate, single_reads_of_a_width) {
  tc_machine machine = {.ranks_per_node = 1}, before;
  for (int round = 0; round < 2; round++) {
    expect_ok(tc_calibrate_gathers(world, 16, NULL, &machine));
    expect_reads(&machine.params, 0, false);
    expect_reads(&machine.params, 1, true);
    if (round == 1)
      cr_assert_eq(memcmp(&before, &machine, sizeof before), 0, "available values must not change");
    before = machine;
  }
  cr_assert_leq(machine.params.spread_B[TC_SPREADS - 1], 64 << 20);
  expect_ok(tc_calibrate_gathers(world, 10, NULL, &machine));
  expect_reads(&machine.params, 0, true);
  expect_shared(world, &machine);
  for (int i = 0; i < TC_SPREADS; i++) {
    cr_assert_eq(machine.params.gather16_s[i], before.params.gather16_s[i]);
    cr_assert_eq(machine.params.spread_B[i], before.params.spread_B[i]);
  }
}

/* ---- measuring one working set again ---- */

static const double MiB = 1 << 20;
static const tc_working_set small = {.bytes = 1 << 20, .width = 4};

/* Returns a machine with the working sets 2, 8, 32 .. 8192 MiB. Each other value is different, so that the
 * tests can recognise it: 1000 times the parameter's number, plus the working set's number, plus 1. */
static tc_machine given_machine(void) {
  tc_machine machine = {.ranks_per_node = 4, .nodes = 1, .threads = 1};
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    for (int v = 0; v < tc_param_values(p); v++) tc_param_at(&machine.params, p)[v] = 1000.0 * p + v + 1;
  for (int w = 0; w < TC_WORKING_SETS; w++) machine.params.working_set_B[w] = MiB * (double)(2 << 2 * w);
  machine.params.node_barrier_s = 0.0; /* nothing is subtracted from the times of rows */
  return machine;
}

static bool is_measured(int param, bool shares, const tc_working_set *run) {
  const int of_width = run->width > 4;
  if (param == TC_PARAM_dot_s || param == TC_PARAM_add_s || param == TC_PARAM_vectors_s) return run->vectors;
  if (param == TC_PARAM_sweep4_s || param == TC_PARAM_sweep16_s)
    return run->sweeps && of_width == (param == TC_PARAM_sweep16_s);
  if (param == TC_PARAM_smooth4_s || param == TC_PARAM_smooth16_s) return run->cycles;
  if (shares && (param == tc_param_row(0, of_width) || param == tc_param_row(TC_KERNEL_pointer, of_width)))
    return true;
  if (shares && param == TC_PARAM_pointer_run_s) return true;
  if (param == tc_param_row(run->kernel, of_width)) return true;
  return param == TC_PARAM_working_set_B || param == TC_PARAM_stream_Bps || param == TC_PARAM_copy_s;
}

static void expect_near(double is, double wanted, const char *name) {
  cr_assert_float_eq(is, wanted, 1e-9 * fabs(wanted), "%s: %g, not %g", name, is, wanted);
}

static double previous_value(tc_machine *before, int param, double bytes) {
  return tc_params_curve(&before->params, tc_param_at(&before->params, param), bytes);
}

/* Expects that column `w` has new values for the parameters that the run needs. The other parameters must
 * have their former value at the new size of this working set, and all other columns must be unchanged. */
static void expect_replaced(tc_machine *machine, int w, bool shares, const tc_working_set *run) {
  tc_machine before = given_machine();
  for (int p = 0; p < TC_PARAM_COUNT; p++)
    for (int v = 0; v < tc_param_values(p); v++) {
      const double was = tc_param_at(&before.params, p)[v], is = tc_param_at(&machine->params, p)[v];
      if (p == TC_PARAM_pointer_s)
        cr_assert(is > 1e-12 && is < 1e-6, "%s is %g", tc_param_name(p), is);
      else if (v == w && p > TC_PARAM_working_set_B && !is_measured(p, shares, run))
        expect_near(is, previous_value(&before, p, machine->params.working_set_B[w]), tc_param_name(p));
      else if (v == w && is_measured(p, shares, run))
        cr_assert(is != was && isfinite(is) && is > 0.0, "%s[%d] is still %g", tc_param_name(p), v, is);
      else
        cr_assert_eq(is, was, "%s[%d] was %g, is %g", tc_param_name(p), v, was, is);
    }
}

/* Collective. Measures the working set of a run. It must replace working set number `w`, whose new size
 * must be `wanted`. */
static void expect_replaced_working_set(const tc_world *world, tc_working_set run, int w, double wanted) {
  tc_machine machine = given_machine();
  const double then = tc_params_curve(&machine.params, machine.params.stream_Bps, wanted);
  tc_working_set_check check;
  if (run.width == 4) machine.params.pointer_s = 1e-15; /* below all measured values, otherwise above them */
  expect_ok(tc_calibrate_working_set(world, &run, NULL, &machine, &check));
  expect_shared(world, &machine);
  expect_same(world, check.then_over_now, "the ratio");
  cr_assert_eq(machine.params.working_set_B[w], wanted);
  expect_replaced(&machine, w, world->max_shm_ranks > 1, &run);
  cr_assert_eq(check.then_over_now, then / machine.params.stream_Bps[w]);
  for (int i = 1; i < TC_WORKING_SETS; i++)
    cr_assert_gt(machine.params.working_set_B[i], machine.params.working_set_B[i - 1]);
}

/* A new size replaces the nearest working set. 4 MiB is the geometric mean of 2 and 8 MiB, so smaller
 * sizes must replace 2 MiB and larger ones 8 MiB. Sizes below 1 MiB are measured at 1 MiB. */
ParallelTest(calibrate, the_nearest_working_set_is_replaced) {
  expect_replaced_working_set(world, (tc_working_set){.bytes = floor(3.9 * MiB), .width = 16}, 0,
                              floor(3.9 * MiB));
  expect_replaced_working_set(world, (tc_working_set){.bytes = floor(4.1 * MiB), .width = 4}, 1,
                              floor(4.1 * MiB));
  expect_replaced_working_set(world,
                              (tc_working_set){.bytes = 1000.0, .width = 16, .kernel = TC_KERNEL_ell16}, 0,
                              MiB);
}

ParallelTest(calibrate, what_solvers_need_as_well) {
  expect_replaced_working_set(world, (tc_working_set){.bytes = 3.0 * MiB, .width = 4, .vectors = true}, 0,
                              3.0 * MiB);
  expect_replaced_working_set(world,
                              (tc_working_set){.bytes = 3.0 * MiB,
                                               .width = 16,
                                               .vectors = true,
                                               .sweeps = true},
                              0, 3.0 * MiB);
  expect_replaced_working_set(world,
                              (tc_working_set){.bytes = 3.0 * MiB,
                                               .width = 4,
                                               .vectors = true,
                                               .sweeps = true,
                                               .cycles = true},
                              0, 3.0 * MiB);
}

/* Several runs of different sizes. The largest (27 MiB) must replace the working set of 32 MiB. 32 MiB is
 * also nearest to the smallest (18 MiB), which must then replace 8 MiB. */
ParallelTest(calibrate, the_smallest_and_the_largest_of_several_runs) {
  tc_machine machine = given_machine(), before = given_machine();
  tc_working_set_check check;
  const tc_working_set runs = {.bytes = 27.0 * MiB, .width = 4, .min = 18.0 * MiB};
  expect_ok(tc_calibrate_working_set(world, &runs, NULL, &machine, &check));
  expect_shared(world, &machine);
  for (int w = 0; w < TC_WORKING_SETS; w++) {
    const double expected = w == 1 ? 18.0 * MiB : w == 2 ? 27.0 * MiB : before.params.working_set_B[w];
    const bool same = machine.params.stream_Bps[w] == before.params.stream_Bps[w];
    cr_assert_eq(machine.params.working_set_B[w], expected);
    cr_assert_eq(same, w != 1 && w != 2);
  }
}

/* A machine without working sets receives one. The ratio of the previous to the new bandwidth is then 0,
 * which means unknown. */
ParallelTest(calibrate, nothing_known_before) {
  tc_machine machine = {.ranks_per_node = 1};
  tc_working_set_check check;
  expect_ok(tc_calibrate_working_set(world, &small, NULL, &machine, &check));
  cr_assert_eq(check.then_over_now, 0.0);
  cr_assert_eq(machine.params.working_set_B[0], MiB);
  cr_assert_gt(machine.params.stream_Bps[0], 0.0);
}

/* The last rank has more threads than cores, so its CPU share is unknown. The share must then be unknown
 * on all ranks, because all ranks must continue with the same machine. */
ParallelTest(calibrate, a_crowded_rank_is_known_to_all) {
  tc_machine machine = given_machine();
  tc_working_set_check check;
  const int threads = omp_get_max_threads();
  if (world->rank == world->ranks - 1) omp_set_num_threads((int)sysconf(_SC_NPROCESSORS_ONLN) + 1);
  expect_ok(tc_calibrate_working_set(world, &small, NULL, &machine, &check));
  expect_shared(world, &machine);
  omp_set_num_threads(threads);
  cr_assert_eq(machine.cpu_share, 0.0);
}
