/* The object of the type tetracast_stepper: an open time loop of a prepared problem. */
#ifndef TC_API_STEPPER_STEPPER_OBJECT_H
#define TC_API_STEPPER_STEPPER_OBJECT_H

#include "api/include/tetracast/stepper.h"
#include "api/problem/problem_object.h"
#include "solve/observe/stop_hook.h"
#include "solve/step/step.h"

/* Function of the program that is called after every `every`-th step. */
typedef struct tc_api_function {
  tetracast_step_function *function;
  void *self;
  int64_t every;
} tc_api_function;

struct tetracast_stepper {
  tetracast_problem *problem; /* retained */
  tc_source *source;          /* source and forcing are owned; NULL if the problem has none */
  tc_forcing *forcing;
  /* [faces] Boundary data of this stepper between its calls; owned. All steppers of a problem store their
   * data in the same array of the problem during their calls. */
  double *datum;
  tc_solve_statistics record;
  tc_implicit_steps implicit;
  tc_step_options options;
  tc_step_loop *loop;
  /* Hooks of the loop: the one that calls the functions, and the one that stops on request. In this order the
   * functions are called also at the step of a requested stop. */
  tc_hook hook[2];
  tc_stop_hook_data stop;
  TC_ARRAY(tc_api_function) functions;
  bool is_failed; /* true after an error of a step or of a new field */
};

/* Not collective. Returns TC_USAGE if an earlier call has failed, after which the stepper has no field. */
tc_status tc_api_stepper_check_usable(const tetracast_stepper *stepper);

/* Not collective. Sets the two hooks of the stepper. A steady state has one step, after which the functions
 * are not called. */
void tc_api_stepper_set_hooks(tetracast_stepper *stepper);

/* World and number of threads of calls on a stepper are those of the problem; see TC_API_PROBLEM_CALL. */
#define TC_API_STEPPER_CALL(stepper, call) TC_API_PROBLEM_CALL((stepper) ? (stepper)->problem : NULL, call)

#endif
