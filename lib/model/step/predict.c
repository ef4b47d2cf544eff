/* Forecast of a step: computes the costs of all ranks stage by stage, then the waits at the syncs. A sync is
 * a stage in which ranks wait for each other. Because steps repeat, the schedule is first rotated so that it
 * ends with its last sync. For models that forecast one isolated step, it is not rotated. Concurrent and
 * serialised costs are summed by node before they are added to the ranks. */
#include "model/step/predict.h"

#include "base/core/memory.h"

int tc_rank_load_nodes(int ranks, const tc_rank_load *load) {
  int most = 0;
  for (int r = 0; r < ranks; r++) most = load[r].node > most ? load[r].node : most;
  return most + 1;
}

static double *rank_stages(const tc_step_costs *w, int rank) {
  return w->stage_s + (size_t)rank * (size_t)w->schedule.stages;
}

static bool is_sync(const tc_stage *stage) { return stage->phase == TC_PHASE_wait; }

/* Returns the stages in the order in which their costs are combined. For a model of single steps, guards
 * (barriers before memory is overwritten) are removed. For other models the schedule is rotated to end with
 * its last sync. */
static tc_schedule order_stages(const tc_model *model, tc_schedule s) {
  tc_schedule out = {0};
  int first = 0;
  for (int i = 0; i < s.stages && !model->single_step; i++)
    if (is_sync(&s.stage[i])) first = i + 1;
  for (int i = 0; i < s.stages; i++) {
    const tc_stage *stage = &s.stage[(first + i) % s.stages];
    if (model->single_step && is_sync(stage) && stage->sync == TC_SYNC_GUARD) continue;
    out.stage[out.stages++] = *stage;
  }
  return out;
}

/* Costs of a node in each stage: the largest concurrent cost of a rank, and the sum of the serialised costs
 * of all ranks. */
typedef struct node_seconds {
  double concurrent_s[TC_STAGES_MAX], serialised_s[TC_STAGES_MAX];
} node_seconds;

/* Adds the rank's concurrent and serialised costs to those of the node. Returns false if a parameter is
 * unknown. */
static bool store_rank_costs(const tc_step_costs *w, int rank, node_seconds *node) {
  bool known = true;
  for (int s = 0; s < w->schedule.stages; s++) {
    const tc_stage_cost cost =
        tc_model_stage_cost(w->model, w->machine, w->nodes, &w->load[rank], &w->schedule.stage[s]);
    const double own_s = tc_costs_total(&cost.own), concurrent_s = tc_costs_total(&cost.concurrent),
                 serialised_s = tc_costs_total(&cost.serialised);
    rank_stages(w, rank)[s] = own_s;
    node->concurrent_s[s] = tc_cost_larger(node->concurrent_s[s], concurrent_s);
    node->serialised_s[s] += serialised_s;
    known = known && isfinite(own_s + concurrent_s + serialised_s);
  }
  return known;
}

tc_status tc_step_costs_compute(tc_step_costs *w, bool *known) {
  const int stages = w->schedule.stages;
  node_seconds *node = NULL;
  w->nodes = tc_rank_load_nodes(w->ranks, w->load);
  *known = true;
  TC_TRY(TC_ALLOC(w->stage_s, (size_t)w->ranks * (size_t)stages));
  TC_TRY(TC_ALLOC_ZERO(node, w->nodes));
  for (int r = 0; r < w->ranks; r++) *known = store_rank_costs(w, r, &node[w->load[r].node]) && *known;
  for (int r = 0; r < w->ranks; r++)
    for (int s = 0; s < stages; s++) {
      const node_seconds *n = &node[w->load[r].node];
      rank_stages(w, r)[s] += n->concurrent_s[s] + n->serialised_s[s];
      w->part[r].by_index[w->schedule.stage[s].phase] += rank_stages(w, r)[s];
    }
  tc_free(node);
  return TC_OK;
}

static double work_s(const tc_step_costs *w, int rank, int begin, int end) {
  double sum = 0.0;
  for (int s = begin; s < end; s++) sum += rank_stages(w, rank)[s];
  return sum;
}

/* Returns the seconds of the slowest rank in the stages begin .. end-1. If `adds_wait` is true, adds to the
 * phase `wait` of each rank the time by which the slowest rank takes longer. */
static double slowest_work_s(const tc_step_costs *w, int begin, int end, bool adds_wait) {
  double most = 0.0;
  for (int r = 0; r < w->ranks; r++) {
    const double work = work_s(w, r, begin, end);
    most = work > most ? work : most;
  }
  for (int r = 0; r < w->ranks && adds_wait; r++) w->part[r].wait += most - work_s(w, r, begin, end);
  return most;
}

static double sum_intervals(const tc_step_costs *w) {
  double total = 0.0;
  int begin = 0;
  bool has_sync = false;
  for (int s = 0; s < w->schedule.stages; s++) {
    if (!is_sync(&w->schedule.stage[s])) continue;
    total += slowest_work_s(w, begin, s + 1, true);
    begin = s + 1;
    has_sync = true;
  }
  return begin < w->schedule.stages ? total + slowest_work_s(w, begin, w->schedule.stages, has_sync) : total;
}

tc_status tc_step_predict(const tc_model *model, const tc_params *machine, const tc_schedule *product,
                          int ranks, const tc_rank_load *load, tc_seconds *part, double *total_s) {
  tc_step_costs w = {.model = model,
                     .machine = machine,
                     .schedule = order_stages(model, tc_model_step(product, false)),
                     .ranks = ranks,
                     .load = load,
                     .part = part};
  bool known;
  for (int r = 0; r < ranks; r++) part[r] = (tc_seconds){0};
  const tc_status status = tc_step_costs_compute(&w, &known);
  if (!status) *total_s = known ? sum_intervals(&w) : (double)NAN;
  tc_free(w.stage_s);
  return status;
}
