/* Calibration of the parameters that the forecast of one run needs. measure_needed measures the parameters
 * that the machine lacks: first those that do not depend on the working set, then those at the working sets
 * around the size of the run, for its kernel and operations. With `counts` true, the same function only
 * counts the missing values. estimate_curves then estimates the values at the other working sets. A spread of
 * 0 marks a value as an estimate, which a later run that needs it replaces by a measurement. measure_more
 * measures at further working sets if time remains. */
#include <math.h>

#include "base/core/memory.h"
#include "calibration/driver/calibrate.h"
#include "calibration/driver/calibration.h"
#include "calibration/node/node_benches.h"
#include "machine/parameters/machine_samples.h"
#include "machine/parameters/plausibility.h"

enum { quick_sweep_sets = 3, last_set = TC_WORKING_SETS - 1 };
static const tc_bench_effort full_effort = {31, 150e-6, 0.02};

/* Fraction of the time budget for the parameters that the run needs. The rest is reserved for the costs of
 * single reads and for the benchmarks at the working set of the run. */
static const double needed_part = 0.5;

typedef struct run_calibration {
  tc_calibration c;
  const tc_working_set *run;
  const tc_calibration_budget *budget;
  double max_B;           /* largest working set that fits into the memory, in bytes */
  bool repeats_disturbed; /* true if values with a wide spread must be measured again */
  bool counts;            /* true if missing values are only counted, not measured */
  int lacking;            /* number of values that must still be measured */
} run_calibration;

static bool is_measured(const tc_machine *machine, int param, int w) {
  return tc_param_get(&machine->params, param)[w] > 0.0 && tc_param_get(&machine->spread, param)[w] > 0.0;
}

/* Returns true if value number w of a parameter must be measured now. An estimate is then set to 0, because
 * tc_calibration_record would otherwise retain the estimate if it is better than the measured value. If
 * r->counts is true, only counts the value and returns false. */
static bool begin_value(run_calibration *r, int param, int w) {
  const bool was_measured = is_measured(r->c.machine, param, w);
  const double spread = tc_param_get(&r->c.machine->spread, param)[w];
  if (was_measured && !(r->repeats_disturbed && tc_machine_spread_is_wide(spread))) return false;
  r->lacking += r->counts ? 1 : -1;
  if (!r->counts && !was_measured) tc_param_at(&r->c.machine->params, param)[w] = 0.0;
  return !r->counts;
}

/* Calls begin_value for two values that one benchmark measures together. Returns true if one of them must be
 * measured. */
static bool begin_pair(run_calibration *r, int param, int other, int w) {
  const bool begins = begin_value(r, param, w);
  return begin_value(r, other, w) || begins;
}

/* ---- parameters of one working set ---- */

static tc_status measure_row(run_calibration *r, int w, int width, int kernel) {
  if (!begin_value(r, tc_param_row(kernel, width), w)) return TC_OK;
  return tc_calibration_measure_row(&r->c, w, width, kernel);
}

static tc_status measure_rows(run_calibration *r, int w, int width) {
  TC_TRY(measure_row(r, w, width, 0));
  if (r->run->kernel != 0) TC_TRY(measure_row(r, w, width, r->run->kernel));
  return r->c.bench.world->max_shm_ranks > 1 ? measure_row(r, w, width, TC_KERNEL_pointer) : TC_OK;
}

static tc_status measure_sweeps(run_calibration *r, int w, int width) {
  if (!r->run->sweeps || w >= quick_sweep_sets) return TC_OK;
  if (!begin_value(r, TC_PARAM_sweep4_s + width, w)) return TC_OK;
  return tc_calibration_measure_sweeps(&r->c, w, width);
}

static tc_status measure_smoothing(run_calibration *r, int w) {
  if (!r->run->cycles || r->c.machine->params.working_set_B[w] > TC_CALIBRATION_QUICK_MAX) return TC_OK;
  if (!begin_pair(r, TC_PARAM_smooth4_s, TC_PARAM_smooth16_s, w)) return TC_OK;
  return tc_calibration_measure_smoothing(&r->c, w);
}

static tc_status measure_pointer_run(run_calibration *r, int w) {
  if (r->c.bench.world->max_shm_ranks == 1 || !begin_value(r, TC_PARAM_pointer_run_s, w)) return TC_OK;
  return tc_calibration_measure_pointer_run(&r->c, w);
}

static tc_status measure_values(run_calibration *r, int w) {
  if (!begin_pair(r, TC_PARAM_stream_Bps, TC_PARAM_copy_s, w)) return TC_OK;
  return tc_calibration_measure_values(&r->c, w);
}

static tc_status measure_set(run_calibration *r, int w) {
  TC_TRY(measure_values(r, w));
  if (r->run->vectors && begin_value(r, TC_PARAM_vectors_s, w))
    TC_TRY(tc_calibration_measure_vectors(&r->c, w));
  TC_TRY(measure_smoothing(r, w));
  TC_TRY(measure_pointer_run(r, w));
  for (int width = 0; width < TC_WIDTHS; width++) {
    if (tc_params_width_share(width, r->run->width) == 0.0) continue;
    TC_TRY(measure_rows(r, w, width));
    TC_TRY(measure_sweeps(r, w, width));
  }
  return TC_OK;
}

/* ---- parameters that the run needs ---- */

/* Returns true if the run needs the values at working set number w, because this is the smallest working set,
 * or because it is next to or between the sizes run->min and run->bytes. */
static bool is_needed(const run_calibration *r, int w) {
  const double *set_B = r->c.machine->params.working_set_B, max_B = r->run->bytes,
               min_B = r->run->min > 0.0 ? fmin(r->run->min, max_B) : max_B;
  const bool begins = w == last_set || set_B[w + 1] > min_B, ends = w == 0 || set_B[w - 1] < max_B;
  return (w == 0 || (begins && ends)) && set_B[w] <= r->max_B;
}

/* Sets the effort of the next benchmarks, so that all missing values can be measured in the remaining time of
 * the budget. */
static tc_status limit_effort(run_calibration *r) {
  double spent_s;
  if (r->counts) return TC_OK;
  TC_TRY(tc_calibration_budget_spent(r->budget, r->c.bench.world, &spent_s));
  r->c.bench.effort = tc_calibration_budget_effort(full_effort, needed_part * r->budget->seconds - spent_s,
                                                   r->lacking > 0 ? r->lacking : 1);
  return TC_OK;
}

static tc_status measure_needed_sets(run_calibration *r) {
  for (int w = last_set; w >= 0; w--) {
    if (!is_needed(r, w)) continue;
    TC_TRY(limit_effort(r));
    TC_TRY(measure_set(r, w));
  }
  return TC_OK;
}

/* Measures the memory bandwidth with all ranks, and with one rank per node (lone_bandwidth_Bps). If each node
 * has only one rank, both bandwidths are equal. */
static tc_status measure_bandwidth(run_calibration *r) {
  tc_machine *machine = r->c.machine;
  const size_t bytes = (size_t)machine->params.working_set_B[last_set];
  tc_estimate Bps;
  if (begin_value(r, TC_PARAM_stream_Bps, last_set))
    TC_TRY(tc_calibration_record_measured(&r->c, TC_PARAM_stream_Bps, last_set,
                                          tc_bench_stream(&r->c.bench, bytes, true, &Bps), &Bps));
  if (!begin_value(r, TC_PARAM_lone_bandwidth_Bps, 0)) return TC_OK;
  if (r->c.bench.world->max_shm_ranks > 1) return tc_calibration_measure_lone_bandwidth(&r->c);
  machine->params.lone_bandwidth_Bps = machine->params.stream_Bps[last_set];
  machine->spread.lone_bandwidth_Bps = machine->spread.stream_Bps[last_set];
  return TC_OK;
}

static tc_status measure_communication(run_calibration *r) {
  const tc_world *world = r->c.bench.world;
  const bool shares = world->max_shm_ranks > 1;
  if (shares && begin_pair(r, TC_PARAM_node_send_s, TC_PARAM_node_send_Bps, 0))
    TC_TRY(tc_calibration_measure_messages(&r->c));
  if (begin_pair(r, TC_PARAM_pack_s, TC_PARAM_unpack_s, 0)) TC_TRY(tc_calibration_measure_indexed(&r->c));
  if (world->shm_groups > 1 && begin_pair(r, TC_PARAM_remote_latency_s, TC_PARAM_remote_send_s, 0))
    TC_TRY(tc_calibration_measure_network(&r->c));
  return TC_OK;
}

/* Measures the parameters that the run needs and the machine lacks, or counts them. */
static tc_status measure_needed(run_calibration *r) {
  TC_TRY(limit_effort(r));
  TC_TRY(measure_bandwidth(r));
  if (begin_pair(r, TC_PARAM_node_barrier_s, TC_PARAM_node_reduce_s, 0))
    TC_TRY(tc_calibration_measure_barriers(&r->c));
  TC_TRY(measure_needed_sets(r));
  TC_TRY(tc_calibration_find_caches(&r->c));
  return measure_communication(r);
}

static tc_status count_lacking(run_calibration *r) {
  r->counts = true;
  r->lacking = 0;
  TC_TRY(measure_needed(r));
  r->counts = false;
  return TC_OK;
}

/* ---- estimates ---- */

/* Returns the nearest working set below or above w (step -1 or 1) at which a parameter was measured; -1 if
 * there is none. */
static int find_measured(const tc_machine *machine, int param, int w, int step) {
  for (int v = w + step; v >= 0 && v < TC_WORKING_SETS; v += step)
    if (is_measured(machine, param, v)) return v;
  return -1;
}

/* Returns the value of a parameter at working set w: interpolated linearly in the logarithm of the size
 * between two measured values, otherwise the measured value times the ratio of the STREAM times. Returns 0 if
 * no value was measured. */
static double estimate_value(const tc_machine *machine, int param, int w) {
  const tc_params *p = &machine->params;
  const double *value = tc_param_get(p, param), *bytes = p->working_set_B, *Bps = p->stream_Bps;
  const int below = find_measured(machine, param, w, -1), above = find_measured(machine, param, w, 1),
            nearest = below >= 0 ? below : above;
  if (nearest < 0) return 0.0;
  if (below < 0 || above < 0)
    return param == TC_PARAM_stream_Bps ? value[nearest] : value[nearest] * Bps[nearest] / Bps[w];
  const double weight = log(bytes[w] / bytes[below]) / log(bytes[above] / bytes[below]);
  return value[below] + weight * (value[above] - value[below]);
}

/* Estimates all values that were not measured. stream_Bps is estimated first, because estimate_value uses it
 * for the other parameters. */
static void estimate_curves(tc_machine *machine) {
  for (int param = TC_PARAM_stream_Bps; param < TC_PARAM_COUNT; param++)
    for (int w = 0; w < TC_WORKING_SETS && !tc_param_is_device(param); w++)
      if (!is_measured(machine, param, w))
        tc_param_at(&machine->params, param)[w] = estimate_value(machine, param, w);
}

/* Sets the spread of implausible values to 0, which marks them as estimates, so that they are measured again.
 * Returns the number of these values. */
static int reject_implausible(run_calibration *r) {
  int rejected = 0;
  for (int param = 0; param < TC_PARAM_COUNT; param++)
    for (int w = 0; w < tc_param_values(param); w++) {
      if (tc_plausibility_check(&r->c.machine->params, r->c.ranks, param, w)) continue;
      tc_param_at(&r->c.machine->spread, param)[w] = 0.0;
      rejected++;
    }
  return rejected;
}

/* Measures values with a wide spread once more if the time budget allows it. tc_calibration_record retains
 * the better value of the two. */
static tc_status repeat_disturbed(run_calibration *r) {
  double spent_s;
  r->repeats_disturbed = true;
  TC_TRY(count_lacking(r));
  TC_TRY(tc_calibration_budget_spent(r->budget, r->c.bench.world, &spent_s));
  if (r->lacking > 0 && spent_s < needed_part * r->budget->seconds) TC_TRY(measure_needed(r));
  r->repeats_disturbed = false;
  return TC_OK;
}

/* Repeats the measurement of implausible values once, and replaces the values that remain implausible. */
static tc_status measure_until_plausible(run_calibration *r) {
  tc_machine *machine = r->c.machine;
  TC_TRY(measure_needed(r));
  TC_TRY(repeat_disturbed(r));
  estimate_curves(machine);
  if (reject_implausible(r) > 0) {
    tc_log_write(r->c.log, TC_LOG_VERBOSE,
                 "some measured values are implausible compared with the others: measuring them again");
    TC_TRY(count_lacking(r));
    TC_TRY(measure_needed(r));
    estimate_curves(machine);
  }
  machine->replaced = tc_plausibility_repair(&machine->params, r->c.ranks);
  tc_calibrate_warn(r->c.log, machine->replaced);
  return TC_OK;
}

static tc_status measure_lacking(run_calibration *r, bool is_new) {
  TC_TRY(count_lacking(r));
  if (r->lacking == 0) return TC_OK;
  const tc_log_phase phase =
      tc_log_begin_phase(r->c.log, TC_JOB_PHASE_machine, "measuring the machine for the forecast");
  TC_TRY(measure_until_plausible(r));
  if (is_new) TC_TRY(tc_calibration_describe(&r->c));
  tc_log_end_phase(&phase);
  return TC_OK;
}

static tc_status init_run(const tc_world *world, const tc_working_set *run,
                          const tc_calibration_budget *budget, const tc_log *log, tc_machine *machine,
                          run_calibration *out) {
  *out = (run_calibration){.run = run, .budget = budget};
  TC_TRY(tc_calibration_limit(world, TC_CALIBRATION_QUICK_MAX, &out->max_B));
  return tc_calibration_init(world, full_effort, out->max_B, log, machine, &out->c);
}

tc_status tc_calibrate_run(const tc_world *world, const tc_working_set *run,
                           const tc_calibration_budget *budget, const tc_log *log, tc_machine *machine) {
  run_calibration r;
  TC_TRY(init_run(world, run, budget, log, machine, &r));
  const bool is_new = !(machine->params.working_set_B[0] > 0.0);
  if (is_new) tc_calibration_choose_sets(r.max_B, machine->params.working_set_B);
  const tc_status status = measure_lacking(&r, is_new);
  tc_calibration_free(&r.c);
  tc_memory_reset_peak();
  return status;
}

/* ---- parameters that the run does not need ---- */

static bool is_complete(const tc_machine *machine, int w) {
  for (int kernel = 0; kernel < TC_KERNEL_pointer; kernel++)
    for (int width = 0; width < TC_WIDTHS; width++)
      if (!is_measured(machine, tc_param_row(kernel, width), w)) return false;
  return is_measured(machine, TC_PARAM_vectors_s, w);
}

/* Returns the smallest working set at which a parameter has not been measured; -1 if there is none, or if it
 * does not fit into the memory. */
static int find_incomplete(const run_calibration *r) {
  for (int w = 0; w < TC_WORKING_SETS; w++)
    if (!is_complete(r->c.machine, w)) return r->c.machine->params.working_set_B[w] <= r->max_B ? w : -1;
  return -1;
}

/* Estimates the seconds that all benchmarks at working set w need: for each benchmark its repetitions, half
 * of the longest warm-up, and about ten passes over the working set at memory bandwidth. */
static double set_cost_s(const run_calibration *r, int w) {
  enum { benchmarks = 18, passes = 10 };
  const tc_params *p = &r->c.machine->params;
  return benchmarks * (full_effort.repeats * full_effort.repeat_s + full_effort.max_warm_up_s / 2.0 +
                       passes * p->working_set_B[w] / p->stream_Bps[last_set]);
}

static tc_status find_affordable(const run_calibration *r, int *w) {
  double spent_s;
  TC_TRY(tc_calibration_budget_spent(r->budget, r->c.bench.world, &spent_s));
  *w = find_incomplete(r);
  if (*w >= 0 && !tc_calibration_budget_allows(r->budget, spent_s, set_cost_s(r, *w))) *w = -1;
  return TC_OK;
}

static void clear_estimates(tc_machine *machine, int w) {
  for (int param = TC_PARAM_stream_Bps; param < TC_PARAM_COUNT; param++)
    if (!tc_param_is_device(param) && !is_measured(machine, param, w))
      tc_param_at(&machine->params, param)[w] = 0.0;
}

static tc_status measure_sets(run_calibration *r, int w) {
  r->c.sweep_sets = quick_sweep_sets;
  while (w >= 0) {
    clear_estimates(r->c.machine, w);
    TC_TRY(tc_calibration_measure_working_set(&r->c, w));
    TC_TRY(find_affordable(r, &w));
  }
  if (!is_measured(r->c.machine, TC_PARAM_level_Bps, 0)) TC_TRY(tc_calibration_measure_levels(&r->c));
  estimate_curves(r->c.machine);
  tc_calibrate_warn(r->c.log, tc_plausibility_repair(&r->c.machine->params, r->c.ranks));
  return TC_OK;
}

static tc_status measure_more(run_calibration *r) {
  int w;
  TC_TRY(find_affordable(r, &w));
  if (w < 0) return TC_OK;
  const tc_log_phase phase =
      tc_log_begin_phase(r->c.log, TC_JOB_PHASE_machine, "measuring the machine for later runs");
  TC_TRY(measure_sets(r, w));
  tc_log_end_phase(&phase);
  return TC_OK;
}

tc_status tc_calibrate_more(const tc_world *world, const tc_calibration_budget *budget, const tc_log *log,
                            tc_machine *machine) {
  run_calibration r;
  TC_TRY(init_run(world, NULL, budget, log, machine, &r));
  const tc_status status = measure_more(&r);
  tc_calibration_free(&r.c);
  tc_memory_reset_peak();
  return status;
}
