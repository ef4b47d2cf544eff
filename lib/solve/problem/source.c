/* Evaluates the source and the rates of local states in blocks of cells whose data fit into a cache. All
 * rates of a block are evaluated before a state of the block changes. A step only records an invalid value,
 * and the next collective check reports this value. */
#include "comm/world/mpi_world.h"
#include "solve/problem/source_internal.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "solve/space/field.h"

#define TC_PHASE "evaluating sources and states"

enum { block = TC_BYTECODE_BLOCK };

const char *const tc_source_variable[TC_SOURCE_VARIABLES] = {"x", "y", "z", "t", "v"};

static const tc_source_fault no_fault = {INFINITY, TC_GID_NONE, -1, NAN};

static void set_columns(tc_source *s) {
  for (int k = 0; k < 3; k++) s->column[k] = (tc_strided_values){s->space->centroid + k, 3};
  memcpy(s->late, s->column, 3 * sizeof *s->late);
  s->column[TC_SOURCE_T] = (tc_strided_values){&s->time, 0};
  s->late[TC_SOURCE_T] = (tc_strided_values){&s->end, 0};
  for (int k = 0; k < s->options.states; k++)
    s->column[TC_SOURCE_VARIABLES + k] = (tc_strided_values){tc_source_state_values(s->state, s, k), 1};
}

/* Prepares all formulas for evaluation by several threads at once. */
static tc_status prepare_formulas(const tc_source *s) {
  if (s->options.source) TC_TRY(tc_expression_reserve_threads(s->options.source, s->threads));
  for (int k = 0; k < s->options.states; k++)
    TC_TRY(tc_expression_reserve_threads(s->options.state[k].rate, s->threads));
  return TC_OK;
}

static tc_status alloc_source(tc_source *s) {
  const size_t cells = (size_t)s->cells, states = (size_t)s->options.states;
  const bool has_function = s->options.function;
  if (has_function || s->options.source) TC_TRY(TC_POOL_ARRAY_ZERO(&s->memory, s->value, cells));
  if (has_function) TC_TRY(TC_POOL_ARRAY_ZERO(&s->memory, s->part, cells));
  if (has_function) TC_TRY(TC_POOL_ARRAY_ZERO(&s->memory, s->late_part, cells));
  TC_TRY(TC_POOL_ARRAY_ZERO(&s->memory, s->state, states * cells));
  TC_TRY(TC_POOL_ARRAY_ZERO(&s->memory, s->rate, (size_t)s->threads * states * block));
  TC_TRY(TC_POOL_ARRAY_ZERO(&s->memory, s->column, TC_SOURCE_VARIABLES + states));
  set_columns(s);
  return prepare_formulas(s);
}

tc_status tc_source_create(const tc_space *space, const tc_source_options *choice, tc_source **out) {
  tc_source *s = NULL;
  TC_TRY(TC_WORLD_ALLOC(space->world, s, 1));
  s->space = space;
  s->options = *choice;
  s->cells = space->owned;
  const bool has_source = choice->source || choice->function;
  s->fixed = has_source && !tc_source_depends(choice, TC_SOURCE_T);
  s->timed = has_source && !s->fixed && !tc_source_depends(choice, TC_SOURCE_V);
  s->threads = omp_get_max_threads();
  s->fault = no_fault;
  TC_RETURN_CREATED(tc_world_agree(space->world, alloc_source(s)), s, tc_source_destroy(&s), out);
}

void tc_source_destroy(tc_source **source) { TC_POOL_DESTROY_OWNER(source); }

static size_t state_bytes(const tc_source *s) {
  return (size_t)s->options.states * (size_t)s->cells * sizeof *s->state;
}

tc_status tc_source_save_initial_states(tc_source *s) {
  if (!s->first) TC_TRY(TC_POOL_ARRAY(&s->memory, s->first, (size_t)s->options.states * (size_t)s->cells));
  memcpy(s->first, s->state, state_bytes(s));
  return TC_OK;
}

tc_status tc_source_init_states(tc_source *s) {
  s->fault = no_fault;
  s->failure = (tc_function_failure){0};
  if (s->first) {
    memcpy(s->state, s->first, state_bytes(s));
    return TC_OK;
  }
  for (int k = 0; k < s->options.states; k++) {
    tc_expression *initial = s->options.state[k].initial;
    TC_TRY(tc_field_evaluate(s->space, tc_expression_where(initial), initial, 0.0,
                             tc_source_state_values(s->state, s, k)));
  }
  return TC_OK;
}

/* ---- performing a step ---- */

static bool add_rates(double dt, const double *rate, int32_t count, double *to) {
  int invalid = 0;
  for (int32_t i = 0; i < count; i++) {
    to[i] += dt * rate[i];
    invalid |= tc_source_is_invalid(rate[i]);
  }
  return invalid;
}

/* True if the source of a step is a mean, weighted by theta, of the values at the beginning and at the end of
 * the step. */
static bool is_weighted(const tc_source *s) { return s->timed && s->theta > 0.0; }

static void evaluate_weighted(const tc_source *s, int thread, int32_t from, int32_t to, double *value) {
  double early[block];
  tc_expression_evaluate_range(s->options.source, thread, s->late, from, to, value);
  if (s->theta == 1.0) return;
  tc_expression_evaluate_range(s->options.source, thread, s->column, from, to, early);
  for (int32_t i = 0; i < to - from; i++) value[i] = (1.0 - s->theta) * early[i] + s->theta * value[i];
}

/* Adds the values of the user's function to those of the formula, or copies them if there is no formula. */
static void add_function_value(const tc_source *s, int32_t from, int32_t to) {
  for (int32_t i = from; i < to; i++) s->value[i] = (s->options.source ? s->value[i] : 0.0) + s->part[i];
}

static void evaluate_formula(const tc_source *s, int thread, int32_t from, int32_t to) {
  if (is_weighted(s))
    evaluate_weighted(s, thread, from, to, s->value + from);
  else
    tc_expression_evaluate_range(s->options.source, thread, s->column, from, to, s->value + from);
}

void tc_source_evaluate_block(const tc_source *s, int thread, int32_t from, int32_t to) {
  if (s->fixed && s->is_here) return;
  if (s->options.source) evaluate_formula(s, thread, from, to);
  if (s->part) add_function_value(s, from, to);
}

/* Performs a step for the cells from .. to - 1, whose data fit into a cache. Evaluates all rates before any
 * state changes. Returns true if the source of a cell is invalid. */
static bool advance_block(const tc_source *s, int thread, int32_t from, int32_t to, double dt, double *next) {
  const int states = s->options.states;
  double *rate = s->rate + (size_t)thread * (size_t)states * block;
  if (s->value) tc_source_evaluate_block(s, thread, from, to);
  for (int k = 0; k < states; k++)
    tc_expression_evaluate_range(s->options.state[k].rate, thread, s->column, from, to,
                                 rate + (size_t)k * block);
  for (int k = 0; k < states; k++)
    add_rates(dt, rate + (size_t)k * block, to - from, tc_source_state_values(s->state, s, k) + from);
  return s->value && add_rates(dt, s->value + from, to - from, next + from);
}

static int find_invalid_state(const tc_source *s, int32_t cell) {
  for (int k = 0; k < s->options.states; k++)
    if (tc_source_is_invalid(s->column[TC_SOURCE_VARIABLES + k].value[cell])) return k;
  return -1;
}

/* If the source is weighted in time, the recorded time is the end of this step, because the previous step has
 * already checked the values at the beginning of this step. */
void tc_source_record_fault(tc_source *s, const double *v) {
  tc_source_fault *f = &s->fault;
  for (int32_t i = 0; i < s->cells; i++)
    if (tc_source_is_invalid(s->value[i]) && !tc_source_is_invalid(v[i]) && s->space->id[i] < f->cell)
      *f = (tc_source_fault){is_weighted(s) ? s->end : s->time, s->space->id[i], find_invalid_state(s, i),
                             v[i]};
}

void tc_source_set_theta(tc_source *s, double theta) { s->theta = theta; }

void tc_source_advance(tc_source *s, double t, double dt, const double *v_now, double *v_next,
                       tc_ledger *ledger) {
  const double start_s = tc_now_s();
  bool invalid = false;
  s->time = t;
  s->end = t + dt;
  s->column[TC_SOURCE_V] = (tc_strided_values){v_now, 1};
  tc_source_update_part(s, v_now);
#pragma omp parallel for schedule(static) num_threads(s->threads) reduction(|| : invalid)
  for (int32_t from = 0; from < s->cells; from += block)
    invalid = advance_block(s, omp_get_thread_num(), from, from + block < s->cells ? from + block : s->cells,
                            dt, v_next) ||
              invalid;
  s->is_here = true;
  if (invalid && isinf(s->fault.time)) tc_source_record_fault(s, v_now);
  if (ledger) ledger->count.source_cells += s->cells;
  tc_ledger_add_time(ledger, TC_PHASE_source, start_s);
}

/* ---- checks for invalid values ---- */

/* Collective. Finds the lowest cell of all ranks with an invalid value; TC_GID_NONE if there is none. */
static tc_status find_invalid_cell(const tc_space *space, const double *value, tc_gid *out) {
  tc_gid cell = TC_GID_NONE;
#pragma omp parallel for schedule(static) reduction(min : cell)
  for (int32_t i = 0; i < space->owned; i++)
    if (tc_source_is_invalid(value[i]) && space->id[i] < cell) cell = space->id[i];
  *out = cell;
  return TC_MPI(space->world,
                MPI_Allreduce(MPI_IN_PLACE, out, 1, TC_MPI_GID, MPI_MIN, tc_world_comm(space->world)));
}

static tc_status check_formula(const tc_source *s, tc_expression *formula, double *out) {
  tc_gid cell;
  TC_TRY(tc_world_agree(s->space->world, tc_expression_evaluate(formula, s->cells, s->column, out)));
  TC_TRY(find_invalid_cell(s->space, out, &cell));
  if (cell == TC_GID_NONE) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: the formula is not finite (NaN or infinite), or more than %g, in cell %lld at "
                          "t = 0: correct the formula",
                          tc_expression_where(formula), TC_FIELD_MAX, (long long)cell + s->space->base);
}

tc_status tc_source_check_steady(const tc_source *s) {
  const tc_source_options *c = &s->options;
  if (c->states == 0 && !tc_source_depends(c, TC_SOURCE_V)) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: time.method steady cannot be used because %s: set time.method to implicit or "
                          "euler, together with time.steady",
                          c->states > 0 ? tc_expression_where(c->state[0].rate) : tc_source_where(s),
                          c->states > 0 ? "the config has local states"
                                        : "the source depends on v or on local states");
}

/* Collective. Evaluates the user's function at t = 0, checks its values, and adds them to those of the
 * formula. */
static tc_status check_function(tc_source *s, const double *v) {
  tc_gid cell;
  TC_TRY(tc_world_agree(s->space->world, tc_source_call(s, 0.0, v, s->part)));
  TC_TRY(find_invalid_cell(s->space, s->part, &cell));
  if (cell != TC_GID_NONE)
    return tc_status_create(TC_NUMERICAL,
                            "source function: the value is not finite, or more than %g, in cell %lld at "
                            "t = 0: correct the program",
                            TC_FIELD_MAX, (long long)cell + s->space->base);
  add_function_value(s, 0, s->cells);
  return TC_OK;
}

tc_status tc_source_evaluate_initial(tc_source *s, const double *v) {
  double *rate = NULL;
  tc_status status = TC_OK;
  s->time = 0.0;
  s->column[TC_SOURCE_V] = (tc_strided_values){v, 1};
  if (s->options.source) TC_TRY(check_formula(s, s->options.source, s->value));
  if (s->part) TC_TRY(check_function(s, v));
  s->is_here = true;
  TC_TRY(TC_WORLD_ALLOC(s->space->world, rate, s->cells));
  for (int k = 0; k < s->options.states && !status; k++)
    status = check_formula(s, s->options.state[k].rate, rate);
  tc_free(rate);
  return status;
}

static tc_status state_error(const tc_source *s, int state, tc_gid cell, double t) {
  return tc_status_create(TC_NUMERICAL,
                          "%s: the state has become NaN or infinite, or more than %g, first in cell %lld at "
                          "t = %.6g: correct the rate or use a smaller time.dt",
                          tc_expression_where(s->options.state[state].rate), TC_FIELD_MAX,
                          (long long)cell + s->space->base, t);
}

tc_status tc_source_check_finite(const tc_source *s) {
  const tc_source_fault *f = &s->fault;
  const tc_world *world = s->space->world;
  double first[2] = {-f->time, s->failure.result != 0};
  TC_TRY(tc_world_max(world, first, 2));
  const double time = first[0];
  if (first[1] > 0.0) return tc_function_failure_agree(world, &s->failure, "source function");
  if (isinf(time)) return TC_OK;
  const bool early = f->time == -time;
  tc_gid cell = early ? f->cell : TC_GID_NONE;
  TC_TRY(TC_MPI(world, MPI_Allreduce(MPI_IN_PLACE, &cell, 1, TC_MPI_GID, MPI_MIN, tc_world_comm(world))));
  const bool is_first_fault = early && f->cell == cell;
  double details[2] = {is_first_fault ? (double)f->state : -INFINITY, is_first_fault ? f->v : -INFINITY};
  TC_TRY(tc_world_max(world, details, 2));
  if (details[0] >= 0.0) return state_error(s, (int)details[0], cell, -time);
  return tc_status_create(TC_NUMERICAL,
                          "%s: the formula is not finite (NaN or infinite), or more than %g, in cell %lld at "
                          "t = %.6g, where v = %.6g: correct the formula, or use a smaller time.dt if v "
                          "should not reach that value",
                          tc_source_where(s), TC_FIELD_MAX, (long long)cell + s->space->base, -time,
                          details[1]);
}

tc_status tc_source_check_states(tc_source *s, double t) {
  for (int k = 0; k < s->options.states; k++) {
    tc_gid cell;
    TC_TRY(find_invalid_cell(s->space, tc_source_state_values(s->state, s, k), &cell));
    if (cell < TC_GID_NONE) return state_error(s, k, cell, t);
  }
  return TC_OK;
}

const double *tc_source_value(const tc_source *s) { return s->value; }
int tc_source_states(const tc_source *s) { return s->options.states; }
const char *tc_source_state_name(const tc_source *s, int state) { return s->options.state[state].name; }
double *tc_source_state(tc_source *s, int state) { return tc_source_state_values(s->state, s, state); }
bool tc_source_is_fixed(const tc_source *s) { return tc_source_options_are_fixed(&s->options); }
int32_t tc_source_cells(const tc_source *s) { return s->cells; }
