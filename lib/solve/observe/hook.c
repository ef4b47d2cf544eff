/* Calls the hooks of a run. Some hooks are collective, others may fail on one rank alone
 * (tc_hook.is_per_rank). An error of a per-rank hook is communicated only after all due hooks have been
 * called. */
#include "solve/observe/hook.h"

#include <math.h>

#include "base/core/timer.h"
#include "solve/space/field.h"

tc_status tc_hook_change(const tc_space *space, const tc_run_state *now, double *out) {
  if (!now->change) return tc_field_difference_norm(space, now->value, now->previous_value, out);
  TC_TRY(tc_field_dot(space, now->change, now->change, out));
  *out = sqrt(*out);
  return TC_OK;
}

bool tc_hook_is_periodic(const tc_hook *hook, const tc_run_state *now) {
  return now->step == 0 || now->last || (hook->every > 0 && now->step % hook->every == 0);
}

int64_t tc_hook_count(int64_t every, int64_t steps) {
  const int64_t gap = every > 0 ? every : steps + 1;
  return 1 + steps / gap + (steps % gap != 0);
}

int64_t tc_hook_count_after(int64_t every, int64_t from, int64_t steps) {
  const int64_t gap = every > 0 ? every : steps + 1;
  return from < steps ? steps / gap - from / gap + (steps % gap != 0) : 0;
}

typedef enum call { ASK, PAUSE, ACT } call;

typedef tc_status function(void *self, const tc_run_state *now);

static function *function_of(const tc_hook *h, call which) {
  return which == ASK ? h->check_stop : which == PAUSE ? h->check_pause : h->run;
}

static tc_status call_one(tc_hook *h, function *one, const tc_run_state *now) {
  const double began = tc_now_s();
  const tc_status status = one(h->self, now);
  h->seconds += tc_now_s() - began;
  return status;
}

static bool is_error(tc_status wish) { return wish && tc_status_code(wish) != TC_STOPPED; }

/* Stores `next` in *first if *first is TC_OK, or if *first is a stop and `next` an error. Otherwise frees
 * `next`. */
static void record_first_error(tc_status *first, tc_status next) {
  const bool replaces = !*first || (!is_error(*first) && is_error(next));
  tc_status_free(replaces ? first : &next);
  if (replaces) *first = next;
}

/* Collective. Agrees on the status of the hooks of which each rank has its own. An error of any rank prevails
 * over stops of other ranks, which takes another reduction, but only if a rank stops. */
static tc_status agree_on_status(const tc_world *world, tc_status own) {
  tc_status error = is_error(own) ? tc_status_create(tc_status_code(own), "%s", tc_status_text(own)) : TC_OK;
  tc_status status = tc_world_agree(world, own);
  if (status && !is_error(status))
    record_first_error(&status, tc_world_agree(world, error));
  else
    tc_status_free(&error);
  return status;
}

/* Calls one function of all due hooks. An error of a hook that may fail on one rank alone is returned only
 * after all calls. The other ranks may already be in a later collective hook and wait for this rank. */
static tc_status call_all(const tc_world *world, tc_hook *hook, int hooks, call which,
                          const tc_run_state *now) {
  tc_status own = TC_OK, common = TC_OK;
  bool differ = false;
  for (tc_hook *h = hook; h < hook + hooks && !common; h++) {
    function *const one = function_of(h, which);
    if (!one || !h->is_due(h, now)) continue;
    differ = differ || h->is_per_rank;
    record_first_error(h->is_per_rank ? &own : &common, call_one(h, one, now));
  }
  record_first_error(&common, differ ? agree_on_status(world, own) : TC_OK);
  return common;
}

tc_status tc_hooks_run(const tc_world *world, tc_hook *hook, int hooks, tc_run_state *now, tc_status *stop) {
  tc_status wish = now->last ? TC_OK : call_all(world, hook, hooks, ASK, now);
  if (is_error(wish)) return wish;
  if (wish) now->last = true;
  if (!now->last) {
    wish = call_all(world, hook, hooks, PAUSE, now);
    if (is_error(wish)) return wish;
    now->paused = wish;
  }
  *stop = wish;
  return call_all(world, hook, hooks, ACT, now);
}

bool tc_hooks_need_field(const tc_hook *hook, int hooks, const tc_run_state *now) {
  bool any = now->last;
  for (int i = 0; i < hooks && !any; i++) any = !hook[i].ignores_field && hook[i].is_due(&hook[i], now);
  return any;
}

tc_status tc_hooks_begin(const tc_hook *hook, int hooks, const tc_run_state *now) {
  for (int i = 0; i < hooks; i++)
    if (hook[i].begin) TC_TRY(hook[i].begin(hook[i].self, now));
  return TC_OK;
}

tc_status tc_hooks_resume(const tc_hook *hook, int hooks, const tc_run_state *now) {
  for (int i = 0; i < hooks; i++)
    if (hook[i].resume) TC_TRY(hook[i].resume(hook[i].self, now));
  return TC_OK;
}

tc_status tc_hooks_list_restart(const tc_hook *hook, int hooks, struct tc_restart_list *list) {
  for (int i = 0; i < hooks; i++)
    if (hook[i].list_restart) TC_TRY(hook[i].list_restart(hook[i].self, list));
  return TC_OK;
}

tc_status tc_hooks_flush(const tc_hook *hook, int hooks) {
  for (int i = 0; i < hooks; i++)
    if (hook[i].flush) TC_TRY(hook[i].flush(hook[i].self));
  return TC_OK;
}

void tc_hooks_end(tc_hook *hook, int hooks, bool failed) {
  for (int i = hooks - 1; i >= 0; i--)
    if (hook[i].end) hook[i].end(hook[i].self, failed);
}
