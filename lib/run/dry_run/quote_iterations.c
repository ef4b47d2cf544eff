#include "run/dry_run/quote_iterations.h"

#include "io/config/config_auto.h"
#include "io/config/config_solver.h"
#include "run/outputs/disk_requirements.h"

/* Adds to *sum `times` times the work of the iterations first .. first + count - 1 of a solve. */
static void add_iterations(const tc_solver_options *solver, int64_t first, int64_t count, int64_t times,
                           tc_work *sum) {
  tc_work work;
  for (int64_t i = first; i < first + count && times > 0; i++) {
    tc_solver_iteration(solver, i, &work);
    tc_work_add(sum, times, &work);
  }
}

/* Returns the work of a solve that makes all iterations and computes the true residual at its end. The work
 * of an iteration depends on its position in the cycle between two restarts. The work of all cycles after the
 * first one is equal. A method without restarts has cycles of one iteration. */
static tc_work solve_work(const tc_solver_options *solver, int64_t iterations) {
  const bool restarts = solver->method->needs & TC_READS_RESTART;
  const int64_t cycle = restarts ? solver->method_options.restart : 1,
                first = iterations < cycle ? iterations : cycle, rest = iterations - first;
  tc_work sum = {.iterations = iterations};
  add_iterations(solver, 0, 1, 1, &sum);
  add_iterations(solver, 1, first, 1, &sum);
  add_iterations(solver, cycle + 1, cycle, rest / cycle, &sum);
  add_iterations(solver, cycle + 1, rest % cycle, 1, &sum);
  add_iterations(solver, -iterations, 1, 1, &sum);
  tc_work_add(&sum, 1, &tc_solver_residual_work);
  return sum;
}

/* Returns an error if the work contains multigrid cycles or sweeps that exchange values between ranks. Their
 * costs need the numbers of levels or of colours, which are unknown without a trial step. */
static tc_status check_work(const tc_config *c, const tc_solver_options *solver, const tc_work *work) {
  if (work->cycles > 0)
    return tc_config_error(c, "solver.preconditioner.name",
                           "the levels of multigrid are unknown without a trial step: set it to ssor or "
                           "jacobi or remove solver.most_iterations");
  if (work->sweeps > 0 && solver->preconditioner_options.scope == TC_SCOPE_GLOBAL)
    return tc_config_error(c, "solver.preconditioner.scope",
                           "the exchanges of %s are unknown without a trial step: set it to rank or remove "
                           "solver.most_iterations",
                           tc_solver_effective_preconditioner(solver)->name);
  return TC_OK;
}

tc_status tc_quote_bound_iterations(const tc_config *c, tc_dry_run_trial *out) {
  *out = (tc_dry_run_trial){.options = tc_config_implicit(c)};
  tc_solver_options *solver = &out->options.solver;
  solver->method = tc_memory_requirements_method(c);
  if (tc_config_lacks_preconditioner(c))
    return tc_config_error(c, "solver.preconditioner.name",
                           "auto needs trial solves, which a quote with solver.most_iterations does not run: "
                           "set it to jacobi or ssor");
  const char *preconditioner = tc_solver_effective_preconditioner(solver)->name;
  if (!tc_config_is_set(c, "solver.most_iterations"))
    return tc_config_error(c, "time.method",
                           "the number of iterations of %s with preconditioner %s is unknown: set "
                           "solver.most_iterations to an upper limit",
                           c->time.method->name, preconditioner);
  out->trial = (tc_trial_step){.method = solver->method,
                               .solved = true,
                               .iterations = c->solver.most_iterations,
                               .work = solve_work(solver, c->solver.most_iterations)};
  TC_TRY(check_work(c, solver, &out->trial.work));
  /* Without scope `rank` the dry run uses this trial step for any number of ranks. */
  solver->preconditioner_options.scope = TC_SCOPE_GLOBAL;
  out->step = (tc_step_size){tc_disk_requirements_planned_steps(c), c->time.dt};
  return TC_OK;
}
