#include "solve/step/trial_step.h"

#include <math.h>

#include "base/core/memory.h"
#include "solve/step/splitting.h"

#define TC_PHASE "making the trial step"

int64_t tc_cg_iteration_bound(double condition, double preconditioned, double reduction) {
  const double root = sqrt(preconditioned);
  if (!(reduction > 0.0) || reduction >= 1.0) return 0;
  if (root <= 1.0) return 1;
  const double k = ceil(log(2.0 * sqrt(condition) / reduction) / log((root + 1.0) / (root - 1.0)));
  return k < 9e15 ? (int64_t)k : 0;
}

/* Returns an upper bound of the number of iterations of the last solve; 0 if there is no bound. A bound
 * exists only for time steps whose method has TC_HAS_CONDITION_BOUND, if the condition number of the
 * preconditioned matrix is bounded. `method` may be NULL. */
static int64_t bound_iterations(const tc_integrator *integrator, const tc_integrator_setup *how,
                                const tc_method *method, const tc_solve_statistics *record) {
  const tc_solve_result *result = &record->last;
  const bool has_bound =
      integrator->steps && method && method->needs & TC_HAS_CONDITION_BOUND && record->condition > 0.0;
  if (!has_bound || !(result->initial_residual > 0.0)) return 0;
  return tc_cg_iteration_bound(1.0 + how->implicit->options.theta * how->dt * how->implicit->largest,
                               record->condition, result->target / result->initial_residual);
}

static tc_status run_trial(const tc_integrator *integrator, const tc_integrator_setup *how,
                           const double *value, void **ctx, tc_ledger *ledger) {
  if (how->input) TC_TRY(tc_forcing_begin(how->input, value));
  TC_TRY(integrator->create(how, value, ctx));
  const tc_step_request request = {.until = how->dt, .dt = how->dt};
  return integrator->advance(*ctx, &request, ledger);
}

void tc_trial_step_describe(const tc_integrator_setup *how, const tc_solve_statistics *record,
                            const tc_ledger *ledger, tc_trial_step *out) {
  const tc_solver_options *solver = &how->implicit->options.solver;
  *out = (tc_trial_step){.bitwise = record->bitwise,
                         .symmetric = record->symmetric,
                         .skew = record->skew,
                         .iterations = record->total,
                         .work = ledger->work,
                         .cycle_B = record->multigrid.cycle_B,
                         .sweep_counts = ledger->sweep_counts};
  if (record->method) out->method = tc_method_find(record->method);
  tc_multigrid_load(&record->multigrid, solver->preconditioner_options.multigrid.smoothing, &out->cycle);
}

static int64_t divide(int64_t count, int64_t steps) { return (count + steps / 2) / steps; }

tc_trial_step tc_trial_step_mean(const tc_trial_step *all, int64_t steps) {
  tc_trial_step out = *all;
  out.iterations = divide(out.iterations, steps);
  for (int w = 0; w < TC_WORK_COUNT; w++) out.work.by_index[w] = divide(out.work.by_index[w], steps);
  for (int c = 0; c < TC_COUNT_COUNT; c++)
    out.sweep_counts.by_index[c] = divide(out.sweep_counts.by_index[c], steps);
  return out;
}

tc_status tc_trial_step_run(const tc_integrator *integrator, const tc_integrator_setup *how,
                            const double *value, tc_trial_step *out) {
  tc_implicit_steps implicit = *how->implicit;
  tc_integrator_setup trial_setup = *how;
  tc_integrator splitting;
  const tc_integrator *performs = tc_splitting_wrap(integrator, how->input, &splitting);
  tc_solve_statistics *record =
      NULL; /* The statistics are allocated, because the struct is too large for the stack. */
  tc_ledger ledger = {0};
  void *ctx = NULL;
  TC_TRY(TC_WORLD_ALLOC(how->problem->space->world, record, 1));
  implicit.record = record;
  implicit.monitor = NULL;
  trial_setup.implicit = &implicit;
  trial_setup.inner = integrator;
  trial_setup.strategy = tc_strategy_find("neighbour");
  trial_setup.format = tc_format_at(0);
  const tc_status status = run_trial(performs, &trial_setup, value, &ctx, &ledger);
  tc_trial_step_describe(how, record, &ledger, out);
  out->bound = bound_iterations(integrator, how, out->method, record);
  out->solved = !status;
  performs->destroy(ctx);
  tc_free(record);
  return status;
}
