#include "run/session/setup_choices.h"

#include <inttypes.h>
#include <math.h>

#include "base/core/print.h"
#include "base/text/text.h"
#include "report/document/stages_text.h"
#include "solve/stability/step_size.h"

int64_t tc_setup_choices_products(const tc_setup_choices *choice) {
  const int stages = choice->stable_step.stages;
  return choice->step.steps * (stages > 0 ? stages : 1);
}

double tc_setup_choices_time(const tc_setup_choices *choice, const tc_config *config, int64_t steps) {
  const tc_step_span last = tc_step_spans_last(&choice->spans);
  return config->time.method->steps ? tc_time_at(&last.origin, last.dt, steps) : 0.0;
}

static void log_step_size(const tc_problem *problem, const tc_stable_step *stable, const tc_log *log) {
  char known[512];
  tc_stable_step_format(stable, problem->space->cells, known, sizeof known);
  tc_log_write(log, TC_LOG_NORMAL, "%s", known);
  char bound[64] = ""; /* only explicit steps have a bound */
  if (isfinite(stable->bound)) tc_snprintf(bound, sizeof bound, ", step bound %.6g", stable->bound);
  tc_log_write(log, TC_LOG_VERBOSE, "largest eigenvalue %.6g (%s; Gershgorin bound %.6g)%s",
               stable->spectrum.largest, stable->spectrum.settled ? "converged" : "not converged",
               stable->spectrum.gershgorin, bound);
}

/* Logs the products of a stabilised method. */
static void log_stages(const tc_plan *plan, const tc_setup_choices *choice) {
  const tc_config *c = plan->config;
  const int64_t steps = choice->step.steps;
  const tc_stages_work work = tc_stages_work_compute(c->time.method->name, &choice->stable_step, steps,
                                                     tc_setup_choices_time(choice, c, steps), c->time.safety);
  tc_line line = {0};
  if (work.stages == 0) return;
  tc_stages_work_format(&work, &line);
  tc_log_write(plan->log, TC_LOG_NORMAL, "%s", line.text);
}

/* Warns if wrong values at jumps of the tensor cannot be excluded. Cells at such jumps cannot be tested for
 * modes that barely decay. The function warns if more than half of the cells are untested and the slowest
 * mode of the whole problem was not found. */
static void warn_of_untested_cells(const tc_plan *plan, const tc_problem *problem,
                                   const tc_stable_step *safe) {
  const double share = (double)safe->response.tested / (double)problem->space->cells;
  if (!plan->config->time.method->solves || safe->proved || safe->growth.products == 0) return;
  if (share >= 0.5 || safe->growth.settled || safe->jump_gain.value == 0.0) return;
  tc_log_warn(plan->log,
              "%s: values near jumps of the tensor may be wrong, because the test for errors that decay too "
              "slowly is not possible there (it covered %.3g %% of the cells): compare the result with that "
              "of diffusion.scheme two-point or of a finer mesh",
              tc_config_location(plan->config, "diffusion.stabilisation"), 100.0 * share);
}

/* ---- steps of a resumed run ---- */

static const char *checkpoint_name(const tc_plan *plan) {
  return plan->resumption->from ? plan->resumption->from : "";
}

/* Logs that the remaining steps differ from the steps `whole` of an uninterrupted run. The note is logged
 * even in quiet mode, because the result differs from that of an uninterrupted run. */
static void log_other_steps(const tc_plan *plan, const tc_step_spans *spans, const tc_resume_steps *chosen,
                            const tc_step_size *whole) {
  const tc_step_span last = tc_step_spans_last(spans);
  char now[TC_TEXT_NUMBER], other[TC_TEXT_NUMBER];
  tc_text_format_double(last.dt, now);
  tc_text_format_double(chosen->has_new_span ? spans->item[spans->count - 2].dt : whole->dt, other);
  if (chosen->has_new_span)
    tc_log_write(plan->log, TC_LOG_QUIET,
                 "the step size changes after step %" PRId64
                 ", t = %.9g, from %s to %s: the result differs from that of an uninterrupted run, whose "
                 "steps all have one size",
                 last.origin.step, last.origin.time, other, now);
  else
    tc_log_write(plan->log, TC_LOG_QUIET,
                 "the run continues with steps of %s, as in %s: the result differs from that of an "
                 "uninterrupted run, which has steps of %s",
                 now, checkpoint_name(plan), other);
}

static void log_end(const tc_plan *plan, const tc_setup_choices *choice) {
  if (plan->resumption->source.step >= choice->step.steps)
    tc_log_write(plan->log, TC_LOG_NORMAL,
                 "%s: the run is complete (step %" PRId64
                 ", t = %.9g): increase time.steps or time.end to extend it",
                 checkpoint_name(plan), choice->step.steps,
                 tc_setup_choices_time(choice, plan->config, choice->step.steps));
}

/* Chooses the steps of a resumed run: those of an uninterrupted run, or other steps for the remaining part of
 * an extended run. All ranks choose the same steps, because all have the step sizes in the checkpoint. Only
 * the root has the name of the checkpoint. */
static tc_status resume_steps(const tc_plan *plan, tc_setup_choices *out) {
  const tc_config *c = plan->config;
  tc_resumption *resumption = plan->resumption;
  const tc_step_size whole = out->step;
  const tc_resume_request request = {.where_dt = tc_config_location(c, "time.dt"),
                                     .where_steps = tc_config_location(c, "time.steps"),
                                     .where_end = tc_config_location(c, "time.end"),
                                     .from = checkpoint_name(plan),
                                     .step = resumption->source.step,
                                     .whole = whole,
                                     .dt = c->time.dt,
                                     .end = c->time.end,
                                     .lacks_auto = c->time.method->stabilised != NULL};
  tc_resume_steps chosen;
  out->spans = resumption->spans;
  TC_TRY(tc_step_size_resume(&request, &out->spans, &chosen));
  resumption->source.last = tc_step_spans_last(&resumption->spans);
  resumption->source.next = tc_step_spans_last(&out->spans);
  out->step = (tc_step_size){chosen.steps, resumption->source.next.dt};
  out->is_one_go = chosen.is_one_go;
  if (!chosen.is_one_go) log_other_steps(plan, &out->spans, &chosen, &whole);
  log_end(plan, out);
  return TC_OK;
}

/* Number of explicit steps over which the growth of the field is estimated if the integrator itself makes no
 * steps. */
enum { enough_to_see_growth = 1000 };

tc_status tc_setup_choices_find_steps(const tc_plan *plan, tc_problem *problem, const tc_stiffness *stiffness,
                                      tc_setup_choices *out) {
  const tc_config *c = plan->config;
  const tc_integrator *method = c->time.method;
  const tc_stable_step_options request = {.where_dt = tc_config_location(c, "time.dt"),
                                          .where_stabilisation =
                                              tc_config_location(c, "diffusion.stabilisation"),
                                          .stabilisation = c->diffusion.stabilisation,
                                          .dt = c->time.dt,
                                          .safety = c->time.safety,
                                          .multiple =
                                              method->solves && method->steps ? c->time.multiple : 0.0,
                                          .stabilised = method->stabilised,
                                          .most_stages = c->time.stages,
                                          .where_stages = tc_config_location(c, "time.stages"),
                                          .end = c->time.end,
                                          .steps = method->steps ? c->time.steps : enough_to_see_growth,
                                          .stiffness = *stiffness,
                                          .steady = !method->steps};
  TC_TRY(tc_stable_step_find(problem, &request, plan->log, &out->stable_step));
  out->step = method->steps ? out->stable_step.step : (tc_step_size){1, 1.0};
  out->spans = (tc_step_spans){.count = 1, .item = {{.dt = out->step.dt}}};
  out->is_one_go = true;
  if (plan->resumption && method->steps) TC_TRY(tc_world_agree(plan->world, resume_steps(plan, out)));
  log_step_size(problem, &out->stable_step, plan->log);
  log_stages(plan, out);
  warn_of_untested_cells(plan, problem, &out->stable_step);
  return TC_OK;
}
