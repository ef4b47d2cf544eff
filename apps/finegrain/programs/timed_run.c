/* Times a program with one layer and forecasts the time. A trial times the program with private memory and
 * with shared arrays alternately, between two measurements of the access rates. The forecast uses the mean of
 * the two measurements. If the rates changed too much, the trial is repeated. If there are several nodes, the
 * cost of serving the accesses of other nodes during a computation is measured last and added to the
 * forecast. */
#include "programs/timed_run.h"

#include <math.h>
#include <string.h>

#include "base/core/timer.h"
#include "comm/world/mpi_world.h"
#include "programs/access_rates.h"
#include "programs/interleaved_timing.h"
#include "programs/update_benchmark.h"

#define TC_PHASE "timing a program"

static const double rates_duration_s = 0.4; /* duration of one measurement of the access rates in seconds */
/* seconds after which no further repetition of a program begins; at least FG_INTERLEAVED_TIMING_MIN
 * repetitions are performed */
static const double max_repeat_s = 1.5;

/* The two versions of a program on this rank. `private` has all elements in the rank's own memory; `shared`
 * uses the arrays that are distributed over all ranks. */
typedef struct program_versions {
  fg_program_context private, shared;
} program_versions;

static tc_status run_version(void *context) { return fg_program_context_run(context); }

static const double announced_s = 10.0; /* shortest duration of a timing in seconds that the log announces */

/* Logs the expected duration of the timing if it exceeds announced_s. `round_s` is the time in seconds of one
 * execution of the shared version and one execution of the private version. */
static void log_duration(const fg_timed_runs *runs, double round_s) {
  const double rounds = fmin(runs->options->repeats, fmax(FG_INTERLEAVED_TIMING_MIN, max_repeat_s / round_s)),
               total_s = rounds * round_s;
  if (total_s > announced_s)
    tc_log_write(runs->log, TC_LOG_NORMAL,
                 "one run takes about %.2g s, so %.0f runs with shared arrays and %.0f with private arrays "
                 "take %.0f s",
                 round_s / 2.0, rounds, rounds, total_s);
}

/* Times both versions of the program alternately, and the benchmark of random updates if updates->access is
 * set. *timing receives the medians. The first execution of each version is a warm-up. */
static tc_status time_rounds(const fg_timed_runs *runs, program_versions *versions,
                             fg_update_benchmark *updates, fg_interleaved_timing *timing) {
  const fg_timed_work work[] = {{run_version, &versions->private},
                                {run_version, &versions->shared},
                                {fg_update_benchmark_run, updates}};
  const double began = tc_now_s();
  TC_TRY(fg_program_context_run(&versions->private));
  TC_TRY(fg_program_context_run(&versions->shared));
  log_duration(runs, tc_now_s() - began);
  TC_TRY(fg_interleaved_timing_run(runs->world, updates->access ? 3 : 2, work, runs->options->repeats,
                                   max_repeat_s, timing));
  TC_TRY(tc_world_agree(runs->world, fg_program_context_check(&versions->private)));
  return fg_program_context_check(&versions->shared);
}

/* Stores in `counted` the numbers of reads and writes in one execution of the program. Each number is the
 * maximum over the ranks. */
static tc_status count_accesses(const tc_world *world, const fg_program_context *context,
                                tc_access_counts counted[TC_USES]) {
  fg_program_context_counts(context, &counted[TC_READS], &counted[TC_WRITES]);
  int64_t *count = &counted[0].own;
  const int n = (int)(TC_USES * sizeof *counted / sizeof *count);
  TC_TRY(TC_MPI(world, MPI_Allreduce(MPI_IN_PLACE, count, n, MPI_INT64_T, MPI_MAX, tc_world_comm(world))));
  for (int i = 0; i < n; i++) count[i] /= context->rounds;
  return TC_OK;
}

/* Returns the first reference partition that reads and writes random elements of an array with a cyclic
 * distribution (block size 1); NULL if there is none. */
static const tc_reference_partition *find_updated_partition(const fg_timed_run *t) {
  for (int p = 0; p < t->program_case.partitions.count; p++) {
    const tc_reference_partition *partition = &t->program_case.partitions.item[p];
    const tc_reference *first = partition->reference[0];
    if (first->use == TC_USE_UPDATE && *first->random &&
        t->program_case.loops.array[partition->array].block == 1)
      return partition;
  }
  return NULL;
}

/* Prepares the benchmark of random updates. Does nothing on several nodes, where remote accesses dominate the
 * time. The benchmark has a separate access object, because the counts of the program must not include its
 * accesses. */
static tc_status init_updates(const fg_timed_runs *runs, const program_versions *versions, fg_timed_run *out,
                              fg_update_benchmark *updates) {
  const tc_reference_partition *p = find_updated_partition(out);
  if (!p || runs->world->nodes > 1) return TC_OK;
  updates->elements = tc_loop_elements(&out->program_case.loops.array[p->array]);
  updates->draws = 1;
  for (int r = 0; r < runs->world->ranks; r++) {
    const int64_t draws = (int64_t)tc_reference_partition_values(p, TC_READS, r);
    if (draws > updates->draws) updates->draws = draws;
  }
  out->update_array = p->array;
  return tc_shared_access_create(versions->shared.layer, versions->shared.array[p->array], &updates->access);
}

static tc_status summarise_run(const fg_timed_runs *runs, const program_versions *versions,
                               const fg_update_benchmark *updates, const fg_interleaved_timing *timing,
                               fg_timed_run *out) {
  out->repeats = timing->repeats;
  out->private_s = timing->s[0];
  out->shared_s = timing->s[1];
  if (updates->access) out->update_s = timing->s[2] / fg_update_benchmark_batch(updates);
  out->serial_s = timing->sum_s;
  out->cpu_share = timing->cpu_share;
  return count_accesses(runs->world, &versions->shared, out->access_counts);
}

static fg_program_context init_context(const fg_timed_runs *runs, const fg_timed_run *trial) {
  const fg_case *c = &trial->program_case;
  return (fg_program_context){.world = runs->world,
                              .loops = &c->loops,
                              .partitions = &c->partitions,
                              .layer = c->layer,
                              .runner = trial->runner,
                              .rank = runs->world->rank,
                              .collide = runs->options->collide};
}

static tc_status time_program(const fg_timed_runs *runs, fg_timed_run *out) {
  program_versions versions = {.shared = init_context(runs, out)};
  fg_update_benchmark updates = {.access = NULL};
  fg_interleaved_timing timing;
  tc_status status = TC_OK;
  versions.private = versions.shared;
  versions.private.world = runs->rank_world;
  versions.private.is_serial = true;
  versions.private.layer = tc_access_layer_find("private");
  TC_GUARD(status, tc_world_agree(runs->world, fg_program_context_init(&versions.private)));
  TC_GUARD(status, fg_program_context_init(&versions.shared));
  TC_GUARD(status, init_updates(runs, &versions, out, &updates));
  TC_GUARD(status, time_rounds(runs, &versions, &updates, &timing));
  status = summarise_run(runs, &versions, &updates, &timing, out);
cleanup:
  tc_shared_access_destroy(&updates.access);
  fg_program_context_free(&versions.shared);
  fg_program_context_free(&versions.private);
  return status;
}

/* Returns the layer that the program really uses. The cache of a layer contains only elements of other nodes.
 * On one node, a layer with a cache is therefore replaced by the layer without capabilities. */
tc_access_layer fg_timed_run_layer(const tc_access_layer *layer, int nodes) {
  tc_access_layer limited = *layer;
  const unsigned unused = limited.capabilities & TC_CAN_CACHE ? 0 : TC_CAN_VECTOR;
  limited.capabilities &= nodes == 1 && limited.capabilities & TC_CAN_CACHE ? 0 : ~unused;
  return limited;
}

/* Forecast for the accesses of the slowest rank to other nodes: their number of operations, number of values,
 * and time `s` in seconds. `computing_s` is the time in seconds that this rank spends on everything except
 * these accesses and barriers. */
typedef struct remote_share {
  double operations, values, s, computing_s;
} remote_share;

static void add_remote_share(const fg_timed_run *t, const tc_reference_partition *p, int use, int rank,
                             remote_share *sum) {
  const tc_access_mix mix = tc_access_mix_init(&t->rates, p, use, rank, t->program_case.layer->capabilities);
  tc_access_mix remote = {.cached = mix.cached};
  memcpy(remote.share[TC_LOCATION_REMOTE], mix.share[TC_LOCATION_REMOTE],
         sizeof remote.share[TC_LOCATION_REMOTE]);
  sum->s += tc_access_mix_seconds(&t->rates, &remote, use);
  sum->values += tc_access_mix_values(&remote);
  sum->operations += remote.cached.operations;
  for (int pattern = 0; pattern < TC_PATTERNS; pattern++) {
    const tc_access_share *share = &remote.share[TC_LOCATION_REMOTE][pattern];
    /* true if these values are accessed through the layer's cache, one cache line per operation.
     * share->operations does not contain these lines, because there were too many to count */
    const bool uses_lines =
        t->program_case.layer->capabilities & TC_CAN_CACHE && pattern != TC_PATTERN_BASELINE;
    sum->operations += uses_lines ? share->values / TC_CACHE_LINE : share->operations;
  }
}

static remote_share compute_remote_share(const fg_timed_run *t, const tc_loop_forecast *f) {
  remote_share sum = {.s = 0.0};
  for (int p = 0; p < t->program_case.partitions.count; p++)
    for (int use = 0; use < TC_USES; use++)
      add_remote_share(t, &t->program_case.partitions.item[p], use, f->slowest, &sum);
  sum.computing_s = fmax(0.0, f->total_s - f->barrier_s - sum.s);
  return sum;
}

static tc_loop_forecast forecast_variant(const fg_timed_runs *runs, const fg_timed_run *t,
                                         const tc_params *rates, tc_loop_forecast_variant variant) {
  const tc_loop_forecast_input q = {.machine = rates,
                                    .ranks = runs->world->ranks,
                                    .ranks_per_node = t->program_case.ranks_per_node,
                                    .capabilities = t->program_case.layer->capabilities,
                                    .private_s = t->private_s,
                                    .update_s = t->update_s,
                                    .update_array = t->update_array,
                                    .variant = variant};
  return tc_loop_forecast_compute(&q, &t->program_case.partitions, t->program_case.loops.intervals);
}

/* Computes both forecasts of a trial. The access rates were measured while no rank computed. The time in
 * which ranks serve other nodes during a computation is therefore added. */
static void forecast_run(const fg_timed_runs *runs, fg_timed_run *out) {
  out->program_case.machine = &out->rates;
  out->program_case.forecast = forecast_variant(runs, out, &out->rates, TC_LOOP_FORECAST_INCREMENTAL);
  out->printed = forecast_variant(runs, out, &out->rates, TC_LOOP_FORECAST_PRINTED);
  const remote_share remote = compute_remote_share(out, &out->program_case.forecast);
  if (!(remote.operations > 0.0) || !(out->remote_service.operation_s > 0.0)) return;
  const double service_s = fg_remote_service_seconds(&out->remote_service, remote.operations,
                                                     remote.s / remote.operations, remote.computing_s);
  out->program_case.forecast.total_s += service_s;
  out->printed.total_s += service_s;
}

/* Measures the cost of serving remote accesses while computing. Does nothing unless the slowest rank accesses
 * other nodes and computes for at least 2 % of its time. */
static tc_status measure_remote_service(const fg_timed_runs *runs, fg_timed_run *out) {
  static const double min_share = 0.02;
  const tc_loop_forecast f = forecast_variant(runs, out, &out->rates, TC_LOOP_FORECAST_INCREMENTAL);
  const remote_share remote = compute_remote_share(out, &f);
  double share = remote.operations > 0.0 && f.total_s > 0.0 ? remote.computing_s / f.total_s : 0.0;
  TC_TRY(tc_world_max(runs->world, &share, 1));
  if (share < min_share) return TC_OK;
  const bool uses_lines = out->program_case.layer->capabilities & TC_CAN_CACHE;
  const tc_access_layer *layer = uses_lines ? tc_access_layer_find("batched") : out->program_case.layer;
  const int length = uses_lines ? TC_CACHE_LINE : (int)round(remote.values / remote.operations);
  return fg_remote_service_measure(runs->world, layer, length, rates_duration_s, &out->remote_service);
}

/* Returns the relative change of the forecast time of the program's shared accesses from the rates `previous`
 * to the rates of the latest measurement, runs->rates. */
static double compute_rate_change(const fg_timed_runs *runs, const fg_timed_run *t,
                                  const tc_params *previous) {
  const double a = forecast_variant(runs, t, previous, TC_LOOP_FORECAST_INCREMENTAL).shared_s,
               b = forecast_variant(runs, t, &runs->rates, TC_LOOP_FORECAST_INCREMENTAL).shared_s;
  return a == b ? 0.0 : fabs(a - b) / fmin(a, b);
}

/* Makes one attempt to time a trial. The rates measured after the previous trial are the rates before this
 * one. */
static tc_status time_attempt(fg_timed_runs *runs, fg_timed_run *out) {
  const tc_params previous = runs->rates;
  TC_TRY(time_program(runs, out));
  TC_TRY(fg_rates_measure(runs->world, rates_duration_s, &runs->rates));
  out->rate_change = compute_rate_change(runs, out, &previous);
  out->rates = fg_rates_mean(&previous, &runs->rates);
  return TC_OK;
}

tc_status fg_timed_runs_begin(fg_timed_runs *trials) {
  trials->rates = (tc_params){0};
  return fg_rates_measure(trials->world, rates_duration_s, &trials->rates);
}

static bool needs_repeat(const fg_timed_runs *runs, const fg_timed_run *t) {
  return t->rate_change > FG_RATE_CHANGE_MAX && t->cpu_share >= FG_CPU_SHARE_MIN && !runs->is_oversubscribed;
}

tc_status fg_timed_run_measure(fg_timed_runs *trials, fg_timed_run *trial) {
  for (int a = 0; a < FG_TIMED_RUN_ATTEMPTS && (a == 0 || needs_repeat(trials, trial)); a++)
    TC_TRY(time_attempt(trials, trial));
  if (trials->world->shm_groups > 1) TC_TRY(measure_remote_service(trials, trial));
  forecast_run(trials, trial);
  trials->cpu_share = fmin(trials->cpu_share, trial->cpu_share);
  return TC_OK;
}
