/* Programs as loop nests over shared arrays (Zhang and Seidel 2006, section 3.3). A program is a list of
 * intervals with a barrier after each. An interval is one perfect nest and the references to shared arrays in
 * its body. loops/loop_file.h reads programs, reference_partition.h groups their references, loop_forecast.h
 * forecasts their time. Pure. */
#ifndef TC_LOOPS_LOOPS_H
#define TC_LOOPS_LOOPS_H

#include "loops/affine.h"

enum { TC_LOOP_DIMS = 4, TC_LOOP_REFERENCES = 64, TC_LOOP_NAME = 64 };

/* The number of elements of an array and the number of iterations of a loop must be below this limit. */
#define TC_LOOP_MAX ((int64_t)1 << 31)

/* Shared array. Element x in row-major order has affinity to rank (x / block) mod ranks. */
typedef struct tc_loop_array {
  const char *name;
  int dims;
  int64_t size[TC_LOOP_DIMS];
  int64_t block; /* elements per block; 0 for an indefinite block size, with which all elements have affinity
                    to rank `owner` */
  int owner;
} tc_loop_array;

/* Loop of a nest: for (name = from; name < to; name++). */
typedef struct tc_loop_level {
  const char *name;
  int64_t from, to;
} tc_loop_level;

typedef enum tc_reference_use {
  TC_USE_READ = 1,
  TC_USE_WRITE = 2,
  TC_USE_UPDATE = 3
} tc_reference_use; /* An update reads and writes its element, as x++ does. */

typedef struct tc_reference {
  /* `where` is the position in the file, for messages, and `text` the reference as written, such as
   * "O[i-1][j]" */
  const char *where, *text;
  tc_reference_use use;
  int array;
  char random[TC_LOOP_NAME]; /* argument of random(), which draws an element of a one-dimensional array in
                                each iteration; "" if the subscripts are not random */
  tc_affine subscript[TC_LOOP_DIMS];
  tc_affine index; /* row-major index of the element in the array, as an affine formula */
} tc_reference;

typedef struct tc_interval {
  const char *name;
  int levels; /* number of loops; level[] begins with the outermost one */
  tc_loop_level level[TC_LOOP_LEVELS];
  /* Element whose owner executes the iteration; if NULL, every rank executes all iterations. */
  const tc_reference *affinity;
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

/* Returns the number of elements of the array with affinity to rank number `rank`, if there are `ranks`
 * ranks. */
int64_t tc_loop_owned(const tc_loop_array *array, int ranks, int rank);

static inline int tc_loop_owner(const tc_loop_array *array, int ranks, int64_t index) {
  return array->block > 0 ? (int)(index / array->block % ranks) : array->owner;
}

int64_t tc_interval_iterations(const tc_interval *interval);

/* Returns the maximum of a subscript over all iterations if `largest` is true, otherwise the minimum. Sets
 * corner[levels] to the values of the loop variables in an iteration in which the subscript has this value. A
 * double holds the value exactly, unless it is far outside the array. */
double tc_subscript_bound(const tc_interval *interval, const tc_affine *a, bool largest, int64_t *corner);

/* Parses the reference `text`, "NAME[..][..]" or "NAME[random(X)]", and fills *out. The pointers `where`
 * (beginning of error messages) and `text` are stored in *out and must remain valid. Errors: TC_USAGE if the
 * array is unknown, if the number of subscripts differs from its dimensions, or if a subscript is not affine.
 * TC_USAGE with an example if a subscript is outside the array in some iteration. */
tc_status tc_reference_parse(const char *where, const char *text, tc_reference_use use, const tc_loops *loops,
                             const tc_interval *interval, const tc_formula_names *names, tc_reference *out);

#endif
