/* Rates of shared accesses in the current launch. `finegrain run` measures them before and after each
 * program, because the speed of a machine changes, even within a launch, by more than the error of a
 * forecast. `finegrain bench` writes the minimum of several measurements into a machine file. The parameters
 * are those of the mapping `patterns` (machine/parameters/params.h). */
#ifndef TC_FINEGRAIN_ACCESS_RATES_H
#define TC_FINEGRAIN_ACCESS_RATES_H

#include "comm/world/world.h"
#include "machine/parameters/machine.h"

/* Collective. Measures the access patterns (calibration/access/bench_access_patterns.h) and the barriers
 * after intervals. Sets these parameters of `machine`, equal on all ranks. Parameters that this launch cannot
 * measure are unchanged. Takes about `seconds` in total, and more if remote accesses are slow. Errors (on all
 * ranks): TC_INTERNAL if memory is exhausted or MPI fails. */
tc_status fg_rates_measure(const tc_world *world, double seconds, tc_params *machine);

/* Pure. Returns `a` with the mean of each rate that both measurements contain. A rate that only one of them
 * contains is used unchanged. */
tc_params fg_rates_mean(const tc_params *a, const tc_params *b);

/* Pure. Merges the measurement `again` into `rates`. The result is the minimum of each single cost, and for
 * sequences the line through the shorter times of each length. */
void fg_access_rates_min(const tc_params *again, tc_params *rates);

/* Pure. Replaces the rates of `machine` by the measured rates in `rates`, except those of barriers, and sets
 * their spread to 0. */
void fg_access_rates_apply(const tc_params *rates, tc_machine *machine);

#endif
