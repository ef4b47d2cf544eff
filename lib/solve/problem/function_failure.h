/* Failure of a callback function (source or boundary data) of the program that uses the library. A step must
 * not fail on one rank alone. It therefore only records the failure (tc_function_failure_record), and the
 * next collective check of source.c or forcing.c reports it (tc_function_failure_agree). */
#ifndef TC_SOLVE_PROBLEM_FUNCTION_FAILURE_H
#define TC_SOLVE_PROBLEM_FUNCTION_FAILURE_H

#include "comm/world/world.h"

/* First failure on this rank since the start of the run. A zeroed struct contains no failure. */
typedef struct tc_function_failure {
  int result;  /* Number that the function has returned; 0 if there is no failure. */
  double time; /* Time that was passed to the function. */
} tc_function_failure;

/* Not collective. Stores the result of a call at time t if it is the first one that is not 0. */
static inline void tc_function_failure_record(tc_function_failure *failure, int result, double t) {
  if (failure->result == 0) *failure = (tc_function_failure){result, t};
}

/* Not collective. `name` is the name of the function in the message, for example "source function". Errors:
 * TC_CALLBACK with result and time if there is a failure. */
static inline tc_status tc_function_failure_status(const tc_function_failure *failure, const char *name) {
  if (failure->result == 0) return TC_OK;
  return tc_status_create(TC_CALLBACK, "%s: it has returned %d at t = %.6g: correct the program", name,
                          failure->result, failure->time);
}

/* Collective. Returns on all ranks the error of the lowest rank with a failure, or TC_OK if there is none.
 * Errors: those of tc_function_failure_status. */
static inline tc_status tc_function_failure_agree(const tc_world *world, const tc_function_failure *failure,
                                                  const char *name) {
  return tc_world_agree(world, tc_function_failure_status(failure, name));
}

#endif
