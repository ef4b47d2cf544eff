#include "run/dry_run/dry_run_trial.h"

#include "base/core/memory.h"
#include "comm/layout/colour.h"
#include "comm/world/mpi_world.h"
#include "io/config/config_solver.h"
#include "run/plan/auxiliary_run.h"

bool tc_dry_run_trial_is_needed(const tc_config *config) {
  return config->time.method->solves || config->time.method->stabilised;
}

/* Checks that the run makes at least one step, because the trial step is the first step of the run. */
static tc_status check_steps(const tc_prepared *p) {
  if (p->choices.step.steps > 0) return TC_OK;
  return tc_config_error(p->plan->config, "time.steps",
                         "there are no steps to forecast: set it to at least 1");
}

static bool exchanges_in_sweeps(const tc_dry_run_trial *t) {
  return t->trial.work.sweeps > 0 && t->options.solver.preconditioner_options.scope == TC_SCOPE_GLOBAL;
}

/* Stores the colour of each cell for sweeps of the preconditioner. The colours do not depend on the
 * distribution, so they are valid for any number of ranks. */
static tc_status store_colours(const tc_prepared *p, tc_dry_run_trial *out) {
  const tc_space *space = p->problem->space;
  tc_colouring *colouring = NULL;
  if (!exchanges_in_sweeps(out)) return TC_OK;
  TC_TRY(tc_colouring_create(space->world, space->halo, p->problem->system->rates, space->id, &colouring));
  tc_status status = TC_ALLOC(out->colour, space->owned);
  for (int32_t i = 0; i < space->owned && !status; i++) out->colour[space->id[i]] = colouring->colour[i];
  out->colours = colouring->colours;
  tc_colouring_destroy(&colouring);
  return status;
}

/* True if the result of the trial step depends on the number of ranks, as for preconditioners of scope
 * `rank`. */
static bool follows_ranks(const tc_dry_run_trial *t) {
  return t->options.solver.preconditioner_options.scope == TC_SCOPE_RANK;
}

static tc_status try_first(tc_dry_run_trial *t, const tc_virtual_ranks *ranks) {
  tc_session *s = &t->session;
  s->forecasts.trial = (tc_trial_step){.method = NULL};
  const tc_status status = tc_forecasts_run_trial_step(&s->forecasts, ranks);
  t->trial = s->forecasts.trial;
  t->options.solver.method = s->forecasts.trial.method;
  return status;
}

/* Computes the trial step unless it depends on the number of ranks. */
static tc_status try_once(tc_dry_run_trial *t) {
  tc_session *s = &t->session;
  if (follows_ranks(t)) return TC_OK;
  TC_TRY(try_first(t, NULL));
  TC_TRY(store_colours(&s->prepared, t));
  tc_session_close(s);
  return TC_OK;
}

static tc_status set_up_session(tc_dry_run_trial *t) {
  tc_session *s = &t->session;
  TC_TRY(tc_session_set_up(s, s->plan.config->distribution.block_size));
  TC_TRY(check_steps(&s->prepared));
  tc_plan_free_mesh(&s->plan);
  t->options = tc_config_implicit(s->plan.config);
  t->step = s->prepared.choices.step;
  t->stable_step = s->prepared.choices.stable_step;
  if (s->plan.config->time.method->solves) return try_once(t);
  tc_session_close(s);
  return TC_OK;
}

tc_status tc_dry_run_trial_init(const tc_run_options *choice, const tc_run_environment *circumstances,
                                const tc_log *log, tc_dry_run_trial *t) {
  TC_TRY(tc_run_options_without_outputs(choice, 0, NULL, &t->pool, &t->own));
  TC_TRY(tc_world_create(MPI_COMM_SELF, 0, &t->self));
  TC_TRY(tc_session_open(&t->own, circumstances, t->self, log, &t->session));
  return set_up_session(t);
}

void tc_dry_run_trial_free(tc_dry_run_trial *t) {
  tc_session_close(&t->session);
  tc_world_destroy(&t->self);
  tc_pool_free(&t->pool);
  tc_free(t->colour);
  t->colour = NULL;
}

/* True if the last trial step is valid for the distribution `d`. A METIS distribution does not depend on the
 * block size. */
static bool is_made(const tc_dry_run_trial *t, const tc_distribution *d) {
  return t->ranks == d->ranks && (d->kind == TC_DISTRIBUTION_METIS || t->block_size == d->block_size);
}

tc_status tc_dry_run_trial_run(tc_dry_run_trial *t, const tc_virtual_ranks *ranks) {
  const tc_distribution *d = ranks->distribution;
  if (t->stable_step.stages > 0 || !follows_ranks(t) || is_made(t, d)) return TC_OK;
  tc_status status = try_first(t, ranks);
  t->ranks =
      status ? 0 : d->ranks; /* 0 marks a failed trial step, which must not be reused for another case */
  t->block_size = d->block_size;
  if (tc_status_code(status) != TC_NUMERICAL) return status;
  return tc_status_replace(status, tc_status_create(TC_NUMERICAL, "%d rank%s: %s", (int)d->ranks,
                                                    d->ranks == 1 ? "" : "s", tc_status_text(status)));
}
