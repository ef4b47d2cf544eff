/* Costs of shared accesses in the current launch, in seconds per access. The code calls these costs rates.
 * They are the parameters of the mapping `patterns` of a machine file (machine/parameters/params.h).
 * `finegrain run` measures them before and after each program, because the speed of a machine changes, even
 * within a launch, by more than the error of a forecast. `finegrain bench` writes the minimum of several
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

/* Pure. Returns a copy of `a` in which each rate is the mean of the rates in `a` and `b`. If only one of the
 * two is known, it is used instead of the mean. */
tc_params fg_rates_mean(const tc_params *a, const tc_params *b);

/* Pure. Merges the repeated measurement `repeated` into `rates`. Each rate becomes the smaller of the two. A
 * pattern that accesses sequences of values has two rates, a cost per operation and a cost per value. Both
 * are fitted again, to the shorter of the two times at each measured length of a sequence. */
void fg_access_rates_min(const tc_params *repeated, tc_params *rates);

/* Pure. Copies the measured rates from `rates` to `machine`, except those of barriers, and sets the spread of
 * the copied rates to 0. */
void fg_access_rates_apply(const tc_params *rates, tc_machine *machine);

#endif
