/* Reads memory in order, to measure the bandwidth of the memory levels, and draws columns for measurements of
 * single reads. Calibration and the program kernels call it and measure the time of tc_memory_reader_run.
 * This module has no clock itself. Uses OpenMP; no MPI. */
#ifndef TC_MACHINE_PARAMETERS_MEMORY_READER_H
#define TC_MACHINE_PARAMETERS_MEMORY_READER_H

#include <stddef.h>
#include <stdint.h>

#include "machine/parameters/params.h"

/* An array that is divided among the threads. */
typedef struct tc_memory_reader {
  size_t n;        /* number of values; may need slightly fewer bytes than requested */
  int rounds;      /* rounds per pass: small arrays are read many times, so that starting the threads does not
                      dominate */
  uint64_t *array; /* [n] */
  uint64_t sum;
} tc_memory_reader;

/* Creates a reader of `bytes` bytes, at least 128. `array` is memory of that size that the caller provides.
 * The threads that will read the array touch its pages first. */
tc_memory_reader tc_memory_reader_init(size_t bytes, void *array);

/* Reads the array `rounds` times. Each thread reads its own part. */
void tc_memory_reader_run(tc_memory_reader *reading);

/* Returns the bytes that a call of tc_memory_reader_run reads. */
double tc_memory_reader_bytes(const tc_memory_reader *reading);

/* Returns the bytes that a rank of `threads` threads reads to measure the bandwidth of a level. cache: bytes
 * per thread of each level (machine/parameters/caches.h); returns 0 if they are unknown. For L1 the result is
 * half its size. For L2 and L3 it exceeds the size of the previous cache, but not by much, because systems
 * report large caches that other users share. For memory it is `most`, which is never exceeded. If a cache
 * has the size of the previous one, the level does not exist, and the result is that of the previous level.
 * Pure. */
double tc_memory_reader_level_B(const double cache[TC_LEVELS], int level, int threads, double most);

/* Smallest value stored for a single read in seconds, because 0 means unknown. */
#define TC_MEMORY_READER_MIN_S 1e-11

/* Draws the columns of rows whose reads are timed: column[rows][width], each below `columns`. The columns of
 * a thread's rows are in a range of `values` values of x, so almost no read is the first read of its line in
 * a product. If `values` is TC_MEMORY_READER_CONTIGUOUS, the range is around the row's own value. It has
 * several lines, because some processors are slower if all reads hit one line. Hashes make the columns
 * reproducible. */
enum { TC_MEMORY_READER_CONTIGUOUS = 64 };
void tc_memory_reader_random_columns(int32_t rows, int width, int32_t columns, int32_t values,
                                     int32_t *column);

#endif
