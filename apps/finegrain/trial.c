#include "trial.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "base/stats.h"
#include "base/timer.h"
#include "comm/epoch.h"
#include "rates.h"
#include "runner.h"
#include "updates.h"

#define TC_PHASE "timing a program"

static const double rates_s = 0.4;  /* spent on rates, each time */
static const double enough_s = 3.0; /* spent on the repeats of a program, but for at least three of them */

/* A program on this rank, and how long it took. */
typedef struct side {
  tc_play play;
  double sample[TC_TRIAL_REPEATS];
} side;

/* With all elements in the rank's own memory, and as it is. */
typedef struct sides {
  const tc_world *world;
  const tc_log *log;
  int repeats;
  double wanted_s, had_s; /* all of it; how much of that with a core */
  side private, shared;
} sides;

static double cpu_now_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static tc_status time_once(sides *of, side *s) {
  TC_TRY(TC_MPI(MPI_Barrier(of->world->comm)));
  const double had = cpu_now_s(), began = tc_now_s();
  TC_TRY(tc_play_run(&s->play));
  const double took = tc_now_s() - began;
  of->wanted_s += took;
  of->had_s += fmin(cpu_now_s() - had, took);
  s->sample[of->repeats] = took;
  return TC_OK;
}

enum { least = 3 /* rounds */ };
static const double long_s = 10.0; /* what somebody who waits wants to know beforehand */

/* Of a round of both. */
static void tell_duration(const sides *of, int repeats, double round_s) {
  const double rounds = fmin(repeats, fmax(least, enough_s / round_s)), all_s = rounds * round_s;
  if (all_s > long_s)
    tc_log_note(of->log, TC_LOG_NORMAL,
                "a run takes about %.2g s here: %.0f s for %.0f of them, shared and private", round_s / 2.0,
                all_s, rounds);
}

/* In turns: what disturbs the machine for a while disturbs both. The first rounds warm up. */
static tc_status time_rounds(sides *of, int repeats) {
  double spent = 0.0;
  const double began = tc_now_s();
  TC_TRY(tc_play_run(&of->private.play));
  TC_TRY(tc_play_run(&of->shared.play));
  tell_duration(of, repeats, tc_now_s() - began);
  for (; of->repeats < repeats && (of->repeats < least || spent < enough_s); of->repeats++) {
    TC_TRY(time_once(of, &of->private));
    TC_TRY(time_once(of, &of->shared));
    spent = of->wanted_s;
    TC_TRY(tc_world_max(of->world, &spent, 1));
  }
  TC_TRY(tc_world_agree(of->world, tc_play_check(&of->private.play)));
  return tc_play_check(&of->shared.play);
}

/* Of the rank with the most, in one round. */
static tc_status count(const tc_world *world, const tc_play *play, tc_access_counts counted[TC_USES]) {
  tc_play_counts(play, &counted[TC_READS], &counted[TC_WRITES]);
  int64_t *all = &counted[0].own;
  const int n = (int)(TC_USES * sizeof *counted / sizeof *all);
  TC_TRY(TC_MPI(MPI_Allreduce(MPI_IN_PLACE, all, n, MPI_INT64_T, MPI_MAX, world->comm)));
  for (int i = 0; i < n; i++) all[i] /= play->rounds;
  return TC_OK;
}

static tc_status summarise(sides *of, tc_trial *out) {
  double most[2] = {tc_median(of->private.sample, (size_t)of->repeats),
                    tc_median(of->shared.sample, (size_t)of->repeats)};
  out->repeats = of->repeats;
  out->alone_s = most[0];
  out->cpu_share = of->had_s / of->wanted_s;
  TC_TRY(TC_MPI(MPI_Allreduce(MPI_IN_PLACE, &out->alone_s, 1, MPI_DOUBLE, MPI_SUM, of->world->comm)));
  TC_TRY(tc_world_min(of->world, &out->cpu_share, 1));
  TC_TRY(tc_world_max(of->world, most, 2));
  out->private_s = most[0];
  out->s = most[1];
  return count(of->world, &of->shared.play, out->counted);
}

static tc_play play_of(const tc_trials *all, const tc_trial *trial) {
  const tc_grain_case *c = &trial->of;
  return (tc_play){.world = all->world,
                   .loops = &c->loops,
                   .partitions = &c->partitions,
                   .layer = c->layer,
                   .runner = trial->runner,
                   .rank = all->world->rank,
                   .collide = all->collide};
}

static tc_status time_program(const tc_trials *all, tc_trial *out) {
  sides *of = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(all->world, of, 1));
  of->world = all->world;
  of->log = all->log;
  of->private.play = of->shared.play = play_of(all, out);
  of->private.play.world = all->own;
  of->private.play.alone = true;
  of->private.play.layer = tc_access_layer_find("private");
  TC_GUARD(status, tc_world_agree(all->world, tc_play_open(&of->private.play)));
  TC_GUARD(status, tc_play_open(&of->shared.play));
  TC_GUARD(status, time_rounds(of, all->repeats));
  status = summarise(of, out);
cleanup:
  tc_play_close(&of->shared.play);
  tc_play_close(&of->private.play);
  tc_free(of);
  return status;
}

/* The first array, dealt out one by one, that is updated at random; -1: none. */
static int updated_array(const tc_trial *t) {
  for (int p = 0; p < t->of.partitions.count; p++) {
    const tc_partition *of = &t->of.partitions.of[p];
    const tc_reference *first = of->reference[0];
    if (first->use == TC_USE_UPDATE && *first->random && t->of.loops.array[of->array].block == 1)
      return of->array;
  }
  return -1;
}

/* What other nodes take hides the rest. */
static tc_status measure_updates(const tc_trials *all, tc_trial *out) {
  out->update_array = updated_array(out);
  if (out->update_array < 0 || all->world->nodes > 1) return TC_OK;
  const int64_t elements = tc_loop_elements(&out->of.loops.array[out->update_array]);
  return tc_updates_measure(all->world, all->own, elements, rates_s, &out->update_s);
}

/* Without other nodes nothing is kept. */
tc_access_layer tc_trial_layer(const tc_access_layer *layer, int nodes) {
  tc_access_layer as = *layer;
  const unsigned beyond = as.can & TC_CAN_CACHE ? 0 : TC_CAN_VECTOR;
  as.can &= nodes == 1 && as.can & TC_CAN_CACHE ? 0 : ~beyond;
  return as;
}

/* Far accesses of a rank, each an operation, and what they take. */
static double far_s(const tc_trial *t, int rank, double *operations) {
  double s = 0.0;
  *operations = 0.0;
  for (int p = 0; p < t->of.partitions.count; p++)
    for (int use = 0; use < TC_USES; use++) {
      const tc_pattern_mix all =
          tc_pattern_mix_of(&t->rates, &t->of.partitions.of[p], use, rank, t->of.layer);
      tc_pattern_mix far = {.cached = all.cached};
      memcpy(far.of[TC_PLACE_FAR], all.of[TC_PLACE_FAR], sizeof far.of[TC_PLACE_FAR]);
      s += tc_pattern_seconds(&t->rates, &far, use);
      *operations += all.cached.operations;
      for (int pattern = 0; pattern < TC_PATTERNS; pattern++)
        *operations += far.of[TC_PLACE_FAR][pattern].operations;
    }
  return s;
}

/* Rates are of ranks that do nothing but access. Where the other one computes, as long as this one does, each
 * access waits until it looks up (tc_shared_serve). */
static double waiting_s(const tc_trial *t, const tc_pattern_forecast *f) {
  double operations;
  const double far = far_s(t, f->slowest, &operations),
               computing = fmax(0.0, f->total_s - f->barrier_s - far);
  if (!(operations > 0.0)) return 0.0;
  return fmin(operations, computing / (far / operations + TC_EPOCH_PATIENCE_S)) * TC_EPOCH_PATIENCE_S;
}

static tc_pattern_forecast predict(const tc_trials *all, const tc_trial *t, const tc_params *rates,
                                   tc_pattern_reading reading) {
  const tc_pattern_question q = {.machine = rates,
                                 .ranks = all->world->ranks,
                                 .ranks_per_node = t->of.ranks_per_node,
                                 .layer = t->of.layer,
                                 .private_s = t->private_s,
                                 .update_s = t->update_s,
                                 .update_array = t->update_array,
                                 .reading = reading};
  return tc_pattern_predict(&q, &t->of.partitions, t->of.loops.intervals);
}

static void forecast(const tc_trials *all, tc_trial *out) {
  out->of.machine = &out->rates;
  out->of.forecast = predict(all, out, &out->rates, TC_READING_BEYOND);
  out->printed = predict(all, out, &out->rates, TC_READING_PRINTED);
  const double waiting = waiting_s(out, &out->of.forecast);
  out->of.forecast.total_s += waiting;
  out->printed.total_s += waiting;
}

/* Of what accesses take by the rates that this forecast has use for. */
static double drift(const tc_trials *all, const tc_trial *t, const tc_params *before) {
  const double a = predict(all, t, before, TC_READING_BEYOND).shared_s,
               b = predict(all, t, &all->rates, TC_READING_BEYOND).shared_s;
  return a == b ? 0.0 : fabs(a - b) / fmin(a, b);
}

/* Rates before are those behind what was timed last. */
static tc_status attempt(tc_trials *all, tc_trial *out) {
  const tc_params before = all->rates;
  TC_TRY(time_program(all, out));
  TC_TRY(measure_updates(all, out));
  TC_TRY(tc_rates_measure(all->world, rates_s, &all->rates));
  out->drift = drift(all, out, &before);
  out->rates = tc_rates_mean(&before, &all->rates);
  return TC_OK;
}

tc_status tc_trials_begin(tc_trials *trials) {
  trials->rates = (tc_params){0};
  return tc_rates_measure(trials->world, rates_s, &trials->rates);
}

static bool is_off(const tc_trials *all, const tc_trial *t) {
  return t->drift > TC_TRIAL_DRIFT && t->cpu_share >= TC_TRIAL_CALM && !all->crowded;
}

tc_status tc_trial_make(tc_trials *trials, tc_trial *trial) {
  for (int a = 0; a < TC_TRIAL_ATTEMPTS && (a == 0 || is_off(trials, trial)); a++)
    TC_TRY(attempt(trials, trial));
  forecast(trials, trial);
  return TC_OK;
}
