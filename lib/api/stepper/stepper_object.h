/* The object of the type tetracast_stepper: an open time loop of a prepared problem. */
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
  /* The prepared problem with the source, forcing, balance and step sizes of this stepper. In the stepper
   * with outputs these objects belong to the problem. Other steppers own them. */
  tc_prepared view;
  /* [faces] Boundary data of this stepper between its calls; owned. All steppers of a problem store their
   * data in the same array of the problem during their calls. */
  double *datum;
  tc_solve_statistics record;
  double cpu_s; /* processor time of this rank in the time loop so far, of all its threads */
  tc_implicit_steps implicit;
  tc_stabilised_steps stabilised;
  tc_step_options options;
  tc_step_loop *loop;
  /* Hooks of the loop, in this order: the hook that calls the step functions of the program, the hook that
   * stops on request, and the hooks of the outputs. The step functions are therefore called also after the
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
  bool is_interrupted; /* true after a stop within a steady solve, which the next call discards */
};

/* Not collective. Returns TC_USAGE if an earlier call has failed, because the stepper then has no valid
 * field. */
tc_status tc_api_stepper_check_usable(const tetracast_stepper *stepper);

/* Not collective. Checks as tc_api_stepper_check_usable. Returns TC_USAGE also if the outputs have been
 * published, because the hooks of the loop have then ended. */
tc_status tc_api_stepper_check_open(const tetracast_stepper *stepper);

/* Collective. Discards a solve for a steady state that was interrupted by a stop, so that the next solve
 * starts from the beginning. Errors (on all ranks): those of tc_step_load. */
tc_status tc_api_stepper_discard_solve(tetracast_stepper *stepper);

/* Not collective. Exchanges the arrays with the boundary data of the stepper and of the problem. Called
 * before and after each use of the time loop. */
void tc_api_stepper_swap_data(tetracast_stepper *stepper);

/* Not collective. Sets the hooks of the stepper and adds those of `observers`. In a run for a steady state
 * the functions of the program are not called. */
void tc_api_stepper_set_hooks(tetracast_stepper *stepper, const tc_run_observers *observers);

/* Not collective, on the root. Fills in the report of the description, which must exist. */
void tc_api_stepper_report(const tetracast_stepper *stepper, tc_report *out);

/* World and number of threads of calls on a stepper are those of the problem; see TC_API_PROBLEM_CALL. */
#define TC_API_STEPPER_CALL(stepper, call) TC_API_PROBLEM_CALL((stepper) ? (stepper)->problem : NULL, call)

#endif
