/* Forecast of steps with a linear solver: work in, seconds out. run/plan/step_forecast.c calls it with the
 * work of one iteration or of a whole step. The products are forecast by predict.h. Pure: no MPI, no
 * clock. */
#ifndef TC_MODEL_STEP_ITERATION_H
#define TC_MODEL_STEP_ITERATION_H

#include "model/step/predict.h"

/* Forecasts the work of all ranks' loads, either of one iteration or of a whole step:
 * - products and adjoint products: the number of products times the forecast of tc_step_predict without
 * forcing, in the same phases. The adjoint of a matrix has its columns, so its products cost the same.
 * - vector, precond: the model's cost of the work of the load.
 * - reduce: the model's cost of the reductions, plus the wait for the slowest rank in vector and precond,
 * because all ranks synchronise there.
 * - boundary and source: the measured seconds, once.
 *
 * load[rank].solving describes a rank's solver; the numbers of products, adjoint products and reductions
 * are the same on all ranks. The phases of every rank add up to *total_s, unless those of the product do
 * not (predict.h) or the forcing differs between ranks, of which the slowest counts. If a parameter is
 * unknown, the total and all that depends on it are NaN. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_iteration_predict(const tc_model *model, const tc_params *machine, const tc_schedule *product,
                               int ranks, const tc_rank_load *load, tc_seconds *part, double *total_s);

#endif
