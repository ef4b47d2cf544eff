#include "calibration/node/node_benches.h"

#include <unistd.h>

typedef struct triad {
  bool is_active;
  size_t n; /* number of values in each array, a multiple of the number of values in a cache line */
  double *a, *b, *c;
  double scale; /* factor s of the triad a = b + s c; each pass changes s, so that the compiler removes no
                   pass */
} triad;

static void alloc_triad(tc_bench *bench, triad *t) {
  tc_bench_reset(bench);
  t->a = tc_bench_alloc_filled(bench, t->n, 0.0);
  t->b = tc_bench_alloc_filled(bench, t->n, 1.0);
  t->c = tc_bench_alloc_filled(bench, t->n, 2.0);
}

/* `line_values` is the number of values in a cache line. `prefetch_distance` is the distance of prefetches in
 * values, as in the product kernel (sparse/ell_kernels.c). The loop prefetches because the performance models
 * need the bandwidth of code with prefetches, and hardware prefetchers alone stop at page boundaries. */
enum { line_values = 8, prefetch_distance = 512 };

static void compute_triad(double *restrict a, const double *restrict b, const double *restrict c, size_t n,
                          double scale) {
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < n; i += line_values) {
    __builtin_prefetch(b + i + prefetch_distance);
    __builtin_prefetch(c + i + prefetch_distance);
    for (size_t k = i; k < i + line_values; k++) a[k] = b[k] + scale * c[k];
  }
}

static tc_status run_triad(void *context) {
  triad *t = context;
  t->scale += 1.0;
  if (t->is_active) compute_triad(t->a, t->b, t->c, t->n, t->scale);
  return TC_OK;
}

tc_status tc_bench_stream(tc_bench *bench, size_t bytes, bool active, tc_estimate *Bps) {
  triad t = {.is_active = active, .n = bytes / 24 / line_values * line_values, .scale = 0.5};
  alloc_triad(bench, &t);
  return tc_bench_time_rate(bench, run_triad, &t, 24.0 * (double)t.n, Bps);
}

double tc_cache_line_B(void) {
  long bytes = sysconf(_SC_LEVEL1_DCACHE_LINESIZE);
  return bytes > 0 ? (double)bytes : 64.0;
}
