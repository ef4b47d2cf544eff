/* Runs of a prepared problem. A run performs all time steps with one strategy, beginning with the initial
 * field. It fills in a tc_result with measurements, field statistics and the forecast of a step. The session
 * calls tc_run_create once, and then tc_run_perform for each strategy and block size. A program that makes
 * the steps in another time loop calls tc_run_describe after them instead of tc_run_perform. */
#ifndef TC_RUN_SESSION_RUN_H
#define TC_RUN_SESSION_RUN_H

#include "run/session/forecasts.h"
#include "solve/observe/outcome.h"
#include "solve/observe/steady_stop.h"
#include "solve/step/step.h"

enum { TC_RUN_HOOKS = 8 }; /* maximum number of hooks in tc_run_observers */

/* Observers of a run: callbacks between the steps (solve/observe/hook.h). */
typedef struct tc_run_observers {
  int hooks;
  tc_hook hook[TC_RUN_HOOKS];
  const tc_remaining_time *remaining; /* forecast of the remaining time, for progress lines; borrowed; may be
                                         NULL */
  const tc_implicit_monitor *monitor; /* receives the residuals of all solves; borrowed; may be NULL */
} tc_run_observers;

/* Data that several runs of one problem share. Zero-initialise before use; released by tc_run_free. */
typedef struct tc_run {
  /* Forecasts of a step by strategy; borrowed. A run moves the forecast for its strategy from here to its
   * result. */
  tc_forecasts *forecasts;
  const tc_prepared *prepared; /* problem that is run; borrowed */
  double *value;               /* [owned] field after the last step of the last run; each run overwrites it */
  /* Values by region, marker and probe at the end of the first run with a correct field. A strategy that
   * exchanges no ghosts computes a wrong field. NULL before the end of such a run. */
  tc_outcome *outcome;
  /* State of the steady stop, the hook that ends a run when the field no longer changes, at the end of the
   * last run. steady.tolerance is 0 if time.steady is not set. */
  tc_steady_stop steady;
  int64_t steps_done; /* number of steps of the last run; before the first run, the number of planned steps */
  /* Steps with error control of the last run, and the simulated time at its end; both are 0 for steps of
   * given size. */
  tc_error_control_record controlled;
  double time;
} tc_run;

/* Collective. Initialises `*out` and allocates the field. Errors (on all ranks): TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_run_create(tc_forecasts *forecasts, tc_run *out);

/* Collective. Performs all steps with `strategy`, beginning with the initial field. Stores the measurements
 * of all ranks, the statistics of the final field and the forecast of a step in *result. The caller frees
 * *result, also after an error. `observers` may be NULL. If run->forecasts contains a forecast of a step with
 * `strategy`, it is moved to *result. Otherwise the forecast is computed after the steps from the traffic
 * that the run has counted, except for steps that solve linear systems. Errors (on all ranks): TC_INTERNAL if
 * a rank has moved other values or messages in the steps than the forecast has counted before the run; those
 * of tc_step_run. */
tc_status tc_run_perform(tc_run *run, const tc_strategy *strategy, int32_t block_size,
                         const tc_run_observers *observers, tc_result *result);

/* Collective. Fills in *result like tc_run_perform, but for steps that the caller has made in its own time
 * loop `loop`. Copies the field of the loop to run->value. Before the call, the caller sets run->steady to
 * the state of the loop's steady stop. `record` contains the statistics of the linear systems that the loop
 * has solved. The caller frees *result, also after an error. Errors (on all ranks): TC_INTERNAL if a rank has
 * moved other values or messages than the forecast has counted, memory is exhausted or MPI fails. */
tc_status tc_run_describe(tc_run *run, const tc_strategy *strategy, int32_t block_size,
                          const tc_step_loop *loop, const tc_solve_statistics *record, tc_result *result);

/* Not collective. Returns the simulated time t after the last step; 0 if the run solves for a steady state.
 */
double tc_run_end_time(const tc_run *run);

void tc_run_free(tc_run *run);

#endif
