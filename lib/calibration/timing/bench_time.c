/* Timing of work by repetitions. A pass is one call of the work, and a repetition has several passes.
 * choose_passes warms up and measures the time of a pass, from which the number of passes in a repetition
 * follows. collect_repeats then times repetitions on all ranks until enough of them are undisturbed. A
 * repetition is undisturbed if the rank had its core for at least 95 % of the time. summarise_values returns
 * the largest median and the largest spread of all ranks. */
#include <math.h>

#include "base/core/timer.h"
#include "base/numeric/stats.h"
#include "calibration/timing/bench.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "measuring the machine"

enum { most_passes = 1 << 20, most_repeats = 512, most_settling = 256 };

/* Seconds of wall time of the work on this rank (wanted_s), and seconds of CPU time of this rank during the
 * work (had_s). */
typedef struct timing {
  double wanted_s, had_s;
} timing;

/* Collective. Times `passes` calls of `work`. The barrier before the calls is not timed. */
static tc_status time_passes(const tc_world *world, int passes, tc_bench_work *work, void *context,
                             timing *out) {
  TC_TRY(TC_MPI(world, MPI_Barrier(tc_world_comm(world))));
  const double had = tc_cpu_now_s(), begin = tc_now_s();
  for (int p = 0; p < passes; p++) TC_TRY(work(context));
  out->wanted_s = tc_now_s() - begin;
  out->had_s = fmin(tc_cpu_now_s() - had, out->wanted_s);
  return TC_OK;
}

/* Collective. Sets out->value to the median of value[n] on the rank where it is largest, and out->spread to
 * the largest spread of any rank divided by that median. The spread is not divided by the median of its own
 * rank, because that is almost 0 on a rank without work. */
static tc_status summarise_values(const tc_world *world, int n, double *value, tc_estimate *out) {
  double most[2] = {tc_median(value, (size_t)n)}; /* also sorts the values */
  most[1] = value[n - 1 - n / 10] - value[n / 10];
  TC_TRY(tc_world_max(world, most, 2));
  *out = (tc_estimate){most[0], most[0] > 0.0 ? most[1] / most[0] : 0.0};
  return TC_OK;
}

/* Collective. Warms up: runs passes until they no longer become faster, or settle_s has passed. Sets *once to
 * the seconds of the fastest pass on the slowest rank. A slower, disturbed pass would lead to too few passes
 * per repetition. */
static tc_status choose_passes(const tc_bench *bench, tc_bench_work *work, void *context, double *once) {
  const double same = 0.98;
  double spent = 0.0, least;
  timing now;
  int passes = 1, done = 0;
  *once = INFINITY;
  do {
    least = *once;
    TC_TRY(time_passes(bench->world, passes, work, context, &now));
    TC_TRY(tc_world_max(bench->world, &now.wanted_s, 1));
    spent += now.wanted_s;
    *once = fmin(least, now.wanted_s / passes);
    done += passes;
    passes = 4;
  } while (*once < same * least && spent < bench->effort.settle_s && done < most_settling);
  return TC_OK;
}

/* Returns the number of repetitions if a pass takes `once` seconds: effort->repeats, or fewer if a pass takes
 * longer than repeat_s, but at least three. */
static int choose_repeats(const tc_bench_effort *effort, double once) {
  const double fitting = effort->repeats * effort->repeat_s / fmax(once, 1e-9);
  return (int)fmin(most_repeats, fmin(effort->repeats, fmax(3.0, fitting)));
}

/* Repetitions on one rank: their number, the seconds per pass of each repetition, and the CPU share of each
 * repetition. */
typedef struct repeats {
  int count;
  double sample[most_repeats], share[most_repeats];
} repeats;

enum { few = 3 }; /* number of repetitions that suffice for a median */
static const double undisturbed = 0.95;

static int count_undisturbed(const repeats *r) {
  int count = 0;
  for (int i = 0; i < r->count; i++) count += r->share[i] >= undisturbed;
  return count;
}

/* Moves the undisturbed repetitions to the front of the arrays. If at most `few` repetitions are undisturbed,
 * moves the `few` repetitions with the largest CPU share instead. Returns the number of repetitions moved. */
static int select_undisturbed(repeats *r) {
  const int calm = count_undisturbed(r), kept = calm > few ? calm : r->count < few ? r->count : few;
  for (int i = 0; i < kept; i++) {
    int best = i;
    for (int k = i + 1; k < r->count; k++)
      if (r->share[k] > r->share[best]) best = k;
    const double sample = r->sample[best], share = r->share[best];
    r->sample[best] = r->sample[i], r->share[best] = r->share[i];
    r->sample[i] = sample, r->share[i] = share;
  }
  return kept;
}

/* Work to time: with `context` alone, or the difference between the times with `context` and with `part`. */
typedef struct job {
  tc_bench_work *work;
  void *context, *part; /* `part` is NULL if no difference is timed */
} job;

/* Collective. Times one repetition and appends it to *r. If bench->waits is true, the CPU share is
 * meaningless, and the repetition counts as undisturbed. */
static tc_status time_repeat(tc_bench *bench, int passes, const job *j, repeats *r) {
  timing t, part = {0};
  TC_TRY(time_passes(bench->world, passes, j->work, j->context, &t));
  if (j->part) TC_TRY(time_passes(bench->world, passes, j->work, j->part, &part));
  const double wanted_s = t.wanted_s + part.wanted_s, had_s = t.had_s + part.had_s;
  r->sample[r->count] = (t.wanted_s - part.wanted_s) / passes;
  r->share[r->count++] = bench->waits || wanted_s <= 0.0 ? 1.0 : had_s / wanted_s;
  if (bench->waits) return TC_OK;
  bench->cpu_s += had_s;
  bench->wall_s += wanted_s;
  return TC_OK;
}

/* Collective. Sets *late to true if any rank has spent more than `enough_s` seconds. */
static tc_status is_late(const tc_bench *bench, double spent_s, double enough_s, bool *late) {
  TC_TRY(tc_world_max(bench->world, &spent_s, 1));
  *late = spent_s > enough_s;
  return TC_OK;
}

/* Collective. Times `planned` repetitions. Stops earlier after four times the planned time, for instance
 * because ranks wait for each other. If a rank then has fewer than `few` undisturbed repetitions, times more,
 * up to four times the planned number and the planned time. */
static tc_status collect_repeats(tc_bench *bench, int planned, int passes, const job *j, repeats *r) {
  enum { some = 8 };
  const double enough_s = 4.0 * bench->effort.repeats * bench->effort.repeat_s, begin = tc_now_s();
  const int most = bench->waits ? planned : (int)fmin(most_repeats, 4.0 * planned);
  bool late = false;
  while (r->count < planned && !late) {
    TC_TRY(time_repeat(bench, passes, j, r));
    if (r->count % some == 0) TC_TRY(is_late(bench, tc_now_s() - begin, enough_s, &late));
  }
  while (r->count < most && !late) {
    double calm = count_undisturbed(r);
    TC_TRY(tc_world_min(bench->world, &calm, 1));
    if (calm >= few) break;
    TC_TRY(time_repeat(bench, passes, j, r));
    TC_TRY(is_late(bench, tc_now_s() - begin, enough_s, &late));
  }
  return TC_OK;
}

static tc_status time_job(tc_bench *bench, const job *j, tc_estimate *seconds) {
  double once;
  repeats r = {.count = 0};
  TC_TRY(choose_passes(bench, j->work, j->context, &once));
  const int planned = choose_repeats(&bench->effort, once);
  const int passes = (int)fmin(most_passes, fmax(1.0, bench->effort.repeat_s / fmax(once, 1e-9)));
  TC_TRY(collect_repeats(bench, planned, passes, j, &r));
  return summarise_values(bench->world, select_undisturbed(&r), r.sample, seconds);
}

tc_status tc_bench_time(tc_bench *bench, tc_bench_work *work, void *context, tc_estimate *seconds) {
  return time_job(bench, &(job){work, context, NULL}, seconds);
}

tc_status tc_bench_time_difference(tc_bench *bench, tc_bench_work *work, void *whole, void *part,
                                   tc_estimate *seconds) {
  TC_TRY(time_job(bench, &(job){work, whole, part}, seconds));
  seconds->value = fmax(seconds->value, 0.0);
  return TC_OK;
}

tc_status tc_bench_time_each(tc_bench *bench, tc_bench_work *work, void *context, double amount,
                             tc_estimate *each_s) {
  tc_estimate seconds;
  TC_TRY(tc_bench_time(bench, work, context, &seconds));
  *each_s = tc_estimate_per_unit(amount, seconds);
  return TC_OK;
}

tc_status tc_bench_time_rate(tc_bench *bench, tc_bench_work *work, void *context, double amount,
                             tc_estimate *per_s) {
  tc_estimate seconds;
  TC_TRY(tc_bench_time(bench, work, context, &seconds));
  *per_s = tc_estimate_rate(amount, seconds);
  return TC_OK;
}
