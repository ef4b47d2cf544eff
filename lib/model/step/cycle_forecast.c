#include "model/step/cycle_forecast.h"

static int count_nodes(const tc_workload *work) {
  int nodes = 1;
  for (int r = 0; r < work->ranks; r++)
    if (work->rank[r].node >= nodes) nodes = work->rank[r].node + 1;
  return nodes;
}

double tc_cycle_predict(const tc_params *machine, const tc_workload *work) {
  const tc_solver_profile *profile = &work->solver;
  const tc_solver_load solver = {.work.cycles = 1, .cycle = work->cycle, .iteration_B = profile->iteration_B};
  const int nodes = count_nodes(work), ranks_per_node = (work->ranks + nodes - 1) / nodes;
  double longest_s = 0.0;
  if (!work->solves || profile->preconditioner_work.cycles == 0) return 0.0;
  for (int r = 0; r < work->ranks; r++) {
    const tc_rank_load load = {.rows = work->rank[r].rows,
                               .width = work->width,
                               .solver = &solver,
                               .threads = work->threads};
    const tc_stage_cost cost = tc_model_stage_cost(tc_model_at(TC_MODEL_refined), machine, nodes, &load,
                                                   &(tc_stage){.phase = TC_PHASE_precond});
    longest_s = tc_cost_larger(longest_s,
                               tc_costs_total(&cost.own) + ranks_per_node * tc_costs_total(&cost.serialised));
  }
  return longest_s;
}
