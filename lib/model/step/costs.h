/* Kinds of cost of a step, as a struct with one number of seconds per kind. Models return them per stage, and
 * the breakdown (cost_breakdown.h) and the report sum them. Zero-initialise before use. Pure. */
#ifndef TC_MODEL_STEP_COSTS_H
#define TC_MODEL_STEP_COSTS_H

/* The kinds of cost, in the order of tables. `breakdown` below means the result of tc_costs_compute. */
#define TC_COSTS(X)                                                                                          \
  X(memory)    /* rows, packing, copying, unpacking; in a breakdown, those of the average rank */            \
  X(imbalance) /* excess of the slowest rank over the average in memory and forcing; only in a breakdown */  \
  X(sharing)   /* values moved between ranks of a node, single reads from these ranks, barriers */           \
  X(latency)   /* messages, blocks and single reads between nodes, without the time for their bytes */       \
  X(bandwidth) /* bytes moved between nodes */                                                               \
  X(forcing)   /* sources, states, boundary data; in a breakdown, those of the average rank */

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

/* Returns the index of the largest member. */
int tc_costs_largest(const tc_costs *costs);

/* Adds `times` times the costs in `more` to `sum`. */
void tc_costs_add(tc_costs *sum, double times, const tc_costs *more);

#endif
