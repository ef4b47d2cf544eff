/* Machine parameters of dry runs: from a machine file, or of this machine for each number of ranks per node.
 * The parameters of this machine are those that runs have cached. If these do not suffice, this process
 * measures a whole node with the threads of all its ranks, and converts the results to those of one rank. The
 * cache stores them for further dry runs. Device parameters are read from the machine file. Without a machine
 * file this process opens the device and measures it. */
#include "run/dry_run/dry_run_machine.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/program/processors.h"
#include "base/program/thread_count.h"
#include "calibration/driver/calibrate_device.h"
#include "calibration/driver/calibration.h"
#include "calibration/node/speed_probe.h"
#include "comm/world/mpi_world.h"
#include "device/backend.h"
#include "io/config/config_check.h"
#include "run/environment/run_machine.h"

/* State of a measurement in which this process uses the threads of all ranks of a node, because it measures
 * for all these ranks. */
typedef struct stand_in {
  int ranks, threads_before;
  tc_world *alone;
} stand_in;

static tc_status begin_stand_in(int ranks, int threads, stand_in *out) {
  const int cores = tc_processors_usable();
  *out = (stand_in){.ranks = ranks, .threads_before = omp_get_max_threads()};
  TC_TRY(tc_thread_count_set((int64_t)ranks * threads < cores ? ranks * threads : cores));
  return tc_world_create(MPI_COMM_SELF, 0, &out->alone);
}

static void end_stand_in(stand_in *s) {
  omp_set_num_threads(s->threads_before);
  tc_world_destroy(&s->alone);
}

/* Measures the time per row in each storage format of the run's row form (matrix or difference). Each call of
 * tc_calibrate_run measures only the parameters that *out lacks. */
static tc_status measure_formats(const stand_in *s, const tc_working_set *run,
                                 const tc_calibration_budget *budget, const tc_log *log, tc_machine *out) {
  tc_working_set one = *run;
  for (one.kernel = 0; one.kernel < tc_format_count(); one.kernel++)
    if (tc_format_at(one.kernel)->form == tc_format_at(run->kernel)->form)
      TC_TRY(tc_calibrate_run(s->alone, &one, budget, log, out));
  return TC_OK;
}

/* Measures the parameters that a first run would measure, with the largest budget of a run. Measures them for
 * all sizes of the working set, because the mesh and the numbers of ranks are unknown. Vector operations are
 * always measured, because all runs need them for the search for a stable step. */
static tc_status measure_machine(const stand_in *s, const tc_working_set *run, const tc_log *log,
                                 tc_machine *out) {
  const tc_calibration_budget budget = {tc_calibration_budget_seconds(INFINITY), tc_now_s()};
  tc_working_set all = *run;
  tc_probe_times probe;
  all.bytes = TC_CALIBRATION_QUICK_MAX;
  all.min = TC_CALIBRATION_MIN;
  all.vectors = true;
  *out = (tc_machine){.ranks_per_node = 0};
  TC_TRY(tc_calibrate_probe(s->alone, TC_SPEED_PROBE_FEW_CALLS, &probe));
  tc_params_set_probe(&out->params, &probe);
  TC_TRY(measure_formats(s, &all, &budget, log, out));
  tc_machine_divide_node(out, s->ranks);
  return TC_OK;
}

/* Measures the costs of single reads if they are missing. The threads of all ranks read at the same time, and
 * the measured cost is the time divided by all reads. A rank has only one part in `ranks` of these threads,
 * so its cost is the measured cost times the number of ranks. */
static tc_status add_reads(const stand_in *s, int width, const tc_log *log, tc_machine *machine) {
  tc_params before = machine->params;
  TC_TRY(tc_calibrate_gathers(s->alone, width, log, machine));
  for (int param = TC_PARAM_gather4_s; param <= TC_PARAM_gather16_s; param++)
    for (int i = 0; tc_param_at(&before, param)[0] == 0.0 && i < TC_SPREADS; i++)
      tc_param_at(&machine->params, param)[i] *= s->ranks;
  return TC_OK;
}

/* ---- cached machines ---- */

/* True if the costs that `run` needs of rows, vector operations, sweeps and smoothing are known for the
 * smallest working set. The costs for larger working sets are then also known, because a run measures or
 * estimates a whole curve. */
static bool has_products(const tc_params *p, const tc_working_set *run) {
  for (int width = 0; width < TC_WIDTHS; width++) {
    if (tc_params_width_share(width, run->width) == 0.0) continue;
    if (!(p->row_s[0][width][0] > 0.0 && p->row_s[run->kernel][width][0] > 0.0)) return false;
    if (run->sweeps && !(tc_param_get(p, TC_PARAM_sweep4_s + width)[0] > 0.0)) return false;
  }
  if (run->cycles && !(p->smooth4_s[0] > 0.0 && p->smooth16_s[0] > 0.0)) return false;
  return !run->vectors || (p->dot_s > 0.0 && p->vectors_s[0] > 0.0);
}

/* True if a cached machine has the parameters that the forecast of `run` needs. */
static bool serves(const tc_machine *machine, const tc_working_set *run) {
  const tc_params *p = &machine->params;
  const bool has_messages =
      machine->ranks_per_node == 1 || (p->node_send_s > 0.0 && p->pointer_run_s[0] > 0.0);
  return tc_machine_lookup_is_complete(machine) || (has_messages && has_products(p, run));
}

/* Finds the parameters of the machine that runs have cached. Returns false if they do not suffice for the
 * forecast of `run`. */
static bool is_remembered(int ranks, int threads, const tc_working_set *run, const tc_log *log,
                          tc_machine_source *out) {
  tc_machine_key key = tc_machine_cache_key(2, ranks, threads);
  for (; key.nodes > 0; key.nodes--)
    if (tc_machine_lookup_cached(&key, log, out) != TC_MACHINE_CACHE_MISSING && serves(&out->machine, run))
      return true;
  return false;
}

/* Returns the cache key of parameters that one process has measured for `ranks` ranks. Runs use another key,
 * because these parameters lack the costs of messages and are less accurate. */
static tc_machine_key stand_in_key(int ranks, int threads) { return tc_machine_cache_key(0, ranks, threads); }

/* Finds the parameters that a dry run with the same rows has measured within the last hour. Older parameters
 * are not used, because no later run has corrected them. Returns false if there are none. */
static bool is_measured(int ranks, int threads, const tc_working_set *run, const tc_log *log,
                        tc_machine_source *out) {
  const tc_machine_key key = stand_in_key(ranks, threads);
  return tc_machine_lookup_cached(&key, log, out) == TC_MACHINE_CACHE_FRESH &&
         has_products(&out->machine.params, run);
}

/* ---- parameters of this machine ---- */

/* Measures the parameters that *out lacks: all parameters if out->machine.ranks_per_node is 0, otherwise the
 * costs of single reads. */
static tc_status measure_lacking(int ranks, int threads, const tc_working_set *run, const tc_log *log,
                                 tc_machine_source *out) {
  stand_in s;
  tc_status status = begin_stand_in(ranks, threads, &s);
  if (out->machine.ranks_per_node == 0) {
    snprintf(out->text, sizeof out->text, "measured just now");
    TC_GUARD(status, measure_machine(&s, run, log, &out->machine));
  }
  TC_GUARD(status, add_reads(&s, run->width, log, &out->machine));
cleanup:
  end_stand_in(&s);
  return status;
}

/* Finds the parameters of this machine in the cache, or measures them. Sets *is_new to true if no run has
 * measured parameters before. */
static tc_status find_local_machine(int ranks, int threads, const tc_working_set *run, const tc_log *log,
                                    tc_machine_source *out, bool *is_new) {
  const tc_machine_key key = stand_in_key(ranks, threads);
  *is_new = !is_remembered(ranks, threads, run, log, out);
  if (*is_new && !is_measured(ranks, threads, run, log, out))
    out->machine = (tc_machine){.ranks_per_node = 0};
  if (out->machine.ranks_per_node > 0 && tc_params_has_read_costs(&out->machine.params, run->width))
    return TC_OK;
  TC_TRY(measure_lacking(ranks, threads, run, log, out));
  if (*is_new && !tc_machine_cache_write(&key, &out->machine))
    tc_log_write(log, TC_LOG_VERBOSE,
                 "machine parameters cannot be cached: set XDG_CACHE_HOME to a directory that can be "
                 "written");
  return TC_OK;
}

tc_status tc_dry_run_machine_measure(int count, const int32_t *ranks_per_node, int threads,
                                     const tc_working_set *run, const tc_log *log, tc_dry_run_machine *out) {
  TC_TRY(TC_ALLOC(out->here, count));
  for (int i = 0; i < count; i++) {
    tc_machine_source origin = {.text = ""};
    bool is_new;
    TC_TRY(find_local_machine(ranks_per_node[i], threads, run, log, &origin, &is_new));
    out->here[out->count++] = origin.machine;
    out->is_new = out->is_new || is_new;
    if (i == 0) memcpy(out->origin.text, origin.text, sizeof origin.text);
  }
  return TC_OK;
}

/* ---- devices ---- */

/* Logs the device named in the machine file. Warns if it differs from the device in the config. */
static void log_device(const tc_config *c, const tc_machine *machine, const tc_log *log) {
  const tc_backend *backend = c->device_options.backend;
  if (!*machine->device) return;
  if (backend && strncmp(machine->device, backend->name, strlen(backend->name)) != 0)
    tc_log_warn(log,
                "%s: was measured with another device (%s), so forecasts may be wrong: measure this device "
                "with tetracast calibrate --device NAME",
                c->machine, machine->device);
  else
    tc_log_write(log, TC_LOG_NORMAL, "device: %s, from machine file %s", machine->device, c->machine);
}

static tc_status find_in_file(const tc_config *c, const tc_machine *machine, const tc_log *log, bool *found) {
  *found = machine->params.launch_s > 0.0;
  if (*found) log_device(c, machine, log);
  if (*found || c->device_options.automatic) return TC_OK;
  return tc_config_error(c, "device",
                         "machine file %s has no device parameters (launch_s): measure them with "
                         "tetracast calibrate --device NAME -o FILE",
                         c->machine);
}

/* Measures the device with one process, and stores its parameters for each number of ranks per node. */
static tc_status measure_device(tc_device *device, const tc_log *log, tc_dry_run_machine *out) {
  const tc_log_phase phase = tc_log_begin_phase(log, TC_JOB_PHASE_machine, "measuring the device");
  tc_world *alone = NULL;
  tc_status status = tc_world_create(MPI_COMM_SELF, 0, &alone);
  for (int i = 0; i < out->count && !status; i++) {
    tc_machine one = out->here[i];
    one.ranks_per_node = 1;
    status = tc_calibrate_device(alone, device, TC_CALIBRATE_QUICK, log, &one);
    const tc_params shared = tc_machine_params(&one, out->here[i].ranks_per_node);
    tc_params_copy_device(&shared, &out->here[i].params);
    out->here[i].devices = one.devices;
    memcpy(out->here[i].device, one.device, sizeof one.device);
  }
  tc_world_destroy(&alone);
  if (!status) tc_log_end_phase(&phase);
  return status;
}

tc_status tc_dry_run_machine_device(const tc_config *c, const tc_log *log, tc_dry_run_machine *machine,
                                    bool *found) {
  tc_device *device = NULL;
  *found = false;
  if (!tc_config_has_device(c)) return TC_OK;
  if (machine->count == 0) return find_in_file(c, &machine->origin.machine, log, found);
  TC_TRY(tc_device_open(&c->device_options, 0, &device));
  if (!device) return TC_OK;
  const tc_status status = measure_device(device, log, machine);
  *found = !status;
  tc_device_close(&device);
  return status;
}

void tc_dry_run_machine_free(tc_dry_run_machine *machine) {
  tc_free(machine->here);
  machine->here = NULL;
}

tc_params tc_dry_run_machine_params(const tc_dry_run_machine *machine, int ranks_per_node, double bytes) {
  const tc_machine *found = &machine->origin.machine;
  for (int i = 0; i < machine->count; i++)
    if (machine->here[i].ranks_per_node == ranks_per_node) found = &machine->here[i];
  return tc_run_machine_params(found, ranks_per_node, bytes);
}
