#include "run/imagined_trial.h"

#include "base/memory.h"
#include "comm/colour.h"
#include "io/config_solver.h"
#include "run/left_out.h"

static tc_status check(const tc_config *c) {
  if (c->time.method->steps) return TC_OK;
  return tc_status_make(TC_USAGE,
                        "%s: there are no steps to forecast: how long a steady state takes is known when it "
                        "is "
                        "solved for; `tetracast run` does that",
                        tc_config_where(c, "time.method"));
}

static bool exchanges(const tc_imagined_trial *t) {
  return t->trial.work.sweeps > 0 && t->choice.solver.preconditioner_choice.scope == TC_SCOPE_GLOBAL;
}

/* Colours do not depend on who owns what: those that the one rank has are everybody's. */
static tc_status keep_colours(const tc_session *s, tc_imagined_trial *out) {
  const tc_space *space = s->problem->space;
  tc_colouring *colouring = NULL;
  if (!exchanges(out)) return TC_OK;
  TC_TRY(tc_colour(space->world, space->halo, s->problem->system->rates, space->id, &colouring));
  tc_status status = TC_ALLOC(out->colour, space->owned);
  for (int32_t i = 0; i < space->owned && !status; i++) out->colour[space->id[i]] = colouring->of[i];
  out->colours = colouring->colours;
  tc_colouring_destroy(&colouring);
  return status;
}

void tc_imagined_trial_free(tc_imagined_trial *trial) {
  tc_free(trial->colour);
  *trial = (tc_imagined_trial){.colour = NULL};
}

static tc_status try_first(tc_session *s, tc_imagined_trial *out) {
  TC_TRY(check(s->config));
  TC_TRY(tc_session_set_up(s, s->config->distribution.block_size));
  tc_session_forget_mesh(s);
  TC_TRY(tc_session_try(s));
  *out = (tc_imagined_trial){s->trial, tc_config_implicit(s->config), s->step, s->safe, NULL, 0};
  out->choice.solver.method = s->trial.method;
  return keep_colours(s, out);
}

static tc_status make(const tc_run_choice *choice, const tc_circumstances *circumstances, tc_world *self,
                      const tc_log *log, tc_imagined_trial *out) {
  tc_session session = {0};
  tc_status status = tc_session_open(choice, circumstances, self, log, &session);
  if (!status) status = try_first(&session, out);
  tc_session_close(&session);
  return status;
}

tc_status tc_imagined_trial_make(const tc_run_choice *choice, const tc_circumstances *circumstances,
                                 const tc_log *log, tc_imagined_trial *out) {
  tc_run_choice own;
  tc_pool pool = {0};
  tc_world *self = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, tc_run_choice_leave_out(choice, 0, NULL, &pool, &own));
  TC_GUARD(status, tc_world_create(MPI_COMM_SELF, 0, &self));
  TC_GUARD(status, make(&own, circumstances, self, log, out));
cleanup:
  tc_world_destroy(&self);
  tc_pool_empty(&pool);
  return status;
}
