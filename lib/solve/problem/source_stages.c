/* Source in the stages of stabilised steps. w_0 are the states at the beginning of the step, and W_j their
 * change after stage j. Field and states of a stage are computed for a block of cells whose data fit into a
 * cache, directly before the formulas of the block are evaluated. The states change only in tc_source_accept,
 * so an attempt can be repeated. */
#include "solve/problem/source_stages.h"

#include <omp.h>
#include <string.h>

#include "base/core/timer.h"
#include "solve/problem/source_internal.h"

#define TC_PHASE "preparing stages of the source"

enum { block = TC_BYTECODE_BLOCK };

static tc_status alloc_side(tc_source *s, tc_forcing_side side) {
  tc_source_stages *g = &s->stages;
  const size_t cells = (size_t)s->cells, states = (size_t)s->options.states;
  if (s->value) TC_TRY(TC_POOL_ARRAY_ZERO(&s->memory, g->value[side], cells));
  return TC_POOL_ARRAY_ZERO(&s->memory, g->rate[side], states * cells);
}

static tc_status alloc_stages(tc_source *s) {
  tc_source_stages *g = &s->stages;
  const size_t cells = (size_t)s->cells, states = (size_t)s->options.states;
  TC_TRY(TC_POOL_ARRAY_ZERO(&s->memory, g->v, cells));
  TC_TRY(TC_POOL_ARRAY_ZERO(&s->memory, g->w, states * cells));
  TC_TRY(TC_POOL_ARRAY_ZERO(&s->memory, g->last, states * cells));
  TC_TRY(TC_POOL_ARRAY_ZERO(&s->memory, g->before, states * cells));
  if (s->value) TC_TRY(TC_POOL_ARRAY_ZERO(&s->memory, g->mean, cells));
  return alloc_side(s, TC_FORCING_BEGIN);
}

tc_status tc_source_begin_stages(tc_source *s, bool keeps_end) {
  tc_source_stages *g = &s->stages;
  s->theta = 0.0;
  g->is_attempt = g->has_end = false;
  if (!g->v) TC_TRY(alloc_stages(s));
  return keeps_end && !g->rate[TC_FORCING_END] ? alloc_side(s, TC_FORCING_END) : TC_OK;
}

/* ---- evaluating ---- */

/* Makes the formulas read the states from the array all[states][cells]. */
static void read_states(const tc_source *s, double *all) {
  for (int k = 0; k < s->options.states; k++)
    s->column[TC_SOURCE_VARIABLES + k].value = tc_source_state_values(all, s, k);
}

/* Arguments of an evaluation of source and rates. */
typedef struct evaluation {
  double time;
  const double *field, *change; /* The formulas read the field `field` + `change`; `change` may be NULL. */
  /* The formulas read the states w_0 + state_change; NULL for w_0, the states at the beginning of the
   * step. */
  const double *state_change;
  /* Callback that processes the values of the cells from .. to - 1. rate[states][block] contains the rates of
   * the states. */
  void (*use)(const tc_source *s, const struct evaluation *e, int32_t from, int32_t to, const double *rate);
  const tc_forcing_stage *stage;
  tc_forcing_side side;
  double *out; /* [cells] Array that receives the source. */
} evaluation;

static void add_arrays(const double *a, const double *b, int32_t from, int32_t to, double *sum) {
  for (int32_t i = from; i < to; i++) sum[i] = b ? a[i] + b[i] : a[i];
}

/* Computes the field and the states that the formulas of the cells from .. to - 1 read. */
static void prepare_block(const tc_source *s, const evaluation *e, int32_t from, int32_t to) {
  add_arrays(e->field, e->change, from, to, s->stages.v);
  for (int k = 0; k < s->options.states; k++) {
    const size_t first = (size_t)k * (size_t)s->cells;
    add_arrays(s->state + first, e->state_change ? e->state_change + first : NULL, from, to,
               s->stages.w + first);
  }
}

/* Evaluates the formulas of one block of cells and passes the values to the callback `use`. Returns true if
 * the source of a cell is invalid. */
static bool evaluate_block(const tc_source *s, const evaluation *e, int thread, int32_t from, int32_t to) {
  double *rate = s->rate + (size_t)thread * (size_t)s->options.states * block;
  bool invalid = false;
  prepare_block(s, e, from, to);
  if (s->value) tc_source_evaluate_block(s, thread, from, to);
  for (int32_t i = from; s->value && i < to; i++) invalid = invalid || tc_source_is_invalid(s->value[i]);
  for (int k = 0; k < s->options.states; k++)
    tc_expression_evaluate_range(s->options.state[k].rate, thread, s->column, from, to,
                                 rate + (size_t)k * block);
  e->use(s, e, from, to, rate);
  return invalid;
}

static void evaluate_all(tc_source *s, const evaluation *e, tc_ledger *ledger) {
  const double start_s = tc_now_s();
  bool invalid = false;
  s->time = s->end = e->time;
  s->column[TC_SOURCE_V] = (tc_strided_values){s->stages.v, 1};
  read_states(s, s->stages.w);
  if (s->options.function) { /* The function of the program is called once for the whole field, not for each
                                block. */
    prepare_block(s, e, 0, s->cells);
    tc_source_update_part(s, s->stages.v);
  }
#pragma omp parallel for schedule(static) num_threads(s->threads) reduction(|| : invalid)
  for (int32_t from = 0; from < s->cells; from += block)
    invalid =
        evaluate_block(s, e, omp_get_thread_num(), from, from + block < s->cells ? from + block : s->cells) ||
        invalid;
  s->is_here = true;
  if (invalid && isinf(s->fault.time)) tc_source_record_fault(s, s->stages.v);
  read_states(s, s->state);
  ledger->count.source_cells += s->cells;
  tc_ledger_add_time(ledger, TC_PHASE_source, start_s);
}

/* ---- sides ---- */

static void store_side(const tc_source *s, const evaluation *e, int32_t from, int32_t to,
                       const double *rate) {
  for (int32_t i = from; s->value && i < to; i++) {
    s->stages.value[e->side][i] = s->value[i];
    e->out[i] += s->value[i];
  }
  for (int k = 0; k < s->options.states; k++)
    memcpy(tc_source_state_values(s->stages.rate[e->side], s, k) + from, rate + (size_t)k * block,
           (size_t)(to - from) * sizeof *rate);
}

void tc_source_add_rate(tc_source *s, tc_forcing_side side, double t, const double *v, double *rate,
                        tc_ledger *ledger) {
  const bool is_end = side == TC_FORCING_END;
  const evaluation e = {.time = t,
                        .field = v,
                        .state_change = is_end ? s->stages.last : NULL,
                        .use = store_side,
                        .side = side,
                        .out = rate};
  evaluate_all(s, &e, ledger);
  s->stages.has_end = is_end;
}

const double *tc_source_value_at_begin(const tc_source *s) { return s->stages.value[TC_FORCING_BEGIN]; }

/* ---- stages ---- */

static void discard_attempt(tc_source *s) {
  s->fault = s->stages.fault;
  s->failure = s->stages.failure;
  s->stages.has_end = false;
}

void tc_source_begin_attempt(tc_source *s, double first) {
  tc_source_stages *g = &s->stages;
  const int32_t values = s->options.states * s->cells;
  if (g->is_attempt) discard_attempt(s);
  g->is_attempt = true;
  g->fault = s->fault;
  g->failure = s->failure;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < values; i++) {
    g->last[i] = first * g->rate[TC_FORCING_BEGIN][i];
    g->before[i] = 0.0;
  }
  if (g->mean && s->cells > 0) memset(g->mean, 0, (size_t)s->cells * sizeof *g->mean);
}

static void add_source_change(const tc_source *s, const evaluation *e, int32_t from, int32_t to) {
  const double product = e->stage->product, flow = e->stage->flow;
  const double *start = s->stages.value[TC_FORCING_BEGIN];
  for (int32_t i = from; i < to; i++) {
    const double change = s->value[i] - start[i];
    e->out[i] += product * change;
    s->stages.mean[i] += flow * change;
  }
}

/* Computes W_j, the change of state k after the current stage j. The result overwrites W_(j-2) in the array
 * `before`. */
static void combine_state(const tc_source *s, const tc_forcing_stage *c, int k, int32_t from, int32_t to,
                          const double *rate) {
  const double *start = tc_source_state_values(s->stages.rate[TC_FORCING_BEGIN], s, k),
               *last = tc_source_state_values(s->stages.last, s, k);
  double *before = tc_source_state_values(s->stages.before, s, k);
  for (int32_t i = from; i < to; i++)
    before[i] = c->last * last[i] + c->before * before[i] + c->product * (rate[i - from] - start[i]) +
                c->first * start[i];
}

static void use_stage(const tc_source *s, const evaluation *e, int32_t from, int32_t to, const double *rate) {
  if (s->value && !s->fixed) add_source_change(s, e, from, to);
  for (int k = 0; k < s->options.states; k++)
    combine_state(s, e->stage, k, from, to, rate + (size_t)k * block);
}

void tc_source_add_stage(tc_source *s, const tc_forcing_stage *stage, const double *field,
                         const double *change, double *next, tc_ledger *ledger) {
  tc_source_stages *g = &s->stages;
  double *const last = g->last;
  const evaluation e = {.time = stage->time,
                        .field = field,
                        .change = change,
                        .state_change = last,
                        .use = use_stage,
                        .stage = stage,
                        .out = next};
  if (tc_source_is_fixed(s)) return;
  evaluate_all(s, &e, ledger);
  g->last = g->before;
  g->before = last;
}

static void swap_sides(double *side[2]) {
  double *const end = side[TC_FORCING_END];
  side[TC_FORCING_END] = side[TC_FORCING_BEGIN];
  side[TC_FORCING_BEGIN] = end;
}

void tc_source_accept(tc_source *s) {
  tc_source_stages *g = &s->stages;
  const int32_t values = s->options.states * s->cells;
#pragma omp parallel for schedule(static)
  for (int32_t i = 0; i < values; i++) s->state[i] += g->last[i];
#pragma omp parallel for schedule(static) if (s->value && !s->fixed)
  for (int32_t i = 0; i < (s->value && !s->fixed ? s->cells : 0); i++)
    s->value[i] = g->value[TC_FORCING_BEGIN][i] + g->mean[i];
  if (g->has_end) swap_sides(g->value);
  if (g->has_end) swap_sides(g->rate);
  g->is_attempt = g->has_end = false;
}
