/* Local steps of operator splitting. Cells are independent of each other in a local step, so a thread
 * performs all parts for a block of cells before the next block. A part from t to t + h is a step of Heun's
 * method: it evaluates source and rates at t, predicts v and the states at t + h by explicit Euler, evaluates
 * source and rates there, and advances by the mean of both. */
#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/core/timer.h"
#include "comm/world/mpi_world.h"
#include "solve/problem/source_internal.h"

#define TC_PHASE "advancing sources and states"

enum { block = TC_BYTECODE_BLOCK, BEGIN = 0, END = 1 };

/* A block of cells, first .. first + count - 1, in a local step. A part is one step of Heun's method. */
typedef struct local_block {
  const tc_source *source;
  int thread;
  int32_t first, count;
  double *v;
  double time[2]; /* simulated times at the beginning and at the end of the current part */
  /* v before the local step, and v predicted for the end of a part */
  double initial[block], predicted[block];
  double value[2][block]; /* source at both ends of a part */
  double *rate[2];        /* [states][block] rates at both ends of a part */
  double *state;          /* [states][block] states predicted for the end of a part */
  tc_strided_values *column[2];
  tc_source_fault fault; /* first invalid source of the block */
} local_block;

static size_t variables_of(const tc_source *s) { return TC_SOURCE_VARIABLES + (size_t)s->options.states; }

static tc_status alloc_local(tc_source *s) {
  const size_t threads = (size_t)s->threads, states = (size_t)s->options.states;
  if (s->local_rate) return TC_OK;
  TC_TRY(TC_POOL_ARRAY_ZERO(&s->memory, s->local_rate, s->cells));
  TC_TRY(TC_POOL_ARRAY_ZERO(&s->memory, s->local_scratch, threads * 3 * states * block));
  return TC_POOL_ARRAY_ZERO(&s->memory, s->local_column, threads * 2 * variables_of(s));
}

tc_status tc_source_prepare_local(tc_source *s) {
  if (s->options.function)
    return tc_status_create(TC_USAGE,
                            "time.splitting: operator splitting does not support a source function: "
                            "set it to none");
  return tc_world_agree(s->space->world, alloc_local(s));
}

/* Makes the formulas read the values of the cells of the block at the beginning and at the end of a part. */
static void set_columns(const tc_source *s, local_block *b) {
  for (int end = BEGIN; end <= END; end++) {
    for (int k = 0; k < 3; k++)
      b->column[end][k] = (tc_strided_values){s->space->centroid + 3 * (size_t)b->first + k, 3};
    b->column[end][TC_SOURCE_T] = (tc_strided_values){&b->time[end], 0};
  }
  b->column[BEGIN][TC_SOURCE_V] = (tc_strided_values){b->v, 1};
  b->column[END][TC_SOURCE_V] = (tc_strided_values){b->predicted, 1};
  for (int k = 0; k < s->options.states; k++) {
    const double *state = tc_source_state_values(s->state, s, k) + b->first;
    b->column[BEGIN][TC_SOURCE_VARIABLES + k] = (tc_strided_values){state, 1};
    b->column[END][TC_SOURCE_VARIABLES + k] = (tc_strided_values){b->state + (size_t)k * block, 1};
  }
}

static void begin_block(const tc_source *s, int32_t first, double *v, local_block *b) {
  const size_t thread = (size_t)omp_get_thread_num(), size = (size_t)s->options.states * block;
  double *const scratch = s->local_scratch + thread * 3 * size;
  *b = (local_block){.source = s,
                     .thread = (int)thread,
                     .first = first,
                     .count = s->cells - first < block ? s->cells - first : block,
                     .v = v + first,
                     .rate = {scratch, scratch + size},
                     .state = scratch + 2 * size,
                     .fault = {INFINITY, TC_GID_NONE, -1, NAN}};
  for (int end = BEGIN; end <= END; end++)
    b->column[end] = s->local_column + (2 * thread + (size_t)end) * variables_of(s);
  memcpy(b->initial, b->v, (size_t)b->count * sizeof *b->v);
  set_columns(s, b);
}

static int find_invalid_state(const local_block *b, int end, int32_t i) {
  for (int k = 0; k < b->source->options.states; k++)
    if (tc_source_is_invalid(b->column[end][TC_SOURCE_VARIABLES + k].value[i])) return k;
  return -1;
}

/* Records the lowest cell of the block in which the source is invalid, unless an earlier evaluation has
 * recorded one. Ignores cells in which v is invalid. */
static void record_fault(local_block *b, int end) {
  const double *v = b->column[end][TC_SOURCE_V].value;
  tc_source_fault *f = &b->fault;
  if (isfinite(f->time)) return;
  for (int32_t i = 0; i < b->count; i++) {
    const tc_gid cell = b->source->space->id[b->first + i];
    if (tc_source_is_invalid(b->value[end][i]) && !tc_source_is_invalid(v[i]) && cell < f->cell)
      *f = (tc_source_fault){b->time[end], cell, find_invalid_state(b, end, i), v[i]};
  }
}

/* Evaluates source and rates of the block at the beginning or the end of a part. */
static void evaluate(local_block *b, int end) {
  const tc_source *s = b->source;
  int invalid = 0;
  if (s->options.source)
    tc_expression_evaluate_range(s->options.source, b->thread, b->column[end], 0, b->count, b->value[end]);
  for (int k = 0; k < s->options.states; k++)
    tc_expression_evaluate_range(s->options.state[k].rate, b->thread, b->column[end], 0, b->count,
                                 b->rate[end] + (size_t)k * block);
  for (int32_t i = 0; i < b->count; i++) invalid |= tc_source_is_invalid(b->value[end][i]);
  if (invalid) record_fault(b, end);
}

/* out = from + factor a */
static void predict(int32_t count, const double *from, double factor, const double *a, double *out) {
  for (int32_t i = 0; i < count; i++) out[i] = from[i] + factor * a[i];
}

/* y += factor (a + b) */
static void add_mean(int32_t count, double factor, const double *a, const double *b, double *y) {
  for (int32_t i = 0; i < count; i++) y[i] += factor * (a[i] + b[i]);
}

/* Performs one part, of length h, between b->time[BEGIN] and b->time[END]. */
static void advance_part(local_block *b, double h) {
  const tc_source *s = b->source;
  evaluate(b, BEGIN);
  predict(b->count, b->v, h, b->value[BEGIN], b->predicted);
  for (int k = 0; k < s->options.states; k++)
    predict(b->count, tc_source_state_values(s->state, s, k) + b->first, h,
            b->rate[BEGIN] + (size_t)k * block, b->state + (size_t)k * block);
  evaluate(b, END);
  if (s->options.source) add_mean(b->count, 0.5 * h, b->value[BEGIN], b->value[END], b->v);
  for (int k = 0; k < s->options.states; k++)
    add_mean(b->count, 0.5 * h, b->rate[BEGIN] + (size_t)k * block, b->rate[END] + (size_t)k * block,
             tc_source_state_values(s->state, s, k) + b->first);
}

/* Stores the change of v in the local step divided by dt. It is computed from v and not from the formulas, so
 * that the balance of the integral includes rounding. The source of a time step is the mean of these rates
 * over its local steps, which have equal lengths. */
static void store_rate(const local_block *b, const tc_local_steps *local, int index, double dt) {
  const tc_source *s = b->source;
  const double share = 1.0 / tc_local_steps_count(local), per_time = dt > 0.0 ? 1.0 / dt : 0.0;
  if (!s->value) return;
  for (int32_t i = 0; i < b->count; i++) {
    const double rate = (b->v[i] - b->initial[i]) * per_time;
    s->local_rate[b->first + i] = rate;
    s->value[b->first + i] = (index > 0 ? s->value[b->first + i] : 0.0) + share * rate;
  }
}

static bool is_earlier(const tc_source_fault *a, const tc_source_fault *b) {
  return a->time < b->time || (a->time == b->time && a->cell < b->cell);
}

/* Performs a local step for the block of cells that begins with `first`. */
static void advance_block(tc_source *s, const tc_local_steps *local, int index, double t, double dt,
                          int32_t first, double *v, tc_source_fault *fault) {
  local_block b;
  begin_block(s, first, v, &b);
  for (int p = 0; p < local->parts; p++) {
    b.time[BEGIN] = t + dt * p / local->parts;
    b.time[END] = t + dt * (p + 1) / local->parts;
    advance_part(&b, dt / local->parts);
  }
  store_rate(&b, local, index, dt);
  if (isinf(b.fault.time)) return;
#pragma omp critical(tc_source_local_fault)
  if (is_earlier(&b.fault, fault)) *fault = b.fault;
}

void tc_source_advance_local(tc_source *s, const tc_local_steps *local, int index, double t, double dt,
                             double *v, tc_ledger *ledger) {
  const double start_s = tc_now_s();
  tc_source_fault fault = {INFINITY, TC_GID_NONE, -1, NAN};
#pragma omp parallel for schedule(static) num_threads(s->threads)
  for (int32_t first = 0; first < s->cells; first += block)
    advance_block(s, local, index, t, dt, first, v, &fault);
  s->is_here = false;
  if (isinf(s->fault.time)) s->fault = fault;
  if (ledger) ledger->count.source_cells += 2 * (int64_t)local->parts * s->cells;
  tc_ledger_add_time(ledger, TC_PHASE_source, start_s);
}

const double *tc_source_local_rate(const tc_source *s) { return s->local_rate; }
