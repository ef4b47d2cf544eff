/* Forecasts of the time of a step of a prepared problem with any strategy, computed before its runs. Sessions
 * call tc_forecasts_create, which measures the time of the forcing, and then tc_forecasts_compute. The latter
 * counts the traffic of a product with a strategy, and adds the counts of the forcing. If steps solve linear
 * systems, it computes one step in advance (the trial step) to count solver iterations. The root then
 * evaluates all models. */
#ifndef TC_RUN_SESSION_FORECASTS_H
#define TC_RUN_SESSION_FORECASTS_H

#include "run/environment/run_machine.h"
#include "run/session/prepared.h"
#include "solve/step/trial_step.h"

/* Counts and forecast of a step with one strategy. */
typedef struct tc_step_forecast {
  bool is_computed;
  /* Traffic of this rank in one product, and its counts for the forcing in one step. */
  tc_counts product, input;
  /* On the root, the forecast of the step by each model; all zero if the machine lacks parameters of the
   * model. */
  tc_forecast forecast[TC_MODEL_COUNT];
} tc_step_forecast;

/* Forecasts of a prepared problem with each strategy. Zero-initialise before use; released by
 * tc_forecasts_free. */
typedef struct tc_forecasts {
  const tc_prepared *prepared;   /* borrowed */
  const tc_run_machine *machine; /* borrowed */
  tc_seconds forcing_s;          /* measured time in s that this rank needs for the forcing in a step */
  /* `reuse` contains the numbers of reads of x in a product y = M x of this rank. They are sorted by reuse
   * distance, the bytes touched between two reads of a cache line. `excess_reuse` is their excess over the
   * numbers of a benchmark matrix, with which the time per row was measured. reuse.rows is 0 if reads were
   * not counted. */
  tc_reuse reuse, excess_reuse;
  tc_trial_step trial; /* result of the trial step if steps solve linear systems; trial.method is NULL until
                          it has been computed */
  /* Solver method and preconditioner of the config at the time of the trial step. The method is NULL if it
   * was auto. */
  const tc_method *trial_method;
  const tc_preconditioner *trial_preconditioner;
  /* [tc_strategy_count() + 1] forecast for each strategy of the registry, and for `other` */
  tc_step_forecast *step;
  const tc_strategy *other; /* strategy outside the registry that was requested last; NULL if there is none */
} tc_forecasts;

/* The following functions are collective and return errors on all ranks unless their comment says "Not
 * collective". */

/* Finds the machine parameters for the working set of the prepared problem. With machine: auto also measures
 * the parameters of the device. With a machine file uses its device parameters, and warns if they were
 * measured with another device. */
tc_status tc_forecasts_find_machine(const tc_prepared *prepared, tc_run_machine *out);

/* Initialises `*out`. If machine parameters are available, measures the time of the forcing in a step. */
tc_status tc_forecasts_create(const tc_prepared *prepared, const tc_run_machine *machine, tc_forecasts *out);

/* Forecasts a step with `strategy` from exact counts. If `strategy` is NULL, forecasts a step with every
 * strategy that strategy: auto may choose. These compute the solution and do not read single remote values
 * through pointers. If steps solve linear systems, first computes the trial step once. Does not solve for a
 * steady state. Does nothing if no machine parameters are available (machine: none). Models that do not
 * support a strategy (tc_model_supports) give no forecast. */
tc_status tc_forecasts_compute(tc_forecasts *forecasts, const tc_strategy *strategy);

/* Forecasts a step with each strategy that the report compares with others
 * (report/document/strategy_gains.h). Computes no trial step. */
tc_status tc_forecasts_compute_gains(tc_forecasts *forecasts);

/* Computes the trial step if steps solve linear systems, to count solver iterations. The trial step is not a
 * step of the run. For a steady state it is the whole solve. It is computed once for the method and
 * preconditioner of the config. If these have changed since the last call, discards the forecasts and
 * computes the trial step again. `virtual_ranks` are the ranks of a dry run; NULL otherwise. Errors: those of
 * a step; TC_NUMERICAL if the linear system cannot be solved. */
tc_status tc_forecasts_run_trial_step(tc_forecasts *forecasts, const tc_virtual_ranks *virtual_ranks);

/* Forecast seconds for one strategy with given machine parameters; NaN if unknown. */
typedef struct tc_step_seconds {
  double step_s, product_s; /* seconds of a step, and of one product y = M x */
  double setup_s;           /* seconds of the setup of the solver; 0 without a solver */
} tc_step_seconds;

/* Forecasts a step, a product and the setup of the solver with the parameters `machine`, after
 * tc_forecasts_compute. The model is that of the config, or for `auto` the most accurate one whose parameters
 * are known. The root receives the seconds, other ranks NaN. */
tc_status tc_forecasts_evaluate(const tc_forecasts *forecasts, const tc_strategy *strategy,
                                const tc_params *machine, tc_step_seconds *out);

/* Not collective, but equal on all ranks. True if the forecasts are for a whole step. False if they are for
 * one product, because the number of iterations is unknown. */
bool tc_forecasts_has_steps(const tc_forecasts *forecasts);

/* Not collective. Returns on the root the seconds of a step (or of one product, see tc_forecasts_has_steps)
 * with `strategy` as forecast by `model`; INFINITY if there is no forecast. */
double tc_forecasts_step_s(const tc_forecasts *forecasts, const tc_strategy *strategy, int model);

/* Not collective. Returns the index of the config's model. For `auto`, returns on the root the best model
 * with a forecast for `strategy`. If `strategy` is NULL, the model must have forecasts for all strategies
 * whose counts were computed. */
int tc_forecasts_model(const tc_forecasts *forecasts, const tc_strategy *strategy);

/* Not collective. Returns the forecast for a strategy; its member is_computed is false if none has been
 * computed. */
tc_step_forecast *tc_forecasts_find(const tc_forecasts *forecasts, const tc_strategy *strategy);

/* Not collective. Discards all forecasts, but not the trial step. */
void tc_forecasts_discard(tc_forecasts *forecasts);

void tc_forecasts_free(tc_forecasts *forecasts);

#endif
