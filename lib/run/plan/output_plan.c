#include "run/plan/output_plan.h"

#include "io/config/config_check.h"
#include "solve/step/step_clock.h"

const tc_output_times *tc_output_plan_times(const tc_output_plan *p) {
  return p->times.count > 0 || p->times.interval > 0.0 || p->times.end > 0.0 ? &p->times : NULL;
}

/* Sets the state of the plan after the checkpoint. If steps before the checkpoint were shortened, the end of
 * the run becomes a requested time, because equal steps from the checkpoint need not end exactly at
 * time.end. */
static tc_status read_checkpoint(const tc_config *c, bool controlled, const tc_resume_source *r,
                                 const tc_step_spans *spans, tc_output_plan *out) {
  const tc_step_span last = tc_step_spans_last(spans);
  tc_step_clock_record record;
  TC_TRY(tc_step_clock_read(r->number, r->self, &record));
  if (record.origin.step > 0 && !tc_output_plan_times(out)) out->times.end = c->time.end;
  out->from = r->step;
  out->origin = record.origin.step > last.origin.step ? record.origin : last.origin;
  out->time =
      controlled ? record.last.origin.time + record.last.dt : tc_time_at(&out->origin, last.dt, r->step);
  out->shortened = controlled ? 0 : record.shortened;
  return TC_OK;
}

tc_status tc_output_plan_create(const tc_config *c, bool controlled, const tc_resume_source *r,
                                const tc_step_spans *spans, tc_step_size *steps, tc_output_plan *out) {
  const double end = c->time.end > 0.0 ? c->time.end : (double)steps->steps * steps->dt;
  *out = (tc_output_plan){.times = tc_config_output_times(c, end)};
  if (tc_output_plan_times(out) && !controlled) {
    const tc_output_walk walk = tc_output_times_walk(&out->times, &out->origin, steps->dt, 0, INT64_MAX);
    steps->steps = walk.step;
    out->shortened = walk.shortened;
  }
  return r && r->step > 0 ? read_checkpoint(c, controlled, r, spans, out) : TC_OK;
}

double tc_output_plan_time(const tc_output_plan *p, double dt, int64_t step) {
  const tc_output_walk walk = tc_output_times_walk(&p->times, &p->origin, dt, p->from, step);
  return tc_time_at(&walk.origin, dt, step);
}

int64_t tc_output_plan_count(const tc_output_plan *p, double dt) {
  return tc_output_times_count(&p->times, p->time + tc_output_times_rounding(dt, p->time));
}
