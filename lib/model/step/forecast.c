#include "model/step/forecast.h"

#include "base/core/memory.h"
#include "model/step/cost_breakdown.h"
#include "model/step/iteration.h"

/* Computes the forecast of a step by one model. If parameters are missing, the forecast contains only their
 * list. */
static tc_status forecast_model(const tc_model *model, const tc_params *machine, const tc_schedule *schedule,
                                int ranks, const tc_rank_load *load, tc_forecast *out) {
  TC_TRY(TC_ALLOC(out->phase_s, ranks));
  const bool has_products = load->solver || load->products.count > 1;
  TC_TRY((has_products ? tc_iteration_predict : tc_step_predict)(model, machine, schedule, ranks, load,
                                                                 out->phase_s, &out->total_s));
  TC_TRY(tc_costs_compute(model, machine, schedule, ranks, load, &out->costs));
  if (isfinite(out->total_s)) return TC_OK;
  tc_free(out->phase_s);
  *out = (tc_forecast){.missing = tc_missing_params_find(model, machine, schedule, ranks, load)};
  return TC_OK;
}

static bool has_forcing(const tc_workload *work) {
  bool has_any = false;
  for (int r = 0; r < work->ranks; r++)
    has_any = has_any || work->rank[r].count.boundary_rows + work->rank[r].count.source_cells > 0;
  return has_any;
}

static tc_solver_load init_solver_load(const tc_workload *work, const tc_rank_work *rank) {
  const tc_solver_profile *solver = &work->solver;
  tc_solver_load load = {.work = rank->solver,
                         .sweep_counts = rank->sweep_counts,
                         .cycle = work->cycle,
                         .between_B = solver->between_B,
                         .iteration_B = solver->iteration_B,
                         .family = solver->family};
  tc_work_add(&load.preconditioner_work, rank->solver.preconditionings, &solver->preconditioner_work);
  return load;
}

static tc_rank_load init_rank_load(const tc_workload *work, const tc_rank_work *rank,
                                   const tc_device_load *device, const tc_solver_load *solver_load) {
  return (tc_rank_load){.node = rank->node,
                        .rows = rank->rows,
                        .kernel = work->kernel,
                        .width = work->width,
                        .count = rank->count,
                        .forcing_s = rank->forcing_s,
                        .products = work->products,
                        .solver = work->solves ? solver_load : NULL,
                        .reuse = rank->has_reads ? &rank->excess_reuse : NULL,
                        .device = work->on_device ? device : NULL,
                        .threads = work->threads};
}

tc_status tc_forecast_compute(const tc_params *machine, const tc_workload *work, tc_forecast *out) {
  const tc_device_load device = {work->staging, has_forcing(work)};
  const tc_traffic traffic = {.schedule = &work->schedule, .uses_pointers = work->uses_pointers};
  tc_rank_load *load = NULL;
  tc_solver_load *solver_load = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(load, work->ranks));
  TC_GUARD(status, TC_ALLOC(solver_load, work->ranks));
  for (int r = 0; r < work->ranks; r++) {
    solver_load[r] = init_solver_load(work, &work->rank[r]);
    load[r] = init_rank_load(work, &work->rank[r], &device, &solver_load[r]);
  }
  for (int model = 0; model < TC_MODEL_COUNT; model++)
    if (tc_model_supports(tc_model_at(model), traffic))
      TC_GUARD(status,
               forecast_model(tc_model_at(model), machine, &work->schedule, work->ranks, load, &out[model]));
cleanup:
  tc_free(solver_load);
  tc_free(load);
  return status;
}

void tc_forecast_log_missing(const tc_forecast *forecast, int model, const tc_log *log) {
  for (int later = model + 1; later < TC_MODEL_COUNT; later++) {
    tc_line line = {0};
    if (tc_missing_params_count(&forecast[later].missing) == 0) continue;
    tc_missing_params_format(&forecast[later].missing, &line);
    tc_log_write(log, TC_LOG_VERBOSE, "the %s model needs %s", tc_model_at(later)->name, line.text);
  }
}

void tc_forecast_free(tc_forecast *forecast) {
  for (int model = 0; model < TC_MODEL_COUNT; model++) {
    tc_free(forecast[model].phase_s);
    forecast[model] = (tc_forecast){.phase_s = NULL};
  }
}
