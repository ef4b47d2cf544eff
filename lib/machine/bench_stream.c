#include "machine/bench_stream.h"

#include <unistd.h>

#include "base/memory.h"
#include "base/stats.h"
#include "base/timer.h"

typedef struct triad {
  size_t n;
  double *a, *b, *c;
} triad;

static tc_status allocate(triad *t) {
  TC_TRY(TC_ALLOC(t->a, t->n));
  TC_TRY(TC_ALLOC(t->b, t->n));
  TC_TRY(TC_ALLOC(t->c, t->n));
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < t->n; i++) {
    t->a[i] = 0.0;
    t->b[i] = 1.0;
    t->c[i] = 2.0;
  }
  return TC_OK;
}

/* Asks for memory as far ahead as the product kernel does (sparse/kernels.c): the model wants the bandwidth
 * that such code gets, and hardware prefetchers alone stop at page ends. */
enum { line = 8, ahead = 512 };

/* n: a multiple of a line. */
static void run(double *restrict a, const double *restrict b, const double *restrict c, size_t n,
                double scale) {
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < n; i += line) {
    __builtin_prefetch(b + i + ahead);
    __builtin_prefetch(c + i + ahead);
    for (size_t k = i; k < i + line; k++) a[k] = b[k] + scale * c[k];
  }
}

static tc_status measure(const tc_world *world, triad *t, int repeats, double *bandwidth) {
  tc_samples samples = {0};
  for (int r = 0; r < repeats; r++) {
    TC_TRY(TC_MPI(MPI_Barrier(world->comm)));
    double begin = tc_now_s();
    run(t->a, t->b, t->c, t->n, 0.5 + r); /* another factor each time, so that no repeat is dead */
    tc_samples_add(&samples, 24.0 * (double)t->n / (tc_now_s() - begin));
  }
  *bandwidth = tc_samples_median(&samples);
  return TC_OK;
}

static double cache_line(void) {
  long bytes = sysconf(_SC_LEVEL1_DCACHE_LINESIZE);
  return bytes > 0 ? (double)bytes : 64.0;
}

tc_status tc_bench_stream(const tc_world *world, size_t bytes, int repeats, tc_params *params) {
  triad t = {.n = bytes / 24 / line * line};
  tc_status status = TC_OK;
  double bandwidth = 0.0;
  TC_GUARD(status, tc_world_agree(world, allocate(&t)));
  TC_GUARD(status, measure(world, &t, repeats, &bandwidth));
  TC_GUARD(status, tc_world_min(world, &bandwidth, 1));
  params->private_bandwidth_Bps = bandwidth;
  params->cache_line_B = cache_line();
cleanup:
  tc_free(t.a);
  tc_free(t.b);
  tc_free(t.c);
  return status;
}
