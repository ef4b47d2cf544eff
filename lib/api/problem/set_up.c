#include <omp.h>

#include "api/call/call.h"
#include "api/problem/problem_object.h"
#include "io/config/config_check.h"
#include "run/session/auto_preconditioner.h"

/* Collective. Creates the plan of the problem. The plan has a separate world, because the config may set a
 * number of ranks per node that differs from that of the program's world. */
static tc_status create_plan(tetracast_problem *p, const char *fallback[2]) {
  const tetracast_world *world = p->world;
  const tc_plan_host host = {.threads = omp_get_max_threads(),
                             .ranks_per_node = world->ranks_per_node,
                             .source = p->source ? &p->source_adapter : NULL,
                             .tensor = p->tensor.evaluate ? &p->tensor : NULL,
                             .boundaries = p->functions.count,
                             .boundary = p->functions.item,
                             .has_mesh = p->mesh,
                             .mesh = p->mesh ? p->mesh->mesh : NULL};
  TC_TRY(tc_world_create(tc_world_comm(world->world), 0, &p->own_world));
  tc_api_problem_options(p, fallback, &p->options);
  p->environment = (tc_run_environment){.command = "run"};
  TC_TRY(tc_run_environment_init(p->own_world, &p->environment));
  TC_TRY(tc_plan_create_for_host(&p->options, &p->environment, p->own_world, &world->log, &host, &p->plan));
  /* the library computes no forecast during a run, so that no machine needs to be measured */
  p->plan.config->machine = "none";
  return TC_OK;
}

/* Collective. Creates the plan for the program tetracast. For a rerun (the repetition of a recorded run) also
 * checks that the plan equals the recorded one. */
static tc_status create_program_plan(tetracast_problem *p) {
  const tc_api_program *program = &p->program;
  TC_TRY(tc_world_create(tc_world_comm(p->world->world), 0, &p->own_world));
  TC_TRY(tc_plan_create(program->options, program->environment, p->own_world, program->log, &p->plan));
  if (program->again) TC_TRY(tc_rerun_check(program->again, &p->plan));
  return tc_config_check_grid(p->plan.config);
}

/* Collective. Finds the machine parameters for the forecasts of the program tetracast. For a rerun also
 * checks the prepared problem, before any file is created. */
static tc_status forecast_program(tetracast_problem *p) {
  TC_TRY(tc_api_description_create(&p->prepared, &p->description));
  TC_JOB_TRY(p->program.log, TC_JOB_PHASE_assemble,
             tc_problem_hash(p->prepared.problem, &p->prepared.matrix_hash));
  return p->program.again ? tc_rerun_check_start(p->program.again, &p->prepared) : TC_OK;
}

static tc_status prepare(tetracast_problem *p) {
  const char *fallback[2];
  TC_TRY(p->program.options ? create_program_plan(p) : create_plan(p, fallback));
  TC_TRY(tc_api_outputs_prepare(p));
  TC_TRY(tc_prepared_create(&p->plan, NULL, p->plan.config->distribution.block_size, &p->prepared));
  TC_TRY(tc_auto_preconditioner_choose(&p->plan, &p->prepared));
  if (p->program.options) TC_TRY(forecast_program(p));
  TC_TRY(tc_api_outputs_create(p));
  p->options = (tc_run_options){0};
  tc_plan_free_mesh(&p->plan);
  p->threads = omp_get_max_threads();
  p->mesh = NULL;
  p->is_set_up = true;
  return TC_OK;
}

static tc_status set_up(tetracast_problem *p) {
  if (p->is_set_up)
    return tc_status_create(TC_USAGE,
                            "tetracast_problem_set_up: the problem is already set up: call it once");
  const tc_status status = prepare(p);
  if (status) tc_api_problem_unprepare(p);
  return status;
}

tetracast_error *tetracast_problem_set_up(tetracast_problem *problem) {
  TC_API_PROBLEM_CALL(problem, set_up(problem));
}
