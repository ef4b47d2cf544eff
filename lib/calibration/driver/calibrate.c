/* Calibration of all parameters. measure_parameters calls the benchmarks in an order in which later ones can
 * use earlier results: bandwidth of one rank per node, barriers and reductions, parameters at each working
 * set from the largest to the smallest, memory levels, single reads, messages, access patterns, network.
 * repair_implausible then repeats the benchmarks of implausible values up to twice. */
#include "calibration/driver/calibrate.h"

#include <math.h>

#include "base/core/memory.h"
#include "calibration/access/bench_access_patterns.h"
#include "calibration/driver/calibration.h"
#include "calibration/node/speed_probe.h"
#include "machine/parameters/plausibility.h"

/* Largest working set in bytes. The one for a thorough calibration exceeds the caches of any machine. */
static const double largest_B[] =
    {[TC_CALIBRATE_QUICK] = TC_CALIBRATION_QUICK_MAX, [TC_CALIBRATE_THOROUGH] = 512 << 20};
static const int sweep_sets[] = {[TC_CALIBRATE_QUICK] = 3, [TC_CALIBRATE_THOROUGH] = TC_WORKING_SETS};
static const tc_bench_effort efforts[] =
    {[TC_CALIBRATE_QUICK] = {31, 150e-6, 0.02}, [TC_CALIBRATE_THOROUGH] = {451, 1e-3, 1.0}};

void tc_calibration_choose_sets(double max_B, double *bytes) {
  for (int w = 0; w < TC_WORKING_SETS; w++)
    bytes[w] = floor(TC_CALIBRATION_MIN * pow(max_B / TC_CALIBRATION_MIN, (double)w / (TC_WORKING_SETS - 1)));
}

static tc_status measure_gathers(tc_calibration *c) {
  const double max_B = c->machine->params.working_set_B[TC_WORKING_SETS - 1];
  for (int width = 0; c->measures_gathers && width < TC_WIDTHS; width++)
    TC_TRY(tc_calibration_measure_gathers(c, width, max_B, true));
  return TC_OK;
}

static tc_status measure_parameters(tc_calibration *c) {
  TC_TRY(tc_calibration_measure_lone_bandwidth(c));
  TC_TRY(tc_calibration_measure_barriers(c));
  for (int w = TC_WORKING_SETS - 1; w >= 0; w--) TC_TRY(tc_calibration_measure_working_set(c, w));
  tc_calibration_extrapolate_sweeps(c);
  TC_TRY(tc_calibration_measure_levels(c));
  TC_TRY(measure_gathers(c));
  TC_TRY(tc_calibration_measure_messages(c));
  TC_TRY(tc_calibration_measure_indexed(c));
  if (c->measures_patterns) TC_TRY(tc_calibration_measure_patterns(c, true));
  return tc_calibration_measure_network(c);
}

/* True if value number `w` of each parameter from `first` to `last` is plausible. */
static bool are_plausible(const tc_calibration *c, int first, int last, int w) {
  for (int param = first; param <= last; param++)
    if (!tc_plausibility_check(&c->machine->params, c->ranks, param, w)) return false;
  return true;
}

static bool are_curves_plausible(const tc_calibration *c, int first, int last) {
  for (int w = 0; w < tc_param_values(first); w++)
    if (!are_plausible(c, first, last, w)) return false;
  return true;
}

static tc_status remeasure_implausible(tc_calibration *c) {
  for (int w = TC_WORKING_SETS - 1; w >= 0; w--)
    if (!are_plausible(c, TC_PARAM_stream_Bps, TC_PARAM_COUNT - 1, w))
      TC_TRY(tc_calibration_measure_working_set(c, w));
  if (!are_curves_plausible(c, TC_PARAM_level_Bps, TC_PARAM_level_Bps))
    TC_TRY(tc_calibration_measure_levels(c));
  if (!are_curves_plausible(c, TC_PARAM_gather4_s, TC_PARAM_gather16_s)) TC_TRY(measure_gathers(c));
  if (!are_plausible(c, TC_PARAM_node_barrier_s, TC_PARAM_remote_reduce_s, 0))
    TC_TRY(tc_calibration_measure_barriers(c));
  if (!are_plausible(c, TC_PARAM_node_send_s, TC_PARAM_node_send_Bps, 0))
    TC_TRY(tc_calibration_measure_messages(c));
  if (!are_plausible(c, TC_PARAM_pack_s, TC_PARAM_unpack_s, 0)) TC_TRY(tc_calibration_measure_indexed(c));
  if (c->measures_patterns &&
      !are_plausible(c, TC_PATTERN_FIRST, TC_PATTERN_FIRST + TC_PATTERN_PARAMS - 1, 0))
    TC_TRY(tc_calibration_measure_patterns(c, true));
  if (!are_plausible(c, TC_PARAM_private_bandwidth_Bps, TC_PARAM_remote_send_s, 0))
    TC_TRY(tc_calibration_measure_network(c));
  return TC_OK;
}

void tc_calibrate_warn(const tc_log *log, int replaced) {
  if (replaced)
    tc_log_warn(log,
                "%d measured value%s contradicted the others, also when measured again, and %s not used: the "
                "machine was disturbed, and forecasts may be inaccurate",
                replaced, replaced == 1 ? "" : "s", replaced == 1 ? "was" : "were");
}

/* Repeats the measurement of implausible values up to twice, then replaces them. */
static tc_status repair_implausible(tc_calibration *c) {
  enum { max_attempts = 2 };
  tc_params *p = &c->machine->params;
  int w;
  for (int attempt = 0; attempt < max_attempts && tc_plausibility_find(p, c->ranks, &w) >= 0; attempt++) {
    tc_log_write(c->log, TC_LOG_VERBOSE,
                 "some measured values are implausible compared with the others: measuring them again");
    TC_TRY(remeasure_implausible(c));
  }
  c->machine->replaced = tc_plausibility_repair(p, c->ranks);
  tc_calibrate_warn(c->log, c->machine->replaced);
  return TC_OK;
}

static tc_status measure_machine(tc_calibration *c) {
  tc_probe_times probe;
  TC_TRY(tc_calibrate_probe(c->bench.world, TC_SPEED_PROBE_CALLS, &probe));
  tc_params_set_probe(&c->machine->params, &probe);
  TC_TRY(measure_parameters(c));
  TC_TRY(repair_implausible(c));
  return tc_calibration_describe(c);
}

tc_status tc_calibrate(const tc_world *world, tc_thoroughness thoroughness, const tc_log *log,
                       tc_machine *out) {
  tc_machine machine = {0};
  tc_calibration c;
  double max_B;
  TC_TRY(tc_calibration_limit(world, largest_B[thoroughness], &max_B));
  tc_calibration_choose_sets(max_B, machine.params.working_set_B);
  TC_TRY(tc_calibration_init(world, efforts[thoroughness], max_B, log, &machine, &c));
  c.sweep_sets = sweep_sets[thoroughness];
  c.measures_gathers = c.measures_patterns = thoroughness == TC_CALIBRATE_THOROUGH;
  if (thoroughness == TC_CALIBRATE_THOROUGH) c.progress = TC_LOG_NORMAL;
  tc_status status = measure_machine(&c);
  tc_calibration_free(&c);
  tc_memory_reset_peak();
  if (!status) *out = machine;
  return status;
}
