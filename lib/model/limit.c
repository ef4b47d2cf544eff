#include "model/limit.h"

#include <math.h>

static const char *const names[] = {
#define TC_COST(name) #name,
    TC_COSTS(TC_COST)
#undef TC_COST
};

const char *tc_cost_name(int cost) { return names[cost]; }

double *tc_cost_at(tc_costs *costs, int cost) {
  double *const at[] = {
#define TC_COST(name) &costs->name,
      TC_COSTS(TC_COST)
#undef TC_COST
  };
  return at[cost];
}

int tc_costs_largest(const tc_costs *costs) {
  tc_costs c = *costs;
  int largest = 0;
  for (int k = 1; k < TC_COST_COUNT; k++)
    if (*tc_cost_at(&c, k) > *tc_cost_at(&c, largest)) largest = k;
  return largest;
}

/* The load without what it reads singly inside the node. */
static tc_load alone(const tc_load *load) {
  tc_load own = *load;
  own.count.local_individual = own.count.pointer_rows = 0;
  return own;
}

static double memory_s(const tc_model *model, const tc_params *machine, const tc_load *load) {
  const tc_load own = alone(load);
  return model->pack(machine, load) + model->copy(machine, load) + model->unpack(machine, load) +
         model->compute(machine, &own);
}

/* A network of unlimited bandwidth shows what latency alone costs. */
static tc_params without_bytes(const tc_params *machine) {
  tc_params p = *machine;
  p.remote_bandwidth_Bps = p.exchange_bandwidth_Bps = INFINITY;
  return p;
}

/* What the ranks of one node spend between nodes: one after the other, but for single reads. */
static void add_network(const tc_model *model, const tc_params *machine, int ranks, const tc_load *load,
                        int first, tc_costs *costs) {
  const tc_params empty = without_bytes(machine);
  double latency = 0.0, all = 0.0, single = 0.0;
  for (int r = first; r < ranks; r++) {
    if (load[r].node != load[first].node) continue;
    latency += model->remote_transfer(&empty, &load[r]);
    all += model->remote_transfer(machine, &load[r]);
    single = fmax(single, model->remote_individual(machine, &load[r]));
  }
  costs->latency = fmax(costs->latency, latency + single);
  costs->bandwidth = fmax(costs->bandwidth, all - latency);
}

tc_costs tc_costs_of(const tc_model *model, const tc_params *machine, int ranks, const tc_load *load) {
  tc_costs costs = {0};
  double sum = 0.0, most = 0.0;
  int nodes = 1;
  for (int r = 0; r < ranks; r++) nodes = load[r].node >= nodes ? load[r].node + 1 : nodes;
  for (int r = 0; r < ranks; r++) {
    const tc_load own = alone(&load[r]);
    const double memory = memory_s(model, machine, &load[r]);
    const double sharing = model->local_transfer(machine, &load[r]) + model->compute(machine, &load[r]) -
                           model->compute(machine, &own) +
                           (double)load[r].count.barriers * model->barrier(machine, nodes);
    sum += memory;
    most = fmax(most, memory);
    costs.sharing = fmax(costs.sharing, sharing);
    if (r == 0 || load[r].node != load[r - 1].node) add_network(model, machine, ranks, load, r, &costs);
  }
  costs.memory = sum / ranks;
  costs.imbalance = fmax(0.0, most - costs.memory); /* the mean of equal numbers is rounded */
  return costs;
}
