/* Kinds of cost of a step, as a struct with one number of seconds per kind. Models return these numbers for
 * each stage, and the breakdown (cost_breakdown.h) and the report sum them. Zero-initialise before use.
 * Pure. */
#ifndef TC_MODEL_STEP_COSTS_H
#define TC_MODEL_STEP_COSTS_H

/* The kinds of cost, in the order of tables. Each cost is the time of the operations listed after its name. A
 * breakdown is the result of tc_costs_compute (cost_breakdown.h). */
#define TC_COSTS(X)                                                                                          \
  X(memory)    /* computing rows, packing, copying, unpacking; in a breakdown, the mean over the ranks */    \
  X(imbalance) /* in a breakdown: time of the slowest rank in `memory` and `forcing` minus the mean */       \
  X(sharing)   /* values and single reads moved between ranks of a node, and barriers */                     \
  X(latency)   /* messages, blocks and single reads between nodes, without their bytes */                    \
  X(bandwidth) /* bytes moved between nodes */                                                               \
  X(forcing)   /* sources, states, boundary data; in a breakdown, the mean over the ranks */

enum {
#define TC_COST(name) TC_COST_##name,
  TC_COSTS(TC_COST)
#undef TC_COST
      TC_COST_COUNT
};

/* Seconds of each kind of cost, by name and by index. */
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

/* Returns the index of the largest cost. */
int tc_costs_largest(const tc_costs *costs);

/* Adds `times` times the costs in `added` to `sum`. */
void tc_costs_add(tc_costs *sum, double times, const tc_costs *added);

#endif
