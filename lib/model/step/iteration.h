/* A forecast of what a solver does: work in, seconds out. Pure: no MPI, no clock. */
#ifndef TC_MODEL_STEP_ITERATION_H
#define TC_MODEL_STEP_ITERATION_H

#include "model/step/predict.h"

/* Of the work of all ranks' loads, be it that of one iteration or of a whole step:
 *
 * - products and adjoint products: as many times what tc_step_predict says of one, nothing prescribed added,
 * in the same phases (the adjoint of a matrix has its columns, so its products cost the same);
 * - vector, precond: what the model says of the load's work;
 * - reduce: what the model says of the reductions, and what the slowest rank takes for both beyond the rank's
 *   own: all meet there;
 * - boundary and source: what was tried, once.
 *
 * load[rank].solving says what a rank's solver does; products, adjoint products and reductions are the same
 * on all ranks. The phases of every rank add up to *total_s, unless the product's do not (predict.h) or ranks
 * differ in what is prescribed, of which the slowest counts. What the machine is not known well enough for
 * makes the total NaN, and what depends on it. Errors: TC_INTERNAL out of memory. */
tc_status tc_iteration_predict(const tc_model *model, const tc_params *machine, const tc_schedule *product,
                               int ranks, const tc_rank_load *load, tc_seconds *part, double *total_s);

#endif
