/* Forecasts of a step and of the setup of a solver. Derives the loads of all ranks from counts and work, and
 * evaluates every model that describes the strategy (model/step). A solver adds to the load its vector
 * operations, its preconditioner, and the memory that an iteration touches between two uses of the matrix. A
 * model without the needed parameters gives an empty forecast with the list of missing ones. */
#include "run/plan/step_forecast.h"

#include <math.h>

#include "base/core/memory.h"
#include "comm/exchange/exchange.h"
#include "model/models/model_paraiso.h"
#include "model/step/cost_breakdown.h"
#include "model/step/iteration.h"

/* Computes the forecast of one model. If parameters are missing, the forecast contains only their list. */
static tc_status compute_model(const tc_model *model, const tc_params *machine, const tc_schedule *schedule,
                               int ranks, const tc_rank_load *load, tc_forecast *out) {
  TC_TRY(TC_ALLOC(out->phase_s, ranks));
  TC_TRY((load->solving ? tc_iteration_predict : tc_step_predict)(model, machine, schedule, ranks, load,
                                                                  out->phase_s, &out->total_s));
  TC_TRY(tc_costs_compute(model, machine, schedule, ranks, load, &out->costs));
  if (isfinite(out->total_s)) return TC_OK;
  tc_free(out->phase_s);
  *out = (tc_forecast){.missing = tc_missing_params_find(model, machine, schedule, ranks, load)};
  return TC_OK;
}

const tc_format *tc_forecast_storage(const tc_strategy *strategy, const tc_format *storage) {
  if (!storage) return tc_format_at(0);
  return strategy->transport ? storage : tc_format_first(storage->form);
}

static const tc_preconditioner *preconditioner_of(const tc_solver_options *solver) {
  return solver->method && solver->method->built_in_preconditioner ? solver->method->built_in_preconditioner
                                                                   : solver->preconditioner;
}

/* Returns the work of one application of the solver's preconditioner. */
static tc_work applied_once(const tc_solver_options *solver) {
  const tc_preconditioner *p = preconditioner_of(solver);
  tc_work work = {0};
  if (p->work) p->work(&solver->preconditioner_options, &work);
  return work;
}

/* Returns the work of an iteration halfway between two restarts of the method. Without a method (`auto`) it
 * is about that of most methods. */
static tc_work iteration_of(const tc_solver_options *solver) {
  const tc_method_options *choice = &solver->method_options;
  tc_work work = {.products = 1, .streams = 13, .preconditionings = 1};
  if (solver->method)
    solver->method->work(choice, preconditioner_of(solver)->work, false, choice->restart / 2 + 1, &work);
  return work;
}

/* Returns the number of arrays that an iteration reads or writes in addition to the two of a product: those
 * of the method, the solution, the residual and the volumes. Soon after a restart a method uses only a few of
 * its own arrays. Their number is at most half of the reads and writes of an iteration, because each used
 * array is read and written, or read twice. */
static int arrays_of(const tc_solver_options *solver) {
  enum { others = 3, in_product = 2 };
  tc_method_storage room = {.arrays = 4, .operands = 2};
  if (solver->method) solver->method->storage(&solver->method_options, &room);
  // NOLINTNEXTLINE(bugprone-integer-division): an array that is only read or only written is none of them
  return (int)fmin(room.arrays, (double)(iteration_of(solver).streams / 2)) + room.operands +
         preconditioner_of(solver)->operands + others - in_product;
}

static bool has_adjoint(const tc_solver_options *solver) {
  return solver->method && solver->method->needs & TC_NEEDS_ADJOINT;
}

/* Returns the number of matrices that an iteration reads. A preconditioner with sweeps adds two triangles,
 * which together count as one matrix. An adjoint doubles the number. */
static int matrices_of(const tc_solver_options *solver) {
  return (applied_once(solver).sweeps > 0 ? 2 : 1) * (has_adjoint(solver) ? 2 : 1);
}

/* Returns how often an iteration uses each matrix. With an adjoint, half of the applications of the
 * preconditioner are those of the adjoint. */
static double uses_of(const tc_solver_options *solver) {
  const tc_work iteration = iteration_of(solver);
  const int64_t inside = iteration.preconditionings * applied_once(solver).products;
  return fmax(1.0, (double)iteration.products + (double)inside / (has_adjoint(solver) ? 2.0 : 1.0));
}

/* Returns the bytes per row that are touched while `iterations` iterations pass (a fraction, at most 1), in
 * addition to those of one product. These are the other matrices and the arrays of the iterations. */
static double beside_B(const tc_solver_options *solver, int width, double iterations) {
  return (matrices_of(solver) - 1) * tc_row_matrix_bytes(width) +
         (double)sizeof(double) * arrays_of(solver) * iterations;
}

static tc_solver_load solving_of(const tc_solver_options *solver, int width, const tc_ledger *ledger) {
  tc_work applied = {0};
  const tc_work once = applied_once(solver);
  tc_work_add(&applied, ledger->work.preconditionings, &once);
  return (tc_solver_load){.work = ledger->work,
                          .applied = applied,
                          .sweep_counts = ledger->sweep_counts,
                          .between_B = beside_B(solver, width, 1.0 / uses_of(solver)),
                          .iteration_B = beside_B(solver, width, 1.0),
                          .family = (int)tc_paraiso_family(solver->method->name)};
}

tc_workload tc_forecast_workload(int32_t rows, int width, const tc_solver_options *solver) {
  tc_workload out = {.bytes = rows * tc_row_bytes(width), .width = width};
  if (!solver) return out;
  out.min = out.bytes + rows * beside_B(solver, width, 1.0 / uses_of(solver));
  out.bytes += rows * beside_B(solver, width, 1.0);
  out.vectors = true;
  out.sweeps = applied_once(solver).sweeps > 0;
  return out;
}

/* Extends the workload *all so that it covers `other` too: the smaller `min`, the larger `bytes`, and all
 * operations. */
static void join_workloads(tc_workload *all, const tc_workload *other) {
  all->min = all->bytes > 0.0 ? fmin(all->min, other->min) : other->min;
  all->bytes = fmax(all->bytes, other->bytes);
  all->width = other->width;
  all->vectors |= other->vectors;
  all->sweeps |= other->sweeps;
}

tc_workload tc_forecast_workloads(int32_t rows, int width, const tc_solver_options *solver,
                                  tc_solver_set set) {
  tc_workload all = {0};
  tc_solver_options one = *solver;
  for (int m = 0; m < tc_method_count(); m++)
    for (int p = 0; p < tc_preconditioner_count(); p++) {
      if (!(set.methods >> m & 1) || !(set.preconditioners >> p & 1)) continue;
      one.method = tc_method_at(m);
      one.preconditioner = tc_preconditioner_at(p);
      const tc_workload run = tc_forecast_workload(rows, width, &one);
      join_workloads(&all, &run);
    }
  return all;
}

static bool any_enters(const tc_result *result) {
  bool any = false;
  for (int r = 0; r < result->ranks; r++) {
    const tc_counts *t = &result->measured[r].ledger.count;
    any = any || t->boundary_rows + t->source_cells > 0;
  }
  return any;
}

/* Returns the load of the rank that `m` describes. `all` contains the members that are equal on all ranks. */
static tc_rank_load load_of(const tc_rank_load *all, const tc_measurement *m) {
  tc_rank_load own = *all;
  own.node = m->node;
  own.rows = m->rows;
  own.count = m->ledger.count;
  own.forcing_s = m->forcing_s;
  own.reuse = m->reuse.rows > 0.0 ? &m->excess_reuse : NULL;
  return own;
}

tc_status tc_forecast_compute(const tc_params *machine, const tc_strategy *strategy, const tc_format *storage,
                              int width, int threads, tc_result *result) {
  const tc_schedule schedule =
      result->on_device ? tc_exchange_device_schedule(strategy->transport) : *tc_strategy_schedule(strategy);
  const tc_device_load device = {result->staging, any_enters(result)};
  const int kernel = tc_registry_find(&tc_format_registry, tc_forecast_storage(strategy, storage)->name);
  const tc_rank_load all = {.kernel = kernel,
                            .width = width,
                            .device = result->on_device ? &device : NULL,
                            .threads = threads};
  tc_rank_load *load = NULL;
  tc_solver_load *solving = NULL;
  tc_status status = TC_OK;
  TC_GUARD(status, TC_ALLOC(load, result->ranks));
  TC_GUARD(status, TC_ALLOC_ZERO(solving, result->ranks));
  for (int r = 0; r < result->ranks; r++) {
    const tc_measurement *m = &result->measured[r];
    load[r] = load_of(&all, m);
    if (!result->solver) continue;
    solving[r] = solving_of(&result->solver->options.solver, width, &m->ledger);
    load[r].solving = &solving[r];
  }
  for (int model = 0; model < TC_MODEL_COUNT; model++)
    if (tc_model_supports(tc_model_at(model), tc_strategy_traffic(strategy)))
      TC_GUARD(status, compute_model(tc_model_at(model), machine, &schedule, result->ranks, load,
                                     &result->forecast[model]));
cleanup:
  tc_free(solving);
  tc_free(load);
  return status;
}

/* Returns the counts of a single sweep: the mean over all sweeps in the ledger. */
static tc_counts sweep_of(const tc_ledger *ledger) {
  tc_counts counts = ledger->sweep_counts;
  for (int c = 0; c < TC_COUNT_COUNT && ledger->work.sweeps > 0; c++)
    counts.by_index[c] /= ledger->work.sweeps;
  return counts;
}

tc_status tc_forecast_compute_setup(const tc_params *machine, int width, int threads, tc_result *result) {
  tc_result_solver *s = result->solver;
  const tc_solver_options *choice = &s->options.solver;
  const tc_work applied = applied_once(choice);
  tc_setup_load *load = NULL;
  TC_TRY(TC_ALLOC(load, result->ranks));
  for (int r = 0; r < result->ranks; r++)
    load[r] = (tc_setup_load){.rows = result->measured[r].rows,
                              .width = width,
                              .threads = threads,
                              .times = choice->method->needs & TC_NEEDS_ADJOINT ? 2 : 1,
                              .factoring = preconditioner_of(choice)->factoring,
                              .sweeps = (int)applied.sweeps,
                              .colours = s->record.colours,
                              .sweep_counts = sweep_of(&result->measured[r].ledger)};
  s->set_up = tc_setup_predict(machine, result->nodes, result->ranks, load);
  tc_free(load);
  return TC_OK;
}

void tc_forecast_log_missing(const tc_forecast *forecast, int model, const tc_log *log) {
  for (int better = model + 1; better < TC_MODEL_COUNT; better++) {
    tc_line line = {0};
    if (tc_missing_params_count(&forecast[better].missing) == 0) continue;
    tc_missing_params_format(&forecast[better].missing, &line);
    tc_log_write(log, TC_LOG_VERBOSE, "the %s model needs %s", tc_model_at(better)->name, line.text);
  }
}

void tc_forecast_free(tc_forecast *forecast) {
  for (int model = 0; model < TC_MODEL_COUNT; model++) {
    tc_free(forecast[model].phase_s);
    forecast[model] = (tc_forecast){.phase_s = NULL};
  }
}
