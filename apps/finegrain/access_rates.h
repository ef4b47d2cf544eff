/* What accesses take in this very launch: machines change between two launches, and within one, by more than
 * forecasts are off. */
#ifndef TC_FINEGRAIN_ACCESS_RATES_H
#define TC_FINEGRAIN_ACCESS_RATES_H

#include "comm/world/world.h"
#include "machine/parameters/machine.h"

/* Collective. What the layers' patterns take now (calibration/access/bench_access_patterns.h), and the
 * barriers behind intervals, into a machine's parameters, the same on all ranks; others stay. About `seconds`
 * altogether, more where far accesses are slow. Errors on all ranks. */
tc_status fg_rates_measure(const tc_world *world, double seconds, tc_params *machine);

/* Two measurements become one: the mean of each rate that both know. */
tc_params fg_rates_mean(const tc_params *a, const tc_params *b);

/* The least of two measurements of the same: of a value by itself, and of an operation of each length. Pure.
 */
void fg_access_rates_min(const tc_params *again, tc_params *rates);

/* Rates that are known, without barriers, take the place of a machine's; how much these differed is
 * forgotten. Pure. */
void fg_access_rates_apply(const tc_params *rates, tc_machine *machine);

#endif
