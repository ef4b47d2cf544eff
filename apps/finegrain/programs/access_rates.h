/* Costs of shared accesses in the current launch, in seconds per access (called rates in function names). The
 * costs are the parameters of the mapping `patterns` of a machine file (machine/parameters/params.h).
 * `finegrain run` measures the costs before and after each program, because the speed of a machine changes,
 * even within a launch, by more than the error of a forecast. `finegrain bench` writes the minimum of several
 * measurements into a machine file. */
#ifndef TC_FINEGRAIN_ACCESS_RATES_H
#define TC_FINEGRAIN_ACCESS_RATES_H

#include "comm/world/world.h"
#include "machine/parameters/machine.h"

/* Collective. Measures the cost of an access by pattern (calibration/access/bench_access_patterns.h) and of
 * the barrier that ends an interval. Stores them in `machine` with equal values on all ranks. Parameters that
 * this launch cannot measure are unchanged. Takes about `seconds` in total, and more if remote accesses are
 * slow. Errors (on all ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status fg_rates_measure(const tc_world *world, double seconds, tc_params *machine);

/* Pure. Returns a copy of `a` in which each rate is the mean of the rates in `a` and `b`. A rate that is
 * known in only one of them is used unchanged. */
tc_params fg_rates_mean(const tc_params *a, const tc_params *b);

/* Pure. Merges the repeated measurement `again` into `rates`. Each rate becomes the smaller of the two. The
 * time of a sequence of values is a linear function of its length, given by a cost per operation and a cost
 * per value. These two costs are fitted again to the shorter of both times at each measured length. */
void fg_access_rates_min(const tc_params *again, tc_params *rates);

/* Pure. Copies the measured rates from `rates` to `machine`, except those of barriers, and sets the spread of
 * the copied rates to 0. */
void fg_access_rates_apply(const tc_params *rates, tc_machine *machine);

#endif
