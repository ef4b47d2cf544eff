/* The time loop: v^l = M v^(l-1) with any strategy. */
#ifndef TC_SOLVE_STEP_H
#define TC_SOLVE_STEP_H

#include "solve/measure.h"
#include "solve/operator.h"
#include "solve/problem.h"

/* Called on all ranks at steps that are due; value[owned]. Collective when it wants to be; its error ends the
 * run. */
typedef struct tc_observer {
  tc_status (*observe)(void *context, int64_t step, double time, const double *value);
  void *context;
  int64_t every; /* steps 0, every, 2 every, .. and the last; 0: the first and the last only */
} tc_observer;

/* How often it is called in so many steps. */
int64_t tc_observer_calls(const tc_observer *observer, int64_t steps);

typedef struct tc_step_choice {
  const tc_strategy *strategy;
  const tc_format *format; /* of the matrix */
  int64_t steps;
  double dt;
  bool proved; /* stability is: the norm of the field may not rise at all (solve/watch.h) */
} tc_step_choice;

/* Collective. value[owned]: the initial field, and on return the final one. observer
 * may be NULL. Writes this rank's medians to *measure. What is not finite and a norm that rises
 * are noticed at least every 100 steps, before an observer sees them. Errors on all ranks: TC_NUMERICAL
 * naming the step; the observer's. */
tc_status tc_step_run(const tc_problem *problem, const tc_step_choice *choice, const tc_observer *observer,
                      const tc_log *log, double *value, tc_measure *measure);

#endif
