#include "run/session/session.h"

#include <omp.h>

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
  if (status) tc_results_remove_last(&s->results);
  return status;
}

void tc_session_report(const tc_session *s, tc_report *report) {
  const tc_plan *plan = &s->plan;
  const tc_prepared *p = &s->prepared;
  tc_report_facts_fill(plan, &s->machine.origin, &s->machine.params, &s->results, report);
  report->cells = p->problem->space->cells;
  report->nodes_of_mesh = p->problem->space->nodes;
  report->topology = &p->problem->space->topology;
  report->method = plan->config->time.method->name;
  report->steps = s->run.steps_done;
  report->dt = plan->config->time.method->steps ? p->choices.step.dt : 0.0;
  report->time = tc_run_end_time(&s->run);
  report->run.spans = plan->config->time.method->steps ? &p->choices.spans : NULL;
  report->run.is_one_go = p->choices.is_one_go;
  report->ranks = plan->world->ranks;
  report->threads = omp_get_max_threads();
  report->nodes = plan->world->nodes;
  report->in_cache = tc_run_machine_in_cache(s->machine.bytes);
  report->cpu_share = s->machine.origin.machine.cpu_share;
  report->device = plan->device;
  report->is_oversubscribed = tc_core_load_is_shared(&plan->load);
  report->initial = &p->start;
  report->outcome = s->run.outcome;
  report->steady = s->run.steady.tolerance > 0.0 ? &s->run.steady : NULL;
  report->run.virtual_nodes = plan->world->virtual_nodes;
  report->run.mesh_hash = plan->mesh_hash;
  report->run.matrix_hash = p->matrix_hash;
  report->run.start_step = plan->resumption ? plan->resumption->source.step : 0;
  report->run.stable_step = &p->choices.stable_step;
}

void tc_session_close(tc_session *s) {
  tc_results_free(&s->results);
  free_prepared(s);
  tc_plan_free(&s->plan);
  *s = (tc_session){0};
}
