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
  const int64_t interval = every > 0 ? every : steps + 1;
  return 1 + steps / interval + (steps % interval != 0);
}

int64_t tc_hook_count_after(int64_t every, int64_t from, int64_t steps) {
  const int64_t interval = every > 0 ? every : steps + 1;
  return from < steps ? steps / interval - from / interval + (steps % interval != 0) : 0;
}

typedef enum call_kind { CHECK_STOP, CHECK_PAUSE, RUN } call_kind;

typedef tc_status hook_function(void *self, const tc_run_state *now);

static hook_function *select_function(const tc_hook *h, call_kind kind) {
  return kind == CHECK_STOP ? h->check_stop : kind == CHECK_PAUSE ? h->check_pause : h->run;
}

static tc_status call_hook(tc_hook *h, hook_function *function, const tc_run_state *now) {
  const double start_s = tc_now_s();
  const tc_status status = function(h->self, now);
  h->seconds += tc_now_s() - start_s;
  h->calls += function == h->run;
  return status;
}

static bool is_error(tc_status request) { return request && tc_status_code(request) != TC_STOPPED; }

/* Stores `next` in *first if *first is TC_OK, or if *first is a stop and `next` an error. Otherwise frees
 * `next`. */
static void record_first_error(tc_status *first, tc_status next) {
  const bool replaces = !*first || (!is_error(*first) && is_error(next));
  tc_status_free(replaces ? first : &next);
  if (replaces) *first = next;
}

/* Collective. Agrees on the status of the hooks that may return different results on different ranks. An
 * error of any rank prevails over stops of other ranks. To find such an error, a second reduction is made if
 * the first one returns a stop. */
static tc_status agree_on_status(const tc_world *world, tc_status rank_status) {
  tc_status error = is_error(rank_status)
                        ? tc_status_create(tc_status_code(rank_status), "%s", tc_status_text(rank_status))
                        : TC_OK;
  tc_status status = tc_world_agree(world, rank_status);
  if (status && !is_error(status))
    record_first_error(&status, tc_world_agree(world, error));
  else
    tc_status_free(&error);
  return status;
}

/* Calls one function of all due hooks. An error of a hook that may fail on one rank alone is returned only
 * after all calls. The other ranks may already wait for this rank in a later collective hook. */
static tc_status call_hooks(const tc_world *world, tc_hook *hook, int hooks, call_kind kind,
                            const tc_run_state *now) {
  tc_status rank_status = TC_OK, shared_status = TC_OK;
  bool has_per_rank = false;
  for (tc_hook *h = hook; h < hook + hooks && !shared_status; h++) {
    hook_function *const function = select_function(h, kind);
    if (!function || !h->is_due(h, now)) continue;
    has_per_rank = has_per_rank || h->is_per_rank;
    record_first_error(h->is_per_rank ? &rank_status : &shared_status, call_hook(h, function, now));
  }
  record_first_error(&shared_status, has_per_rank ? agree_on_status(world, rank_status) : TC_OK);
  return shared_status;
}

tc_status tc_hooks_run(const tc_world *world, tc_hook *hook, int hooks, tc_run_state *now, tc_status *stop) {
  tc_status request = now->last ? TC_OK : call_hooks(world, hook, hooks, CHECK_STOP, now);
  if (is_error(request)) return request;
  if (request) now->last = true;
  if (!now->last) {
    request = call_hooks(world, hook, hooks, CHECK_PAUSE, now);
    if (is_error(request)) return request;
    now->paused = request;
  }
  *stop = request;
  return call_hooks(world, hook, hooks, RUN, now);
}

double tc_hooks_move_seconds(tc_hook *hook, int hooks, tc_job_clock *clock) {
  double moved_s = 0.0;
  for (tc_hook *h = hook; h < hook + hooks; h++) {
    const double seconds = h->seconds - h->moved_s;
    if (!(seconds > 0.0)) continue;
    tc_job_clock_move(clock, TC_JOB_PHASE_steps, h->job_phase ? h->job_phase : TC_JOB_PHASE_checks, seconds);
    h->moved_s = h->seconds;
    moved_s += seconds;
  }
  return moved_s;
}

void tc_hooks_reset_seconds(tc_hook *hook, int hooks) {
  for (int i = 0; i < hooks; i++) {
    hook[i].seconds = hook[i].moved_s = 0.0;
    hook[i].calls = 0;
  }
}

bool tc_hooks_need_field(const tc_hook *hook, int hooks, const tc_run_state *now) {
  bool is_needed = now->last;
  for (int i = 0; i < hooks && !is_needed; i++)
    is_needed = !hook[i].ignores_field && hook[i].is_due(&hook[i], now);
  return is_needed;
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
