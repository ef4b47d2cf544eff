/* What seconds are spent on. */
#ifndef TC_MODEL_STEP_COSTS_H
#define TC_MODEL_STEP_COSTS_H

/* The kinds of cost. The list fixes their order. */
#define TC_COSTS(X)                                                                                          \
  X(memory)    /* rows, packing, copying and unpacking (of a whole run: of an average rank) */               \
  X(imbalance) /* of a whole run: what the slowest rank spends on these beyond the average one */            \
  X(sharing)   /* values moved between the ranks of a node, read singly there, and barriers */               \
  X(latency)   /* messages, blocks and single reads between nodes, were they empty */                        \
  X(bandwidth) /* bytes between nodes */                                                                     \
  X(input)     /* sources, states and data at the boundary (as of memory, beyond it: imbalance) */

enum {
#define TC_COST(name) TC_COST_##name,
  TC_COSTS(TC_COST)
#undef TC_COST
      TC_COST_COUNT
};

/* Seconds, by name and by number. */
typedef union tc_costs {
  struct {
#define TC_COST(name) double name;
    TC_COSTS(TC_COST)
#undef TC_COST
  };
  double by_index[TC_COST_COUNT];
} tc_costs;

const char *tc_cost_name(int cost);

double tc_costs_total(const tc_costs *costs);

/* The kind that costs most. */
int tc_costs_largest(const tc_costs *costs);

/* sum += times * more. */
void tc_costs_add(tc_costs *sum, double times, const tc_costs *more);

#endif
