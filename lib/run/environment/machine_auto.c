/* Machine parameters of a run with `machine: auto`. The root reads the cached parameters. Parameters that the
 * run needs and that are missing are measured within a time budget. Then the most important parameters are
 * measured at the working set of the run and compared with the cached values. The forecast of the run uses
 * these measurements, and the cache stores the medians of the latest ones. If the machine has changed, all
 * parameters are measured again. Ranks that share cores measure nothing, because the result would depend on
 * the scheduler. */
#include "run/environment/machine_auto.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/core/print.h"
#include "base/core/timer.h"
#include "calibration/driver/calibrate.h"
#include "calibration/network/remote_partner.h"
#include "calibration/node/speed_probe.h"
#include "comm/world/core_load.h"
#include "comm/world/mpi_world.h"
#include "fv/scheme/scheme.h"
#include "io/machine/machine_cache_update.h"
#include "io/machine/machine_file.h"
#include "machine/parameters/plausibility.h"

#define TC_PHASE "reading the cached machine"

/* Limits of the ratio of the measured to the cached STREAM bandwidth, or of its inverse. If the ratio exceeds
 * `changed`, the machine has changed and is measured again. If the ratio exceeds worth_telling, the log and
 * the report mention the difference. */
static const double changed = 4.0, worth_telling = 1.3;

/* Minimum working set in bytes per rank for which the costs of single reads are measured in every run. These
 * costs depend on other programs that use the shared caches, change by a factor of several within hours, and
 * may dominate a step of a large run. For smaller runs the measurement is omitted, because it takes a
 * thousand times as long as a step. */
static const double large_B = 16 << 20;

/* Adds the measurements of a run to the cache, on the root only. `recalled` is NULL if the cache must discard
 * earlier measurements, because new ones contradict them. `values` may be NULL. */
static void update_cache(const tc_world *world, const tc_machine_key *key, const tc_log *log,
                         const tc_machine *recalled, const tc_machine *measured,
                         const tc_run_values *values) {
  static const tc_machine unknown;
  tc_cache_update update = {.recalled = recalled ? recalled : &unknown,
                            .measured = measured,
                            .restarts = !recalled};
  if (world->rank != 0) return;
  if (values) update.values = *values;
  update.time = (int64_t)time(NULL);
  tc_machine_cache_update(key, log, &update);
}

/* Collective. Broadcasts the machine parameters from the root. */
static tc_status share_machine(const tc_world *world, tc_machine_source *origin) {
  return TC_MPI(world, MPI_Bcast(origin, (int)sizeof *origin, MPI_BYTE, 0, tc_world_comm(world)));
}

/* Collective. Reads the cached machine parameters on the root and broadcasts them. Sets *found to the age
 * class of the parameters by the clock of the root, or to TC_MACHINE_CACHE_MISSING. */
static tc_status recall_machine(const tc_world *world, const tc_machine_key *key, const tc_log *log,
                                tc_machine_cache_state *found, tc_machine_source *out) {
  char path[4096] = "";
  int age = world->rank == 0 ? (int)tc_machine_lookup_cached(key, log, out) : TC_MACHINE_CACHE_MISSING;
  TC_TRY(TC_MPI(world, MPI_Bcast(&age, 1, MPI_INT, 0, tc_world_comm(world))));
  *found = (tc_machine_cache_state)age;
  if (*found == TC_MACHINE_CACHE_MISSING) return TC_OK;
  if (tc_machine_cache_path(key, path, sizeof path))
    /* Example: machine: cached since 2026-05-01 (/home/u/.cache/tetracast/n1-1x4x1-v9-0123abcd.yaml) */
    tc_log_write(log, TC_LOG_VERBOSE, "machine: %s (%s)", out->text, path);
  return share_machine(world, out);
}

/* If the forecast time of a job without the measurement is shorter than this, the job makes fewer calls of
 * the speed probe. */
static const double short_rest_s = 2.5;

/* Collective. Measures the speed of the machine directly before its parameters, for a run that calls the
 * speed probe during its steps or whose machine is unknown. Bps is the known memory bandwidth; 0 if it is
 * unknown. The parameters of a machine that was measured earlier retain the probe times from that
 * measurement. */
static tc_status probe_machine(const tc_world *world, const tc_working_set *run, double Bps,
                               tc_machine_source *origin) {
  const bool is_known = Bps > 0.0,
             is_short = is_known && tc_calibration_rest_s(run->steps, run->bytes, Bps) < short_rest_s;
  const int calls = is_short ? TC_SPEED_PROBE_FEW_CALLS : TC_SPEED_PROBE_CALLS;
  if (is_known && !run->probes) return TC_OK;
  TC_TRY(tc_calibrate_probe(world, calls, &origin->probe));
  if (!is_known) tc_params_set_probe(&origin->machine.params, &origin->probe);
  return TC_OK;
}

/* Collective. Starts the time budget of the measurements. The memory bandwidth, from which the remaining time
 * of the run is estimated, is that of the machine or, if it is unknown, that of the speed probe. */
static tc_status begin_budget(const tc_world *world, const tc_working_set *run, tc_machine_source *origin,
                              tc_calibration_budget *out) {
  const tc_params *p = &origin->machine.params;
  const double known_Bps = tc_params_curve(p, p->stream_Bps, run->bytes);
  out->start_s = tc_now_s();
  TC_TRY(probe_machine(world, run, known_Bps, origin));
  const double Bps =
      known_Bps > 0.0 ? known_Bps : TC_PROBE_BUFFER_B / origin->probe.kernel_s[TC_PROBE_STREAM];
  out->seconds = tc_calibration_budget_seconds(tc_calibration_rest_s(run->steps, run->bytes, Bps));
  return TC_OK;
}

/* Collective. Measures the parameters that the run needs and that the machine lacks. Those of a cached
 * machine that have few or old samples are measured again. */
static tc_status measure_needed(const tc_world *world, const tc_machine_key *key, const tc_working_set *run,
                                const tc_calibration_budget *budget, const tc_log *log,
                                tc_machine_source *origin) {
  const tc_machine before = origin->machine;
  const bool is_cached = before.params.working_set_B[0] > 0.0;
  if (is_cached && world->rank == 0)
    tc_machine_cache_clear_due(key, log, (int64_t)time(NULL), &origin->machine);
  if (is_cached) TC_TRY(share_machine(world, origin));
  TC_TRY(tc_calibrate_run(world, run, budget, log, &origin->machine));
  if (is_cached) tc_machine_samples_restore(&before, &origin->machine);
  return TC_OK;
}

/* Measures the parameters that the run needs and that `machine` lacks. If `machine` is zeroed, these are all
 * parameters. Otherwise they are those that earlier runs did not need or had no time to measure, and for a
 * large run the costs of single reads. Sets origin->probe. */
static tc_status extend_machine(const tc_world *world, const tc_machine_key *key, const tc_working_set *run,
                                const tc_log *log, tc_machine_source *origin) {
  tc_machine *machine = &origin->machine;
  tc_calibration_budget budget;
  TC_TRY(begin_budget(world, run, origin, &budget));
  TC_TRY(measure_needed(world, key, run, &budget, log, origin));
  if (run->bytes >= large_B) tc_params_clear_read_costs(&machine->params, run->width);
  TC_TRY(tc_calibrate_run_gathers(world, run, &budget, log, machine));
  TC_TRY(tc_calibrate_patterns(world, log, machine));
  return tc_calibrate_more(world, &budget, log, machine);
}

/* True if the cached parameters were measured while other programs used the machine. */
static bool was_measured_busy(const tc_machine *machine) {
  return strcmp(machine->source, TC_MACHINE_MEASURED_BUSY) == 0;
}

/* Returns the reason why all parameters of a cached machine must be measured again; NULL if they need not be.
 * `fresh` is true if the cached parameters were measured less than an hour ago. A change of speed is then no
 * reason, because it may be temporary, and because the most important parameters have just been measured. */
static const char *find_reason(const tc_machine *machine, const tc_working_set_check *check, bool fresh) {
  if (check->doubts) return "measured values contradict the cached machine parameters";
  if (fresh) return NULL;
  if (check->then_over_now > changed || check->then_over_now < 1.0 / changed)
    return "the speed of the machine differs from the cached one";
  if (was_measured_busy(machine)) return "the cached machine parameters were measured on a busy machine";
  return NULL;
}

/* Appends to the description `text` of a cached machine the reasons why its parameters may be inaccurate. */
static void format_doubts(const tc_machine *machine, const tc_working_set_check *check, char *text,
                          size_t size) {
  const double slower = check->then_over_now, factor = slower > 1.0 ? slower : 1.0 / slower;
  size_t used = strlen(text);
  if (was_measured_busy(machine)) tc_snprintf(text + used, size - used, ", measured while it was busy");
  used = strlen(text);
  if (factor > worth_telling && isfinite(factor))
    tc_snprintf(text + used, size - used, ", now %.1f times as %s", factor, slower > 1.0 ? "slow" : "fast");
}

/* Measures all parameters that the run needs, checks them for contradictions, and adds them to the cache with
 * update_cache. */
static tc_status measure_and_check(const tc_world *world, const tc_machine_key *key,
                                   const tc_working_set *run, const tc_machine *recalled, const tc_log *log,
                                   tc_machine_source *out) {
  const double start_s = tc_now_s();
  tc_working_set_check check;
  *out = (tc_machine_source){.recalled = out->recalled, .text = "measured just now"};
  TC_TRY(extend_machine(world, key, run, log, out));
  const tc_machine measured = out->machine;
  TC_TRY(tc_calibrate_working_set(world, run, log, &out->machine, &check));
  update_cache(world, key, log, recalled, &measured, check.doubts ? NULL : &check.values);
  tc_log_write(log, TC_LOG_NORMAL,
               "measured the machine for the forecast in %.1f s (set machine: none to skip this)",
               tc_now_s() - start_s);
  if (!check.doubts) return TC_OK;
  tc_calibrate_warn(log, tc_plausibility_repair(&out->machine.params, 0));
  return TC_OK;
}

/* Extends a cached machine and measures it at the working set of the run. The forecast of the run uses these
 * measurements, and the cache the medians of the latest ones. If find_reason returns a reason, measures all
 * parameters again. */
static tc_status refresh_machine(const tc_world *world, const tc_machine_key *key, const tc_working_set *run,
                                 bool fresh, const tc_log *log, tc_machine_source *out) {
  tc_working_set_check check;
  TC_TRY(extend_machine(world, key, run, log, out));
  const tc_machine measured = out->machine;
  TC_TRY(tc_calibrate_working_set(world, run, log, &out->machine, &check));
  const char *reason = find_reason(&out->machine, &check, fresh);
  if (reason) {
    tc_log_write(log, TC_LOG_NORMAL, "%s: measuring the machine again", reason);
    return measure_and_check(world, key, run, check.doubts ? NULL : &out->recalled, log, out);
  }
  update_cache(world, key, log, &out->recalled, &measured, &check.values);
  format_doubts(&out->machine, &check, out->text, sizeof out->text);
  return TC_OK;
}

/* Handles ranks that share cores, for which measurements would depend on the scheduler and take half a
 * minute. Uses the cached machine parameters unchanged, which were measured by ranks that did not share
 * cores. If none are cached, all parameters remain unknown. */
static void obtain_shared(tc_machine_cache_state found, const tc_log *log, tc_machine_source *out) {
  const size_t used = strlen(out->text);
  if (found == TC_MACHINE_CACHE_MISSING) {
    tc_log_write(log, TC_LOG_NORMAL,
                 "machine: not measured, because ranks share cores, so there are no forecasts");
    *out = (tc_machine_source){.text = "not measured, ranks share cores"};
  } else
    snprintf(out->text + used, sizeof out->text - used, " on ranks that had one core per thread");
}

static tc_status obtain_auto(const tc_world *world, const tc_working_set *run, const tc_log *log,
                             tc_machine_source *out) {
  const tc_machine_key key =
      tc_machine_cache_key(world->shm_groups, world->max_shm_ranks, omp_get_max_threads());
  static const tc_machine unknown;
  tc_core_load load;
  tc_machine_cache_state found;
  TC_TRY(tc_core_load_find(world, &load));
  TC_TRY(recall_machine(world, &key, log, &found, out));
  if (found == TC_MACHINE_CACHE_MISSING) out->machine = unknown;
  out->recalled = out->machine;
  if (tc_core_load_is_shared(&load)) {
    obtain_shared(found, log, out);
    return TC_OK;
  }
  if (found == TC_MACHINE_CACHE_MISSING) return measure_and_check(world, &key, run, &unknown, log, out);
  return refresh_machine(world, &key, run, found == TC_MACHINE_CACHE_FRESH, log, out);
}

tc_status tc_machine_auto_get(const tc_world *world, const char *path, const tc_working_set *run,
                              const tc_log *log, tc_machine_source *out) {
  const tc_machine_kind kind = tc_machine_kind_of(path);
  *out = (tc_machine_source){.text = "none"};
  if (kind == TC_MACHINE_AUTO) return obtain_auto(world, run, log, out);
  if (kind == TC_MACHINE_NONE) return TC_OK;
  TC_TRY(TC_ON_ROOT(world, tc_machine_lookup_file(path, log, out)));
  tc_log_write(log, TC_LOG_VERBOSE, "machine: %s", out->text);
  TC_TRY(share_machine(world, out));
  out->recalled = out->machine;
  return TC_OK;
}

/* Measures all parameters and the costs of single reads of all row widths, because the problem is not
 * known. */
static tc_status measure_all(const tc_world *world, const tc_log *log, tc_machine_source *out) {
  const tc_log_phase phase = tc_log_begin_phase(log, TC_JOB_PHASE_machine, "measuring the machine");
  TC_TRY(tc_calibrate(world, TC_CALIBRATE_QUICK, log, &out->machine));
  tc_log_end_phase(&phase);
  for (int k = 0; k < tc_scheme_count(); k++)
    TC_TRY(tc_calibrate_gathers(world, tc_scheme_at(k)->width, log, &out->machine));
  TC_TRY(tc_calibrate_patterns(world, log, &out->machine));
  snprintf(out->text, sizeof out->text, "measured just now");
  return TC_OK;
}

tc_status tc_machine_auto_measure(const tc_world *world, bool uses_cache, const tc_log *log,
                                  tc_machine_source *out) {
  const tc_machine_key key =
      tc_machine_cache_key(world->shm_groups, world->max_shm_ranks, omp_get_max_threads());
  static const tc_machine unknown;
  tc_machine_cache_state found = TC_MACHINE_CACHE_MISSING;
  tc_core_load load;
  if (uses_cache) TC_TRY(recall_machine(world, &key, log, &found, out));
  if (found != TC_MACHINE_CACHE_MISSING && tc_machine_lookup_is_complete(&out->machine)) return TC_OK;
  const tc_machine recalled = found == TC_MACHINE_CACHE_MISSING ? unknown : out->machine;
  TC_TRY(tc_core_load_find(world, &load));
  if (tc_core_load_is_shared(&load))
    return tc_status_create(TC_USAGE,
                            "machine: %d threads share %.3g cores, so that measurements would depend on the "
                            "scheduler: use fewer ranks or threads, or a machine file",
                            load.threads, load.cores);
  TC_TRY(measure_all(world, log, out));
  if (uses_cache) update_cache(world, &key, log, &recalled, &out->machine, NULL);
  return TC_OK;
}
