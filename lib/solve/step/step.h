/* The time loop: performs the steps of an integrator and calls the hooks between them. The session calls
 * tc_step_run after the assembly and after the choice of dt. It calls tc_forcing_begin, creates the
 * integrator, calls `begin` of the hooks, and reads restart data if the run is resumed. Then steps and hooks
 * alternate (solve/observe/hook.h). */
#ifndef TC_SOLVE_STEP_STEP_H
#define TC_SOLVE_STEP_STEP_H

#include "solve/observe/hook.h"
#include "solve/observe/measurement.h"
#include "solve/stability/step_span.h"
#include "solve/step/integrator.h"

/* Checkpoint from which a run is resumed: its step number and the functions that read its restart data. */
typedef struct tc_resume_source {
  int64_t step;
  /* Collective. Reads the values of all items of the list from the checkpoint (solve/space/restart_list.h).
   * Errors are returned on all ranks. */
  tc_status (*fill)(void *self, const tc_restart_list *keep);
  /* Collective. Reads the integer item `name` from the checkpoint. All ranks receive the same value; 0 if the
   * checkpoint does not contain the item. Errors are returned on all ranks. */
  tc_status (*number)(void *self, const char *name, int64_t *out);
  void *self;
  tc_step_span last; /* Sequence of equal steps that ends with `step`. dt = 0 means that all steps since t = 0
                        have the dt of the resumed run. */
  tc_step_span next; /* Sequence of equal steps after `step`. dt = 0 means that these steps continue the span
                        `last`. */
} tc_resume_source;

/* Collective. Reads an integer from the checkpoint with resumption->number. If `resumption` is NULL, the run
 * is not resumed and *out becomes 0. */
tc_status tc_resume_source_integer(const tc_resume_source *resumption, const char *name, int64_t *out);

typedef struct tc_step_options {
  const tc_integrator *integrator;
  const tc_strategy *strategy;
  const tc_format *format; /* Format of the matrix. */
  int64_t steps;
  double dt;
  bool proved;       /* True if stability is proved. The watchdog then allows no growth beyond rounding
                        (solve/observe/watchdog.h). */
  tc_forcing *input; /* Boundary data and source; NULL if there are neither. */
  const tc_implicit_steps *implicit; /* Options of integrators that solve linear systems
                                        (solve/step/integrator.h); NULL selects the defaults. */
  const tc_device_config *device;    /* Device that computes the products; NULL if the host computes them. */
  const tc_resume_source *resume;    /* Checkpoint of a resumed run; NULL if the run begins at step 0. */
} tc_step_options;

/* Collective. Performs the steps of a run. value[owned] contains the initial field, also if the run is
 * resumed, and receives the final field. Calls tc_forcing_begin. The hooks (`hook` may be NULL) are called at
 * step 0, before the clock starts, and after every step. The watchdog runs before the hooks, at least every
 * 100 steps. It finds values that are not finite and growing norms before any output. The progress monitor
 * runs after the hooks. Writes times, counts and memory of this rank to *measure. A resumed run does not run
 * the hooks at the step of the checkpoint, and measures only the steps that it performs. Errors (on all
 * ranks): TC_NUMERICAL with the step number; those of the hooks and of the forcing; TC_STOPPED if a hook
 * stops or pauses the run. After TC_STOPPED, `value` and *measure are valid for the steps performed so far.
 */
tc_status tc_step_run(const tc_problem *problem, const tc_step_options *choice, const tc_hook *hook,
                      int hooks, const tc_log *log, double *value, tc_measurement *measure);

#endif
