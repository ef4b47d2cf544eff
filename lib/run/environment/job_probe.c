/* Hook of the speed probe (job_probe.h). The ranks decide in reductions, here called agreements, if the probe
 * is called. The step of the next agreement follows from the minimum interval between calls and the mean time
 * of the steps since the last agreement. It is at most twice the number of steps so far. The first agreements
 * are therefore after steps 1, 2, 4, .. until the pace is known. */
#include "run/environment/job_probe.h"

#include <math.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/core/timer.h"
#include "calibration/node/speed_probe.h"
#include "solve/observe/remaining_time.h"

/* Maximum share of the time of the steps so far that calls of the probe between the steps may need. */
static const double share_max = 0.004;

/* Minimum time between two agreements, because probe_seconds may be very small. */
static const double interval_min_s = 0.1;

struct tc_job_probe_memory {
  tc_speed_probe *probe; /* speed probe; NULL if tests replace its source */
  tc_probe_series all, during;
};

static double read_clock(const tc_job_probe *p) {
  return p->source.now_s ? p->source.now_s(p->source.self) : tc_now_s();
}

static tc_probe_times call_probe(const tc_job_probe *p) {
  return p->source.call ? p->source.call(p->source.self) : tc_speed_probe_call(p->memory->probe);
}

/* ---- memory ---- */

static tc_status create_memory(tc_job_probe *p) {
  TC_TRY(TC_ALLOC_ZERO(p->memory, 1));
  return p->source.call ? TC_OK : tc_speed_probe_create(&p->memory->probe);
}

static void free_memory(tc_job_probe *p) {
  if (p->memory) tc_speed_probe_destroy(&p->memory->probe);
  tc_free(p->memory);
  p->memory = NULL;
}

/* Collective. Allocates the memory of the probe. If a rank has too little memory, the job continues without
 * the probe on all ranks. */
static tc_status allocate(tc_job_probe *p, const tc_log *log) {
  tc_status status = tc_world_agree(p->world, create_memory(p));
  if (!status) return TC_OK;
  free_memory(p);
  if (tc_status_is_local(status)) return status;
  tc_log_write(log, TC_LOG_VERBOSE, "no speed probe during the steps: %s", tc_status_text(status));
  tc_status_free(&status);
  return TC_OK;
}

/* ---- calls ---- */

/* Performs the calls of the probe before or after the steps. Returns the wall time of the calls. */
static double call_around(tc_job_probe *p) {
  const double start_s = read_clock(p);
  for (int call = 0; call < p->around; call++) {
    const tc_probe_times times = call_probe(p);
    tc_probe_series_add(&p->memory->all, &times);
  }
  return read_clock(p) - start_s;
}

static void call_between_steps(tc_job_probe *p) {
  const double start_s = read_clock(p);
  const tc_probe_times times = call_probe(p);
  tc_probe_series_add(&p->memory->all, &times);
  tc_probe_series_add(&p->memory->during, &times);
  p->during_s += read_clock(p) - start_s;
}

/* ---- hook ---- */

/* Collective. Performs the calls before the steps. Their time counts as time of checks, in whichever phase of
 * the job they are made. */
static tc_status prepare(void *self, const tc_run_state *now) {
  tc_job_probe *p = self;
  tc_job_clock *const clock = tc_log_clock(now->log);
  tc_job_clock_enter(clock, TC_JOB_PHASE_checks);
  const tc_status status = allocate(p, now->log);
  if (p->memory) p->call_s = call_around(p) / p->around;
  tc_job_clock_leave(clock);
  return status;
}

static tc_status begin_steps(void *self, const tc_run_state *now) {
  tc_job_probe *p = self;
  p->begin_s = p->last_s = p->checked_s = read_clock(p);
  p->first = p->checked = now->step;
  p->next = now->step + 1;
  return TC_OK;
}

/* Plans the next agreement (collective decision about a call) for wait_s seconds from now. since_s is the
 * time in s since the last agreement. Both are equal on all ranks. */
static void plan_next(tc_job_probe *p, int64_t step, double since_s, double wait_s) {
  const int64_t max = step - p->first;
  const double steps = (double)(step - p->checked) / since_s * wait_s;
  const int64_t ahead = steps < (double)max ? (int64_t)steps : max;
  p->next = step + (ahead > 1 ? ahead : 1);
  p->checked = step;
  p->checked_s = read_clock(p);
}

/* Returns the time of the steps so far without the time of all hooks. */
static double steps_seconds(const tc_job_probe *p, const tc_run_state *now, double now_s) {
  return now_s - p->begin_s - fmax(tc_hooks_seconds(now), p->during_s);
}

/* Collective. Calls the probe if its interval has passed on some rank, unless the call would exceed the
 * allowed share of the time on some rank. */
static tc_status call_if_due(tc_job_probe *p, const tc_run_state *now) {
  const double now_s = read_clock(p);
  double most[3] = {now_s - p->last_s, now_s - p->checked_s,
                    p->during_s + p->call_s - share_max * steps_seconds(p, now, now_s)};
  TC_TRY(tc_world_max(p->world, most, 3));
  const bool is_time = most[0] >= p->interval_s;
  if (is_time && most[2] <= 0.0) call_between_steps(p);
  if (is_time) p->last_s = read_clock(p);
  plan_next(p, now->step, most[1], is_time ? p->interval_s : p->interval_s - most[0]);
  return TC_OK;
}

/* Collective. Performs the last calls, frees the buffer and gathers the results. */
static tc_status end_steps(tc_job_probe *p, const tc_run_state *now) {
  tc_job_probe_rank own = {.during_s = p->during_s, .steps_s = steps_seconds(p, now, read_clock(p))};
  call_around(p);
  own.all = tc_probe_series_summary(&p->memory->all);
  own.during = tc_probe_series_summary(&p->memory->during);
  if (p->world->shm_groups > 1) gethostname(own.node, sizeof own.node - 1);
  free_memory(p);
  return tc_world_gather(p->world, &own, sizeof own, &p->rank);
}

static bool is_due(const tc_hook *hook, const tc_run_state *now) {
  const tc_job_probe *p = hook->self;
  return p->memory && (now->step == 0 || now->step >= p->next || now->last || now->paused);
}

static tc_status run(void *self, const tc_run_state *now) {
  tc_job_probe *p = self;
  if (now->step == 0) begin_steps(p, now);
  if (now->last || now->paused) return end_steps(p, now);
  return now->step > p->first ? call_if_due(p, now) : TC_OK;
}

tc_hook tc_job_probe_hook(tc_job_probe *p, const tc_world *world, double interval_s, double steps_s) {
  p->world = world;
  p->interval_s = fmax(interval_s, interval_min_s);
  p->around = steps_s < tc_probe_short_steps_s ? TC_SPEED_PROBE_FEW_CALLS : TC_SPEED_PROBE_CALLS;
  return (tc_hook){.self = p,
                   .is_due = is_due,
                   .begin = prepare,
                   .resume = begin_steps,
                   .run = run,
                   .ignores_field = true};
}

void tc_job_probe_free(tc_job_probe *p) {
  free_memory(p);
  tc_free(p->rank);
  p->rank = NULL;
}
