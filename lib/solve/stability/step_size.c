/* Number and size of the steps of new and of resumed runs (see step_size.h). A resumed run retains the step
 * size of its checkpoint if the user's dt and end time allow it. Otherwise divide_remaining_time divides the
 * remaining time into equal steps and appends a span (a sequence of equal steps). Comparisons of times allow
 * for rounding with a relative tolerance. */
#include "solve/stability/step_size.h"

#include <inttypes.h>
#include <math.h>

#include "base/text/text.h"

/* If the end time differs from a multiple of the step size by at most this fraction of the end time, the
 * difference counts as rounding. */
static const double rounding = 1e-12;

static const double max_steps = 9007199254740992.0; /* 2^53; larger step numbers are not exact in a double */

tc_status tc_step_size_compute(const char *where, double bound, double dt, double automatic, int64_t steps,
                               double end, tc_step_size *out) {
  if (dt > bound)
    return tc_status_create(TC_NUMERICAL,
                            "%s: a step of %.6g is unstable on this mesh, where the bound is %.6g: set it to "
                            "auto (%.6g) or below the bound",
                            where, dt, bound, automatic);
  const bool is_given = dt > 0.0;
  if (dt == 0.0) dt = isfinite(automatic) ? automatic : end > 0.0 ? end : 1.0;
  if (end == 0.0) {
    *out = (tc_step_size){steps, dt};
    return TC_OK;
  }
  /* Without the factor 1 - rounding, a rounding error of the quotient could add a step. */
  double step_count = ceil(end / dt * (1.0 - rounding));
  if (!(step_count <= max_steps))
    return tc_status_create(TC_USAGE,
                            "%s: reaching t = %.6g takes %.3g steps of %.6g, but at most 2^53 are possible: "
                            "decrease time.end",
                            where, end, step_count, dt);
  if (step_count < 1.0) step_count = 1.0;
  const bool is_multiple = is_given && fabs(step_count * dt - end) <= rounding * end;
  *out = (tc_step_size){(int64_t)step_count, is_multiple ? dt : end / step_count};
  return TC_OK;
}

/* ---- a run that is resumed ---- */

static double checkpoint_time(const tc_resume_request *r, const tc_step_spans *spans) {
  const tc_step_span last = tc_step_spans_last(spans);
  return tc_time_at(r->times ? &r->origin : &last.origin, last.dt, r->step);
}

static tc_status early_end_error(const tc_resume_request *r, double time) {
  if (r->end > 0.0)
    return tc_status_create(TC_USAGE,
                            "%s: t = %.12g is before t = %.12g, which %s has reached: increase the end time "
                            "or start over with --force",
                            r->where_end, r->end, time, r->from);
  return tc_status_create(TC_USAGE,
                          "%s: %" PRId64 " steps are fewer than the %" PRId64
                          " of %s: increase the number of steps or start over with --force",
                          r->where_steps, r->whole.steps, r->step, r->from);
}

/* Example: c.yaml:4: time.dt: the run would have steps of 0.1, and c.h5 has steps of 0.2: set time.dt to
 * auto or to 0.2 with an end that is a multiple of it, or start over with --force */
static tc_status step_size_error(const tc_resume_request *r, double dt) {
  char run_dt[TC_TEXT_NUMBER], checkpoint_dt[TC_TEXT_NUMBER];
  tc_text_format_double(r->whole.dt, run_dt);
  tc_text_format_double(dt, checkpoint_dt);
  return tc_status_create(TC_USAGE,
                          "%s: the run would have steps of %s, and %s has steps of %s: set time.dt to "
                          "%s%s%s, or start over with --force",
                          r->where_dt, run_dt, r->from, checkpoint_dt, r->lacks_auto ? "" : "auto or to ",
                          checkpoint_dt, r->end > 0.0 ? " with an end that is a multiple of it" : "");
}

static tc_status append_span(const tc_resume_request *r, double time, double dt, tc_step_spans *spans) {
  if (spans->count == TC_STEP_SPANS_MAX)
    return tc_status_create(TC_USAGE,
                            "%s: the run of %s was extended %d times with other step sizes, which is the "
                            "limit: set time.end to null and time.steps to the number of all steps, those "
                            "before the checkpoint included",
                            r->where_end, r->from, TC_STEP_SPANS_MAX - 1);
  spans->item[spans->count++] = (tc_step_span){{r->step, time}, dt};
  return TC_OK;
}

/* Divides the time from the checkpoint to r->end into equal steps and appends them as a new span. */
static tc_status divide_remaining_time(const tc_resume_request *r, tc_step_spans *spans,
                                       tc_resume_steps *out) {
  const tc_step_span last = tc_step_spans_last(spans);
  const double time = checkpoint_time(r, spans), remaining = r->end - time;
  const double step_count = fmax(0.0, ceil((remaining - rounding * r->end) / last.dt));
  if (!((double)r->step + step_count <= max_steps))
    return tc_status_create(TC_USAGE,
                            "%s: reaching t = %.6g takes %.3g steps of %.6g, but at most 2^53 are possible: "
                            "decrease the end time",
                            r->where_end, r->end, step_count, last.dt);
  out->steps = r->step + (int64_t)step_count;
  if (step_count == 0.0 || fabs(step_count * last.dt - remaining) <= rounding * r->end) return TC_OK;
  out->has_new_span = true;
  return append_span(r, time, remaining / step_count, spans);
}

/* True if a new run with the requested times of this run would have shortened the same steps before the
 * checkpoint as the run that wrote the checkpoint. */
static bool has_same_origin(const tc_resume_request *r, double dt) {
  const tc_output_walk walk = tc_output_times_walk(r->times, &(tc_time_origin){.step = 0}, dt, 0, r->step);
  return walk.origin.step == r->origin.step && walk.origin.time == r->origin.time;
}

/* Continues with steps of length dt that end at the requested times. */
static tc_status continue_to_times(const tc_resume_request *r, double dt, tc_resume_steps *out) {
  out->is_one_go = out->is_one_go && has_same_origin(r, dt);
  if (r->end == 0.0) return TC_OK;
  const tc_output_walk walk = tc_output_times_walk(r->times, &r->origin, dt, r->step, INT64_MAX);
  out->steps = walk.step;
  out->shortened = walk.shortened;
  return TC_OK;
}

/* Sets the steps of a run that resumes from a checkpoint of step 0. No step precedes the checkpoint, so the
 * run has the steps of a new run. */
static tc_status resume_from_start(const tc_resume_request *r, tc_step_spans *spans, tc_resume_steps *out) {
  *spans = (tc_step_spans){.count = 1, .item = {{.dt = r->whole.dt}}};
  *out = (tc_resume_steps){.steps = r->whole.steps, .is_one_go = true};
  return TC_OK;
}

tc_status tc_step_size_resume(const tc_resume_request *r, tc_step_spans *spans, tc_resume_steps *out) {
  const double dt = tc_step_spans_last(spans).dt, time = checkpoint_time(r, spans);
  const bool is_single = spans->count == 1, is_close = fabs(dt - r->whole.dt) <= rounding * r->whole.dt;
  if (r->step == 0) return resume_from_start(r, spans, out);
  *out = (tc_resume_steps){.steps = r->whole.steps, .is_one_go = is_single && dt == r->whole.dt};
  if (r->end > 0.0 ? r->end < time * (1.0 - rounding) : r->whole.steps < r->step)
    return early_end_error(r, time);
  if (r->dt > 0.0 && !is_close) return step_size_error(r, dt);
  if (r->times) return continue_to_times(r, dt, out);
  if (r->end == 0.0 || (is_single && is_close)) return TC_OK;
  return divide_remaining_time(r, spans, out);
}
