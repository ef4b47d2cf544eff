/* Output files of a problem, which the keys of the config name and `tetracast run` would also write. The
 * set-up creates the files, and the first stepper becomes their owner. */
#include "api/call/call.h"
#include "api/problem/problem_object.h"
#include "base/core/memory.h"

static tc_status check_mode(const tetracast_problem *p, tetracast_outputs mode) {
  if (p->is_set_up)
    return tc_status_create(TC_USAGE,
                            "tetracast_problem_enable_outputs: the problem is set up: call it before "
                            "tetracast_problem_set_up");
  if (mode == TETRACAST_OUTPUTS_NEW || mode == TETRACAST_OUTPUTS_FORCE || mode == TETRACAST_OUTPUTS_RESUME)
    return TC_OK;
  return tc_status_create(TC_USAGE,
                          "tetracast_problem_enable_outputs: mode %d is unknown: pass a value of "
                          "tetracast_outputs",
                          (int)mode);
}

/* Collective. Returns an error unless all ranks pass the same mode. Otherwise only some ranks would resume,
 * and the ranks would wait for each other. */
static tc_status enable(tetracast_problem *p, tetracast_outputs mode) {
  const tc_world *world = p->world->world;
  double most[2] = {(double)mode, -(double)mode};
  TC_TRY(tc_world_agree(world, check_mode(p, mode)));
  TC_TRY(tc_world_max(world, most, 2));
  if (most[0] != -most[1])
    return tc_status_create(TC_USAGE,
                            "tetracast_problem_enable_outputs: mode ranges from %.0f to %.0f over the ranks: "
                            "pass the same mode on all ranks",
                            -most[1], most[0]);
  p->writes_outputs = true;
  p->mode = mode;
  return TC_OK;
}

tetracast_error *tetracast_problem_enable_outputs(tetracast_problem *problem, tetracast_outputs mode) {
  TC_API_PROBLEM_CALL(problem, enable(problem, mode));
}

static tc_status check_resumption(const tetracast_problem *p) {
  const tc_config *c = p->plan.config;
  if (p->mode != TETRACAST_OUTPUTS_RESUME || c->checkpoint.file || p->program.options) return TC_OK;
  return tc_status_create(TC_USAGE,
                          "%s: checkpoint.file is not set, so there is no run to resume: set it to the file "
                          "of the run, or pass another mode to tetracast_problem_enable_outputs",
                          c->path);
}

tc_status tc_api_outputs_prepare(tetracast_problem *p) {
  if (!p->writes_outputs) return TC_OK;
  TC_TRY(tc_world_agree(p->own_world, check_resumption(p)));
  TC_TRY(TC_WORLD_ALLOC(p->own_world, p->outputs, 1));
  return tc_run_outputs_prepare(&p->plan, p->outputs);
}

tc_status tc_api_outputs_create(tetracast_problem *p) {
  return p->outputs ? tc_run_outputs_create(&p->plan, &p->prepared, p->outputs) : TC_OK;
}

void tc_api_outputs_free(tetracast_problem *p, tc_run_outputs **outputs) {
  if (!*outputs) return;
  tc_run_outputs_free(&p->plan, *outputs);
  tc_free(*outputs);
  *outputs = NULL;
  p->plan.resumption = NULL; /* the resumption was a member of the outputs, which have been freed */
}
