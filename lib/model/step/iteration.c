#include "model/step/iteration.h"

#include "base/core/memory.h"

typedef struct forecast {
  const tc_model *model;
  const tc_params *machine;
  int nodes, ranks;
  const tc_rank_load *load;
  tc_seconds *part;
} forecast;

/* Costs of a node in each solver phase: the largest concurrent cost of a rank, and the sum of the serialised
 * costs. */
typedef struct node_seconds {
  double together[TC_MODEL_SOLVER_PHASES], in_turn[TC_MODEL_SOLVER_PHASES];
} node_seconds;

static void rank_solver_cost(const forecast *f, int rank, node_seconds *node) {
  for (int k = 0; k < TC_MODEL_SOLVER_PHASES; k++) {
    const tc_stage stage = {.phase = tc_model_solver_phase[k]};
    const tc_stage_cost price = tc_model_stage_cost(f->model, f->machine, f->nodes, &f->load[rank], &stage);
    const double together = tc_costs_total(&price.concurrent);
    f->part[rank].by_index[tc_model_solver_phase[k]] = tc_costs_total(&price.own);
    node->together[k] = together > node->together[k] ? together : node->together[k];
    node->in_turn[k] += tc_costs_total(&price.serialised);
  }
}

/* Returns the larger of the two values; NaN if one of them is NaN. */
static double larger_or_nan(double most, double value) { return isnan(most) || value <= most ? most : value; }

static double prescribed_s(const tc_rank_load *load) {
  return load->forcing_s.boundary + load->forcing_s.source;
}

/* Models the synchronisation of the ranks in reductions: adds to each rank's phase `reduce` the time that it
 * waits for the slowest rank. Also stores the seconds of the forcing. Returns the seconds of all phases
 * except products. */
static double reduction_wait_s(const forecast *f) {
  double most = 0.0, reduce = 0.0, prescribed = 0.0;
  for (int r = 0; r < f->ranks; r++) {
    most = larger_or_nan(most, f->part[r].vector + f->part[r].precond);
    reduce = larger_or_nan(reduce, f->part[r].reduce);
    prescribed = larger_or_nan(prescribed, prescribed_s(&f->load[r]));
  }
  for (int r = 0; r < f->ranks; r++) {
    f->part[r].reduce = reduce + (most - (f->part[r].vector + f->part[r].precond));
    f->part[r].boundary = f->load[r].forcing_s.boundary;
    f->part[r].source = f->load[r].forcing_s.source;
  }
  return most + reduce + prescribed;
}

static tc_status solver_phase_costs(const forecast *f, double *total_s) {
  node_seconds *node = NULL;
  TC_TRY(TC_ALLOC_ZERO(node, f->nodes));
  for (int r = 0; r < f->ranks; r++) rank_solver_cost(f, r, &node[f->load[r].node]);
  for (int r = 0; r < f->ranks; r++)
    for (int k = 0; k < TC_MODEL_SOLVER_PHASES; k++)
      f->part[r].by_index[tc_model_solver_phase[k]] +=
          node[f->load[r].node].together[k] + node[f->load[r].node].in_turn[k];
  *total_s = reduction_wait_s(f);
  tc_free(node);
  return TC_OK;
}

/* Stores in f->part the forecast of one product without forcing, multiplied by the number of products.
 * *total_s receives the seconds of all products. */
static tc_status predict_products(const forecast *f, const tc_schedule *product, double *total_s) {
  const double times = tc_model_repetitions(&f->load[0], &(tc_stage)TC_STAGE(compute));
  tc_rank_load *bare = NULL;
  TC_TRY(TC_ALLOC(bare, f->ranks));
  for (int r = 0; r < f->ranks; r++) {
    bare[r] = f->load[r];
    bare[r].forcing_s = (tc_seconds){0};
  }
  const tc_status status = tc_step_predict(f->model, f->machine, product, f->ranks, bare, f->part, total_s);
  tc_free(bare);
  TC_TRY(status);
  *total_s *= times;
  for (int r = 0; r < f->ranks; r++)
    for (int phase = 0; phase < TC_PHASE_COUNT; phase++) f->part[r].by_index[phase] *= times;
  return TC_OK;
}

tc_status tc_iteration_predict(const tc_model *model, const tc_params *machine, const tc_schedule *product,
                               int ranks, const tc_rank_load *load, tc_seconds *part, double *total_s) {
  const forecast f = {model, machine, tc_rank_load_nodes(ranks, load), ranks, load, part};
  double products, rest;
  TC_TRY(predict_products(&f, product, &products));
  TC_TRY(solver_phase_costs(&f, &rest));
  *total_s = products + rest;
  return TC_OK;
}
