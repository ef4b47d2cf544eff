#include "solve/observe/watchdog_hook.h"

static bool is_due(const tc_hook *hook, const tc_run_state *now) {
  const tc_watchdog_hook_data *w = hook->self;
  bool due = tc_hook_is_periodic(hook, now) || (now->step == 1 && !w->watch.closed);
  for (int i = 0; i < w->count && !due; i++)
    due = w->others[i].publishes_field && w->others[i].is_due(&w->others[i], now);
  return due;
}

tc_status tc_watchdog_hook_reset(tc_watchdog_hook_data *w, const double *value) {
  tc_watchdog_free(&w->watch);
  return tc_watchdog_init(w->problem, w->input, value, w->rules, &w->watch);
}

static tc_status begin_watchdog(void *self, const tc_run_state *now) {
  return tc_watchdog_hook_reset(self, now->value);
}

static tc_status run_watchdog(void *self, const tc_run_state *now) {
  return now->step == 0 ? TC_OK : tc_watchdog_check(&((tc_watchdog_hook_data *)self)->watch, now);
}

static tc_status list_watchdog_restart(void *self, tc_restart_list *list) {
  return tc_watchdog_list_restart(&((tc_watchdog_hook_data *)self)->watch, list);
}

static void end_watchdog(void *self, bool failed) {
  (void)failed;
  tc_watchdog_free(&((tc_watchdog_hook_data *)self)->watch);
}

tc_hook tc_watchdog_hook(tc_watchdog_hook_data *watching) {
  watching->watch = (tc_watchdog){.problem = NULL};
  return (tc_hook){.self = watching,
                   .every = watching->checks_every_step ? 1 : TC_WATCHDOG_INTERVAL,
                   .is_due = is_due,
                   .begin = begin_watchdog,
                   .list_restart = list_watchdog_restart,
                   .run = run_watchdog,
                   .end = end_watchdog};
}
