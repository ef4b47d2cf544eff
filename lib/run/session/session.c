#include "run/session/session.h"

#include "run/plan/cached_step.h"
#include "run/session/auto_preconditioner.h"
#include "run/session/report_facts.h"

tc_status tc_session_open(const tc_run_options *options, const tc_run_environment *environment,
                          tc_world *world, const tc_log *log, tc_session *s) {
  *s = (tc_session){0};
  return tc_plan_create(options, environment, world, log, &s->plan);
}

static void free_prepared(tc_session *s) {
  tc_run_free(&s->run);
  tc_forecasts_free(&s->forecasts);
  tc_prepared_free(&s->prepared);
}

tc_status tc_session_set_up_like(tc_session *s, const tc_setup_choices *known, const tc_run_machine *machine,
                                 int32_t block_size) {
  TC_TRY(tc_prepared_create(&s->plan, known, block_size, &s->prepared));
  TC_TRY(tc_auto_preconditioner_choose(&s->plan, &s->prepared));
  if (machine)
    s->machine = *machine;
  else
    TC_TRY(tc_forecasts_find_machine(&s->prepared, &s->machine));
  TC_TRY(tc_forecasts_create(&s->prepared, &s->machine, &s->forecasts));
  return tc_run_create(&s->forecasts, &s->run);
}

tc_status tc_session_set_up(tc_session *s, int32_t block_size) {
  const tc_setup_choices known = s->prepared.choices;
  const tc_run_machine machine = s->machine;
  if (!s->prepared.problem) return tc_session_set_up_like(s, NULL, NULL, block_size);
  if (s->prepared.problem->space->distribution->kind == TC_DISTRIBUTION_METIS) {
    tc_forecasts_discard(&s->forecasts);
    return tc_space_set_block_size(s->prepared.problem->space, block_size);
  }
  free_prepared(s);
  return tc_session_set_up_like(s, &known, &machine, block_size);
}

tc_status tc_session_run(tc_session *s, const tc_strategy *strategy, int32_t block_size,
                         const tc_run_observers *observers) {
  tc_result *result = NULL;
  TC_TRY(tc_world_agree(s->plan.world, tc_results_add(&s->results, 1, &result)));
  const tc_status status = tc_run_perform(&s->run, strategy, block_size, observers, result);
  if (tc_status_code(status) == TC_NUMERICAL)
    tc_cached_step_remove(s->plan.world, &s->prepared.choices.stable_step, s->plan.log);
  if (status) tc_results_remove_last(&s->results);
  return status;
}

void tc_session_report(const tc_session *s, tc_report *report) {
  tc_run_report(&s->run, &s->results, report);
}

void tc_session_close(tc_session *s) {
  tc_results_free(&s->results);
  free_prepared(s);
  tc_plan_free(&s->plan);
  *s = (tc_session){0};
}
