/* Forecast of a step: computes the costs of all ranks stage by stage, then the waits at the syncs. Because
 * steps repeat, the schedule is first rotated so that it ends with its last sync. Models that forecast one
 * isolated step do not rotate it. Concurrent and serialised costs are summed by node before they are added to
 * the ranks. */
#include "model/step/predict.h"

#include "base/core/memory.h"

int tc_rank_load_nodes(int ranks, const tc_rank_load *load) {
  int most = 0;
  for (int r = 0; r < ranks; r++) most = load[r].node > most ? load[r].node : most;
  return most + 1;
}

static double *stages_of(const tc_step_walk *w, int rank) {
  return w->stage_s + (size_t)rank * (size_t)w->schedule.stages;
}

static bool is_sync(const tc_stage *stage) { return stage->phase == TC_PHASE_wait; }

/* Returns the schedule that the model uses. For a model of single steps it has no guards. For other models it
 * is rotated, so that it ends with its last sync. */
static tc_schedule seen_by(const tc_model *model, tc_schedule s) {
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
  double together[TC_STAGES_MAX], in_turn[TC_STAGES_MAX];
} node_seconds;

/* Stores the seconds that the rank itself needs for each stage, and adds its concurrent and serialised costs
 * to those of the node. Returns false if a parameter is unknown. */
static bool rank_cost(const tc_step_walk *w, int rank, node_seconds *node) {
  bool known = true;
  for (int s = 0; s < w->schedule.stages; s++) {
    const tc_stage_cost price =
        tc_model_stage_cost(w->model, w->machine, w->nodes, &w->load[rank], &w->schedule.stage[s]);
    const double own = tc_costs_total(&price.own), together = tc_costs_total(&price.concurrent),
                 in_turn = tc_costs_total(&price.serialised);
    stages_of(w, rank)[s] = own;
    node->together[s] = tc_cost_larger(node->together[s], together);
    node->in_turn[s] += in_turn;
    known = known && isfinite(own + together + in_turn);
  }
  return known;
}

tc_status tc_step_walk_costs(tc_step_walk *w, bool *known) {
  const int stages = w->schedule.stages;
  node_seconds *node = NULL;
  w->nodes = tc_rank_load_nodes(w->ranks, w->load);
  *known = true;
  TC_TRY(TC_ALLOC(w->stage_s, (size_t)w->ranks * (size_t)stages));
  TC_TRY(TC_ALLOC_ZERO(node, w->nodes));
  for (int r = 0; r < w->ranks; r++) *known = rank_cost(w, r, &node[w->load[r].node]) && *known;
  for (int r = 0; r < w->ranks; r++)
    for (int s = 0; s < stages; s++) {
      const node_seconds *n = &node[w->load[r].node];
      stages_of(w, r)[s] += n->together[s] + n->in_turn[s];
      w->part[r].by_index[w->schedule.stage[s].phase] += stages_of(w, r)[s];
    }
  tc_free(node);
  return TC_OK;
}

static double work_s(const tc_step_walk *w, int rank, int begin, int end) {
  double sum = 0.0;
  for (int s = begin; s < end; s++) sum += stages_of(w, rank)[s];
  return sum;
}

/* Returns the seconds of the slowest rank in the stages begin .. end-1, summed over these stages. If
 * `waiting` is true, adds to the phase `wait` of each rank the difference between this result and the rank's
 * own sum. */
static double slowest_work_s(const tc_step_walk *w, int begin, int end, bool waiting) {
  double most = 0.0;
  for (int r = 0; r < w->ranks; r++) {
    const double work = work_s(w, r, begin, end);
    most = work > most ? work : most;
  }
  for (int r = 0; r < w->ranks && waiting; r++) w->part[r].wait += most - work_s(w, r, begin, end);
  return most;
}

static double walk_stretches(const tc_step_walk *w) {
  double total = 0.0;
  int begin = 0;
  bool synced = false;
  for (int s = 0; s < w->schedule.stages; s++) {
    if (!is_sync(&w->schedule.stage[s])) continue;
    total += slowest_work_s(w, begin, s + 1, true);
    begin = s + 1;
    synced = true;
  }
  return begin < w->schedule.stages ? total + slowest_work_s(w, begin, w->schedule.stages, synced) : total;
}

tc_status tc_step_predict(const tc_model *model, const tc_params *machine, const tc_schedule *product,
                          int ranks, const tc_rank_load *load, tc_seconds *part, double *total_s) {
  tc_step_walk w = {.model = model,
                    .machine = machine,
                    .schedule = seen_by(model, tc_model_step(product, false)),
                    .ranks = ranks,
                    .load = load,
                    .part = part};
  bool known;
  for (int r = 0; r < ranks; r++) part[r] = (tc_seconds){0};
  const tc_status status = tc_step_walk_costs(&w, &known);
  if (!status) *total_s = known ? walk_stretches(&w) : (double)NAN;
  tc_free(w.stage_s);
  return status;
}
