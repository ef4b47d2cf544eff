#include "model/step/iteration.h"

#include "base/core/memory.h"

/* Models the synchronisation of the ranks in reductions: adds to each rank's phase `reduce` the time that it
 * waits for the slowest rank. Returns the seconds of all phases except products. */
static double reduction_wait_s(int ranks, tc_seconds *part) {
  double most = 0.0, reduce = 0.0, prescribed = 0.0;
  for (int r = 0; r < ranks; r++) {
    most = tc_cost_larger(most, part[r].vector + part[r].precond);
    reduce = tc_cost_larger(reduce, part[r].reduce);
    prescribed = tc_cost_larger(prescribed, part[r].boundary + part[r].source);
  }
  for (int r = 0; r < ranks; r++) part[r].reduce = reduce + (most - (part[r].vector + part[r].precond));
  return most + reduce + prescribed;
}

/* Stores in w->part the forecast of one product without forcing, multiplied by the number of products.
 * *total_s receives the seconds of all products. */
static tc_status predict_products(const tc_step_walk *w, const tc_schedule *product, double *total_s) {
  const double times = tc_model_repetitions(&w->load[0], &(tc_stage)TC_STAGE(compute));
  tc_rank_load *bare = NULL;
  TC_TRY(TC_ALLOC(bare, w->ranks));
  for (int r = 0; r < w->ranks; r++) {
    bare[r] = w->load[r];
    bare[r].forcing_s = (tc_seconds){0};
  }
  const tc_status status = tc_step_predict(w->model, w->machine, product, w->ranks, bare, w->part, total_s);
  tc_free(bare);
  TC_TRY(status);
  *total_s *= times;
  for (int r = 0; r < w->ranks; r++)
    for (int phase = 0; phase < TC_PHASE_COUNT; phase++) w->part[r].by_index[phase] *= times;
  return TC_OK;
}

tc_status tc_iteration_predict(const tc_model *model, const tc_params *machine, const tc_schedule *product,
                               int ranks, const tc_rank_load *load, tc_seconds *part, double *total_s) {
  tc_step_walk w = {.model = model,
                    .machine = machine,
                    .schedule = tc_model_step(&(tc_schedule){.stages = 0}, true),
                    .ranks = ranks,
                    .load = load,
                    .part = part};
  double products;
  bool known;
  TC_TRY(predict_products(&w, product, &products));
  const tc_status status = tc_step_walk_costs(&w, &known);
  if (!status) *total_s = products + reduction_wait_s(ranks, part);
  tc_free(w.stage_s);
  return status;
}
