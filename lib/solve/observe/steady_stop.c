/* Checks whether a run has reached a steady state. A check compares the change per unit of time of the field
 * and of each local state with the tolerance. The hook stores the local states of the previous check, because
 * the integrator does not retain them. */
#include "solve/observe/steady_stop.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/core/memory.h"
#include "solve/space/field.h"
#include "solve/space/restart_list.h"

#define TC_PHASE "checking for a steady state"

static double total_volume(const tc_labels *labels) {
  double sum = 0.0;
  for (int32_t k = 0; k < labels->count; k++) sum += labels->size[k];
  return sum;
}

static int count_states(const tc_steady_stop *s) { return s->source ? tc_source_states(s->source) : 0; }

/* Called before the first step. Stores the initial local states for the first check. */
static tc_status begin_steady_stop(void *self, const tc_run_state *now) {
  tc_steady_stop *s = self;
  (void)now;
  const size_t owned = (size_t)s->space->owned;
  if (count_states(s) == 0) return TC_OK;
  TC_TRY(tc_world_agree(s->space->world, TC_ALLOC(s->previous_states, owned * (size_t)count_states(s))));
  for (int k = 0; k < count_states(s); k++)
    memcpy(s->previous_states + owned * (size_t)k, tc_source_state(s->source, k),
           owned * sizeof *s->previous_states);
  return TC_OK;
}

/* Sets *largest to the largest volume-weighted norm of the change of any local state since the last check.
 * Then stores the current states for the next check. */
static tc_status measure_state_change(tc_steady_stop *s, double *largest) {
  const size_t owned = (size_t)s->space->owned;
  *largest = 0.0;
  for (int k = 0; k < count_states(s); k++) {
    double norm, *previous = s->previous_states + owned * (size_t)k;
    const double *state = tc_source_state(s->source, k);
    TC_TRY(tc_field_difference_norm(s->space, state, previous, &norm));
    *largest = fmax(*largest, norm);
    memcpy(previous, state, owned * sizeof *previous);
  }
  return TC_OK;
}

/* Collective. Computes s->hidden, the change per unit of time that rounding may hide. A change in one step is
 * lost if it is less than half a unit in the last place of the value. */
static tc_status compute_rounding(tc_steady_stop *s, const tc_run_state *now) {
  double square;
  s->hidden = 0.0;
  if (now->change) return TC_OK;
  TC_TRY(tc_field_dot(s->space, now->value, now->value, &square));
  s->hidden = 0.25 * DBL_EPSILON * sqrt(square / total_volume(s->space->regions)) / now->dt;
  return TC_OK;
}

static tc_status measure_change(tc_steady_stop *s, const tc_run_state *now) {
  const double size = sqrt(total_volume(s->space->regions));
  double norm, states;
  TC_TRY(tc_hook_change(s->space, now, &norm));
  TC_TRY(compute_rounding(s, now));
  TC_TRY(measure_state_change(s, &states));
  const double new_unsolved_norm = now->unsolved_norm - s->previous_unsolved_norm;
  s->unsolved_norm =
      new_unsolved_norm > 0.0 ? new_unsolved_norm / ((now->time - s->previous_time) * size) : 0.0;
  s->previous_unsolved_norm = now->unsolved_norm;
  s->change = norm / (now->dt * size) + s->unsolved_norm;
  if (states > 0.0) s->change = fmax(s->change, states / ((now->time - s->previous_time) * size));
  s->previous_time = now->time;
  s->step = now->step;
  s->reached = s->change <= s->tolerance && s->hidden <= s->tolerance;
  return TC_OK;
}

static tc_status check_steady(void *self, const tc_run_state *now) {
  tc_steady_stop *s = self;
  if (now->step == 0) return TC_OK;
  TC_TRY(measure_change(s, now));
  if (!s->reached) return TC_OK;
  return tc_status_create(TC_STOPPED, "steady state reached at step %lld", (long long)now->step);
}

/* Measures the change at the last step, because the hook's function check_stop is not called at that step. */
static tc_status update_steady_stop(void *self, const tc_run_state *now) {
  tc_steady_stop *s = self;
  return s->step == now->step ? TC_OK : measure_change(s, now);
}

static tc_status list_steady_stop_restart(void *self, tc_restart_list *list) {
  tc_steady_stop *s = self;
  const int32_t owned = s->space->owned;
  TC_TRY(tc_restart_list_add_common(list, &s->change, 1, "steady.change"));
  TC_TRY(tc_restart_list_add_common(list, &s->unsolved_norm, 1, "steady.left"));
  TC_TRY(tc_restart_list_add_integer(list, &s->step, "steady.step"));
  TC_TRY(tc_restart_list_add_common(list, &s->previous_time, 1, "steady.seen_at"));
  TC_TRY(tc_restart_list_add_common(list, &s->previous_unsolved_norm, 1, "steady.was_left"));
  for (int k = 0; k < count_states(s); k++)
    TC_TRY(tc_restart_list_add_cells(list, s->previous_states + (size_t)owned * (size_t)k, owned,
                                     "steady.seen.%s", tc_source_state_name(s->source, k)));
  return TC_OK;
}

static void end_steady_stop(void *self, bool failed) {
  tc_steady_stop *s = self;
  (void)failed;
  tc_free(s->previous_states);
  s->previous_states = NULL;
}

tc_hook tc_steady_stop_hook(tc_steady_stop *steadying) {
  steadying->previous_states = NULL;
  steadying->previous_time = steadying->previous_unsolved_norm = steadying->unsolved_norm =
      steadying->hidden = 0.0;
  steadying->change = -1.0;
  steadying->step = 0;
  steadying->reached = false;
  return (tc_hook){.self = steadying,
                   .every = TC_STEADY_STOP_INTERVAL,
                   .is_due = tc_hook_is_periodic,
                   .begin = begin_steady_stop,
                   .list_restart = list_steady_stop_restart,
                   .check_stop = check_steady,
                   .run = update_steady_stop,
                   .end = end_steady_stop};
}
