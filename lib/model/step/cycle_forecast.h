/* Forecast of one multigrid cycle by the model `refined`, for reports that compare it with the measured time.
 * Forecasts of steps already include the cost of cycles in the phase precond (model.h). Pure. */
#ifndef TC_MODEL_STEP_CYCLE_FORECAST_H
#define TC_MODEL_STEP_CYCLE_FORECAST_H

#include "model/step/workload.h"

/* Returns the seconds of one cycle on the slowest rank; 0 if the preconditioner applies no cycles, NaN if a
 * parameter or the levels are unknown. */
double tc_cycle_predict(const tc_params *machine, const tc_workload *work);

#endif
