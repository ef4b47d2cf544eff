#include "model/predict.h"

#include "base/memory.h"

int tc_load_nodes(int ranks, const tc_load *load) {
  int most = 0;
  for (int r = 0; r < ranks; r++) most = load[r].node > most ? load[r].node : most;
  return most + 1;
}

typedef struct walk {
  const tc_model *model;
  const tc_params *machine;
  tc_schedule schedule; /* as the model sees it */
  int nodes, ranks;
  const tc_load *load;
  tc_seconds *part; /* [ranks] */
  bool known;       /* all prices so far */
} walk;

static bool is_meeting(const tc_stage *stage) { return stage->phase == TC_PHASE_wait; }

/* Of lone steps: without the guards. Else beginning behind the last meeting, so that it ends with one. */
static tc_schedule seen_by(const tc_model *model, const tc_schedule *s) {
  tc_schedule out = {0};
  int first = 0;
  for (int i = 0; i < s->stages && !model->lone; i++)
    if (is_meeting(&s->stage[i])) first = i + 1;
  for (int i = 0; i < s->stages; i++) {
    const tc_stage *stage = &s->stage[(first + i) % s->stages];
    if (model->lone && is_meeting(stage) && stage->meeting == TC_MEET_GUARD) continue;
    out.stage[out.stages++] = *stage;
  }
  return out;
}

static tc_price price_of(const walk *w, int rank, const tc_stage *stage) {
  return w->model->price(w->machine, w->nodes, &w->load[rank], stage);
}

/* What the ranks of a node do at the same time or one after the other. */
typedef struct node_seconds {
  tc_seconds together, in_turn;
} node_seconds;

/* The rank's own seconds; what it adds to its node's. */
static void price_rank(walk *w, int rank, node_seconds *node) {
  w->part[rank] = (tc_seconds){0};
  for (int s = 0; s < w->schedule.stages; s++) {
    const tc_stage *stage = &w->schedule.stage[s];
    const tc_price price = price_of(w, rank, stage);
    const double together = tc_costs_total(&price.together), in_turn = tc_costs_total(&price.in_turn);
    double *longest = &node->together.of[stage->phase];
    w->part[rank].of[stage->phase] += tc_costs_total(&price.own);
    *longest = together > *longest ? together : *longest;
    node->in_turn.of[stage->phase] += in_turn;
    w->known = w->known && isfinite(together + in_turn + w->part[rank].of[stage->phase]);
  }
}

static tc_status price_all(walk *w) {
  node_seconds *node = NULL;
  TC_TRY(TC_ALLOC_ZERO(node, w->nodes));
  for (int r = 0; r < w->ranks; r++) price_rank(w, r, &node[w->load[r].node]);
  for (int r = 0; r < w->ranks; r++)
    for (int p = 0; p < TC_PHASE_COUNT; p++)
      w->part[r].of[p] += node[w->load[r].node].together.of[p] + node[w->load[r].node].in_turn.of[p];
  tc_free(node);
  return TC_OK;
}

/* What a rank does in the stages begin .. end-1, with what the meeting at their end costs. */
static double work_s(const walk *w, int rank, int begin, int end) {
  double sum = 0.0;
  for (int s = begin; s < end; s++) {
    const tc_stage *stage = &w->schedule.stage[s];
    const tc_price meeting = is_meeting(stage) ? price_of(w, rank, stage) : (tc_price){0};
    sum += is_meeting(stage) ? tc_costs_total(&meeting.own) : w->part[rank].of[stage->phase];
  }
  return sum;
}

/* How long the slowest works in a stretch; all others wait for it. */
static double meet(const walk *w, int begin, int end, bool waiting) {
  double most = 0.0;
  for (int r = 0; r < w->ranks; r++) {
    const double work = work_s(w, r, begin, end);
    most = work > most ? work : most;
  }
  for (int r = 0; r < w->ranks && waiting; r++) w->part[r].wait += most - work_s(w, r, begin, end);
  return most;
}

static double walk_stretches(const walk *w) {
  double total = 0.0;
  int begin = 0;
  bool met = false;
  for (int s = 0; s < w->schedule.stages; s++) {
    if (!is_meeting(&w->schedule.stage[s])) continue;
    total += meet(w, begin, s + 1, true);
    begin = s + 1;
    met = true;
  }
  return begin < w->schedule.stages ? total + meet(w, begin, w->schedule.stages, met) : total;
}

tc_status tc_predict(const tc_model *model, const tc_params *machine, const tc_schedule *schedule, int ranks,
                     const tc_load *load, tc_seconds *part, double *total_s) {
  walk w = {.model = model,
            .machine = machine,
            .schedule = seen_by(model, schedule),
            .nodes = tc_load_nodes(ranks, load),
            .ranks = ranks,
            .load = load,
            .part = part,
            .known = true};
  TC_TRY(price_all(&w));
  *total_s = w.known ? walk_stretches(&w) : (double)NAN;
  return TC_OK;
}
