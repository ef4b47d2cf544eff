#include "solve/watch_hook.h"

enum { every = 100 };

static bool is_due(const tc_hook *hook, const tc_instant *now) {
  const tc_watching *w = hook->self;
  bool due = tc_hook_is_periodic(hook, now) || (now->step == 1 && !w->watch.closed);
  for (int i = 0; i < w->count && !due; i++) due = w->others[i].shows && w->others[i].due(&w->others[i], now);
  return due;
}

static tc_status act(void *self, const tc_instant *now) {
  tc_watching *w = self;
  if (now->step == 0) return tc_watch_begin(w->problem, w->input, now->value, w->rules, &w->watch);
  return tc_watch_check(&w->watch, now);
}

static void end(void *self, bool failed) {
  (void)failed;
  tc_watch_end(&((tc_watching *)self)->watch);
}

tc_hook tc_watch_hook(tc_watching *watching) {
  watching->watch = (tc_watch){.problem = NULL};
  return (tc_hook){.self = watching, .every = every, .due = is_due, .act = act, .end = end};
}
