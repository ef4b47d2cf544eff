#include "run/forecast.h"

#include <math.h>

#include "base/memory.h"
#include "model/limit.h"

/* Leaves the forecast empty where the machine is not known well enough. */
static tc_status make(const tc_model *model, const tc_params *machine, const tc_schedule *schedule, int ranks,
                      const tc_load *load, tc_forecast *out) {
  TC_TRY(TC_ALLOC(out->part, ranks));
  TC_TRY(tc_predict(model, machine, schedule, ranks, load, out->part, &out->total_s));
  TC_TRY(tc_costs_of(model, machine, schedule, ranks, load, &out->costs));
  if (isfinite(out->total_s)) return TC_OK;
  tc_free(out->part);
  *out = (tc_forecast){.part = NULL};
  return TC_OK;
}

tc_status tc_forecast_make(const tc_params *machine, const tc_schedule *schedule, int width,
                           tc_result *result) {
  tc_load *load = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(load, result->ranks));
  for (int r = 0; r < result->ranks; r++) {
    const tc_measure *m = &result->measured[r];
    load[r] = (tc_load){m->node, m->rows, width, m->ledger.count};
  }
  for (int model = 0; model < TC_MODEL_COUNT; model++)
    TC_GUARD(status,
             make(tc_model_at(model), machine, schedule, result->ranks, load, &result->forecast[model]));
cleanup:
  tc_free(load);
  return status;
}

void tc_forecast_free(tc_forecast *forecast) {
  for (int model = 0; model < TC_MODEL_COUNT; model++) {
    tc_free(forecast[model].part);
    forecast[model] = (tc_forecast){.part = NULL};
  }
}
