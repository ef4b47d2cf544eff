#include "run/methods/method_seconds.h"

#include <math.h>

#include "run/plan/step_workload.h"

/* Returns the number of steps of a method. With error control it is the number of steps with the mean number
 * of products. */
static double count_steps(const tc_method_trials *trials, const tc_time_method *row) {
  const tc_work *work = &trials->implicit.work;
  if (row->products_high == 0) return (double)row->steps;
  const int64_t products = row->stages > 0 ? row->stages : work->products + work->adjoint_products;
  return products > 0 ? (double)row->products / (double)products : (double)NAN;
}

/* Sets the seconds of all steps in a row of the comparison. */
static tc_status forecast_row(const tc_report *report, const tc_params *machine, const tc_result *result,
                              const tc_method_trials *trials, tc_time_method *row) {
  const bool solves = tc_integrator_find(row->method)->solves;
  const tc_step_kind kind = {.stages = row->stages,
                             .solver = solves ? &trials->options.solver : NULL,
                             .work = solves ? &trials->implicit.work : NULL};
  tc_forecast forecast[TC_MODEL_COUNT] = {0};
  const tc_status status =
      tc_result_forecast_kind(machine, report->width, report->threads, result, &kind, forecast);
  const tc_forecast *main = &forecast[report->model];
  row->seconds = !status && main->phase_s ? main->total_s * count_steps(trials, row) : (double)NAN;
  tc_forecast_free(forecast);
  return status;
}

tc_status tc_method_seconds_compute(const tc_report *report, const tc_params *machine,
                                    const tc_result *result, tc_method_trials *trials) {
  for (int i = 0; i < trials->table.count; i++) {
    tc_time_method *row = &trials->table.item[i];
    if (row->products > 0) TC_TRY(forecast_row(report, machine, result, trials, row));
  }
  return TC_OK;
}
