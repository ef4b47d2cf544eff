/* Runs of a prepared problem: performs the steps with a strategy and describes the result. Each run starts
 * from the initial field. The caller calls tc_run_create once and tc_run_perform for each run. */
#ifndef TC_RUN_SESSION_RUN_H
#define TC_RUN_SESSION_RUN_H

#include "run/session/forecasts.h"
#include "solve/observe/outcome.h"
#include "solve/observe/steady_stop.h"
#include "solve/step/step.h"

enum { TC_RUN_HOOKS = 8 };

/* Observers of a run: callbacks between the steps (solve/observe/hook.h). */
typedef struct tc_run_observers {
  int hooks;
  tc_hook hook[TC_RUN_HOOKS];
  const tc_remaining_time *remaining; /* borrowed; for progress lines; may be NULL */
  const tc_implicit_monitor *monitor; /* borrowed; receives the residuals of all solves; may be NULL */
} tc_run_observers;

/* Zero-initialise before use; released by tc_run_free. */
typedef struct tc_run {
  tc_forecasts *forecasts;     /* borrowed; a run moves the forecast for its strategy to its result */
  const tc_prepared *prepared; /* problem that is run; borrowed */
  double *value;               /* [owned] the current field, which runs overwrite */
  /* Final values by region, marker and probe of the first run whose field is a solution; NULL before such a
   * run. */
  tc_outcome *outcome;
  tc_steady_stop steady; /* steady stop of the last run; steady.tolerance is 0 if time.steady is not set */
  int64_t steps_done; /* number of steps of the last run; before the first run, the number of planned steps */
} tc_run;

/* Collective. Initialises `*out` and allocates the field. Errors (on all ranks): TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_run_create(tc_forecasts *forecasts, tc_run *out);

/* Collective. Runs all steps from the initial field with `strategy`, and stores measurements, field
 * statistics and forecast in *result, which the caller frees, also after an error. The forecast is that of
 * run->forecasts. If none was computed before the run, it is computed from the counts of the run. `observers`
 * may be NULL. Errors (on all ranks): TC_INTERNAL if the tally of a step differs from its counts; those of
 * tc_step_run. */
tc_status tc_run_perform(tc_run *run, const tc_strategy *strategy, int32_t block_size,
                         const tc_run_observers *observers, tc_result *result);

/* Collective. Describes the steps that a time loop of the caller has made, as tc_run_perform describes its
 * own. Copies the field. The caller sets run->steady before the call. `record` has the statistics of the
 * solves of the loop. The caller frees *result, also after an error. Errors (on all ranks): TC_INTERNAL. */
tc_status tc_run_describe(tc_run *run, const tc_strategy *strategy, int32_t block_size,
                          const tc_step_loop *loop, const tc_solve_statistics *record, tc_result *result);

/* Not collective. Returns the time after the last step; 0 for a steady state. */
double tc_run_end_time(const tc_run *run);

void tc_run_free(tc_run *run);

#endif
