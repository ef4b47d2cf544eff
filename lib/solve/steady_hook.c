#include "solve/steady_hook.h"

#include <math.h>

#include "solve/field.h"

enum { every = 100 };

static bool is_due(const tc_hook *hook, const tc_instant *now) {
  return now->step > 0 && tc_hook_is_periodic(hook, now);
}

static double total(const tc_labels *labels) {
  double sum = 0.0;
  for (int32_t k = 0; k < labels->count; k++) sum += labels->size[k];
  return sum;
}

static tc_status measure(tc_steadying *s, const tc_instant *now) {
  double norm;
  TC_TRY(tc_field_change(s->space, now->value, now->before, &norm));
  s->change = norm / (now->dt * sqrt(total(s->space->regions)));
  s->step = now->step;
  s->reached = s->change <= s->tolerance;
  return TC_OK;
}

static tc_status ask(void *self, const tc_instant *now) {
  tc_steadying *s = self;
  TC_TRY(measure(s, now));
  if (!s->reached) return TC_OK;
  return tc_status_make(TC_STOPPED, "steady by step %lld", (long long)now->step);
}

/* Nobody is asked at the last step. */
static tc_status act(void *self, const tc_instant *now) {
  tc_steadying *s = self;
  return s->step == now->step ? TC_OK : measure(s, now);
}

tc_hook tc_steady_hook(tc_steadying *steadying) {
  steadying->change = -1.0;
  steadying->step = 0;
  steadying->reached = false;
  return (tc_hook){.self = steadying, .every = every, .due = is_due, .ask = ask, .act = act};
}
