#include "run/dry_run/quote_iterations.h"

#include "io/config/config_solver.h"
#include "run/outputs/disk_requirements.h"

/* Adds `times` iterations of number `iteration` since the start of the method. */
static void add_iterations(const tc_solver_options *solver, int64_t iteration, int64_t times, tc_work *sum) {
  tc_work work;
  tc_solver_iteration(solver, iteration, &work);
  tc_work_add(sum, times, &work);
}

/* Adds `times` cycles of `iterations` iterations with the start of the method and the update of x. */
static void add_cycles(const tc_solver_options *solver, int64_t iterations, int64_t times, tc_work *sum) {
  if (times == 0) return;
  add_iterations(solver, 0, times, sum);
  for (int64_t i = 1; i <= iterations; i++) add_iterations(solver, i, times, sum);
  add_iterations(solver, -iterations, times, sum);
}

/* Returns the work of a solve. Iterations of a method that restarts differ, and those of others are equal. */
static tc_work solve_work(const tc_solver_options *solver, int64_t iterations) {
  tc_work sum = {.iterations = iterations};
  if (solver->method->needs & TC_READS_RESTART) {
    const int64_t cycle = solver->method_options.restart;
    add_cycles(solver, cycle, iterations / cycle, &sum);
    add_cycles(solver, iterations % cycle, 1, &sum);
  } else {
    add_iterations(solver, 0, 1, &sum);
    add_iterations(solver, 1, iterations, &sum);
  }
  return sum;
}

tc_status tc_quote_bound_iterations(const tc_config *c, tc_dry_run_trial *out) {
  *out = (tc_dry_run_trial){.options = tc_config_implicit(c)};
  tc_solver_options *solver = &out->options.solver;
  solver->method = tc_memory_requirements_method(c);
  const char *preconditioner = tc_solver_effective_preconditioner(solver)->name;
  if (!tc_config_is_set(c, "solver.most_iterations"))
    return tc_config_error(c, "time.method",
                           "%s: iterations are unknown for %s: set solver.most_iterations, which then is the "
                           "bound",
                           c->time.method->name, preconditioner);
  out->trial = (tc_trial_step){.method = solver->method,
                               .solved = true,
                               .iterations = c->solver.most_iterations,
                               .work = solve_work(solver, c->solver.most_iterations)};
  if (out->trial.work.sweeps > 0 && solver->preconditioner_options.scope == TC_SCOPE_GLOBAL)
    return tc_config_error(c, "solver.preconditioner.scope",
                           "the exchanges of %s are unknown without a trial step: set it to rank or remove "
                           "solver.most_iterations",
                           preconditioner);
  solver->preconditioner_options.scope = TC_SCOPE_GLOBAL; /* the trial step holds for any number of ranks */
  out->step = (tc_step_size){tc_disk_requirements_planned_steps(c), c->time.dt};
  return TC_OK;
}
