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

static const double rates_s = 0.4; /* duration of one measurement of the access rates in seconds */
/* seconds after which no further repetition of a program begins; at least FG_INTERLEAVED_TIMING_MIN
 * repetitions are performed */
static const double enough_s = 1.5;

/* The two versions of a program on this rank. `private` has all elements in the rank's own memory; `shared`
 * uses the arrays that are distributed over all ranks. */
typedef struct sides {
  fg_program_context private, shared;
} sides;

static tc_status run_once(void *play) { return fg_program_context_run(play); }

static const double long_s = 10.0; /* shortest duration of a timing in seconds that the log announces */

/* Logs the expected duration of the timing if it exceeds long_s. `round_s` is the time in seconds of one
 * execution of both versions. */
static void log_duration(const fg_timed_runs *all, double round_s) {
  const double rounds = fmin(all->options->repeats, fmax(FG_INTERLEAVED_TIMING_MIN, enough_s / round_s)),
               all_s = rounds * round_s;
  if (all_s > long_s)
    tc_log_write(all->log, TC_LOG_NORMAL,
                 "one run takes about %.2g s: %.0f s for %.0f shared and private runs", round_s / 2.0, all_s,
                 rounds);
}

/* Times both versions of the program alternately, and the benchmark of random updates if updates->access is
 * set. *turns receives the medians. The first execution of each version is a warm-up. */
static tc_status time_rounds(const fg_timed_runs *all, sides *of, fg_update_benchmark *updates,
                             fg_interleaved_timing *turns) {
  const fg_timed_work turn[] = {{run_once, &of->private},
                                {run_once, &of->shared},
                                {fg_update_benchmark_run, updates}};
  const double began = tc_now_s();
  TC_TRY(fg_program_context_run(&of->private));
  TC_TRY(fg_program_context_run(&of->shared));
  log_duration(all, tc_now_s() - began);
  TC_TRY(fg_interleaved_timing_run(all->world, updates->access ? 3 : 2, turn, all->options->repeats, enough_s,
                                   turns));
  TC_TRY(tc_world_agree(all->world, fg_program_context_check(&of->private)));
  return fg_program_context_check(&of->shared);
}

/* Counts the reads and writes of one execution of the program. Each count is the maximum over the ranks. */
static tc_status count_accesses(const tc_world *world, const fg_program_context *play,
                                tc_access_counts counted[TC_USES]) {
  fg_program_context_counts(play, &counted[TC_READS], &counted[TC_WRITES]);
  int64_t *all = &counted[0].own;
  const int n = (int)(TC_USES * sizeof *counted / sizeof *all);
  TC_TRY(TC_MPI(world, MPI_Allreduce(MPI_IN_PLACE, all, n, MPI_INT64_T, MPI_MAX, tc_world_comm(world))));
  for (int i = 0; i < n; i++) all[i] /= play->rounds;
  return TC_OK;
}

/* Returns the first reference partition that reads and writes random elements of an array with a cyclic
 * distribution (block size 1); NULL if there is none. */
static const tc_reference_partition *find_updated_partition(const fg_timed_run *t) {
  for (int p = 0; p < t->of.partitions.count; p++) {
    const tc_reference_partition *of = &t->of.partitions.item[p];
    const tc_reference *first = of->reference[0];
    if (first->use == TC_USE_UPDATE && *first->random && t->of.loops.array[of->array].block == 1) return of;
  }
  return NULL;
}

/* Prepares the benchmark of random updates, if the program has such updates and all ranks are on one node. On
 * several nodes, remote accesses dominate the time. The benchmark uses a separate access object, because the
 * counts of the program's object must not include the benchmark. */
static tc_status open_updates(const fg_timed_runs *all, const sides *of, fg_timed_run *out,
                              fg_update_benchmark *updates) {
  const tc_reference_partition *p = find_updated_partition(out);
  if (!p || all->world->nodes > 1) return TC_OK;
  updates->elements = tc_loop_elements(&out->of.loops.array[p->array]);
  updates->draws = 1;
  for (int r = 0; r < all->world->ranks; r++) {
    const int64_t draws = (int64_t)tc_reference_partition_values(p, TC_READS, r);
    if (draws > updates->draws) updates->draws = draws;
  }
  out->update_array = p->array;
  return tc_shared_access_create(of->shared.layer, of->shared.array[p->array], &updates->access);
}

static tc_status summarise_run(const fg_timed_runs *all, const sides *of, const fg_update_benchmark *updates,
                               const fg_interleaved_timing *turns, fg_timed_run *out) {
  out->repeats = turns->repeats;
  out->private_s = turns->s[0];
  out->s = turns->s[1];
  if (updates->access) out->update_s = turns->s[2] / fg_update_benchmark_batch(updates);
  out->alone_s = turns->sum_s;
  out->cpu_share = turns->cpu_share;
  return count_accesses(all->world, &of->shared, out->counted);
}

static fg_program_context context_of(const fg_timed_runs *all, const fg_timed_run *trial) {
  const fg_case *c = &trial->of;
  return (fg_program_context){.world = all->world,
                              .loops = &c->loops,
                              .partitions = &c->partitions,
                              .layer = c->layer,
                              .runner = trial->runner,
                              .rank = all->world->rank,
                              .collide = all->options->collide};
}

static tc_status time_program(const fg_timed_runs *all, fg_timed_run *out) {
  sides of = {.shared = context_of(all, out)};
  fg_update_benchmark updates = {.access = NULL};
  fg_interleaved_timing turns;
  tc_status status = TC_OK;
  of.private = of.shared;
  of.private.world = all->own;
  of.private.is_serial = true;
  of.private.layer = tc_access_layer_find("private");
  TC_GUARD(status, tc_world_agree(all->world, fg_program_context_init(&of.private)));
  TC_GUARD(status, fg_program_context_init(&of.shared));
  TC_GUARD(status, open_updates(all, &of, out, &updates));
  TC_GUARD(status, time_rounds(all, &of, &updates, &turns));
  status = summarise_run(all, &of, &updates, &turns, out);
cleanup:
  tc_shared_access_destroy(&updates.access);
  fg_program_context_free(&of.shared);
  fg_program_context_free(&of.private);
  return status;
}

/* The cache of a layer contains only elements of other nodes. On one node a layer with a cache is therefore
 * used without any capability. */
tc_access_layer fg_timed_run_layer(const tc_access_layer *layer, int nodes) {
  tc_access_layer as = *layer;
  const unsigned beyond = as.capabilities & TC_CAN_CACHE ? 0 : TC_CAN_VECTOR;
  as.capabilities &= nodes == 1 && as.capabilities & TC_CAN_CACHE ? 0 : ~beyond;
  return as;
}

/* Forecast of the accesses of the slowest rank to other nodes: number of operations, number of values, and
 * seconds `s`. `computing_s` is the remaining time of that rank in seconds, without barriers. */
typedef struct far_share {
  double operations, values, s, computing_s;
} far_share;

static void add_remote_share(const fg_timed_run *t, const tc_reference_partition *p, int use, int rank,
                             far_share *sum) {
  const tc_access_mix all = tc_access_mix_init(&t->rates, p, use, rank, t->of.layer->capabilities);
  tc_access_mix far = {.cached = all.cached};
  memcpy(far.share[TC_LOCATION_REMOTE], all.share[TC_LOCATION_REMOTE], sizeof far.share[TC_LOCATION_REMOTE]);
  sum->s += tc_access_mix_seconds(&t->rates, &far, use);
  sum->values += tc_access_mix_values(&far);
  sum->operations += far.cached.operations;
  for (int pattern = 0; pattern < TC_PATTERNS; pattern++) {
    const tc_access_share *share = &far.share[TC_LOCATION_REMOTE][pattern];
    /* true if these values are accessed through the layer's cache, one cache line per operation.
     * share->operations does not contain these lines, because there were too many to count */
    const bool lines = t->of.layer->capabilities & TC_CAN_CACHE && pattern != TC_PATTERN_BASELINE;
    sum->operations += lines ? share->values / TC_CACHE_LINE : share->operations;
  }
}

static far_share remote_share_of(const fg_timed_run *t, const tc_loop_forecast *f) {
  far_share sum = {.s = 0.0};
  for (int p = 0; p < t->of.partitions.count; p++)
    for (int use = 0; use < TC_USES; use++)
      add_remote_share(t, &t->of.partitions.item[p], use, f->slowest, &sum);
  sum.computing_s = fmax(0.0, f->total_s - f->barrier_s - sum.s);
  return sum;
}

static tc_loop_forecast predict_run(const fg_timed_runs *all, const fg_timed_run *t, const tc_params *rates,
                                    tc_loop_forecast_variant variant) {
  const tc_loop_forecast_input q = {.machine = rates,
                                    .ranks = all->world->ranks,
                                    .ranks_per_node = t->of.ranks_per_node,
                                    .capabilities = t->of.layer->capabilities,
                                    .private_s = t->private_s,
                                    .update_s = t->update_s,
                                    .update_array = t->update_array,
                                    .variant = variant};
  return tc_loop_forecast_compute(&q, &t->of.partitions, t->of.loops.intervals);
}

/* Computes both forecasts of a trial. The access rates were measured while no rank computed. The time that is
 * lost because ranks serve other nodes during a computation is therefore added. */
static void forecast_run(const fg_timed_runs *all, fg_timed_run *out) {
  out->of.machine = &out->rates;
  out->of.forecast = predict_run(all, out, &out->rates, TC_LOOP_FORECAST_INCREMENTAL);
  out->printed = predict_run(all, out, &out->rates, TC_LOOP_FORECAST_PRINTED);
  const far_share far = remote_share_of(out, &out->of.forecast);
  if (!(far.operations > 0.0) || !(out->serving.operation_s > 0.0)) return;
  const double more_s =
      fg_remote_service_seconds(&out->serving, far.operations, far.s / far.operations, far.computing_s);
  out->of.forecast.total_s += more_s;
  out->printed.total_s += more_s;
}

/* Measures the cost of serving remote accesses while computing. Does nothing unless the slowest rank accesses
 * other nodes and computes for at least 2 % of its time. */
static tc_status measure_serving(const fg_timed_runs *all, fg_timed_run *out) {
  static const double matters = 0.02;
  const tc_loop_forecast f = predict_run(all, out, &out->rates, TC_LOOP_FORECAST_INCREMENTAL);
  const far_share far = remote_share_of(out, &f);
  double share = far.operations > 0.0 && f.total_s > 0.0 ? far.computing_s / f.total_s : 0.0;
  TC_TRY(tc_world_max(all->world, &share, 1));
  if (share < matters) return TC_OK;
  const bool lines = out->of.layer->capabilities & TC_CAN_CACHE;
  const tc_access_layer *layer = lines ? tc_access_layer_find("batched") : out->of.layer;
  const int length = lines ? TC_CACHE_LINE : (int)round(far.values / far.operations);
  return fg_remote_service_measure(all->world, layer, length, rates_s, &out->serving);
}

/* Returns the relative change of the forecast time of the program's shared accesses from the rates `before`
 * to the rates of the latest measurement, all->rates. */
static double rate_change(const fg_timed_runs *all, const fg_timed_run *t, const tc_params *before) {
  const double a = predict_run(all, t, before, TC_LOOP_FORECAST_INCREMENTAL).shared_s,
               b = predict_run(all, t, &all->rates, TC_LOOP_FORECAST_INCREMENTAL).shared_s;
  return a == b ? 0.0 : fabs(a - b) / fmin(a, b);
}

/* Times the program once and measures the rates after it. The rates measured after the previous trial serve
 * as the rates before this one. */
static tc_status attempt_run(fg_timed_runs *all, fg_timed_run *out) {
  const tc_params before = all->rates;
  TC_TRY(time_program(all, out));
  TC_TRY(fg_rates_measure(all->world, rates_s, &all->rates));
  out->drift = rate_change(all, out, &before);
  out->rates = fg_rates_mean(&before, &all->rates);
  return TC_OK;
}

tc_status fg_timed_runs_begin(fg_timed_runs *trials) {
  trials->rates = (tc_params){0};
  return fg_rates_measure(trials->world, rates_s, &trials->rates);
}

static bool is_off(const fg_timed_runs *all, const fg_timed_run *t) {
  return t->drift > FG_RATE_CHANGE_MAX && t->cpu_share >= FG_CPU_SHARE_MIN && !all->is_oversubscribed;
}

tc_status fg_timed_run_measure(fg_timed_runs *trials, fg_timed_run *trial) {
  for (int a = 0; a < FG_TIMED_RUN_ATTEMPTS && (a == 0 || is_off(trials, trial)); a++)
    TC_TRY(attempt_run(trials, trial));
  if (trials->world->shm_groups > 1) TC_TRY(measure_serving(trials, trial));
  forecast_run(trials, trial);
  trials->cpu_share = fmin(trials->cpu_share, trial->cpu_share);
  return TC_OK;
}
