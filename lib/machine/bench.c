#include "machine/bench.h"

#include <math.h>
#include <time.h>

#include "base/memory.h"
#include "base/stats.h"
#include "base/timer.h"

enum { most_passes = 1 << 20, most_repeats = 64, few_bytes = 1 << 22, huge_page = 1 << 21 };

tc_status tc_bench_open(const tc_world *world, tc_effort effort, size_t bytes, tc_bench *out) {
  tc_bench bench = {.world = world,
                    .effort = effort,
                    .size = 2 * bytes + 8 * (size_t)huge_page,
                    .cpu_share = 1.0};
  TC_TRY(tc_world_agree(world, TC_ALLOC(bench.memory, bench.size)));
  *out = bench;
  return TC_OK;
}

void tc_bench_close(tc_bench *bench) {
  tc_free(bench->memory);
  *bench = (tc_bench){0};
}

void tc_bench_clear(tc_bench *bench) { bench->used = 0; }

void *tc_bench_take(tc_bench *bench, size_t bytes) {
  const size_t alignment = bytes >= few_bytes ? (size_t)huge_page : TC_ALIGNMENT; /* as tc_alloc does */
  const size_t begin = (bench->used + alignment - 1) / alignment * alignment;
  if (begin + bytes > bench->size) return NULL;
  bench->used = begin + bytes;
  return bench->memory + begin;
}

/* Processor time of the calling thread. */
static double cpu_now_s(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Collective. Seconds of `passes` times work on this rank. */
static tc_status time_passes(MPI_Comm comm, int passes, tc_bench_work *work, void *context, double *seconds) {
  TC_TRY(TC_MPI(MPI_Barrier(comm)));
  const double begin = tc_now_s();
  for (int p = 0; p < passes; p++) TC_TRY(work(context));
  *seconds = tc_now_s() - begin;
  return TC_OK;
}

/* Collective. The slowest rank's median, and by how much the repeats of a rank differ at most, relative to
 * that: not to the rank's own time, which is next to nothing where only other ranks have work. */
static tc_status summarise(const tc_world *world, int n, double *value, tc_estimate *out) {
  double most[2] = {tc_median(value, (size_t)n)}; /* sorts */
  most[1] = value[n - 1] - value[0];
  TC_TRY(tc_world_max(world, most, 2));
  *out = (tc_estimate){most[0], most[0] > 0.0 ? most[1] / most[0] : 0.0};
  return TC_OK;
}

/* Collective. Warms up: passes until they no longer get faster, or settle_s is over. *once: seconds of a
 * pass, of the slowest rank. */
static tc_status settle(const tc_bench *bench, tc_bench_work *work, void *context, double *once) {
  const double same = 0.98;
  double spent = 0.0, last;
  int passes = 1;
  *once = INFINITY;
  do {
    last = *once;
    TC_TRY(time_passes(bench->world->comm, passes, work, context, once));
    TC_TRY(tc_world_max(bench->world, once, 1));
    spent += *once;
    *once /= passes;
    passes = 4;
  } while (*once < same * last && spent < bench->effort.settle_s);
  return TC_OK;
}

/* Fewer repeats of what takes longer than was asked for, but at least three. */
static int choose_repeats(const tc_effort *effort, double once) {
  const double fitting = effort->repeats * effort->repeat_s / fmax(once, 1e-9);
  return (int)fmin(most_repeats, fmin(effort->repeats, fmax(3.0, fitting)));
}

/* The repeats in which the rank had its core, moved to the front; all when they are too few. Returns how
 * many. */
static int keep_undisturbed(int n, double *sample, const double *share) {
  const double undisturbed = 0.95;
  enum { few = 3 };
  int kept = 0;
  for (int r = 0; r < n; r++) kept += share[r] >= undisturbed;
  if (kept < few) return n;
  kept = 0;
  for (int r = 0; r < n; r++)
    if (share[r] >= undisturbed) sample[kept++] = sample[r];
  return kept;
}

/* Collective. Notes the least share of its time that a rank had its core. */
static tc_status note_share(tc_bench *bench, int n, double *share) {
  double least = tc_median(share, (size_t)n);
  TC_TRY(tc_world_min(bench->world, &least, 1));
  if (least < bench->cpu_share) bench->cpu_share = least;
  return TC_OK;
}

tc_status tc_bench_time(tc_bench *bench, tc_bench_work *work, void *context, tc_estimate *seconds) {
  double once, sample[most_repeats], share[most_repeats];
  TC_TRY(settle(bench, work, context, &once));
  const int repeats = choose_repeats(&bench->effort, once);
  const int passes = (int)fmin(most_passes, fmax(1.0, bench->effort.repeat_s / fmax(once, 1e-9)));
  for (int r = 0; r < repeats; r++) {
    const double cpu = cpu_now_s();
    TC_TRY(time_passes(bench->world->comm, passes, work, context, &sample[r]));
    share[r] = fmin(1.0, (cpu_now_s() - cpu) / sample[r]);
    sample[r] /= passes;
  }
  const int kept = bench->waits ? repeats : keep_undisturbed(repeats, sample, share);
  if (!bench->waits) TC_TRY(note_share(bench, repeats, share));
  return summarise(bench->world, kept, sample, seconds);
}

tc_estimate tc_estimate_beyond(tc_estimate whole, tc_estimate part) {
  return (tc_estimate){fmax(whole.value - part.value, 0.1 * whole.value), whole.spread};
}

tc_estimate tc_estimate_rate(double amount, tc_estimate seconds) {
  return (tc_estimate){seconds.value > 0.0 ? amount / seconds.value : 0.0, seconds.spread};
}

tc_estimate tc_estimate_each(double amount, tc_estimate seconds) {
  return (tc_estimate){seconds.value / amount, seconds.spread};
}
