/* Chooses the steps of a resumed run: those of an uninterrupted run, or other steps for the rest of a run
 * that was extended. The setup (run/session/session_setup.c) calls it after it has chosen the step of an
 * uninterrupted run. The step sizes in the checkpoint are equal on all ranks (run/outputs/checkpoints.c
 * broadcasts them), so all ranks choose the same steps. Only the root has the name of the checkpoint. */
#include <inttypes.h>

#include "base/text/text.h"
#include "run/session/session_internal.h"
#include "solve/stability/step_size.h"

static const char *checkpoint_name(const tc_session *s) { return s->resumed_from ? s->resumed_from : ""; }

/* Logs that the remaining steps differ from those of an uninterrupted run, `whole`. The note appears even in
 * quiet mode, because the result differs from the one that the config gives. */
static void log_other_steps(const tc_session *s, const tc_resume_steps *chosen, const tc_step_size *whole) {
  const tc_step_spans *spans = &s->spans;
  const tc_step_span last = tc_step_spans_last(spans);
  char now[TC_TEXT_NUMBER], other[TC_TEXT_NUMBER];
  tc_text_format_double(last.dt, now);
  tc_text_format_double(chosen->has_new_span ? spans->item[spans->count - 2].dt : whole->dt, other);
  if (chosen->has_new_span)
    tc_log_write(s->log, TC_LOG_QUIET,
                 "steps after step %" PRId64
                 ", t = %.9g, have size %s, those before had %s: a run in one go has other bits",
                 last.origin.step, last.origin.time, now, other);
  else
    tc_log_write(s->log, TC_LOG_QUIET,
                 "steps have size %s as in %s, a run in one go has steps of %s and so other bits", now,
                 checkpoint_name(s), other);
}

static void log_end(const tc_session *s) {
  if (s->resume->step >= s->step.steps)
    tc_log_write(s->log, TC_LOG_NORMAL,
                 "%s: all %" PRId64
                 " steps are made, to t = %.9g: increase time.steps or time.end to extend the run",
                 checkpoint_name(s), s->step.steps, tc_session_end_time(s));
}

static tc_status choose_steps(tc_session *s) {
  const tc_config *c = s->config;
  const tc_step_size whole = s->step;
  const tc_resume_request request = {.where_dt = tc_config_location(c, "time.dt"),
                                     .where_steps = tc_config_location(c, "time.steps"),
                                     .where_end = tc_config_location(c, "time.end"),
                                     .from = checkpoint_name(s),
                                     .step = s->resume->step,
                                     .whole = whole,
                                     .dt = c->time.dt,
                                     .end = c->time.end};
  tc_resume_steps chosen;
  s->spans = *s->resumed_spans;
  TC_TRY(tc_step_size_resume(&request, &s->spans, &chosen));
  s->resume->last = tc_step_spans_last(s->resumed_spans);
  s->resume->next = tc_step_spans_last(&s->spans);
  s->step = (tc_step_size){chosen.steps, s->resume->next.dt};
  s->is_one_go = chosen.is_one_go;
  s->steps_done = s->step.steps;
  if (!chosen.is_one_go) log_other_steps(s, &chosen, &whole);
  log_end(s);
  return TC_OK;
}

tc_status tc_session_resume_steps(tc_session *s) {
  s->spans = (tc_step_spans){.count = 1, .item = {{.dt = s->step.dt}}};
  s->is_one_go = true;
  if (!s->resume || !s->config->time.method->steps) return TC_OK;
  return tc_world_agree(s->world, choose_steps(s));
}
