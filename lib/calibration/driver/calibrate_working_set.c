/* Calibration at the working set of a run. Some machine parameters are tables with one value per working-set
 * size. choose_sizes selects up to three sizes of the run in bytes. Each selected size replaces the nearest
 * size of the tables. resize_set interpolates all values at the new size, and measure_until_plausible
 * measures the values on which the forecasts of the run and of other strategies depend. Values that are not
 * measured are not scaled, because the speed of one kernel does not indicate that of another one. The sizes
 * are processed from the largest to the smallest, so that the tables remain sorted. */
#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "calibration/access/bench_pointer.h"
#include "calibration/driver/calibrate.h"
#include "calibration/driver/calibration.h"
#include "calibration/network/remote_partner.h"
#include "machine/parameters/plausibility.h"

enum {
  max_set_B = 384 << 20,
  min_gather_B = 8 << 20,
  max_gather_B = 64 << 20,
  max_sizes = 3,
  max_set_parameters = 10
};

/* Fraction of the time budget that may be spent up to the end of the measurement of single reads. */
static const double gathers_part = 0.75;

static const tc_bench_effort careful_effort = {51, 300e-6, 0.5}, large_set_effort = {51, 300e-6, 0.15},
                             brief_effort = {31, 150e-6, 0.02};
/* Sets above this size use large_set_effort, because passes are long and most caches need no warm-up. */
static const double large_set_B = 64 << 20;

/* Parameters that are measured for a run at one working set. */
typedef struct set_parameters {
  const tc_working_set *run;
  int w, width; /* `w` is the index of the working set, `width` the index of the matrix width */
  /* `params` is the number of parameters in param[], which contains TC_PARAM_.. constants */
  int params, param[max_set_parameters];
} set_parameters;

/* Adds the row times to the list of parameters to measure. Forecasts compare rows through pointers with rows
 * of the first kernel (number 0), so that both are added. */
static void list_rows(int kernel, bool has_pointers, set_parameters *set) {
  set->param[set->params++] = tc_param_row(kernel, set->width);
  if (!has_pointers) return;
  if (kernel != 0) set->param[set->params++] = tc_param_row(0, set->width);
  set->param[set->params++] = tc_param_row(TC_KERNEL_pointer, set->width);
  set->param[set->params++] = TC_PARAM_pointer_run_s;
}

static bool measures_smoothing(const tc_calibration *c, const tc_working_set *run, int w) {
  return run->cycles && c->machine->params.working_set_B[w] <= TC_CALIBRATION_QUICK_MAX;
}

static set_parameters list_parameters(const tc_calibration *c, const tc_working_set *run, int w) {
  set_parameters set = {.run = run,
                        .w = w,
                        .width = run->width <= 4 ? 0 : 1,
                        .params = 2,
                        .param = {TC_PARAM_stream_Bps, TC_PARAM_copy_s}};
  if (run->vectors) set.param[set.params++] = TC_PARAM_vectors_s;
  if (run->sweeps) set.param[set.params++] = set.width ? TC_PARAM_sweep16_s : TC_PARAM_sweep4_s;
  if (measures_smoothing(c, run, w)) {
    set.param[set.params++] = TC_PARAM_smooth4_s;
    set.param[set.params++] = TC_PARAM_smooth16_s;
  }
  list_rows(run->kernel, c->bench.world->max_shm_ranks > 1, &set);
  return set;
}

static void clear_parameters(tc_machine *machine, const set_parameters *set) {
  for (int i = 0; i < set->params; i++) tc_param_at(&machine->params, set->param[i])[set->w] = 0.0;
}

/* Sets the size of working set w to `bytes`. All parameters that depend on the working set get the value that
 * they have at that size in `previous`, by interpolation. */
static void resize_set(tc_params *p, const tc_params *previous, int w, double bytes) {
  for (int param = TC_PARAM_working_set_B + 1; param < TC_PARAM_COUNT; param++)
    tc_param_at(p, param)[w] = tc_params_curve(previous, tc_param_get(previous, param), bytes);
  p->working_set_B[w] = bytes;
}

static bool has_small_spreads(const tc_calibration *c, const set_parameters *set) {
  const tc_params *spread = &c->machine->spread;
  return !tc_machine_spread_is_wide(spread->stream_Bps[set->w]) &&
         !tc_machine_spread_is_wide(spread->row_s[set->run->kernel][set->width][set->w]);
}

static int count_implausible(const tc_calibration *c, const set_parameters *set) {
  int doubts = 0;
  for (int i = 0; i < set->params; i++)
    doubts += !tc_plausibility_check(&c->machine->params, c->ranks, set->param[i], set->w);
  return doubts;
}

static tc_status measure_parameters(tc_calibration *c, const set_parameters *set) {
  TC_TRY(tc_calibration_measure_values(c, set->w));
  if (set->run->vectors) TC_TRY(tc_calibration_measure_vectors(c, set->w));
  if (set->run->sweeps) TC_TRY(tc_calibration_measure_sweeps(c, set->w, set->width));
  if (set->run->cycles) TC_TRY(tc_calibration_measure_smoothing(c, set->w));
  TC_TRY(tc_calibration_measure_row(c, set->w, set->width, set->run->kernel));
  if (c->bench.world->max_shm_ranks == 1) return TC_OK;
  if (set->run->kernel != 0) TC_TRY(tc_calibration_measure_row(c, set->w, set->width, 0));
  TC_TRY(tc_calibration_measure_pointer_run(c, set->w));
  return tc_calibration_measure_row(c, set->w, set->width, TC_KERNEL_pointer);
}

/* Repeats the measurement up to twice if spreads are large or values are implausible. On a busy machine,
 * where one measurement takes long, only implausible values cause a repetition. */
static tc_status measure_until_plausible(tc_calibration *c, const set_parameters *set) {
  enum { max_attempts = 3 };
  const double max_s = 0.25, began = tc_now_s();
  for (int attempt = 0; attempt < max_attempts; attempt++) {
    TC_TRY(measure_parameters(c, set));
    double spent_s = tc_now_s() - began;
    TC_TRY(tc_world_max(c->bench.world, &spent_s, 1));
    if ((has_small_spreads(c, set) || spent_s > max_s) && !count_implausible(c, set)) break;
  }
  return tc_calibration_record_cpu_share(c);
}

/* Chooses sizes in bytes from `largest` down to `smallest` in equal ratios, or fewer sizes if `largest` and
 * `smallest` differ little. Returns the number of sizes. */
static int choose_sizes(double largest, double smallest, double *bytes) {
  const double equal_ratio = 1.3, close_ratio = 2.0, ratio = largest / smallest;
  const int sizes = ratio < equal_ratio ? 1 : ratio < close_ratio ? 2 : max_sizes;
  for (int i = 0; i < sizes; i++) bytes[i] = floor(largest * pow(ratio, i ? -(double)i / (sizes - 1) : 0.0));
  return sizes;
}

/* Appends value number w of a parameter, measured at `bytes`, to the values of the run. */
static void add_value(const tc_machine *machine, int param, int w, double bytes, tc_run_values *values) {
  const int i = values->count++;
  values->item[i].param = param;
  values->item[i].size_B = bytes;
  values->item[i].value = tc_param_get(&machine->params, param)[w];
  values->item[i].spread = tc_param_get(&machine->spread, param)[w];
}

/* Measures the parameters of a run at the size `bytes`, which replaces working set w. `previous` are the
 * parameters before the calibration. */
static tc_status measure_size(tc_calibration *c, const tc_working_set *run, const tc_params *previous, int w,
                              double bytes, tc_working_set_check *check) {
  tc_params *p = &c->machine->params;
  resize_set(p, previous, w, bytes);
  const set_parameters set = list_parameters(c, run, w);
  const double previous_Bps = p->stream_Bps[w];
  clear_parameters(c->machine, &set);
  c->bench.effort = bytes > large_set_B ? large_set_effort : careful_effort;
  const tc_status status = measure_until_plausible(c, &set);
  for (int i = 0; i < set.params; i++) add_value(c->machine, set.param[i], w, bytes, &check->values);
  if (check->then_over_now == 0.0) check->then_over_now = previous_Bps / p->stream_Bps[w];
  check->doubts += count_implausible(c, &set);
  return status;
}

/* Measures the parameters of a run at each size from `largest` bytes down to run->min. A smaller size
 * replaces a smaller working set than the previous size did, so that the sizes remain sorted. */
static tc_status measure_sizes(tc_calibration *c, const tc_working_set *run, double largest,
                               tc_working_set_check *check) {
  const double smallest = run->min > 0.0 ? fmin(run->min, largest) : largest;
  double bytes[max_sizes];
  const int sizes = choose_sizes(largest, fmax(smallest, TC_CALIBRATION_MIN), bytes);
  const tc_params previous = c->machine->params;
  for (int i = 0, w = TC_WORKING_SETS; i < sizes && w > 0; i++) {
    w = tc_params_nearest_set(&previous, w, bytes[i]);
    TC_TRY(measure_size(c, run, &previous, w, bytes[i], check));
  }
  return TC_OK;
}

/* Measures pointer_s again if c->machine contains it. It depends on the speed of the cores, which varies
 * between runs on virtual machines. */
static tc_status measure_pointer(tc_calibration *c, tc_run_values *values) {
  double *pointer_s = &c->machine->params.pointer_s;
  tc_estimate access;
  if (!(*pointer_s > 0.0)) return TC_OK;
  c->bench.effort = brief_effort;
  TC_TRY(tc_bench_pointer(&c->bench, &access));
  /* The old value is cleared first, because tc_calibration_record ignores a value that is larger than the old
   * one. */
  *pointer_s = 0.0;
  tc_calibration_record(c, TC_PARAM_pointer_s, 0, access);
  add_value(c->machine, TC_PARAM_pointer_s, 0, 0.0, values);
  return TC_OK;
}

tc_status tc_calibrate_working_set(const tc_world *world, const tc_working_set *run, const tc_log *log,
                                   tc_machine *machine, tc_working_set_check *check) {
  tc_calibration c;
  double bytes;
  *check = (tc_working_set_check){0};
  TC_TRY(tc_calibration_limit(world, fmax(TC_CALIBRATION_MIN, fmin(run->bytes, max_set_B)), &bytes));
  const tc_log_phase phase =
      tc_log_begin_phase(log, TC_JOB_PHASE_machine, "measuring the machine for this run");
  TC_TRY(tc_calibration_init(world, careful_effort, bytes, log, machine, &c));
  tc_status status = measure_sizes(&c, run, bytes, check);
  if (!status) status = measure_pointer(&c, &check->values);
  tc_calibration_free(&c);
  if (!status) tc_log_end_phase(&phase);
  tc_memory_reset_peak();
  return status;
}

/* Measures the costs of single reads at each tabulated matrix width from which the costs at `width` are
 * interpolated. Does not repeat the widths for which `known_params` contains the costs. */
static tc_status measure_gathers(tc_calibration *c, const tc_params *known_params, int width,
                                 double largest) {
  for (int index = 0; index < TC_WIDTHS; index++)
    if (tc_params_width_share(index, width) != 0.0 &&
        !tc_params_has_read_costs(known_params, tc_params_width(index)))
      TC_TRY(tc_calibration_measure_gathers(c, index, largest, false));
  return TC_OK;
}

/* Measures the costs of single reads, and repeats the measurement once if a value is implausible. */
static tc_status measure_gathers_until_plausible(tc_calibration *c, int width, double largest) {
  enum { max_attempts = 2 };
  const tc_params known_params = c->machine->params;
  int w;
  for (int attempt = 0; attempt < max_attempts; attempt++) {
    TC_TRY(measure_gathers(c, &known_params, width, largest));
    if (tc_plausibility_find(&c->machine->params, c->ranks, &w) < 0) break;
  }
  return TC_OK;
}

/* Measures the costs of single reads with spreads up to `largest` bytes. */
static tc_status measure_reads(const tc_world *world, int width, double largest, tc_bench_effort effort,
                               const tc_log *log, tc_machine *machine) {
  tc_calibration c;
  const tc_log_phase phase = tc_log_begin_phase(log, TC_JOB_PHASE_machine, "measuring single reads");
  TC_TRY(tc_calibration_init(world, effort, largest, log, machine, &c));
  tc_status status = measure_gathers_until_plausible(&c, width, largest);
  tc_calibration_free(&c);
  tc_memory_reset_peak();
  if (status) return status;
  tc_log_end_phase(&phase);
  tc_calibrate_warn(log, tc_plausibility_repair(&machine->params, c.ranks));
  return TC_OK;
}

tc_status tc_calibrate_gathers(const tc_world *world, int width, const tc_log *log, tc_machine *machine) {
  double largest;
  if (tc_params_has_read_costs(&machine->params, width)) return TC_OK;
  TC_TRY(tc_calibration_limit(world, max_gather_B, &largest));
  return measure_reads(world, width, largest, brief_effort, log, machine);
}

/* Returns the largest spread in bytes to measure. It is at least `known_B`, the largest spread measured for
 * another width, so that both widths have the same spreads. It is at most `limit_B`. */
static double choose_largest_spread(const tc_working_set *run, double known_B, double limit_B) {
  const double own_B = fmin(fmax(min_gather_B, 2.0 * run->bytes), max_gather_B);
  return fmin(fmax(own_B, known_B), limit_B);
}

tc_status tc_calibrate_run_gathers(const tc_world *world, const tc_working_set *run,
                                   const tc_calibration_budget *budget, const tc_log *log,
                                   tc_machine *machine) {
  enum { benchmarks = 10 };
  double *spread_B = machine->params.spread_B, limit_B, spent_s;
  TC_TRY(tc_calibration_limit(world, max_gather_B, &limit_B));
  const double needed_B = fmin(run->bytes, limit_B);
  if (spread_B[TC_SPREADS - 1] < needed_B) memset(spread_B, 0, TC_SPREADS * sizeof *spread_B);
  if (*spread_B > 0.0 && tc_params_has_read_costs(&machine->params, run->width)) return TC_OK;
  tc_params_clear_read_costs(&machine->params, run->width);
  TC_TRY(tc_calibration_budget_spent(budget, world, &spent_s));
  return measure_reads(world, run->width, choose_largest_spread(run, spread_B[TC_SPREADS - 1], limit_B),
                       tc_calibration_budget_effort(brief_effort, gathers_part * budget->seconds - spent_s,
                                                    benchmarks),
                       log, machine);
}
