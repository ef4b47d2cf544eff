#include "calibration/timing/bench.h"

#include <math.h>

#include "base/core/memory.h"

enum { huge_page_min_B = 1 << 22, huge_page_B = 1 << 21 };

tc_status tc_bench_init(const tc_world *world, tc_bench_effort effort, size_t bytes, tc_bench *out) {
  tc_bench bench = {.world = world, .effort = effort, .size = 2 * bytes + 8 * (size_t)huge_page_B};
  tc_status status = tc_world_agree(world, tc_alloc(bench.size, 1, "measuring the machine", &bench.memory));
  /* the allocation may have succeeded on this rank and failed on another rank */
  if (status) tc_free(bench.memory);
  if (!status) *out = bench;
  return status;
}

void tc_bench_free(tc_bench *bench) {
  tc_free(bench->memory);
  *bench = (tc_bench){0};
}

double tc_bench_cpu_share(const tc_bench *bench) {
  return bench->wall_s > 0.0 ? fmin(1.0, bench->cpu_s / bench->wall_s) : 1.0;
}

void tc_bench_reset(tc_bench *bench) { bench->used = 0; }

void *tc_bench_alloc(tc_bench *bench, size_t bytes) {
  /* Arrays have the same alignment as those of tc_alloc. */
  const size_t alignment = bytes >= huge_page_min_B ? (size_t)huge_page_B : TC_ALIGNMENT;
  const size_t begin = (bench->used + alignment - 1) / alignment * alignment;
  if (begin + bytes > bench->size) return NULL;
  bench->used = begin + bytes;
  return bench->memory + begin;
}

double *tc_bench_alloc_filled(tc_bench *bench, size_t n, double value) {
  double *array = tc_bench_alloc(bench, n * sizeof *array);
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < n; i++) array[i] = value;
  return array;
}

tc_estimate tc_estimate_difference(tc_estimate whole, tc_estimate part) {
  return (tc_estimate){fmax(whole.value - part.value, 0.1 * whole.value), whole.spread};
}

tc_estimate tc_estimate_rate(double amount, tc_estimate seconds) {
  return (tc_estimate){seconds.value > 0.0 ? amount / seconds.value : 0.0, seconds.spread};
}

tc_estimate tc_estimate_per_unit(double amount, tc_estimate seconds) {
  return (tc_estimate){seconds.value / amount, seconds.spread};
}
