/* Seconds of the computations of a multigrid cycle, from the bytes of the levels and the measured time of the
 * smoother. The model `refined` calls the function for the phase precond. Pure. */
#ifndef TC_MODEL_MODELS_CYCLE_COST_H
#define TC_MODEL_MODELS_CYCLE_COST_H

#include "machine/parameters/params.h"
#include "model/step/cycle_load.h"

/* Returns the seconds of one cycle without messages; NaN if a parameter is unknown. Each byte of a level
 * costs as much as a byte of two sweeps of the smoother over rows of width 4 (smooth4_s), or of width 16 if
 * rows have more than four entries. Half of the bytes of a level are read after the coarser levels were
 * visited, and the other half after the rest of an iteration, which touches `iteration_B` bytes. Levels that
 * one thread computes take `threads` times as long. */
double tc_cycle_cost_s(const tc_params *machine, const tc_cycle_load *cycle, double iteration_B, int threads);

#endif
