/* Reads memory in order, to measure the bandwidth of the memory levels, and generates random columns, to
 * measure single reads of x. Calibration and the program kernels call these functions and measure the time of
 * tc_memory_reader_run. This module does not use a clock. Uses OpenMP; no MPI. */
#ifndef TC_MACHINE_PARAMETERS_MEMORY_READER_H
#define TC_MACHINE_PARAMETERS_MEMORY_READER_H

#include <stddef.h>
#include <stdint.h>

#include "machine/parameters/params.h"

/* An array that is divided among the threads, each of which reads its part. */
typedef struct tc_memory_reader {
  size_t n;   /* number of values; a multiple of 16, so the array may be slightly smaller than requested */
  int rounds; /* number of times that a call of tc_memory_reader_run reads the array; larger for small arrays,
                 so that the time to start the threads does not dominate */
  uint64_t *array; /* [n] */
  uint64_t sum;
} tc_memory_reader;

/* Creates a reader of an array of `bytes` bytes, at least 128. The caller provides the memory `array` of this
 * size. Each thread writes its part of the array first, so that the pages are on its NUMA node. */
tc_memory_reader tc_memory_reader_init(size_t bytes, void *array);

/* Reads the whole array reader->rounds times. Each thread reads its own part. */
void tc_memory_reader_run(tc_memory_reader *reader);

/* Returns the bytes that a call of tc_memory_reader_run reads. */
double tc_memory_reader_bytes(const tc_memory_reader *reader);

/* Returns the bytes that a rank of `threads` threads reads to measure the bandwidth of a level. `cache` has
 * the bytes per thread of registers, L1, L2 and L3 (machine/parameters/caches.h); if they are unknown, the
 * result is 0. `level` is 0 for L1, 1 for L2, 2 for L3 and 3 for memory. For L1 the result is half its size.
 * For L2 and L3 the result is the size of the previous (smaller) cache plus half the size of the level, but
 * at most four times the size of the previous cache, because other programs may use a large shared cache. For
 * memory the result is `max_B`. No result exceeds `max_B`. If a cache has the same size as the previous one,
 * the level does not exist, and the result is that of the previous level. Pure. */
double tc_memory_reader_level_B(const double cache[TC_LEVELS], int level, int threads, double max_B);

/* Smallest extra time of a single read in seconds that is stored. It replaces measured times that are smaller
 * or negative, because 0 means unknown. */
#define TC_MEMORY_READER_MIN_S 1e-11

/* Generates random columns for the rows of a product whose reads of x are timed. Fills column[rows][width]
 * with numbers below `columns`. All rows of a thread read from one range of `values` values of x. Each cache
 * line of the range is thus read many times in a product, and the cost of its first read is negligible. If
 * `values` is TC_MEMORY_READER_CONTIGUOUS, the columns of row i are instead in a range around x_i. This range
 * has several cache lines, because some processors are slower if all reads hit one line. The random numbers
 * are hashes, so the columns are reproducible. */
enum { TC_MEMORY_READER_CONTIGUOUS = 64 };
void tc_memory_reader_random_columns(int32_t rows, int width, int32_t columns, int32_t values,
                                     int32_t *column);

#endif
