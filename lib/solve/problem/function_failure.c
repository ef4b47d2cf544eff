#include "solve/problem/function_failure.h"

void tc_function_failure_record(tc_function_failure *failure, int result, double t) {
  if (failure->result == 0) *failure = (tc_function_failure){result, t};
}

tc_status tc_function_failure_status(const tc_function_failure *failure, const char *name) {
  if (failure->result == 0) return TC_OK;
  return tc_status_create(TC_CALLBACK, "%s: it has returned %d at t = %.6g: correct the program", name,
                          failure->result, failure->time);
}

tc_status tc_function_failure_agree(const tc_world *world, const tc_function_failure *failure,
                                    const char *name) {
  return tc_world_agree(world, tc_function_failure_status(failure, name));
}
