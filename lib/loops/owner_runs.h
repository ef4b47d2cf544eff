/* How a reference goes through its array: runs of iterations of the innermost loop at which the elements have
 * affinity to one rank. Pure. */
#ifndef TC_LOOPS_OWNER_RUNS_H
#define TC_LOOPS_OWNER_RUNS_H

#include "loops/loops.h"

/* One pass of the innermost loop. The levels around it stand at variable[levels - 1]. */
typedef struct tc_loop_pass {
  const tc_interval *interval;
  int64_t variable[TC_LOOP_LEVELS]; /* of the innermost: where it begins */
} tc_loop_pass;

/* Walks the passes: the first one, then the next while there are more. */
tc_loop_pass tc_loop_pass_first(const tc_interval *interval);
bool tc_loop_pass_next(tc_loop_pass *pass);

/* Iterations of each pass. */
int64_t tc_loop_pass_iterations(const tc_interval *interval);

/* Elements of an array at iterations 0, 1, .. of a pass: first, first + stride, .. */
typedef struct tc_strided_access {
  const tc_loop_array *array;
  int ranks;
  int64_t first, stride;
} tc_strided_access;

tc_strided_access tc_strided_access_init(const tc_loops *loops, const tc_loop_pass *pass,
                                         const tc_reference *reference);

/* Whose element it is at iteration k, and for how many iterations from there on, at most `most`. */
typedef struct tc_owner_run {
  int owner;
  int64_t iterations;
} tc_owner_run;

tc_owner_run tc_strided_access_run(const tc_strided_access *course, int64_t k, int64_t most);

/* Steps that it takes to go through all runs of a reference in all passes, at most. */
double tc_reference_steps(const tc_loops *loops, const tc_interval *interval, const tc_reference *reference);

#endif
