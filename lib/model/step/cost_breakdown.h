/* What a step spends its time on, by a model: for the sentence that tells a user what to do. Pure. */
#ifndef TC_MODEL_STEP_COST_BREAKDOWN_H
#define TC_MODEL_STEP_COST_BREAKDOWN_H

#include "model/step/predict.h"

/* Seconds of one step per kind of cost, of the ranks and nodes that spend most on each. They add up to about
 * the step. What the machine is not known well enough for is NaN. The time it takes grows with the ranks.
 * Errors: TC_INTERNAL out of memory. */
tc_status tc_costs_compute(const tc_model *model, const tc_params *machine, const tc_schedule *product,
                           int ranks, const tc_rank_load *load, tc_costs *out);

#endif
