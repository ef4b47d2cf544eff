#include "run/session/auto_preconditioner.h"

#include "io/config/config_auto.h"

typedef struct search {
  tc_prepared *p;
  const tc_log *log; /* log of the trials: it prints nothing, but records the times of phases */
  tc_trial_step trial[TC_PRECONDITIONER_CANDIDATES];
  const tc_preconditioner *tried[TC_PRECONDITIONER_CANDIDATES];
  int trials;
} search;

/* Returns how often the trial's solver method applies the preconditioner in one iteration. */
static int64_t count_preconditionings(const tc_solver_options *options, const tc_trial_step *trial) {
  tc_solver_options solver = *options;
  tc_work work;
  solver.method = trial->method;
  if (!solver.method) return 0;
  tc_solver_iteration(&solver, 1, &work);
  return work.preconditionings;
}

static tc_status run_trial(void *self, const tc_preconditioner *candidate, int64_t most_iterations,
                           tc_preconditioner_trial *out) {
  search *x = self;
  const tc_prepared *p = x->p;
  tc_trial_step *trial = &x->trial[x->trials];
  tc_implicit_steps implicit = tc_prepared_implicit(p, NULL);
  const tc_integrator_setup how = {.problem = p->problem,
                                   .dt = p->choices.step.dt,
                                   .input = p->forcing,
                                   .implicit = &implicit,
                                   .log = x->log};
  implicit.options.solver.preconditioner = candidate;
  implicit.options.solver.most_iterations = most_iterations;
  x->tried[x->trials++] = candidate;
  const tc_status status = tc_trial_step_run(p->plan->config->time.method, &how, p->initial, trial);
  *out =
      (tc_preconditioner_trial){trial->iterations, count_preconditionings(&implicit.options.solver, trial)};
  return status;
}

/* Tries all candidates. One multigrid hierarchy may serve all steps of a run, so its setup is counted once.
 * The refinements of a steady state use the hierarchy of the first solve. */
static tc_status try_candidates(search *x) {
  const tc_config *c = x->p->plan->config;
  const tc_preconditioner_question question = {.solves = c->time.method->steps
                                                             ? (double)x->p->choices.step.steps
                                                             : 1.0,
                                               .most_iterations = c->solver.most_iterations,
                                               .self = x,
                                               .run = run_trial};
  return tc_preconditioner_choice_compute(&question, &x->p->choices.preconditioners);
}

/* Stores the trial step of the chosen preconditioner, so that forecasts need not repeat it. */
static void store_trial(const search *x) {
  for (int k = 0; k < x->trials; k++)
    if (x->tried[k] == x->p->choices.preconditioners.preconditioner) x->p->trial = x->trial[k];
}

static tc_status choose(tc_plan *plan, tc_prepared *p) {
  const tc_log quiet = {.clock = tc_log_clock(plan->log)};
  search x = {.p = p, .log = &quiet};
  tc_line line = {0};
  TC_LOG_PHASE(plan->log, TC_JOB_PHASE_trial, try_candidates(&x), "choosing the preconditioner");
  store_trial(&x);
  tc_config_choose_preconditioner(plan->config, p->choices.preconditioners.preconditioner);
  tc_preconditioner_choice_format(&p->choices.preconditioners, &line);
  tc_log_write(plan->log, TC_LOG_NORMAL, "%s", line.text);
  return TC_OK;
}

tc_status tc_auto_preconditioner_choose(tc_plan *plan, tc_prepared *p) {
  const tc_solver_set *compared = plan->options->solvers;
  tc_config *c = plan->config;
  if (!c->time.method->solves || (compared && compared->preconditioners)) return TC_OK;
  if (tc_config_lacks_preconditioner(c) && p->choices.step.steps > 0) TC_TRY(choose(plan, p));
  if (tc_config_lacks_preconditioner(c)) tc_config_choose_preconditioner(c, c->solver.preconditioner.name);
  p->choices.preconditioner = c->solver.preconditioner.name;
  return TC_OK;
}
