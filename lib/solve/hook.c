#include "solve/hook.h"

#include "base/timer.h"

bool tc_hook_is_periodic(const tc_hook *hook, const tc_instant *now) {
  return now->step == 0 || now->last || (hook->every > 0 && now->step % hook->every == 0);
}

int64_t tc_hook_times(int64_t every, int64_t steps) {
  const int64_t gap = every > 0 ? every : steps + 1;
  return 1 + steps / gap + (steps % gap != 0);
}

static tc_status call_one(tc_hook *h, bool asking, const tc_instant *now) {
  const double began = tc_now_s();
  const tc_status status = (asking ? h->ask : h->act)(h->self, now);
  h->seconds += tc_now_s() - began;
  return status;
}

/* Of several errors the first stays. */
static void keep(tc_status *first, tc_status next) {
  if (*first)
    tc_status_free(&next);
  else
    *first = next;
}

/* Errors of local hooks wait until all have been called: nobody may leave while others go on to a collective
 * one. */
static tc_status call_all(const tc_world *world, tc_hook *hook, int hooks, bool asking,
                          const tc_instant *now) {
  tc_status own = TC_OK, common = TC_OK;
  bool differ = false;
  for (tc_hook *h = hook; h < hook + hooks && !common; h++) {
    if (!(asking ? h->ask : h->act) || !h->due(h, now)) continue;
    differ = differ || h->local;
    keep(h->local ? &own : &common, call_one(h, asking, now));
  }
  keep(&common, differ ? tc_world_agree(world, own) : TC_OK);
  return common;
}

tc_status tc_hooks_call(const tc_world *world, tc_hook *hook, int hooks, tc_instant *now, tc_status *stop) {
  tc_status wish = now->last ? TC_OK : call_all(world, hook, hooks, true, now);
  if (wish && tc_status_code(wish) != TC_STOPPED) return wish;
  if (wish) now->last = true;
  *stop = wish;
  return call_all(world, hook, hooks, false, now);
}

bool tc_hooks_look(const tc_hook *hook, int hooks, const tc_instant *now) {
  bool any = now->last;
  for (int i = 0; i < hooks && !any; i++) any = !hook[i].blind && hook[i].due(&hook[i], now);
  return any;
}

void tc_hooks_end(tc_hook *hook, int hooks, bool failed) {
  for (int i = hooks - 1; i >= 0; i--)
    if (hook[i].end) hook[i].end(hook[i].self, failed);
}
