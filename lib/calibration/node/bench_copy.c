#include "calibration/node/node_benches.h"

enum { index_distance = 4 };

typedef struct copy_arrays {
  int32_t n;      /* number of copied values */
  int32_t *index; /* [n] indices in rising order, less than index_distance * n; NULL for a copy in order */
  double *from, *to;
} copy_arrays;

static copy_arrays alloc_arrays(tc_bench *bench, int32_t n, int32_t from, int32_t to) {
  copy_arrays a = {.n = n};
  tc_bench_reset(bench);
  a.from = tc_bench_alloc_filled(bench, (size_t)from, 1.0);
  a.to = tc_bench_alloc_filled(bench, (size_t)to, 0.0);
  return a;
}

static void choose_indices(tc_bench *bench, copy_arrays *a) {
  a->index = tc_bench_alloc(bench, (size_t)a->n * sizeof *a->index);
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < a->n; i++)
    a->index[i] = index_distance * i + (int32_t)(((uint32_t)i * UINT32_C(2654435769)) >> 30);
}

static tc_status run_copy(void *context) {
  const copy_arrays *a = context;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < a->n; i++) a->to[i] = a->from[i];
  return TC_OK;
}

static tc_status run_pack(void *context) {
  const copy_arrays *a = context;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < a->n; i++) a->to[i] = a->from[a->index[i]];
  return TC_OK;
}

static tc_status run_unpack(void *context) {
  const copy_arrays *a = context;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < a->n; i++) a->to[a->index[i]] = a->from[i];
  return TC_OK;
}

/* Returns the number of values to copy if the arrays have `bytes` bytes in total and need `doubles_each`
 * doubles per copied value. */
static int32_t count_values(size_t bytes, size_t doubles_each) {
  const size_t n = bytes / (8 * doubles_each);
  return n < INT32_MAX / 8 ? (int32_t)n : INT32_MAX / 8;
}

/* Measures the seconds per value of a copy of n values. The source array has from * n values, and the target
 * array has to * n values. If `from` and `to` are 1, the copy is in order. Otherwise an index list selects n
 * values of the larger array. */
static tc_status measure_copy(tc_bench *bench, tc_bench_work *work, size_t bytes, int32_t from, int32_t to,
                              tc_estimate *value_s) {
  const int32_t n = count_values(bytes, (size_t)from + (size_t)to);
  copy_arrays a = alloc_arrays(bench, n, from * n, to * n);
  if (from + to > 2) choose_indices(bench, &a);
  return tc_bench_time_each(bench, work, &a, n, value_s);
}

tc_status tc_bench_copy(tc_bench *bench, size_t bytes, tc_estimate *value_s) {
  return measure_copy(bench, run_copy, bytes, 1, 1, value_s);
}

tc_status tc_bench_pack(tc_bench *bench, size_t bytes, tc_estimate *value_s) {
  return measure_copy(bench, run_pack, bytes, index_distance, 1, value_s);
}

tc_status tc_bench_unpack(tc_bench *bench, size_t bytes, tc_estimate *value_s) {
  return measure_copy(bench, run_unpack, bytes, 1, index_distance, value_s);
}
