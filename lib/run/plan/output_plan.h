/* Plan of a run whose config requests outputs at given times: where the steps begin or continue, and how many
 * steps are shortened to end at a requested time (solve/observe/output_times.h). tc_setup_choices_find_steps
 * calls it after the step size is known. Later the time loop, the outputs and the forecasts of the job read
 * it. */
#ifndef TC_RUN_PLAN_OUTPUT_PLAN_H
#define TC_RUN_PLAN_OUTPUT_PLAN_H

#include "io/config/config.h"
#include "solve/stability/step_size.h"
#include "solve/step/step.h"

/* Plan of the steps of a run that has requested output times or is resumed. Equal on all ranks. Zeroed for a
 * run that begins at t = 0 without requested times. */
typedef struct tc_output_plan {
  tc_output_times times; /* requested times; the list is borrowed from the config; zeroed if there are none */
  int64_t from;          /* step from which the run continues; 0 in a new run */
  double time;           /* simulated time after step `from` */
  tc_time_origin origin; /* step and time from which the equal steps after step `from` are counted */
  /* number of steps in the whole run that are shortened to end at a requested time; 0 with error control,
   * where it is unknown */
  int64_t shortened;
} tc_output_plan;

/* Collective. Plans a run with the steps `steps`. With requested times, updates steps->steps, because
 * shortened steps increase the number of steps. `resume` is the checkpoint of a resumed run, or NULL, and
 * `spans` its steps. In a resumed run `shortened` receives the number of shortened steps before the
 * checkpoint, and the caller adds those that tc_step_size_resume returns. If `controlled` is true, the steps
 * have error control, and their number does not change. Errors (on all ranks): those of reading the
 * checkpoint. */
tc_status tc_output_plan_create(const tc_config *config, bool controlled, const tc_resume_source *resume,
                                const tc_step_spans *spans, tc_step_size *steps, tc_output_plan *out);

/* Pure. Returns the requested times for tc_step_options; NULL if there are none. */
const tc_output_times *tc_output_plan_times(const tc_output_plan *plan);

/* Pure. Returns the simulated time after `step` of a run with requested times and equal steps of length
 * dt. */
double tc_output_plan_time(const tc_output_plan *plan, double dt, int64_t step);

/* Pure. Returns the number of requested times after the present step. dt is the length of the steps that are
 * not shortened. */
int64_t tc_output_plan_count(const tc_output_plan *plan, double dt);

#endif
