/* Forecasts of a step of a prepared problem with any strategy, before its runs. tc_forecasts_create measures
 * the forcing; tc_forecasts_compute counts the traffic of a product with a strategy, adds the counts of the
 * forcing and the work of the trial step, and evaluates all models on the root. */
#ifndef TC_RUN_SESSION_FORECASTS_H
#define TC_RUN_SESSION_FORECASTS_H

#include "run/environment/run_machine.h"
#include "run/session/prepared.h"
#include "solve/step/trial_step.h"

/* Forecast of the first step of a run with one strategy. */
typedef struct tc_step_forecast {
  bool is_computed;
  tc_counts product,
      input; /* counts of this rank: those of one product, and those of the forcing in one step */
  tc_forecast forecast[TC_MODEL_COUNT]; /* forecast of the step by each model; root only; empty if the model
                                           lacks parameters */
} tc_step_forecast;

/* Zero-initialise before use; released by tc_forecasts_free. */
typedef struct tc_forecasts {
  const tc_prepared *prepared;   /* borrowed */
  const tc_run_machine *machine; /* borrowed */
  tc_seconds forcing_s;          /* seconds that this rank needs for the forcing of a step, measured */
  /* Reads of x in this rank's products, by reuse distance, and their excess over a benchmark matrix.
   * reuse.rows is 0 if reads were not counted. */
  tc_reuse reuse, excess_reuse;
  tc_trial_step trial; /* result of the trial step, if steps solve systems; its method is NULL if it was not
                          run */
  const tc_method *trial_method; /* method and preconditioner of the config with which the trial step was run;
                                    NULL stands for auto */
  const tc_preconditioner *trial_preconditioner;
  tc_step_forecast *step; /* [tc_strategy_count()] by strategy */
} tc_forecasts;

/* Unless their comment contains "not collective", the following functions are collective and return errors on
 * all ranks. */

/* Finds the machine of the plan's config for the working set of the prepared problem, and calibrates the
 * device if the machine is measured (machine: auto). The device parameters of a machine file remain
 * unchanged, and a file of another device causes a warning. */
tc_status tc_forecasts_find_machine(const tc_prepared *prepared, tc_run_machine *out);

/* Measures how long the forcing of a step takes, if the machine is known. */
tc_status tc_forecasts_create(const tc_prepared *prepared, const tc_run_machine *machine, tc_forecasts *out);

/* Forecasts a step with `strategy` from exact counts. NULL stands for all strategies that solve the problem
 * and may be recommended. If steps solve systems, the trial step is run first, once; a steady state is not
 * solved. Does nothing if the machine is unknown (machine: none). Models that do not describe a strategy
 * (tc_model_supports) give no forecast. */
tc_status tc_forecasts_compute(tc_forecasts *forecasts, const tc_strategy *strategy);

/* Forecasts a step with every strategy whose speed-ups report/document/strategy_gains.h lists, without
 * running a trial step. */
tc_status tc_forecasts_compute_gains(tc_forecasts *forecasts);

/* Runs the trial step if steps solve systems, to count its iterations. For a steady state it is the whole
 * solve. It is not a step of the run. It runs once for a method and a preconditioner of the config. If these
 * change, it runs again at the next call, and the forecasts are discarded. `virtual_ranks` are those of a dry
 * run; NULL without. Errors: those of a step; TC_NUMERICAL if the system cannot be solved. */
tc_status tc_forecasts_run_trial_step(tc_forecasts *forecasts, const tc_virtual_ranks *virtual_ranks);

/* Not collective, but equal on all ranks. True if the forecasts are those of a whole step. False if they are
 * those of one product, because the number of iterations is unknown. */
bool tc_forecasts_has_steps(const tc_forecasts *forecasts);

/* Not collective. Returns on the root the seconds of a step (or of one product, see tc_forecasts_has_steps)
 * with `strategy` as forecast by `model`; INFINITY if there is no such forecast. */
double tc_forecasts_step_s(const tc_forecasts *forecasts, const tc_strategy *strategy, int model);

/* Not collective. Returns the number of the config's model. For `auto`, returns on the root the best model
 * that has a forecast of `strategy`. If `strategy` is NULL, that model must have forecasts of all strategies
 * for which any model has one. */
int tc_forecasts_model(const tc_forecasts *forecasts, const tc_strategy *strategy);

/* Not collective. Returns the entry of a strategy. Its member is_computed is false if there is no forecast.
 */
tc_step_forecast *tc_forecasts_find(const tc_forecasts *forecasts, const tc_strategy *strategy);

/* Not collective. Discards all forecasts, but not the trial step. */
void tc_forecasts_discard(tc_forecasts *forecasts);

void tc_forecasts_free(tc_forecasts *forecasts);

#endif
