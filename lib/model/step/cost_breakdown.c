#include "model/step/cost_breakdown.h"

#include "base/core/memory.h"

/* Costs of the ranks of a node, by kind of cost. */
typedef struct node_costs {
  /* `own` is the largest cost of any rank, without serialised costs; `serialised` is the sum of the
   * serialised costs of all ranks */
  tc_costs own, serialised;
} node_costs;

/* Returns the costs of a step on one rank without serialised costs, and adds the rank to *node. */
static tc_costs add_rank_costs(const tc_model *model, const tc_params *machine, const tc_schedule *step,
                               int nodes, const tc_rank_load *load, node_costs *node) {
  tc_costs own = {0};
  for (int s = 0; s < step->stages; s++) {
    const tc_stage_cost cost = tc_model_stage_cost(model, machine, nodes, load, &step->stage[s]);
    const double repetitions = tc_model_repetitions(load, &step->stage[s]);
    tc_costs_add(&own, repetitions, &cost.own);
    tc_costs_add(&own, repetitions, &cost.concurrent);
    tc_costs_add(&node->serialised, repetitions, &cost.serialised);
  }
  for (int k = 0; k < TC_COST_COUNT; k++)
    node->own.by_index[k] = tc_cost_larger(node->own.by_index[k], own.by_index[k]);
  return own;
}

tc_status tc_costs_compute(const tc_model *model, const tc_params *machine, const tc_schedule *product,
                           int ranks, const tc_rank_load *load, tc_costs *out) {
  const int nodes = tc_rank_load_nodes(ranks, load);
  const tc_schedule step = tc_model_step(product, load->solver);
  node_costs *node = NULL;
  tc_costs costs = {0};
  double memory = 0.0, forcing = 0.0, max_work_s = 0.0;
  TC_TRY(TC_ALLOC_ZERO(node, nodes));
  for (int r = 0; r < ranks; r++) {
    const tc_costs own = add_rank_costs(model, machine, &step, nodes, &load[r], &node[load[r].node]);
    memory += own.memory;
    forcing += own.forcing;
    max_work_s = tc_cost_larger(max_work_s, own.memory + own.forcing);
  }
  for (int n = 0; n < nodes; n++)
    for (int k = 0; k < TC_COST_COUNT; k++)
      costs.by_index[k] =
          tc_cost_larger(costs.by_index[k], node[n].own.by_index[k] + node[n].serialised.by_index[k]);
  tc_free(node);
  costs.memory = memory / ranks;
  costs.forcing = forcing / ranks;
  const double excess_s = max_work_s - (costs.memory + costs.forcing);
  costs.imbalance = excess_s > 0.0 ? excess_s : 0.0; /* Rounding errors may make the excess negative. */
  *out = costs;
  return TC_OK;
}
