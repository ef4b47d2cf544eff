#include "run/session/setup_choices.h"

#include <inttypes.h>
#include <math.h>

#include "base/core/print.h"
#include "base/text/text.h"
#include "io/config/config_auto.h"
#include "io/config/config_solver.h"
#include "report/document/stages_text.h"
#include "run/plan/cached_step.h"
#include "solve/stability/step_size.h"

bool tc_setup_choices_controls_error(const tc_setup_choices *choice) {
  return choice->control.tolerance > 0.0;
}

int64_t tc_setup_choices_planned_steps(const tc_setup_choices *choice) {
  return tc_setup_choices_controls_error(choice) ? TC_SETUP_CHOICES_STEPS_UNKNOWN : choice->step.steps;
}

/* Estimates the number of products of a run with error control as that of 60 typical steps.
 * stable_step.covered is the time that a product covers in the steps for which the stabilisation was chosen.
 * If such steps need more products to reach the end, returns their number of products instead. */
static int64_t estimate_products(const tc_setup_choices *choice) {
  const double typical_steps = 60.0, typical_products = 20.0, most = 1e15,
               covered = choice->stable_step.covered,
               needed = covered > 0.0 ? choice->control.end / covered : 0.0;
  return (int64_t)fmin(fmax(typical_steps * typical_products, needed), most);
}

int64_t tc_setup_choices_products(const tc_setup_choices *choice) {
  const int stages = choice->stable_step.stages;
  if (tc_setup_choices_controls_error(choice)) return estimate_products(choice);
  return choice->step.steps * (stages > 0 ? stages : 1);
}

double tc_setup_choices_time(const tc_setup_choices *choice, const tc_config *config, int64_t steps) {
  const tc_step_span last = tc_step_spans_last(&choice->spans);
  if (tc_setup_choices_controls_error(choice)) return choice->control.end;
  if (tc_output_plan_times(&choice->output))
    return tc_output_plan_time(&choice->output, choice->step.dt, steps);
  return config->time.method->steps ? tc_time_at(&last.origin, last.dt, steps) : 0.0;
}

/* Logs how many steps are shortened, so that they end at requested times. */
static void log_shortened(const tc_plan *plan, const tc_setup_choices *choice) {
  if (choice->output.shortened > 0)
    tc_log_write(plan->log, TC_LOG_NORMAL,
                 "%" PRId64 " of %" PRId64 " steps are shortened to end at output times, so results differ "
                 "in the last digits from those of a run without output times",
                 choice->output.shortened, choice->step.steps);
}

static void log_step_size(const tc_problem *problem, const tc_stable_step *stable, const tc_log *log) {
  char known[TC_LINE_SIZE];
  tc_stable_step_format(stable, problem->space->cells, known, sizeof known);
  tc_log_write(log, TC_LOG_NORMAL, "%s", known);
  char bound[64] = ""; /* Only explicit steps have a bound. */
  if (isfinite(stable->bound)) tc_snprintf(bound, sizeof bound, ", step bound %.6g", stable->bound);
  /* Example: largest eigenvalue 1234.5 (converged; Gershgorin bound 1500), step bound 0.00162 */
  tc_log_write(log, TC_LOG_VERBOSE, "largest eigenvalue %.6g (%s; Gershgorin bound %.6g)%s",
               stable->spectrum.largest, stable->spectrum.settled ? "converged" : "not converged",
               stable->spectrum.gershgorin, bound);
}

/* Warns if even the longest steps of a stabilised method can hardly save products. */
static void warn_of_ceiling(const tc_plan *plan, const tc_setup_choices *choice) {
  const double least = 1.5;
  const tc_stable_step *s = &choice->stable_step;
  if (s->most_stages == 0 || !isfinite(s->bound)) return;
  const double covered = s->bound / ((double)s->most_stages * s->euler_bound);
  if (covered < least)
    tc_log_warn(plan->log,
                "%s: each matrix-vector product of %s replaces at most %.3g steps of explicit Euler, because "
                "eigenvalues of the matrix are far from the real axis or time.stages is small: use euler, a "
                "larger time.stages, a better mesh (tetgen -q) or diffusion.scheme two-point",
                tc_config_location(plan->config, "time.method"), plan->config->time.method->name, covered);
}

/* Logs the parameters of the error control. The number of steps is unknown. */
static void log_error_control(const tc_plan *plan, const tc_setup_choices *choice) {
  const tc_stable_step *s = &choice->stable_step;
  char absolute[64] = "";
  if (choice->control.absolute > 0.0)
    tc_snprintf(absolute, sizeof absolute, " or %.3g in units of the field", choice->control.absolute);
  tc_log_write(plan->log, TC_LOG_NORMAL,
               "%s: error control of the steps to t = %.6g, error per step at most %g%s; the number of steps "
               "is unknown before the run",
               plan->config->time.method->name, choice->control.end, choice->control.tolerance, absolute);
  if (s->most_stages > 0 && isfinite(s->bound))
    tc_log_write(plan->log, TC_LOG_NORMAL,
                 "%s: steps of at most %d stages, which cover at most %.3g steps of explicit Euler per "
                 "product",
                 plan->config->time.method->name, s->most_stages,
                 s->bound / ((double)s->most_stages * s->euler_bound));
  warn_of_ceiling(plan, choice);
}

/* Logs the number of stages and products of a stabilised method. */
static void log_stages(const tc_plan *plan, const tc_setup_choices *choice) {
  const tc_config *c = plan->config;
  if (tc_setup_choices_controls_error(choice)) {
    log_error_control(plan, choice);
    return;
  }
  const int64_t steps = choice->step.steps;
  const tc_stages_work work = tc_stages_work_compute(c->time.method->name, &choice->stable_step, steps,
                                                     tc_setup_choices_time(choice, c, steps), c->time.safety);
  tc_line line = {0};
  if (work.stages == 0) return;
  tc_stages_work_format(&work, &line);
  tc_log_write(plan->log, TC_LOG_NORMAL, "%s", line.text);
}

/* Operator splitting advances the source in local steps. Chooses the number of equal parts of each local step
 * from the derivatives of the source. */
static tc_status choose_local_steps(const tc_plan *plan, const tc_stiffness *stiffness,
                                    tc_setup_choices *out) {
  out->local = (tc_local_steps){plan->config->time.splitting, 1};
  const int steps = tc_local_steps_count(&out->local);
  if (steps == 0) return TC_OK;
  out->local.parts = tc_stiffness_count_parts(stiffness, out->step.dt / steps, TC_LOCAL_PARTS_MAX);
  if (out->local.parts > 0) return TC_OK;
  return tc_status_create(TC_NUMERICAL,
                          "%s: the source is so steep that a step of %.6g must be divided into more than %d "
                          "parts: reduce time.dt",
                          tc_config_location(plan->config, "time.splitting"), out->step.dt,
                          TC_LOCAL_PARTS_MAX);
}

/* Logs the local steps of operator splitting. Without splitting, recommends it if the derivatives of the
 * source exceed a quarter of the largest eigenvalue of diffusion. */
static void log_local_steps(const tc_plan *plan, const tc_stiffness *stiffness,
                            const tc_setup_choices *choice) {
  const double steep = 0.25, largest = choice->stable_step.spectrum.largest,
               slope = fmax(fmax(tc_slope_size(&stiffness->v), tc_slope_size(&stiffness->states)),
                            stiffness->circle);
  tc_line line = {0};
  tc_local_steps_format(&choice->local, &line);
  if (line.length > 0)
    tc_log_write(plan->log, TC_LOG_NORMAL, "%s", line.text);
  else if (plan->config->time.method->steps && slope > steep * largest)
    tc_log_write(plan->log, TC_LOG_NORMAL,
                 "the source changes fast (largest derivative %.3g, largest eigenvalue of diffusion %.3g): "
                 "consider time.splitting strang",
                 slope, largest);
}

/* Warns if wrong values at jumps of the tensor cannot be excluded. Modes that barely decay cause such values,
 * and cells at jumps cannot be tested for these modes. Warns if more than half of the cells are untested and
 * the search did not find the mode of the whole problem that decays most slowly either. */
static void warn_of_untested_cells(const tc_plan *plan, const tc_problem *problem,
                                   const tc_stable_step *safe) {
  const double share = (double)safe->response.tested / (double)problem->space->cells;
  if (!plan->config->time.method->solves || safe->proved || safe->growth.products == 0) return;
  if (share >= 0.5 || safe->growth.settled || safe->jump_gain.value == 0.0) return;
  tc_log_warn(plan->log,
              "%s: values near jumps of the tensor may be wrong, because only %.3g %% of the cells could be "
              "tested for errors that decay too slowly: compare the result with that of diffusion.scheme "
              "two-point or of a finer mesh",
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

/* Returns the data from which the steps of a resumed run are planned. `whole` are the steps of a run without
 * interruption. */
static tc_resume_request resume_request(const tc_plan *plan, const tc_setup_choices *choice,
                                        const tc_step_size *whole) {
  const tc_config *c = plan->config;
  return (tc_resume_request){.where_dt = tc_config_location(c, "time.dt"),
                             .where_steps = tc_config_location(c, "time.steps"),
                             .where_end = tc_config_location(c, "time.end"),
                             .from = checkpoint_name(plan),
                             .step = plan->resumption->source.step,
                             .whole = *whole,
                             .dt = c->time.dt,
                             .end = c->time.end,
                             .lacks_auto = c->time.method->stabilised != NULL,
                             .times = tc_output_plan_times(&choice->output),
                             .origin = choice->output.origin};
}

/* Chooses the steps of a resumed run: those of an uninterrupted run, or other steps for the remaining part of
 * an extended run. All ranks choose the same steps, because all have the step sizes in the checkpoint. Only
 * the root has the name of the checkpoint. */
static tc_status resume_steps(const tc_plan *plan, tc_setup_choices *out) {
  tc_resumption *resumption = plan->resumption;
  const tc_step_size whole = out->step;
  const tc_resume_request request = resume_request(plan, out, &whole);
  tc_resume_steps chosen;
  out->spans = resumption->spans;
  TC_TRY(tc_step_size_resume(&request, &out->spans, &chosen));
  resumption->source.last = tc_step_spans_last(&resumption->spans);
  resumption->source.next = tc_step_spans_last(&out->spans);
  if (request.times && request.step > 0) {
    resumption->source.next.origin = request.origin;
    out->output.shortened += chosen.shortened;
  }
  out->step = (tc_step_size){chosen.steps, resumption->source.next.dt};
  out->is_one_go = chosen.is_one_go;
  if (!chosen.is_one_go) log_other_steps(plan, &out->spans, &chosen, &whole);
  log_end(plan, out);
  return TC_OK;
}

/* Logs how a resumed run with error control continues. If the end time has changed, the error control is the
 * same, but the steps before the former end were shortened to end there. */
static tc_status resume_controlled(const tc_plan *plan, tc_setup_choices *out) {
  const tc_resumption *r = plan->resumption;
  const double end = out->control.end;
  if (end < r->time)
    return tc_config_error(plan->config, "time.end",
                           "t = %.12g is before t = %.12g, which %s has reached: increase time.end or start "
                           "over with --force",
                           end, r->time, checkpoint_name(plan));
  if (r->time >= end)
    tc_log_write(plan->log, TC_LOG_NORMAL,
                 "%s: the run is complete (t = %.9g): increase time.end to extend it", checkpoint_name(plan),
                 r->time);
  out->is_one_go = r->end == end && !r->is_extended;
  if (r->end != end)
    tc_log_write(plan->log, TC_LOG_QUIET,
                 "the run of %s had time.end %.12g: the result may differ from that of an uninterrupted "
                 "run to t = %.12g, because steps before an end are shortened to meet it",
                 checkpoint_name(plan), r->end, end);
  return TC_OK;
}

/* Sets the parameters of the error control. The tolerance is 0 for steps of given length. */
static void set_error_control(const tc_config *c, tc_setup_choices *out) {
  const tc_stable_step *s = &out->stable_step;
  if (!tc_config_controls_error(c)) return;
  out->control = (tc_error_control){.tolerance = c->time.tolerance,
                                    .absolute = c->time.absolute,
                                    .overshoot = c->time.method->stabilised ? c->time.overshoot : 0.0,
                                    .unit = s->step.dt,
                                    .end = c->time.end,
                                    .rate = s->rate,
                                    .most_stages = s->most_stages};
}

/* Chooses the steps of a resumed run. */
static tc_status resume(const tc_plan *plan, tc_setup_choices *out) {
  return tc_setup_choices_controls_error(out) ? resume_controlled(plan, out) : resume_steps(plan, out);
}

/* Number of explicit steps over which the growth of the field is estimated, for integrators that make no
 * steps (steady states). */
enum { enough_to_see_growth = 1000 };

/* Returns the options of the search for a stable step. */
static tc_stable_step_options search_options(const tc_plan *plan, const tc_stiffness *stiffness) {
  const tc_config *c = plan->config;
  const tc_integrator *method = c->time.method;
  return (tc_stable_step_options){.where_dt = tc_config_location(c, "time.dt"),
                                  .where_stabilisation = tc_config_location(c, "diffusion.stabilisation"),
                                  .stabilisation = c->diffusion.stabilisation,
                                  .dt = c->time.dt,
                                  .safety = c->time.safety,
                                  .multiple = method->solves && method->steps ? c->time.multiple : 0.0,
                                  .stabilised = method->stabilised,
                                  .most_stages = c->time.stages,
                                  .controls_error = tc_config_controls_error(c),
                                  .where_stages = tc_config_location(c, "time.stages"),
                                  .end = c->time.end,
                                  .steps = method->steps ? c->time.steps : enough_to_see_growth,
                                  .stiffness = *stiffness,
                                  .splits = c->time.splitting != TC_SPLITTING_NONE,
                                  .steady = !method->steps};
}

/* Shortens the stable steps if the automatic method has chosen a number of steps that is larger. Shorter
 * steps are also stable. */
static void shorten_steps(const tc_config *c, tc_stable_step *stable) {
  const int64_t least = tc_config_auto_steps(c);
  if (tc_config_controls_error(c) || stable->step.steps >= least) return;
  stable->step = (tc_step_size){least, c->time.end / (double)least};
}

/* Collective. Finds the stable step, or uses a known one and assembles the problem for it. */
static tc_status find_stable_step(const tc_plan *plan, tc_problem *problem, const tc_stiffness *stiffness,
                                  const tc_stable_step *known, tc_stable_step *out) {
  const tc_stable_step_options options = search_options(plan, stiffness);
  const tc_system *system = problem->system;
  if (known)
    *out = *known;
  else
    TC_TRY(tc_cached_step_find(plan->uses_step_cache, plan->mesh_hash, problem, &options, plan->log, out));
  shorten_steps(plan->config, out);
  if (system->stabilisation == out->stabilisation && system->limited == out->limited) return TC_OK;
  return tc_problem_assemble(problem, out->stabilisation, out->limited);
}

/* Collective. Plans the requested times, and the remaining steps of a resumed run. */
static tc_status plan_steps(const tc_plan *plan, tc_setup_choices *out) {
  out->is_one_go = true;
  out->output = (tc_output_plan){.from = 0};
  if (!plan->config->time.method->steps) return TC_OK;
  TC_TRY(tc_output_plan_create(plan->config, out->control.tolerance > 0.0, tc_plan_resume_source(plan),
                               plan->resumption ? &plan->resumption->spans : NULL, &out->step, &out->output));
  return plan->resumption ? tc_world_agree(plan->world, resume(plan, out)) : TC_OK;
}

tc_status tc_setup_choices_find_steps(const tc_plan *plan, tc_problem *problem, const tc_stiffness *stiffness,
                                      const tc_stable_step *known, tc_setup_choices *out) {
  const tc_config *c = plan->config;
  TC_TRY(find_stable_step(plan, problem, stiffness, known, &out->stable_step));
  out->method = c->time.method;
  out->step = c->time.method->steps ? out->stable_step.step : (tc_step_size){1, 1.0};
  out->control = (tc_error_control){0};
  set_error_control(c, out);
  out->spans =
      (tc_step_spans){.count = !tc_setup_choices_controls_error(out), .item = {{.dt = out->step.dt}}};
  TC_TRY(plan_steps(plan, out));
  TC_TRY(choose_local_steps(plan, stiffness, out));
  log_step_size(problem, &out->stable_step, plan->log);
  log_stages(plan, out);
  log_shortened(plan, out);
  log_local_steps(plan, stiffness, out);
  warn_of_untested_cells(plan, problem, &out->stable_step);
  return TC_OK;
}
