/* Forecast of an iteration by the model of Blanco et al. 2000, routine by routine. Called by
 * lib/system/system_routines.c for each version of the product (routine_counts.h). Pure: no MPI, no clock, no
 * memory. */
#ifndef TC_MODEL_PARAISO_ROUTINE_FORECAST_H
#define TC_MODEL_PARAISO_ROUTINE_FORECAST_H

#include "base/ledger/work.h"
#include "model/paraiso/routine_counts.h"

/* Value of tc_routine_costs.limit if floating point operations take longer than every routine. */
enum { TC_ROUTINE_LIMIT_FLOPS = -1 };

/* Seconds of an iteration. Each part is that of the slowest rank, and `total` is the sum of the parts. */
typedef struct tc_routine_costs {
  tc_seconds_interval compute;
  tc_seconds_interval routine[TC_ROUTINES_MAX];
  tc_seconds_interval total;
  int limit; /* index of the routine that takes longest, or TC_ROUTINE_LIMIT_FLOPS */
} tc_routine_costs;

/* Returns the FLOPs of one rank in `work`: those of the products, of the vector operations, and of sweeps,
 * each of which passes through half of the off-diagonal entries and the diagonal. NaN for multigrid cycles,
 * whose FLOPs are not counted. */
double tc_routine_rank_flops(const tc_routine_version *version, int rank, const tc_work *work);

/* Forecasts one iteration from `work`, the work of `iterations` iterations, and from the lines of a machine.
 * Each product counted in `work` calls the routines of a product once. */
tc_routine_costs tc_routine_forecast(const tc_routine_version *version, const tc_paraiso_lines *lines,
                                     const tc_work *work, int64_t iterations);

#endif
