/* Measures the time per step of the forcing before the first step. This time depends on the user's formulas,
 * so it cannot be a parameter of the machine. The session calls this module for its forecast, after it has
 * created the forcing. The run must call tc_forcing_begin again afterwards. */
#ifndef TC_SOLVE_PROBLEM_FORCING_COST_H
#define TC_SOLVE_PROBLEM_FORCING_COST_H

#include "solve/problem/forcing.h"

/* Collective. Measures the seconds per step that this rank needs in the phases `boundary` and `source`. The
 * results are medians of several trials, which all ranks perform at the same time with the field
 * value[owned]. The simulated times t of the trials range from 0 to `end`, because the cost of a formula may
 * depend on t. Each trial includes a matrix-vector product, so that the caches contain the same data as in a
 * step. Errors (on all ranks): those of tc_forcing_begin; TC_INTERNAL if memory is exhausted. */
tc_status tc_forcing_measure_cost(const tc_problem *problem, tc_forcing *input, double end,
                                  const double *value, tc_seconds *out);

#endif
