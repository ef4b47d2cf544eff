/* Publishes the output files of a stepper and creates its report, as `tetracast run` does at its end. */
#include "api/call/call.h"
#include "api/call/json.h"
#include "api/stepper/stepper_object.h"

/* ---- results ---- */

static tc_status add_result(tetracast_stepper *s) {
  const tc_world *world = s->problem->own_world;
  const int32_t block_size = s->view.plan->config->distribution.block_size;
  tc_result *result = NULL;
  if (!s->view.matrix_hash) TC_TRY(tc_problem_hash(s->view.problem, &s->view.matrix_hash));
  if (!s->description) TC_TRY(tc_api_description_create(&s->view, &s->description));
  tc_api_description *d = s->description;
  tc_results_free(&d->results);
  tc_outcome_destroy(&d->run.outcome);
  TC_TRY(tc_world_agree(world, tc_results_add(&d->results, 1, &result)));
  d->run.steady = s->steady;
  return tc_run_describe(&d->run, s->options.strategy, block_size, s->loop, &s->record, result);
}

/* Collective. Creates the description of the steps so far for a report. After the outputs have been
 * published, it exists already and describes the whole run. */
static tc_status describe(tetracast_stepper *s) {
  if (s->is_published) return TC_OK;
  tc_api_stepper_swap_data(s);
  const tc_status status = add_result(s);
  tc_api_stepper_swap_data(s);
  return status;
}

/* ---- report ---- */

void tc_api_stepper_report(const tetracast_stepper *s, tc_report *out) {
  tc_run_report(&s->description->run, &s->description->results, out);
  /* s->problem->threads is used, because the program tetracast calls this function outside the guard that
   * sets the number of OpenMP threads */
  out->threads = s->problem->threads;
  if (s->outputs)
    out->disk_B = s->outputs->disk_B;
  else
    /* a stepper without outputs may have resumed from its own checkpoint, and its first step is that of this
     * checkpoint */
    out->run.start_step = s->resume.step;
}

static tc_status render_report(const tetracast_stepper *s, char **json) {
  tc_report report;
  tc_document document;
  tc_api_stepper_report(s, &report);
  tc_report_build(&report, NULL, &document);
  return tc_api_render_json(&document, json);
}

static tc_status create_report(tetracast_stepper *s, char **json) {
  const tc_world *world = s->problem->own_world;
  char *text = NULL;
  TC_TRY(tc_api_stepper_check_usable(s));
  TC_TRY(tc_api_agree_argument(world, json, "json"));
  TC_TRY(describe(s));
  TC_TRY(TC_ON_ROOT(world, render_report(s, &text)));
  *json = text;
  return TC_OK;
}

tetracast_error *tetracast_stepper_report(tetracast_stepper *stepper, char **json) {
  TC_API_STEPPER_CALL(stepper, create_report(stepper, json));
}

/* ---- publication ---- */

static tc_status check_publish(const tetracast_stepper *s) {
  TC_TRY(tc_api_stepper_check_usable(s));
  if (s->outputs && !s->is_published) return TC_OK;
  return tc_status_create(TC_USAGE,
                          s->outputs
                              ? "tetracast_stepper_publish: the outputs are already published: call it "
                                "once"
                              : "tetracast_stepper_publish: the stepper has no outputs: call "
                                "tetracast_problem_enable_outputs before the set-up and use the first "
                                "stepper of the problem");
}

static tc_status end_run(tetracast_stepper *s) {
  tc_step_end(s->loop);
  TC_TRY(describe(s));
  return tc_run_outputs_publish(&s->problem->plan, s->outputs);
}

/* Publishes the output files. After an error the partial files remain. The stepper can then only be
 * destroyed, because the hooks of the time loop have been closed. */
static tc_status publish(tetracast_stepper *s) {
  TC_TRY(check_publish(s));
  tc_job_clock_enter(tc_log_clock(s->problem->plan.log), TC_JOB_PHASE_close);
  const tc_status status = end_run(s);
  s->is_published = true;
  s->is_failed = status != TC_OK;
  return status;
}

tetracast_error *tetracast_stepper_publish(tetracast_stepper *stepper) {
  TC_API_STEPPER_CALL(stepper, publish(stepper));
}
