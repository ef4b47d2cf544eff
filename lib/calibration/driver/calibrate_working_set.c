/* Calibration at the working set of a run. Some machine parameters are tables with one value per working-set
 * size. choose_sizes selects up to three sizes of the run in bytes. Each selected size replaces the nearest
 * size of the tables. move_set interpolates all values at the new size, measure_calmly measures the values on
 * which the forecast of the run depends, and change_rows scales the row times of the kernels that the run
 * does not use. Smaller sizes are replaced first, so that the sizes remain sorted. */
#include <math.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "calibration/access/bench_pointer.h"
#include "calibration/driver/calibrate.h"
#include "calibration/driver/calibration.h"
#include "calibration/network/remote_partner.h"
#include "machine/parameters/plausibility.h"

enum { careful_B = 384 << 20, gathers_B = 64 << 20, most_sizes = 3 };
static const tc_bench_effort careful = {51, 300e-6, 0.5}, large = {51, 300e-6, 0.15},
                             brief = {31, 150e-6, 0.02};
/* Bytes. Larger sets use the effort `large`: passes are long, most caches need no warm-up. */
static const double is_large = 64 << 20;

/* Returns the index of the working set, among the first `count`, whose ratio to `bytes` is closest to 1. */
static int nearest_set(const double *working_set, int count, double bytes) {
  int best = 0;
  for (int w = 1; w < count; w++)
    if (fabs(log(working_set[w] / bytes)) < fabs(log(working_set[best] / bytes))) best = w;
  return best;
}

/* The parameters that are measured for a run at one working set. */
typedef struct column {
  const tc_working_set *run;
  int w, width; /* `w` is the index of the working set, `width` the index of the matrix width */
  /* `params` is the number of parameters in param[], which contains TC_PARAM_.. constants */
  int params, param[5];
} column;

static column column_of(const tc_working_set *run, int w) {
  column c = {.run = run,
              .w = w,
              .width = run->width <= 4 ? 0 : 1,
              .params = 2,
              .param = {TC_PARAM_stream_Bps, TC_PARAM_copy_s}};
  if (run->vectors) c.param[c.params++] = TC_PARAM_vectors_s;
  if (run->sweeps) c.param[c.params++] = c.width ? TC_PARAM_sweep16_s : TC_PARAM_sweep4_s;
  c.param[c.params++] = tc_param_row(run->kernel, c.width);
  return c;
}

static void clear_column(tc_machine *machine, const column *at) {
  for (int i = 0; i < at->params; i++) tc_param_at(&machine->params, at->param[i])[at->w] = 0.0;
}

/* Sets the size of working set w to `bytes`. All parameters that depend on the working set get the value that
 * they have at that size in `before`, by interpolation. */
static void move_set(tc_params *p, const tc_params *before, int w, double bytes) {
  for (int param = TC_PARAM_working_set_B + 1; param < TC_PARAM_COUNT; param++)
    tc_param_at(p, param)[w] = tc_params_curve(before, tc_param_get(before, param), bytes);
  p->working_set_B[w] = bytes;
}

/* Multiplies the row times of the kernels that the run does not use by the ratio of the new row time of the
 * run's kernel to its previous row time `was`. */
static void change_rows(tc_params *p, const column *at, double was) {
  const double is = p->row_s[at->run->kernel][at->width][at->w];
  for (int kernel = 0; kernel < TC_KERNEL_COUNT; kernel++)
    if (kernel != at->run->kernel) p->row_s[kernel][at->width][at->w] *= was > 0.0 ? is / was : 0.0;
}

/* True if the spreads of the STREAM bandwidth and of the row time are less than 0.5. A larger spread
 * indicates a disturbance, not a property of the machine. */
static bool is_calm(const tc_calibration *c, const column *at) {
  const double disturbed = 0.5;
  const tc_params *spread = &c->machine->spread;
  return fmax(spread->stream_Bps[at->w], spread->row_s[at->run->kernel][at->width][at->w]) < disturbed;
}

static int count_doubts(const tc_calibration *c, const column *at) {
  int doubts = 0;
  for (int i = 0; i < at->params; i++)
    doubts += !tc_plausibility_check(&c->machine->params, c->ranks, at->param[i], at->w);
  return doubts;
}

static tc_status measure_once(tc_calibration *c, const column *at) {
  tc_estimate row;
  TC_TRY(tc_calibration_measure_values(c, at->w));
  if (at->run->vectors) TC_TRY(tc_calibration_measure_vectors(c, at->w));
  if (at->run->sweeps) TC_TRY(tc_calibration_measure_sweeps(c, at->w, at->width));
  return tc_calibration_measure_row(c, at->w, at->width, at->run->kernel, &row);
}

/* Measures the parameters of the column `at`, and repeats the measurement up to twice if spreads are large or
 * values are implausible. On a busy machine, where one measurement takes long, only implausible values cause
 * a repetition. */
static tc_status measure_calmly(tc_calibration *c, const column *at) {
  enum { most_attempts = 3 };
  const double enough_s = 0.25, began = tc_now_s();
  for (int attempt = 0; attempt < most_attempts; attempt++) {
    TC_TRY(measure_once(c, at));
    double spent = tc_now_s() - began;
    TC_TRY(tc_world_max(c->bench.world, &spent, 1));
    if ((is_calm(c, at) || spent > enough_s) && !count_doubts(c, at)) break;
  }
  return tc_calibration_record_cpu_share(c);
}

/* Chooses sizes in bytes from `most` down to `least` in equal ratios, or fewer sizes if `most` and `least`
 * differ little. Returns the number of sizes. */
static int choose_sizes(double most, double least, double *bytes) {
  const double same = 1.3, close = 2.0, ratio = most / least;
  const int sizes = ratio < same ? 1 : ratio < close ? 2 : most_sizes;
  for (int i = 0; i < sizes; i++) bytes[i] = floor(most * pow(ratio, i ? -(double)i / (sizes - 1) : 0.0));
  return sizes;
}

/* Measures the parameters of a run at the size `bytes`, which replaces working set w. `before` are the
 * parameters before the calibration. */
static tc_status measure_size(tc_calibration *c, const tc_working_set *run, const tc_params *before, int w,
                              double bytes, tc_working_set_check *check) {
  tc_params *p = &c->machine->params;
  const column at = column_of(run, w);
  move_set(p, before, w, bytes);
  const double then = p->stream_Bps[w], row_s = p->row_s[run->kernel][at.width][w];
  clear_column(c->machine, &at);
  c->bench.effort = bytes > is_large ? large : careful;
  const tc_status status = measure_calmly(c, &at);
  change_rows(p, &at, row_s);
  if (check->then_over_now == 0.0) check->then_over_now = then / p->stream_Bps[w];
  check->doubts += count_doubts(c, &at);
  return status;
}

/* Measures the parameters of a run at each size from `most` bytes down to run->min. A smaller size replaces a
 * smaller working set than the previous size did, so that the sizes remain sorted. */
static tc_status measure_sizes(tc_calibration *c, const tc_working_set *run, double most,
                               tc_working_set_check *check) {
  const double least = run->min > 0.0 ? fmin(run->min, most) : most;
  double bytes[most_sizes];
  const int sizes = choose_sizes(most, fmax(least, TC_CALIBRATION_MIN), bytes);
  const tc_params before = c->machine->params;
  for (int i = 0, w = TC_WORKING_SETS; i < sizes && w > 0; i++) {
    w = nearest_set(before.working_set_B, w, bytes[i]);
    TC_TRY(measure_size(c, run, &before, w, bytes[i], check));
  }
  return TC_OK;
}

/* Measures the parameter pointer_s (seconds per read through a pointer) again if c->machine contains it. The
 * parameter depends on the speed of the cores, which varies between runs on virtual machines. */
static tc_status measure_pointer(tc_calibration *c) {
  double *pointer_s = &c->machine->params.pointer_s;
  tc_estimate access;
  if (!(*pointer_s > 0.0)) return TC_OK;
  c->bench.effort = brief;
  TC_TRY(tc_bench_pointer(&c->bench, &access));
  *pointer_s = 0.0; /* because tc_calibration_record ignores a value that is larger than the present one */
  tc_calibration_record(c, TC_PARAM_pointer_s, 0, access);
  return TC_OK;
}

tc_status tc_calibrate_working_set(const tc_world *world, const tc_working_set *run, const tc_log *log,
                                   tc_machine *machine, tc_working_set_check *check) {
  tc_calibration c;
  double bytes;
  *check = (tc_working_set_check){0};
  TC_TRY(tc_calibration_limit(world, fmax(TC_CALIBRATION_MIN, fmin(run->bytes, careful_B)), &bytes));
  const tc_log_phase phase = tc_log_begin_phase(log, "measuring the machine at this size");
  TC_TRY(tc_calibration_init(world, careful, bytes, log, machine, &c));
  tc_status status = measure_sizes(&c, run, bytes, check);
  if (!status) status = measure_pointer(&c);
  tc_calibration_free(&c);
  if (!status) tc_log_end_phase(&phase);
  tc_memory_reset_peak();
  return status;
}

/* Measures the costs of single reads for each tabulated width from which the costs at `width` are
 * interpolated, unless the parameters `known` contain them. */
static tc_status measure_gathers(tc_calibration *c, const tc_params *known, int width, double most) {
  for (int index = 0; index < TC_WIDTHS; index++)
    if (tc_params_width_share(index, width) != 0.0 &&
        !tc_params_has_read_costs(known, tc_params_width(index)))
      TC_TRY(tc_calibration_measure_gathers(c, index, most, false));
  return TC_OK;
}

/* Measures the costs of single reads, and repeats the measurement once if a value is implausible. */
static tc_status measure_gathers_calmly(tc_calibration *c, int width, double most) {
  enum { most_attempts = 2 };
  const tc_params known = c->machine->params;
  int w;
  for (int attempt = 0; attempt < most_attempts; attempt++) {
    TC_TRY(measure_gathers(c, &known, width, most));
    if (tc_plausibility_find(&c->machine->params, c->ranks, &w) < 0) break;
  }
  return TC_OK;
}

tc_status tc_calibrate_gathers(const tc_world *world, int width, const tc_log *log, tc_machine *machine) {
  tc_calibration c;
  double most;
  if (tc_params_has_read_costs(&machine->params, width)) return TC_OK;
  TC_TRY(tc_calibration_limit(world, gathers_B, &most));
  const tc_log_phase phase = tc_log_begin_phase(log, "measuring single reads");
  TC_TRY(tc_calibration_init(world, brief, most, log, machine, &c));
  tc_status status = measure_gathers_calmly(&c, width, most);
  tc_calibration_free(&c);
  tc_memory_reset_peak();
  if (status) return status;
  tc_log_end_phase(&phase);
  tc_calibrate_warn(log, tc_plausibility_repair(&machine->params, c.ranks));
  return TC_OK;
}
