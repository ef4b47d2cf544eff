#include "model/step/costs.h"

static const char *const names[] = {
#define TC_COST(name) #name,
    TC_COSTS(TC_COST)
#undef TC_COST
};

const char *tc_cost_name(int cost) { return names[cost]; }

double tc_costs_total(const tc_costs *costs) {
  double total = 0.0;
  for (int k = 0; k < TC_COST_COUNT; k++) total += costs->by_index[k];
  return total;
}

int tc_costs_largest(const tc_costs *costs) {
  int largest = 0;
  for (int k = 1; k < TC_COST_COUNT; k++)
    if (costs->by_index[k] > costs->by_index[largest]) largest = k;
  return largest;
}

void tc_costs_add(tc_costs *sum, double times, const tc_costs *added) {
  for (int k = 0; k < TC_COST_COUNT; k++) sum->by_index[k] += times * added->by_index[k];
}
