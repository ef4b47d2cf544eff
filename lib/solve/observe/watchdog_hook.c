#include "solve/observe/watchdog_hook.h"

enum { every = 100 };

static bool is_due(const tc_hook *hook, const tc_instant *now) {
  const tc_watching *w = hook->self;
  bool due = tc_hook_is_periodic(hook, now) || (now->step == 1 && !w->watch.closed);
  for (int i = 0; i < w->count && !due; i++) due = w->others[i].shows && w->others[i].due(&w->others[i], now);
  return due;
}

static tc_status begin(void *self, const tc_instant *now) {
  tc_watching *w = self;
  return tc_watch_begin(w->problem, w->input, now->value, w->rules, &w->watch);
}

static tc_status act(void *self, const tc_instant *now) {
  return now->step == 0 ? TC_OK : tc_watch_check(&((tc_watching *)self)->watch, now);
}

static tc_status keep(void *self, tc_keep *list) {
  return tc_watch_keep(&((tc_watching *)self)->watch, list);
}

static void end(void *self, bool failed) {
  (void)failed;
  tc_watch_end(&((tc_watching *)self)->watch);
}

tc_hook tc_watch_hook(tc_watching *watching) {
  watching->watch = (tc_watch){.problem = NULL};
  return (tc_hook){.self = watching,
                   .every = every,
                   .due = is_due,
                   .begin = begin,
                   .keep = keep,
                   .act = act,
                   .end = end};
}
