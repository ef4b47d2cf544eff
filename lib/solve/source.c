#include "solve/source.h"

#include <math.h>
#include <omp.h>
#include <string.h>

#include "base/memory.h"
#include "base/timer.h"
#include "solve/field.h"

#define TC_PHASE "looking at states"

enum { intervals = 16, block = TC_PROGRAM_BLOCK };

const char *const tc_source_variable[TC_SOURCE_VARIABLES] = {"x", "y", "z", "t", "v"};

/* What made the field wild that was not yet. */
typedef struct fault {
  double time; /* INFINITY: none */
  tc_gid cell; /* the lowest */
  int state;   /* -1: the source itself */
  double v;    /* there */
} fault;

static const fault no_fault = {INFINITY, TC_GID_NONE, -1, NAN};

struct tc_source {
  const tc_space *space;
  tc_source_choice choice;
  int32_t cells;
  double time;
  double *value;       /* [cells]; NULL without a source */
  double *state;       /* [states][cells] */
  double *first;       /* [states][cells] that they begin with; NULL: by their formulas */
  int threads;         /* that work */
  double *rate;        /* [threads][states][block]: of the cells at hand */
  tc_column *column;   /* of each variable */
  bool fixed, is_here; /* the source is the same at any time; it was evaluated */
  fault fault;         /* the first */
};

static double *of_state(double *all, const tc_source *s, int state) {
  return all + (size_t)state * (size_t)s->cells;
}

static void point_columns(tc_source *s) {
  for (int k = 0; k < 3; k++) s->column[k] = (tc_column){s->space->centroid + k, 3};
  s->column[TC_SOURCE_T] = (tc_column){&s->time, 0};
  for (int k = 0; k < s->choice.states; k++)
    s->column[TC_SOURCE_VARIABLES + k] = (tc_column){of_state(s->state, s, k), 1};
}

static bool is_fixed(const tc_source_choice *choice) {
  bool fixed = choice->source != NULL;
  for (int k = TC_SOURCE_T; fixed && k < TC_SOURCE_VARIABLES + choice->states; k++)
    fixed = !tc_expression_uses(choice->source, k);
  return fixed;
}

/* Formulas for all threads. */
static tc_status prepare(const tc_source *s) {
  if (s->choice.source) TC_TRY(tc_expression_prepare(s->choice.source, s->threads));
  for (int k = 0; k < s->choice.states; k++)
    TC_TRY(tc_expression_prepare(s->choice.state[k].rate, s->threads));
  return TC_OK;
}

tc_status tc_source_create(const tc_space *space, const tc_source_choice *choice, tc_source **out) {
  const tc_world *world = space->world;
  const size_t cells = (size_t)space->owned, states = (size_t)choice->states;
  tc_source *s = NULL;
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(world, s, 1));
  s->space = space;
  s->choice = *choice;
  s->cells = space->owned;
  s->fixed = is_fixed(choice);
  s->threads = omp_get_max_threads();
  s->fault = no_fault;
  if (choice->source) TC_GUARD(status, TC_WORLD_ALLOC(world, s->value, cells));
  TC_GUARD(status, TC_WORLD_ALLOC(world, s->state, states * cells));
  TC_GUARD(status, TC_WORLD_ALLOC(world, s->rate, (size_t)s->threads * states * block));
  TC_GUARD(status, TC_WORLD_ALLOC(world, s->column, TC_SOURCE_VARIABLES + states));
  TC_GUARD(status, tc_world_agree(world, prepare(s)));
  point_columns(s);
  *out = s;
  return TC_OK;
cleanup:
  tc_source_destroy(&s);
  return status;
}

void tc_source_destroy(tc_source **source) {
  tc_source *s = *source;
  if (!s) return;
  tc_free(s->value);
  tc_free(s->state);
  tc_free(s->first);
  tc_free(s->rate);
  tc_free(s->column);
  tc_free(s);
  *source = NULL;
}

static size_t state_bytes(const tc_source *s) {
  return (size_t)s->choice.states * (size_t)s->cells * sizeof *s->state;
}

tc_status tc_source_keep(tc_source *s) {
  if (!s->first) TC_TRY(TC_ALLOC(s->first, (size_t)s->choice.states * (size_t)s->cells));
  memcpy(s->first, s->state, state_bytes(s));
  return TC_OK;
}

tc_status tc_source_begin(tc_source *s) {
  s->fault = no_fault;
  if (s->first) {
    memcpy(s->state, s->first, state_bytes(s));
    return TC_OK;
  }
  for (int k = 0; k < s->choice.states; k++) {
    tc_expression *initial = s->choice.state[k].initial;
    TC_TRY(tc_field_evaluate(s->space, tc_expression_where(initial), initial, 0.0, of_state(s->state, s, k)));
  }
  return TC_OK;
}

/* ---- steps ---- */

static bool is_wild(double value) { return !(fabs(value) <= TC_FIELD_MOST); }

static bool add(double dt, const double *rate, int32_t count, double *to) {
  int wild = 0;
  for (int32_t i = 0; i < count; i++) {
    to[i] += dt * rate[i];
    wild |= is_wild(rate[i]);
  }
  return wild;
}

/* Some cells, while they are in the cache: all rates before any state changes. Whether the source is wild. */
static bool advance_block(const tc_source *s, int thread, int32_t from, int32_t to, double dt, double *next) {
  const int states = s->choice.states;
  double *rate = s->rate + (size_t)thread * (size_t)states * block;
  if (s->value && !(s->fixed && s->is_here))
    tc_expression_run(s->choice.source, thread, s->column, from, to, s->value + from);
  for (int k = 0; k < states; k++)
    tc_expression_run(s->choice.state[k].rate, thread, s->column, from, to, rate + (size_t)k * block);
  for (int k = 0; k < states; k++)
    add(dt, rate + (size_t)k * block, to - from, of_state(s->state, s, k) + from);
  return s->value && add(dt, s->value + from, to - from, next + from);
}

static int wild_state(const tc_source *s, int32_t cell) {
  for (int k = 0; k < s->choice.states; k++)
    if (is_wild(of_state(s->state, s, k)[cell])) return k;
  return -1;
}

/* A source is not to blame for being wild where the field is. */
static void note_fault(tc_source *s, const double *v) {
  fault *f = &s->fault;
  for (int32_t i = 0; i < s->cells; i++)
    if (is_wild(s->value[i]) && !is_wild(v[i]) && s->space->id[i] < f->cell)
      *f = (fault){s->time, s->space->id[i], wild_state(s, i), v[i]};
}

void tc_source_advance(tc_source *s, double t, double dt, const double *v_now, double *v_next,
                       tc_ledger *ledger) {
  const double since = tc_now_s();
  bool wild = false;
  s->time = t;
  s->column[TC_SOURCE_V] = (tc_column){v_now, 1};
#pragma omp parallel for schedule(static) num_threads(s->threads) reduction(|| : wild)
  for (int32_t from = 0; from < s->cells; from += block)
    wild = advance_block(s, omp_get_thread_num(), from, from + block < s->cells ? from + block : s->cells, dt,
                         v_next) ||
           wild;
  s->is_here = true;
  if (wild && isinf(s->fault.time)) note_fault(s, v_now);
  if (ledger) ledger->count.source_cells += s->cells;
  tc_ledger_lap(ledger, TC_PHASE_source, since);
}

/* ---- what is no number to go on with ---- */

/* On all ranks the lowest of all; TC_GID_NONE: none. */
static tc_status find_wild(const tc_space *space, const double *value, tc_gid *out) {
  tc_gid cell = TC_GID_NONE;
#pragma omp parallel for schedule(static) reduction(min : cell)
  for (int32_t i = 0; i < space->owned; i++)
    if (is_wild(value[i]) && space->id[i] < cell) cell = space->id[i];
  *out = cell;
  return TC_MPI(MPI_Allreduce(MPI_IN_PLACE, out, 1, TC_MPI_GID, MPI_MIN, space->world->comm));
}

static tc_status try_formula(const tc_source *s, tc_expression *formula, double *out) {
  tc_gid cell;
  TC_TRY(tc_world_agree(s->space->world, tc_expression_fill(formula, s->cells, s->column, out)));
  TC_TRY(find_wild(s->space, out, &cell));
  if (cell == TC_GID_NONE) return TC_OK;
  return tc_status_make(TC_USAGE,
                        "%s: the formula is not finite (NaN or infinite), or more than %g, in cell %lld at t "
                        "= 0",
                        tc_expression_where(formula), TC_FIELD_MOST, (long long)cell + s->space->base);
}

tc_status tc_source_try(tc_source *s, const double *v) {
  double *rate = NULL;
  tc_status status = TC_OK;
  s->time = 0.0;
  s->column[TC_SOURCE_V] = (tc_column){v, 1};
  if (s->value) TC_TRY(try_formula(s, s->choice.source, s->value));
  s->is_here = true;
  TC_TRY(TC_WORLD_ALLOC(s->space->world, rate, s->cells));
  for (int k = 0; k < s->choice.states && !status; k++)
    status = try_formula(s, s->choice.state[k].rate, rate);
  tc_free(rate);
  return status;
}

static tc_status wild_state_in(const tc_source *s, int state, tc_gid cell, double t) {
  return tc_status_make(TC_NUMERICAL,
                        "%s: the state has become NaN or infinite, or more than %g, first seen in cell %lld "
                        "at t = %.6g",
                        tc_expression_where(s->choice.state[state].rate), TC_FIELD_MOST,
                        (long long)cell + s->space->base, t);
}

tc_status tc_source_judge(const tc_source *s) {
  const fault *f = &s->fault;
  const tc_world *world = s->space->world;
  double time = -f->time;
  TC_TRY(tc_world_max(world, &time, 1));
  if (isinf(time)) return TC_OK;
  const bool early = f->time == -time;
  tc_gid cell = early ? f->cell : TC_GID_NONE;
  TC_TRY(TC_MPI(MPI_Allreduce(MPI_IN_PLACE, &cell, 1, TC_MPI_GID, MPI_MIN, world->comm)));
  const bool here = early && f->cell == cell;
  double told[2] = {here ? (double)f->state : -INFINITY, here ? f->v : -INFINITY};
  TC_TRY(tc_world_max(world, told, 2));
  if (told[0] >= 0.0) return wild_state_in(s, (int)told[0], cell, -time);
  return tc_status_make(TC_NUMERICAL,
                        "%s: the formula is not finite (NaN or infinite), or more than %g, in cell %lld at t "
                        "= %.6g, where v = %.6g: if v should not get there, take a smaller time.dt",
                        tc_expression_where(s->choice.source), TC_FIELD_MOST,
                        (long long)cell + s->space->base, -time, told[1]);
}

tc_status tc_source_judge_states(tc_source *s, double t) {
  for (int k = 0; k < s->choice.states; k++) {
    tc_gid cell;
    TC_TRY(find_wild(s->space, of_state(s->state, s, k), &cell));
    if (cell < TC_GID_NONE) return wild_state_in(s, k, cell, t);
  }
  return TC_OK;
}

const double *tc_source_value(const tc_source *s) { return s->value; }
int tc_source_states(const tc_source *s) { return s->choice.states; }
const char *tc_source_state_name(const tc_source *s, int state) { return s->choice.state[state].name; }
double *tc_source_state(tc_source *s, int state) { return of_state(s->state, s, state); }
int32_t tc_source_cells(const tc_source *s) { return s->cells; }

/* ---- how fast things may change ---- */

typedef struct scan {
  double v;                       /* everywhere */
  double *moved, *before, *after; /* [cells] */
  double *size;                   /* [states] the largest of the whole mesh */
} scan;

static void close_scan(scan *a) {
  tc_free(a->moved);
  tc_free(a->before);
  tc_free(a->after);
  tc_free(a->size);
}

static tc_status open_scan(const tc_source *s, scan *a) {
  const tc_world *world = s->space->world;
  TC_TRY(TC_WORLD_ALLOC(world, a->moved, s->cells));
  TC_TRY(TC_WORLD_ALLOC(world, a->before, s->cells));
  TC_TRY(TC_WORLD_ALLOC(world, a->after, s->cells));
  TC_TRY(TC_WORLD_ALLOC(world, a->size, s->choice.states));
  for (int k = 0; k < s->choice.states; k++)
    for (int32_t i = 0; i < s->cells; i++) a->size[k] = fmax(a->size[k], fabs(of_state(s->state, s, k)[i]));
  return tc_world_max(world, a->size, s->choice.states);
}

/* NaN and infinity tell nothing. */
static void take_slopes(const tc_source *s, const scan *a, double distance, tc_slope *most) {
  for (int32_t i = 0; i < s->cells; i++) {
    const double slope = (a->after[i] - a->before[i]) / distance;
    if (!isfinite(slope)) continue;
    most->up = fmax(most->up, slope);
    most->down = fmax(most->down, -slope);
  }
}

static tc_status look_along_v(const tc_source *s, double low, double step, scan *a, tc_slope *part) {
  for (int j = 0; j <= intervals; j++) {
    double *last = a->after;
    a->after = a->before;
    a->before = last;
    a->v = low + j * step;
    TC_TRY(tc_expression_fill(s->choice.source, s->cells, s->column, a->after));
    if (j > 0) take_slopes(s, a, step, &part[j - 1]);
  }
  return TC_OK;
}

/* Of all ranks. Which part of low .. high is the steepest. */
static tc_status find_steepest(const tc_source *s, double low, double high, scan *a, int *out,
                               tc_slope *most) {
  const tc_world *world = s->space->world;
  tc_slope part[intervals] = {{0.0, 0.0}};
  TC_TRY(tc_world_agree(world, look_along_v(s, low, (high - low) / intervals, a, part)));
  TC_TRY(tc_world_max(world, &part[0].up, 2 * intervals));
  *out = 0;
  for (int j = 0; j < intervals; j++) {
    if (tc_slope_size(&part[j]) > tc_slope_size(&part[*out])) *out = j;
    most->up = fmax(most->up, part[j].up);
    most->down = fmax(most->down, part[j].down);
  }
  return TC_OK;
}

/* Once more from near by where it is the steepest: secants cut off peaks. */
static tc_status look_twice(const tc_source *s, double low, double high, scan *a, tc_slope *most) {
  const double step = (high - low) / intervals;
  int at;
  if (!s->choice.source || !tc_expression_uses(s->choice.source, TC_SOURCE_V)) return TC_OK;
  TC_TRY(find_steepest(s, low, high, a, &at, most));
  return find_steepest(s, fmax(low, low + (at - 1) * step), fmin(high, low + (at + 2) * step), a, &at, most);
}

static tc_status look_along_state(tc_source *s, int k, scan *a, tc_slope *most) {
  const double distance = a->size[k] > 0.0 ? 1e-3 * a->size[k] : 1e-3, *here = of_state(s->state, s, k);
  tc_column *column = &s->column[TC_SOURCE_VARIABLES + k];
  tc_expression *rate = s->choice.state[k].rate;
  if (!tc_expression_uses(rate, TC_SOURCE_VARIABLES + k)) return TC_OK;
  for (int32_t i = 0; i < s->cells; i++) a->moved[i] = here[i] + distance;
  TC_TRY(tc_expression_fill(rate, s->cells, s->column, a->before));
  column->value = a->moved;
  const tc_status status = tc_expression_fill(rate, s->cells, s->column, a->after);
  column->value = here;
  if (!status) take_slopes(s, a, distance, most);
  return status;
}

static tc_status look_at_states(tc_source *s, double low, double step, scan *a, tc_slope *most) {
  for (int j = 0; j < intervals; j++) {
    a->v = low + j * step;
    for (int k = 0; k < s->choice.states; k++) TC_TRY(look_along_state(s, k, a, most));
  }
  return TC_OK;
}

tc_status tc_source_stiffness(tc_source *s, double t, const double range[2], tc_stiffness *out) {
  const tc_world *world = s->space->world;
  const double low = range[0], high = range[1];
  const double width = high > low ? high - low : fabs(low) > 0.0 ? fabs(low) : 1.0;
  scan a = {0};
  tc_status status = TC_OK;
  *out = (tc_stiffness){0};
  s->time = t;
  s->column[TC_SOURCE_V] = (tc_column){&a.v, 0};
  TC_GUARD(status, open_scan(s, &a));
  TC_GUARD(status, look_twice(s, low, low + width, &a, &out->v));
  TC_GUARD(status, tc_world_agree(world, look_at_states(s, low, width / intervals, &a, &out->states)));
  double most[2] = {out->states.up, out->states.down};
  TC_GUARD(status, tc_world_max(world, most, 2));
  out->states = (tc_slope){most[0], most[1]};
cleanup:
  close_scan(&a);
  return status;
}

tc_status tc_source_judge_slopes(tc_source *s, double t, double dt, double diffusion, const double range[2]) {
  tc_stiffness now;
  TC_TRY(tc_source_stiffness(s, t, range, &now));
  const double bound = tc_stiffness_bound(&now, diffusion);
  if (dt <= bound) return TC_OK;
  const bool own =
      tc_slope_size(&now.v) > 0.0 && dt > tc_stiffness_bound(&(tc_stiffness){.v = now.v}, diffusion);
  return tc_status_make(TC_NUMERICAL,
                        "%s: unstable: by t = %.6g the %s become steeper, too steep for steps of %.6g; take "
                        "time.dt below %.6g",
                        tc_expression_where(own ? s->choice.source : s->choice.state[0].rate), t,
                        own ? "source has" : "rates of states have", dt, bound);
}
