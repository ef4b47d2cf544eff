/* Breakdown of a step's forecast into kinds of cost. run/plan/step_forecast.c calls it after each
 * forecast, and the advice (report/document/advice.c) names the largest kind. Uses the same stage costs as
 * tc_step_predict. Pure. */
#ifndef TC_MODEL_STEP_COST_BREAKDOWN_H
#define TC_MODEL_STEP_COST_BREAKDOWN_H

#include "model/step/predict.h"

/* Computes the seconds of one step per kind of cost, each for the rank or node with the largest value of
 * that kind. The sum is about the forecast of the step. A kind is NaN if a parameter is unknown. Time is
 * proportional to the number of ranks. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_costs_compute(const tc_model *model, const tc_params *machine, const tc_schedule *product,
                           int ranks, const tc_rank_load *load, tc_costs *out);

#endif
