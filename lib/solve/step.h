/* A run: steps, and hooks between them. */
#ifndef TC_SOLVE_STEP_H
#define TC_SOLVE_STEP_H

#include "solve/hook.h"
#include "solve/integrator.h"
#include "solve/measure.h"

typedef struct tc_step_choice {
  const tc_integrator *integrator;
  const tc_strategy *strategy;
  const tc_format *format; /* of the matrix */
  int64_t steps;
  double dt;
  bool proved;     /* stability is: the norm of the field may not rise at all (solve/watch.h) */
  tc_input *input; /* what enters; NULL: nothing */
  const tc_implicit_steps *implicit; /* of integrators that solve systems (solve/integrator.h) */
  const tc_device_use *device;       /* the same */
} tc_step_choice;

/* Collective. value[owned]: the initial field, and on return the final one. The input begins anew. The hooks
 * (may be NULL) are called at step 0, before the clock starts, and after every step; the watch goes before
 * them, so that what is not finite and a norm that rises are noticed at least every 100 steps, before a hook
 * shows them, and the monitor behind them. Writes this rank's medians to *measure. Errors on all ranks:
 * TC_NUMERICAL naming the step; those of the hooks and of the input; TC_STOPPED when one asked to stop: value
 * and measure are then those of the steps made. */
tc_status tc_step_run(const tc_problem *problem, const tc_step_choice *choice, const tc_hook *hook, int hooks,
                      const tc_log *log, double *value, tc_measure *measure);

#endif
