#include "model/step/cost_breakdown.h"

#include "base/core/memory.h"

/* Costs of the ranks of a node, by kind of cost. */
typedef struct node_costs {
  /* own: largest cost of any rank, without serialised costs; in_turn: sum of the serialised costs of all
   * ranks */
  tc_costs own, in_turn;
} node_costs;

/* Returns the costs of a step on one rank without serialised costs. Adds the serialised costs to
 * node->in_turn, and raises each cost in node->own to at least the returned one. */
static tc_costs costs_of_rank(const tc_model *model, const tc_params *machine, const tc_schedule *step,
                              int nodes, const tc_rank_load *load, node_costs *node) {
  tc_costs own = {0};
  for (int s = 0; s < step->stages; s++) {
    const tc_stage_cost price = tc_model_stage_cost(model, machine, nodes, load, &step->stage[s]);
    const double times = tc_model_repetitions(load, &step->stage[s]);
    tc_costs_add(&own, times, &price.own);
    tc_costs_add(&own, times, &price.concurrent);
    tc_costs_add(&node->in_turn, times, &price.serialised);
  }
  for (int k = 0; k < TC_COST_COUNT; k++)
    node->own.by_index[k] = tc_cost_larger(node->own.by_index[k], own.by_index[k]);
  return own;
}

tc_status tc_costs_compute(const tc_model *model, const tc_params *machine, const tc_schedule *product,
                           int ranks, const tc_rank_load *load, tc_costs *out) {
  const int nodes = tc_rank_load_nodes(ranks, load);
  const tc_schedule step = tc_model_step(product, load->solving);
  node_costs *node = NULL;
  tc_costs costs = {0};
  double memory = 0.0, forcing = 0.0, most = 0.0;
  TC_TRY(TC_ALLOC_ZERO(node, nodes));
  for (int r = 0; r < ranks; r++) {
    const tc_costs own = costs_of_rank(model, machine, &step, nodes, &load[r], &node[load[r].node]);
    memory += own.memory;
    forcing += own.forcing;
    most = tc_cost_larger(most, own.memory + own.forcing);
  }
  for (int n = 0; n < nodes; n++)
    for (int k = 0; k < TC_COST_COUNT; k++)
      costs.by_index[k] =
          tc_cost_larger(costs.by_index[k], node[n].own.by_index[k] + node[n].in_turn.by_index[k]);
  tc_free(node);
  costs.memory = memory / ranks;
  costs.forcing = forcing / ranks;
  const double beyond = most - (costs.memory + costs.forcing);
  costs.imbalance = beyond > 0.0 ? beyond : 0.0; /* rounding of the mean may make it negative */
  *out = costs;
  return TC_OK;
}
