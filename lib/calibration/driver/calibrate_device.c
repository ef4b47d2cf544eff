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

enum { word = 8, large_B = 4 << 20, most_B = 192 << 20, beyond_caches_B = 64 << 20 };
static const tc_bench_effort thorough = {101, 1e-3, 0.1}, brief = {21, 1.5e-3, 0.02};

/* State of one calibration of a device. */
typedef struct work {
  tc_calibration c;
  tc_device *device;
  double most; /* largest number of bytes that a benchmark uses */
  tc_estimate launch;
} work;

#define RECORD(k, name, measured, estimate)                                                                  \
  tc_calibration_record_measured(&(k)->c, TC_PARAM_##name, 0, measured, estimate)

static void clear_device_params(tc_machine *machine) {
  const tc_params nothing = {.launch_s = 0.0};
  tc_params_copy_device(&nothing, &machine->params);
  tc_params_copy_device(&nothing, &machine->spread);
}

/* Collective. Records in the tc_machine the name of the device of rank 0 and the number of devices that rank
 * 0 can use. */
static tc_status describe_device(const work *k) {
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
static tc_status agree_cache_sizes(const work *k, double *cache_B, double *sector_B) {
  double value[2] = {(double)k->device->cache_B, k->device->sector_B};
  TC_TRY(tc_world_min(k->c.bench.world, value, 2));
  *cache_B = value[0];
  *sector_B = value[1];
  return TC_OK;
}

static tc_status measure_link(work *k) {
  tc_estimate small, large;
  TC_TRY(RECORD(k, launch_s, tc_bench_launch(&k->c.bench, k->device, &k->launch), &k->launch));
  k->launch.value = k->c.machine->params.launch_s;
  TC_TRY(RECORD(k, link_s, tc_bench_link(&k->c.bench, k->device, word, &small), &small));
  TC_TRY(tc_bench_link(&k->c.bench, k->device, large_B, &large));
  large = tc_estimate_rate(large_B - word, tc_estimate_difference(large, small));
  return RECORD(k, link_Bps, TC_OK, &large);
}

static tc_status read_rate(work *k, double bytes, tc_estimate *Bps) {
  tc_estimate seconds;
  TC_TRY(tc_bench_device_read(&k->c.bench, k->device, (size_t)bytes, &seconds));
  *Bps = tc_estimate_rate(bytes, tc_estimate_difference(seconds, k->launch));
  return TC_OK;
}

/* Measures the read bandwidth of the device's cache of `cache_B` bytes. Records size and bandwidth only if
 * the cache is faster than the memory. */
static tc_status measure_cache(work *k, double cache_B) {
  const double memory_Bps = k->c.machine->params.device_bandwidth_Bps;
  tc_estimate Bps;
  if (!(cache_B > 0.0) || cache_B > k->most) return TC_OK;
  TC_TRY(read_rate(k, cache_B / 2.0, &Bps));
  if (!(Bps.value > memory_Bps)) return TC_OK;
  TC_TRY(RECORD(k, device_cache_Bps, TC_OK, &Bps));
  return RECORD(k, device_cache_B, TC_OK, (&(tc_estimate){cache_B, 0.0}));
}

static tc_status measure_memory(work *k, bool caches) {
  double cache_B, sector_B;
  tc_estimate Bps;
  TC_TRY(agree_cache_sizes(k, &cache_B, &sector_B));
  const double bytes = fmin(k->most, fmax(beyond_caches_B, caches ? 4.0 * cache_B : 0.0));
  TC_TRY(RECORD(k, device_bandwidth_Bps, read_rate(k, bytes, &Bps), &Bps));
  if (sector_B > 0.0) TC_TRY(RECORD(k, device_sector_B, TC_OK, (&(tc_estimate){sector_B, 0.0})));
  return caches ? measure_cache(k, cache_B) : TC_OK;
}

static tc_status measure_copy(work *k, double bytes, int w) {
  tc_estimate seconds;
  TC_TRY(tc_bench_device_copy(&k->c.bench, k->device, (size_t)bytes, &seconds));
  tc_calibration_record(&k->c, TC_PARAM_device_copy_s, w,
                        tc_estimate_per_unit(bytes / (2.0 * word),
                                             tc_estimate_difference(seconds, k->launch)));
  return TC_OK;
}

static tc_status measure_rows(work *k, const tc_device_config *use, int width, double bytes, int w) {
  tc_estimate seconds;
  int32_t rows;
  TC_TRY(tc_bench_device_product(&k->c.bench, use, tc_params_width(width), (size_t)bytes, &rows, &seconds));
  tc_calibration_record(&k->c, tc_param_device_row((int)use->staging, width), w,
                        tc_estimate_per_unit(rows, tc_estimate_difference(seconds, k->launch)));
  return TC_OK;
}

/* ---- all parameters ---- */

static tc_status usual_use(const work *k, tc_staging staging, int width, tc_device_config *out) {
  *out = (tc_device_config){.device = k->device, .staging = staging};
  return tc_world_agree(k->c.bench.world, tc_device_check_tile(k->device, staging, tc_params_width(width),
                                                               "tile", 0, &out->tile));
}

static tc_status measure_all_rows(work *k, double bytes, int w) {
  for (int staging = TC_STAGING_SHARED; staging <= TC_STAGING_DIRECT; staging++)
    for (int width = 0; width < TC_WIDTHS; width++) {
      tc_device_config use;
      TC_TRY(usual_use(k, (tc_staging)staging, width, &use));
      TC_TRY(measure_rows(k, &use, width, bytes, w));
    }
  return TC_OK;
}

/* Sets the values at working sets that were not measured by interpolation between the nearest measured ones,
 * linearly in the logarithm of the working set `bytes`. Working sets beyond the last measured one get the
 * value of the last measured one. */
static void fill_missing_sets(const double *bytes, const bool *measured, double *value) {
  int before = 0, next = 0;
  for (int w = 1; w < TC_WORKING_SETS; w++) {
    if (measured[w]) {
      before = w;
      continue;
    }
    for (next = w; next < TC_WORKING_SETS && !measured[next];) next++;
    const double share =
        next < TC_WORKING_SETS ? log(bytes[w] / bytes[before]) / log(bytes[next] / bytes[before]) : 0.0;
    value[w] = value[before] + (share > 0.0 ? share * (value[next] - value[before]) : 0.0);
  }
}

static void fill_all(const work *k, const bool *measured) {
  tc_machine *m = k->c.machine;
  for (int p = TC_PARAM_device_copy_s; p <= TC_PARAM_device_direct_row16_s; p++) {
    fill_missing_sets(m->params.working_set_B, measured, tc_param_at(&m->params, p));
    fill_missing_sets(m->params.working_set_B, measured, tc_param_at(&m->spread, p));
  }
}

static tc_status measure_curves(work *k, int step) {
  const double *bytes = k->c.machine->params.working_set_B;
  bool measured[TC_WORKING_SETS] = {false};
  for (int w = 0; w < TC_WORKING_SETS; w += step) {
    if (bytes[w] > k->most) break;
    tc_log_write(k->c.log, k->c.progress, "measuring the device with %.3g MB", 1e-6 * bytes[w]);
    TC_TRY(measure_copy(k, bytes[w], w));
    TC_TRY(measure_all_rows(k, bytes[w], w));
    measured[w] = true;
  }
  fill_all(k, measured);
  return TC_OK;
}

/* Measures all device parameters. Parameters that depend on the working set are measured at every `step`-th
 * working set. Implausible curves are measured again, and values that remain implausible are replaced. */
static tc_status measure_all(work *k, int step) {
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

static tc_status open_work(const tc_world *world, tc_device *device, tc_bench_effort effort, double most,
                           const tc_log *log, tc_machine *machine, work *k) {
  *k = (work){.device = device};
  clear_device_params(machine);
  TC_TRY(tc_calibration_limit(world, most, &k->most));
  return tc_calibration_init(world, effort, k->most, log, machine, &k->c);
}

static void close_work(work *k) {
  tc_calibration_free(&k->c);
  tc_memory_reset_peak();
}

tc_status tc_calibrate_device(const tc_world *world, tc_device *device, tc_thoroughness thoroughness,
                              const tc_log *log, tc_machine *machine) {
  const bool quick = thoroughness == TC_CALIBRATE_QUICK;
  work k;
  TC_TRY(open_work(world, device, quick ? brief : thorough, most_B, log, machine, &k));
  if (!quick) k.c.progress = TC_LOG_NORMAL;
  const tc_status status = measure_all(&k, quick ? 3 : 1);
  close_work(&k);
  return status;
}

/* ---- parameters of one run ---- */

/* Copies the value of a parameter at the first working set to all other working sets. */
static void copy_to_all_sets(tc_params *p, int param) {
  double *value = tc_param_at(p, param);
  for (int w = 1; w < tc_param_values(param); w++) value[w] = value[0];
}

static tc_status measure_own_rows(work *k, const tc_device_config *use, const tc_working_set *run,
                                  double bytes) {
  for (int width = 0; width < TC_WIDTHS; width++) {
    if (tc_params_width_share(width, run->width) == 0.0) continue;
    TC_TRY(measure_rows(k, use, width, bytes, 0));
    copy_to_all_sets(&k->c.machine->params, tc_param_device_row((int)use->staging, width));
  }
  return TC_OK;
}

/* True if the spreads of the launch time and of the row times are less than 0.5. A larger spread indicates a
 * disturbance of the measurement, not a property of the device. */
static bool is_calm(const work *k, tc_staging staging) {
  const double disturbed = 0.5;
  tc_params *spread = &k->c.machine->spread;
  double most = spread->launch_s;
  for (int width = 0; width < TC_WIDTHS; width++)
    most = fmax(most, *tc_param_at(spread, tc_param_device_row((int)staging, width)));
  return most < disturbed;
}

/* Measures the device parameters that one run needs. Repeats the launch, the copies and the rows up to twice
 * if their spreads are large. */
static tc_status measure_for(work *k, const tc_device_config *use, const tc_working_set *run, double bytes) {
  enum { most_attempts = 3 };
  TC_TRY(describe_device(k));
  TC_TRY(measure_link(k));
  TC_TRY(measure_memory(k, false));
  for (int attempt = 0; attempt < most_attempts; attempt++) {
    if (attempt > 0) TC_TRY(measure_link(k));
    TC_TRY(measure_copy(k, fmax(4096.0, bytes / tc_row_bytes(run->width) * 2.0 * word), 0));
    copy_to_all_sets(&k->c.machine->params, TC_PARAM_device_copy_s);
    TC_TRY(measure_own_rows(k, use, run, bytes));
    if (is_calm(k, use->staging)) break;
  }
  return TC_OK;
}

tc_status tc_calibrate_device_for(const tc_world *world, const tc_device_config *use,
                                  const tc_working_set *run, const tc_log *log, tc_machine *machine) {
  const double bytes = fmin(most_B, fmax(TC_CALIBRATION_MIN, run->bytes));
  const tc_log_phase phase = tc_log_begin_phase(log, "measuring the device");
  work k;
  TC_TRY(open_work(world, use->device, brief, fmax(bytes, beyond_caches_B), log, machine, &k));
  const tc_status status = measure_for(&k, use, run, fmin(bytes, k.most));
  close_work(&k);
  if (!status) tc_log_end_phase(&phase);
  return status;
}
