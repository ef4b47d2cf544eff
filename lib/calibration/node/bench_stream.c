#include "calibration/node/node_benches.h"

#include <unistd.h>

typedef struct triad {
  bool active;
  size_t n; /* number of values in each array, a multiple of the number of values in a cache line */
  double *a, *b, *c;
  double scale; /* factor s of the triad, which each pass changes, so that the compiler removes no pass */
} triad;

static void alloc_triad(tc_bench *bench, triad *t) {
  tc_bench_reset(bench);
  t->a = tc_bench_alloc_filled(bench, t->n, 0.0);
  t->b = tc_bench_alloc_filled(bench, t->n, 1.0);
  t->c = tc_bench_alloc_filled(bench, t->n, 2.0);
}

/* `line` is the number of values in a cache line. `ahead` is the distance of prefetches in values, as in the
 * product kernel (sparse/ell_kernels.c). The loop prefetches because the performance models need the
 * bandwidth of code with prefetches, and hardware prefetchers alone stop at page boundaries. */
enum { line = 8, ahead = 512 };

static void run_stream(double *restrict a, const double *restrict b, const double *restrict c, size_t n,
                       double scale) {
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < n; i += line) {
    __builtin_prefetch(b + i + ahead);
    __builtin_prefetch(c + i + ahead);
    for (size_t k = i; k < i + line; k++) a[k] = b[k] + scale * c[k];
  }
}

static tc_status run_triad(void *context) {
  triad *t = context;
  t->scale += 1.0;
  if (t->active) run_stream(t->a, t->b, t->c, t->n, t->scale);
  return TC_OK;
}

tc_status tc_bench_stream(tc_bench *bench, size_t bytes, bool active, tc_estimate *Bps) {
  triad t = {.active = active, .n = bytes / 24 / line * line, .scale = 0.5};
  alloc_triad(bench, &t);
  return tc_bench_time_rate(bench, run_triad, &t, 24.0 * (double)t.n, Bps);
}

double tc_cache_line_B(void) {
  long bytes = sysconf(_SC_LEVEL1_DCACHE_LINESIZE);
  return bytes > 0 ? (double)bytes : 64.0;
}
