#include "run/forecast.h"

#include "base/memory.h"

static tc_status make(int model, const tc_params *machine, const tc_load *load, tc_result *result) {
  tc_forecast *out = &result->forecast[model];
  if (!tc_predict_possible(tc_model_at(model), machine, result->ranks, load)) return TC_OK;
  TC_TRY(TC_ALLOC(out->part, result->ranks));
  tc_predict(tc_model_at(model), machine, result->ranks, load, out->part, &out->total_s);
  out->costs = tc_costs_of(tc_model_at(model), machine, result->ranks, load);
  return TC_OK;
}

tc_status tc_forecast_make(const tc_params *machine, int width, tc_result *result) {
  tc_load *load = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(load, result->ranks));
  for (int r = 0; r < result->ranks; r++) {
    const tc_measure *m = &result->measured[r];
    load[r] = (tc_load){m->node, m->rows, width, m->ledger.count};
  }
  for (int model = 0; model < TC_MODEL_COUNT; model++) TC_GUARD(status, make(model, machine, load, result));
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
