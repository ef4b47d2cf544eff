#include "solve/observe/stop_hook.h"

#include "base/core/timer.h"

/* The hook is due at the steps that the pace has chosen (solve/observe/pace.h). It is also due at the first
 * step of each call of tc_step_advance. A program that makes few steps per call is therefore stopped by the
 * next call. */
static bool is_due(const tc_hook *hook, const tc_run_state *now) {
  return now->is_first || now->step >= ((const tc_stop_hook_data *)hook->self)->pace.next;
}

/* Collective. Returns TC_STOPPED if a stop was requested on any rank. `count` is the number of steps or
 * iterations so far. The message contains `what` and `number`, the step or iteration after which the run
 * stops. */
static tc_status check_request(tc_stop_hook_data *s, int64_t count, const char *what, int64_t number) {
  const double now_s = tc_now_s();
  double maxima[2] = {(double)s->is_requested, now_s - s->pace.looked_s};
  TC_TRY(tc_world_max(s->world, maxima, 2));
  tc_pace_set(&s->pace, count, maxima[1], now_s);
  if (maxima[0] == 0.0) return TC_OK;
  s->is_requested = 0;
  return tc_status_create(TC_STOPPED, "stopped on request after %s %lld", what, (long long)number);
}

static tc_status check_after_step(void *self, const tc_run_state *now) {
  return check_request(self, now->step, "step", now->step);
}

static tc_status check_after_iteration(void *self, const tc_run_state *now) {
  tc_stop_hook_data *s = self;
  if (++s->iterations < s->pace.next && !now->is_first) return TC_OK;
  return check_request(s, s->iterations, "iteration", now->iteration);
}

tc_hook tc_stop_hook(tc_stop_hook_data *data, const tc_world *world) {
  *data = (tc_stop_hook_data){.world = world, .pace = {.gap = 1, .looked_s = tc_now_s()}};
  return (tc_hook){.self = data,
                   .is_due = is_due,
                   .check_pause = check_after_step,
                   .between_iterations = check_after_iteration,
                   .ignores_field = true};
}
