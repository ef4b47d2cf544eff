/* Benchmarks of vector operations. A block of rows fits into a first-level cache. run_iteration repeats the
 * passes of conjugate gradients block by block, as the solver does. The benchmarks of single operations
 * repeat an operation on arrays that remain in the cache, so that only the arithmetic takes time. */
#include "calibration/node/node_benches.h"

#include <omp.h>

#include "base/core/target_clones.h"
#include "base/numeric/dot.h"

enum {
  block_rows = 512
}; /* number of rows that fit into a first-level cache, as in linear/solver/vector_ops.c */

typedef struct vectors {
  int32_t n;
  double *volume, *x, *r, *p, *q;
  tc_dot pq, rr;
} vectors;

/* Returns the number of rows whose data fit into `bytes` bytes if each row needs `doubles_each` doubles. */
static int32_t count_rows(size_t bytes, size_t doubles_each) {
  const size_t n = bytes / (sizeof(double) * doubles_each);
  return n < INT32_MAX ? (int32_t)n : INT32_MAX;
}

/* Computes out += factor * x. Callers pass small factors, so that values neither grow nor decay in repeated
 * calls. */
TC_TARGET_CLONES static void add_scaled(double *out, double factor, const double *x, int32_t begin,
                                        int32_t end) {
  for (int32_t i = begin; i < end; i++) out[i] += factor * x[i];
}

TC_TARGET_CLONES static void scale_and_add(double *out, const double *x, double factor, int32_t begin,
                                           int32_t end) {
  for (int32_t i = begin; i < end; i++) out[i] = x[i] + factor * out[i];
}

static void add_dot(tc_dot *dot, const vectors *v, const double *x, const double *y, int32_t begin,
                    int32_t end) {
  tc_dot_add(dot, end - begin, v->volume + begin, x + begin, y + begin);
}

typedef void block_operation(const vectors *v, int32_t begin, int32_t end, tc_dot dot[2]);

static void compute_block_dot(const vectors *v, int32_t begin, int32_t end, tc_dot dot[2]) {
  add_dot(&dot[0], v, v->p, v->q, begin, end);
}

static void update_block(const vectors *v, int32_t begin, int32_t end, tc_dot dot[2]) {
  add_scaled(v->x, 1e-9, v->p, begin, end);
  add_scaled(v->r, -1e-9, v->q, begin, end);
  add_dot(&dot[0], v, v->r, v->r, begin, end);
  add_dot(&dot[1], v, v->r, v->r, begin, end);
}

static void update_block_direction(const vectors *v, int32_t begin, int32_t end, tc_dot dot[2]) {
  (void)dot;
  scale_and_add(v->p, v->r, 0.5, begin, end);
}

static void run_pass(vectors *v, block_operation *operation) {
  tc_dot sum[2];
  for (int k = 0; k < 2; k++) tc_dot_init(1, &sum[k]);
#pragma omp parallel
  {
    const int64_t threads = omp_get_num_threads(), thread = omp_get_thread_num();
    const int32_t end = (int32_t)(v->n * (thread + 1) / threads);
    tc_dot thread_sum[2] = {sum[0], sum[0]};
    for (int32_t at = (int32_t)(v->n * thread / threads); at < end; at += block_rows)
      operation(v, at, at + block_rows < end ? at + block_rows : end, thread_sum);
#pragma omp critical(tc_bench_vector)
    for (int k = 0; k < 2; k++) tc_dot_merge(&sum[k], &thread_sum[k]);
  }
  v->pq = sum[0]; /* the results are stored so that the compiler does not remove the dot products */
  v->rr = sum[1];
}

static tc_status run_iteration(void *context) {
  run_pass(context, compute_block_dot);
  run_pass(context, update_block);
  run_pass(context, update_block_direction);
  return TC_OK;
}

/* Number of repetitions in a parallel region. With fewer repetitions, starting the threads would dominate the
 * time. */
enum { pass_repeats = 64 };

/* Returns the number of rows per thread, whose arrays fit into a first-level cache. */
static int32_t thread_rows(const vectors *v) { return v->n / omp_get_num_threads(); }

static tc_status repeat_dot(void *context) {
  vectors *v = context;
  tc_dot sum;
  tc_dot_init(1, &sum);
#pragma omp parallel
  {
    const int32_t rows = thread_rows(v), begin = rows * omp_get_thread_num();
    tc_dot thread_sum = sum;
    for (int k = 0; k < pass_repeats; k++) add_dot(&thread_sum, v, v->p, v->q, begin, begin + rows);
#pragma omp critical(tc_bench_vector)
    tc_dot_merge(&sum, &thread_sum);
  }
  v->pq = sum;
  return TC_OK;
}

static tc_status repeat_add(void *context) {
  const vectors *v = context;
#pragma omp parallel
  {
    const int32_t rows = thread_rows(v), begin = rows * omp_get_thread_num();
    for (int k = 0; k < pass_repeats; k++) add_scaled(v->x, 1e-9, v->p, begin, begin + rows);
  }
  return TC_OK;
}

static void alloc_vectors(tc_bench *bench, vectors *v) {
  const size_t n = (size_t)v->n;
  tc_bench_reset(bench);
  v->volume = tc_bench_alloc_filled(bench, n, 1.0);
  v->x = tc_bench_alloc_filled(bench, n, 1.0);
  v->r = tc_bench_alloc_filled(bench, n, 1.0);
  v->p = tc_bench_alloc_filled(bench, n, 1.0);
  v->q = tc_bench_alloc_filled(bench, n, 0.5);
}

static tc_status measure_in_cache(tc_bench *bench, tc_bench_work *work, size_t bytes, tc_estimate *each_s) {
  const int32_t threads = omp_get_max_threads(), max_rows = count_rows(bytes, 5) / threads;
  vectors v = {.n = threads * (max_rows < block_rows ? max_rows : block_rows)};
  alloc_vectors(bench, &v);
  return tc_bench_time_each(bench, work, &v, (double)pass_repeats * v.n, each_s);
}

tc_status tc_bench_dot(tc_bench *bench, size_t bytes, tc_estimate *term_s) {
  return measure_in_cache(bench, repeat_dot, bytes, term_s);
}

tc_status tc_bench_add(tc_bench *bench, size_t bytes, tc_estimate *value_s) {
  return measure_in_cache(bench, repeat_add, bytes, value_s);
}

tc_status tc_bench_vectors(tc_bench *bench, size_t bytes, tc_estimate *row_s) {
  vectors v = {.n = count_rows(bytes, 5)};
  alloc_vectors(bench, &v);
  return tc_bench_time_each(bench, run_iteration, &v, v.n, row_s);
}
