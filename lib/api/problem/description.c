#include "api/problem/problem_object.h"
#include "base/core/memory.h"

static tc_status fill(const tc_prepared *p, tc_api_description *d) {
  TC_TRY(tc_forecasts_find_machine(p, &d->machine));
  TC_TRY(tc_forecasts_create(p, &d->machine, &d->forecasts));
  return tc_run_create(&d->forecasts, &d->run);
}

tc_status tc_api_description_create(const tc_prepared *p, tc_api_description **out) {
  tc_api_description *d = NULL;
  TC_TRY(TC_WORLD_ALLOC(p->plan->world, d, 1));
  TC_RETURN_CREATED(fill(p, d), d, tc_api_description_free(&d), out);
}

tc_status tc_api_description_compare_methods(const tetracast_problem *p) {
  tc_api_description *d = p->description;
  if (!d || !p->program.log || p->program.log->level < TC_LOG_VERBOSE) return TC_OK;
  const tc_method_question question = tc_prepared_method_question(&p->prepared, &d->forecasts.trial);
  if (!tc_method_trials_apply(&question)) return TC_OK;
  TC_TRY(tc_method_trials_run(&question, &d->methods));
  d->job.method_products = d->methods.table.trials;
  return TC_OK;
}

void tc_api_description_free(tc_api_description **description) {
  tc_api_description *d = *description;
  if (!d) return;
  tc_job_free(&d->job);
  tc_results_free(&d->results);
  tc_run_free(&d->run);
  tc_forecasts_free(&d->forecasts);
  tc_free(d);
  *description = NULL;
}
