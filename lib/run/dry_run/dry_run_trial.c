#include "run/dry_run/dry_run_trial.h"

#include "base/core/memory.h"
#include "comm/layout/colour.h"
#include "comm/world/mpi_world.h"
#include "io/config/config_auto.h"
#include "io/config/config_solver.h"
#include "run/plan/auxiliary_run.h"

bool tc_dry_run_trial_is_needed(const tc_config *config) {
  const tc_integrator *method = config->time.method;
  const bool has_end = method->steps && (config->time.end > 0.0 || config->time.dt > 0.0);
  return method->solves || method->stabilised || has_end || config->time.splitting != TC_SPLITTING_NONE;
}

/* Checks that the run makes at least one step, because the trial step is the first step of the run. */
static tc_status check_steps(const tc_prepared *p) {
  if (p->choices.step.steps > 0 || tc_setup_choices_controls_error(&p->choices)) return TC_OK;
  return tc_config_error(p->plan->config, "time.steps",
                         "there are no steps to forecast: set it to at least 1");
}

static bool exchanges_in_sweeps(const tc_dry_run_trial *t) {
  return t->trial.work.sweeps > 0 && t->options.solver.preconditioner_options.scope == TC_SCOPE_GLOBAL;
}

/* Stores the colour of each cell for sweeps of the preconditioner. The colours do not depend on the
 * distribution, so they are valid for any number of ranks. */
static tc_status store_colours(const tc_linear_system *system, tc_dry_run_trial *out) {
  const int32_t rows = system->R->rows;
  tc_colouring *colouring = NULL;
  if (!exchanges_in_sweeps(out)) return TC_OK;
  TC_TRY(tc_colouring_create(system->world, system->halo, system->R, system->id, &colouring));
  tc_status status = TC_ALLOC(out->colour, rows);
  for (int32_t i = 0; i < rows && !status; i++) out->colour[system->id[i]] = colouring->colour[i];
  out->colours = colouring->colours;
  tc_colouring_destroy(&colouring);
  return status;
}

static bool has_levels(const tc_dry_run_trial *t) {
  return tc_solver_effective_preconditioner(&t->options.solver)->levels;
}

/* Stores the levels of the preconditioner multigrid for the matrix R. They do not depend on the distribution,
 * so they are valid for any number of ranks. */
static tc_status store_levels(const tc_linear_system *system, const tc_ell *R, tc_dry_run_trial *out) {
  return tc_virtual_levels_create(system, R, &out->options.solver.preconditioner_options.multigrid,
                                  &out->levels);
}

/* Stores the multigrid levels, which are always built from the matrix of the two-point scheme. If the run has
 * this scheme, that matrix is system->R. */
static tc_status store_levels_of_mesh(const tc_prepared *p, const tc_linear_system *system,
                                      tc_dry_run_trial *out) {
  tc_ell *two_point = NULL;
  if (!has_levels(out)) return TC_OK;
  TC_TRY(tc_problem_create_two_point(p->problem, &two_point));
  const tc_status status = store_levels(system, two_point ? two_point : system->R, out);
  tc_ell_destroy(&two_point);
  return status;
}

/* Sets owner[cells] to the rank of each cell. */
static void find_owners(const tc_virtual_ranks *ranks, int32_t *owner) {
  const tc_distribution *d = ranks->distribution;
  for (tc_gid i = 0; i < d->rows; i++) owner[i] = tc_distribution_owner(d, ranks->position[i]);
}

tc_status tc_dry_run_trial_add_levels(const tc_dry_run_trial *t, const tc_virtual_ranks *ranks,
                                      const int *node_of_rank, const tc_counts *counts, int results,
                                      tc_result *result) {
  /* The figures are allocated, because they are too large for the stack. */
  tc_multigrid_figures *figures = NULL;
  int32_t *owner = NULL;
  tc_status status = TC_OK;
  if (!t->levels || results == 0) return TC_OK;
  TC_GUARD(status, TC_ALLOC(figures, 1));
  TC_GUARD(status, TC_ALLOC(owner, ranks->distribution->rows));
  find_owners(ranks, owner);
  const tc_virtual_distribution where = {(int)ranks->distribution->ranks, owner, node_of_rank, counts};
  TC_GUARD(status, tc_virtual_levels_distribute(t->levels, &where, figures));
  for (int k = 0; k < results; k++) result[k].solver->record.multigrid = *figures;
cleanup:
  tc_free(owner);
  tc_free(figures);
  return status;
}

/* True if the result of the trial step depends on the number of ranks, as for preconditioners of scope
 * `rank`. */
static bool follows_ranks(const tc_dry_run_trial *t) {
  return t->options.solver.preconditioner_options.scope == TC_SCOPE_RANK;
}

static tc_status try_system(tc_dry_run_trial *t, const tc_virtual_ranks *ranks) {
  const tc_status status = t->system.solve(t->system.self, ranks, &t->trial);
  if (status) return status;
  t->options.solver.method = t->trial.method;
  t->preconditioner = *t->system.chosen;
  if (t->preconditioner) t->options.solver.preconditioner = t->preconditioner;
  return TC_OK;
}

/* Makes the trial of implicit steps with error control. Its mean step is the trial step. */
static tc_status try_controlled(tc_dry_run_trial *t, const tc_virtual_ranks *ranks) {
  const tc_prepared *p = &t->session.prepared;
  tc_implicit_steps implicit = tc_prepared_implicit(p, NULL);
  const tc_integrator_setup how = {.problem = p->problem,
                                   .dt = p->choices.step.dt,
                                   .input = p->forcing,
                                   .implicit = &implicit,
                                   .control = &p->choices.control,
                                   .log = p->plan->log};
  const tc_control_extent extent = {.share = t->is_full ? 1 : TC_CONTROL_TRIAL_SHARE};
  const tc_log_phase phase =
      tc_log_begin_phase(p->plan->log, TC_JOB_PHASE_trial, "making a trial of the steps with error control");
  implicit.virtual_ranks = ranks;
  TC_TRY(tc_control_trial_run(t->method, &how, p->initial, &extent, &t->controlled));
  t->trial = tc_control_trial_mean_step(&t->controlled);
  if (t->trial.method) t->options.solver.method = t->trial.method;
  tc_log_end_phase(&phase);
  return TC_OK;
}

static tc_status try_first(tc_dry_run_trial *t, const tc_virtual_ranks *ranks) {
  tc_session *s = &t->session;
  if (t->system.solve) return try_system(t, ranks);
  if (t->control.tolerance > 0.0) return try_controlled(t, ranks);
  if (ranks) s->forecasts.trial = (tc_trial_step){.method = NULL};
  const tc_status status = tc_forecasts_run_trial_step(&s->forecasts, ranks);
  t->trial = s->forecasts.trial;
  t->options.solver.method = s->forecasts.trial.method;
  return status;
}

/* Computes the trial step once for all cases, unless its result depends on the number of ranks. */
static tc_status try_once(tc_dry_run_trial *t) {
  if (!t->session.plan.config->time.method->solves || follows_ranks(t)) return TC_OK;
  TC_TRY(try_first(t, NULL));
  const tc_linear_system system = tc_prepared_system(&t->session.prepared);
  TC_TRY(store_levels_of_mesh(&t->session.prepared, &system, t));
  return store_colours(&system, t);
}

/* Compares methods of time integration (run/methods/method_trials.h) and stores the comparison in
 * t->methods. */
static tc_status compare_methods(tc_dry_run_trial *t) {
  tc_method_question question = tc_prepared_method_question(&t->session.prepared, &t->trial);
  question.is_thorough = true;
  question.is_full = t->is_full;
  if (t->controlled.record.steps > 0) question.controlled = &t->controlled;
  return tc_method_trials_apply(&question) ? tc_method_trials_run(&question, &t->methods) : TC_OK;
}

/* Work after the setup of a trial: no comparison of time methods, a comparison, or a comparison that makes
 * all steps of the run. */
typedef enum extent { WITHOUT_METHODS, WITH_METHODS, WITH_ALL_STEPS } extent;

static tc_status set_up_session(tc_dry_run_trial *t, extent how) {
  tc_session *s = &t->session;
  TC_TRY(tc_session_set_up(s, s->plan.config->distribution.block_size));
  const tc_integrator *method = s->plan.config->time.method;
  if (method->solves || method->stabilised) TC_TRY(check_steps(&s->prepared));
  tc_plan_free_mesh(&s->plan);
  t->method = method;
  t->choice = s->prepared.choices.choice;
  t->preconditioner = s->prepared.choices.preconditioner;
  t->preconditioners = s->prepared.choices.preconditioners;
  t->options = tc_config_implicit(s->plan.config);
  t->step = s->prepared.choices.step;
  t->stable_step = s->prepared.choices.stable_step;
  t->local = s->prepared.choices.local;
  t->control = s->prepared.choices.control;
  t->is_full = how == WITH_ALL_STEPS;
  TC_TRY(try_once(t));
  if (how != WITHOUT_METHODS) TC_TRY(compare_methods(t));
  if (!method->solves || !follows_ranks(t)) tc_session_close(s);
  return TC_OK;
}

static tc_status init_trial(const tc_run_options *choice, const tc_run_environment *circumstances,
                            const tc_log *log, extent how, tc_dry_run_trial *t) {
  TC_TRY(tc_run_options_without_outputs(choice, 0, NULL, &t->pool, &t->own));
  TC_TRY(tc_world_create(MPI_COMM_SELF, 0, &t->self));
  TC_TRY(tc_session_open(&t->own, circumstances, t->self, log, &t->session));
  t->session.plan.uses_step_cache = t->uses_step_cache;
  return set_up_session(t, how);
}

tc_status tc_dry_run_trial_init(const tc_run_options *choice, const tc_run_environment *circumstances,
                                const tc_log *log, tc_dry_run_trial *t) {
  return init_trial(choice, circumstances, log, WITHOUT_METHODS, t);
}

tc_status tc_dry_run_trial_init_with_methods(const tc_run_options *choice,
                                             const tc_run_environment *circumstances, const tc_log *log,
                                             bool is_full, tc_dry_run_trial *t) {
  return init_trial(choice, circumstances, log, is_full ? WITH_ALL_STEPS : WITH_METHODS, t);
}

tc_status tc_dry_run_trial_init_with_system(const tc_dry_run_system *system,
                                            const tc_implicit_options *options, tc_dry_run_trial *t) {
  t->system = *system;
  t->options = *options;
  if (follows_ranks(t)) return TC_OK;
  TC_TRY(try_first(t, NULL));
  if (has_levels(t)) TC_TRY(store_levels(system->linear, system->linear->R, t));
  return store_colours(system->linear, t);
}

void tc_dry_run_trial_choose_method(const tc_dry_run_trial *t, tc_config *config) {
  tc_config_choose_method(config, t->method);
  if (t->preconditioner) tc_config_choose_preconditioner(config, t->preconditioner);
}

void tc_dry_run_trial_free(tc_dry_run_trial *t) {
  tc_session_close(&t->session);
  tc_world_destroy(&t->self);
  tc_pool_free(&t->pool);
  tc_virtual_levels_destroy(&t->levels);
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
  t->ranks = status ? 0 : d->ranks; /* 0 marks a failed trial step, which no other case may reuse */
  t->block_size = d->block_size;
  if (tc_status_code(status) != TC_NUMERICAL) return status;
  /* Example: 12 ranks: step 1: cg reached solver.most_iterations at iteration 1000 (..): increase .. */
  return tc_status_replace(status, tc_status_create(TC_NUMERICAL, "%d rank%s: %s", (int)d->ranks,
                                                    d->ranks == 1 ? "" : "s", tc_status_text(status)));
}
