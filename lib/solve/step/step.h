/* A run: steps, and hooks between them. */
#ifndef TC_SOLVE_STEP_STEP_H
#define TC_SOLVE_STEP_STEP_H

#include "solve/observe/hook.h"
#include "solve/observe/measurement.h"
#include "solve/stability/step_span.h"
#include "solve/step/integrator.h"

/* How a run goes on from a step that an earlier one has made. */
typedef struct tc_resume_source {
  int64_t step;
  /* Collective. Fills in what was kept of it (solve/space/restart_list.h). Errors on all ranks. */
  tc_status (*fill)(void *self, const tc_restart_list *keep);
  /* Collective. A whole number that is common to all ranks, by name; 0 without. Errors on all ranks. */
  tc_status (*number)(void *self, const char *name, int64_t *out);
  void *self;
  tc_step_span last; /* that `step` is in. dt 0: steps of the run's size from t = 0 on */
  tc_step_span next; /* that the steps after it are in. dt 0: the same */
} tc_resume_source;

/* The same for a run that may be none that goes on (NULL: 0). */
tc_status tc_resume_source_integer(const tc_resume_source *resumption, const char *name, int64_t *out);

typedef struct tc_step_options {
  const tc_integrator *integrator;
  const tc_strategy *strategy;
  const tc_format *format; /* of the matrix */
  int64_t steps;
  double dt;
  bool proved;       /* stability is: the norm of the field may not rise at all (solve/observe/watchdog.h) */
  tc_forcing *input; /* what enters; NULL: nothing */
  const tc_implicit_steps *implicit; /* of integrators that solve systems (solve/step/integrator.h) */
  const tc_device_config *device;    /* the same */
  const tc_resume_source *resume;    /* NULL: from the first step */
} tc_step_options;

/* Collective. value[owned]: the initial field, also of a run that goes on, and on return the final one. The
 * input begins anew. The hooks (may be NULL) are called at step 0, before the clock starts, and after every
 * step; the watch goes before them, so that what is not finite and a norm that rises are noticed at least
 * every 100 steps, before a hook shows them, and the monitor behind them. Writes this rank's medians to
 * *measure. Errors on all ranks: TC_NUMERICAL naming the step; those of the hooks and of the input;
 * TC_STOPPED when one asked to stop or to pause: value and measure are then those of the steps made. A run
 * that goes on calls no hook at the step that it begins with, and measures its own steps. */
tc_status tc_step_run(const tc_problem *problem, const tc_step_options *choice, const tc_hook *hook,
                      int hooks, const tc_log *log, double *value, tc_measurement *measure);

#endif
