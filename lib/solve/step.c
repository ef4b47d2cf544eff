#include "solve/step.h"

#include <math.h>

#include "base/memory.h"
#include "base/stats.h"
#include "base/timer.h"
#include "solve/monitor.h"
#include "solve/watch.h"

enum { check_every = 100 };

/* The state of a running loop. */
typedef struct loop {
  const tc_problem *problem;
  const tc_step_choice *choice;
  const tc_observer *observer;
  tc_operator *op;
  tc_vector *now, *next; /* the field, and where the step puts it */
  tc_watch watch;
  tc_ledger ledger; /* of the last step */
  double longest_silence_s;
  tc_wall wall;
  tc_samples total, phase[TC_PHASE_COUNT];
} loop;

int64_t tc_observer_calls(const tc_observer *observer, int64_t steps) {
  const int64_t every = observer->every > 0 ? observer->every : steps + 1;
  return 1 + steps / every + (steps % every != 0);
}

static bool is_due(const loop *l, int64_t step) {
  if (!l->observer) return false;
  if (step == 0 || step == l->choice->steps) return true;
  return l->observer->every > 0 && step % l->observer->every == 0;
}

static bool is_watched(const loop *l) {
  return tc_strategy_valid(l->choice->strategy) ||
         l->problem->space->world->ranks == 1; /* else its field means nothing */
}

static tc_status check(loop *l, int64_t step) {
  const bool end = step == l->choice->steps;
  if (!is_watched(l) || !(end || step % check_every == 0 || is_due(l, step))) return TC_OK;
  return tc_watch_check(&l->watch, l->now->value, step, end);
}

static tc_status observe(const loop *l, int64_t step) {
  if (!is_due(l, step)) return TC_OK;
  return l->observer->observe(l->observer->context, step, (double)step * l->choice->dt, l->now->value);
}

/* The initial field, before the loop and its clock. */
static tc_status observe_start(const loop *l, const tc_log *log) {
  if (!l->observer) return TC_OK;
  const tc_phase phase = tc_log_begin(log, "write the first snapshot");
  TC_TRY(observe(l, 0));
  tc_log_end(&phase);
  return TC_OK;
}

/* One step, timed as a whole and by phases. */
static tc_status advance(loop *l) {
  tc_ledger ledger = {0};
  double begin = tc_now_s();
  TC_TRY(tc_operator_apply(l->op, l->now, l->next, &ledger));
  tc_samples_add(&l->total, tc_now_s() - begin);
  for (int p = 0; p < TC_PHASE_COUNT; p++) tc_samples_add(&l->phase[p], ledger.seconds.of[p]);
  l->ledger = ledger;
  l->longest_silence_s = fmax(l->longest_silence_s, ledger.longest_silence_s);
  tc_vector_swap(l->now, l->next);
  return TC_OK;
}

static tc_status march(loop *l, tc_monitor *monitor) {
  for (int64_t step = 1; step <= l->choice->steps; step++) {
    TC_TRY(advance(l));
    TC_TRY(check(l, step));
    const double began = tc_now_s();
    TC_TRY(observe(l, step));
    l->wall.snapshots_s += tc_now_s() - began;
    tc_monitor_step(monitor, step);
  }
  return TC_OK;
}

static tc_status run(loop *l, const tc_log *log) {
  tc_monitor monitor;
  if (is_watched(l)) TC_TRY(tc_watch_begin(l->problem->space, l->now->value, l->choice->proved, &l->watch));
  TC_TRY(observe_start(l, log));
  tc_monitor_start(&monitor, log, "step", l->choice->steps);
  const double began = tc_now_s();
  tc_status status = march(l, &monitor);
  l->wall.total_s = tc_now_s() - began;
  if (status)
    tc_monitor_break(&monitor);
  else
    tc_monitor_end(&monitor);
  return status;
}

static tc_status open_loop(loop *l) {
  const tc_space *space = l->problem->space;
  const tc_operator_choice choice = {l->choice->strategy, l->choice->format, 1.0, l->choice->dt, 2};
  TC_TRY(tc_operator_create(space->world, space->halo, l->problem->system->rates, &choice, &l->op));
  l->now = tc_operator_vector(l->op, 0);
  l->next = tc_operator_vector(l->op, 1);
  return TC_OK;
}

static void close_loop(loop *l) {
  tc_operator_destroy(&l->op);
  tc_watch_end(&l->watch);
}

static void report(const loop *l, tc_measure *out) {
  const tc_world *world = l->problem->space->world;
  *out = (tc_measure){.rank = world->rank,
                      .node = world->node,
                      .rows = l->problem->space->owned,
                      .ledger = l->ledger};
  out->ledger.longest_silence_s = l->longest_silence_s;
  out->peak_memory_B = (double)tc_memory_peak();
  out->total_s = tc_samples_median(&l->total);
  out->wall = l->wall;
  out->wall.steps_s = l->total.sum;
  out->wall.checks_s = l->wall.total_s - l->total.sum - l->wall.snapshots_s; /* with all that is left */
  out->wall.slow_share = tc_samples_above(&l->total, 2.0 * out->total_s);
  for (int p = 0; p < TC_PHASE_COUNT; p++) out->ledger.seconds.of[p] = tc_samples_median(&l->phase[p]);
}

tc_status tc_step_run(const tc_problem *problem, const tc_step_choice *choice, const tc_observer *observer,
                      const tc_log *log, double *value, tc_measure *measure) {
  loop *l = NULL; /* holds the samples: too large for the stack */
  tc_status status = TC_OK;
  TC_TRY(TC_WORLD_ALLOC(problem->space->world, l, 1));
  l->problem = problem;
  l->choice = choice;
  l->observer = observer;
  TC_GUARD(status, open_loop(l));
  tc_vector_load(value, l->now);
  TC_GUARD(status, run(l, log));
  tc_vector_store(l->now, value);
  report(l, measure);
cleanup:
  close_loop(l);
  tc_free(l);
  return status;
}
