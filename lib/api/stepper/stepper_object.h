/* Defines the struct of the public type tetracast_stepper, which is an open time loop of a prepared
 * problem. */
#ifndef TC_API_STEPPER_STEPPER_OBJECT_H
#define TC_API_STEPPER_STEPPER_OBJECT_H

#include "api/include/tetracast/stepper.h"
#include "api/problem/problem_object.h"
#include "solve/observe/stop_hook.h"

/* Function of the program that is called after every `every`-th step. */
typedef struct tc_api_function {
  tetracast_step_function *function;
  void *self;
  int64_t every;
} tc_api_function;

struct tetracast_stepper {
  tetracast_problem *problem; /* retained */
  tc_run_outputs *outputs;    /* owned; NULL if the stepper has none */
  /* The prepared problem as this stepper uses it, with a source, forcing, balance and step sizes. A stepper
   * with outputs borrows these objects from the problem. Other steppers own them. */
  tc_prepared view;
  /* [faces] Copy of the boundary data of this stepper while no call on it is active; owned. During a call,
   * the data are in an array of the problem that all its steppers share (see tc_api_stepper_swap_data). */
  double *datum;
  tc_solve_statistics record;
  double cpu_s; /* CPU time in s of all threads of this rank in the time loop so far */
  tc_implicit_steps implicit;
  tc_stabilised_steps stabilised;
  tc_step_options options;
  tc_step_loop *loop;
  /* Hooks of the time loop, which are called after each step in this order: the callbacks of the program, the
   * hook that stops on request, the hooks of the outputs. The callbacks are therefore called also after the
   * step at which a request stops the loop. */
  int hooks;
  tc_hook hook[TC_RUN_HOOKS + 4];
  tc_stop_hook_data stop;
  /* state of the steady stop; steady.tolerance is not above 0 if time.steady has no effect */
  tc_steady_stop steady;
  tc_resume_source resume;         /* data of the checkpoint from which tetracast_stepper_resume continued */
  tc_api_description *description; /* data about the steps for reports; owned; NULL before the first report */
  TC_ARRAY(tc_api_function) functions;
  bool is_failed;      /* true after an error during a step or while a new field was set */
  bool is_published;   /* true after the outputs are published; the stepper then makes no steps */
  bool is_interrupted; /* true after a stop interrupted a steady solve; the next call discards it */
};

/* Not collective. Returns TC_USAGE if an earlier call has failed, because the stepper then has no valid
 * field. */
tc_status tc_api_stepper_check_usable(const tetracast_stepper *stepper);

/* Not collective. Makes the check of tc_api_stepper_check_usable. Returns TC_USAGE also if the outputs have
 * been published, because the hooks of the time loop have then been closed. */
tc_status tc_api_stepper_check_open(const tetracast_stepper *stepper);

/* Collective. Discards a solve for a steady state that was interrupted by a stop, so that the next solve
 * starts from the beginning. Errors (on all ranks): those of tc_step_load. */
tc_status tc_api_stepper_discard_solve(tetracast_stepper *stepper);

/* Not collective. Swaps the pointers to the array stepper->datum and to the array of boundary data of the
 * problem. Called before and after each use of the time loop, so that the loop uses the data of this
 * stepper. */
void tc_api_stepper_swap_data(tetracast_stepper *stepper);

/* Not collective. Sets the hooks of the stepper and adds those of `observers`. For method steady the
 * callbacks of the program are not called. */
void tc_api_stepper_set_hooks(tetracast_stepper *stepper, const tc_run_observers *observers);

/* Not collective, on the root. Fills in the report from stepper->description, which must not be NULL. */
void tc_api_stepper_report(const tetracast_stepper *stepper, tc_report *out);

/* Variant of TC_API_CALL for functions of a stepper, with the world and the number of threads of the
 * problem. */
#define TC_API_STEPPER_CALL(stepper, call) TC_API_PROBLEM_CALL((stepper) ? (stepper)->problem : NULL, call)

#endif
