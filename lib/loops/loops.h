/* Programs as loop nests over shared arrays (Zhang and Seidel 2006, section 3.3): what reference_partition.h
 * takes apart and loop_forecast.h forecasts. A program is a list of intervals with a barrier behind each; an
 * interval is one perfect nest and the references to shared arrays in its body. loops/loop_file.h reads them
 * from files. Pure. */
#ifndef TC_LOOPS_LOOPS_H
#define TC_LOOPS_LOOPS_H

#include "loops/affine.h"

enum { TC_LOOP_DIMS = 4, TC_LOOP_REFERENCES = 64, TC_LOOP_NAME = 64 };

/* Elements of all arrays, and iterations of a loop, are below this. */
#define TC_LOOP_MAX ((int64_t)1 << 31)

/* Element x of all its elements in rows has affinity to rank (x / block) mod ranks. */
typedef struct tc_loop_array {
  const char *name;
  int dims;
  int64_t size[TC_LOOP_DIMS];
  int64_t block; /* elements; 0: indefinite, they all have affinity to `owner` */
  int owner;
} tc_loop_array;

/* for (name = from; name < to; name++) */
typedef struct tc_loop_level {
  const char *name;
  int64_t from, to;
} tc_loop_level;

typedef enum tc_reference_use {
  TC_USE_READ = 1,
  TC_USE_WRITE = 2,
  TC_USE_UPDATE = 3
} tc_reference_use; /* update: both, x++ */

typedef struct tc_reference {
  const char *where, *text; /* for messages; "O[i-1][j]" */
  tc_reference_use use;
  int array;
  char random[TC_LOOP_NAME]; /* any element of an array of one dimension, drawn anew at each iteration; ""
                                none */
  tc_affine subscript[TC_LOOP_DIMS];
  tc_affine index; /* of the element among all elements of the array */
} tc_reference;

typedef struct tc_interval {
  const char *name;
  int levels; /* outermost first */
  tc_loop_level level[TC_LOOP_LEVELS];
  const tc_reference *affinity; /* who has that element does an iteration; NULL: every rank does all */
  int references;
  const tc_reference *reference;
} tc_interval;

typedef struct tc_loops {
  const char *name, *summary;
  int ranks, arrays, intervals;
  const tc_loop_array *array;
  const tc_interval *interval;
} tc_loops;

int64_t tc_loop_elements(const tc_loop_array *array);

/* How many elements have affinity to a rank. */
int64_t tc_loop_owned(const tc_loop_array *array, int ranks, int rank);

static inline int tc_loop_owner(const tc_loop_array *array, int ranks, int64_t index) {
  return array->block > 0 ? (int)(index / array->block % ranks) : array->owner;
}

/* The innermost loop. */
static inline const tc_loop_level *tc_interval_inner(const tc_interval *interval) {
  return &interval->level[interval->levels - 1];
}

int64_t tc_interval_iterations(const tc_interval *interval);

/* Reads "NAME[..][..]" or "NAME[random(X)]". Sets where, text and use too, which are borrowed. Errors,
 * TC_USAGE: unknown array, not as many subscripts as it has dimensions, one that is not affine, or that lies
 * outside the array at some iteration of the nest, which is named. */
tc_status tc_reference_parse(const char *where, const char *text, tc_reference_use use, const tc_loops *loops,
                             const tc_interval *interval, const tc_formula_names *names, tc_reference *out);

#endif
