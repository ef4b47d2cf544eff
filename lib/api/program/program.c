#include "api/program/program.h"

#include "base/core/memory.h"

tc_status tc_api_program_create_problem(tetracast_world *world, const tc_api_program *program,
                                        tetracast_problem **out) {
  tetracast_problem *p = NULL;
  TC_TRY(TC_WORLD_ALLOC(world->world, p, 1));
  *p = (tetracast_problem){.world = world, .program = *program, .users = 1};
  tc_api_world_retain(world);
  world->is_program = true;
  if (program->log->clock) world->log.clock = program->log->clock;
  *out = p;
  return TC_OK;
}

void tc_api_program_result_fill(const tetracast_stepper *s, tc_api_program_result *out) {
  const tc_config *c = s->view.plan->config;
  const tc_run_outputs *o = s->outputs;
  *out = (tc_api_program_result){.config = c,
                                 .prepared = &s->problem->prepared,
                                 .result = s->description->results.result,
                                 .has_snapshots = c->snapshots.file && !o->snapshots.is_skipped,
                                 .has_history = c->history.file && !o->history.is_skipped,
                                 .has_residuals = c->solver.history && !o->residuals.is_skipped};
  tc_api_stepper_report(s, &out->report);
  out->report.extremes = o->history.history ? &o->history.extremes : NULL;
}
