#include "run/outputs/agreement.h"

#include "base/core/stop_request.h"

static tc_status stopped_error(const tc_run_checkpoints *c, const tc_run_state *now,
                               const tc_run_agreement *a) {
  char limit[TC_JOB_LIMIT_TEXT];
  tc_job_limit_format(&c->progress->limit->job, limit);
  const char *reason = a->signal ? tc_stop_signal_name(a->signal) : a->wall ? "checkpoint.wall" : limit;
  if (now->iteration > 0)
    return tc_status_create(TC_STOPPED, "stopped by %s after iteration %lld: use --resume to continue",
                            reason, (long long)now->iteration);
  if (now->end > 0.0) /* True for a run with error control, even before its first step, when its record is
                         still empty. */
    return tc_status_create(TC_STOPPED,
                            "stopped by %s after step %lld, t = %.9g of %.9g: use --resume to continue",
                            reason, (long long)now->step, now->time, now->end);
  return tc_status_create(TC_STOPPED, "stopped by %s after step %lld of %lld: use --resume to continue",
                          reason, (long long)now->step, (long long)now->steps);
}

/* Collective. Sets a->is_late. elapsed_s is the time since the start of the program, and ending_s the time
 * needed to end the run; both are equal on all ranks. A run whose remaining time fits into the limit
 * continues. The root decides, because it alone has the forecast records. */
static tc_status check_limit(const tc_run_checkpoints *c, const tc_run_state *now, double elapsed_s,
                             double ending_s, tc_run_agreement *a) {
  const tc_run_limit *limit = c->progress->limit;
  a->least_s = tc_run_limit_least(limit, elapsed_s, ending_s);
  if (!(a->least_s > limit->job.limit_s)) return TC_OK;
  double passes = c->plan->world->rank == 0 && !tc_run_progress_fits(c->progress, now);
  TC_TRY(tc_world_max(c->plan->world, &passes, 1));
  a->is_late = passes > 0.0;
  return TC_OK;
}

tc_status tc_run_agreement_make(tc_run_checkpoints *c, const tc_run_state *now, int64_t count,
                                tc_run_agreement *out) {
  const tc_plan *plan = c->plan;
  const tc_config *config = plan->config;
  tc_run_limit *limit = c->progress->limit;
  const double here = tc_run_limit_now(limit);
  double most[5] = {(double)tc_stop_requested(), here - plan->environment->start_s, here - c->pace.looked_s,
                    here - c->written_s, tc_run_limit_ending(limit)};
  TC_TRY(tc_world_max(plan->world, most, 5));
  tc_pace_set(&c->pace, count, most[2], here);
  tc_run_limit_add_gap(limit, most[2]);
  c->due = config->checkpoint.seconds > 0.0 && most[3] >= config->checkpoint.seconds;
  *out = (tc_run_agreement){.signal = (int)most[0],
                            .wall = config->checkpoint.wall > 0.0 && most[1] >= config->checkpoint.wall};
  TC_TRY(check_limit(c, now, most[1], most[4], out));
  out->ends_run = out->signal || out->wall || out->is_late;
  return TC_OK;
}

/* ---- runs whose limit is too short for a step ---- */

/* Returns the error of a run that ends before its first step. With TC_STOPPED a script may start the run
 * again. If the previous run has ended in the same way at the same step, the code is TC_INTERNAL, so that
 * such a script does not restart the run forever. */
static tc_status no_step_error(const tc_run_checkpoints *c, tc_code code, double least_s) {
  char advice[TC_JOB_LIMIT_TEXT];
  tc_job_limit_format_advice(&c->progress->limit->job, least_s, advice);
  return tc_status_create(code, "the time limit is too short for one step: %s%s", advice,
                          code == TC_STOPPED ? " and use --resume to continue" : "");
}

tc_status tc_run_agreement_error(tc_run_checkpoints *c, const tc_run_state *now, const tc_run_agreement *a) {
  c->is_stalled = a->is_late && now->step == 0 && now->iteration == 0;
  return c->is_stalled ? no_step_error(c, TC_STOPPED, a->least_s) : stopped_error(c, now, a);
}

static bool has_ended(const tc_run_state *now) {
  return now->controlled ? now->time >= now->end : now->step >= now->steps;
}

tc_status tc_run_agreement_check_first(tc_run_checkpoints *c, const tc_run_state *now) {
  const tc_run_limit *limit = c->progress->limit;
  double most[2] = {tc_run_limit_elapsed(limit), tc_run_limit_ending(limit)};
  tc_run_agreement result = {0};
  int64_t was_stalled;
  if (!tc_run_limit_exists(limit) || has_ended(now) || !c->plan->config->time.method->steps) return TC_OK;
  TC_TRY(tc_world_max(c->plan->world, most, 2));
  TC_TRY(check_limit(c, now, most[0], most[1], &result));
  if (!result.is_late) return TC_OK;
  TC_TRY(tc_resume_source_integer(&c->resumption.source, "limit.stalled", &was_stalled));
  if (was_stalled) return no_step_error(c, TC_INTERNAL, result.least_s);
  c->is_stalled = 1;
  TC_TRY(tc_run_checkpoints_write(c, (tc_checkpoint_mark){.step = now->step}, now));
  return no_step_error(c, TC_STOPPED, result.least_s);
}
