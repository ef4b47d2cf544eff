#include "solve/observe/watchdog_hook.h"

bool tc_watchdog_hook_checks_range(const tc_watchdog_hook_data *w, const tc_run_state *now) {
  bool due = now->last || now->step % TC_WATCHDOG_INTERVAL == 0 || w->rules.overshoot > 0.0;
  for (int i = 0; i < w->count && !due; i++)
    due = w->others[i].publishes_field && w->others[i].is_due(&w->others[i], now);
  return due;
}

static bool is_due(const tc_hook *hook, const tc_run_state *now) {
  const tc_watchdog_hook_data *w = hook->self;
  /* Stabilised steps are checked after every step, because the field may grow quickly if an eigenvalue is
   * outside the ellipse that the search has found. In a closed run (no forcing and no outflow) with error
   * control this is not necessary, because the error control itself checks the norm. */
  const bool every_step = w->rules.stages > 0 && !(w->is_controlled && w->watch.closed);
  return every_step || (now->step == 1 && !w->watch.closed) || tc_watchdog_hook_checks_range(w, now);
}

tc_status tc_watchdog_hook_reset(tc_watchdog_hook_data *w, const double *value) {
  return tc_watchdog_init(w->problem, w->input, value, w->rules, &w->watch);
}

static tc_status begin_watchdog(void *self, const tc_run_state *now) {
  return tc_watchdog_hook_reset(self, now->value);
}

static tc_status run_watchdog(void *self, const tc_run_state *now) {
  tc_watchdog_hook_data *w = self;
  return now->step == 0 ? TC_OK : tc_watchdog_check(&w->watch, now, tc_watchdog_hook_checks_range(w, now));
}

static tc_status list_watchdog_restart(void *self, tc_restart_list *list) {
  return tc_watchdog_list_restart(&((tc_watchdog_hook_data *)self)->watch, list);
}

tc_hook tc_watchdog_hook(tc_watchdog_hook_data *watching) {
  const bool is_every_step = watching->rules.stages > 0 && !watching->is_controlled;
  watching->watch = (tc_watchdog){.problem = NULL};
  return (tc_hook){.self = watching,
                   .every = is_every_step ? 1 : TC_WATCHDOG_INTERVAL,
                   .is_due = is_due,
                   .begin = begin_watchdog,
                   .list_restart = list_watchdog_restart,
                   .run = run_watchdog};
}
