/* Measures the cost of the forcing before the first step. The cost depends on the user's formulas, which no
 * benchmark of a machine covers. Called by the forecast of a session, after the forcing exists. The run must
 * call tc_forcing_begin again afterwards. */
#ifndef TC_SOLVE_PROBLEM_FORCING_COST_H
#define TC_SOLVE_PROBLEM_FORCING_COST_H

#include "solve/problem/forcing.h"

/* Collective. Measures the seconds of this rank's phases `boundary` and `source` in a step, as medians of
 * several trials by all ranks at once. The field is value[owned]; the times run from 0 to `end`, because
 * formulas may take longer at some of them. Each trial includes a product, so that the caches hold the same
 * data as in a step. Errors (on all ranks): those of tc_forcing_begin; TC_INTERNAL if memory is exhausted. */
tc_status tc_forcing_measure_cost(const tc_problem *problem, tc_forcing *input, double end,
                                  const double *value, tc_seconds *out);

#endif
