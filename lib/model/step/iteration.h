/* Forecast of steps with several products: steps that use a linear solver, whose counted work is converted
 * into seconds, and steps of a stabilised explicit method. model/step/forecast.c calls tc_iteration_predict
 * with the work of one iteration or of a whole step. The products are forecast by predict.h. Pure: no MPI, no
 * clock. */
#ifndef TC_MODEL_STEP_ITERATION_H
#define TC_MODEL_STEP_ITERATION_H

#include "model/step/predict.h"

/* Forecasts the seconds of the work in load[ranks], which is the work of one iteration or of a whole step.
 * part[rank] receives the seconds of each phase, and *total_s the seconds of the work:
 * - products and adjoint products: the forecast of tc_step_predict without forcing, times the number of
 *   products, in the phases of a product. The matrix of the adjoint has the columns of the matrix, so its
 *   products cost as much.
 * - vector, precond: the model's cost of the vector operations and of the preconditioner.
 * - reduce: the model's cost of the reductions, plus the wait for the slowest rank in vector and precond,
 *   because all ranks synchronise in a reduction.
 * - boundary and source: the measured seconds of one evaluation.
 *
 * load[rank].solver describes a rank's solver. Without a solver there are load[rank].products.count products,
 * and the phases vector, precond and reduce take no time. The numbers of products, adjoint products and
 * reductions are the same on all ranks. The phases of every rank add up to *total_s, with two exceptions. The
 * phases of the products may not add up to the total of the products (predict.h). If the forcing differs
 * between ranks, *total_s contains the seconds of the slowest rank. If a parameter is unknown, *total_s and
 * the phases that depend on this parameter are NaN. Errors: TC_INTERNAL if memory is exhausted. */
tc_status tc_iteration_predict(const tc_model *model, const tc_params *machine, const tc_schedule *product,
                               int ranks, const tc_rank_load *load, tc_seconds *part, double *total_s);

#endif
