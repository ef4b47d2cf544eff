/* Breakdown of a step's forecast into kinds of cost (costs.h), such as latency or imbalance.
 * model/step/forecast.c calls tc_costs_compute after each forecast, and the advice (report/document/advice.c)
 * names the largest kind. The breakdown uses the stage costs that tc_step_predict uses. Pure. */
#ifndef TC_MODEL_STEP_COST_BREAKDOWN_H
#define TC_MODEL_STEP_COST_BREAKDOWN_H

#include "model/step/predict.h"

/* Computes the seconds of one step per kind of cost. `memory` and `forcing` are means over the ranks.
 * `imbalance` is the excess of the slowest rank over the sum of these means. Every other kind is the largest
 * value of a node: the largest cost of a rank plus the serialised costs of all ranks of the node. The sum of
 * the kinds approximates the forecast of the step. A kind is NaN if a parameter is unknown, except that
 * `imbalance` is then 0. Time is proportional to the number of ranks. Errors: TC_INTERNAL if memory is
 * exhausted. */
tc_status tc_costs_compute(const tc_model *model, const tc_params *machine, const tc_schedule *product,
                           int ranks, const tc_rank_load *load, tc_costs *out);

#endif
