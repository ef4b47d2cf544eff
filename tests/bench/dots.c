/* Measures reproducible and plain dot products. Prints nanoseconds per term, for arrays that fit into the
 * caches and for larger ones. See README.md in this directory. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "base/numeric/dot.h"
#include "base/numeric/hash.h"
#include "base/numeric/stats.h"

/* A repeat has about `terms_each` terms. Unless the arrays are large, it is much shorter than a time slice
 * of the scheduler, so that other programs disturb few repeats. */
enum { block = 512, repeats = 51, terms_each = 1 << 17 };

typedef struct rows {
  int32_t n;
  double *weight, *x, *y;
} rows;

typedef double (*product)(const rows *r);

/* The fastest plain sum with the baseline instruction set. It uses eight independent sums, so that
 * additions do not wait for each other. */
static double plain(const rows *r) {
  typedef double pair __attribute__((vector_size(16)));
  pair sum[4] = {{0.0}};
  for (int32_t i = 0; i < r->n; i += 8)
    for (int k = 0; k < 4; k++)
      sum[k] += *(const pair *)(r->weight + i + 2 * k) *
                (*(const pair *)(r->x + i + 2 * k) * *(const pair *)(r->y + i + 2 * k));
  sum[0] += sum[1] + (sum[2] + sum[3]);
  return sum[0][0] + sum[0][1];
}

/* A plain loop with one sum, in which each addition waits for the one before. */
static double simple(const rows *r) {
  double sum = 0.0;
  for (int32_t i = 0; i < r->n; i++) sum += r->weight[i] * (r->x[i] * r->y[i]);
  return sum;
}

static double reproducible(const rows *r) {
  tc_dot dot;
  tc_dot_init(1, &dot);
  for (int32_t i = 0; i < r->n; i += block) {
    const int32_t some = r->n - i < block ? r->n - i : block;
    tc_dot_add(&dot, some, r->weight + i, r->x + i, r->y + i);
  }
  return tc_dot_is_in_window(&dot) ? tc_dot_value(&dot) : NAN;
}

static double uniform(int32_t i, uint64_t seed) {
  return (double)tc_hash_mix(seed * 1000003 + (uint64_t)i) * 0x1p-64;
}

static tc_status fill(int32_t n, rows *out) {
  out->n = n;
  TC_TRY(TC_ALLOC(out->weight, n));
  TC_TRY(TC_ALLOC(out->x, n));
  TC_TRY(TC_ALLOC(out->y, n));
  for (int32_t i = 0; i < n; i++) {
    out->weight[i] = uniform(i, 1);
    out->x[i] = uniform(i, 2) - 0.5;
    out->y[i] = 3.0 * uniform(i, 3);
  }
  return TC_OK;
}

static void empty(rows *r) {
  tc_free(r->weight);
  tc_free(r->x);
  tc_free(r->y);
}

static double nanoseconds(const rows *r, product of, double *value) {
  const int times = r->n < terms_each ? terms_each / r->n : 1;
  const double start = tc_now_s();
  for (int k = 0; k < times; k++) *value += of(r);
  return (tc_now_s() - start) / ((double)times * r->n) * 1e9;
}

/* Times the three functions alternately, so that a disturbance of the machine affects all of them. */
static tc_status measure(int32_t n) {
  static const product of[3] = {simple, plain, reproducible};
  double seconds[3][repeats], value[3] = {0.0};
  rows r = {0};
  tc_status status = fill(n, &r);
  for (int k = 0; k < repeats && !status; k++)
    for (int p = 0; p < 3; p++) seconds[p][k] = nanoseconds(&r, of[p], &value[p]);
  if (!status) {
    double median[3];
    for (int p = 0; p < 3; p++) median[p] = tc_median(seconds[p], repeats);
    printf("%10d %10.1f %10.2f %10.2f %10.2f %10.2f\n", n, 24e-6 * n, median[0], median[1], median[2],
           median[2] / median[1]);
  }
  empty(&r);
  return status;
}

int main(void) {
  printf("%10s %10s %10s %10s %10s %10s\n", "terms", "MB", "simple ns", "plain ns", "reprod. ns", "to plain");
  for (int32_t n = 512; n <= 1 << 25; n *= 4) {
    tc_status status = measure(n);
    if (status) {
      fprintf(stderr, "%s\n", tc_status_text(status));
      return EXIT_FAILURE;
    }
  }
  return EXIT_SUCCESS;
}
