/* Owner runs: consecutive iterations of the innermost loop whose elements have affinity to one rank. The
 * counts of accesses and of cache lines process one run at a time instead of one element. Pure. */
#ifndef TC_LOOPS_OWNER_RUNS_H
#define TC_LOOPS_OWNER_RUNS_H

#include "loops/loops.h"

/* One pass of the innermost loop: all iterations of this loop for fixed values of the variables of the outer
 * loops. */
typedef struct tc_loop_pass {
  const tc_interval *interval;
  int64_t variable[TC_LOOP_LEVELS]; /* values of the loop variables in the first iteration of the pass */
} tc_loop_pass;

/* tc_loop_pass_first returns the first pass of an interval. tc_loop_pass_next advances *pass to the next pass
 * and returns false after the last one. */
tc_loop_pass tc_loop_pass_first(const tc_interval *interval);
bool tc_loop_pass_next(tc_loop_pass *pass);

/* Returns the number of iterations of a pass. */
int64_t tc_loop_pass_iterations(const tc_interval *interval);

/* Elements that a reference accesses in a pass. Iteration k = 0, 1, .. accesses the element with the
 * row-major index first + k * stride. */
typedef struct tc_strided_access {
  const tc_loop_array *array;
  int ranks;
  int64_t first, stride;
} tc_strided_access;

tc_strided_access tc_strided_access_init(const tc_loops *loops, const tc_loop_pass *pass,
                                         const tc_reference *reference);

/* An owner run: `iterations` consecutive iterations whose elements have affinity to rank `owner`. */
typedef struct tc_owner_run {
  int owner;
  int64_t iterations;
} tc_owner_run;

tc_owner_run tc_strided_access_run(const tc_strided_access *access, int64_t k, int64_t max_iterations);

/* Returns an upper bound of the number of owner runs of a reference, summed over all passes. */
double tc_reference_steps(const tc_loops *loops, const tc_interval *interval, const tc_reference *reference);

#endif
