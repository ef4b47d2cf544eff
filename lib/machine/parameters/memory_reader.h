/* Reading memory, to see what its levels deliver in order, and what single reads cost. No MPI, no clock;
 * OpenMP. */
#ifndef TC_MACHINE_PARAMETERS_MEMORY_READER_H
#define TC_MACHINE_PARAMETERS_MEMORY_READER_H

#include <stddef.h>
#include <stdint.h>

#include "machine/parameters/params.h"

/* An array, of which each thread has its part. */
typedef struct tc_memory_reader {
  size_t n;        /* values, for so many bytes or a little less */
  int rounds;      /* in a pass: what is small is read often, or the start of threads would be measured */
  uint64_t *array; /* [n] */
  uint64_t sum;
} tc_memory_reader;

/* Of so many bytes, at least 128; array: room for them, first touched here. */
tc_memory_reader tc_memory_reader_init(size_t bytes, void *array);

/* All threads read all of it, `rounds` times. */
void tc_memory_reader_run(tc_memory_reader *reading);

/* Bytes that a pass reads. */
double tc_memory_reader_bytes(const tc_memory_reader *reading);

/* So many bytes a rank of so many threads reads to find what a level delivers: for L1 half of what it holds;
 * for L2 and L3 what no longer fits into the cache before, but not much more of it than that, because large
 * caches are announced that others use too; for memory `most`, which is never exceeded. A cache that holds
 * exactly what the one before it does is none: the same as for that. cache: of a thread
 * (machine/parameters/caches.h); 0 where it is not known. Pure. */
double tc_memory_reader_level_B(const double cache[TC_LEVELS], int level, int threads, double most);

/* The least that is said of a single read in seconds: nothing would count as not known. */
#define TC_MEMORY_READER_MIN_S 1e-11

/* Columns of rows whose reads are to be timed, column[rows][width] below `columns`: drawn from so many
 * `values` of x, those of the thread, the same for all its rows, so that next to no read is the first of its
 * line in a product; of TC_MEMORY_READER_CONTIGUOUS values, from the ones around the row's own: several
 * lines, as reads that all fall into one line are slower on some processors. By hashes: the same every time.
 */
enum { TC_MEMORY_READER_CONTIGUOUS = 64 };
void tc_memory_reader_random_columns(int32_t rows, int width, int32_t columns, int32_t values,
                                     int32_t *column);

#endif
