/* Seconds of the computations of a multigrid cycle, from the bytes that each level moves and the measured
 * time of the smoother. The model `refined` calls the function for the phase precond. Pure. */
#ifndef TC_MODEL_MODELS_CYCLE_COST_H
#define TC_MODEL_MODELS_CYCLE_COST_H

#include "machine/parameters/params.h"
#include "model/step/cycle_load.h"

/* Returns the seconds of one cycle without messages; NaN if a parameter is unknown. Each byte of a level
 * costs as much as a byte of two sweeps of the smoother over rows of width 4 (smooth4_s). If rows have more
 * than four entries, the cost is that of rows of width 16. This time depends on the bytes that were touched
 * since the last use of the level, because they may have displaced it from the cache. For half of the bytes
 * of a level, these are the bytes of this level and of the coarser ones. For the other half, they are the
 * `iteration_B` bytes of a whole iteration. Levels that one thread computes take `threads` times as long. */
double tc_cycle_cost_s(const tc_params *machine, const tc_cycle_load *cycle, double iteration_B, int threads);

#endif
