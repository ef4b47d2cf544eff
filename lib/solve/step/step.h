/* The time loop: steps of an integrator and the hooks between them. The session calls tc_step_run after the
 * assembly and after the choice of dt. Order: the forcing begins, the integrator is created, hooks begin,
 * restart data are read if the run is resumed, then steps and hooks alternate. Hooks are described in
 * solve/observe/hook.h. */
#ifndef TC_SOLVE_STEP_STEP_H
#define TC_SOLVE_STEP_STEP_H

#include "solve/observe/hook.h"
#include "solve/observe/measurement.h"
#include "solve/stability/step_span.h"
#include "solve/step/integrator.h"

/* Source of a resumed run: the step and the functions that read its restart data. */
typedef struct tc_resume_source {
  int64_t step;
  /* Collective. Fills the items of the list (solve/space/restart_list.h). Errors are returned on all ranks.
   */
  tc_status (*fill)(void *self, const tc_restart_list *keep);
  /* Collective. Reads an integer that is common to all ranks, by name; 0 if it does not exist. Errors are
   * returned on all ranks. */
  tc_status (*number)(void *self, const char *name, int64_t *out);
  void *self;
  tc_step_span last; /* Span of `step`. dt = 0 stands for steps of the run's size from t = 0. */
  tc_step_span next; /* Span of the steps after `step`. dt = 0 stands for the same span. */
} tc_resume_source;

/* Collective. Calls r->number; returns 0 if the run is not resumed (NULL). */
tc_status tc_resume_source_integer(const tc_resume_source *resumption, const char *name, int64_t *out);

typedef struct tc_step_options {
  const tc_integrator *integrator;
  const tc_strategy *strategy;
  const tc_format *format; /* Format of the matrix. */
  int64_t steps;
  double dt;
  bool proved;       /* True if stability is proved: the norm of the field must then not grow at all
                        (solve/observe/watchdog.h). */
  tc_forcing *input; /* Forcing; NULL without one. */
  const tc_implicit_steps *implicit; /* For integrators that solve systems (solve/step/integrator.h). */
  const tc_device_config *device;    /* Device of the products; see tc_integrator_setup. */
  const tc_resume_source *resume;    /* NULL for a run from the first step. */
} tc_step_options;

/* Collective. value[owned] is the initial field, also of a resumed run, and receives the final field. The
 * forcing begins again. The hooks (may be NULL) are called at step 0, before the clock starts, and after
 * every step. The watchdog runs before them, so that values that are not finite and growing norms are found
 * at least every 100 steps and before any output. The progress monitor runs after them. Writes the medians of
 * this rank to *measure. A resumed run calls no hook at the step of the checkpoint, and measures its own
 * steps only. Errors (on all ranks): TC_NUMERICAL with the step; those of the hooks and of the forcing;
 * TC_STOPPED if a hook stops or pauses the run, with value and measure of the steps so far. */
tc_status tc_step_run(const tc_problem *problem, const tc_step_options *choice, const tc_hook *hook,
                      int hooks, const tc_log *log, double *value, tc_measurement *measure);

#endif
