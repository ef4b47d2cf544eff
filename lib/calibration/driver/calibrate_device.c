/* Calibration of a device. The launch of a kernel is measured first, and its time is subtracted from all
 * other times. The transfers between host and device and the memory of the device follow, then copies and
 * rows at the working sets. Values at working sets that are not measured are interpolated. The calibration
 * for one run measures up to three times, until the spreads are small. */
#include "calibration/driver/calibrate_device.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "calibration/driver/calibration.h"
#include "calibration/node/bench_device.h"
#include "comm/world/mpi_world.h"
#include "machine/parameters/plausibility.h"

#define TC_PHASE "measuring the device"

enum { value_B = 8, large_transfer_B = 4 << 20, max_set_B = 192 << 20, min_memory_test_B = 64 << 20 };
static const tc_bench_effort thorough_effort = {101, 1e-3, 0.1}, brief_effort = {21, 1.5e-3, 0.02};

/* State of one calibration of a device. */
typedef struct device_calibration {
  tc_calibration c;
  tc_device *device;
  double max_B; /* largest number of bytes that a benchmark uses */
  tc_estimate launch;
} device_calibration;

#define RECORD(k, name, measured, estimate)                                                                  \
  tc_calibration_record_measured(&(k)->c, TC_PARAM_##name, 0, measured, estimate)

static void clear_device_params(tc_machine *machine) {
  const tc_params zeros = {.launch_s = 0.0};
  tc_params_copy_device(&zeros, &machine->params);
  tc_params_copy_device(&zeros, &machine->spread);
}

/* Collective. Records in the tc_machine the name of the device of rank 0 and the number of devices that rank
 * 0 can use. */
static tc_status describe_device(const device_calibration *k) {
  const tc_world *world = k->c.bench.world;
  tc_machine *m = k->c.machine;
  const char *backend = tc_backend_name(k->device->backend);
  snprintf(m->device, sizeof m->device, "%s: %.200s", backend, k->device->name);
  m->devices = tc_backend_devices(k->device->backend);
  TC_TRY(TC_MPI(world, MPI_Bcast(m->device, sizeof m->device, MPI_CHAR, 0, tc_world_comm(world))));
  return TC_MPI(world, MPI_Bcast(&m->devices, 1, MPI_INT, 0, tc_world_comm(world)));
}

/* Collective. Returns the smallest cache size and the smallest sector size of all devices in bytes, because
 * all ranks must make the same measurements. */
static tc_status agree_cache_sizes(const device_calibration *k, double *cache_B, double *sector_B) {
  double value[2] = {(double)k->device->cache_B, k->device->sector_B};
  TC_TRY(tc_world_min(k->c.bench.world, value, 2));
  *cache_B = value[0];
  *sector_B = value[1];
  return TC_OK;
}

static tc_status measure_link(device_calibration *k) {
  tc_estimate small, large;
  TC_TRY(RECORD(k, launch_s, tc_bench_launch(&k->c.bench, k->device, &k->launch), &k->launch));
  k->launch.value = k->c.machine->params.launch_s;
  TC_TRY(RECORD(k, link_s, tc_bench_link(&k->c.bench, k->device, value_B, &small), &small));
  TC_TRY(tc_bench_link(&k->c.bench, k->device, large_transfer_B, &large));
  large = tc_estimate_rate(large_transfer_B - value_B, tc_estimate_difference(large, small));
  return RECORD(k, link_Bps, TC_OK, &large);
}

static tc_status measure_read_rate(device_calibration *k, double bytes, tc_estimate *Bps) {
  tc_estimate seconds;
  TC_TRY(tc_bench_device_read(&k->c.bench, k->device, (size_t)bytes, &seconds));
  *Bps = tc_estimate_rate(bytes, tc_estimate_difference(seconds, k->launch));
  return TC_OK;
}

/* Measures the read bandwidth of the device's cache of `cache_B` bytes. Records size and bandwidth only if
 * the cache is faster than the memory. */
static tc_status measure_cache(device_calibration *k, double cache_B) {
  const double memory_Bps = k->c.machine->params.device_bandwidth_Bps;
  tc_estimate Bps;
  if (!(cache_B > 0.0) || cache_B > k->max_B) return TC_OK;
  TC_TRY(measure_read_rate(k, cache_B / 2.0, &Bps));
  if (!(Bps.value > memory_Bps)) return TC_OK;
  TC_TRY(RECORD(k, device_cache_Bps, TC_OK, &Bps));
  return RECORD(k, device_cache_B, TC_OK, (&(tc_estimate){cache_B, 0.0}));
}

static tc_status measure_memory(device_calibration *k, bool measures_cache) {
  double cache_B, sector_B;
  tc_estimate Bps;
  TC_TRY(agree_cache_sizes(k, &cache_B, &sector_B));
  const double bytes = fmin(k->max_B, fmax(min_memory_test_B, measures_cache ? 4.0 * cache_B : 0.0));
  TC_TRY(RECORD(k, device_bandwidth_Bps, measure_read_rate(k, bytes, &Bps), &Bps));
  if (sector_B > 0.0) TC_TRY(RECORD(k, device_sector_B, TC_OK, (&(tc_estimate){sector_B, 0.0})));
  return measures_cache ? measure_cache(k, cache_B) : TC_OK;
}

static tc_status measure_copy(device_calibration *k, double bytes, int w) {
  tc_estimate seconds;
  TC_TRY(tc_bench_device_copy(&k->c.bench, k->device, (size_t)bytes, &seconds));
  tc_calibration_record(&k->c, TC_PARAM_device_copy_s, w,
                        tc_estimate_per_unit(bytes / (2.0 * value_B),
                                             tc_estimate_difference(seconds, k->launch)));
  return TC_OK;
}

static tc_status measure_rows(device_calibration *k, const tc_device_config *config, int width, double bytes,
                              int w) {
  tc_estimate seconds;
  int32_t rows;
  TC_TRY(
      tc_bench_device_product(&k->c.bench, config, tc_params_width(width), (size_t)bytes, &rows, &seconds));
  tc_calibration_record(&k->c, tc_param_device_row((int)config->staging, width), w,
                        tc_estimate_per_unit(rows, tc_estimate_difference(seconds, k->launch)));
  return TC_OK;
}

/* ---- all parameters ---- */

static tc_status default_config(const device_calibration *k, tc_staging staging, int width,
                                tc_device_config *out) {
  *out = (tc_device_config){.device = k->device, .staging = staging};
  return tc_world_agree(k->c.bench.world, tc_device_check_tile(k->device, staging, tc_params_width(width),
                                                               "tile", 0, &out->tile));
}

static tc_status measure_all_rows(device_calibration *k, double bytes, int w) {
  for (int staging = TC_STAGING_SHARED; staging <= TC_STAGING_DIRECT; staging++)
    for (int width = 0; width < TC_WIDTHS; width++) {
      tc_device_config config;
      TC_TRY(default_config(k, (tc_staging)staging, width, &config));
      TC_TRY(measure_rows(k, &config, width, bytes, w));
    }
  return TC_OK;
}

/* Interpolates linearly in the logarithm of the working set `bytes`. Working sets beyond the last measured
 * one get its value. */
static void interpolate_missing_sets(const double *bytes, const bool *measured, double *value) {
  int previous = 0, next = 0;
  for (int w = 1; w < TC_WORKING_SETS; w++) {
    if (measured[w]) {
      previous = w;
      continue;
    }
    for (next = w; next < TC_WORKING_SETS && !measured[next];) next++;
    const double weight =
        next < TC_WORKING_SETS ? log(bytes[w] / bytes[previous]) / log(bytes[next] / bytes[previous]) : 0.0;
    value[w] = value[previous] + (weight > 0.0 ? weight * (value[next] - value[previous]) : 0.0);
  }
}

static void interpolate_curves(const device_calibration *k, const bool *measured) {
  tc_machine *m = k->c.machine;
  for (int p = TC_PARAM_device_copy_s; p <= TC_PARAM_device_direct_row16_s; p++) {
    interpolate_missing_sets(m->params.working_set_B, measured, tc_param_at(&m->params, p));
    interpolate_missing_sets(m->params.working_set_B, measured, tc_param_at(&m->spread, p));
  }
}

static tc_status measure_curves(device_calibration *k, int step) {
  const double *bytes = k->c.machine->params.working_set_B;
  bool measured[TC_WORKING_SETS] = {false};
  for (int w = 0; w < TC_WORKING_SETS; w += step) {
    if (bytes[w] > k->max_B) break;
    tc_log_write(k->c.log, k->c.progress, "measuring the device with %.3g MB", 1e-6 * bytes[w]);
    TC_TRY(measure_copy(k, bytes[w], w));
    TC_TRY(measure_all_rows(k, bytes[w], w));
    measured[w] = true;
  }
  interpolate_curves(k, measured);
  return TC_OK;
}

/* Measures all device parameters, those that depend on the working set at every `step`-th working set.
 * Measures these again if a value is implausible, and replaces values that remain implausible. */
static tc_status measure_parameters(device_calibration *k, int step) {
  tc_machine *m = k->c.machine;
  int w;
  TC_TRY(describe_device(k));
  TC_TRY(measure_link(k));
  TC_TRY(measure_memory(k, true));
  TC_TRY(measure_curves(k, step));
  if (tc_plausibility_find(&m->params, k->c.ranks, &w) < 0) return TC_OK;
  TC_TRY(measure_curves(k, step));
  const int replaced = tc_plausibility_repair(&m->params, k->c.ranks);
  m->replaced += replaced;
  tc_calibrate_warn(k->c.log, replaced);
  return TC_OK;
}

static tc_status init_device_calibration(const tc_world *world, tc_device *device, tc_bench_effort effort,
                                         double largest, const tc_log *log, tc_machine *machine,
                                         device_calibration *k) {
  *k = (device_calibration){.device = device};
  clear_device_params(machine);
  TC_TRY(tc_calibration_limit(world, largest, &k->max_B));
  return tc_calibration_init(world, effort, k->max_B, log, machine, &k->c);
}

static void free_device_calibration(device_calibration *k) {
  tc_calibration_free(&k->c);
  tc_memory_reset_peak();
}

tc_status tc_calibrate_device(const tc_world *world, tc_device *device, tc_thoroughness thoroughness,
                              const tc_log *log, tc_machine *machine) {
  const bool quick = thoroughness == TC_CALIBRATE_QUICK;
  device_calibration k;
  TC_TRY(init_device_calibration(world, device, quick ? brief_effort : thorough_effort, max_set_B, log,
                                 machine, &k));
  if (!quick) k.c.progress = TC_LOG_NORMAL;
  const tc_status status = measure_parameters(&k, quick ? 3 : 1);
  free_device_calibration(&k);
  return status;
}

/* ---- parameters of one run ---- */

static void copy_to_all_sets(tc_params *p, int param) {
  double *value = tc_param_at(p, param);
  for (int w = 1; w < tc_param_values(param); w++) value[w] = value[0];
}

static tc_status measure_run_rows(device_calibration *k, const tc_device_config *config,
                                  const tc_working_set *run, double bytes) {
  for (int width = 0; width < TC_WIDTHS; width++) {
    if (tc_params_width_share(width, run->width) == 0.0) continue;
    TC_TRY(measure_rows(k, config, width, bytes, 0));
    copy_to_all_sets(&k->c.machine->params, tc_param_device_row((int)config->staging, width));
  }
  return TC_OK;
}

/* Returns true if the relative spreads of the repetitions are below max_spread. A larger spread indicates
 * that the measurement was disturbed. */
static bool has_small_spreads(const device_calibration *k, tc_staging staging) {
  const double max_spread = 0.5;
  tc_params *spread = &k->c.machine->spread;
  double largest = spread->launch_s;
  for (int width = 0; width < TC_WIDTHS; width++)
    largest = fmax(largest, *tc_param_at(spread, tc_param_device_row((int)staging, width)));
  return largest < max_spread;
}

/* Measures the parameters of a run on the device. Repeats launch, copies and rows up to twice if the spreads
 * of their repetitions are large. */
static tc_status measure_run_parameters(device_calibration *k, const tc_device_config *config,
                                        const tc_working_set *run, double bytes) {
  enum { max_attempts = 3 };
  TC_TRY(describe_device(k));
  TC_TRY(measure_link(k));
  TC_TRY(measure_memory(k, false));
  for (int attempt = 0; attempt < max_attempts; attempt++) {
    if (attempt > 0) TC_TRY(measure_link(k));
    TC_TRY(measure_copy(k, fmax(4096.0, bytes / tc_row_bytes(run->width) * 2.0 * value_B), 0));
    copy_to_all_sets(&k->c.machine->params, TC_PARAM_device_copy_s);
    TC_TRY(measure_run_rows(k, config, run, bytes));
    if (has_small_spreads(k, config->staging)) break;
  }
  return TC_OK;
}

tc_status tc_calibrate_device_for(const tc_world *world, const tc_device_config *config,
                                  const tc_working_set *run, const tc_log *log, tc_machine *machine) {
  const double bytes = fmin(max_set_B, fmax(TC_CALIBRATION_MIN, run->bytes));
  const tc_log_phase phase = tc_log_begin_phase(log, TC_JOB_PHASE_machine, "measuring the device");
  device_calibration k;
  TC_TRY(init_device_calibration(world, config->device, brief_effort, fmax(bytes, min_memory_test_B), log,
                                 machine, &k));
  const tc_status status = measure_run_parameters(&k, config, run, fmin(bytes, k.max_B));
  free_device_calibration(&k);
  if (!status) tc_log_end_phase(&phase);
  return status;
}
