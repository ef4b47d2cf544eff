/* Checkpoints of a stepper, written to and read from files whose path the program passes. */
#include "api/call/call.h"
#include "api/stepper/stepper_object.h"
#include "run/outputs/single_checkpoint.h"

/* Not collective. Checks the path of a checkpoint on rank 0. The paths on other ranks are not used. */
static tc_status check_path(const tetracast_stepper *s, const char *path) {
  return s->problem->own_world->rank == 0 ? tc_api_check_argument(path, "path") : TC_OK;
}

/* Not collective, the same result on all ranks. Returns an error for strategies whose field is not a solution
 * (for example `none`, which exchanges no values), because no run can resume from such a field. */
static tc_status check_solution(const tetracast_stepper *s) {
  const tc_strategy *strategy = s->options.strategy;
  if (tc_strategy_is_valid(strategy) || s->problem->own_world->ranks == 1) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "tetracast_stepper_write_checkpoint: the field of strategy %s on several ranks is "
                          "not a solution, so no run can resume from it: use another strategy",
                          strategy->name);
}

static tc_status write_checkpoint(tetracast_stepper *s, const char *path) {
  TC_TRY(tc_api_stepper_check_open(s));
  TC_TRY(check_solution(s));
  TC_TRY(tc_world_agree(s->problem->own_world, check_path(s, path)));
  TC_TRY(tc_api_stepper_discard_solve(s));
  tc_api_stepper_swap_data(s);
  const tc_status status = tc_single_checkpoint_write(&s->view, path, tc_step_state(s->loop));
  tc_api_stepper_swap_data(s);
  return status;
}

tetracast_error *tetracast_stepper_write_checkpoint(tetracast_stepper *stepper, const char *path) {
  TC_API_STEPPER_CALL(stepper, write_checkpoint(stepper, path));
}

static tc_status check_resume(const tetracast_stepper *s, const char *path) {
  TC_TRY(tc_api_stepper_check_usable(s));
  TC_TRY(check_path(s, path));
  if (!s->outputs) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "tetracast_stepper_resume: a stepper with outputs resumes from checkpoint.file "
                          "only: pass TETRACAST_OUTPUTS_RESUME to tetracast_problem_enable_outputs");
}

/* Returns true if an uninterrupted run would make the same steps as the interrupted run and its
 * continuation. */
static bool is_one_go(const tetracast_stepper *s, const tc_resumption *r) {
  const tc_setup_choices *choices = &s->view.choices;
  if (!tc_setup_choices_controls_error(choices)) return r->spans.count <= 1;
  return r->end == choices->control.end && !r->is_extended;
}

/* Continues from a checkpoint. If reading fails, the stepper cannot be used any more, because some values
 * have already been replaced. */
static tc_status continue_from(tetracast_stepper *s, const tc_run_checkpoints *c) {
  s->resume = c->resumption.source;
  s->view.choices.spans = c->resumption.spans;
  s->view.choices.is_one_go = is_one_go(s, &c->resumption);
  tc_api_stepper_swap_data(s);
  const tc_status status = tc_step_resume(s->loop, &s->resume, s->view.initial);
  tc_api_stepper_swap_data(s);
  s->is_interrupted = false;
  s->is_failed = status != TC_OK;
  return status;
}

static tc_status resume(tetracast_stepper *s, const char *path) {
  tc_run_checkpoints found;
  TC_TRY(tc_world_agree(s->problem->own_world, check_resume(s, path)));
  tc_status status = tc_single_checkpoint_open(&s->view, path, &found);
  if (!status) status = continue_from(s, &found);
  tc_run_checkpoints_free(&found);
  return tc_api_reword(status, ", or start over with --force", "");
}

tetracast_error *tetracast_stepper_resume(tetracast_stepper *stepper, const char *path) {
  TC_API_STEPPER_CALL(stepper, resume(stepper, path));
}
