/* Timing of work by repetitions. A pass is one call of the work, and a repetition has several passes.
 * warm_up warms up and measures the time of a pass, from which the number of passes in a repetition
 * follows. collect_repetitions then times repetitions on all ranks until enough of them are undisturbed. A
 * repetition is undisturbed if the rank had its core for at least 95 % of the time. summarise_values returns
 * the largest median and the largest spread of all ranks. */
#include <math.h>

#include "base/core/timer.h"
#include "base/numeric/stats.h"
#include "calibration/timing/bench.h"
#include "comm/world/mpi_world.h"

#define TC_PHASE "measuring the machine"

enum { max_passes = 1 << 20, max_repetitions = 512, max_warm_up_passes = 256 };

/* Wall time of the work on this rank, and CPU time of this rank during the work. */
typedef struct timing {
  double wall_s, cpu_s;
} timing;

/* Collective. Times `passes` calls of `work`. The barrier before the calls is not timed. */
static tc_status time_passes(const tc_world *world, int passes, tc_bench_work *work, void *context,
                             timing *out) {
  TC_TRY(TC_MPI(world, MPI_Barrier(tc_world_comm(world))));
  const double cpu_begin_s = tc_cpu_now_s(), begin = tc_now_s();
  for (int p = 0; p < passes; p++) TC_TRY(work(context));
  out->wall_s = tc_now_s() - begin;
  out->cpu_s = fmin(tc_cpu_now_s() - cpu_begin_s, out->wall_s);
  return TC_OK;
}

/* Collective. Sets out->value to the median of value[n] on the rank where it is largest, and out->spread to
 * the largest spread of any rank divided by that median. The spread is not divided by the median of its own
 * rank, because that is almost 0 on a rank without work. */
static tc_status summarise_values(const tc_world *world, int n, double *value, tc_estimate *out) {
  double largest[2] = {tc_median(value, (size_t)n)}; /* also sorts the values */
  largest[1] = value[n - 1 - n / 10] - value[n / 10];
  TC_TRY(tc_world_max(world, largest, 2));
  *out = (tc_estimate){largest[0], largest[0] > 0.0 ? largest[1] / largest[0] : 0.0};
  return TC_OK;
}

/* Collective. Runs passes until they no longer become faster, or max_warm_up_s has passed. Sets *pass_s
 * to the seconds of the fastest pass on the slowest rank. A slower, disturbed pass would lead to too few
 * passes per repetition. */
static tc_status warm_up(const tc_bench *bench, tc_bench_work *work, void *context, double *pass_s) {
  const double min_improvement = 0.98;
  double spent_s = 0.0, previous_s;
  timing time;
  int passes = 1, total_passes = 0;
  *pass_s = INFINITY;
  do {
    previous_s = *pass_s;
    TC_TRY(time_passes(bench->world, passes, work, context, &time));
    TC_TRY(tc_world_max(bench->world, &time.wall_s, 1));
    spent_s += time.wall_s;
    *pass_s = fmin(previous_s, time.wall_s / passes);
    total_passes += passes;
    passes = 4;
  } while (*pass_s < min_improvement * previous_s && spent_s < bench->effort.max_warm_up_s &&
           total_passes < max_warm_up_passes);
  return TC_OK;
}

/* Returns the number of repetitions: effort->repeats, or fewer if a pass, which takes `pass_s` seconds, is
 * longer than a repetition should be. Returns at least three. */
static int choose_repetitions(const tc_bench_effort *effort, double pass_s) {
  const double affordable = effort->repeats * effort->repeat_s / fmax(pass_s, 1e-9);
  return (int)fmin(max_repetitions, fmin(effort->repeats, fmax(3.0, affordable)));
}

/* Repetitions on one rank, with the seconds per pass and the CPU share of each. */
typedef struct repetitions {
  int count;
  double sample[max_repetitions], share[max_repetitions];
} repetitions;

enum { min_repetitions = 3 }; /* number of repetitions that suffice for a median */
static const double undisturbed_share = 0.95;

static int count_undisturbed(const repetitions *r) {
  int count = 0;
  for (int i = 0; i < r->count; i++) count += r->share[i] >= undisturbed_share;
  return count;
}

/* Moves the undisturbed repetitions to the front of the arrays. If at most `min_repetitions` repetitions are
 * undisturbed, moves the `min_repetitions` repetitions with the largest CPU share instead. Returns the number
 * of repetitions moved. */
static int select_undisturbed(repetitions *r) {
  const int undisturbed = count_undisturbed(r), selected = undisturbed > min_repetitions ? undisturbed
                                                           : r->count < min_repetitions  ? r->count
                                                                                         : min_repetitions;
  for (int i = 0; i < selected; i++) {
    int best = i;
    for (int k = i + 1; k < r->count; k++)
      if (r->share[k] > r->share[best]) best = k;
    const double sample = r->sample[best], share = r->share[best];
    r->sample[best] = r->sample[i], r->share[best] = r->share[i];
    r->sample[i] = sample, r->share[i] = share;
  }
  return selected;
}

/* Work to time. The reported time is that of the work with `context`, minus that with `part` if `part` is not
 * NULL. */
typedef struct timed_work {
  tc_bench_work *work;
  void *context, *part;
} timed_work;

/* Collective. Times one repetition and appends it to *r. If bench->waits is true, the CPU share is
 * meaningless, and the repetition counts as undisturbed. */
static tc_status time_repetition(tc_bench *bench, int passes, const timed_work *j, repetitions *r) {
  timing t, part = {0};
  TC_TRY(time_passes(bench->world, passes, j->work, j->context, &t));
  if (j->part) TC_TRY(time_passes(bench->world, passes, j->work, j->part, &part));
  const double wall_s = t.wall_s + part.wall_s, cpu_s = t.cpu_s + part.cpu_s;
  r->sample[r->count] = (t.wall_s - part.wall_s) / passes;
  r->share[r->count++] = bench->waits || wall_s <= 0.0 ? 1.0 : cpu_s / wall_s;
  if (bench->waits) return TC_OK;
  bench->cpu_s += cpu_s;
  bench->wall_s += wall_s;
  return TC_OK;
}

/* Collective. Sets *is_late to true if any rank has spent more than `limit_s` seconds. */
static tc_status check_time_limit(const tc_bench *bench, double spent_s, double limit_s, bool *is_late) {
  TC_TRY(tc_world_max(bench->world, &spent_s, 1));
  *is_late = spent_s > limit_s;
  return TC_OK;
}

/* Collective. Times `planned` repetitions. Stops after four times the planned time. If a rank then has fewer
 * than `min_repetitions` undisturbed repetitions, times more, up to four times the planned number and the
 * planned time. */
static tc_status collect_repetitions(tc_bench *bench, int planned, int passes, const timed_work *j,
                                     repetitions *r) {
  enum { check_interval = 8 };
  const double limit_s = 4.0 * bench->effort.repeats * bench->effort.repeat_s, begin = tc_now_s();
  const int max_count = bench->waits ? planned : (int)fmin(max_repetitions, 4.0 * planned);
  bool is_late = false;
  while (r->count < planned && !is_late) {
    TC_TRY(time_repetition(bench, passes, j, r));
    if (r->count % check_interval == 0)
      TC_TRY(check_time_limit(bench, tc_now_s() - begin, limit_s, &is_late));
  }
  while (r->count < max_count && !is_late) {
    double undisturbed = count_undisturbed(r);
    TC_TRY(tc_world_min(bench->world, &undisturbed, 1));
    if (undisturbed >= min_repetitions) break;
    TC_TRY(time_repetition(bench, passes, j, r));
    TC_TRY(check_time_limit(bench, tc_now_s() - begin, limit_s, &is_late));
  }
  return TC_OK;
}

static tc_status time_work(tc_bench *bench, const timed_work *j, tc_estimate *seconds) {
  double pass_s;
  repetitions r = {.count = 0};
  TC_TRY(warm_up(bench, j->work, j->context, &pass_s));
  const int planned = choose_repetitions(&bench->effort, pass_s);
  const int passes = (int)fmin(max_passes, fmax(1.0, bench->effort.repeat_s / fmax(pass_s, 1e-9)));
  TC_TRY(collect_repetitions(bench, planned, passes, j, &r));
  return summarise_values(bench->world, select_undisturbed(&r), r.sample, seconds);
}

tc_status tc_bench_time(tc_bench *bench, tc_bench_work *work, void *context, tc_estimate *seconds) {
  return time_work(bench, &(timed_work){work, context, NULL}, seconds);
}

tc_status tc_bench_time_difference(tc_bench *bench, tc_bench_work *work, void *whole, void *part,
                                   tc_estimate *seconds) {
  TC_TRY(time_work(bench, &(timed_work){work, whole, part}, seconds));
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
