#include "machine/parameters/memory_reader.h"

#include <math.h>
#include <omp.h>

#include "base/core/target_clones.h"
#include "base/numeric/hash.h"
#include "sparse/matrix.h"

enum { lanes_per_sum = 16, min_read_B = 1 << 20 };

/* Reads the array by adding its integers. Integers may be added in any order, so the compiler can use vector
 * instructions of any width. The loop has no software prefetch, because it gains nothing for reads in order
 * and halves the bandwidth of the L1 cache. */
TC_TARGET_CLONES static uint64_t sum_array(const uint64_t *array, size_t begin, size_t end) {
  uint64_t sum[lanes_per_sum] = {0}, total = 0;
  for (size_t i = begin; i < end; i += lanes_per_sum)
    for (size_t k = 0; k < lanes_per_sum; k++) sum[k] += array[i + k];
  for (size_t k = 0; k < lanes_per_sum; k++) total += sum[k];
  return total;
}

/* Sets the part of the array that this thread reads. Its length is a multiple of `lanes_per_sum` values. */
static void thread_part(size_t n, size_t *begin, size_t *end) {
  const size_t parts = (size_t)omp_get_num_threads(), part = (size_t)omp_get_thread_num(),
               lanes = n / lanes_per_sum;
  *begin = lanes * part / parts * lanes_per_sum;
  *end = lanes * (part + 1) / parts * lanes_per_sum;
}

tc_memory_reader tc_memory_reader_init(size_t bytes, void *array) {
  const size_t n = bytes / (lanes_per_sum * sizeof(uint64_t)) * lanes_per_sum,
               min_bytes = min_read_B * (size_t)omp_get_max_threads();
  tc_memory_reader r = {.n = n, .rounds = bytes < min_bytes ? (int)(min_bytes / bytes) : 1, .array = array};
#pragma omp parallel
  {
    size_t begin, end;
    thread_part(n, &begin, &end);
    for (size_t i = begin; i < end; i++) r.array[i] = i;
  }
  return r;
}

void tc_memory_reader_run(tc_memory_reader *r) {
  uint64_t sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    size_t begin, end;
    thread_part(r->n, &begin, &end);
    for (int round = 0; round < r->rounds; round++) {
      sum += sum_array(r->array, begin, end);
      __asm__ volatile("" ::
                           : "memory"); /* prevents the compiler from merging the rounds, so that each one
                                           reads the array */
    }
  }
  r->sum += sum;
}

double tc_memory_reader_bytes(const tc_memory_reader *r) {
  return (double)(r->n * sizeof *r->array) * r->rounds;
}

double tc_memory_reader_level_B(const double cache[TC_LEVELS], int level, int threads, double max_B) {
  const double previous_B = cache[level];
  if (!(previous_B > 0.0)) return 0.0;
  if (level == TC_LEVELS - 1) return max_B;
  const double level_B = cache[level + 1];
  if (level > 0 && level_B == previous_B) return tc_memory_reader_level_B(cache, level - 1, threads, max_B);
  return fmin(max_B, threads * floor(level == 0 ? level_B / 2.0
                                                : fmin(4.0 * previous_B, previous_B + level_B / 2.0)));
}

void tc_memory_reader_random_columns(int32_t rows, int width, int32_t columns, int32_t values,
                                     int32_t *column) {
  const int32_t last = columns - values;
#pragma omp parallel
  {
    int32_t begin, end;
    tc_matrix_thread_rows(rows, omp_get_thread_num(), omp_get_num_threads(), &begin, &end);
    for (int32_t i = begin; i < end; i++) {
      const bool is_contiguous = values == TC_MEMORY_READER_CONTIGUOUS;
      const int32_t ideal_first = is_contiguous ? i / values * values : begin,
                    first = ideal_first < last ? ideal_first : last;
      for (size_t e = (size_t)i * (size_t)width; e < ((size_t)i + 1) * (size_t)width; e++)
        column[e] = first + (int32_t)((tc_hash_mix(e) >> 32) * (uint64_t)values >> 32);
    }
  }
}
