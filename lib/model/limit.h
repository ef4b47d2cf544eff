/* What a step spends its time on, by a model: for the sentence that tells a user what to do. Pure. */
#ifndef TC_MODEL_LIMIT_H
#define TC_MODEL_LIMIT_H

#include "model/predict.h"

/* The kinds of cost. The list fixes their order. */
#define TC_COSTS(X)                                                                                          \
  X(memory)    /* rows, packing, copying and unpacking of an average rank */                                 \
  X(imbalance) /* what the slowest rank spends on these beyond the average one */                            \
  X(sharing)   /* values moved between the ranks of a node, read singly there, and barriers */               \
  X(latency)   /* messages, blocks and single reads between nodes, were they empty */                        \
  X(bandwidth) /* bytes between nodes */

typedef struct tc_costs {
#define TC_COST(name) double name;
  TC_COSTS(TC_COST)
#undef TC_COST
} tc_costs;

enum {
#define TC_COST(name) TC_COST_##name,
  TC_COSTS(TC_COST)
#undef TC_COST
      TC_COST_COUNT
};

const char *tc_cost_name(int cost);
double *tc_cost_at(tc_costs *costs, int cost);

/* Seconds of one step per kind of cost, of the ranks and nodes that spend most on each. They add up to about
 * the step. tc_predict_possible must hold. */
tc_costs tc_costs_of(const tc_model *model, const tc_params *machine, int ranks, const tc_load *load);

/* The kind that costs most. */
int tc_costs_largest(const tc_costs *costs);

#endif
