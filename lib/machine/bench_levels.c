#include "machine/bench_levels.h"

#include <math.h>
#include <omp.h>
#include <stdint.h>

#include "base/clones.h"

enum { lane = 16, enough_B = 1 << 20 };

typedef struct reading {
  size_t n;   /* values, a multiple of lane */
  int rounds; /* in a pass: what is small is read often, or the start of threads would be measured */
  const uint64_t *array;
  uint64_t sum;
} reading;

/* Integers, because their sums may be taken in any order, as wide as the processor can. Nothing is asked for
 * ahead, as the product does: in order it gains nothing, and takes half of what a first cache delivers. */
TC_CLONES static uint64_t add_up(const uint64_t *array, size_t begin, size_t end) {
  uint64_t sum[lane] = {0}, all = 0;
  for (size_t i = begin; i < end; i += lane)
    for (size_t k = 0; k < lane; k++) sum[k] += array[i + k];
  for (size_t k = 0; k < lane; k++) all += sum[k];
  return all;
}

/* The part of a thread, whole lanes. */
static void part_of(size_t n, size_t *begin, size_t *end) {
  const size_t parts = (size_t)omp_get_num_threads(), part = (size_t)omp_get_thread_num(), lanes = n / lane;
  *begin = lanes * part / parts * lane;
  *end = lanes * (part + 1) / parts * lane;
}

static tc_status pass(void *context) {
  reading *r = context;
  uint64_t sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    size_t begin, end;
    part_of(r->n, &begin, &end);
    for (int round = 0; round < r->rounds; round++) {
      sum += add_up(r->array, begin, end);
      __asm__ volatile("" ::: "memory"); /* the next round reads anew */
    }
  }
  r->sum += sum;
  return TC_OK;
}

static const uint64_t *lay_out(tc_bench *bench, size_t n) {
  tc_bench_clear(bench);
  uint64_t *array = tc_bench_take(bench, n * sizeof *array);
#pragma omp parallel
  {
    size_t begin, end;
    part_of(n, &begin, &end);
    for (size_t i = begin; i < end; i++) array[i] = i;
  }
  return array;
}

tc_status tc_bench_read(tc_bench *bench, size_t bytes, tc_estimate *Bps) {
  const size_t n = bytes / (lane * sizeof(uint64_t)) * lane,
               enough = enough_B * (size_t)omp_get_max_threads();
  reading r = {.n = n, .rounds = bytes < enough ? (int)(enough / bytes) : 1, .array = lay_out(bench, n)};
  tc_estimate seconds;
  TC_TRY(tc_bench_time(bench, pass, &r, &seconds));
  *Bps = tc_estimate_rate((double)(n * sizeof(uint64_t)) * r.rounds, seconds);
  return TC_OK;
}

double tc_bench_level_B(const double cache[TC_LEVELS], int level, int threads, double most) {
  const double before = cache[level];
  if (!(before > 0.0)) return 0.0;
  if (level == TC_LEVELS - 1) return most;
  const double own = cache[level + 1];
  if (level > 0 && own == before) return tc_bench_level_B(cache, level - 1, threads, most);
  return fmin(most, threads * floor(level == 0 ? own / 2.0 : fmin(4.0 * before, before + own / 2.0)));
}
