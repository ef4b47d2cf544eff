#include "model/step/iteration.h"

#include "base/core/memory.h"

/* Sets the phase `reduce` of each rank to the longest reduction time plus the wait for the slowest rank.
 * Returns the seconds of vector operations, preconditioner, reductions and forcing, without products. */
static double reduction_wait_s(int ranks, tc_seconds *part) {
  double work_s = 0.0, reduce = 0.0, forcing_s = 0.0;
  for (int r = 0; r < ranks; r++) {
    work_s = tc_cost_larger(work_s, part[r].vector + part[r].precond);
    reduce = tc_cost_larger(reduce, part[r].reduce);
    forcing_s = tc_cost_larger(forcing_s, part[r].boundary + part[r].source);
  }
  for (int r = 0; r < ranks; r++) part[r].reduce = reduce + (work_s - (part[r].vector + part[r].precond));
  return work_s + reduce + forcing_s;
}

/* Stores in w->part the forecast of one product without forcing, multiplied by the number of products.
 * *total_s receives the seconds of all products. */
static tc_status predict_products(const tc_step_costs *w, const tc_schedule *product, double *total_s) {
  const double products_count = tc_model_repetitions(&w->load[0], &(tc_stage)TC_STAGE(compute));
  tc_rank_load *unforced_load = NULL;
  TC_TRY(TC_ALLOC(unforced_load, w->ranks));
  for (int r = 0; r < w->ranks; r++) {
    unforced_load[r] = w->load[r];
    unforced_load[r].forcing_s = (tc_seconds){0};
  }
  const tc_status status =
      tc_step_predict(w->model, w->machine, product, w->ranks, unforced_load, w->part, total_s);
  tc_free(unforced_load);
  TC_TRY(status);
  *total_s *= products_count;
  for (int r = 0; r < w->ranks; r++)
    for (int phase = 0; phase < TC_PHASE_COUNT; phase++) w->part[r].by_index[phase] *= products_count;
  return TC_OK;
}

tc_status tc_iteration_predict(const tc_model *model, const tc_params *machine, const tc_schedule *product,
                               int ranks, const tc_rank_load *load, tc_seconds *part, double *total_s) {
  tc_step_costs w = {.model = model,
                     .machine = machine,
                     .schedule = tc_model_step(&(tc_schedule){.stages = 0}, true),
                     .ranks = ranks,
                     .load = load,
                     .part = part};
  double products;
  bool known;
  TC_TRY(predict_products(&w, product, &products));
  const tc_status status = tc_step_costs_compute(&w, &known);
  if (!status) *total_s = products + reduction_wait_s(ranks, part);
  tc_free(w.stage_s);
  return status;
}
