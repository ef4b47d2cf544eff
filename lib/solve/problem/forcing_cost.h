/* What enters a problem costs what its formulas cost, and no benchmark of a machine knows those: so it is
 * tried before the first step. */
#ifndef TC_SOLVE_PROBLEM_FORCING_COST_H
#define TC_SOLVE_PROBLEM_FORCING_COST_H

#include "solve/problem/forcing.h"

/* Collective. Seconds of this rank's phases `boundary` and `source` in a step: the medians of some trials by
 * all ranks at once, where the field is value[owned], at times from 0 to `end` because formulas may take
 * longer at some of them. Rows are multiplied between them, as in steps, so that caches hold what they hold
 * there. The input must begin anew afterwards. Errors on all ranks: those of tc_forcing_begin; TC_INTERNAL
 * out of memory. */
tc_status tc_forcing_measure_cost(const tc_problem *problem, tc_forcing *input, double end,
                                  const double *value, tc_seconds *out);

#endif
